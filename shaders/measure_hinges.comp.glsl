#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/cloth.glsl"
#include "shared/plate.h"

// What the bend vectors of a plate's hinges are short of.
void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();
    Bend bend = bends[index];
    precise float others = constants.bendPeriod - 1.0f;
    uint corners[4] = uint[4](bend.a, bend.b, bend.c, bend.d);
    vec3 y[4], p[4];
    for (uint i = 0u; i < 4u; ++i) {
        p[i] = previousAt(corners[i]);
        y[i] = placeAhead(particleAt(corners[i]).xyz, p[i], others);
    }
    vec3 v = bendVector(y[0], y[1], y[2], y[3], bend.ka, bend.kc, bend.kd);
    precise vec3 back = bendVector(p[0], p[1], p[2], p[3], bend.ka, bend.kc, bend.kd) - v;
    precise float damping = bendNumbers[index].damping * constants.inverseStep;
    scratch[constants.rows + index] = hingeShortage(v, storable3(back), storable(damping));
}
