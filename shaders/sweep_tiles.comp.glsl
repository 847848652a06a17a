#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared/stick.h"
#include "tile_kernel.glsl"

// As in stick_push.glsl, of a stick of the tile whose first particle is `base`.
void solveStick(uint index, uint response, uint base, uint isFirst) {
    bool damped = response < kStickCompliant;
    bool compliant = response < kStickRigid;
    TileStick stick = tileSticks[index];
    uint endA = stick.ends & 0xffffu;
    uint endB = stick.ends >> 16;
    vec4 a = tile[endA];
    vec4 b = tile[endB];
    vec3 d = difference(a.xyz, b.xyz);
    float multiplier = 0.0f;
    if (compliant && isFirst == 0u) multiplier = multipliers[index];
    float damping = 0.0f;
    vec3 dBefore = vec3(0.0f);
    if (damped) {
        damping = dampingOf(dampings[index], constants);
        dBefore = difference(previous[base + endA].xyz, previous[base + endB].xyz);
    }
    float parameter = 0.0f;
    if (compliant || response >= kStickHooke) parameter = stickParameter(response, sticks[index].parameter, constants);
    precise float inverseMasses = a.w + b.w;
    float push = stickPush(response, d, dBefore, inverseMasses, stick.restLength, parameter, damping, 1.0f, multiplier);
    if (compliant) multipliers[index] = multiplier;
    precise float shareA = a.w * push;
    precise float shareB = b.w * push;
    tile[endA] = vec4(moveFirstEnd(a.xyz, d, shareA), a.w);
    tile[endB] = vec4(moveSecondEnd(b.xyz, d, shareB), b.w);
}

void main() {
    if (groupNumber() >= constants.count) return;
    TileRecord record = tiles[constants.first + groupNumber()];
    uint lane = gl_LocalInvocationID.x;
    for (uint i = lane; i < record.particleCount; i += gl_WorkGroupSize.x)
        tile[i] = particles[record.firstParticle + i];
    barrier();
    for (uint sweep = 0u; sweep < constants.sweeps; ++sweep) {
        uint isFirst = sweep == 0u ? constants.firstIteration : 0u;
        for (uint r = record.firstRun; r < record.firstRun + record.stickRuns; ++r) {
            TileRun run = tileRuns[r];
            for (uint i = lane; i < run.count; i += gl_WorkGroupSize.x)
                solveStick(run.first + i, run.response, record.firstParticle, isFirst);
            barrier();
        }
    }
    for (uint i = lane; i < record.particleCount; i += gl_WorkGroupSize.x)
        particles[record.firstParticle + i] = tile[i];
}
