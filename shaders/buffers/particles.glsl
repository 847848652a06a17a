// What every kernel may read and write of particles: where they are, and what one pass leaves for the next.
#ifndef PLIANT_BUFFERS_PARTICLES
#define PLIANT_BUFFERS_PARTICLES

#include "shared/bindings.h"

// Kernels in which an invocation reads what another has written say that these are coherent.
#ifndef PLIANT_COHERENT
#define PLIANT_COHERENT
#endif
layout(binding = kParticles, std430) PLIANT_COHERENT buffer Particles { vec4 particles[]; };  // position, inverse mass
layout(binding = kPrevious, std430) PLIANT_COHERENT buffer Previous { vec4 previous[]; };
layout(binding = kCarry, std430) PLIANT_COHERENT buffer Carry { vec4 carry[]; };  // see shared/verlet.h
layout(binding = kScratch, std430) PLIANT_COHERENT buffer Scratch { vec4 scratch[]; };  // between two passes
layout(binding = kCounters, std430) buffer Counters { uint counters[]; };
#endif
