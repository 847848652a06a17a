// One member of an enclosure: it is pushed along its gradient.
#include "shared/enclosure.h"

void pushEnclosure(uint index) {
    EnclosureMember member = enclosureMembers[index];
    EnclosureRecord enclosure = enclosures[member.owner];
    vec4 x = particles[member.particle];
    if (x.w == 0.0f) return;
    vec4 state = partialSums[enclosure.push];
    float push = state.x;
    if ((constants.flags & kFirstIteration) != 0u) {
        vec3 reference = previous[enclosure.reference].xyz;
        vec3 weight = weightOf(member.particle);
        vec3 place = (constants.flags & kSecondOrder) != 0u ? previous[member.particle].xyz : x.xyz;
        push = addBuoyancy(push, buoyancy(enclosure.displaced, place, reference, weight, state.z));
    }
    vec3 gradient = partialSums[enclosure.gradients + index].xyz;
    particles[member.particle] = vec4(moveAlong(x.xyz, gradient, x.w, push), x.w);
}
