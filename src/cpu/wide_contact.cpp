// Of colliders. See wide_kernels.h for what may stand here.

#include "cpu/wide.h"
#include "cpu/wide_kernels.h"
#include "shared/contact.h"
#include "shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// Where the colliders begin that eight particles see; null if they are in several frames.
template <class Lanes>
const ColliderRecord* collidersOf(const Buffers& buffers, const PassConstants& constants, Index first, Lanes lanes) {
    if (!buffers.frames) return buffers.colliders;
    const Index frame = buffers.frameOf[first];
    for (int i = 1; i < lanes.count; ++i)
        if (buffers.frameOf[first + Index(i)] != frame) return nullptr;
    return buffers.colliders + frame * constants.colliderCount;
}

// Most particles touch nothing, and then nothing is stored. In several frames they touch one by one.
template <class Lanes>
void collideEight(const Buffers& buffers, const PassConstants& constants, Index first, Lanes lanes) {
    const ColliderRecord* colliders = collidersOf(buffers, constants, first, lanes);
    if (!colliders) return collide(buffers, 0, constants, first, first + Index(lanes.count));
    float* particles = &buffers.particles[first].x;
    const float* previous = &buffers.previous[first].x;
    const auto particle = [&](int i) { return particles + 4 * i; };
    const Columns8 x = loadColumns(lanes, particle);
    const Real8x3 p = xyz(loadColumns(lanes, [&](int i) { return previous + 4 * i; }));
    Real8x3 moved = xyz(x);
    const Mask8 none{_mm256_setzero_ps()};
    Mask8 hasMoved = none, mayTouch = !isZero(x.w) && isPlace<Real8>(moved);
    for (Index round = 0; anyOf(mayTouch) && round < kCollisionRounds; ++round) {
        Mask8 touched = none;
        for (Index c = 0; c < constants.colliderCount; ++c) {
            Real8x3 outside = moved;
            const Mask8 touches = mayTouch && pliant::collide<Real8>(colliders[c], p, outside);
            moved = pick3<Real8>(touches, outside, moved);
            touched = touched || touches;
        }
        hasMoved = hasMoved || touched;
        mayTouch = touched;
        if (constants.colliderCount == 1) break;
    }
    const int bits = bitsOf(hasMoved) & lanes.bits;
    if (bits != 0) storeColumns(bits, columnsOf(moved, x.w), particle);
}

}  // namespace

void collideWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    inEights(first, last, [&](Index i, auto lanes) { collideEight(buffers, constants, i, lanes); });
}

}  // namespace pliant::cpu
