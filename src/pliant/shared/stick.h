// A stick keeps two particles at its rest length.
#ifndef PLIANT_SHARED_STICK_H
#define PLIANT_SHARED_STICK_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// A stick sees as C' also what the constraints before it have corrected in this substep, and what it takes away of that
// they have to do again in the next: where particles have many sticks and little is left, the stiffness of all of them
// together is not symmetric any more, and feeds on itself. So damping takes at most half of C' away: as much as there
// is without the sticks is gone within a few substeps then, which is all that substeps as long as these could tell.
PLIANT_MATHS PLIANT_REAL boundDamping(PLIANT_REAL damping, PLIANT_REAL inverseMasses, PLIANT_REAL parameter) {
    PLIANT_PRECISE PLIANT_REAL scaled = damping * inverseMasses;
    PLIANT_PRECISE PLIANT_REAL scaledMost = inverseMasses + parameter;
    PLIANT_BOOL isTooMuch = scaled > scaledMost;
    if (!anyOf(isTooMuch)) return damping;
    PLIANT_PRECISE PLIANT_REAL most = scaledMost * reciprocal(inverseMasses);
    return pick(isTooMuch, most, damping);
}

// The push of a stick that is too long by `excess`, if that is more than `push`.
PLIANT_MATHS PLIANT_REAL boundLength(PLIANT_REAL push, PLIANT_REAL excess, PLIANT_REAL inverseLength,
                                     PLIANT_REAL inverseMasses, PLIANT_REAL factor) {
    PLIANT_BOOL isTooLong = excess > PLIANT_REAL(0.0f);
    if (!anyOf(isTooLong)) return push;
    PLIANT_PRECISE PLIANT_REAL rigid = excess * inverseLength * reciprocal(inverseMasses) * factor;
    PLIANT_BOOL isMore = rigid > push;
    return pick(isTooLong, pick(isMore, rigid, push), push);
}

// Of a push that was divided by `weight`, what a stick that is pressed gives back: as if its compliance / h^2 was more
// by `yielding`, and to the bit where that is 0. q: 1/(l W), see below.
PLIANT_MATHS PLIANT_REAL yieldIfPressed(PLIANT_REAL push, PLIANT_BOOL isPressed, PLIANT_REAL yielding,
                                        PLIANT_REAL multiplier, PLIANT_REAL q, PLIANT_REAL weight) {
    if (!anyOf(isPressed)) return push;
    PLIANT_PRECISE PLIANT_REAL share = weight * reciprocal(weight + yielding);
    share = pick(yielding > PLIANT_REAL(0.0f), storable(share), PLIANT_REAL(1.0f));
    PLIANT_PRECISE PLIANT_REAL given = (push + yielding * multiplier * q) * share;
    return pick(isPressed, given, push);
}

// The push p of a stick with d = xa - xb: the ends move by
//     xa -= wa p d,    xb += wb p d        (w: inverse masses [1/kg])
//
// With length l = |d|, violation C = l - restLength and weight W:
//     rigid      p = C / (l W)                    W = wa + wb             Mueller et al. 2007, eq. 10
//     compliant  p = (C + a L) / (l W)            W = wa + wb + a         Macklin et al. 2016 (XPBD), eq. 18
//                L <- L - p l                     a = compliance / h^2, L: the stick's multiplier
//     damped     p = (C + a L + g C') / (l W)     W = (1 + g)(wa + wb) + a               XPBD, eq. 26
//                g = time of damping / h          C': change of l since the substep's start, d . (d - d0) / l
//                but no more than 1 + a / (wa + wb), of which it takes half of C' away, see boundDamping()
//     Hooke      p = k h^2 C / l                  the force k C acting for one substep
// The push is multiplied by `factor`, 1 for Gauss-Seidel, before the multiplier takes note of it.
// One reciprocal square root gives both quotients: q = 1/(l W) and l = l^2 q W.
//
// A damped one that is longer than `longest` gets the push that makes it just so long, as a rigid one, where that is
// greater:
//     bounded    p = (l - longest) / (l (wa + wb))
// Its multiplier notes the elastic part alone: what the bound adds is no force that compliance knows.
//
// One that is pressed, C < 0, gives way by a compliance besides, b = that / h^2. Sticks along rows and both diagonals
// are more than what particles can follow: sheets of them lock, and stretch where they should crumple, unless those
// give way that are pressed.
//     damped     p = (C + (a + b) L + g C') / (l (W + b))
//     rigid      p = C / (l W) times `parameter`, as compressionNow() has it
//
// A stick shorter than 0.1 micrometre has no direction, one between pinned ends nowhere to go, a slack one-sided one
// nothing to say: p = 0. One with an end that is lost, not in this world any more, leaves the other alone: d = 0.
PLIANT_MATHS PLIANT_REAL stickPush(uint response, PLIANT_INOUT(PLIANT_REAL3) d, PLIANT_REAL3 dBefore,
                                   PLIANT_REAL inverseMasses, PLIANT_REAL restLength, PLIANT_REAL longest,
                                   PLIANT_REAL yielding, PLIANT_REAL parameter, PLIANT_REAL damping, PLIANT_REAL factor,
                                   PLIANT_INOUT(PLIANT_REAL) multiplier) {
    bool damped = response < kStickCompliant;
    bool compliant = response < kStickRigid;
    bool hooke = response >= kStickHooke;
    bool oneSided = (response & kStickOneSided) != 0u;

    PLIANT_PRECISE PLIANT_REAL weight = inverseMasses;
    PLIANT_REAL bounded = damping;
    if (damped) bounded = boundDamping(damping, inverseMasses, parameter);
    if (damped) weight = weight + weight * bounded;
    if (compliant) weight = weight + parameter;
    if (hooke) weight = PLIANT_REAL(1.0f);

    PLIANT_REAL squared = squaredLength(d);
    d = keepIfGood(squared, d);
    PLIANT_PRECISE PLIANT_REAL scaled = squared * weight * weight;
    PLIANT_PRECISE PLIANT_REAL q = reciprocalSqrt(scaled);
    PLIANT_PRECISE PLIANT_REAL stickLength = squared * q * weight;
    PLIANT_PRECISE PLIANT_REAL violation = stickLength - restLength;

    PLIANT_PRECISE PLIANT_REAL push = violation * q;
    if (compliant) push = (violation + parameter * multiplier) * q;
    if (damped) {
        PLIANT_REAL3 change = difference(d, dBefore);
        PLIANT_PRECISE PLIANT_REAL growth = (d.x * change.x + d.y * change.y + d.z * change.z) * (q * weight);
        push = (violation + parameter * multiplier + bounded * growth) * q;
    }
    if (hooke) push = violation * q * parameter;

    PLIANT_BOOL isPressed = violation < PLIANT_REAL(0.0f);
    if (damped) push = yieldIfPressed(push, isPressed, yielding, multiplier, q, weight);
    if (response == kStickRigid) {
        PLIANT_PRECISE PLIANT_REAL given = push * parameter;
        push = pick(isPressed, given, push);
    }
    push = keepIf(squared > PLIANT_REAL(1e-14f), push);
    push = keepIf(scaled < PLIANT_REAL(1e37f), push);
    if (!hooke) push = keepIf(inverseMasses > PLIANT_REAL(0.0f), push);
    if (oneSided) push = keepIf(violation > PLIANT_REAL(0.0f), push);
    push = push * factor;
    if (compliant || hooke) push = storable(push);  // a rigid one's cannot be denormal

    if (compliant) {
        PLIANT_PRECISE PLIANT_REAL accumulated = multiplier - push * stickLength;
        multiplier = storable(accumulated);
    }
    if (damped) {
        PLIANT_PRECISE PLIANT_REAL excess = stickLength - longest;
        excess = keepIf(squared > PLIANT_REAL(1e-14f), excess);
        excess = keepIf(scaled < PLIANT_REAL(1e37f), excess);
        excess = keepIf(inverseMasses > PLIANT_REAL(0.0f), excess);
        PLIANT_PRECISE PLIANT_REAL inverseLength = q * weight;
        push = boundLength(push, excess, inverseLength, inverseMasses, factor);
    }
    return push;
}

// Whether the multipliers of sticks count as 0: in a substep's first iteration, but for tensions that clusters give.
PLIANT_PLAIN bool startWithoutTension(uint flags) {
    return (flags & (kFirstIteration | kCarriesTensions)) == kFirstIteration;
}

// Parts of TileStick::ends. A share is a byte, of sixteen steps to each power of two: 255 is 1, 0 is 1.6e-5.
PLIANT_INLINE float shareIn(uint ends) {
    return floatOfBits(((ends >> 24) << 19) + kBitsOfLeastShare);
}
PLIANT_INLINE uint firstEnd(uint ends) {
    return ends & 0xfffu;
}
PLIANT_INLINE uint secondEnd(uint ends) {
    return (ends >> 12) & 0xfffu;
}

// Which way a stick that points along d pushes its ends, where sticks are not to damp rotation: the way it pointed when
// the substep began, d0, and as far along d as d itself,
//     d0 (d . d) / (d . d0)         the direction of SHAKE, Ryckaert, Ciccotti and Berendsen 1977
// Along d, which is where turning and falling have brought it since, its pull has a part against the turn, and takes
// omega^2 h of it per second. Between places from which both ends have started, the sum of x cross the displacement
// keeps its value whatever the pushes are: that is the angular momentum. A stick that has turned by more than 60
// degrees, or has no direction, pushes along d.
PLIANT_MATHS PLIANT_REAL3 pushedAlong(PassConstants constants, PLIANT_REAL3 d, PLIANT_REAL3 dBefore) {
    if ((constants.flags & kSecondOrder) == 0u) return d;
    PLIANT_PRECISE PLIANT_REAL stretch = squaredLength(d) * reciprocal(dotOf(d, dBefore));
    PLIANT_PRECISE PLIANT_REAL3 turned = dBefore * stretch;
    return pick3(hasTurnedLittle(d, dBefore), storable3(turned), d);
}

// 1/h^2 of the substep that shares of compression are of, 1/720 s [1/s^2].
const float kCompressionRate = 518400.0f;

// What a rigid stick that is pressed gives back of its push in a substep of length h, as `compression` says for one of
// h0: as much as a spring that is solved implicitly,
//     1/(1 + (1/compression - 1) (h0/h)^2),
// so that the length of substeps does not say how far cloth is pressed. Where h is h0 it is `compression`, and of 1 it
// is 1, to the bit.
PLIANT_MATHS PLIANT_REAL compressionNow(PLIANT_REAL compression, PassConstants constants) {
    if (constants.inverseSquaredStep == kCompressionRate) return compression;
    PLIANT_REAL rate = PLIANT_REAL(kCompressionRate), rateNow = PLIANT_REAL(constants.inverseSquaredStep);
    PLIANT_PRECISE PLIANT_REAL given = PLIANT_REAL(1.0f) - compression;
    PLIANT_PRECISE PLIANT_REAL all = compression * rate + given * rateNow;
    PLIANT_PRECISE PLIANT_REAL inverse = reciprocal(all);
    PLIANT_PRECISE PLIANT_REAL more = compression * given * (rate - rateNow) * inverse;
    PLIANT_PRECISE PLIANT_REAL now = compression + more;
    return storable(now);
}

// The stick's parameter as stickPush wants it: compliance / h^2 [m^2/(N s^2)], stiffness * h^2 [N s^2/m], or a share.
PLIANT_MATHS PLIANT_REAL stickParameter(uint response, PLIANT_REAL parameter, PassConstants constants) {
    if (response == kStickRigid) return compressionNow(parameter, constants);
    PLIANT_PRECISE PLIANT_REAL scaled = parameter;
    if (response < kStickRigid || response == kStickElastic)
        scaled = parameter * PLIANT_REAL(constants.inverseSquaredStep);
    else if (response >= kStickHooke) scaled = parameter * PLIANT_REAL(constants.squaredStep);
    return scaled;
}

// The damping as stickPush wants it: a time [s] in substeps. The damping force is that time times the change of the
// elastic force, so its meaning depends neither on the stiffness nor on the resolution.
PLIANT_MATHS PLIANT_REAL dampingOf(PLIANT_REAL time, PassConstants constants) {
    PLIANT_PRECISE PLIANT_REAL substeps = time * PLIANT_REAL(constants.inverseStep);
    return substeps;
}

// Where the ends come to lie: x - (wa p) d the first, x + (wb p) d the second. `share` is the inverse mass times the
// push.
PLIANT_MATHS PLIANT_REAL3 moveFirstEnd(PLIANT_REAL3 x, PLIANT_REAL3 d, PLIANT_REAL share) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x - d * share;
    return storable3(moved);
}
PLIANT_MATHS PLIANT_REAL3 moveSecondEnd(PLIANT_REAL3 x, PLIANT_REAL3 d, PLIANT_REAL share) {
    PLIANT_PRECISE PLIANT_REAL3 moved = x + d * share;
    return storable3(moved);
}

#ifdef __cplusplus
}
#endif
#endif
