#pragma once

// What the search for neighbours needs in every width: raw addresses, and functions that are compiled once. See
// wide_kernels.h.

#include "pliant/cpu/kernels.h"

namespace pliant::cpu {

/// What all particles need to know of the lists that are made.
struct NeighbourGrid {
    vec3 drift;            // way of all in a substep [m]
    float squaredFastest;  // beyond that [m^2]
    std::uint32_t life;    // of the lists [substeps],
    float halfLife;        // and half of it
    float inverse;         // 1 / size of a cell [1/m]
    std::uint32_t mask;    // of buckets
};

struct NeighbourSearch {
    const vec4* particles;
    const vec4* rest;
    const NeighbourBody* bodies;
    const std::uint32_t* heads;
    NeighbourAnchor* anchors;
    vec4* motions;
    NeighbourList* counts;
    std::uint32_t* lists;
    std::uint32_t* state;
    const std::uint32_t* aroundFirst;
    const std::uint32_t* around;
    std::size_t count;  // of particles
    NeighbourGrid grid;
};
NeighbourSearch searchOf(const Buffers& buffers);

/// Ways along an axis are within these.
void noteWays(const NeighbourSearch& search, int axis, float most, float least);
/// Lists are made anew in this substep,
void noteStale(const NeighbourSearch& search);
/// if anything has noted that.
bool areListsStale(const NeighbourSearch& search);

/// Of those of the particles first, first + 1, ... whose bits are set: they are not where they were expected, and go on
/// from where they are. Where that is more than lists can be mended by, all are made anew.
void noteStrays(const NeighbourSearch& search, const vec4* previous, std::uint32_t first, int bits);
/// Two that come near each other, of which one has strayed, get into each other's lists; both, if the other one has
/// too, will be asked.
void listStray(const NeighbourSearch& search, std::uint32_t stray, std::uint32_t other, bool isStray);

/// A way through the cells around some particles that lie near each other.
struct NeighbourWalk {
    vec3 least, most;  // box of all that could be near [m]
    int low[3], high[3];
    int cell[3];         // where it is,
    std::uint32_t next;  // and 1 + index of the next particle there; 0: none
    bool isWide;         // some cells may have one list
    bool isOver;
};

/// Cells along an axis that a walk for several may have at most: beyond that each looks for itself.
inline constexpr int kLongestWalk = 7;
inline constexpr std::uint32_t kMostCandidates = 64;

/// Bits of those of the particles first, first + 1, ... that keep others off,
int bodiesAmong(const NeighbourSearch& search, std::uint32_t first, int bits);
/// and of those that look for neighbours.
int searchersAmong(const NeighbourSearch& search, std::uint32_t first, int bits);
/// Notes that a particle, and all that it has edges to, have to be looked at.
void markStar(const NeighbourSearch& search, std::uint32_t particle);
/// Of the others, notes what is around those that are held.
void finishHeld(const NeighbourSearch& search, std::uint32_t first, int bits);
/// Around those whose bits are set; false: they are too far from each other.
bool walkAround(const NeighbourSearch& search, std::uint32_t first, int bits, NeighbourWalk& walk);
/// The next few on the way, at most kMostCandidates; 0: that was all.
std::uint32_t nextCandidates(const NeighbourSearch& search, NeighbourWalk& walk, std::uint32_t* candidates);
/// Notes that so many were found for a particle within a horizon.
void finishList(const NeighbourSearch& search, std::uint32_t particle, std::uint32_t found, std::uint32_t horizon);

}  // namespace pliant::cpu
