// Passes that are large enough to be cut into pieces for several threads: the same bits for any number of them.

#include <tbb/task_arena.h>

#include <thread>

#include "pass_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "support.h"

namespace pliant::test {
namespace {

class ThreadsOf : public testing::TestWithParam<Method> {};

TEST_P(ThreadsOf, AnyNumberGivesTheSameBits) {
    const SchedulePtr schedule = take(compile(clothScene(120, compliant(1e-6f)), kForAllMethods));
    ASSERT_GT(schedule->gaussSeidel[0].count, 4096u) << "too small to be shared out";
    const auto hashAfter = [&](const CpuOptions& options) {
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        for (int frame = 0; frame < 5; ++frame)
            take(solver.step(settings(6, 2, GetParam())));
        return hashOf(solver.snapshot());
    };
    const std::uint64_t expected = hashAfter({1, false});
    for (const int threads : {1, 2, 3, 8}) {
        EXPECT_EQ(hashAfter({threads, true}), expected) << threads << " threads, wide";
        EXPECT_EQ(hashAfter({threads, false}), expected) << threads << " threads, plain";
    }
}

INSTANTIATE_TEST_SUITE_P(BothMethods, ThreadsOf, testing::Values(Method::GaussSeidel, Method::Jacobi),
                         [](const auto& info) { return info.param == Method::Jacobi ? "Jacobi" : "GaussSeidel"; });

// A cloth in tiles, hung by tethers to pins in two of them. By one thread: what the thread sanitizer sees of the test
// below is then what kernels do.
SchedulePtr tetheredTiles() {
    Scene scene = clothScene(40);
    SchedulePtr schedule;
    tbb::task_arena(1).execute([&] { schedule = take(compile(scene, {TileUse::Always, 64, 0})); });
    return schedule;
}

// Passes that are local to tiles, of a substep of Method::Tiles.
struct LocalPasses {
    std::vector<Pass> passes;
    std::vector<PassConstants> constants;
};

void runTiles(const cpu::Buffers& buffers, const LocalPasses& local, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t t = first; t < last; ++t) {
        const TileRecord& tile = buffers.schedule->tiles[t];
        for (std::size_t i = 0; i < local.passes.size(); ++i) {
            const bool sweeps = local.passes[i].kind == PassKind::SweepTiles;
            const std::uint32_t item = sweeps ? t : tile.firstParticle;
            cpu::runPiece(buffers, cpu::hasWideKernels(), local.passes[i], local.constants[i], item,
                          item + (sweeps ? 1 : tile.particleCount));
        }
    }
}

// Other tiles' pinned particles are read as anchors while their own tiles are solved. No thread may write them, not
// even with the bits that they have: the thread sanitizer says who does.
TEST(Threads, OfLocalPassesWriteNothingThatOthersRead) {
    const SchedulePtr schedule = tetheredTiles();
    const StepPlan plan = take(planStep(*schedule, settings(1, 1, Method::Tiles), {}, initialProgress(*schedule)));
    ASSERT_EQ(plan.constants.tetherCount, 2u) << "tethers to both corners";
    LocalPasses local;
    PassArrays alone(*schedule), shared(*schedule);
    replayPasses(*schedule, plan, schedule->tethers, [&](const auto& buffers, const Pass& pass, const auto& constants) {
        if (traitsOf(pass.kind).isLocal) {
            local.passes.push_back(pass);
            local.constants.push_back(constants);
        }
        if (pass.kind != PassKind::KeepPlaces) return;  // the last one
        const auto tiles = static_cast<std::uint32_t>(schedule->tiles.size());
        ASSERT_EQ(local.passes.size(), 4u);
        for (int round = 0; round < 10; ++round) {
            runTiles(buffers(alone), local, 0, tiles);
            std::thread lower([&] { runTiles(buffers(shared), local, 0, tiles / 2); });
            runTiles(buffers(shared), local, tiles / 2, tiles);
            lower.join();
        }
    });
    ASSERT_EQ(alone.particles, shared.particles);
}

}  // namespace
}  // namespace pliant::test
