#include "pliant/schedule/memory.h"

#include <algorithm>

#include "pliant/schedule/arrays.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/neighbour.h"

namespace pliant {
namespace {

class List {
  public:
    void add(const char* what, std::uint64_t bytes) {
        if (bytes > 0) uses.push_back({what, bytes});
    }

    std::vector<MemoryUse> uses;
};

}  // namespace

std::vector<MemoryUse> hostMemory(const Schedule& s) {
    List list;
    forEachArray(s, [&](const char* name, const auto& array, std::uint32_t) {
        list.add(name, array.capacity() * sizeof(array[0]));
    });
    std::uint64_t passes = 0;
    for (const std::vector<Pass>* each : passLists(s))
        passes += each->capacity() * sizeof(Pass);
    list.add("passes", passes);
    return std::move(list.uses);
}

std::vector<MemoryUse> solverMemory(const Schedule& s) {
    const std::uint64_t forced = s.particles.size() - s.firstForced, points = s.outlinePoints.size();
    List list;
    list.add("positions, and those before", 2 * rowCount(s) * sizeof(vec4));
    list.add("left by rounding", rowCount(s) * sizeof(vec4));
    list.add("multipliers",
             (multiplierCount(s) + s.elements.size()) * sizeof(float) + s.elementsOfThree * sizeof(vec4));
    list.add("results between passes", (scratchCount(s) + s.partialSumCount) * sizeof(vec4));
    list.add("tethers", s.tethers.size() * sizeof(Tether));
    list.add("strands", s.strands.size() * sizeof(Strand));
    list.add("blocks of tensors", s.tensorBlocks.size() * sizeof(TensorBlock));
    list.add("which are pinned", s.particles.size());
    list.add("velocities and stages", forced * (sizeof(vec4) + sizeof(ForceStage)));
    list.add("turns of shapes", s.shapeTurns.size() * sizeof(vec4));
    list.add("outlines", s.outlines.size() * sizeof(OutlineState) +
                             points * (sizeof(vec4) + 2 * sizeof(float) + sizeof(OutlineContact) +
                                       kContactSums * sizeof(std::int32_t)) +
                             outlineTableCount(s) * sizeof(std::uint32_t));
    const std::uint64_t neighbours = s.neighbourRest.size();
    constexpr std::uint64_t kOfEach =
        sizeof(NeighbourList) + sizeof(WayCut) + 8 * sizeof(vec4) + (5 + kMostNeighbours) * sizeof(std::uint32_t);
    const bool hasUneven = std::any_of(s.neighbourRest.begin(), s.neighbourRest.end(),
                                       [](const vec4& rest) { return isUnevenWith(rest.w); });
    const std::uint64_t ofThin = hasThinContacts(s) ? sizeof(FaceTouches) + sizeof(std::uint32_t) : 0;
    list.add("contacts", wordsOfContacts(s) * sizeof(std::uint32_t) +
                             neighbours * (kOfEach + (hasUneven ? 1 : 0) + ofThin) +
                             12 * ((s.neighbourOrder.size() + 31) / 32) +
                             6 * sizeof(float) * kNeighbourGroup * s.neighbourSpace.groups +
                             s.around.size() * sizeof(std::uint32_t) + s.neighbourNodes.size() * sizeof(NeighbourBox));
    list.add("sleepers", s.sleepers.size() * sizeof(vec4) + s.sleeperCount * sizeof(std::uint32_t));
    return std::move(list.uses);
}

std::uint64_t sumOf(const std::vector<MemoryUse>& uses) {
    std::uint64_t sum = 0;
    for (const MemoryUse& use : uses)
        sum += use.bytes;
    return sum;
}

}  // namespace pliant
