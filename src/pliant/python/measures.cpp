#include "pliant/python/inputs.h"
#include "pliant/python/state.h"

namespace pliant::python {
namespace {

const Fields<Stretch>& stretchFields() {
    static const Fields<Stretch> fields{
        {"mean", &Stretch::mean, "of (length - rest) / rest, 0 of sticks that are not longer"},
        {"p99", &Stretch::p99, "99 of 100 sticks are below it"},
        {"max", &Stretch::max, "the largest"},
        {"pressed", &Stretch::pressed, "mean of (rest - length) / rest, 0 of sticks that are not shorter"},
    };
    return fields;
}

const Fields<StepReport>& reportFields() {
    static const Fields<StepReport> fields{
        {"largest_stretch", &StepReport::largestStretch, "largest (length - rest) / rest of a structural stick"},
        {"kinetic_energy", &StepReport::kineticEnergy, "[J]"},
        {"fastest", &StepReport::fastest, "speed of the fastest free particle [m/s]"},
        {"potential_energy", &StepReport::potentialEnergy, "[J], of gravity, compliant sticks, springs and bends"},
        {"lost", &StepReport::lost, "positions so far that were not stored"},
        {"crowded", &StepReport::crowded, "times so far that a particle had no room for all its neighbours"},
        {"asleep", &StepReport::asleep, "bodies that sleep"},
        {"sleepers", &StepReport::sleepers, "of so many that can"},
        {"penetrations", &StepReport::penetrations, "free particles inside a collider"},
        {"deepest", &StepReport::deepest, "how far inside [m]"},
    };
    return fields;
}

const Fields<Untangled>& untangledFields() {
    static const Fields<Untangled> fields{
        {"before", &Untangled::before, "edges that went through faces"},
        {"after", &Untangled::after, "and those that still do"},
        {"rounds", &Untangled::rounds, "after so many"},
        {"farthest", &Untangled::farthest, "how far the particle was moved that was moved farthest [m]"},
    };
    return fields;
}

const Fields<StabilityBound>& boundFields() {
    static const Fields<StabilityBound> fields{
        {"integrator", &StabilityBound::integrator, "as set_integrator() has it"},
        {"frequency", &StabilityBound::frequency, "of the fastest mode [rad/s]"},
        {"longest_substep", &StabilityBound::longestSubstep, "[s]; 0: none is stable"},
    };
    return fields;
}

// A snapshot fits a scene if no index of one is beyond the other; of another scene with as many it is as wrong as ever.
void checkFit(const Scene& scene, const Snapshot& snapshot) {
    take(validate(scene));
    if (snapshot.positions.size() != scene.positions.size()) {
        refuse("the snapshot has {} particles; the scene has {}", snapshot.positions.size(), scene.positions.size());
    }
    if (!snapshot.frames.empty() && snapshot.frames.size() != scene.frames.size())
        refuse("the snapshot has {} frames; the scene has {}", snapshot.frames.size(), scene.frames.size());
}

StepReport report(const Scene& scene, const State& state, py::handle colliders) {
    checkFit(scene, state.snapshot);
    return reportOf(scene, state.snapshot, readColliders(colliders, "colliders"));
}

// Edges (n, 2), faces (n, 3).
py::tuple crossings(const Scene& scene, py::handle state) {
    take(validate(scene));
    const std::vector<Crossing> found = take(crossingsOf(scene, readPositions(state, scene)));
    const auto rows = py::ssize_t(found.size());
    py::array_t<std::uint32_t> edges({rows, py::ssize_t(2)}), faces({rows, py::ssize_t(3)});
    for (std::size_t i = 0; i < found.size(); ++i) {
        std::copy(found[i].edge.begin(), found[i].edge.end(), edges.mutable_data() + 2 * i);
        std::copy(found[i].face.begin(), found[i].face.end(), faces.mutable_data() + 3 * i);
    }
    return py::make_tuple(edges, faces);
}

py::tuple untangled(const Scene& scene, const State& state, py::handle rounds) {
    checkFit(scene, state.snapshot);
    std::uint32_t most = 0;
    read(rounds, "rounds", most);
    const Scene copy = scene;  // other threads may go on describing
    State moved = state;
    const auto done = [&] {
        const py::gil_scoped_release whileItRuns;
        return untangle(copy, moved.snapshot, most);
    }();
    return py::make_tuple(std::move(moved), take(done));
}

py::list stability(const Scene& scene, py::handle iterations) {
    std::uint32_t count = 1;
    read(iterations, "iterations", count);
    if (count == 0) refuse("iterations is 0; it must be at least 1");
    py::list bounds;
    for (const StabilityBound& bound : take(stabilityOf(scene, count)))
        bounds.append(py::cast(bound));
    return bounds;
}

}  // namespace

void bindMeasures(py::module_& module) {
    bindResult<Stretch>(module, "Stretch", "By how much structural sticks are longer than at rest, as shares.",
                        stretchFields());
    bindResult<StepReport>(module, "StepReport", "How a scene is doing after a step.", reportFields());
    bindResult<Untangled>(module, "Untangled", "What untangle() has done.", untangledFields());
    bindResult<StabilityBound>(module, "StabilityBound", "How long a substep the springs of an integrator allow.",
                               boundFields());
    module.def(
        "measure_stretch",
        [](const Scene& scene, py::handle state) {
            const std::vector<vec3> positions = readPositions(state, scene);
            return measureStretch(scene, positions);
        },
        py::arg("scene"), py::arg("state"),
        docOf("measure_stretch(scene, state)", "Stretch of a Snapshot, or of positions (n, 3).").c_str());
    module.def("report", &report, py::arg("scene"), py::arg("snapshot"), py::arg("colliders") = py::tuple(),
               docOf("report(scene, snapshot, colliders=())",
                     "Energies, the fastest particle, who is inside a collider: computed in double.")
                   .c_str());
    module.def("crossings", &crossings, py::arg("scene"), py::arg("state"),
               docOf("crossings(scene, state)",
                     "Edges that go through faces, of a Snapshot or of positions (n, 3), found exactly: the edges' "
                     "particles (m, 2) and the faces' (m, 3).")
                   .c_str());
    module.def("untangle", &untangled, py::arg("scene"), py::arg("snapshot"), py::arg("rounds") = 1000,
               docOf("untangle(scene, snapshot, rounds=1000)",
                     "The same Snapshot with its particles moved until no edge goes through a face any more, or for so "
                     "many rounds, and an Untangled: for a solver to go on from by restore(). Bodies that touch keep "
                     "apart what is apart; what starts crossed they would keep crossed.")
                   .c_str());
    module.def(
        "stability", &stability, py::arg("scene"), py::arg("iterations") = 1,
        docOf("stability(scene, iterations=1)", "One StabilityBound per integrator that has springs to follow; a list.")
            .c_str());
}

}  // namespace pliant::python
