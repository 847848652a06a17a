#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/soft_bodies.glsl"
#include "shared/enclosure.h"

// Where the substep began, or where the particles are now.
vec3 placeOf(uint particle, bool before) {
    return before ? previous[particle].xyz : particles[particle].xyz;
}

vec3 gradientOf(EnclosureMember member, float scale, bool before) {
    uint pair = 2u * member.firstPair;
    vec3 normal = vec3(0.0f);
    if (kResponse == kEnclosureOutline) {
        normal = outlineNormal(placeOf(enclosurePairs[pair], before), placeOf(enclosurePairs[pair + 1u], before));
    } else {
        vec3 x = placeOf(member.particle, before);
        for (uint end = pair + 2u * member.pairCount; pair < end; pair += 2u)
            normal = addNormal(normal, areaNormal(x, placeOf(enclosurePairs[pair], before),
                                                  placeOf(enclosurePairs[pair + 1u], before)));
    }
    return measureGradient(normal, scale);
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    EnclosureMember member = enclosureMembers[index];
    EnclosureRecord enclosure = enclosures[member.owner];
    vec3 gradient = gradientOf(member, enclosure.gradientScale, false);
    float inverseDimension = pick(kResponse == kEnclosureOutline, 0.5f, 0.33333334f);
    float part =
        measurePart(gradient, particles[member.particle].xyz, particles[enclosure.reference].xyz, inverseDimension);
    if ((constants.flags & kSecondOrder) != 0u)
        gradient = heldGradient(gradient, gradientOf(member, enclosure.gradientScale, true));
    partialSums[enclosure.gradients + index] = vec4(gradient, part);
}
