#version 450
#extension GL_GOOGLE_include_directive : require
// A segment of a rope as a strip around it, one instance each. Its two rings depend on their particles alone, so that
// neighbouring segments share them.
#include "scene.glsl"
#include "place.glsl"

layout(set = 0, binding = kBindSegments) readonly buffer Segments { uvec4 segments[]; };  // ends; before; after
layout(set = 0, binding = kBindValues) readonly buffer Values { float values[]; };

layout(location = 0) out vec3 outWorld;
layout(location = 1) out vec3 outNormal;
layout(location = 2) out vec2 outPlace;
layout(location = 3) out float outValue;
layout(location = 4) flat out uint outBody;

const float kTurn = 6.28318530718;

vec3 directionOr(vec3 v, vec3 otherwise) {
    const float squared = dot(v, v);
    return squared > 1e-20 ? v * inversesqrt(squared) : otherwise;
}

// Two axes across a tangent that turn with it smoothly everywhere but at one direction (Frisvad 2012); that one is
// turned to where ropes seldom point.
const mat3 kAskew = mat3(0.60, 0.48, -0.64, -0.80, 0.36, -0.48, 0.00, 0.80, 0.60);

mat2x3 axesAcross(vec3 tangent) {
    const vec3 n = transpose(kAskew) * tangent;
    const float a = 1.0 / max(1.0 + n.z, 1e-4);
    const float b = -n.x * n.y * a;
    return mat2x3(kAskew * vec3(1.0 - n.x * n.x * a, b, -n.x), kAskew * vec3(b, 1.0 - n.y * n.y * a, -n.y));
}

void main() {
    const uvec4 segment = segments[gl_InstanceIndex];
    const bool isEnd = (gl_VertexIndex & 1) == 1;
    const uint particle = isEnd ? segment.y : segment.x;
    const vec3 behind = positions[isEnd ? segment.x : segment.z].xyz;
    const vec3 ahead = positions[isEnd ? segment.w : segment.y].xyz;
    const vec3 along = positions[segment.y].xyz - positions[segment.x].xyz;
    const vec3 tangent = directionOr(ahead - behind, directionOr(along, vec3(0.0, 1.0, 0.0)));

    const float turn = float(gl_VertexIndex >> 1) / float(draw.sides);
    const mat2x3 across = axesAcross(tangent);
    outNormal = across * vec2(cos(kTurn * turn), sin(kTurn * turn));
    outBody = bodyOf(particle);
    outWorld = positions[particle].xyz + styles[outBody].back.w * outNormal;
    outPlace = vec2(places[particle].x, turn);
    outValue = values[particle];
    gl_Position = place(outWorld);
}
