// What every shader of the renderer can read.
#include "view.h"

layout(set = 0, binding = kBindFrame) readonly buffer Frame { FrameData frame; };
layout(set = 0, binding = kBindPositions) readonly buffer Positions { vec4 positions[]; };
layout(set = 0, binding = kBindPlaces) readonly buffer Places { vec4 places[]; };
layout(set = 0, binding = kBindStyles) readonly buffer Styles { Style styles[]; };
layout(push_constant) uniform Draw { DrawData draw; };

vec4 toClip(vec3 world) {
    return frame.clipFromWorld * vec4(world, 1.0);
}

// A little nearer to the eye, for what lies on a surface and must not sink into it.
vec3 lifted(vec3 world, float share) {
    return frame.isFlat != 0u ? world : mix(world, frame.eye.xyz, share);
}

// Where a solid is [m].
vec3 originOf(Solid solid) {
    const vec3 own = solid.frame[3].xyz;
    return solid.particle == kNoParticle ? own : own + positions[solid.particle].xyz;
}

uint bodyOf(uint particle) {
    return floatBitsToUint(places[particle].z);
}

// The solver keeps the inverse mass beside the place.
bool isPinned(uint particle) {
    return positions[particle].w == 0.0;
}
