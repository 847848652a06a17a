// Numbers as colours, of a picture that shows them. Needs scene.glsl.

// -1 blue, 0 white, 1 red.
vec3 stretchColour(float x) {
    const float t = clamp(x, -1.0, 1.0);
    const vec3 kWhite = vec3(0.86, 0.86, 0.84);
    const vec3 kRed = vec3(0.62, 0.025, 0.03);
    const vec3 kBlue = vec3(0.03, 0.14, 0.58);
    const float share = pow(abs(t), 0.8);
    return mix(kWhite, t > 0.0 ? kRed : kBlue, share);
}

// 0 white, over yellow and orange to a deep red.
vec3 heatColour(float x) {
    const float t = clamp(x, 0.0, 1.0) * 3.0;
    const vec3 k0 = vec3(0.86, 0.86, 0.84), k1 = vec3(0.95, 0.68, 0.10), k2 = vec3(0.78, 0.13, 0.02);
    const vec3 k3 = vec3(0.22, 0.003, 0.02);
    if (t < 1.0) return mix(k0, k1, t);
    return t < 2.0 ? mix(k1, k2, t - 1.0) : mix(k2, k3, t - 2.0);
}

vec3 numberColour(float value) {
    return frame.show == kShowStretch ? stretchColour(value / frame.fullStretch) : heatColour(value);
}

// What is shown of a body: its own colour, or a number's.
vec3 shownColour(vec3 own, float value) {
    return frame.show == kShowStretch || frame.show == kShowHeat ? numberColour(value) : own;
}
