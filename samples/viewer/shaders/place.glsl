// Vertices go to the picture, or to a light's depth map: one shader, two pipelines.
#include "bounds.glsl"

layout(constant_id = 0) const bool kIntoShadowMap = false;

vec4 place(vec3 world) {
    return kIntoShadowMap ? toShadowMap(draw.light, world) : toClip(world);
}
