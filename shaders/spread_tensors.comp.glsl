#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "tensors.glsl"

// The moments of a plate's hinges.
void main() {
    if (itemNumber() >= constants.count) return;
    uint number = constants.first + itemNumber();
    PlateHinge hinge = plateHinges[number];
    scratch[constants.rows + number] = hingeMoment(hinge, tensorAt(hinge.tensorA), tensorAt(hinge.tensorB));
}
