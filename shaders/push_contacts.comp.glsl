#version 460
#extension GL_GOOGLE_include_directive : require
#include "outline_kernel.glsl"
#include "shared/outline.h"

float inverseMassOf(uint k) {
    return particles[points[k].particle].w;
}

// Number of contacts of a point, at least 1.
int contactsOf(uint k) {
    int number = sums[kContactSums * k];
    return number > 1 ? number : 1;
}

void push(uint k, vec4 shift, float share, float weight) {
    if (share == 0.0f) return;
    uint at = kContactSums * k + 1u;
    for (int n = 0; n < 4; ++n) {
        int units = unitsOf(shift[n], share, weight, space.inverseUnit);
        if (units != 0) atomicAdd(sums[at + uint(n)], units);
    }
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint k = constants.first + itemNumber();

    OutlineContact contact = contacts[k];
    if (contact.a == kNowhere) return;
    int most = max(contactsOf(k), max(contactsOf(contact.a), contactsOf(contact.b)));
    float weight = weightOf(most);
    ContactShares shares =
        sharesOf(inverseMassOf(k), inverseMassOf(contact.a), inverseMassOf(contact.b), contact.along);
    push(k, contact.shift, shares.point, weight);
    push(contact.a, contact.shift, shares.a, weight);
    push(contact.b, contact.shift, shares.b, weight);
}
