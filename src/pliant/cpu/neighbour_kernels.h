#pragma once

#include <algorithm>
#include <array>

#include "pliant/cpu/item_set.h"
#include "pliant/cpu/kernels.h"
#include "pliant/shared/neighbour.h"

namespace pliant::cpu {

enum class Uneven : std::uint8_t;  // see touches.h

/// What the kernels over neighbours leave for each other; see shared/neighbour.h. Pieces of a pass may run at once:
/// what they share they change by atomic operations on integers whose order does not matter, but for bases, which the
/// first that wants one writes.
struct NeighbourWork {
    explicit NeighbourWork(const Schedule& schedule);

    std::uint32_t* listOf(std::uint32_t particle) { return lists.data() + std::size_t(particle) * kMostNeighbours; }
    const std::uint32_t* listOf(std::uint32_t particle) const {
        return lists.data() + std::size_t(particle) * kMostNeighbours;
    }

    /// Also after a step that was stopped in its midst. Lists are made anew.
    void clear(std::uint64_t crowded);

    std::vector<std::uint32_t> state;   // kNeighbourWords
    std::vector<NeighbourBox> boxes;    // per node of the tree
    ItemSet involved;                   // see NeighbourList::marks
    ItemSet pushed;                     // of these those that others push
    ItemSet lookingAgain;               // those that have looked again alone, see kLookAgain
    std::vector<std::uint32_t> itemOf;  // of a particle, its place in Schedule::neighbourOrder; kNowhere: it has none
    std::vector<NeighbourList> counts;  // per particle, as all that follows
    std::vector<vec4> anchors;  // where it is expected halfway through the life of its list; how far it may be off
                                // then, below 0 if it has not looked for neighbours as one that is free
    std::vector<float> expected, atRest;  // the same places, and those at rest, of items: see numberAlongX()
    std::vector<vec4> motions;            // its way per substep then; its reach, or 0 where it touches nothing
    std::vector<std::uint32_t> lists;     // of kMostNeighbours for each
    std::vector<vec4> starts;             // where it was when the substep began; its thickness
    std::vector<vec4> pressed;            // what colliders have pushed it in this substep, all together [m]
    std::vector<vec4> facings;            // where all that it touches pushes it together, see unpackedDirection(); its
                                          // friction
    std::vector<vec4> borne;              // in which direction it is borne, see directionOfSupport()
    std::vector<WayCut> cuts;
    std::uint32_t substep = 1;  // counted from 1
    // None where nothing is thin; and the substep in which it last had faces or edges around it that touch.
    std::vector<FaceTouches> faceTouches;
    std::vector<std::uint32_t> touching;
    // Of most that are involved nothing comes near in a substep: of these nothing is written down. Of each of these
    // four the substep in which it last was so.
    std::vector<std::uint32_t> noted;    // its `starts`, `facings` and `ways` were written: see isNoted()
    std::vector<std::uint32_t> folded;   // cuts look at what is around it and no list has
    std::vector<std::uint32_t> stirred;  // it, or what it has an edge to, touches another particle, waits or is held;
                                         // of bodies with uneven edges
    std::vector<std::uint32_t> based;  // its base is known: twice that, and one more when it is written, see noteBase()
    std::vector<vec4> ways;            // in this substep, and inverseMassOfPart(): two of each, which rounds read and
                                       // write in turn; then its base and the reach of its edges, and its way
    std::vector<Uneven> uneven;        // empty: nothing is looked around in every substep
    // Of Schedule::around, where it has corners of faces: which edge of the particle ends there, counted from its
    // first.
    std::vector<std::uint32_t> edgeOfCorner;
};

/// The body that a particle is of, as the schedule numbers those that touch; kNowhere: of none.
inline std::uint32_t bodyOf(const Schedule& schedule, std::uint32_t particle) {
    return bodyOfNumber(schedule.neighbourRest[particle].w);
}

inline vec3 placeOf(const Buffers& buffers, std::uint32_t particle) {
    return vec3(buffers.particles[particle]);
}
inline vec3 placeBefore(const Buffers& buffers, std::uint32_t particle) {
    return vec3(buffers.previous[particle]);
}
/// In this substep, so far.
inline vec3 wayOf(const Buffers& buffers, std::uint32_t particle) {
    return difference<float>(placeOf(buffers, particle), placeBefore(buffers, particle));
}

/// Directions that are added up as whole numbers, in whatever order.
struct Directions {
    std::array<int, 3> sum{};

    void add(vec3 direction) {
        for (int axis = 0; axis < 3; ++axis)
            sum[axis] += wholeNumber<float>(unitsOfNormal<float>(direction[axis]));
    }
    std::uint32_t packed() const { return packedDirection(sum[0], sum[1], sum[2]); }
};

/// How many of its items a pass has to look at in this substep, from the first one on: there is nothing to do for the
/// others. All of a pass that is not over neighbours.
std::uint32_t itemsNow(const NeighbourWork& work, const Pass& pass);

}  // namespace pliant::cpu
