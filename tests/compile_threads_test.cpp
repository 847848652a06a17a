// A scene gives the same schedule on any number of threads.

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "pliant/schedule/memory.h"
#include "support.h"

namespace pliant::test {
namespace {

SchedulePtr compiledBy(int threads, const Scene& scene) {
    const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
    tbb::task_arena arena(threads);
    return arena.execute([&] { return take(compile(scene)); });
}

void expectSame(const Schedule& some, const Schedule& reference) {
    EXPECT_EQ(some.hash, reference.hash);
    EXPECT_EQ(describe(some), describe(reference));
    EXPECT_EQ(some.clusters.size(), reference.clusters.size());
    EXPECT_EQ(some.rowFirst, reference.rowFirst);
    EXPECT_EQ(some.rowEntries, reference.rowEntries);
    EXPECT_EQ(some.shares, reference.shares);
    EXPECT_EQ(some.surface.component, reference.surface.component);
    EXPECT_EQ(some.bendRate, reference.bendRate);
}

// Too large for one part of any loop; pins of one piece by twos and by rows.
TEST(CompileThreads, AnyNumberGivesTheSameSchedule) {
    Scene scene = clothScene(160);
    scene.environment.airDensity = 1.2f;
    scene.bends = bendsOfGrid(0, 160, 160, 0.01f, 0.01f, 1e-5f, 0.0f);
    Scene irregular = irregularScene(6000);
    Scene row = clothScene(140);
    take(pinPlace(row, 0, GridPlace::FirstRow));
    for (const Scene& each : {scene, irregular, row}) {
        const SchedulePtr reference = compiledBy(1, each);
        take(validate(*reference));
        for (const int threads : {2, 3, 8})
            expectSame(*compiledBy(threads, each), *reference);
    }
}

// The grid itself too.
TEST(CompileThreads, AnyNumberBuildsTheSameGrid) {
    const auto gridBy = [](int threads) {
        const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 8);
        tbb::task_arena arena(threads);
        return arena.execute([] { return clothScene(300); });
    };
    const Scene some = gridBy(8), reference = gridBy(1);
    EXPECT_EQ(some.positions, reference.positions);
    EXPECT_EQ(some.masses, reference.masses);
    ASSERT_EQ(some.sticks.size(), reference.sticks.size());
    for (std::size_t i = 0; i < some.sticks.size(); ++i) {
        const SceneStick &x = some.sticks[i], &y = reference.sticks[i];
        ASSERT_TRUE(x.a == y.a && x.b == y.b && x.restLength == y.restLength && x.kind == y.kind) << i;
    }
    EXPECT_EQ(some.bodies[0].faceCorners, reference.bodies[0].faceCorners);
}

// The error is that of the first that is wrong, whichever thread finds its own first.
TEST(CompileThreads, TheFirstErrorIsTold) {
    Scene scene = clothScene(200);
    for (const std::size_t bad : {230000u, 39000u, 101000u})
        scene.sticks[bad].restLength = -1.0f;
    for (int round = 0; round < 20; ++round)
        EXPECT_CONTAINS(messageOf(compile(scene)), "stick 39000 ");
    scene.masses[31234] = scene.masses[21234] = 0.0f;
    for (int round = 0; round < 20; ++round)
        EXPECT_CONTAINS(messageOf(compile(scene)), "particle 21234 ");
}

}  // namespace
}  // namespace pliant::test
