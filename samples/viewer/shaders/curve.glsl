// Ropes as smooth curves through their particles (Catmull & Rom 1974).
layout(set = 0, binding = kBindSegments) readonly buffer Segments { uvec4 segments[]; };  // ends; before; after
layout(set = 0, binding = kBindValues) readonly buffer Values { float values[]; };

struct CurvePoint {
    vec3 place;
    vec3 tangent;  // of no particular length
    float along;   // on the rope at rest [m]
    float value;
    uint particle;  // one of the rope
};

// At 0 <= t <= 1 of a segment. Where a rope ends it goes on as it came, mirrored at its end.
CurvePoint onCurve(uint index, float t) {
    const uvec4 segment = segments[index];
    const vec3 a = positions[segment.x].xyz, b = positions[segment.y].xyz;
    const vec3 before = segment.z == segment.x ? 2.0 * a - b : positions[segment.z].xyz;
    const vec3 after = segment.w == segment.y ? 2.0 * b - a : positions[segment.w].xyz;
    const vec3 slopeA = 0.5 * (b - before), slopeB = 0.5 * (after - a);
    const vec3 bend = 3.0 * (b - a) - 2.0 * slopeA - slopeB, twist = 2.0 * (a - b) + slopeA + slopeB;
    CurvePoint point;
    point.place = a + t * (slopeA + t * (bend + t * twist));
    point.tangent = slopeA + t * (2.0 * bend + t * 3.0 * twist);
    point.along = mix(places[segment.x].x, places[segment.y].x, t);
    point.value = mix(values[segment.x], values[segment.y], t);
    point.particle = segment.x;
    return point;
}
