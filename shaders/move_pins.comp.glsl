#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernel.glsl"
#include "shared/verlet.h"

void main() {
    if (itemNumber() >= constants.count) return;
    PinRecord pin = pins[constants.first + itemNumber()];
    if (pin.particle == kNowhere) return;  // commands recorded for more pins than there are

    vec3 x = particles[pin.particle].xyz;
    vec3 p = previous[pin.particle].xyz;
    particles[pin.particle] = vec4(pinnedPlace(pin, x, p, constants.pinShare), pin.inverseMass);
}
