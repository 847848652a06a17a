#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/outlines.glsl"
#include "shared/outline.h"
#include "shared/verlet.h"

// The grid and the sums are left empty for the next substep.
void main() {
    if (itemNumber() >= constants.count) return;
    uint k = constants.first + itemNumber();

    if (k == 0u) table[0] = 0u;
    OutlinePoint point = points[k];
    if (k == outlines[point.outline].first && states[point.outline].bucket != kNowhere)
        atomicExchange(table[1u + states[point.outline].bucket], 0u);

    uint at = kContactSums * k;
    if (sums[at] == 0) return;
    vec4 x = particles[point.particle];
    vec4 p = previous[point.particle];
    particles[point.particle] =
        vec4(movedByUnits(x.x, sums[at + 1u], space.unit), movedByUnits(x.y, sums[at + 2u], space.unit), x.z, x.w);
    vec3 before =
        vec3(movedByUnits(p.x, sums[at + 3u], space.unit), movedByUnits(p.y, sums[at + 4u], space.unit), p.z);
    if (isPlace(before)) previous[point.particle] = vec4(before, p.w);
    for (uint n = 0u; n < kContactSums; ++n)
        sums[at + n] = 0;
}
