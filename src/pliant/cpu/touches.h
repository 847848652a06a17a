#pragma once

// What particles that touch each other need in every width: raw addresses, and functions that are compiled once. See
// wide_kernels.h.

#include "pliant/cpu/kernels.h"
#include "pliant/shared/cut.h"

namespace pliant::cpu {

struct TouchItems {
    const vec4* particles;
    const vec4* previous;
    const vec4* motions;  // these and the next as NeighbourWork has them
    const NeighbourList* counts;
    std::uint32_t* lists;
    vec4* pressed;
    const vec4* starts;
    const vec4* facings;
    const vec4* borne;
    vec4* ways;
    const std::uint32_t* aroundFirst;  // these two as Schedule has them
    const std::uint32_t* around;
    const std::uint32_t* nearIn;  // these two as NeighbourWork has them, see isConcerned()
    std::uint32_t substep;
    const std::uint32_t* involved;
    std::uint32_t involvedCount;  // 0 where nothing has neighbours
    const std::uint32_t* pushed;
    std::uint32_t pushedCount;
    float inverseUnit;  // NeighbourSpace::inverseUnit
    float rise;         // as far as those that were too near part in a substep [m]
};
TouchItems touchItems(const Buffers& buffers, const PassConstants& constants);

/// Whether cuts may look at a particle in this substep. Of most that are involved nothing that is listed comes near
/// now: what kernels leave out for them would change nothing.
inline bool isConcerned(const TouchItems& t, std::uint32_t particle) {
    return t.nearIn[particle] >= 2 * t.substep;
}

/// What cuts need to know of the ways around a particle, as pushes leave them. Along the three axes: lowest and highest
/// of what is free around it, the lowest above the highest where there is none.
struct WaysAround {
    float least[3], most[3];
    bool hasHeld;
    EdgeLengths edges;
};

/// Lists strays that have come near a particle, unless they are listed already; false: there was no room for some. How
/// many are listed now is in `listed`.
bool takeMet(const Buffers& buffers, std::uint32_t particle, std::uint32_t& listed);
/// In place of what does not come near; so the list holds for this substep alone. Gives how many come near now.
std::uint32_t listNearStrays(const Buffers& buffers, std::uint32_t particle);
/// How many others come near a particle in this substep, first in its list, by how many it is pushed, and the
/// directions from all that it touches, added up in kNormalUnits.
void noteTouches(const Buffers& buffers, std::uint32_t particle, std::uint32_t near, std::uint32_t touches,
                 const int* directions);
/// Notes a particle whose touches have been counted, if others push it.
void notePushed(const Buffers& buffers, std::uint32_t particle);
/// What a particle is pushed by in a round, in NeighbourSpace::unit.
void notePushes(const Buffers& buffers, std::uint32_t particle, std::uint32_t side, const int* units);
/// How a particle goes as pushes leave it.
vec3 wayPushed(const Buffers& buffers, std::uint32_t particle);
/// Moves a particle as pushes leave it, and notes what is around it.
void moveAmong(const Buffers& buffers, std::uint32_t particle, const WaysAround& around);
/// Looks around a particle and those of its list that come near enough to it, a bit for each.
void cutAround(const Buffers& buffers, std::uint32_t particle, std::uint64_t near);

}  // namespace pliant::cpu
