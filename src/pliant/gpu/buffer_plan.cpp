#include "pliant/gpu/buffer_plan.h"

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/gpu/gpu_solver.h"
#include "pliant/gpu/pass_chain.h"
#include "pliant/gpu/whole_bodies.h"
#include "pliant/schedule/arrays.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/sleep.h"

namespace pliant {
namespace {

constexpr std::uint32_t kNoneCounted[kCountCount] = {};

template <class T>
BufferPlan filled(const char* name, const std::vector<T>& items) {
    return {name, items.size() * sizeof(T), items.data()};
}

std::uint64_t sumOf(std::span<const BufferPlan> plans) {
    std::uint64_t sum = 0;
    for (const BufferPlan& plan : plans)
        sum += std::max(plan.sizeBytes, kLeastBufferBytes);
    return sum;
}

}  // namespace

std::uint64_t velocityBytes(const Schedule& s) {
    return (s.particles.size() - s.firstForced) * sizeof(vec4);
}

std::uint64_t contactNoteBytes(const Schedule& s) {
    return s.neighbourRest.empty() ? 0 : kStrays * sizeof(std::uint32_t);
}

std::uint64_t sleepStateBytes(const Schedule& s) {
    return s.sleeperCount == 0 ? 0 : (kSleepHead + s.sleeperCount) * sizeof(std::uint32_t);
}

std::uint64_t readBackBytes(const Schedule& schedule) {
    return (3 * schedule.particles.size() + schedule.shapes.size()) * sizeof(vec4) + velocityBytes(schedule) +
           schedule.sleepers.size() * sizeof(vec4) + sleepStateBytes(schedule) + sizeof(kNoneCounted) +
           contactNoteBytes(schedule);
}

std::array<BufferPlan, kBufferCount> planBuffers(const Schedule& s) {
    const std::uint64_t particles = s.particles.size();
    const std::uint64_t tethers = s.mostTethers * particles;
    std::array<BufferPlan, kBufferCount> plans{};
    forEachArray(s, [&](const char* name, const auto& array, std::uint32_t binding) {
        if (binding != kHostOnly) plans[binding] = filled(name, array);
    });
    plans[kPrevious] = filled("previous positions", s.particles);
    for (const std::uint32_t places : {kParticles, kPrevious}) {
        plans[places].spareBytes = (rowCount(s) - particles) * sizeof(vec4);
        plans[places].sizeBytes += plans[places].spareBytes;
    }
    plans[kCarry] = {"left by rounding", rowCount(s) * sizeof(vec4), nullptr, true};
    plans[kMultipliers] = {"multipliers", multiplierCount(s) * sizeof(float), nullptr};
    plans[kScratch] = {"results between passes", scratchCount(s) * sizeof(vec4), nullptr};
    plans[kTethers] = {"tethers", tethers * sizeof(Tether), nullptr};
    plans[kPins] = {"pins", std::min<std::uint64_t>(particles, kMostPinInputs) * sizeof(PinRecord), nullptr};
    const bool hasWhole = s.wholeFirstTile < s.tiles.size();
    const std::uint64_t frames = s.frames.empty() ? 0 : 1 + s.frames.size(), seen = 1 + s.frames.size();
    const std::uint64_t colliders = std::max<std::uint64_t>(hasWhole ? kMostWholeColliders : 0, seen * kMostColliders);
    plans[kColliders] = {"colliders", colliders * sizeof(ColliderRecord), nullptr};
    plans[kFrames] = {"frames", (hasWhole ? kMostWholeSubsteps : 1) * frames * sizeof(FrameRecord), nullptr};
    plans[kWholeSubsteps] = {"substeps of whole bodies", (hasWhole ? kMostWholeSubsteps : 0) * sizeof(WholeSubstep),
                             nullptr};
    plans[kPartialSums] = {"sums of bodies", s.partialSumCount * sizeof(vec4), nullptr};
    plans[kElementMultipliers] = {"multipliers of elements", s.elements.size() * sizeof(float), nullptr};
    plans[kElementMultipliers4] = {"multipliers of elements of three", s.elementsOfThree * sizeof(vec4), nullptr};
    plans[kVelocities] = {"velocities", velocityBytes(s), nullptr};
    plans[kStages] = {"stages of integrators", (particles - s.firstForced) * sizeof(ForceStage), nullptr};
    const std::uint64_t points = s.outlinePoints.size();
    plans[kOutlineSpace] = {"the space of outlines", points > 0 ? sizeof(OutlineSpace) : 0, &s.outlineSpace};
    plans[kOutlineStates] = {"states of outlines", s.outlines.size() * sizeof(OutlineState), nullptr};
    plans[kOutlinePlaces] = {"places of outlines", points * sizeof(vec4), nullptr};
    plans[kOutlineTable] = {"the table of outlines", outlineTableCount(s) * sizeof(std::uint32_t), nullptr, true};
    plans[kOutlineContacts] = {"contacts of outlines", points * sizeof(OutlineContact), nullptr};
    plans[kOutlineSums] = {"sums of contacts", kContactSums * points * sizeof(std::int32_t), nullptr, true};
    const std::uint64_t neighbours = s.neighbourRest.size();
    plans[kNeighbourSpace] = {"the space of contacts", neighbours > 0 ? sizeof(NeighbourSpace) : 0, &s.neighbourSpace};
    plans[kNeighbourState] = {"what contacts note", wordsOfContacts(s) * sizeof(std::uint32_t), nullptr, true};
    plans[kNeighbourBoxes] = {"boxes of contacts", s.neighbourNodes.size() * sizeof(NeighbourBox), nullptr, true};
    plans[kNeighbourCounts] = {"counts of neighbours", neighbours * sizeof(NeighbourList), nullptr, true};
    plans[kNeighbourAnchors] = {"anchors of contacts", neighbours * sizeof(vec4), nullptr, true};
    plans[kNeighbourMotions] = {"motions of contacts", neighbours * sizeof(vec4), nullptr, true};
    plans[kNeighbourLists] = {"lists of neighbours", neighbours * kMostNeighbours * sizeof(std::uint32_t), nullptr};
    plans[kNeighbourStarts] = {"starts of contacts", neighbours * sizeof(vec4), nullptr};
    plans[kNeighbourWays] = {"ways of contacts", 2 * neighbours * sizeof(vec4), nullptr};
    const std::uint64_t noted = neighbours > 0 ? (kGroupWords + s.neighbourOrder.size()) * sizeof(std::uint32_t) : 0;
    plans[kInvolved] = {"involved in contacts", noted, nullptr};
    plans[kPushed] = {"pushed in contacts", noted, nullptr};
    plans[kPressed] = {"what presses on colliders", neighbours * sizeof(vec4), nullptr};
    plans[kCuts] = {"cuts of contacts", neighbours * sizeof(WayCut), nullptr, true};
    const std::uint64_t touched = hasThinContacts(s) ? neighbours : 0;
    plans[kFaceTouches] = {"touches of faces", touched * sizeof(FaceTouches), nullptr, true};
    plans[kSleepAnchors] = {"anchors of sleepers", s.sleepers.size() * sizeof(vec4), nullptr, true};
    plans[kSleepStates] = {"states of sleepers", sleepStateBytes(s), nullptr, true};
    plans[kChain] = {"chained passes", chainLength(s) * sizeof(ChainedPass), nullptr};
    plans[kCounters] = {"counters", sizeof(kNoneCounted), kNoneCounted};
    return plans;
}

Status checkRoom(const DeviceInfo& device, std::span<const BufferPlan> plans) {
    for (const BufferPlan& plan : plans) {
        if (Status status = checkSize(device, plan.sizeBytes, plan.name); !status) return status;
    }
    const std::uint64_t sum = sumOf(plans);
    if (sum <= device.memoryBytes) return {};
    return failAs(ErrorKind::OutOfMemory, "the solver needs {} bytes, but '{}' has {} bytes of memory", sum,
                  device.name, device.memoryBytes);
}

std::vector<MemoryUse> deviceMemory(const Schedule& schedule) {
    std::vector<MemoryUse> uses;
    for (const BufferPlan& plan : planBuffers(schedule)) {
        if (plan.sizeBytes > 0) uses.push_back({plan.name, plan.sizeBytes});
    }
    return uses;
}

std::uint64_t deviceBytes(const Schedule& schedule) {
    return sumOf(planBuffers(schedule));
}

}  // namespace pliant
