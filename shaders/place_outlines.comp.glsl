#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/outlines.glsl"
#include "shared/outline.h"
#include "shared/verlet.h"

// Whether all points of the outline are somewhere.
bool gatherPlaces(OutlineRecord outline, inout vec4 box, inout float squaredPath) {
    for (uint k = outline.first; k < outline.first + outline.count; ++k) {
        vec3 x = particles[points[k].particle].xyz;
        vec3 p = previous[points[k].particle].xyz;
        if (!isPlace(x)) return false;
        vec4 place = vec4(x.xy, p.xy);
        places[k] = place;
        if (k == outline.first) box = vec4(x.xy, x.xy);
        box = grown(box, place);
        vec2 way = flatDifference(x.xy, p.xy);
        float squared = dotProduct(way, way);
        squaredPath = pick(squared > squaredPath, squared, squaredPath);
    }
    return true;
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    OutlineState state;
    state.box = vec4(0.0f);
    state.squaredPath = 0.0f;
    state.next = 0u;
    state.bucket = kNowhere;
    state.unused = 0u;
    if (gatherPlaces(outlines[i], state.box, state.squaredPath)) {
        state.box = widened(state.box, space.margin);
        uint level = levelOf(state.box, space.inverseCell);
        float inverse = inverseCellOf(level, space.inverseCell);
        state.bucket = bucketOf(cellOf(state.box.x, inverse), cellOf(state.box.y, inverse), level, space.bucketMask);
        atomicOr(table[0], 1u << level);
        state.next = atomicExchange(table[1u + state.bucket], i + 1u);
    }
    states[i] = state;
}
