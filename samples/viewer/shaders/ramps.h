// Numbers as colours, linear: for the shaders, and for the legends beside them.
#ifndef PLIANT_VIEWER_RAMPS_H
#define PLIANT_VIEWER_RAMPS_H

#ifdef __cplusplus
#include <glm/common.hpp>
#include <glm/exponential.hpp>
#include <glm/vec3.hpp>

namespace pliant::viewer {
using glm::abs;
using glm::clamp;
using glm::mix;
using glm::pow;
using glm::vec3;
#define PLIANT_RAMP inline
#else
#define PLIANT_RAMP
#endif

// -1 blue, 0 white, 1 red.
PLIANT_RAMP vec3 stretchColour(float x) {
    const float t = clamp(x, -1.0f, 1.0f);
    const vec3 kWhite = vec3(0.86f, 0.86f, 0.84f);
    const vec3 kRed = vec3(0.62f, 0.025f, 0.03f);
    const vec3 kBlue = vec3(0.03f, 0.14f, 0.58f);
    const float share = pow(abs(t), 0.8f);
    return mix(kWhite, t > 0.0f ? kRed : kBlue, share);
}

// 0 white, over yellow and orange to a deep red.
PLIANT_RAMP vec3 heatColour(float x) {
    const float t = clamp(x, 0.0f, 1.0f) * 3.0f;
    const vec3 k0 = vec3(0.86f, 0.86f, 0.84f), k1 = vec3(0.95f, 0.68f, 0.10f), k2 = vec3(0.78f, 0.13f, 0.02f);
    const vec3 k3 = vec3(0.22f, 0.003f, 0.02f);
    if (t < 1.0f) return mix(k0, k1, t);
    return t < 2.0f ? mix(k1, k2, t - 1.0f) : mix(k2, k3, t - 2.0f);
}

// 0 white: awake, 1 blue: asleep.
PLIANT_RAMP vec3 sleepColour(float x) {
    return mix(vec3(0.86f, 0.86f, 0.84f), vec3(0.06f, 0.20f, 0.55f), clamp(x, 0.0f, 1.0f));
}

#ifdef __cplusplus
}  // namespace pliant::viewer
#endif
#undef PLIANT_RAMP
#endif
