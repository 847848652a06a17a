#include "cpu/kernels.h"

#include "shared/jacobi.h"
#include "shared/stick.h"
#include "shared/verlet.h"

namespace pliant::cpu {
namespace {

// The push of stick `index`, whose ends are d apart. A multiplier counts as 0 in a substep's first iteration.
float pushOf(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, std::uint32_t index,
             vec3 d, float inverseMasses, float factor) {
    const Stick& stick = buffers.sticks[index];
    const bool compliant = response < kStickRigid;
    float multiplier = compliant && constants.firstIteration == 0 ? buffers.multipliers[index] : 0.0f;
    const float parameter = stickParameter<float>(response, stick.parameter, constants);
    const float push = stickPush<float>(response, d, inverseMasses, stick.restLength, parameter, factor, multiplier);
    if (compliant) buffers.multipliers[index] = multiplier;
    return push;
}

}  // namespace

void integrate(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
        const vec4 x = buffers.particles[i];
        const vec4 p = buffers.previous[i];
        buffers.previous[i] = x;
        if (x.w == 0.0f) continue;
        buffers.particles[i] = vec4(verletStep<float>(vec3(x), vec3(p), constants.fall, constants.keep), x.w);
    }
}

void solveSticks(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, std::uint32_t first,
                 std::uint32_t last) {
    withResponse(response, [&](auto constantResponse) {
        for (std::uint32_t i = first; i < last; ++i) {
            vec4& a = buffers.particles[buffers.sticks[i].a];
            vec4& b = buffers.particles[buffers.sticks[i].b];
            const vec3 d = vec3(a) - vec3(b);
            const float push = pushOf(buffers, constantResponse, constants, i, d, a.w + b.w, 1.0f);
            a = vec4(moveFirstEnd<float>(vec3(a), d, a.w * push), a.w);
            b = vec4(moveSecondEnd<float>(vec3(b), d, b.w * push), b.w);
        }
    });
}

void correctSticks(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, std::uint32_t first,
                   std::uint32_t last) {
    withResponse(response, [&](auto constantResponse) {
        for (std::uint32_t i = first; i < last; ++i) {
            const Stick& stick = buffers.sticks[i];
            const vec4 a = buffers.particles[stick.a], b = buffers.particles[stick.b];
            const float shareA = buffers.jacobiShare[stick.a], shareB = buffers.jacobiShare[stick.b];
            const float factor = jacobiFactor<float>(constantResponse, shareA, shareB, constants.relaxation);
            const vec3 d = vec3(a) - vec3(b);
            const float push = pushOf(buffers, constantResponse, constants, i, d, a.w + b.w, factor);
            buffers.corrections[i] = vec4(stickCorrection<float>(d, push), 0.0f);
        }
    });
}

void gatherCorrections(const Buffers& buffers, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
        vec3 sum(0.0f);
        for (std::uint32_t e = buffers.rowFirst[i]; e < buffers.rowFirst[i + 1]; ++e) {
            const std::uint32_t entry = buffers.rowEntries[e];
            sum = addCorrection<float>(sum, vec3(buffers.corrections[entry / 2]), (entry & 1) != 0);
        }
        const vec4 x = buffers.particles[i];
        buffers.particles[i] = vec4(moveBySum<float>(vec3(x), sum, x.w), x.w);
    }
}

}  // namespace pliant::cpu
