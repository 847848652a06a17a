// What bears particles that touch each other: see shared/support.h.

#include "pliant/shared/support.h"

#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

float thicknessOf(const Schedule& s, Index i) {
    return s.neighbourBodies[bodyOf(s, i)].thickness;
}

// Of the colliders that a particle lies on, as its frame sees them, the directions away from them.
void addColliders(const Buffers& b, const PassConstants& constants, Index i, Directions& away) {
    const ColliderRecord* colliders =
        b.colliders + (b.frames ? b.frameOf[i] : 0) * std::size_t(constants.colliderCount);
    for (Index c = 0; c < constants.colliderCount; ++c) {
        vec3 direction(0.0f);
        if (liesOnCollider<float>(colliders[c], placeOf(b, i), thicknessOf(*b.schedule, i), direction))
            away.add(direction);
    }
}

// Of those neighbours that a particle lies on and that bear it, the directions from there to it.
template <class Bears>
void addNeighbours(const Buffers& b, Index i, Bears&& bears, Directions& away) {
    const NeighbourWork& w = *b.neighbours;
    const Index* list = w.listOf(i);
    for (Index k = 0; k < w.counts[i].near; ++k) {
        const Index j = list[k];
        const vec3 apart = difference<float>(placeBefore(b, i), placeBefore(b, j));
        const NeighbourPair<float> pair = neighbourPair<float>(apart, i > j);
        if (!bears(j, pair.normal)) continue;
        const float d = meanOf<float>(thicknessOf(*b.schedule, i), thicknessOf(*b.schedule, j));
        if (liesOn<float>(pair, difference<float>(wayOf(b, i), wayOf(b, j)), d)) away.add(pair.normal);
    }
}

bool isFree(const Buffers& b, Index i) {
    return b.particles[i].w > 0.0f && isPlace<float>(placeOf(b, i));
}

}  // namespace

void findSupports(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    bool isAnyBorne = false;
    for (Index i = first; i < last; ++i) {
        Directions away;
        if (bodyOf(*b.schedule, i) != kNowhere && isFree(b, i)) {
            addColliders(b, constants, i, away);
            addNeighbours(
                b, i, [&](Index j, vec3) { return b.particles[j].w == 0.0f; }, away);
        }
        w.counts[i].support = supportOf(away.packed(), 1);
        w.borne[i] = vec4(directionOfSupport(w.counts[i].support), 0.0f);
        isAnyBorne = isAnyBorne || w.counts[i].support != 0;
    }
    if (isAnyBorne) SharedInteger(w.state[kLayerCount]).raise(1);
}

void spreadSupports(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    const Index layer = constants.rows;
    if (SharedInteger(w.state[kLayerCount]).load() < layer) return;
    const auto supportAt = [&](Index i) { return SharedInteger(w.counts[i].support); };
    bool isAnyBorne = false;
    forItemsIn(w.involved.words(), first, last, [&](Index item) {
        const Index i = b.schedule->neighbourOrder[item];
        if (w.counts[i].near == 0 || supportAt(i).load() != 0 || !isFree(b, i)) return;
        const auto bears = [&](Index j, vec3 normal) {
            const Index support = supportAt(j).load();
            return isOfLayer(support, layer) && bearsTowards<float>(directionOfSupport(support), normal);
        };
        Directions away;
        addNeighbours(b, i, bears, away);
        const Index support = supportOf(away.packed(), layer + 1);
        if (support == 0) return;
        supportAt(i).store(support);
        w.borne[i] = vec4(directionOfSupport(support), 0.0f);
        isAnyBorne = true;
    });
    if (isAnyBorne) SharedInteger(w.state[kLayerCount]).raise(layer + 1);
}

}  // namespace pliant::cpu
