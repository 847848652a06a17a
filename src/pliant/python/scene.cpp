#include <fmt/format.h>

#include "pliant/python/arrays.h"
#include "pliant/python/records.h"

namespace pliant::python {
namespace {

// (n, 2) of a vector of pairs.
py::array stickEnds(const Scene& scene) {
    std::vector<std::uint32_t> ends;
    ends.reserve(2 * scene.sticks.size());
    for (const SceneStick& stick : scene.sticks)
        ends.insert(ends.end(), {stick.a, stick.b});
    return copyOf(ends).attr("reshape")(-1, 2);
}

py::array restLengths(const Scene& scene) {
    std::vector<float> lengths;
    lengths.reserve(scene.sticks.size());
    for (const SceneStick& stick : scene.sticks)
        lengths.push_back(stick.restLength);
    return copyOf(lengths);
}

py::array isStructural(const Scene& scene) {
    std::vector<std::uint8_t> flags;
    flags.reserve(scene.sticks.size());
    for (const SceneStick& stick : scene.sticks)
        flags.push_back(stick.kind == StickKind::Structural);
    return copyOf(flags).attr("view")("bool");
}

void setPositions(Scene& scene, py::handle from) {
    const std::vector<vec3> positions = readPoints(from, "positions");
    if (positions.size() != scene.positions.size())
        refuse("positions has {} rows; the scene has {} particles", positions.size(), scene.positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (!isPoint(positions[i])) refuse("positions[{}] is beyond {} m", i, kLargestCoordinate);
    }
    scene.positions = positions;
}

void setMasses(Scene& scene, py::handle from) {
    const std::vector<float> masses = readNumbers(from, "masses", scene.masses.size());
    for (std::size_t i = 0; i < masses.size(); ++i) {
        if (!(masses[i] >= kSmallestMass && masses[i] <= kLargestMass))
            refuse("masses[{}] is {} kg; it must be from {} to {}", i, masses[i], kSmallestMass, kLargestMass);
    }
    scene.masses = masses;
}

void setPinned(Scene& scene, py::handle from) {
    const py::array flags = py::array::ensure(from);
    if (!flags || flags.dtype().kind() != 'b' || flags.ndim() != 1 || flags.size() != py::ssize_t(scene.pinned.size()))
        refuse("pinned must be an array of {} bools", scene.pinned.size());
    const auto bools = py::array_t<bool, py::array::c_style | py::array::forcecast>::ensure(flags);
    std::copy_n(bools.data(), scene.pinned.size(), scene.pinned.begin());
}

void bindArrays(py::class_<Scene>& scene) {
    scene.def_property(
        "positions", [](const Scene& from) { return copyOf(from.positions); }, &setPositions,
        "(n, 3) [m]: a copy, to be read. Assigning checks and replaces all.");
    scene.def_property(
        "masses", [](const Scene& from) { return copyOf(from.masses); }, &setMasses,
        "(n,) [kg]: a copy, to be read. Assigning an array or a number checks and replaces all.");
    scene.def_property(
        "pinned", [](const Scene& from) { return copyOf(from.pinned).attr("view")("bool"); }, &setPinned,
        "(n,) of bool, whether a particle is held where it is: a copy, to be read. Assigning replaces all.");
    scene.def_property_readonly("sticks", &stickEnds, "(m, 2): the particles that each stick joins; a copy.");
    scene.def_property_readonly("rest_lengths", &restLengths, "(m,) [m], of each stick; a copy.");
    scene.def_property_readonly("structural", &isStructural,
                                "(m,) of bool: whether a stick counts where stretch is reported; a copy.");
}

template <class Member>
void bindMember(py::class_<Scene>& scene, const char* name, Member Scene::*member, const char* doc) {
    scene.def_property(
        name, [member](const Scene& from) { return show(from.*member); },
        [name, member](Scene& to, py::handle from) { read(from, name, to.*member); }, doc);
}

void setTetherSlack(Scene& scene, py::handle from) {
    float slack = 0.0f;
    read(from, "tether_slack", slack);
    if (!(slack >= 0.0f && slack <= 10.0f)) refuse("tether_slack is {}; it must be from 0 to 10", slack);
    scene.tetherSlack = slack;
}

void bindBody(py::module_& module) {
    static const Fields<Body> fields{
        {"name", &Body::name, "as it was given"},
        {"first_particle", &Body::firstParticle, "index in the scene"},
        {"particle_count", &Body::particleCount, "from the first on"},
        {"columns", &Body::columns, "of a grid, else 0; particle (column, row) is row * columns + column"},
        {"rows", &Body::rows, "of a grid, else 0"},
        {"is_line", &Body::isLine, "a rope"},
        {"integrator", &Body::integrator, "how forces move it"},
        frameField<Body>("index of its frame of reference; None: the world"),
    };
    py::class_<Body> body =
        bindResult<Body>(module, "Body", "What was added to a scene in one go, as it was then.", fields);
    body.def_property_readonly(
        "vertex_particles",
        [](const py::object& self) { return readOnlyViewOf(self.cast<const Body&>().vertexParticles, self); },
        "(v,): per vertex of the user's mesh its particle in the scene; 2**32 - 1: none moves it.");
    body.def_property_readonly(
        "face_sizes", [](const py::object& self) { return readOnlyViewOf(self.cast<const Body&>().faceSizes, self); },
        "(f,): per face its number of corners.");
    body.def_property_readonly(
        "face_corners",
        [](const py::object& self) { return readOnlyViewOf(self.cast<const Body&>().faceCorners, self); },
        "All corners, face after face: indices of the user's vertices.");
}

void bindObstacle(py::module_& module) {
    py::class_<Obstacle> obstacle(module, "Obstacle",
                                  "How the particles of a surface in the way follow from its vertices.");
    obstacle.def_property_readonly(
        "body", [](const Obstacle& from) { return from.body; }, "Index of its body in the scene.");
    obstacle.def(
        "__repr__", [](const Obstacle& from) { return fmt::format("Obstacle(body={})", from.body); },
        "__repr__(self)\n--\n\nNames its body.");
}

py::tuple bodiesOf(const Scene& scene) {
    py::tuple bodies(scene.bodies.size());
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        bodies[i] = py::cast(scene.bodies[i]);
    return bodies;
}

void bindWhole(py::class_<Scene>& scene) {
    scene.def(
        "validate", [](const Scene& from) { take(validate(from)); },
        docOf("validate(self)", "Raises BadInput with the first rule that the scene breaks, if any.").c_str());
    scene.def("compile", &compileScene,
              docOf("compile", "self", compileFields(),
                    "Checks the scene and compiles it for the solvers, from a copy, while other threads of Python run.")
                  .c_str());
    scene.def(
        "copy", [](const Scene& from) { return from; },
        docOf("copy(self)", "A scene of its own with all that is in this one.").c_str());
    scene.def(
        "__len__", [](const Scene& from) { return from.positions.size(); },
        "__len__(self)\n--\n\nNumber of particles.");
}

}  // namespace

Scene leastScene() {
    Scene scene;
    addParticle(scene, vec3(0.0f), 1.0f);
    return scene;
}

void bindScene(py::module_& module) {
    bindBody(module);
    bindObstacle(module);
    py::class_<Scene> scene(module, "Scene",
                            "Particles, the sticks between them, and the world around. SI units, y is up. What is "
                            "refused leaves it as it was.");
    scene.def(py::init<>(), "__init__(self)\n--\n\nAn empty scene.");
    bindBodies(scene);
    bindParts(scene);
    bindPins(scene);
    bindObstacles(scene);
    bindRigidBodies(scene);
    bindArrays(scene);
    bindMember(scene, "environment", &Scene::environment,
               "Gravity, damping, wind and air. Assign another one: scene.environment.replace(damping=0.1).");
    bindMember(scene, "planar", &Scene::planar, "Everything lies and stays in the plane z = 0.");
    bindMember(scene, "tethers", &Scene::tethers, "Particles are held within reach of their nearest pins.");
    bindMember(scene, "levels", &Scene::levels, "Clusters carry stretch across the whole body in every substep.");
    bindMember(scene, "sleep", &Scene::sleep, "When what hardly moves is put to rest, a Sleep; None: never.");
    scene.def_property(
        "tether_slack", [](const Scene& from) { return show(from.tetherSlack); }, &setTetherSlack,
        "By this share tethers are longer than the way along the surface, 0 ... 10.");
    scene.def_property_readonly("bodies", &bodiesOf, "What was added, by index; a tuple of copies.");
    bindWhole(scene);
}

}  // namespace pliant::python
