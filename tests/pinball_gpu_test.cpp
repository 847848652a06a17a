// The game of pinball on the GPU: the same to the bit.

#include "gpu_support.h"
#include "pinball_support.h"

namespace pliant::test {
namespace {

class PinballOnGpu : public GpuTest {};

// Each game sees the states of its own backend alone.
TEST_F(PinballOnGpu, ARecordedGameIsTheSameAsOnTheCpu) {
    const Machine machine = pinballMachine();
    GpuSolver solver = gpuSolver(machine.schedule);
    EXPECT_EQ(playGolden(machine, solver), kGoldenGame);
    EXPECT_EQ(machine.game().score(), kGoldenScore);
}

// Begun on one backend, it goes on on the other.
TEST_F(PinballOnGpu, AGameGoesOnOnTheOtherBackend) {
    const Machine machine = pinballMachine();
    const std::vector<Keys> keys = goldenKeys(machine);
    samples::Session session = machine.session(keys);
    CpuSolver cpu = take(CpuSolver::create(machine.schedule, {1, true}));
    GpuSolver gpu = gpuSolver(machine.schedule);
    Snapshot state;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const bool isOnGpu = i / 90 % 2 == 1;
        if (i % 90 == 0 && i > 0) {
            if (isOnGpu) take(gpu.restore(state));
            else take(cpu.restore(state));
        }
        state = isOnGpu ? playStep(machine, session, gpu) : playStep(machine, session, cpu);
    }
    EXPECT_EQ(hashOf(state), kGoldenGame);
    EXPECT_EQ(machine.game().score(), kGoldenScore);
}

}  // namespace
}  // namespace pliant::test
