#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "tensors.glsl"

// A particle goes where the moments of the hinges around it push it.
void main() {
    if (itemNumber() >= constants.count) return;
    TensorRow row = tensorRows[constants.first + itemNumber()];
    vec4 sum = vec4(0.0f);
    for (uint l = row.firstLink; l < row.firstLink + row.linkCount; ++l)
        sum = addTimes(sum, scratch[tensorLinks[l].place], tensorLinks[l].number);
    vec4 x = particleAt(row.place);
    vec3 pull = keepIfGood(squaredLength(sum.xyz), sum.xyz);
    if (x.w > 0.0f) setPlace(row.place, pushedBy(x.xyz, pull, x.w, constants.bendShare));
}
