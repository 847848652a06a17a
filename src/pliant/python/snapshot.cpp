#include "pliant/python/arrays.h"
#include "pliant/python/state.h"

namespace pliant::python {
namespace {

const Fields<Comparison>& comparisonFields() {
    static const Fields<Comparison> fields{
        {"differing", &Comparison::differing, "particles with other bits"},
        {"max_abs", &Comparison::maxAbs, "largest difference of a coordinate [m, m/s]"},
        {"max_ulp", &Comparison::maxUlp, "the same in units in the last place"},
        {"first_particle", &Comparison::firstParticle, "lowest index that differs"},
        {"differing_turns", &Comparison::differingTurns, "shapes whose turn has other bits"},
    };
    return fields;
}

bool isForced(const State& state, std::size_t particle) {
    return particle < state.forced.size() && state.forced[particle] != 0 && !state.snapshot.velocities.empty();
}

// As StepReport has them: of the last substep, with what rounding left.
std::vector<vec3> velocitiesOf(const State& state) {
    const Snapshot& s = state.snapshot;
    std::vector<vec3> velocities(s.positions.size(), vec3(0.0f));
    for (std::size_t i = 0; i < velocities.size(); ++i) {
        if (isForced(state, i)) {
            velocities[i] = s.velocities[i];
        } else if (s.previousSubstep > 0.0) {
            const glm::dvec3 carried = s.carry.empty() ? glm::dvec3(0.0) : glm::dvec3(vec3(s.carry[i]));
            const glm::dvec3 moved = glm::dvec3(s.positions[i]) - glm::dvec3(s.previous[i]) + carried;
            velocities[i] = vec3(moved / s.previousSubstep);
        }
    }
    return velocities;
}

double substepFor(const Snapshot& snapshot, py::handle given) {
    double substep = snapshot.previousSubstep;
    if (!given.is_none()) read(given, "set_velocities: substep", substep);
    if (!(substep > 0.0 && substep <= kLongestStep)) {
        refuse("set_velocities: substep is {} s; before the first step it must be given, above 0 and at most {}",
               substep, kLongestStep);
    }
    return substep;
}

void setVelocities(State& state, py::handle from, py::handle givenSubstep) {
    Snapshot& s = state.snapshot;
    const std::vector<vec3> velocities = readPoints(from, "set_velocities: velocities");
    if (velocities.size() != s.positions.size())
        refuse("set_velocities: velocities has {} rows for {} particles", velocities.size(), s.positions.size());
    const double substep = substepFor(s, givenSubstep);
    s.previousSubstep = substep;
    for (std::size_t i = 0; i < velocities.size(); ++i) {
        if (i < s.pinned.size() && s.pinned[i] != 0) continue;
        s.previous[i] = vec3(glm::dvec3(s.positions[i]) - glm::dvec3(velocities[i]) * substep);
        if (!s.carry.empty()) s.carry[i] = vec4(0.0f);
        if (isForced(state, i)) s.velocities[i] = velocities[i];
    }
}

// A view of a member of the State that Python holds as `self`.
template <class Vector>
py::cpp_function view(std::vector<Vector> Snapshot::*member) {
    return py::cpp_function(
        [member](const py::object& self) { return viewOf(self.cast<State&>().snapshot.*member, self); });
}

// Writes into the vector in place: its size stays.
auto assign(std::vector<vec3> Snapshot::*member, const char* name) {
    return [member, name](State& state, py::handle from) {
        std::vector<vec3>& to = state.snapshot.*member;
        const std::vector<vec3> points = readPoints(from, name);
        if (points.size() != to.size()) refuse("{} has {} rows; the snapshot has {}", name, points.size(), to.size());
        std::copy(points.begin(), points.end(), to.begin());
    };
}

py::object pinnedView(const py::object& self) {
    std::vector<std::uint8_t>& pinned = self.cast<State&>().snapshot.pinned;
    std::uint8_t nothing = 0;
    return py::array_t<std::uint8_t>({py::ssize_t(pinned.size())}, pinned.empty() ? &nothing : pinned.data(), self)
        .attr("view")("bool");
}

void bindArrays(py::class_<State>& state) {
    state.def_property("positions", view(&Snapshot::positions), assign(&Snapshot::positions, "positions"),
                       "(n, 3) of float32 [m], in the scene's order: a view, writing changes the snapshot.");
    state.def_property("previous", view(&Snapshot::previous), assign(&Snapshot::previous, "previous"),
                       "(n, 3) of float32 [m], positions before the last displacement: a view.");
    state.def_property_readonly("pinned", py::cpp_function(&pinnedView), "(n,) of bool: a view.");
    state.def_property_readonly("carry", view(&Snapshot::carry),
                                "(n, 4) of float32, what rounding left of motions: a view; empty: nothing.");
    state.def_property_readonly("shape_turns", view(&Snapshot::shapeTurns),
                                "(s, 4) of float32, how each shape is turned, (x, y, z, w): a view.");
    state.def_property_readonly(
        "velocities", [](const State& of) { return copyOf(velocitiesOf(of)); },
        "(n, 3) of float32 [m/s], of the last substep: computed, to be read. Snapshots hold places, not velocities.");
    state.def(
        "set_velocities", &setVelocities, py::arg("velocities"), py::arg("substep") = py::none(),
        docOf("set_velocities(self, velocities, substep=None)",
              "Has all particles that are not pinned move with these velocities, (n, 3) [m/s]. substep: length of "
              "the last substep [s], needed before the first step.")
            .c_str());
}

py::tuple framesOf(const State& state) {
    py::tuple poses(state.snapshot.frames.size());
    for (std::size_t i = 0; i < poses.size(); ++i)
        poses[i] = py::cast(state.snapshot.frames[i].pose);
    return poses;
}

void bindNumbers(py::class_<State>& state) {
    state.def_property_readonly(
        "hash", [](const State& of) { return hashOf(of.snapshot); },
        "64 bits over all of it: equal on every backend, device, thread count and machine.");
    state.def_property_readonly(
        "step_count", [](const State& of) { return of.snapshot.stepCount; }, "Steps taken.");
    state.def_property_readonly(
        "substep_count", [](const State& of) { return of.snapshot.substepCount; }, "Substeps taken.");
    state.def_property_readonly(
        "previous_substep", [](const State& of) { return of.snapshot.previousSubstep; },
        "Length of the last substep [s], 0 before the first step.");
    state.def_property_readonly(
        "lost", [](const State& of) { return of.snapshot.lost; },
        "Positions so far that were not stored, because they were no place.");
    state.def_property_readonly(
        "crowded", [](const State& of) { return of.snapshot.crowded; },
        "Times so far that a particle had no room for all its neighbours, and stayed where it was.");
    state.def_property_readonly("frames", &framesOf, "Where frames of reference are; a tuple of FramePose.");
    state.def(
        "__len__", [](const State& of) { return of.snapshot.positions.size(); },
        "__len__(self)\n--\n\nNumber of particles.");
    state.def(
        "copy", [](const State& of) { return of; }, docOf("copy(self)", "A snapshot of its own.").c_str());
}

template <class Item>
py::bytes bytesOf(const std::vector<Item>& items) {
    return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item)};
}

template <class Item>
void readBytes(py::handle from, std::vector<Item>& items) {
    const auto bytes = from.cast<std::string_view>();
    if (bytes.size() % sizeof(Item) != 0) refuse("Snapshot: a pickle of another version");
    items.resize(bytes.size() / sizeof(Item));
    if (!bytes.empty()) std::memcpy(static_cast<void*>(items.data()), bytes.data(), bytes.size());
}

py::tuple pickled(const State& state) {
    const Snapshot& s = state.snapshot;
    return py::make_tuple(bytesOf(s.positions), bytesOf(s.previous), s.stepCount, s.substepCount, s.previousSubstep,
                          bytesOf(s.pinned), bytesOf(s.velocities), s.lost, bytesOf(s.shapeTurns), bytesOf(s.carry),
                          bytesOf(s.frames), bytesOf(state.forced), s.crowded, bytesOf(s.sleep.anchors),
                          bytesOf(s.sleep.sleepers), s.sleep.calm, s.sleep.seenInputs);
}

// Sizes that do not fit the positions would be read beyond their end.
void checkSizes(const State& state) {
    const Snapshot& s = state.snapshot;
    const std::size_t count = s.positions.size();
    const auto fits = [&](std::size_t size) { return size == 0 || size == count; };
    if (s.previous.size() != count || !fits(s.pinned.size()) || !fits(s.velocities.size()) || !fits(s.carry.size()) ||
        !fits(state.forced.size()) || !fits(s.sleep.anchors.size()))
        refuse("Snapshot: a pickle whose arrays do not fit each other");
}

State unpickled(const py::tuple& from) {
    if (from.size() != 17) refuse("Snapshot: a pickle of another version");
    State state;
    Snapshot& s = state.snapshot;
    readBytes(from[0], s.positions);
    readBytes(from[1], s.previous);
    s.stepCount = from[2].cast<std::uint64_t>();
    s.substepCount = from[3].cast<std::uint64_t>();
    s.previousSubstep = from[4].cast<double>();
    readBytes(from[5], s.pinned);
    readBytes(from[6], s.velocities);
    s.lost = from[7].cast<std::uint64_t>();
    readBytes(from[8], s.shapeTurns);
    readBytes(from[9], s.carry);
    readBytes(from[10], s.frames);
    readBytes(from[11], state.forced);
    s.crowded = from[12].cast<std::uint64_t>();
    readBytes(from[13], s.sleep.anchors);
    readBytes(from[14], s.sleep.sleepers);
    s.sleep.calm = from[15].cast<double>();
    s.sleep.seenInputs = from[16].cast<std::uint64_t>();
    checkSizes(state);
    return state;
}

}  // namespace

State::State(const Schedule& schedule, Snapshot taken) : snapshot(std::move(taken)) {
    const std::size_t count = schedule.particles.size();
    if (schedule.firstForced == count) return;
    forced.resize(count, 0);
    for (std::size_t i = schedule.firstForced; i < count; ++i)
        forced[schedule.sceneParticle[i]] = 1;
}

std::vector<vec3> readPositions(py::handle from, const Scene& scene) {
    const bool isState = py::isinstance<State>(from);
    std::vector<vec3> positions =
        isState ? from.cast<const State&>().snapshot.positions : readPoints(from, "positions");
    if (positions.size() != scene.positions.size())
        refuse("positions has {} rows; the scene has {} particles", positions.size(), scene.positions.size());
    return positions;
}

void bindSnapshot(py::module_& module) {
    bindResult<Comparison>(module, "Comparison", "Where and by how much two states differ, bit by bit.",
                           comparisonFields());
    py::class_<State> state(module, "Snapshot",
                            "All that a solver needs in order to go on, of one backend or the other. Can be pickled.");
    bindArrays(state);
    bindNumbers(state);
    state.def(py::pickle(&pickled, &unpickled));
    module.def(
        "compare", [](const State& a, const State& b) { return take(compare(a.snapshot, b.snapshot)); }, py::arg("a"),
        py::arg("b"), docOf("compare(a, b)", "Compares two snapshots of a scene, particle by particle.").c_str());
}

}  // namespace pliant::python
