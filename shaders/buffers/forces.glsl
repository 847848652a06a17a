// Particles that forces move.
#ifndef PLIANT_BUFFERS_FORCES
#define PLIANT_BUFFERS_FORCES

#include "shared/bindings.h"

// From particle constants.firstForced on; of springs only where their rows begin.
layout(binding = kVelocities, std430) buffer Velocities { vec4 velocities[]; };
layout(binding = kStages, std430) buffer Stages { ForceStage stages[]; };
layout(binding = kSpringFirst, std430) readonly buffer SpringFirst { uint springFirst[]; };
layout(binding = kSpringEnds, std430) readonly buffer SpringEnds { SpringEnd springEnds[]; };
#endif
