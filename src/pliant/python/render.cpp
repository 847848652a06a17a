// Pictures as arrays, by the renderer of the samples, where the module was built with it.

#include <cmath>

#include "pliant/python/inputs.h"
#include "pliant/python/records.h"
#include "pliant/python/state.h"
#include "pliant/python/turn.h"

#ifdef PLIANT_PYTHON_RENDERER
#include <numbers>

#include "viewer/picture.h"
#endif

namespace pliant::python {
namespace {

enum class Shown { Fabric, Stretch, Colours };

struct Size {
    std::uint32_t width = 1280, height = 720;
    std::string device;
};

struct Shot {
    Shown show = Shown::Fabric;
    bool wireframe = false;
    std::optional<float> yaw, pitch, distance;
    std::optional<vec3> target;
    std::vector<Collider> colliders;
};

}  // namespace

template <>
inline constexpr std::array kWords<Shown>{Word<Shown>{"fabric", Shown::Fabric}, Word<Shown>{"stretch", Shown::Stretch},
                                          Word<Shown>{"colours", Shown::Colours}};

namespace {

const Fields<Size>& sizeFields() {
    static const Fields<Size> fields{
        {"width", &Size::width, "of the pictures [pixels]"},
        {"height", &Size::height, "of the pictures [pixels]"},
        {"device", &Size::device, "index, or a part of the name; '': the best there is"},
    };
    return fields;
}

const Fields<Shot>& shotFields() {
    static const Fields<Shot> fields{
        {"show", &Shot::show, "'fabric', 'stretch' (blue pressed, red stretched) or 'colours' (of the graph)"},
        {"wireframe", &Shot::wireframe, "the edges of triangles too"},
        {"yaw", &Shot::yaw, "of the camera around what it looks at [degrees], -360 ... 360; 0 looks along -z"},
        {"pitch", &Shot::pitch, "of the camera above the horizon [degrees], -88 ... 88"},
        {"distance", &Shot::distance, "of the camera from what it looks at [m]; None: all is seen"},
        {"target", &Shot::target, "what the camera looks at [m]; None: the middle"},
        {"colliders", "what is drawn besides: a list of Collider, as the step's inputs had them",
         [](py::handle from, const std::string& what, Shot& to) { to.colliders = readColliders(from, what); },
         [](const Shot&) { return py::tuple(); }},
    };
    return fields;
}

#ifdef PLIANT_PYTHON_RENDERER

// Declared in the order in which one needs the other.
struct Renderer {
    std::unique_ptr<viewer::Device> device;
    std::unique_ptr<viewer::Model> model;
    std::unique_ptr<viewer::PictureMaker> maker;
    viewer::Camera camera;
    Turn turn{};
};

Result<std::unique_ptr<Renderer>> open(Scene scene, const Size& size) {
    auto renderer = std::make_unique<Renderer>();
    Result<SchedulePtr> schedule = compile(scene);
    if (!schedule) return schedule.error();
    viewer::DeviceOptions options;
    options.device = size.device;
    Result<std::unique_ptr<viewer::Device>> device = viewer::Device::create(options);
    if (!device) return device.error();
    renderer->device = std::move(*device);
    auto maker = viewer::PictureMaker::create(*renderer->device, size.width, size.height);
    if (!maker) return maker.error();
    renderer->maker = std::move(*maker);
    samples::SampleScene sample{std::move(scene), [](double, double) { return StepInputs(); }};
    renderer->camera = viewer::cameraFor(sample);
    auto model = viewer::Model::create(*renderer->device, std::move(sample), *schedule);
    if (!model) return model.error();
    renderer->model = std::move(*model);
    return renderer;
}

viewer::Show showOf(Shown shown) {
    if (shown == Shown::Stretch) return viewer::Show::Stretch;
    return shown == Shown::Colours ? viewer::Show::Colours : viewer::Show::Fabric;
}

Result<viewer::Image> draw(Renderer& renderer, const Snapshot& snapshot, const Shot& shot) {
    if (Status status = renderer.model->restore(snapshot); !status) return status.error();
    viewer::View view;
    view.show = showOf(shot.show);
    view.wireframe = shot.wireframe;
    view.colliders = renderer.model->inWorld(shot.colliders);
    view.camera = renderer.camera;
    constexpr float kRadiansPerDegree = std::numbers::pi_v<float> / 180.0f;
    if (shot.yaw) view.camera.yaw = *shot.yaw * kRadiansPerDegree;
    if (shot.pitch) view.camera.pitch = *shot.pitch * kRadiansPerDegree;
    const Result<std::vector<vec3>> places = renderer.model->places();
    if (!places) return places.error();
    view.camera.frame(viewer::boundsOf(*places, view.colliders));
    if (shot.distance) view.camera.distance = *shot.distance;
    if (shot.target) view.camera.target = *shot.target;
    return renderer.maker->take(*renderer.model, view);
}

py::array_t<std::uint8_t> arrayOf(viewer::Image image) {
    auto* const kept = new viewer::Image(std::move(image));
    const py::capsule owner(kept, [](void* at) { delete static_cast<viewer::Image*>(at); });
    return py::array_t<std::uint8_t>({kept->height, kept->width, 4u}, kept->pixels.data(), owner);
}

#else

struct Renderer {
    Turn turn{};
};

Result<std::unique_ptr<Renderer>> open(const Scene&, const Size&) {
    return failAs(ErrorKind::Unsupported,
                  "Renderer: this module was built without one; it wants Debian's libstb-dev and fonts-dejavu-core");
}

Result<py::array_t<std::uint8_t>> draw(Renderer&, const Snapshot&, const Shot&) {
    return failAs(ErrorKind::Unsupported, "Renderer: this module was built without one");
}

py::array_t<std::uint8_t> arrayOf(py::array_t<std::uint8_t> image) {
    return image;
}

#endif

void checkWithin(const std::optional<float>& value, const char* name, float low, float high) {
    if (value && !(*value >= low && *value <= high))
        refuse("render: {} is {}; it must be from {} to {}", name, *value, low, high);
}

std::unique_ptr<Renderer> makeRenderer(const Scene& scene, const py::kwargs& keywords) {
    Size size;
    readFields(keywords, "Renderer", sizeFields(), size);
    const Scene copy = scene;
    const py::gil_scoped_release whileItStarts;
    return take(open(copy, size));
}

py::array_t<std::uint8_t> render(Renderer& renderer, const State& state, const py::kwargs& keywords) {
    Shot shot;
    readFields(keywords, "render", shotFields(), shot);
    checkWithin(shot.yaw, "yaw", -360.0f, 360.0f);
    checkWithin(shot.pitch, "pitch", -88.0f, 88.0f);
    checkWithin(shot.distance, "distance", 1e-3f, 1e6f);
    for (int i = 0; shot.target && i < 3; ++i) {
        if (!std::isfinite((*shot.target)[i]))
            refuse("render: target[{}] is {}; it must be finite", i, (*shot.target)[i]);
    }
    const Snapshot copy = state.snapshot;  // other threads may write into its arrays
    return arrayOf(take(renderer.turn.take([&] { return draw(renderer, copy, shot); })));
}

}  // namespace

template <>
inline constexpr bool kIsBound<Renderer> = true;

void bindRenderer(py::module_& module) {
    py::class_<Renderer> renderer(module, "Renderer",
                                  "Draws snapshots of a scene, on a Vulkan device of its own and without a window, as "
                                  "the command's render does.");
    renderer.def(py::init(&makeRenderer), py::arg("scene"),
                 docOf("__init__", "self, scene", sizeFields(), "Compiles the scene, as it is now.").c_str());
    renderer.def("render", &render, py::arg("snapshot"),
                 docOf("render", "self, snapshot", shotFields(),
                       "A picture of a snapshot of the scene: (height, width, 4) of uint8, red, green, blue (sRGB) and "
                       "alpha, rows from the top. Other threads of Python run meanwhile.")
                     .c_str());
}

}  // namespace pliant::python
