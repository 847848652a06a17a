#pragma once

// A step, pass by pass: for whoever wants to look at single kernels.

#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/cpu/wide_kernels.h"
#include "pliant/schedule/step_plan.h"
#include "pliant/state/snapshot.h"

namespace pliant::test {

/// All that kernels change, but for outlines and backward Euler.
struct PassArrays {
    std::vector<vec4> particles, previous, carry, scratch, partialSums, shapeTurns, velocities;
    std::vector<float> multipliers, elementMultipliers;
    std::vector<vec4> elementMultipliers4;
    std::vector<ForceStage> stages;
    std::vector<vec4> sleepAnchors;
    std::vector<std::uint32_t> sleepStates;
    std::uint64_t lost = 0;
    cpu::NeighbourWork neighbours;

    explicit PassArrays(const Schedule& s)
        : particles(s.particles),
          previous(s.particles),
          carry(s.particles.size(), vec4(0.0f)),
          scratch(scratchCount(s), vec4(0.0f)),
          partialSums(s.partialSumCount, vec4(0.0f)),
          shapeTurns(s.shapeTurns),
          velocities(s.particles.size() - s.firstForced, vec4(0.0f)),
          multipliers(multiplierCount(s), 0.0f),
          elementMultipliers(s.elements.size(), 0.0f),
          elementMultipliers4(s.elementsOfThree, vec4(0.0f)),
          stages(velocities.size(), ForceStage{}),
          sleepAnchors(s.sleepers.size(), vec4(0.0f)),
          sleepStates(s.sleeperCount, 0),
          neighbours(s) {
        for (std::vector<vec4>* rows : {&particles, &previous, &carry})
            rows->resize(rowCount(s), vec4(0.0f));
    }
};

/// Calls run(buffers, pass, constants) for every pass of a step; buffers(arrays) is what the kernels want.
template <class Run>
void replayPasses(const Schedule& schedule, const StepPlan& plan, const std::vector<Tether>& tethers, Run&& run) {
    std::vector<ColliderRecord> colliders;
    std::vector<FrameRecord> frames;
    const cpu::WideItems items = cpu::wideItems(schedule);
    const auto buffers = [&](PassArrays& a) {
        cpu::Buffers b{};
        b.particles = a.particles.data();
        b.previous = a.previous.data();
        b.carry = a.carry.data();
        b.multipliers = a.multipliers.data();
        b.scratch = a.scratch.data();
        b.schedule = &schedule;
        b.items = &items;
        b.tethers = tethers.data();
        b.strands = schedule.strands.data();
        b.pins = plan.pins.data();
        b.colliders = colliders.data();
        b.lost = &a.lost;
        b.partialSums = a.partialSums.data();
        b.shapeTurns = a.shapeTurns.data();
        b.elementMultipliers = a.elementMultipliers.data();
        b.elementMultipliers4 = a.elementMultipliers4.data();
        b.velocities = a.velocities.data();
        b.stages = a.stages.data();
        b.frames = frames.empty() ? nullptr : frames.data();
        b.frameOf = schedule.frameOf.data();
        b.sleepAnchors = a.sleepAnchors.data();
        b.sleepStates = a.sleepStates.data();
        b.neighbours = &a.neighbours;
        return b;
    };
    replay(
        schedule, plan,
        [&](std::uint32_t substep) {
            colliders.resize(plan.colliderRecordCount());
            plan.collidersIn(substep, colliders.data());
            frames.resize(plan.frameRecordCount());
            plan.framesIn(substep, frames.data());
        },
        [&](const Pass& pass, const PassConstants& constants) { run(buffers, pass, constants); });
}

}  // namespace pliant::test
