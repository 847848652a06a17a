#include "pliant/python/inputs.h"

#include <fmt/format.h>

#include "pliant/python/arrays.h"

namespace pliant::python {
namespace {

using Action = PinInput::Action;

const Fields<StepSettings>& settingsFields() {
    static const Fields<StepSettings> fields{
        {"dt", &StepSettings::dt, "length of the step [s]"},
        {"substeps", &StepSettings::substeps, "dt is cut into so many; 0: as many as make them at most 1/720 s long"},
        {"iterations", &StepSettings::iterations, "passes over all sticks per substep, at least 1"},
        {"bend_period", &StepSettings::bendPeriod, "bends run in every so many substeps; 0: chosen"},
        {"method", &StepSettings::method, "'auto', 'gauss-seidel', 'tiles', 'jacobi' or 'hybrid'"},
        {"sweeps", &StepSettings::sweeps, "over each tile per iteration; 0: the default"},
        {"relaxation", &StepSettings::relaxation, "of jacobi and hybrid: factor on the averaged corrections"},
        {"tethers", &StepSettings::tethers, "False: leave out the tethers that the scene has"},
        {"levels", &StepSettings::levels, "False: leave out its coarse levels"},
        {"order", &StepSettings::order, "'auto', 'first' or 'second': second keeps what swings and turns going"},
    };
    return fields;
}

// Appends an input per particle; without targets these stay 0.
void addPins(StepInputs& inputs, Action action, py::handle particles, py::handle targets, const PinInput& like) {
    const std::vector<std::uint32_t> indices = readIndices(particles, "particles");
    const std::vector<vec3> places = targets ? readPoints(targets, "targets") : std::vector<vec3>();
    if (targets && places.size() != indices.size())
        refuse("targets has {} rows for {} particles", places.size(), indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
        PinInput pin = like;
        pin.particle = indices[i];
        pin.action = action;
        if (targets) pin.target = places[i];
        inputs.pins.push_back(pin);
    }
}

// None: the particle's own frame, 'world', or an index.
PinInput inFrame(py::handle frame) {
    PinInput pin;
    if (py::isinstance<py::str>(frame)) {
        std::string word;
        read(frame, "frame", word);
        if (word != "world") refuse("frame is '{}'; it must be None, 'world' or an index", word);
        pin.frame = kWorld;
    } else {
        read(frame, "frame", pin.frame);
    }
    return pin;
}

void addFrame(StepInputs& inputs, FrameInput::Action action, py::handle frame, py::handle pose, py::handle inertia) {
    FrameInput input;
    input.action = action;
    read(frame, "frame", input.frame);
    read(pose, "pose", input.pose);
    read(inertia, "inertia", input.inertia);
    inputs.frames.push_back(input);
}

py::tuple show(const std::vector<Collider>& colliders) {
    py::tuple shown(colliders.size());
    for (std::size_t i = 0; i < colliders.size(); ++i)
        shown[i] = py::cast(colliders[i]);
    return shown;
}

void setWind(StepInputs& inputs, py::handle wind) {
    std::optional<vec3> to;
    read(wind, "wind", to);
    if (to) take(validateWind(*to));
    inputs.wind = to;
}

StepInputs makeInputs(py::handle colliders, py::handle wind) {
    StepInputs inputs;
    inputs.colliders = readColliders(colliders, "colliders");
    setWind(inputs, wind);
    return inputs;
}

void bindPinInputs(py::class_<StepInputs>& inputs) {
    inputs.def(
        "move",
        [](StepInputs& to, py::handle particles, py::handle targets, py::handle frame) {
            addPins(to, Action::Move, particles, targets, inFrame(frame));
        },
        py::arg("particles"), py::arg("targets"), py::arg("frame") = py::none(),
        docOf("move(self, particles, targets, frame=None)",
              "Pins these particles, and has each at its target [m] when the step ends. `frame`: index of the frame "
              "of reference of the targets, 'world', or None for that of each particle.")
            .c_str());
    inputs.def(
        "hold", [](StepInputs& to, py::handle particles) { addPins(to, Action::Hold, particles, {}, {}); },
        py::arg("particles"), docOf("hold(self, particles)", "Pins these particles where they are.").c_str());
    inputs.def(
        "release", [](StepInputs& to, py::handle particles) { addPins(to, Action::Release, particles, {}, {}); },
        py::arg("particles"), docOf("release(self, particles)", "Frees these particles again.").c_str());
    inputs.def(
        "pull",
        [](StepInputs& to, py::handle particles, py::handle targets, py::handle compliance, py::handle frame) {
            PinInput pin = inFrame(frame);
            read(compliance, "compliance", pin.compliance);
            addPins(to, Action::Pull, particles, targets, pin);
        },
        py::arg("particles"), py::arg("targets"), py::arg("compliance"), py::arg("frame") = py::none(),
        docOf("pull(self, particles, targets, compliance, frame=None)",
              "Draws these particles towards their targets by springs, in this step alone; compliance [m/N].")
            .c_str());
}

void bindFrameInputs(py::class_<StepInputs>& inputs) {
    inputs.def(
        "move_frame",
        [](StepInputs& to, py::handle frame, py::handle pose, py::handle inertia) {
            addFrame(to, FrameInput::Action::Move, frame, pose, inertia);
        },
        py::arg("frame"), py::arg("pose"), py::arg("inertia") = py::none(),
        docOf("move_frame(self, frame, pose, inertia=None)",
              "Moves a frame of reference during the step: to a FramePose, or an origin. What is in it feels that, as "
              "far as its share of inertia says.")
            .c_str());
    inputs.def(
        "jump_frame",
        [](StepInputs& to, py::handle frame, py::handle pose, py::handle inertia) {
            addFrame(to, FrameInput::Action::Jump, frame, pose, inertia);
        },
        py::arg("frame"), py::arg("pose"), py::arg("inertia") = py::none(),
        docOf("jump_frame(self, frame, pose, inertia=None)",
              "Has a frame of reference there at once, with all that is in it; nobody feels it.")
            .c_str());
}

}  // namespace

StepSettings readSettings(py::handle from) {
    StepSettings settings;
    if (!from.is_none()) read(from, "settings", settings);
    return settings;
}

StepInputs readInputs(py::handle from) {
    if (from.is_none()) return {};
    if (!py::isinstance<StepInputs>(from)) refuseType(from, "inputs", "StepInputs");
    return from.cast<StepInputs>();
}

std::vector<Collider> readColliders(py::handle from, const std::string& what) {
    std::vector<Collider> colliders;
    if (!py::isinstance<py::sequence>(from) || py::isinstance<py::str>(from))
        refuseType(from, what, "a sequence of Collider");
    for (const py::handle item : py::reinterpret_borrow<py::sequence>(from)) {
        const std::string name = fmt::format("{}[{}]", what, colliders.size());
        Collider collider;
        read(item, name, collider);
        if (Status status = validate(collider, colliders.size()); !status) throw Refusal(status.error());
        colliders.push_back(collider);
    }
    return colliders;
}

void bindInputs(py::module_& module) {
    bindRecord<StepSettings>(module, "How to run a step. The defaults are the ones to start with.", settingsFields(),
                             [](const StepSettings&) { return Status(); });  // step() knows what it depends on
    py::class_<StepInputs> inputs(
        module, "StepInputs",
        "What changes from step to step without compiling anew. Particles are named by their index in the scene, a "
        "particle at most once, and what happens to them stays so until told otherwise.");
    inputs.def(py::init(&makeInputs), py::arg("colliders") = py::tuple(), py::arg("wind") = py::none(),
               docOf("__init__(self, colliders=(), wind=None)",
                     "colliders: all that there are in this step; wind [m/s]: None is that of the environment")
                   .c_str());
    inputs.def_property(
        "colliders", [](const StepInputs& from) { return show(from.colliders); },
        [](StepInputs& to, py::handle from) { to.colliders = readColliders(from, "colliders"); },
        "All colliders that there are in this step; a tuple.");
    inputs.def_property(
        "wind", [](const StepInputs& from) { return python::show(from.wind); }, &setWind,
        "Velocity of the air in this step [m/s]; None: that of the environment.");
    inputs.def_property_readonly(
        "pin_count", [](const StepInputs& from) { return from.pins.size(); }, "Particles that are named in it.");
    bindPinInputs(inputs);
    bindFrameInputs(inputs);
    bindObstacleInputs(inputs);
}

}  // namespace pliant::python
