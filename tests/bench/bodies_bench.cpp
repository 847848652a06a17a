// Soft bodies per millisecond: N bodies of 32 points piled up in a box, at rest upon each other, a frame of 12
// substeps. Items are bodies; "bodies/ms" is bodies times frames by time.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/gpu_solver.h"
#include "pliant/scene/soft_body.h"

namespace pliant {
namespace {

constexpr float kPitch = 0.411f, kRowPitch = 0.357f, kRadius = 0.2f;  // [m]

// Twice as wide as high, packed as closely as they go, every other row shifted.
struct Box {
    Scene scene;
    StepInputs inputs;
};

Collider wall(vec3 position, float angle) {
    Collider plane;
    plane.pose.position = position;
    plane.pose.rotation = glm::quat(std::cos(0.5f * angle), 0.0f, 0.0f, std::sin(0.5f * angle));
    return plane;
}

Box boxOf(std::int64_t count) {
    Box box;
    box.scene.planar = true;
    box.scene.levels = false;
    const auto columns = static_cast<std::int64_t>(std::ceil(std::sqrt(2.0 * double(count))));
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t row = i / columns;
        SoftBodyDescription body;
        const float x = kPitch * (float(i % columns) + (row % 2 == 0 ? 0.52f : 1.02f));
        body.outline = circleOutline({x, 0.207f + kRowPitch * float(row)}, kRadius, 32);
        body.isCrossed = true;
        body.edge = {.response = Response::Compliant, .compliance = 1e-6f, .damping = 2e-3f};
        body.cross = {.response = Response::Compliant, .compliance = 1e-5f, .damping = 2e-3f};
        body.thickness = 0.005f;
        (void)addSoftBody(box.scene, body);
    }
    const float width = kPitch * (float(columns) + 0.54f);
    constexpr float kRight = 1.5707963f;
    box.inputs.colliders = {wall(vec3(0.0f), 0.0f), wall(vec3(0.0f), -kRight), wall(vec3(width, 0.0f, 0.0f), kRight)};
    return box;
}

// The state after a third of a second, when they lie upon each other: made once for all solvers.
const Snapshot& settled(const SchedulePtr& schedule, const StepInputs& inputs, std::int64_t count) {
    static std::map<std::int64_t, Snapshot> known;
    const auto found = known.find(count);
    if (found != known.end()) return found->second;
    Result<CpuSolver> solver = CpuSolver::create(schedule, {2, true});
    for (int frame = 0; frame < 20; ++frame)
        (void)solver->step({}, inputs);
    return known.emplace(count, solver->snapshot()).first->second;
}

// `create` makes a solver of a schedule.
template <class Create>
void run(benchmark::State& state, Create&& create) {
    const Box box = boxOf(state.range(0));
    const SchedulePtr schedule = *compile(box.scene);
    auto solver = create(schedule);
    if (!solver) return state.SkipWithError(solver.error().message.c_str());
    if (Status status = solver->restore(settled(schedule, box.inputs, state.range(0))); !status)
        return state.SkipWithError(status.error().message.c_str());
    for (auto _ : state) {
        if (Status status = solver->step({}, box.inputs); !status)
            return state.SkipWithError(status.error().message.c_str());
    }
    const double bodies = double(state.iterations()) * double(state.range(0));
    state.counters["bodies/ms"] = benchmark::Counter(bodies / 1000.0, benchmark::Counter::kIsRate);
}

// Arguments: bodies, threads.
void BodiesOnCpu(benchmark::State& state) {
    const CpuOptions options{static_cast<int>(state.range(1)), true};
    run(state, [&](const SchedulePtr& schedule) { return CpuSolver::create(schedule, options); });
}

void BodiesOnGpu(benchmark::State& state) {
    static const Result<std::shared_ptr<Gpu>> gpu = Gpu::create();
    if (!gpu) return state.SkipWithError(gpu.error().message.c_str());
    state.SetLabel((*gpu)->info().name);
    run(state, [&](const SchedulePtr& schedule) { return GpuSolver::create(*gpu, schedule); });
}

BENCHMARK(BodiesOnCpu)->ArgsProduct({{10, 100, 1000, 10000}, {1, 2}})->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(BodiesOnGpu)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace pliant
