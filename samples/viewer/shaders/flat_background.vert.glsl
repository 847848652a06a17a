#version 450
#extension GL_GOOGLE_include_directive : require
// One triangle over the whole picture.
#include "scene.glsl"

layout(location = 0) out vec2 outWorld;
layout(location = 1) out float outHeight;  // -1 ... 1 from the foot of the picture up

void main() {
    const vec2 corner = vec2(float(gl_VertexIndex & 1), float(gl_VertexIndex >> 1)) * 4.0 - 1.0;
    outWorld = frame.target.xy + corner.x * frame.right.xy - corner.y * frame.up.xy;
    outHeight = -corner.y;
    gl_Position = vec4(corner, 1.0, 1.0);
}
