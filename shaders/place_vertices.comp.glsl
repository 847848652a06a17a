#version 460
#extension GL_GOOGLE_include_directive : require
#include "surface_kernel.glsl"
#include "shared/embedding.h"
#include "shared/normal.h"

vec3 placeOf(uint particle) {
    return between(states[constants.older + particle].xyz, states[constants.newer + particle].xyz, constants.share);
}

void main() {
    uint i = itemNumber();
    if (i >= constants.count) return;
    if (i < constants.particles) {
        places[i] = vec4(placeOf(i), states[constants.newer + i].w);
        return;
    }
    CarriedVertex v = carried[i - constants.particles];
    vec3 place = carriedPlace(placeOf(v.a), placeOf(v.b), placeOf(v.c), placeOf(v.d), vec3(v.x, v.y, v.z));
    places[i] = vec4(place, 1.0f);
}
