// What the kernels have in common that take whole bodies through a step: their buffers, and the pass that a body is in.
#extension GL_GOOGLE_include_directive : require
#include "round_to_even.glsl"

#include "shared/layout.h"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kWhat = 0u;      // kWhole...
layout(constant_id = 2) const uint kBodySize = 1u;  // the most particles that a body has

layout(push_constant) uniform PushConstants { WholeConstants whole; };

#define PLIANT_COHERENT coherent
layout(set = 0, binding = 0, std430) buffer Particles { vec4 particles[]; };
layout(set = 0, binding = 1, std430) buffer Previous { vec4 previous[]; };
#include "solver_buffers.glsl"
layout(set = 0, binding = 16, std430) readonly buffer Tiles { TileRecord tiles[]; };
layout(set = 0, binding = 17, std430) readonly buffer TileRuns { TileRun tileRuns[]; };
layout(set = 0, binding = 18, std430) readonly buffer TileSticks { TileStick tileSticks[]; };
layout(set = 0, binding = 19, std430) readonly buffer WholeSubsteps { WholeSubstep substeps[]; };
layout(set = 0, binding = 20, std430) PLIANT_COHERENT buffer Carry { vec4 carry[]; };  // see shared/verlet.h

PassConstants constants;
TileRecord body;

// Texels are bound behind all buffers.
#ifdef PLIANT_IN_FRAMES
layout(set = 0, binding = 21, std430) readonly buffer Frames { FrameRecord frames[]; };
layout(set = 0, binding = 22, std430) readonly buffer FrameOf { uint frameOf[]; };
#define PLIANT_TEXELS 23
#include "in_frames.glsl"
#else
#define PLIANT_TEXELS 21
#include "no_frames.glsl"
#endif

#define EACH_PARTICLE(i) EACH(i, body.firstParticle, body.particleCount)
