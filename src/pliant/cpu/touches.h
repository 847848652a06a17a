#pragma once

// What particles that touch each other need in every width: raw addresses, and functions that are compiled once. See
// wide_kernels.h.

#include <array>

#include "pliant/cpu/item_set.h"
#include "pliant/cpu/kernels.h"
#include "pliant/shared/cut.h"

namespace pliant::cpu {

/// Whether faces around a particle are looked at in every substep, see kUnevenMark; and those around all that it has
/// edges to, each of which belongs to a face.
enum class Uneven : std::uint8_t { No, Yes, AmongSuch };

struct TouchItems {
    const vec4* particles;
    const vec4* previous;
    const vec4* rest;
    const NeighbourBody* bodies;
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
    const std::uint32_t* noted;  // these four likewise
    const std::uint32_t* folded;
    const std::uint32_t* stirred;
    const Uneven* uneven;  // or none
    std::uint32_t substep;
    const std::uint32_t* order;  // items of these passes: particles
    const ItemWord* involved;    // of the items; see NeighbourWork
    const ItemWord* pushed;
    std::uint32_t round;     // of FindCuts, see shared/clash.h
    std::uint32_t response;  // of FindCuts
    float inverseUnit;       // NeighbourSpace::inverseUnit
    float rise;              // as far as those that were too near part in a substep [m]
};
TouchItems touchItems(const Buffers& buffers, const PassConstants& constants);

/// Whether a particle's ways are where kernels write them down. They do that of what something comes near in this
/// substep, or has no room for all that does; all else is not pushed, and goes from `previous` to where it is.
inline bool isNoted(const TouchItems& t, std::uint32_t particle) {
    return t.noted[particle] == t.substep;
}

/// What cuts need to know of the ways around a particle, as pushes leave them. Along the three axes: lowest and highest
/// of what is free around it, the lowest above the highest where there is none.
struct WaysAround {
    float least[3], most[3];
    bool hasHeld;
    EdgeLengths edges;
};

/// How near faces around a particle look to one direction: within 19, 45, 65 degrees.
struct FaceAngles {
    bool isCalm;  // see foldOf()
    bool areFlat, areEven, areBent;
};

/// A corner of edges and faces, and where it is along the direction that is looked along.
struct StarCorner {
    std::uint32_t particle;
    CutCorner at;
    CutHeights heights;
    float squared = 0.0f;  // of its edge to the centre, the longer of before and after
};

/// Edges around two particles, one of either in each pair, of which cuts ask whether they stay apart.
struct EdgePairs {
    static constexpr int kMost = 64;

    // Leaves the pairs as they are: there are thousands of these objects.
    EdgePairs(const StarCorner& one, const StarCorner& other) : centre(one), otherCentre(other) {}

    const StarCorner& centre;
    const StarCorner& otherCentre;
    const StarCorner* ends[kMost];
    const StarCorner* otherEnds[kMost];
    int count = 0;
};

/// What a width has for cuts, which want it of few particles: what is around one; and a bit for each of the pairs that
/// does not stay apart by a gap [m], along the line between the nearest points of its edges; of `crossing` ones alone.
struct CutFunctions {
    WaysAround (*lookAround)(const TouchItems& items, const Buffers& buffers, std::uint32_t particle);
    std::uint64_t (*findMeeting)(const EdgePairs& pairs, float gap, bool crossing);
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
/// Notes that a particle touches another one, waits or is held.
void noteStirred(const Buffers& buffers, std::uint32_t particle);
/// Notes whether others push an item whose touches have been counted.
void notePushed(const Buffers& buffers, std::uint32_t item);
/// What a particle is pushed by in a round, in NeighbourSpace::unit.
void notePushes(const Buffers& buffers, std::uint32_t particle, std::uint32_t side, const int* units);
/// How a particle goes as pushes leave it.
vec3 wayPushed(const Buffers& buffers, std::uint32_t particle);
/// Moves a particle as pushes leave it.
void moveAmong(const Buffers& buffers, std::uint32_t particle);
/// Whether it matters how faces around a particle that something comes near lie; and then
bool areCrumpled(const EdgeLengths& edges);
/// the direction that they look to, of length 1 or 0, and how near to that all of them do: see foldOf().
void noteFolds(const Buffers& buffers, std::uint32_t particle, const vec3& side, const FaceAngles& faces);

/// What all around a particle have in common.
struct Base {
    vec4 way;            ///< and the reach of its edges
    std::uint32_t held;  ///< see WayCut
};
/// That, and notes it, as the first of its `ways`, from then on.
Base noteBase(const Buffers& buffers, std::uint32_t particle, const WaysAround& around);
/// Of two sets, the first `split` of four corners and the others, where they are when it is asked along which line they
/// are nearest to each other.
struct FacePair {
    std::array<std::uint32_t, 4> particles;
    std::array<CutCorner, 4> corners;
    std::array<vec3, 4> places;
    int split;
};
/// Counts that they touch each other, or notes what that pushes their corners by, see shared/face_touch.h; false: they
/// do not.
bool touchFaces(const TouchItems& items, const Buffers& buffers, const FacePair& faces);
/// Looks around a particle and those of its list that come near enough to it, a bit for each: cuts ways, or counts what
/// touches, or pushes it.
void cutAround(const TouchItems& items, const Buffers& buffers, std::uint32_t particle, std::uint64_t near,
               const CutFunctions& functions);

}  // namespace pliant::cpu
