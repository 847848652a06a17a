// Small bodies that are solved whole, on the CPU: one after the other through a step as well as pass after pass.

#include <sys/resource.h>

#include "pliant/cpu/cpu_solver.h"
#include "whole_support.h"

namespace pliant::test {
namespace {

class WholeBodiesOnCpu : public testing::TestWithParam<WholeCase> {};

TEST_P(WholeBodiesOnCpu, GiveTheBitsOfPassAfterPass) {
    const Scene scene = GetParam().scene();
    const SchedulePtr schedule = take(compile(scene));
    take(validate(*schedule));
    CpuSolver reference = take(CpuSolver::create(schedule, {.threads = 1, .wide = false}));
    std::vector<CpuSolver> others;
    for (const CpuOptions& options :
         {CpuOptions{.threads = 1, .byTile = true}, CpuOptions{.threads = 1, .byTile = false},
          CpuOptions{.threads = 2, .byTile = true}, CpuOptions{.threads = 2, .wide = false}})
        others.push_back(take(CpuSolver::create(schedule, options)));
    for (int frame = 0; frame < 13; ++frame) {
        const StepInputs inputs = GetParam().inputs(frame, scene);
        take(reference.step(wholeSettings(frame, *schedule), inputs));
        for (std::size_t i = 0; i < others.size(); ++i) {
            take(others[i].step(wholeSettings(frame, *schedule), inputs));
            EXPECT_EQ(others[i].snapshot(), reference.snapshot()) << "solver " << i << ", frame " << frame + 1;
        }
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, WholeBodiesOnCpu, testing::ValuesIn(wholeCases()),
                         [](const auto& info) { return info.param.name; });

TEST(WholeBodies, AreThoseThatFit) {
    EXPECT_EQ(wholeParticles(*take(compile(ropeScene(512)))), 512u);
    EXPECT_EQ(wholeParticles(*take(compile(ropeScene(513)))), 0u);
    EXPECT_EQ(wholeParticles(*take(compile(ropeScene(64), {.wholeParticles = 64}))), 64u);
    EXPECT_EQ(wholeParticles(*take(compile(ropeScene(64), {.wholeParticles = 63}))), 0u);
    EXPECT_EQ(wholeParticles(*take(compile(ropeScene(64), {.wholeParticles = 0}))), 0u);
    const Scene both = smallAndLargeScene();
    EXPECT_EQ(wholeParticles(*take(compile(both))), both.positions.size() - 36u * 30u - 65u) << "nor the stiff rope";
}

// However long a step is, its passes are not all kept at once: a million iterations would take 128 MB.
TEST(WholeBodies, StepsOfManyIterationsTakeNoMemory) {
    const auto mostKilobytes = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss;
    };
    for (const std::uint32_t wholeParticles : {512u, 0u}) {
        CpuSolver solver = take(CpuSolver::create(take(compile(ropeScene(2), {.wholeParticles = wholeParticles}))));
        take(solver.step());
        const long before = mostKilobytes();
        take(solver.step({.substeps = 1, .iterations = 1000000}));
        EXPECT_LT(mostKilobytes() - before, 32 * 1024) << "whole bodies of " << wholeParticles;
    }
}

// What the scenes must have for the tests above to say anything.
TEST(WholeBodies, TheScenesHaveEverything) {
    const SchedulePtr flags = take(compile(flagsScene()));
    EXPECT_EQ(flags->wholeFirst, 0u);
    EXPECT_FALSE(flags->levels.empty());
    EXPECT_FALSE(flags->air.empty());
    EXPECT_GT(flags->tethersPerParticle, 0u);
    std::vector<std::uint32_t> kinds(kBendKindCount), responses(kStickResponseCount);
    std::uint32_t betweenClusters = 0;
    for (const Pass& pass : flags->bending) {
        if (pass.kind != PassKind::SolveBends) continue;
        ++kinds[pass.response & kBendKinds];
        betweenClusters += (pass.response & kBendBetweenClusters) != 0 ? 1 : 0;
    }
    EXPECT_GT(betweenClusters, 0u);
    EXPECT_GT(kinds[kBendLine], 0u);
    EXPECT_GT(kinds[kBendQuad], 0u);
    EXPECT_GT(kinds[kBendHinge], 0u);
    const SchedulePtr ropes = take(compile(responsesScene()));
    for (const Pass& pass : ropes->gaussSeidel)
        ++responses[pass.response];
    for (std::uint32_t response = 0; response < kStickBetweenClusters; ++response)
        EXPECT_GT(responses[response], 0u) << response;
}

}  // namespace
}  // namespace pliant::test
