// Sums of shapes in bodySums: a row of A with a coordinate of the offset, three times.
#include "shared/shape.h"

void storeShapeSums(uint at, ShapeSums sums) {
    bodySums[at] = vec4(sums.x, sums.offset.x);
    bodySums[at + 1u] = vec4(sums.y, sums.offset.y);
    bodySums[at + 2u] = vec4(sums.z, sums.offset.z);
}

ShapeSums loadShapeSums(uint at) {
    vec4 x = bodySums[at];
    vec4 y = bodySums[at + 1u];
    vec4 z = bodySums[at + 2u];
    return ShapeSums(x.xyz, y.xyz, z.xyz, vec3(x.w, y.w, z.w));
}
