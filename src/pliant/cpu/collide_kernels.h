#pragma once

// Of colliders: see widths.h.

#include "pliant/cpu/widths.h"
#include "pliant/shared/collide.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

// Moves those of `mayTouch` out of the colliders in a substep of h seconds, and says which had to: pliant::collide().
// Each is looked at again where another than the last has moved it.
template <class Lanes>
[[gnu::always_inline]] inline MaskOf<Lanes> leaveColliders(const ColliderRecord* colliders, Index count,
                                                           RealOf<Lanes> h, const Real3Of<Lanes>& p,
                                                           Real3Of<Lanes>& moved, Real3Of<Lanes>& wayOut,
                                                           MaskOf<Lanes> mayTouch) {
    using Real = RealOf<Lanes>;
    using Mask = MaskOf<Lanes>;
    Mask hasMoved = Lanes::none();
    Real passed(0.0f);  // so many in a row have not moved it: done when all have not
    for (Index c = 0; anyOf(mayTouch) && c < kCollisionRounds * count; ++c) {
        Real3Of<Lanes> outside = moved;
        Real3Of<Lanes> out = wayOut;
        const Mask touches = mayTouch && pliant::collide<Real>(colliders[c % count], h, p, outside, out);
        moved = pick3<Real>(touches, outside, moved);
        wayOut = pick3<Real>(touches, out, wayOut);
        hasMoved = hasMoved || touches;
        passed = pick(touches, Real(1.0f), passed + Real(1.0f));
        mayTouch = mayTouch && passed < Real(static_cast<float>(count));
    }
    return hasMoved;
}

// Most particles touch nothing, and then nothing is stored. Flattened: a quarter faster.
template <class Width>
[[gnu::flatten]] void collide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const Index count = constants.colliderCount;
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const Real h(timeToLeave(constants));
        const auto particle = rowsFrom(buffers.particles + i);
        const auto x = loadColumns(lanes, particle);
        const auto p = xyz(loadColumns(lanes, rowsFrom(buffers.previous + i)));
        auto moved = xyz(x), wayOut = moved - moved;
        auto mayTouch = !isZero(x.w) && isPlace<Real>(moved);
        auto hasMoved = Lanes::none();
        while (anyOf(mayTouch)) {  // once, or once for each frame that they are in
            auto isHere = mayTouch;
            const ColliderRecord* colliders = buffers.colliders;
            if (buffers.frames) {
                const Index frame = buffers.frameOf[i + Index(firstOf(mayTouch))];
                isHere = mayTouch && maskOf(lanes, [&](int k) { return buffers.frameOf[i + Index(k)] == frame; });
                colliders += frame * count;
            }
            hasMoved = hasMoved || leaveColliders<Lanes>(colliders, count, h, p, moved, wayOut, isHere);
            mayTouch = mayTouch && !isHere;
        }
        const int bits = bitsOf(hasMoved) & lanes.bits;
        if (bits == 0) return;
        storeColumns(bits, columnsOf(moved, x.w), particle);
        const int leave = bitsOf(!isZero3<Real>(wayOut)) & bits;
        if (leave == 0) return;
        const auto carryRow = rowsFrom(buffers.carry + i);
        const auto carry = loadColumns(lanes, carryRow);
        storeColumns(leave, columnsOf(carryWithout<Real>(wayOut, xyz(carry)), carry.w), carryRow);
    });
}

}  // namespace
}  // namespace pliant::cpu
