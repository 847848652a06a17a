// A step on the processor calls the allocator no more once there has been one like it.

#include "allocation_support.h"
#include "pliant/cpu/cpu_solver.h"

namespace pliant::test {
namespace {

TEST(Allocation, IsCounted) {
    const int before = AllocatorCalls::count;
    ::operator delete(::operator new(8));
    ::operator delete(::operator new(64, std::align_val_t(64)), std::align_val_t(64));
    EXPECT_EQ(AllocatorCalls::count - before, 4);
}

class StepOnCpu : public testing::TestWithParam<AllocationCase> {};

TEST_P(StepOnCpu, AllocatesNothing) {
    const AllocationCase& c = GetParam();
    const SchedulePtr schedule = take(compile(c.scene, c.options));
    for (const CpuOptions& options : {CpuOptions{}, CpuOptions{.byTile = false}, CpuOptions{.wide = false}}) {
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        expectNoAllocations(c, 2, [&](const StepInputs& inputs) { return solver.step(c.settings, inputs); });
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, StepOnCpu, testing::ValuesIn(allocationCases()),
                         [](const auto& info) { return info.param.name; });

TEST(StepByBackwardEuler, AllocatesNothing) {
    Scene scene = forcesScene(1.0f);
    for (Body& body : scene.bodies)
        if (body.integrator != Integrator::Verlet) body.integrator = Integrator::BackwardEuler;
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    const AllocationCase c{"Implicit", scene, {}, allInputs};
    expectNoAllocations(c, 2, [&](const StepInputs& inputs) { return solver.step(settings(4), inputs); });
}

// Nothing is kept of a step that is refused but the sentence that says so.
TEST(StepThatIsRefused, LeavesTheNextAsItWas) {
    const Scene scene = clothScene(12);
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule)), untold = take(CpuSolver::create(schedule));
    for (int frame = 0; frame < 4; ++frame) {
        StepInputs bad = allInputs(frame, scene);
        bad.pins.push_back(bad.pins.front());
        const Snapshot before = solver.snapshot();
        EXPECT_CONTAINS(messageOf(solver.step({}, bad)), "two pins");
        bad.pins.back() = {30, PinInput::Action::Move, vec3(1.0f), 0.0f, 3};
        EXPECT_CONTAINS(messageOf(solver.step({}, bad)), "frame 3");
        EXPECT_EQ(solver.snapshot(), before);
        take(solver.step({}, allInputs(frame, scene)));
        take(untold.step({}, allInputs(frame, scene)));
        EXPECT_EQ(solver.snapshot(), untold.snapshot());
    }
}

}  // namespace
}  // namespace pliant::test
