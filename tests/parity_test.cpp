// GPU against CPU, to the bit.

#include <fmt/format.h>

#include "gpu_support.h"
#include "parity_scenes.h"
#include "pliant/cpu/cpu_solver.h"

namespace pliant::test {
namespace {

struct Case {
    std::string name;
    Scene (*scene)();
    Method method;
    std::uint32_t substeps, iterations;
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.name;
}

std::vector<Case> allCases() {
    std::vector<Case> cases;
    for (const auto& [name, scene] : parityScenes()) {
        cases.push_back({std::string(name) + "GaussSeidel", scene, Method::GaussSeidel, 6, 1});
        cases.push_back({std::string(name) + "GaussSeidelIterated", scene, Method::GaussSeidel, 2, 4});
        cases.push_back({std::string(name) + "Jacobi", scene, Method::Jacobi, 3, 3});
    }
    return cases;
}

class Parity : public GpuTest, public testing::WithParamInterface<Case> {};

TEST_P(Parity, GpuEqualsCpuOnAnyNumberOfThreads) {
    const SchedulePtr schedule = take(compile(GetParam().scene(), kForAllMethods));
    GpuSolver gpu = gpuSolver(schedule, {.wholeBodies = false});
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
    CpuSolver threaded = take(CpuSolver::create(schedule, {2, true}));
    for (int frame = 0; frame < 12; ++frame) {
        StepSettings s = settings(GetParam().substeps, GetParam().iterations, GetParam().method);
        s.dt = frame < 6 ? 1.0 / 60 : 1.0 / (40.0 + 5.0 * frame);  // and a step that changes
        s.relaxation = 0.85f;
        s.order = frame % 4 >= 2 ? Order::Second : Order::First;
        take(gpu.step(s));
        take(reference.step(s));
        take(threaded.step(s));
        const Snapshot expected = reference.snapshot();
        expectEqual(take(gpu.snapshot()), expected, fmt::format("GPU, frame {}", frame + 1));
        expectEqual(threaded.snapshot(), expected, fmt::format("threads, frame {}", frame + 1));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Parity, testing::ValuesIn(allCases()),
                         [](const auto& info) { return info.param.name; });

class Snapshots : public GpuTest {
  protected:
    void goFromBackendToBackend(const Scene& scene);
};

// A state moves from one backend to the other and back, mid-run, and nobody can tell.
TEST_F(Snapshots, GoFromBackendToBackendMidRun) {
    goFromBackendToBackend(mixedScene());
}
TEST_F(Snapshots, OfShapesGoFromBackendToBackendMidRun) {
    goFromBackendToBackend(shapesScene(false));
    goFromBackendToBackend(shapesScene(true));
}
TEST_F(Snapshots, OfBodiesThatTouchGoFromBackendToBackendMidRun) {
    goFromBackendToBackend(basinScene());
}
TEST_F(Snapshots, OfForcesGoFromBackendToBackendMidRun) {
    goFromBackendToBackend(forcesScene(1.0f));
}

TEST_F(Snapshots, OfSleepersGoFromBackendToBackendMidRun) {
    goFromBackendToBackend(sleepingScene());
}

void Snapshots::goFromBackendToBackend(const Scene& scene) {
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    CpuSolver reference = take(CpuSolver::create(schedule));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    const auto stepOf = [](int frame) {
        StepSettings s = settings(4, 2, frame % 2 == 0 ? Method::GaussSeidel : Method::Jacobi);
        s.dt = frame % 3 == 0 ? 1.0 / 60 : 1.0 / 75;
        return s;
    };
    for (int frame = 0; frame < 15; ++frame)
        take(reference.step(stepOf(frame)));
    for (int frame = 0; frame < 5; ++frame)
        take(gpu.step(stepOf(frame)));
    take(cpu.restore(take(gpu.snapshot())));
    for (int frame = 5; frame < 10; ++frame)
        take(cpu.step(stepOf(frame)));
    take(gpu.restore(cpu.snapshot()));
    for (int frame = 10; frame < 15; ++frame)
        take(gpu.step(stepOf(frame)));
    const Snapshot end = take(gpu.snapshot());
    expectEqual(end, reference.snapshot(), "after two moves");
    EXPECT_EQ(end.stepCount, 15u);
    take(gpu.restore(initialSnapshot(*schedule)));
    EXPECT_EQ(take(gpu.snapshot()), initialSnapshot(*schedule));
}

TEST_F(Snapshots, BackwardEulerIsRefused) {
    Scene scene = forcesScene(1.0f);
    scene.bodies.back().integrator = Integrator::BackwardEuler;
    const Result<GpuSolver> solver = GpuSolver::create(gpu_, take(compile(scene)));
    EXPECT_CONTAINS(messageOf(solver), "backward Euler");
    EXPECT_EQ(solver.error().kind, ErrorKind::Unsupported);
}

// Several steps in one command buffer are the same steps.
TEST_F(Snapshots, StepsRecordedTogether) {
    const SchedulePtr schedule = take(compile(irregularScene(20)));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
        for (int i = 0; i < 5; ++i)
            take(gpu.recordStep(commands, settings(3)));
        return {};
    }));
    for (int i = 0; i < 5; ++i)
        take(cpu.step(settings(3)));
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), "five steps at once");
    EXPECT_NE(gpu.positions(), nullptr);
}

// A step of so many dispatches that it is submitted in parts.
TEST_F(Snapshots, AVeryLongStep) {
    const SchedulePtr schedule = take(compile(ropeScene(5)));
    GpuSolver gpu = gpuSolver(schedule, {.wholeBodies = false});
    CpuSolver cpu = take(CpuSolver::create(schedule));
    take(gpu.step(settings(300, 20)));  // 12,300 dispatches
    take(cpu.step(settings(300, 20)));
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), "12,300 dispatches");
}

// More items than one row of workgroups takes: the kernels number them across rows.
TEST_F(Snapshots, PassesLargerThanOneRowOfWorkgroups) {
    Scene scene;
    const std::uint32_t count = 4'400'000;
    scene.positions.assign(count, vec3(0.0f));
    for (std::uint32_t i = 0; i < count; ++i)
        scene.positions[i].x = 1e-3f * float(i);
    scene.masses.assign(count, 1.0f);
    scene.pinned.assign(count, 0);
    for (std::uint32_t i = 0; i < 100; ++i)
        take(addStick(scene, i, count - 1 - i));
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    take(gpu.step(settings(1, 1, Method::Jacobi)));
    take(cpu.step(settings(1, 1, Method::Jacobi)));
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), "4.4 million particles");
}

// A hundred solvers one after another, each destroyed before the next.
TEST_F(Snapshots, SolversComeAndGo) {
    const SchedulePtr schedule = take(compile(clothScene(5)));
    const std::uint64_t expected = [&] {
        CpuSolver cpu = take(CpuSolver::create(schedule));
        take(cpu.step(settings(2)));
        return hashOf(cpu.snapshot());
    }();
    for (int i = 0; i < 12; ++i) {
        GpuSolver gpu = gpuSolver(schedule);
        take(gpu.step(settings(2)));
        ASSERT_EQ(hashOf(take(gpu.snapshot())), expected);
    }
}

}  // namespace
}  // namespace pliant::test
