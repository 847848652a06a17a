#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/forces.glsl"
#include "shared/force.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint i = constants.first + itemNumber();
    uint own = i - constants.firstForced;

    vec4 x = particles[i];
    if (kResponse <= kAdvanceFirst) previous[i] = x;
    if (x.w == 0.0f) return;
    vec3 place = x.xyz;
    vec3 v = velocities[own].xyz;
    ForceStage stage = stages[own];
    StageNotes notes =
        StageNotes(stage.acceleration.xyz, stage.velocity.xyz, stage.nextVelocity.xyz, stage.displacement.xyz);
    advance(kResponse, previous[i].xyz, constants.step, constants.damping, place, v, notes);
    particles[i] = vec4(place, x.w);
    velocities[own] = vec4(v, 0.0f);
    stages[own] = ForceStage(vec4(notes.acceleration, 0.0f), vec4(notes.velocity, 0.0f), vec4(notes.nextVelocity, 0.0f),
                             vec4(notes.displacement, 0.0f));
}
