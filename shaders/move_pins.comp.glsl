#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/inputs.glsl"
#include "move_pin.glsl"

void main() {
    if (itemNumber() >= constants.count) return;
    PinRecord pin = pins[constants.first + itemNumber()];
    // Of a whole body, or none: commands are recorded for more pins than there are.
    if (pin.particle >= constants.firstUnpinned) return;
    movePin(pin);
}
