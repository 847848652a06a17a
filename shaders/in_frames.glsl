// What kernels ask of a particle's frame of reference: the frames are the world, and then those of the scene.
#include "buffers/inputs.glsl"
#include "shared/frame.h"

uint firstFrame = 0u;  // of those of this substep

// What particle i, which is at x and was at p, falls by.
vec3 fallOf(uint i, vec3 x, vec3 p) {
    FrameRecord f = frames[firstFrame + frameOf[i]];
    vec3 turned = byColumns(x, f.turnX.xyz, f.turnY.xyz, f.turnZ.xyz);
    vec3 swayed = byColumns(difference(x, p), f.swayX.xyz, f.swayY.xyz, f.swayZ.xyz);
    return fallInFrame(f.fall.xyz, turned, swayed);
}

// How far it has come, beside what the air has come at its place but for airStepAt().
vec3 displacementBeside(uint i, vec3 x, vec3 p) {
    FrameRecord f = frames[firstFrame + frameOf[i]];
    vec3 turned = byColumns(p, f.airTurnX.xyz, f.airTurnY.xyz, f.airTurnZ.xyz);
    return displacementBesideTurn(difference(x, p), turned);
}

vec3 airStepAt(uint i) {
    return frames[firstFrame + frameOf[i]].airStep.xyz;
}

// Its displacement by gravity alone.
vec3 weightOf(uint i) {
    return frames[firstFrame + frameOf[i]].weight.xyz;
}

// Where the colliders begin as they are seen from its frame.
uint collidersOf(uint i) {
    return frameOf[i] * constants.colliderCount;
}
