// A step that is stopped in its midst: an error, and the solver waits for a state to go on from.

#include <atomic>

#include "gpu_support.h"
#include "neighbour_support.h"
#include "outline_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/grid.h"

namespace pliant::test {
namespace {

class Stop : public GpuTest {};

void expectNoState(const CpuSolver& solver) {
    EXPECT_CONTAINS(messageOf(solver.checkWhole()), "restore()");
    EXPECT_EQ(solver.snapshot(), Snapshot{});
}
void expectNoState(const GpuSolver& solver) {
    EXPECT_CONTAINS(messageOf(solver.snapshot()), "restore()");
}

// The step after the first is stopped when it has asked so often; then all goes on as if it had not been.
template <class Solver, class TakeSnapshot>
void expectStopAndGoOn(Solver solver, const StepSettings& longStep, int stopAt, const TakeSnapshot& snapshotOf) {
    take(solver.step(longStep));
    const Snapshot before = snapshotOf(solver);
    take(solver.step(longStep));
    const Snapshot expected = snapshotOf(solver);

    take(solver.restore(before));
    std::atomic<int> asked = 0;
    const Status stopped = solver.step(longStep, {}, [&] { return ++asked >= stopAt; });
    EXPECT_CONTAINS(messageOf(stopped), "stopped in its midst");
    EXPECT_EQ(stopped.error().kind, ErrorKind::Stopped);
    EXPECT_GE(asked, stopAt);
    EXPECT_CONTAINS(messageOf(solver.step(longStep)), "restore()");
    expectNoState(solver);
    take(solver.restore(before));
    std::atomic<int> askedAgain = 0;
    take(solver.step(longStep, {}, [&] { return ++askedAgain < 0; }));
    EXPECT_GT(askedAgain, stopAt);
    expectEqual(snapshotOf(solver), expected, "after a stop");
}

TEST_F(Stop, OnTheCpuBetweenPasses) {
    const SchedulePtr schedule = take(compile(clothScene(24)));
    const auto snapshotOf = [](const CpuSolver& solver) { return solver.snapshot(); };
    for (const CpuOptions& options : {CpuOptions{1, false}, CpuOptions{1, true}, CpuOptions{4, true}})
        expectStopAndGoOn(take(CpuSolver::create(schedule, options)), settings(50, 3), 20, snapshotOf);
}

// Whole bodies are run one after another through thousands of passes.
TEST_F(Stop, OnTheCpuBetweenBodies) {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 6;
    for (int i = 0; i < 40; ++i)
        take(addGrid(scene, grid));
    const SchedulePtr schedule = take(compile(scene));
    ASSERT_LT(schedule->wholeFirstTile, schedule->tiles.size());
    const auto snapshotOf = [](const CpuSolver& solver) { return solver.snapshot(); };
    for (const int threads : {1, 4})
        expectStopAndGoOn(take(CpuSolver::create(schedule, {threads, true})), settings(10, 1), 5, snapshotOf);
}

// Behind each pass in turn: what bodies that touch leave for the next pass is not there for the next step.
TEST_F(Stop, OnTheCpuWhereBodiesTouch) {
    for (const Scene& scene : {crowdedScene(), basinScene()}) {
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule, {1, true}));
        take(solver.step());
        const Snapshot before = solver.snapshot();
        take(solver.step(settings(1, 1)));
        const Snapshot expected = solver.snapshot();
        int stopAt = 0;
        for (bool isStopped = true; isStopped;) {
            take(solver.restore(before));
            int asked = 0;
            ++stopAt;
            isStopped = !solver.step(settings(1, 1), {}, [&] { return ++asked >= stopAt; });
            if (!isStopped) break;
            take(solver.restore(before));
            take(solver.step(settings(1, 1)));
            expectEqual(solver.snapshot(), expected, "after a stop");
        }
        EXPECT_GT(stopAt, 10);
    }
}

TEST_F(Stop, OnTheGpuBetweenParts) {
    const SchedulePtr schedule = take(compile(clothScene(12)));
    EXPECT_CONTAINS(messageOf(GpuSolver::create(nullptr, schedule)), "no device");
    EXPECT_CONTAINS(messageOf(GpuSolver::create(gpu_, nullptr)), "no schedule");
    const auto snapshotOf = [](const GpuSolver& solver) { return take(solver.snapshot()); };
    expectStopAndGoOn(gpuSolver(schedule), settings(4000, 1), 2, snapshotOf);
    Scene sleeping = clothScene(12);  // what follows is recorded under a condition
    sleeping.sleep = Sleep{};
    expectStopAndGoOn(gpuSolver(take(compile(sleeping)), {.wholeBodies = false}), settings(4000, 1), 1, snapshotOf);
}

}  // namespace
}  // namespace pliant::test
