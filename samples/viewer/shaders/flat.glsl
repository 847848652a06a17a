// Pictures of a plane. Edges are smooth because what they enclose is known as a distance: a pixel that it cuts through
// is covered in part.
#include "light.glsl"

// Share of a pixel within a shape whose surface is so far away, negative inside [m].
float coverage(float distance) {
    return clamp(0.5 - distance / frame.pixel, 0.0, 1.0);
}

// Filled, and darker within `rim` of the edge.
vec4 filled(vec3 colour, float distance, float rim) {
    const vec3 shown = mix(colour, 0.42 * colour, coverage(-distance - rim));
    return vec4(encoded(shown).rgb, coverage(distance));
}
