#version 450
#extension GL_GOOGLE_include_directive : require
// A particle as the ball as which others keep off it: of the radius that its value is [m].
#include "scene.glsl"
#include "ball.glsl"

layout(set = 0, binding = kBindValues) readonly buffer Values { float values[]; };

layout(location = 0) out vec3 outWorld;
layout(location = 1) out vec3 outNormal;
layout(location = 2) flat out vec3 outColour;

void main() {
    const uint particle = uint(gl_InstanceIndex);
    outNormal = onBall(uint(gl_VertexIndex), draw.sides);
    outWorld = positions[particle].xyz + values[particle] * outNormal;
    outColour = styles[bodyOf(particle)].front.rgb;
    gl_Position = toClip(outWorld);
}
