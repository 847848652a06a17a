// Plates on a GPU, where pins come and go: blocks are measured anew, and written.

#include "gpu_support.h"
#include "plates_support.h"

namespace pliant::test {
namespace {

constexpr std::uint32_t kRows = 30, kColumns = 9;

StepInputs pinsIn(int frame) {
    StepInputs inputs;
    for (std::uint32_t i = kColumns; i < 2 * kColumns; ++i) {
        if (frame == 2) inputs.pins.push_back({.particle = i, .action = PinInput::Action::Release});
        if (frame == 7) inputs.pins.push_back({.particle = i, .action = PinInput::Action::Hold});
    }
    if (frame == 4) inputs.pins.push_back({.particle = 0, .action = PinInput::Action::Release});
    if (frame == 5) inputs.pins.push_back({.particle = kColumns * kRows / 2, .action = PinInput::Action::Hold});
    return inputs;
}

class PlatesParity : public GpuTest {};

TEST_F(PlatesParity, HasTheSameBitsWherePinsComeAndGo) {
    Scene scene = stripOf(kRows, kColumns, 1.0);
    for (SceneBend& bend : scene.bends)
        bend.damping = 1e-3f;
    const SchedulePtr schedule = take(compile(scene));
    ASSERT_GT(schedule->plateHinges.size(), 100u);
    GpuSolver gpu = gpuSolver(schedule), restored = gpuSolver(schedule);
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
    CpuSolver threaded = take(CpuSolver::create(schedule, {2, true}));
    for (int frame = 0; frame < 10; ++frame) {
        const StepInputs inputs = pinsIn(frame);
        if (frame == 6) take(restored.restore(take(gpu.snapshot())));
        take(gpu.step({}, inputs));
        take(reference.step({}, inputs));
        take(threaded.step({}, inputs));
        const std::uint64_t wanted = hashOf(reference.snapshot());
        ASSERT_EQ(hashOf(take(gpu.snapshot())), wanted) << "frame " << frame;
        ASSERT_EQ(hashOf(threaded.snapshot()), wanted) << "frame " << frame;
        if (frame < 6) continue;
        take(restored.step({}, inputs));
        ASSERT_EQ(hashOf(take(restored.snapshot())), wanted) << "frame " << frame;
    }
}

}  // namespace
}  // namespace pliant::test
