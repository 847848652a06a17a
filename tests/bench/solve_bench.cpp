// Stick solves per second: a hanging cloth, 20 substeps of one iteration per frame. Items are stick solves; `other` is
// the share of a frame that is not solving sticks, measured as a frame of the same particles without sticks.

#include <benchmark/benchmark.h>

#include <chrono>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/gpu_solver.h"
#include "scenes/scenes.h"

namespace pliant {
namespace {

using Clock = std::chrono::steady_clock;

Scene clothOf(benchmark::State& state) {
    samples::SceneOptions options;
    options.scene = "cloth";
    options.size = static_cast<std::uint32_t>(state.range(0));
    options.sleep = false;
    return samples::makeScene(options)->scene;
}

template <class Solver>
double secondsPerFrame(Solver& solver, const StepSettings& settings) {
    constexpr int kFrames = 5;
    if (!solver.step(settings)) return 0.0;
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < kFrames; ++i) {
        if (!solver.step(settings)) return 0.0;
    }
    return std::chrono::duration<double>(Clock::now() - start).count() / kFrames;
}

// `create` makes a solver of a schedule.
template <class Create>
void run(benchmark::State& state, Create&& create, Method method = Method::GaussSeidel) {
    StepSettings settings;
    settings.substeps = 20;
    settings.method = method;
    Scene scene = clothOf(state);
    auto solver = create(*compile(scene, {.jacobi = true}));
    if (!solver) return state.SkipWithError(solver.error().message.c_str());
    for (auto _ : state) {
        if (Status status = solver->step(settings); !status) return state.SkipWithError(status.error().message.c_str());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(scene.sticks.size()) * settings.substeps);
    const double whole = secondsPerFrame(*solver, settings);
    scene.sticks.clear();
    auto bare = create(*compile(scene, {.jacobi = true}));
    state.counters["other"] = secondsPerFrame(*bare, settings) / whole;
}

// Arguments: size, threads.
void CpuReference(benchmark::State& state) {
    const CpuOptions options{static_cast<int>(state.range(1)), false};
    run(state, [&](const SchedulePtr& schedule) { return CpuSolver::create(schedule, options); });
}

void CpuWide(benchmark::State& state) {
    const CpuOptions options{static_cast<int>(state.range(1)), true};
    run(state, [&](const SchedulePtr& schedule) { return CpuSolver::create(schedule, options); });
}

void CpuJacobi(benchmark::State& state) {
    const CpuOptions options{static_cast<int>(state.range(1)), true};
    run(
        state, [&](const SchedulePtr& schedule) { return CpuSolver::create(schedule, options); }, Method::Jacobi);
}

void runOnGpu(benchmark::State& state, Method method) {
    static const Result<std::shared_ptr<Gpu>> gpu = Gpu::create();
    if (!gpu) return state.SkipWithError(gpu.error().message.c_str());
    state.SetLabel((*gpu)->info().name);
    run(
        state, [&](const SchedulePtr& schedule) { return GpuSolver::create(*gpu, schedule); }, method);
}

void GpuGaussSeidel(benchmark::State& state) {
    runOnGpu(state, Method::GaussSeidel);
}

void GpuJacobi(benchmark::State& state) {
    runOnGpu(state, Method::Jacobi);
}

void sizesAndThreads(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgsProduct({{64, 256, 512, 1024}, {1, 2}})->UseRealTime()->Unit(benchmark::kMillisecond);
}

void sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->Arg(64)->Arg(256)->Arg(512)->Arg(1024)->UseRealTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(CpuReference)->Apply(sizesAndThreads);
BENCHMARK(CpuWide)->Apply(sizesAndThreads);
BENCHMARK(CpuJacobi)->Args({256, 1})->Args({256, 2})->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(GpuGaussSeidel)->Apply(sizes);
BENCHMARK(GpuJacobi)->Arg(256)->Arg(1024)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace pliant
