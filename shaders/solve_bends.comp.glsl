#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/bend.h"

void main() {
    if (itemNumber() >= constants.count) return;

    Bend bend = bends[constants.first + itemNumber()];
    vec4 a = particles[bend.a];
    vec4 b = particles[bend.b];
    vec4 c = particles[bend.c];
    vec4 d = particles[bend.d];
    vec3 x[4] = vec3[4](a.xyz, b.xyz, c.xyz, d.xyz);
    vec3 p[4] = vec3[4](previous[bend.a].xyz, previous[bend.b].xyz, previous[bend.c].xyz, previous[bend.d].xyz);
    float w[4] = float[4](a.w, b.w, c.w, d.w);
    vec3 pull = bendPull(kResponse, bend, x, p, w, constants.inverseSquaredStep, constants.inverseStep);
    particles[bend.a] = vec4(moveBend(a.xyz, bend.ka, a.w, pull), a.w);
    particles[bend.b] = vec4(moveBend(b.xyz, bend.kb, b.w, pull), b.w);
    particles[bend.c] = vec4(moveBend(c.xyz, bend.kc, c.w, pull), c.w);
    if (kResponse != kBendLine) particles[bend.d] = vec4(moveBend(d.xyz, bend.kd, d.w, pull), d.w);
}
