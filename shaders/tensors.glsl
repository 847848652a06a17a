// Moment tensors, where they stand in scratch.
#include "buffers/plates.glsl"
#include "shared/plate.h"

const MomentTensor kNoTensor = MomentTensor(vec4(0.0f), vec4(0.0f), vec4(0.0f));

MomentTensor tensorAt(uint place) {
    return MomentTensor(scratch[place], scratch[place + 1u], scratch[place + 2u]);
}

void setTensor(uint place, MomentTensor tensor) {
    scratch[place] = tensor.xx;
    scratch[place + 1u] = tensor.yy;
    scratch[place + 2u] = tensor.xy;
}
