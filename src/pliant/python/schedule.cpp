#include "pliant/python/records.h"
#include "pliant/python/state.h"
#include "pliant/state/carry_over.h"

namespace pliant::python {

const Fields<CompileOptions>& compileFields() {
    static const Fields<CompileOptions> fields{
        {"tiles", &CompileOptions::tiles, "whether large bodies are cut into tiles: 'auto', 'always' or 'never'"},
        {"tile_particles", &CompileOptions::tileParticles, "most particles of a tile, 8 ... 4096"},
        {"whole_particles", &CompileOptions::wholeParticles,
         "most particles of a body that is solved whole, 0 ... 2048"},
        {"jacobi", &CompileOptions::jacobi, "also what the methods 'jacobi' and 'hybrid' need"},
    };
    return fields;
}

Compiled compileScene(const Scene& scene, const py::kwargs& keywords) {
    CompileOptions options;
    readFields(keywords, "compile", compileFields(), options);
    const Scene copy = scene;  // other threads may go on describing
    const auto compiled = [&] {
        const py::gil_scoped_release whileItRuns;
        return compile(copy, options);
    }();
    return {take(compiled)};
}

void bindSchedule(py::module_& module) {
    py::class_<Compiled> schedule(module, "Schedule",
                                  "A scene as the solvers want it. Made by Scene.compile(), never changed, shared by "
                                  "any number of solvers.");
    schedule.def_property_readonly(
        "hash", [](const Compiled& of) { return of.schedule->hash; }, "64 bits over all that solvers read.");
    schedule.def(
        "__len__", [](const Compiled& of) { return of.schedule->particles.size(); },
        "__len__(self)\n--\n\nNumber of particles.");
    schedule.def_property_readonly(
        "device_bytes", [](const Compiled& of) { return deviceBytes(*of.schedule); },
        "Device memory that a GpuSolver of it takes; known without a device.");
    schedule.def(
        "describe", [](const Compiled& of) { return describe(*of.schedule); },
        docOf("describe(self)", "A readable account: counts, then a line per pass.").c_str());
    schedule.def(
        "initial_snapshot", [](const Compiled& of) { return State(*of.schedule, initialSnapshot(*of.schedule)); },
        docOf("initial_snapshot(self)", "The state before the first step: at rest where the scene has it.").c_str());
    schedule.def(
        "carry_over",
        [](const Compiled& of, const State& before) {
            return State(*of.schedule, take(carryOver(before.snapshot, *of.schedule)));
        },
        py::arg("before"),
        docOf("carry_over(self, before)",
              "The state of a scene that has grown, to be restored: what the Snapshot before has goes on from where it "
              "was, and what was added to its scene since begins at rest where that puts it. Nothing sleeps.")
            .c_str());
}

}  // namespace pliant::python
