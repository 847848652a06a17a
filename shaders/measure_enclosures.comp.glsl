#version 460
#extension GL_GOOGLE_include_directive : require
#include "body_kernel.glsl"
#include "shared/enclosure.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    EnclosureMember member = enclosureMembers[index];
    EnclosureRecord enclosure = enclosures[member.owner];
    vec3 x = particles[member.particle].xyz;
    uint pair = 2u * member.firstPair;
    vec3 normal = vec3(0.0f);
    if (kResponse == kEnclosureOutline) {
        normal = outlineNormal(particles[enclosurePairs[pair]].xyz, particles[enclosurePairs[pair + 1u]].xyz);
    } else {
        for (uint end = pair + 2u * member.pairCount; pair < end; pair += 2u)
            normal = addNormal(
                normal, areaNormal(x, particles[enclosurePairs[pair]].xyz, particles[enclosurePairs[pair + 1u]].xyz));
    }
    vec3 gradient = measureGradient(normal, enclosure.gradientScale);
    float inverseDimension = pick(kResponse == kEnclosureOutline, 0.5f, 0.33333334f);
    float part = measurePart(gradient, x, particles[enclosure.reference].xyz, inverseDimension);
    bodySums[enclosure.gradients + index] = vec4(gradient, part);
}
