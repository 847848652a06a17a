#pragma once

#include <algorithm>
#include <array>

#include "pliant/cpu/kernels.h"
#include "pliant/shared/neighbour.h"

namespace pliant::cpu {

/// What the kernels over neighbours leave for each other; see shared/neighbour.h. Pieces of a pass may run at once:
/// what they share they change by atomic operations on integers whose order does not matter.
struct NeighbourWork {
    explicit NeighbourWork(const Schedule& schedule);

    std::uint32_t* listOf(std::uint32_t particle) { return lists.data() + std::size_t(particle) * kMostNeighbours; }
    const std::uint32_t* listOf(std::uint32_t particle) const {
        return lists.data() + std::size_t(particle) * kMostNeighbours;
    }

    /// Also after a step that was stopped in its midst. Lists are made anew.
    void clear(std::uint64_t crowded);

    std::vector<std::uint32_t> state;     // kNeighbourWords
    std::vector<NeighbourBox> boxes;      // per node of the tree
    std::vector<std::uint32_t> involved;  // particles, state[kInvolvedCount] of them
    std::vector<std::uint32_t> pushed;    // of these, state[kPushedCount] of them
    std::vector<NeighbourList> counts;    // per particle, as all that follows
    std::vector<vec4> anchors;  // where it is expected halfway through the life of its list; how far it may be off then
    std::vector<vec4> motions;  // its way per substep then; its thickness, or 0 where it touches nothing
    std::vector<std::uint32_t> lists;   // of kMostNeighbours for each
    std::vector<vec4> starts;           // where it was when the substep began; its thickness
    std::vector<vec4> pressed;          // what colliders have pushed it in this substep, all together [m]
    std::vector<vec4> facings;          // where all that it touches pushes it together, see unpackedDirection(); its
                                        // friction
    std::vector<vec4> borne;            // in which direction it is borne, see directionOfSupport()
    std::vector<std::uint32_t> cuts;    // 0: it goes all its way, else see shared/cut.h; 0 between substeps
    std::vector<std::uint32_t> nearIn;  // see concern()
    std::uint32_t substep = 1;          // counted from 1
    std::vector<vec4> ways;             // in this substep, and inverseMassOfPart(): two of each, which rounds read and
                                        // write in turn
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

/// Calls visit(i) for those of the particles that something may touch which are noted at [first, last).
template <class Visit>
void forInvolved(const NeighbourWork& work, std::uint32_t first, std::uint32_t last, Visit&& visit) {
    for (std::uint32_t at = first; at < std::min(last, work.state[kInvolvedCount]); ++at)
        visit(work.involved[at]);
}

}  // namespace pliant::cpu
