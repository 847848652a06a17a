#version 450
#extension GL_GOOGLE_include_directive : require
// Corner by corner the triangles that lie at creases, see creases.h: each with the normal of its own side.
#include "scene.glsl"

layout(set = 0, binding = kBindValues) readonly buffer Values { float values[]; };
layout(set = 0, binding = kBindCreases) readonly buffer Creases { uint creases[]; };

layout(location = 0) out vec3 outWorld;
layout(location = 1) out vec3 outNormal;
layout(location = 2) out vec2 outPlace;
layout(location = 3) out float outValue;
layout(location = 4) flat out uint outBody;

void main() {
    const uint corner = 2u * uint(gl_VertexIndex);
    const uint particle = creases[corner], part = creases[corner + 1u];
    const vec3 here = positions[particle].xyz;
    vec3 sum = vec3(0.0);
    for (uint i = 0u; i < creases[part]; ++i) {
        const uint next = part + 1u + 2u * i;
        sum += cross(positions[creases[next]].xyz - here, positions[creases[next + 1u]].xyz - here);
    }
    gl_Position = toClip(here);
    outWorld = here;
    outNormal = sum * inversesqrt(max(dot(sum, sum), 1e-30));
    outPlace = places[particle].xy;
    outValue = values[particle];
    outBody = bodyOf(particle);
}
