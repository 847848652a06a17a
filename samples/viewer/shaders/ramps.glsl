// Numbers as colours, of a picture that shows them. Needs scene.glsl.
#include "ramps.h"

vec3 numberColour(float value) {
    return frame.show == kShowStretch ? stretchColour(value / frame.fullStretch) : heatColour(value);
}

// What is shown of a body: its own colour, or a number's.
vec3 shownColour(vec3 own, float value) {
    return frame.show == kShowStretch || frame.show == kShowHeat ? numberColour(value) : own;
}
