#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/outlines.glsl"
#include "shared/outline.h"

float inverseMassOf(uint k) {
    return particles[points[k].particle].w;
}

int contactsOf(uint k) {
    return sums[kContactSums * k];
}

void push(uint k, vec4 shift, float share) {
    if (share == 0.0f) return;
    uint at = kContactSums * k + 1u;
    for (int n = 0; n < 4; ++n) {
        int units = unitsOf(shift[n], share, space.inverseUnit);
        if (units != 0) atomicAdd(sums[at + uint(n)], units);
    }
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint k = constants.first + itemNumber();

    OutlineContact contact = contacts[k];
    if (contact.a == kNowhere) return;
    ContactShares shares = sharesOf(inverseMassOf(k), inverseMassOf(contact.a), inverseMassOf(contact.b), contact.along,
                                    contactsOf(k), contactsOf(contact.a), contactsOf(contact.b));
    push(k, contact.shift, shares.point);
    push(contact.a, contact.shift, shares.a);
    push(contact.b, contact.shift, shares.b);
}
