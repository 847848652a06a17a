// Bodies in frames of reference on the GPU: the bits of the CPU.

#include <fmt/format.h>

#include "frames_support.h"
#include "gpu_support.h"
#include "pliant/cpu/cpu_solver.h"

namespace pliant::test {
namespace {

class FramesOnGpu : public GpuTest {
  protected:
    // Step after step, with and without the kernel over whole bodies.
    void expectTheBitsOfTheCpu(const Scene& scene, const CompileOptions& options, auto&& settingsOf) {
        const SchedulePtr schedule = take(compile(scene, options));
        CpuSolver reference = take(CpuSolver::create(schedule, {.wide = false}));
        std::vector<GpuSolver> solvers;
        for (const GpuSolverOptions& form :
             {GpuSolverOptions{.tileForm = TileForm::Workgroup}, GpuSolverOptions{.tileForm = TileForm::Invocation},
              GpuSolverOptions{.wholeBodies = false}})
            solvers.push_back(gpuSolver(schedule, form));
        for (int step = 0; step < 12; ++step) {
            const StepSettings s = settingsOf(step, *schedule);
            take(reference.step(s, everythingIn(step, scene)));
            for (GpuSolver& solver : solvers) {
                take(solver.step(s, everythingIn(step, scene)));
                expectEqual(take(solver.snapshot()), reference.snapshot(), fmt::format("step {}", step));
            }
            if (HasFailure()) return;
        }
    }
};

StepSettings byAnyMethod(int step, const Schedule& schedule) {
    StepSettings s = wholeSettings(step, schedule);
    if (step % 5 == 4) s.method = step % 2 == 0 ? Method::Jacobi : Method::Hybrid;
    return s;
}

TEST_F(FramesOnGpu, GiveTheBitsOfTheCpu) {
    expectTheBitsOfTheCpu(framesScene(), kForAllMethods, byAnyMethod);
    expectTheBitsOfTheCpu(framesScene(), {.tiles = TileUse::Always, .tileParticles = 64, .jacobi = true}, byAnyMethod);
    expectTheBitsOfTheCpu(balloonsInFramesScene(), kForAllMethods, byAnyMethod);
}

// More substeps than are kept for commands that are played again, and than go into one dispatch.
TEST_F(FramesOnGpu, LongStepsGiveTheBitsOfTheCpu) {
    const auto isLong = [](int step, const Schedule&) { return settings(step == 7 ? 290 : step % 4 == 3 ? 70 : 2); };
    expectTheBitsOfTheCpu(framesScene(), {}, isLong);
}

// Colliders are there once per frame: more than go into one dispatch over whole bodies, or are kept for commands that
// are played again.
TEST_F(FramesOnGpu, ManyFramesAmongManyColliders) {
    Scene scene = framesScene();
    scene.frames.resize(kMostFrames, {"idle", ship(3.0)});
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    for (int step = 0; step < 3; ++step) {
        StepInputs inputs = everythingIn(step, scene);
        for (std::uint32_t i = std::uint32_t(inputs.colliders.size()); i < kMostColliders; ++i) {
            inputs.colliders.push_back(inputs.colliders[i % 5]);
            inputs.colliders.back().frame = i;
        }
        take(gpu.step(settings(3), inputs));
        take(cpu.step(settings(3), inputs));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("step {}", step));
    }
}

// Each step sees its own frames, though all are recorded before any runs.
TEST_F(FramesOnGpu, StepsRecordedTogether) {
    for (const Scene& scene : {framesScene(), balloonsInFramesScene()}) {
        const SchedulePtr schedule = take(compile(scene));
        GpuSolver gpu = gpuSolver(schedule);
        CpuSolver cpu = take(CpuSolver::create(schedule));
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            for (int step = 0; step < 7; ++step)
                take(gpu.recordStep(commands, wholeSettings(step, *schedule), everythingIn(step, scene)));
            return {};
        }));
        for (int step = 0; step < 7; ++step)
            take(cpu.step(wholeSettings(step, *schedule), everythingIn(step, scene)));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), "seven steps at once");
    }
}

TEST_F(FramesOnGpu, GoFromBackendToBackendMidRun) {
    const Scene scene = framesScene();
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver reference = take(CpuSolver::create(schedule)), cpu = take(CpuSolver::create(schedule));
    GpuSolver gpu = gpuSolver(schedule);
    const auto step = [&](auto& solver, int first, int last) {
        for (int i = first; i < last; ++i)
            take(solver.step(settings(4), everythingIn(i, scene)));
    };
    step(reference, 0, 12);
    step(gpu, 0, 6);
    take(cpu.restore(take(gpu.snapshot())));
    step(cpu, 6, 9);
    take(gpu.restore(cpu.snapshot()));
    step(gpu, 9, 12);
    expectEqual(take(gpu.snapshot()), reference.snapshot(), "after two moves");
}

}  // namespace
}  // namespace pliant::test
