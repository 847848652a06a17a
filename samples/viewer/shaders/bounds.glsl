// Where each light's depth map lies: around all that throws shadows, as measured by measure_bounds.comp.glsl.
// Floats are kept as unsigned integers of the same order, for atomicMin and atomicMax.
#ifdef BOUNDS_ARE_WRITTEN
layout(set = 0, binding = kBindBounds) buffer Bounds { uint ordered[]; };
#else
layout(set = 0, binding = kBindBounds) readonly buffer Bounds { uint ordered[]; };
#endif

uint toOrdered(float x) {
    const uint bits = floatBitsToUint(x);
    return bits ^ ((bits >> 31) != 0u ? 0xffffffffu : 0x80000000u);
}

float fromOrdered(uint x) {
    return uintBitsToFloat(x ^ ((x >> 31) != 0u ? 0x80000000u : 0xffffffffu));
}

// In the light's own axes [m].
vec3 toLight(uint light, vec3 world) {
    return vec3(dot(frame.axes[3u * light].xyz, world), dot(frame.axes[3u * light + 1u].xyz, world),
                dot(frame.axes[3u * light + 2u].xyz, world));
}

struct LightBox {
    vec2 corner;   // [m]
    float extent;  // of the square map [m]
    float top;     // nearest to the light [m]
    float depth;   // from top to bottom [m]
};

// The extent grows in steps and the corner moves by whole texels, so that shadows do not shimmer while cloth moves.
LightBox boxOf(uint light, float texels) {
    const uint o = 6u * light;
    const vec3 low = vec3(fromOrdered(ordered[o]), fromOrdered(ordered[o + 1u]), fromOrdered(ordered[o + 2u]));
    const vec3 high = vec3(fromOrdered(ordered[o + 3u]), fromOrdered(ordered[o + 4u]), fromOrdered(ordered[o + 5u]));
    LightBox box;
    const float span = max(max(high.x - low.x, high.y - low.y), 1e-4) * 1.06;
    box.extent = exp2(ceil(log2(span) * 4.0) * 0.25);
    const float texel = box.extent / texels;
    box.corner = floor((0.5 * (low.xy + high.xy) - 0.5 * box.extent) / texel) * texel;
    const float margin = 0.01 * box.extent;
    box.top = high.z + margin;
    box.depth = high.z - low.z + 2.0 * margin;
    return box;
}

float texelsOf(uint light) {
    return float(light == 0u ? kShadowTexels : kSkyTexels);
}

// Onto the light's depth map.
vec4 toShadowMap(uint light, vec3 world) {
    const LightBox box = boxOf(light, texelsOf(light));
    const vec3 q = toLight(light, world);
    return vec4(2.0 * (q.xy - box.corner) / box.extent - 1.0, (box.top - q.z) / box.depth, 1.0);
}
