#version 450
#extension GL_GOOGLE_include_directive : require
// One triangle over the whole picture, behind everything.
#include "scene.glsl"

layout(location = 0) out vec3 outRay;

void main() {
    const vec2 corner = vec2(float(gl_VertexIndex & 1), float(gl_VertexIndex >> 1)) * 4.0 - 1.0;
    outRay = frame.forward.xyz + corner.x * frame.right.xyz - corner.y * frame.up.xyz;
    gl_Position = vec4(corner, 1.0, 1.0);
}
