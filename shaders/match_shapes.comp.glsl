#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/soft_bodies.glsl"
#include "shared/shape.h"

void main() {
    if (itemNumber() >= constants.count) return;
    uint index = constants.first + itemNumber();

    ShapeMember member = shapeMembers[index];
    vec4 x = particles[member.particle];
    if (x.w == 0.0f) return;
    ShapeRecord shape = shapes[member.shape];
    vec4 origin = partialSums[shape.fit];
    bool isCompliant = shape.compliance > 0.0f;
    uint movesAt = shape.moves + index - shape.firstMember;
    vec3 moved = isCompliant && (constants.flags & kFirstIteration) == 0u ? partialSums[movesAt].xyz : vec3(0.0f);
    vec3 move = vec3(0.0f);
    if (origin.w > 0.0f) {
        move = shapeMove(difference(x.xyz, origin.xyz), partialSums[shape.fit + 1u].xyz, shapeTurns[member.shape],
                         member.rest, shape.size, shape.still, shapeShare(shape.compliance, constants), moved);
        particles[member.particle] = vec4(shapeMoved(x.xyz, move), x.w);
    }
    if (isCompliant) partialSums[movesAt] = vec4(shapeMoved(moved, move), 0.0f);
}
