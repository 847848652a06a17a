// Numbers as colours, of a picture that shows them. Needs scene.glsl.
#include "ramps.h"

bool showsNumbers() {
    return frame.show != kShowFabric && frame.show != kShowColours && frame.show != kShowThickness;
}

vec3 numberColour(float value) {
    if (frame.show == kShowStretch) return stretchColour(value / frame.fullStretch);
    return frame.show == kShowSleep ? sleepColour(value) : heatColour(value);
}

// What is shown of a body: its own colour, or a number's.
vec3 shownColour(vec3 own, float value) {
    return showsNumbers() ? numberColour(value) : own;
}
