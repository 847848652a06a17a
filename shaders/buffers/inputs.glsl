// What a step brings: pins, colliders, tethers to what is pinned, frames of reference.
#ifndef PLIANT_BUFFERS_INPUTS
#define PLIANT_BUFFERS_INPUTS

#include "shared/bindings.h"

layout(binding = kPins, std430) readonly buffer Pins { PinRecord pins[]; };
layout(binding = kColliders, std430) readonly buffer Colliders { ColliderRecord colliders[]; };
layout(binding = kTethers, std430) readonly buffer Tethers { Tether tethers[]; };
layout(binding = kFrames, std430) readonly buffer Frames { FrameRecord frames[]; };
layout(binding = kFrameOf, std430) readonly buffer FrameOf { uint frameOf[]; };
#endif
