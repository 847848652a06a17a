#version 450
#extension GL_GOOGLE_include_directive : require
// A piece of a rope as a strip around it, one instance each; draw.first of them are a segment. Its two rings depend on
// their places on the curve alone, so that neighbouring pieces share them.
#include "scene.glsl"
#include "place.glsl"
#include "curve.glsl"

layout(location = 0) out vec3 outWorld;
layout(location = 1) out vec3 outNormal;
layout(location = 2) out vec2 outPlace;
layout(location = 3) out float outValue;
layout(location = 4) flat out uint outBody;

const float kTurn = 6.28318530718;

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
    const uint index = uint(gl_InstanceIndex) / draw.first;
    const uint piece = uint(gl_InstanceIndex) % draw.first + uint(gl_VertexIndex & 1);
    const CurvePoint point = onCurve(index, float(piece) / float(draw.first));
    const float squared = dot(point.tangent, point.tangent);
    const vec3 tangent = squared > 1e-20 ? point.tangent * inversesqrt(squared) : vec3(0.0, 1.0, 0.0);

    const float turn = float(gl_VertexIndex >> 1) / float(draw.sides);
    const mat2x3 across = axesAcross(tangent);
    outNormal = across * vec2(cos(kTurn * turn), sin(kTurn * turn));
    outBody = bodyOf(point.particle);
    outWorld = point.place + styles[outBody].back.w * outNormal;
    outPlace = vec2(point.along, turn);
    outValue = point.value;
    gl_Position = place(outWorld);
}
