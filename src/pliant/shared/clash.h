// Bases that clash. What a particle goes at least, its base (cut.h), is never cut. Where bases of corners that are near
// each other differ, these alone may bring an edge through a face: then the other corners take the base of one of them.
// That is one that is held; or one that goes along with what is held, as nothing stops that; or else the one whose body
// drifts least, and of these the one that goes least besides (drift.h). Those that have taken one may clash with
// others, so there are some rounds of this.
#ifndef PLIANT_SHARED_CLASH_H
#define PLIANT_SHARED_CLASH_H

#include "cut.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Sheets thrown at blades that turn want three at 10 m/s, and six at 20.
const uint kBaseRounds = 6u;

// One that is asked to take the base of another, which is asked to take that of a third one, takes that, and so on: so
// many times.
const uint kMostSources = 8u;

// Whether bases of the first corners, above `low`, and of the others, below `high`, bring these nearer than half of the
// gap that they keep, and nearer than they were `apart`. What was through each other stays so.
PLIANT_PLAIN bool doClash(float apart, float low, float high, float gap) {
    float left = lessBy(low, high);
    return apart > 0.0f && left < apart && left < productOf(gap, 0.5f);
}

const uint kIsHeldItself = 0u;
const uint kGoesWithHeld = 1u;
const uint kIsFree = 2u;

// A corner whose base others may take.
struct BaseClaim {
    uint particle;
    uint rank;      // of those above
    float drift;    // squared length of its body's drift,
    float squared;  // and of its base less that [m^2]
};

// Which of two has the base that the other one takes.
PLIANT_PLAIN bool goesBefore(BaseClaim a, BaseClaim b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    if (a.rank == kIsFree && a.drift != b.drift) return a.drift < b.drift;
    if (a.rank == kIsFree && a.squared != b.squared) return a.squared < b.squared;
    return a.particle < b.particle;
}

// Whether a corner takes the base of another one that goes before it. Two that go along with something held, each with
// what is nearest to it, do not take each other's.
PLIANT_PLAIN bool takesBaseOf(BaseClaim claim, BaseClaim first) {
    return claim.particle != first.particle && (claim.rank > first.rank || claim.rank == kIsFree);
}

// As a word of which the highest counts: of the last round, of those that are held or go along with what is, and of
// these of the lowest number.
const uint kAskedSource = 0x7ffffffu;  // all numbers of particles are below
const uint kAskedHeld = 0x8000000u;

PLIANT_PLAIN uint baseAsked(uint round, BaseClaim first) {
    return (round << 28) | (first.rank == kIsFree ? 0u : kAskedHeld) | (kAskedSource - first.particle);
}

PLIANT_PLAIN uint roundAsked(uint asked) {
    return asked >> 28;
}

PLIANT_PLAIN uint sourceAsked(uint asked) {
    return kAskedSource - (asked & kAskedSource);
}

#ifdef __cplusplus
}
#endif
#endif
