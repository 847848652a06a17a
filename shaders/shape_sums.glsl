// Sums of shapes in partialSums: a row of A with a coordinate of the offset, three times.
#include "shared/shape.h"

void storeShapeSums(uint at, ShapeSums sums) {
    partialSums[at] = vec4(sums.x, sums.offset.x);
    partialSums[at + 1u] = vec4(sums.y, sums.offset.y);
    partialSums[at + 2u] = vec4(sums.z, sums.offset.z);
}

ShapeSums loadShapeSums(uint at) {
    vec4 x = partialSums[at];
    vec4 y = partialSums[at + 1u];
    vec4 z = partialSums[at + 2u];
    return ShapeSums(x.xyz, y.xyz, z.xyz, vec3(x.w, y.w, z.w));
}
