#include "pliant/python/device.h"
#include "pliant/python/inputs.h"
#include "pliant/python/state.h"
#include "pliant/python/stopper.h"

namespace pliant::python {
namespace {

// What both backends have in common for Python: the solver, its schedule, and who may use it now.
template <class Solver>
struct Held {
    SchedulePtr schedule;
    Solver solver;
    Turn turn{};

    Turn& turnNow() { return turn; }
};

// Solvers of one device share its turn, as they share its queue.
template <>
struct Held<GpuSolver> {
    SchedulePtr schedule;
    std::shared_ptr<Device> device;
    std::optional<GpuSolver> kept;

    Turn& turnNow() { return device->turn; }
    ~Held() {
        device->turn.takeAnyhow([this] { kept.reset(); });
    }
};

}  // namespace

template <class Solver>
inline constexpr bool kIsBound<Held<Solver>> = true;

namespace {

CpuSolver& solverOf(Held<CpuSolver>& held) {
    return held.solver;
}
GpuSolver& solverOf(Held<GpuSolver>& held) {
    return *held.kept;
}

Result<Snapshot> snapshotOf(const CpuSolver& solver) {
    if (Status status = solver.checkWhole(); !status) return status.error();
    return solver.snapshot();
}
Result<Snapshot> snapshotOf(const GpuSolver& solver) {
    return solver.snapshot();
}

template <class Solver>
void step(Held<Solver>& held, py::handle settings, py::handle inputs, py::object shouldStop) {
    const StepSettings how = readSettings(settings);
    const StepInputs with = readInputs(inputs);
    Stopper stopper(std::move(shouldStop));
    const Status status =
        held.turnNow().take([&] { return solverOf(held).step(how, with, [&stopper] { return stopper.isOver(); }); });
    stopper.finish();
    take(status);
}

template <class Solver>
State snapshot(Held<Solver>& held) {
    Result<Snapshot> taken = held.turnNow().take([&] { return snapshotOf(solverOf(held)); });
    return {*held.schedule, take(std::move(taken))};
}

template <class Solver>
void restore(Held<Solver>& held, const State& state) {
    const Snapshot copy = state.snapshot;  // other threads may write into its arrays
    take(held.turnNow().take([&] { return solverOf(held).restore(copy); }));
}

// The methods of either solver.
template <class Class, class Solver>
void bindSolver(Class& made, Held<Solver>*) {
    made.def(
        "step", &step<Solver>, py::arg("settings") = py::none(), py::arg("inputs") = py::none(),
        py::arg("should_stop") = py::none(),
        docOf("step(self, settings=None, inputs=None, should_stop=None)",
              "One step of StepSettings with StepInputs, while other threads of Python run. should_stop(), if any, "
              "is asked now and then; where it is true, or Ctrl-C is pressed, the step ends in its midst, and "
              "restore() must bring back a state. Other errors change nothing.")
            .c_str());
    made.def("snapshot", &snapshot<Solver>,
             docOf("snapshot(self)",
                   "The state after the last step, in the scene's order: the one copy there is, since solvers have an "
                   "order of their own. BadInput: the last step was stopped in its midst.")
                 .c_str());
    made.def("restore", &restore<Solver>, py::arg("snapshot"),
             docOf("restore(self, snapshot)",
                   "Goes on from a snapshot of the same scene, of either backend. Errors change nothing.")
                 .c_str());
    made.def_property_readonly(
        "schedule", [](const Held<Solver>& held) { return Compiled{held.schedule}; }, "What it replays.");
}

const Fields<CpuOptions>& cpuFields() {
    static const Fields<CpuOptions> fields{
        {"threads", &CpuOptions::threads, "at most so many work at once, 1 ... 1024"},
        {"wide", &CpuOptions::wide, "eight or sixteen items at a time where the processor can"},
        {"by_tile", &CpuOptions::byTile, "if wide: whole bodies and tiles one after another"},
    };
    return fields;
}

const Fields<GpuSolverOptions>& gpuFields() {
    static const Fields<GpuSolverOptions> fields{
        {"workgroup_size", &GpuSolverOptions::workgroupSize, "a power of two from 8 to 1024; 0: chosen for the device"},
        {"chained_items", &GpuSolverOptions::chainedItems, "passes of at most so many items are chained; None: chosen"},
        {"tile_form", &GpuSolverOptions::tileForm, "'auto', 'workgroup' or 'invocation'"},
        {"whole_bodies", &GpuSolverOptions::wholeBodies, "small bodies go through a step in one dispatch"},
    };
    return fields;
}

std::unique_ptr<Held<CpuSolver>> makeCpu(const Compiled& compiled, const py::kwargs& keywords) {
    CpuOptions options;
    readFields(keywords, "CpuSolver", cpuFields(), options);
    // Not to be moved once it has a Turn.
    return std::unique_ptr<Held<CpuSolver>>(
        new Held<CpuSolver>{compiled.schedule, take(CpuSolver::create(compiled.schedule, options))});
}

std::shared_ptr<Device> deviceOf(py::handle gpu) {
    py::detail::make_caster<Device> isMade;
    if (gpu.is_none() || !isMade.load(gpu, false))
        throw py::type_error(fmt::format("GpuSolver: gpu is of type {}; it must be Gpu", Py_TYPE(gpu.ptr())->tp_name));
    return gpu.cast<std::shared_ptr<Device>>();
}

std::unique_ptr<Held<GpuSolver>> makeGpu(py::handle gpu, const Compiled& compiled, const py::kwargs& keywords) {
    GpuSolverOptions options;
    readFields(keywords, "GpuSolver", gpuFields(), options);
    const auto device = deviceOf(gpu);
    auto held = std::unique_ptr<Held<GpuSolver>>(new Held<GpuSolver>{compiled.schedule, device, std::nullopt});
    take(device->turn.take([&]() -> Status {
        Result<GpuSolver> made = GpuSolver::create(device->gpu, compiled.schedule, options);
        if (!made) return made.error();
        held->kept.emplace(std::move(*made));
        return {};
    }));
    return held;
}

}  // namespace

void bindSolvers(py::module_& module) {
    py::class_<Held<CpuSolver>> cpu(module, "CpuSolver",
                                    "Replays a schedule on the processor. No option changes a bit of the result.");
    cpu.def(py::init(&makeCpu), py::arg("schedule"),
            docOf("__init__", "self, schedule", cpuFields(), "Starts in the scene's own state.").c_str());
    bindSolver(cpu, static_cast<Held<CpuSolver>*>(nullptr));

    py::class_<Held<GpuSolver>> gpu(module, "GpuSolver",
                                    "Replays a schedule on a Vulkan device, with the bits of CpuSolver where "
                                    "DeviceInfo.same_bits holds.");
    gpu.def(py::init(&makeGpu), py::arg("gpu"), py::arg("schedule"),
            docOf("__init__", "self, gpu, schedule", gpuFields(), "Starts in the scene's own state.").c_str());
    bindSolver(gpu, static_cast<Held<GpuSolver>*>(nullptr));
    gpu.def_property_readonly(
        "gpu", [](const Held<GpuSolver>& held) { return held.device; }, "The device that it runs on.");
}

}  // namespace pliant::python
