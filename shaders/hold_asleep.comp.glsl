#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/forces.glsl"
#include "buffers/sleep.glsl"
#include "shared/sleep.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();

    uint state = sleepStates[sleepers[i].sleeper];
    vec4 x = particles[i];
    bool isHeldNow = isHeld(state, constants.flags), falls = fallsAsleep(state, constants.flags);
    if (isHeldNow && x.w > 0.0f) {
        x.xyz = sleepAnchors[i].xyz;
        particles[i] = x;
    }
    if (!isHeldNow && (constants.flags & (kWakes | kWindowEnds)) != 0u) sleepAnchors[i] = vec4(x.xyz, 0.0f);
    if (!isHeldNow && !falls) return;
    previous[i].xyz = x.xyz;
    carry[i] = vec4(0.0f);
    if (i >= constants.firstForced) velocities[i - constants.firstForced] = vec4(0.0f);
}
