// Particles that are put to rest together.
#ifndef PLIANT_BUFFERS_SLEEP
#define PLIANT_BUFFERS_SLEEP

#include "shared/bindings.h"

layout(binding = kSleepers, std430) readonly buffer Sleepers { Sleeper sleepers[]; };
layout(binding = kSleepAnchors, std430) buffer SleepAnchors { vec4 sleepAnchors[]; };  // where each was
layout(binding = kSleepStates, std430) buffer SleepStates {
    uint awakeCount;     // of those below that do not sleep; where there are none, 1
    uint lostBefore;     // what counters were after the last step,
    uint crowdedBefore;  // and what contacts had counted
    uint sleepStates[];  // per sleeper
};
#endif
