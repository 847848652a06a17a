#pragma once

// What the search for neighbours needs in every width: raw addresses, and functions that are compiled once. See
// wide_kernels.h.

#include <array>
#include <span>
#include <vector>

#include "pliant/cpu/item_set.h"
#include "pliant/cpu/kernels.h"

namespace pliant::cpu {

struct NeighbourSearch {
    const Schedule* schedule;
    const vec4* particles;
    const vec4* previous;
    const vec4* rest;
    const std::uint32_t* joints;
    const NeighbourBody* bodies;
    const std::uint32_t* order;  // items of these passes: particles
    NeighbourBox* boxes;
    vec4* anchors;
    float* expected;      // of items, see numberAlongX()
    const float* atRest;  // likewise
    vec4* motions;
    NeighbourList* counts;
    std::uint32_t* lists;  // of kMostNeighbours for each particle
    ItemSet* involved;
    ItemSet* lookingAgain;
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

/// Which number of an array of places, of kNeighbourGroup items after kNeighbourGroup items, says where an item is
/// along x; where it is along y and z, it says kNeighbourGroup and twice as many numbers later.
[[gnu::always_inline]] inline std::size_t numberAlongX(std::uint32_t item) {
    return std::size_t(3) * (item - item % kNeighbourGroup) + item % kNeighbourGroup;
}
/// Puts an item's place into such an array.
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
/// Whether two particles may be on each other's lists, if they come near each other.
bool mayBeListed(const Schedule& schedule, std::uint32_t i, std::uint32_t j);
/// How far a particle reaches: as far as its body does, or farther if one of its edges is long.
float reachOf(const Schedule& schedule, std::uint32_t particle);
/// Of two that may come near each other for life, of which either may have the other in its list: notes that the one
/// that reaches less may.
void noteListed(const NeighbourSearch& search, std::uint32_t i, std::uint32_t j);
/// Whether another particle comes near one for life.
bool comesNearForLife(const NeighbourSearch& search, std::uint32_t particle, std::uint32_t other);
/// Whether another particle comes near one in this substep, as lists of a horizon have it.
bool comesNearNow(const NeighbourSearch& search, std::uint32_t particle, std::uint32_t other, std::uint32_t horizon);
/// Whether one may have another in its list, though either may be held.
bool mayLookAt(const NeighbourSearch& search, std::uint32_t particle, std::uint32_t other);
/// Notes what is around those that are held.
void finishHeld(const NeighbourSearch& search, std::uint32_t first, int bits);
/// Of those of the items first, first + 1, ... whose bits are set.
NeighbourBox boxOf(const NeighbourSearch& search, std::uint32_t first, int bits);

/// kNeighbourGroup items from the first on, or as many as there are. Those that are farther than `farthest` [m] from
/// something in the box, where both are expected halfway through the life of the lists, do not come near it for life.
struct NearGroup {
    std::uint32_t first;
    float farthest;
};

/// Finds groups of items of which something could meet what is in a box. What it returns holds until any search of the
/// same thread is asked: all have it in one place, so that nothing is allocated for long.
class GroupSearch {
  public:
    explicit GroupSearch(const NeighbourSearch& search);

    /// In the frame that a body is in.
    std::span<const NearGroup> near(const NeighbourBox& box, const NeighbourBody& body);
    /// The same, where the box is that of some of a group's items, which begin with `first`: what is near that group
    /// and those that lie next to it is looked for once, or, where that is much, what is near that group.
    std::span<const NearGroup> nearOneOf(const NeighbourBox& box, const NeighbourBody& body, std::uint32_t first);

  private:
    // Where more could meet those of some groups, they lie far apart, and fewer search together.
    static constexpr std::uint32_t kMostAround = 128;

    // What is near several groups together, from `begin` on, in the frame that ends there.
    struct Around {
        std::uint32_t together;
        std::uint32_t begin = kNowhere, end = kNowhere;
        std::uint32_t count = 0;  // more than there is room for: not all of it is there
        std::array<std::uint32_t, kMostAround> groups{};
    };
    void lookAround(Around& around, std::uint32_t begin, const NeighbourBody& body);

    const NeighbourSearch& s_;
    std::vector<NearGroup>& near_;
    std::array<Around, 2> arounds_{Around{8}, Around{1}};
};

/// Notes that so many were found for a particle within a horizon.
void finishList(const NeighbourSearch& search, std::uint32_t particle, std::uint32_t found, std::uint32_t horizon);

}  // namespace pliant::cpu
