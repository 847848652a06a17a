// Bases that clash: which particle takes whose, and what goes through what if none does.

#include "pliant/shared/clash.h"

#include "blades_support.h"

namespace pliant::test {
namespace {

TEST(Clash, OnlyWhatBasesBringTogetherClashes) {
    constexpr float kGap = 1e-3f, kApart = 0.02f;
    EXPECT_TRUE(doClash(kApart, 0.1f, 0.1f, kGap)) << "in one plane";
    EXPECT_TRUE(doClash(kApart, 0.1f, 0.15f, kGap)) << "through each other";
    EXPECT_TRUE(doClash(kApart, 0.1004f, 0.1f, kGap));
    EXPECT_FALSE(doClash(kApart, 0.1006f, 0.1f, kGap)) << "as far as half of the gap";
    EXPECT_FALSE(doClash(1e-4f, 0.1004f, 0.1f, kGap)) << "they come no nearer than they were";
    EXPECT_FALSE(doClash(-1e-4f, 0.1f, 0.15f, kGap)) << "they were through each other";
}

TEST(Clash, WhatIsHeldGoesFirstThenWhatGoesWithItThenWhatDriftsAndGoesLeast) {
    const BaseClaim held{7, kIsHeldItself, 4.0f, 4.0f}, otherHeld{9, kIsHeldItself, 0.0f, 1.0f};
    const BaseClaim with{3, kGoesWithHeld, 4.0f, 1.0f};
    const BaseClaim slow{8, kIsFree, 1.0f, 0.5f}, fast{2, kIsFree, 1.0f, 2.0f}, asSlow{5, kIsFree, 1.0f, 0.5f};
    const BaseClaim drifting{1, kIsFree, 2.0f, 0.25f};
    const std::vector<BaseClaim> inOrder{held, otherHeld, with, asSlow, slow, fast, drifting};
    for (std::size_t a = 0; a < inOrder.size(); ++a)
        for (std::size_t b = 0; b < inOrder.size(); ++b)
            EXPECT_EQ(goesBefore(inOrder[a], inOrder[b]), a < b) << a << ' ' << b;
    EXPECT_TRUE(takesBaseOf(with, held));
    EXPECT_TRUE(takesBaseOf(fast, slow));
    EXPECT_FALSE(takesBaseOf(otherHeld, held)) << "nothing stops it";
    EXPECT_FALSE(takesBaseOf(BaseClaim{4, kGoesWithHeld, 0.0f, 1.0f}, with)) << "each goes with what is nearest to it";
    EXPECT_FALSE(takesBaseOf(slow, slow));
}

TEST(Clash, TheLastRoundCountsThenWhatIsHeldThenTheLowestNumber) {
    const BaseClaim last{kAskedSource, kIsFree, 0.0f, 0.0f}, first{0, kIsFree, 0.0f, 0.0f};
    const BaseClaim held{5, kGoesWithHeld, 0.0f, 0.0f};
    const std::vector<std::uint32_t> rising{0,
                                            baseAsked(1, last),
                                            baseAsked(1, first),
                                            baseAsked(1, held),
                                            baseAsked(2, last),
                                            baseAsked(kBaseRounds + 1, last)};
    EXPECT_TRUE(std::is_sorted(rising.begin(), rising.end()));
    EXPECT_EQ(std::adjacent_find(rising.begin(), rising.end()), rising.end());
    for (const BaseClaim& claim : {last, first, held}) {
        EXPECT_EQ(sourceAsked(baseAsked(kBaseRounds + 1, claim)), claim.particle);
        EXPECT_EQ(roundAsked(baseAsked(kBaseRounds + 1, claim)), kBaseRounds + 1);
    }
    EXPECT_EQ(roundAsked(0), 0u) << "nothing is asked";
}

// The most edges through faces, of all substeps, where a sheet is thrown at blades that turn.
std::size_t mostThrough(const Blades& blades, const SchedulePtr& schedule) {
    CpuSolver solver = take(CpuSolver::create(schedule, {2, true}));
    take(solver.restore(blades.thrownDown(*schedule, 20.0f)));
    std::size_t most = 0;
    for (int k = 1; k <= 40; ++k) {
        take(solver.step(oneSubstep(), blades.turnedBy(10.0 * kDefaultSubstep * k)));
        most = std::max(most, take(crossingsOf(blades.scene, solver.snapshot().positions)).size());
    }
    return most;
}

TEST(Clash, ASheetGoesThroughBladesIfNoneTakesTheBaseOfAnother) {
    const Blades blades = sheetAboveBlades(60);
    const SchedulePtr schedule = take(compile(blades.scene));
    EXPECT_EQ(mostThrough(blades, schedule), 0u);
    EXPECT_GT(mostThrough(blades, withoutAlignedBases(*schedule)), 1u);
}

// Lists that are as old as they may be, and such that are made anew in each substep.
TEST(Clash, WhoTakesWhoseBaseDoesNotHangOnLists) {
    const Blades blades = sheetAboveBlades(60);
    const SchedulePtr schedule = take(compile(blades.scene));
    CpuSolver one = take(CpuSolver::create(schedule, {2, true})), other = take(CpuSolver::create(schedule, {1, true}));
    take(one.restore(blades.thrownDown(*schedule, 20.0f)));
    for (int k = 1; k <= 40; ++k) {
        take(other.restore(one.snapshot()));
        const StepInputs inputs = blades.turnedBy(10.0 * kDefaultSubstep * k);
        take(one.step(oneSubstep(), inputs));
        take(other.step(oneSubstep(), inputs));
        ASSERT_EQ(hashOf(one.snapshot()), hashOf(other.snapshot())) << k;
    }
}

}  // namespace
}  // namespace pliant::test
