#version 450

layout(location = 0) in vec3 surfaceNormal;
layout(location = 1) in vec2 surfacePlace;

layout(location = 0) out vec4 colour;

// A checked cloth, lit by the sun and the sky from both sides.
void main() {
    vec3 normal = normalize(gl_FrontFacing ? surfaceNormal : -surfaceNormal);
    bvec2 odd = greaterThan(fract(surfacePlace * 6.0), vec2(0.5));
    vec3 dye = odd.x == odd.y ? vec3(0.46, 0.03, 0.02) : vec3(0.80, 0.72, 0.56);
    float sun = max(dot(normal, normalize(vec3(0.5, 0.7, 0.6))), 0.0);
    float sky = 0.5 + 0.5 * normal.y;
    colour = vec4(dye * (0.85 * sun + 0.25 * sky + 0.08), 1.0);
}
