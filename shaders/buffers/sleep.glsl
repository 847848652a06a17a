// Particles that are put to rest together.
#ifndef PLIANT_BUFFERS_SLEEP
#define PLIANT_BUFFERS_SLEEP

#include "shared/bindings.h"

layout(binding = kSleepers, std430) readonly buffer Sleepers { Sleeper sleepers[]; };
layout(binding = kSleepAnchors, std430) buffer SleepAnchors { vec4 sleepAnchors[]; };  // where each was
layout(binding = kSleepStates, std430) buffer SleepStates { uint sleepStates[]; };     // per sleeper
#endif
