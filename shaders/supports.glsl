// What the kernels of supports have in common: see shared/support.h.
#include "neighbours.glsl"
#include "shared/support.h"

bool isFree(uint i) {
    return particles[i].w > 0.0f && isPlace(particles[i].xyz);
}

// Of the layer 0: a particle that is held. Supports are written meanwhile, from 0 to the mark of the next layer:
// neither is of this one.
bool bears(uint j, vec3 normal, uint layer) {
    if (layer == 0u) return particles[j].w == 0.0f;
    uint support = counts[j].support;
    return isOfLayer(support, layer) && bearsTowards(directionOfSupport(support), normal);
}

// The directions from those neighbours of a layer that a particle lies on, added up as whole numbers.
ivec3 directionsFrom(uint i, uint layer) {
    ivec3 sum = ivec3(0);
    uint count = counts[i].near;
    if (count == 0u) return sum;
    float thickness = bodies[bodyOf(i)].thickness;
    for (uint k = 0u; k < count; ++k) {
        uint j = neighbourAt(k, i);
        NeighbourPair pair = neighbourPair(difference(previous[i].xyz, previous[j].xyz), i > j);
        if (!bears(j, pair.normal, layer)) continue;
        float d = meanOf(thickness, bodies[bodyOf(j)].thickness);
        if (liesOn(pair, difference(wayOf(i), wayOf(j)), d)) sum += unitsOf(pair.normal);
    }
    return sum;
}
