// Sleepers: particles that hang together and, when all of them have hardly moved for a while, are put to rest. Time
// goes by windows. In each, what strays from where it was at the window's start is noted; a sleeper of which nothing
// has strayed sleeps from the window's end on. What sleeps is put back to where it is, after every step.
#ifndef PLIANT_SHARED_SLEEP_H
#define PLIANT_SHARED_SLEEP_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Of a sleeper.
const uint kCalm = 0u;     // nothing of it has strayed in this window
const uint kStrayed = 1u;  // something has
const uint kAsleep = 2u;

// On a device so many words stand in front of the states: see SleepStates in shaders/buffers/sleep.glsl.
const uint kSleepHead = 3u;

// What a step is for sleepers: PassConstants::flags says.
PLIANT_INLINE bool beginsWindow(uint flags) {
    return (flags & kWakes) != 0u;
}
PLIANT_INLINE bool endsWindow(uint flags) {
    return (flags & kWindowEnds) != 0u;
}

// Whether a step before which so many are awake leaves all as it is. It may be left out: on the CPU, and by devices
// that can. What it would count does not count, and shapes stay as they are turned.
PLIANT_INLINE bool leavesAll(uint awake, uint flags) {
    return awake == 0u && !beginsWindow(flags);
}

// Whether its particles are held: it has slept before this step, and inputs are as they were.
PLIANT_INLINE bool isHeld(uint state, uint flags) {
    return state == kAsleep && !beginsWindow(flags);
}
PLIANT_INLINE bool fallsAsleep(uint state, uint flags) {
    return state == kCalm && endsWindow(flags);
}

// After the step.
PLIANT_INLINE uint stateAfter(uint state, uint flags) {
    if (beginsWindow(flags)) return kCalm;
    if (!endsWindow(flags)) return state;
    return state == kStrayed ? kCalm : kAsleep;
}

// A place that is no number has strayed as well.
PLIANT_MATHS PLIANT_BOOL isStray(PLIANT_REAL3 x, PLIANT_REAL3 anchor, PLIANT_REAL squaredDistance) {
    return !(squaredLength(difference(x, anchor)) <= squaredDistance);
}

#ifdef __cplusplus
}
#endif
#endif
