#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "tensors.glsl"

// Of vertices, what hinges are short of, or of clusters, what is gathered below, or given from above.
void main() {
    if (itemNumber() >= constants.count) return;
    TensorRow row = tensorRows[constants.first + itemNumber()];
    MomentTensor sum = kNoTensor;
    for (uint l = row.firstLink; l < row.firstLink + row.linkCount; ++l) {
        TensorLink link = tensorLinks[l];
        if (kResponse == kTensorOfHinges)
            sum = addHinge(sum, plateHinges[link.place], scratch[constants.rows + link.place]);
        else sum = addTensor(sum, tensorAt(link.place), link.number);
    }
    setTensor(row.place, sum);
}
