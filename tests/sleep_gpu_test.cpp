// Steps of what sleeps: the CPU leaves them out, devices do where they can, and others take them, to the same bits.

#include "borrowed_support.h"
#include "neighbour_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "shapes_support.h"
#include "sleep_support.h"
#include "whole_support.h"

namespace pliant::test {
namespace {

using Condition = VulkanSpy::Condition;

// Put to rest in the midst of its motion: sheets so near each other that particles have no room for all neighbours, a
// shape, and bodies of many kinds.
Scene stoppedScene() {
    Scene scene = sleepingScene();
    for (int k = 0; k < 12; ++k)
        addSheet(scene, 8, 0.3f, vec3(0.002f * float(k), 5.0f + 0.001f * float(k), 0.0f));
    addShapeBlock(scene, {3, 3, 3}, vec3(8.0f, 3.0f, 0.0f));
    scene.sleep = Sleep{1e5f, 0.02f};  // at once
    return scene;
}

class SleepOnGpu : public Borrowed {
  protected:
    void SetUp() override {
        Borrowed::SetUp();
        scene_ = stoppedScene();
        schedule_ = take(compile(scene_));
        cpu_.emplace(take(CpuSolver::create(schedule_)));
        for (int step = 0; step < 4; ++step)
            take(cpu_->step());
        Snapshot asleep = cpu_->snapshot();
        ASSERT_EQ(countAsleep(asleep), asleep.sleep.sleepers.size());
        ASSERT_GT(asleep.crowded, 0u);
        ASSERT_EQ(asleep.shapeTurns.size(), 1u);
        for (vec4& turn : asleep.shapeTurns)
            turn = vec4(0.0f, 0.6f, 0.0f, 0.8f);  // it would go on from there
        take(cpu_->restore(asleep));
    }

    void expectSame(const Snapshot& snapshot, const std::string& where) const {
        expectEqual(snapshot, cpu_->snapshot(), where);
        EXPECT_EQ(snapshot.crowded, cpu_->snapshot().crowded) << where;
    }

    // A device that is seen through a spy, which says what its conditions are.
    GpuSolver solverUnder(Condition condition, const GpuSolverOptions& options = {}) {
        VulkanSpy::condition = condition;
        return take(GpuSolver::create(gpuLike(gpu_->traits(), VulkanSpy::getInstanceProcAddr), schedule_, options));
    }

    Scene scene_;
    SchedulePtr schedule_;
    std::optional<CpuSolver> cpu_;
};

TEST_F(SleepOnGpu, AStepLeavesAllAsItIsWhetherItIsTakenOrNot) {
    for (const Condition condition : {Condition::AsItIs, Condition::AlwaysFalse, Condition::AlwaysTrue}) {
        GpuSolver solver = solverUnder(condition);
        take(solver.restore(cpu_->snapshot()));
        for (int step = 0; step < 5; ++step) {
            const int before = VulkanSpy::calls["vkCmdDispatch"];
            take(cpu_->step());
            take(solver.step());
            expectSame(take(solver.snapshot()), fmt::format("condition {}, step {}", int(condition), step));
            if (condition != Condition::AlwaysFalse || !gpu_->context().hasConditionalRendering || step > 0) continue;
            EXPECT_EQ(VulkanSpy::calls["vkCmdDispatch"] - before, VulkanSpy::leftOut + 3) << "but for who sleeps";
            EXPECT_GT(VulkanSpy::leftOut, 50);
        }
    }
}

// Through waking, and falling asleep again.
TEST_F(SleepOnGpu, WhatWakesMovesOn) {
    GpuSolver solver = solverUnder(Condition::AsItIs);
    take(solver.restore(initialSnapshot(*schedule_)));
    CpuSolver cpu = take(CpuSolver::create(schedule_));
    std::swap(*cpu_, cpu);
    std::vector<vec3> last;
    for (int step = 0; step < 18; ++step) {
        StepInputs inputs;
        inputs.wind = vec3(float(step / 6), 0.0f, 0.0f);
        take(cpu_->step({}, inputs));
        take(solver.step({}, inputs));
        const Snapshot now = take(solver.snapshot());
        expectSame(now, fmt::format("step {}", step));
        EXPECT_EQ(now.positions == last, step % 6 > 2) << step;
        last = now.positions;
    }
}

// By one kernel for whole bodies, and in more commands than go into one command buffer.
TEST_F(SleepOnGpu, WholeBodiesAndLongStepsAreLeftOutAsWell) {
    Scene scene = ropesScene();
    scene.sleep = Sleep{1e5f, 0.02f};
    schedule_ = take(compile(scene));
    ASSERT_EQ(schedule_->wholeFirst, 0u);
    cpu_.emplace(take(CpuSolver::create(schedule_)));
    for (int step = 0; step < 4; ++step)
        take(cpu_->step());
    for (const bool whole : {true, false}) {
        const StepSettings longStep = settings(whole ? 12 : 2000);
        for (const Condition condition : {Condition::AsItIs, Condition::AlwaysFalse, Condition::AlwaysTrue}) {
            VulkanSpy::reset();
            GpuSolver solver = solverUnder(condition, {.wholeBodies = whole});
            take(solver.restore(cpu_->snapshot()));
            take(cpu_->step(longStep));
            take(solver.step(longStep));
            expectSame(take(solver.snapshot()), fmt::format("whole {}, condition {}", whole, int(condition)));
            const int begun = VulkanSpy::calls["vkCmdBeginConditionalRenderingEXT"];
            EXPECT_EQ(begun, VulkanSpy::calls["vkCmdEndConditionalRenderingEXT"]);
            EXPECT_EQ(begun > 1, gpu_->context().hasConditionalRendering && !whole);
        }
    }
}

// What falls out of this world in each step, and stays where it was, is lost in none in which it sleeps.
TEST_F(SleepOnGpu, NothingIsLost) {
    Scene scene;
    scene.environment.gravity = vec3(0.0f, -1e9f, 0.0f);
    addParticle(scene, vec3(0.0f), 1.0f);
    scene.sleep = Sleep{1.0f, 25.0f};
    schedule_ = take(compile(scene));
    cpu_.emplace(take(CpuSolver::create(schedule_)));
    StepSettings far = settings(1);
    far.dt = 10.0;
    for (const Condition condition : {Condition::AsItIs, Condition::AlwaysTrue}) {
        GpuSolver solver = solverUnder(condition);
        take(cpu_->restore(initialSnapshot(*schedule_)));
        take(solver.restore(initialSnapshot(*schedule_)));
        for (std::uint64_t step = 1; step <= 8; ++step) {
            take(cpu_->step(far));
            take(solver.step(far));
            expectSame(take(solver.snapshot()), fmt::format("condition {}, step {}", int(condition), step));
            EXPECT_EQ(cpu_->snapshot().lost, std::min<std::uint64_t>(step, 4)) << step;
        }
    }
}

TEST_F(SleepOnGpu, TraitsSayWhetherStepsAreLeftOut) {
    const auto beginsOf = [&](bool skips) {
        VulkanSpy::reset();
        GpuTraits traits = gpu_->traits();
        traits.skipsSleep = skips;
        GpuSolver solver = take(GpuSolver::create(gpuLike(traits, VulkanSpy::getInstanceProcAddr), schedule_));
        take(solver.restore(cpu_->snapshot()));
        take(solver.step());
        return VulkanSpy::calls["vkCmdBeginConditionalRenderingEXT"];
    };
    EXPECT_EQ(beginsOf(true), gpu_->context().hasConditionalRendering ? 1 : 0);
    EXPECT_EQ(beginsOf(false), 0);
}

TEST_F(SleepOnGpu, ABorrowedDeviceLeavesThemOutIfItsOwnerSaysThatItCan) {
    for (const bool can : {false, true}) {
        if (can && !gpu_->context().hasConditionalRendering) continue;
        VulkanSpy::reset();
        BorrowedDevice device = lent();
        device.hasConditionalRendering = can;
        GpuSolver solver = take(GpuSolver::create(take(Gpu::borrow(device)), schedule_));
        take(solver.restore(cpu_->snapshot()));
        upload(solver);
        for (int step = 0; step < 3; ++step) {
            take(cpu_->step());
            submit([&](VkCommandBuffer commands) { take(solver.recordStep(commands)); });
        }
        expectSame(snapshotOf(solver), can ? "with conditions" : "without");
        EXPECT_EQ(VulkanSpy::calls["vkCmdBeginConditionalRenderingEXT"], can ? 3 : 0);
    }
}

TEST_F(SleepOnGpu, AnOwnerWhoIsWrongIsTold) {
    BorrowedDevice device = lent();
    device.hasConditionalRendering = true;
    VulkanSpy::unknown = "vkCmdBeginConditionalRenderingEXT";
    EXPECT_CONTAINS(messageOf(Gpu::borrow(device)), "the device knows no conditional rendering");
}

}  // namespace
}  // namespace pliant::test
