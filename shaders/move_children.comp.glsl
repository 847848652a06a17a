#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/level.h"

vec3 addParent(vec3 sum, uint parent, float weight) {
    return addDisplacement(sum, particles[parent].xyz, scratch[parent].xyz, weight);
}

void main() {
    if (itemNumber() >= constants.count) return;

    Child child = children[constants.first + itemNumber()];
    vec4 x = particles[child.particle];
    if (x.w == 0.0f) return;
    vec3 sum = addParent(vec3(0.0f), child.parent0, child.weight0);
    sum = addParent(sum, child.parent1, child.weight1);
    sum = addParent(sum, child.parent2, child.weight2);
    sum = addParent(sum, child.parent3, child.weight3);
    particles[child.particle] = vec4(displaced(x.xyz, sum), x.w);
}
