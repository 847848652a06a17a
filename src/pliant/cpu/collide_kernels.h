#pragma once

// Of colliders: see widths.h.

#include "pliant/cpu/touches.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/collide.h"
#include "pliant/shared/neighbour.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

// Moves those of `mayTouch` out of the colliders in a substep of h seconds, and says which had to: see
// pliant::collideInPart(). Each is looked at again where another than the last has moved it.
template <Index part, class Lanes>
[[gnu::always_inline]] inline MaskOf<Lanes> leaveColliders(const ColliderRecord* colliders, Index count,
                                                           RealOf<Lanes> h, const Real3Of<Lanes>& p,
                                                           Real3Of<Lanes>& moved, Real3Of<Lanes>& wayOut,
                                                           Real3Of<Lanes>& pressed, MaskOf<Lanes> mayTouch) {
    using Real = RealOf<Lanes>;
    using Mask = MaskOf<Lanes>;
    Mask hasMoved = Lanes::none();
    Real passed(0.0f);  // so many in a row have not moved it: done when all have not
    for (Index c = 0; anyOf(mayTouch) && c < kCollisionRounds * count; ++c) {
        Real3Of<Lanes> outside = moved, out = wayOut, push = pressed;
        const Mask touches =
            mayTouch && pliant::collideInPart<Real>(part, colliders[c % count], h, p, outside, out, push);
        moved = pick3<Real>(touches, outside, moved);
        wayOut = pick3<Real>(touches, out, wayOut);
        pressed = pick3<Real>(touches, push, pressed);
        hasMoved = hasMoved || touches;
        passed = pick(touches, Real(1.0f), passed + Real(1.0f));
        mayTouch = mayTouch && passed < Real(static_cast<float>(count));
    }
    return hasMoved;
}

// The same of particles from i on, each of the colliders as its frame sees them; what has no velocity from it is
// carried. Gives a bit for each that had to move.
template <Index part, class Lanes>
[[gnu::always_inline]] inline int leaveAll(const Buffers& buffers, Index count, float step, Index i, Lanes lanes,
                                           const Real3Of<Lanes>& p, Real3Of<Lanes>& moved, Real3Of<Lanes>& pressed,
                                           MaskOf<Lanes> mayTouch) {
    using Real = RealOf<Lanes>;
    const Real h(step);
    auto wayOut = moved - moved;
    auto hasMoved = Lanes::none();
    while (anyOf(mayTouch)) {  // once, or once for each frame that they are in
        auto isHere = mayTouch;
        const ColliderRecord* colliders = buffers.colliders;
        if (buffers.frames) {
            const Index frame = buffers.frameOf[i + Index(firstOf(mayTouch))];
            isHere = mayTouch && maskOf(lanes, [&](int k) { return buffers.frameOf[i + Index(k)] == frame; });
            colliders += frame * count;
        }
        hasMoved = hasMoved || leaveColliders<part, Lanes>(colliders, count, h, p, moved, wayOut, pressed, isHere);
        mayTouch = mayTouch && !isHere;
    }
    const int bits = bitsOf(hasMoved) & lanes.bits;
    const int leave = bits == 0 ? 0 : bitsOf(!isZero3<Real>(wayOut)) & bits;
    if (leave != 0) {
        const auto carryRow = rowsFrom(buffers.carry + i);
        const auto carry = loadColumns(lanes, carryRow);
        storeColumns(leave, columnsOf(carryWithout<Real>(wayOut, xyz(carry)), carry.w), carryRow);
    }
    return bits;
}

// Particles are where they are stored. Most touch nothing, and then no place is stored; `note` has what all have been
// pushed.
template <Index part, class Width, class Note>
[[gnu::always_inline]] inline void pushOut(const Buffers& buffers, Index count, float step, Index first, Index last,
                                           Note&& note) {
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const auto particle = rowsFrom(buffers.particles + i);
        const auto x = loadColumns(lanes, particle);
        const auto p = xyz(loadColumns(lanes, rowsFrom(buffers.previous + i)));
        const Real zero(0.0f);
        auto moved = xyz(x);
        Real3Of<Lanes> pressed{zero, zero, zero};
        const auto mayTouch = x.w > zero && isPlace<Real>(moved);
        const int bits = leaveAll<part>(buffers, count, step, i, lanes, p, moved, pressed, mayTouch);
        if (bits != 0) storeColumns(bits, columnsOf(moved, x.w), particle);
        note(i, lanes, columnsOf(pressed, zero));
    });
}

// Flattened: a quarter faster.
template <class Width>
[[gnu::flatten]] void collide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    pushOut<kPushAndRub, Width>(buffers, constants.colliderCount, timeToLeave(constants), first, last,
                                [](auto&&...) {});
}

template <class Width>
[[gnu::flatten]] void pushFromColliders(const Buffers& buffers, Index, const PassConstants& constants, Index first,
                                        Index last) {
    const TouchItems t = touchItems(buffers, constants);
    pushOut<kPushAlone, Width>(
        buffers, constants.colliderCount, constants.step, first, last,
        [&](Index i, auto lanes, const auto& pressed) { storeColumns(lanes.bits, pressed, rowsFrom(t.pressed + i)); });
}

// What others push is where pushes leave it, see CountTouches; it is moved when all are.
template <class Width>
[[gnu::flatten]] void rubOnColliders(const Buffers& buffers, Index, const PassConstants& constants, Index first,
                                     Index last) {
    const TouchItems t = touchItems(buffers, constants);
    Width::forEach(first, last, [&](Index i, auto lanes) {
        using Lanes = decltype(lanes);
        using Real = RealOf<Lanes>;
        const auto isKept = [&](int k) { return isNoted(t, i + Index(k)); };
        const auto isPushed =
            maskOf(lanes, [&](int k) { return isKept(k) && t.ways[2 * (i + Index(k)) + 1].w > 0.0f; });
        auto pressed = xyz(loadColumns(lanes, rowsFrom(t.pressed + i)));
        auto mayTouch = isPushed || !isZero3<Real>(pressed);
        if ((bitsOf(mayTouch) & lanes.bits) == 0) return;
        const auto particle = rowsFrom(buffers.particles + i);
        const auto wayRow = [&](int k) { return &t.ways[2 * (i + Index(k)) + 1].x; };
        const auto x = loadColumns(lanes, particle), way = loadColumns(lanes, wayRow);
        const auto p = xyz(loadColumns(lanes, rowsFrom(buffers.previous + i)));
        auto moved = pick3<Real>(isPushed, sumOf<Real>(p, xyz(way)), xyz(x));
        mayTouch = mayTouch && x.w > Real(0.0f) && isPlace<Real>(moved);
        const int bits = leaveAll<kRubAtLast>(buffers, constants.colliderCount, constants.step, i, lanes, p, moved,
                                              pressed, mayTouch);
        if (bits == 0) return;
        const auto goesThere = [&](int k) { return isKept(k) && t.counts[i + Index(k)].listed != kNowhere; };
        const int pushed = bits & bitsOf(isPushed), going = bits & bitsOf(maskOf(lanes, goesThere));
        storeColumns(going, columnsOf(difference<Real>(moved, p), way.w), wayRow);
        storeColumns(bits & ~pushed, columnsOf(moved, x.w), particle);
    });
}

}  // namespace
}  // namespace pliant::cpu
