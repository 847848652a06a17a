#version 450
#extension GL_GOOGLE_include_directive : require
// A piece of a rope or of an outline as a rectangle with room for its round ends, one instance each; draw.first of them
// are a segment.
#include "scene.glsl"
#include "square.glsl"
#include "curve.glsl"

layout(location = 0) out vec2 outWorld;
layout(location = 1) out float outValue;
layout(location = 2) flat out vec2 outFrom;
layout(location = 3) flat out vec2 outTo;
layout(location = 4) flat out float outRadius;
layout(location = 5) flat out uint outBody;

void main() {
    const uint index = uint(gl_InstanceIndex) / draw.first;
    const uint piece = uint(gl_InstanceIndex) % draw.first;
    const CurvePoint from = onCurve(index, float(piece) / float(draw.first));
    const CurvePoint to = onCurve(index, float(piece + 1u) / float(draw.first));
    outBody = bodyOf(from.particle);
    const Style style = styles[outBody];
    const float thinnest = uint(style.front.w) == kPatternRope ? 1.5 * frame.pixel : 0.0;
    outRadius = max(style.back.w, thinnest) + draw.size * frame.pixel;
    outFrom = from.place.xy;
    outTo = to.place.xy;

    const vec2 way = outTo - outFrom;
    const float squared = dot(way, way);
    const vec2 along = squared > 1e-20 ? way * inversesqrt(squared) : vec2(1.0, 0.0);
    const vec2 corner = cornerOf(gl_VertexIndex) * (outRadius + frame.pixel);
    const bool isEnd = corner.x > 0.0;
    outWorld = (isEnd ? outTo : outFrom) + corner.x * along + corner.y * vec2(-along.y, along.x);
    outValue = isEnd ? to.value : from.value;
    gl_Position = toClip(vec3(outWorld, 0.0));
}
