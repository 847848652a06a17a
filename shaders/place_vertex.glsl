// One vertex: a particle, or what four of them carry. seenOf() says where a particle's place is to be seen.
#include "shared/embedding.h"
#include "shared/normal.h"

vec3 placeOf(uint particle) {
    return seenOf(particle, between(states[constants.older + particle].xyz, states[constants.newer + particle].xyz,
                                    constants.share));
}

void placeVertex(uint i) {
    if (i < constants.particles) {
        places[i] = vec4(placeOf(i), states[constants.newer + i].w);
        return;
    }
    CarriedVertex v = carried[i - constants.particles];
    vec3 place = carriedPlace(placeOf(v.a), placeOf(v.b), placeOf(v.c), placeOf(v.d), vec3(v.x, v.y, v.z));
    places[i] = vec4(place, 1.0f);
}
