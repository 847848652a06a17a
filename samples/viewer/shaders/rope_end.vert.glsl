#version 450
#extension GL_GOOGLE_include_directive : require
// The round end of a rope.
#include "scene.glsl"
#include "ball.glsl"

layout(set = 0, binding = kBindDots) readonly buffer Dots { uint dots[]; };
layout(set = 0, binding = kBindValues) readonly buffer Values { float values[]; };

layout(location = 0) out vec3 outWorld;
layout(location = 1) out vec3 outNormal;
layout(location = 2) out vec2 outPlace;
layout(location = 3) out float outValue;
layout(location = 4) flat out uint outBody;

void main() {
    const uint particle = dots[draw.first + uint(gl_InstanceIndex)];
    outNormal = onBall(uint(gl_VertexIndex), draw.sides);
    outBody = bodyOf(particle);
    outWorld = positions[particle].xyz + styles[outBody].back.w * outNormal;
    outPlace = vec2(places[particle].x, 0.0);
    outValue = values[particle];
    gl_Position = toClip(outWorld);
}
