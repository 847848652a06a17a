// Kernels of elements.

#include "cpu/kernels.h"
#include "shared/elements.h"

namespace pliant::cpu {

void solveElements(const Buffers& buffers, std::uint32_t kind, const PassConstants& constants, std::uint32_t first,
                   std::uint32_t last) {
    const bool hasFourth = kind < kElementOfThree;
    for (std::uint32_t i = first; i < last; ++i) {
        const Element& element = buffers.schedule->elements[i];
        vec4 &a = buffers.particles[element.a], &b = buffers.particles[element.b], &c = buffers.particles[element.c];
        vec4& d = hasFourth ? buffers.particles[element.d] : c;
        const vec4 row = hasFourth ? vec4(0.0f) : buffers.schedule->elementRows[element.d];
        vec4& multipliers = buffers.elementMultipliers[i];
        if (constants.firstIteration != 0) multipliers = vec4(0.0f);
        ElementCorners<float> x{a, b, c, d};
        projectElement<float>(kind, x, {element.numbers, row}, constants, multipliers);
        a = x.a;
        b = x.b;
        c = x.c;
        if (hasFourth) d = x.d;
    }
}

}  // namespace pliant::cpu
