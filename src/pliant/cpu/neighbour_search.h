#pragma once

// What the search for neighbours needs in every width: raw addresses, and functions that are compiled once. See
// wide_kernels.h.

#include <span>
#include <vector>

#include "pliant/cpu/item_set.h"
#include "pliant/cpu/kernels.h"

namespace pliant::cpu {

struct NeighbourSearch {
    const vec4* particles;
    const vec4* previous;
    const vec4* rest;
    const std::uint32_t* joints;
    const NeighbourBody* bodies;
    const std::uint32_t* order;  // items of these passes: particles
    NeighbourBox* boxes;
    vec4* anchors;
    float* expected;      // of items, see placeOfItem()
    const float* atRest;  // likewise
    vec4* motions;
    NeighbourList* counts;
    std::uint32_t* lists;  // of kMostNeighbours for each particle
    ItemSet* involved;
    const std::uint32_t* itemOf;
    std::uint32_t* state;
    const std::uint32_t* aroundFirst;
    const std::uint32_t* around;
    std::uint32_t items;  // of these passes
    std::uint32_t particleCount;
    std::uint32_t groups;      // so many nodes are of particles
    std::uint32_t mostStrays;  // see NeighbourSpace
    float fastestStray;        // [m] per substep
    float halfLife;            // of the lists [substeps]
};
NeighbourSearch searchOf(const Buffers& buffers);

/// Where an item's place begins in an array that has those of kNeighbourGroup items together, first all that they are
/// along x, then along y, then along z.
[[gnu::always_inline]] inline std::size_t placeOfItem(std::uint32_t item) {
    return std::size_t(3) * (item - item % kNeighbourGroup) + item % kNeighbourGroup;
}
void setPlace(float* places, std::uint32_t item, const vec3& place);

/// Ways along an axis are within these.
void noteWays(const NeighbourSearch& search, int axis, float most, float least);
/// Lists are made anew in this substep,
void noteStale(const NeighbourSearch& search);
/// if anything has noted that.
bool areListsStale(const NeighbourSearch& search);

/// A particle is not where it was expected, and goes on from where it is. Where more are than lists can be mended by,
/// all lists are made anew.
void noteStray(const NeighbourSearch& search, std::uint32_t particle);
/// Makes another particle number k of a particle's list.
void listOne(const NeighbourSearch& search, std::uint32_t particle, std::uint32_t k, std::uint32_t other);
/// A stray and another one come near each other, which is told so, if it looks for neighbours and is none itself.
void meetStray(const NeighbourSearch& search, std::uint32_t stray, std::uint32_t other);

/// Calls visit(item) for those of the items [first, last) that were noted in this substep.
template <class Visit>
void forNewStrays(const std::uint32_t* state, std::uint32_t first, std::uint32_t last, Visit&& visit) {
    for (std::uint32_t k = state[kFirstStray]; k < state[kStrayCount]; ++k) {
        const std::uint32_t item = state[kStrays + k];
        if (item >= first && item < last) visit(item);
    }
}

/// Bits of those of the items first, first + 1, ... that look for neighbours.
int searchersAmong(const NeighbourSearch& search, std::uint32_t first, int bits);
/// Notes that a particle, and all that it has edges to, have to be looked at.
void markStar(const NeighbourSearch& search, std::uint32_t particle);
/// Whether two particles come near each other in this substep.
bool areNearNow(const NeighbourSearch& search, std::uint32_t i, std::uint32_t j);
/// Notes what is around those that are held.
void finishHeld(const NeighbourSearch& search, std::uint32_t first, int bits);
/// Of those of the items first, first + 1, ... whose bits are set.
NeighbourBox boxOf(const NeighbourSearch& search, std::uint32_t first, int bits);

/// kNeighbourGroup items from the first on, or as many as there are. What of them is farther than `farthest` [m] from
/// what they are near, halfway through the life of the lists, is no neighbour of it.
struct NearGroup {
    std::uint32_t first;
    float farthest;
};

/// Finds groups of items of which something could meet what is in a box. What it returns holds until it is asked again,
/// by whichever: those of a thread have it in the same place, so that nothing is allocated for long.
class GroupSearch {
  public:
    explicit GroupSearch(const NeighbourSearch& search);

    /// In the frame that a body is in.
    std::span<const NearGroup> near(const NeighbourBox& box, const NeighbourBody& body);
    /// The same, where the box is that of some of a group's items, which begin with `first`: what is near that group
    /// and those that lie next to it is looked for once.
    std::span<const NearGroup> nearOneOf(const NeighbourBox& box, const NeighbourBody& body, std::uint32_t first);

  private:
    void lookAround(std::uint32_t together, const NeighbourBody& body);

    const NeighbourSearch& s_;
    std::vector<NearGroup>& near_;
    // What is near several groups together, from `together_` on, in the frame that ends there.
    std::uint32_t together_ = kNowhere, end_ = kNowhere;
    std::vector<std::uint32_t>& around_;
    bool isCrowded_ = false;  // it is so much that not all of it is there
};

/// Notes that so many were found for a particle within a horizon.
void finishList(const NeighbourSearch& search, std::uint32_t particle, std::uint32_t found, std::uint32_t horizon);

}  // namespace pliant::cpu
