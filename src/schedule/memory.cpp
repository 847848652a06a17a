#include "schedule/memory.h"

namespace pliant {
namespace {

class List {
  public:
    template <class... T>
    void add(const char* what, const std::vector<T>&... arrays) {
        addBytes(what, (std::uint64_t(arrays.capacity() * sizeof(T)) + ...));
    }

    void addBytes(const char* what, std::uint64_t bytes) {
        if (bytes > 0) uses.push_back({what, bytes});
    }

    std::vector<MemoryUse> uses;
};

}  // namespace

std::vector<MemoryUse> hostMemory(const Schedule& s) {
    List list;
    list.add("particles", s.particles, s.inverseMasses);
    list.add("their order, and back", s.sceneParticle, s.localParticle);
    list.add("frames of particles", s.frameOf);
    list.add("sticks", s.sticks);
    list.add("their order in the scene", s.sceneStick);
    list.add("dampings and limits", s.restraints);
    list.add("rows of sticks and triangles", s.rowFirst, s.rowEntries, s.shares);
    list.add("bends", s.bends, s.bendNumbers, s.sceneBend);
    list.add("triangles", s.triangles);
    list.add("surface under tethers", s.surface.first, s.surface.neighbour, s.surface.length, s.surface.component);
    list.add("tethers", s.tethers, s.tetherGives);
    list.add("tiles", s.tiles, s.tileRuns);
    list.add("sticks of tiles", s.tileSticks);
    list.add("springs", s.springFirst, s.springEnds);
    list.add("shapes", s.shapes, s.shapeMembers, s.shapeTurns);
    list.add("chunks of bodies", s.chunks);
    list.add("enclosures", s.enclosures, s.enclosureMembers, s.enclosurePairs);
    list.add("tetrahedra", s.tetrahedra, s.sceneTet);
    list.add("outlines", s.outlines, s.outlinePoints);
    std::uint64_t passes = s.levelHops.capacity() * sizeof(std::uint32_t);
    for (const std::vector<Pass>* list : passLists(s))
        passes += list->capacity() * sizeof(Pass);
    list.addBytes("passes", passes);
    return std::move(list.uses);
}

std::vector<MemoryUse> solverMemory(const Schedule& s) {
    const std::uint64_t forced = s.particles.size() - s.firstForced, points = s.outlinePoints.size();
    List list;
    list.addBytes("positions, and those before", 2 * s.particles.size() * sizeof(vec4));
    list.addBytes("left by rounding", s.particles.size() * sizeof(vec4));
    list.addBytes("multipliers", (s.compliantCount + s.tetrahedra.size()) * sizeof(float));
    list.addBytes("results between passes", (scratchCount(s) + s.bodySumCount) * sizeof(vec4));
    list.addBytes("tethers", s.tethers.size() * sizeof(Tether));
    list.addBytes("which are pinned", s.particles.size());
    list.addBytes("velocities and stages", forced * (sizeof(vec4) + sizeof(ForceStage)));
    list.addBytes("turns of shapes", s.shapeTurns.size() * sizeof(vec4));
    list.addBytes("outlines", s.outlines.size() * sizeof(OutlineState) +
                                  points * (sizeof(vec4) + 2 * sizeof(float) + sizeof(OutlineContact) +
                                            kContactSums * sizeof(std::int32_t)) +
                                  outlineTableCount(s) * sizeof(std::uint32_t));
    return std::move(list.uses);
}

std::uint64_t sumOf(const std::vector<MemoryUse>& uses) {
    std::uint64_t sum = 0;
    for (const MemoryUse& use : uses)
        sum += use.bytes;
    return sum;
}

}  // namespace pliant
