#pragma once

#include <type_traits>

#include "schedule/schedule.h"

namespace pliant::cpu {

/// What the kernels read and write: the same arrays as the GPU's buffers.
struct Buffers {
    vec4* particles;     // position, inverse mass
    vec4* previous;      // position before the last displacement
    float* multipliers;  // XPBD, per compliant stick
    vec4* corrections;   // Jacobi, per stick: push times direction
    const Stick* sticks;
    const std::uint32_t* rowFirst;
    const std::uint32_t* rowEntries;
    const float* jacobiShare;
};

/// The definition of the right answer, one kernel per kind of pass, for items [first, last). The kernels in shaders/ do the
/// same to one item.
void integrate(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);
void solveSticks(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, std::uint32_t first,
                 std::uint32_t last);
void correctSticks(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, std::uint32_t first,
                   std::uint32_t last);
void gatherCorrections(const Buffers& buffers, std::uint32_t first, std::uint32_t last);

/// The same, eight at a time: sticks of one colour share no particle. Same bits; only where hasWideKernels().
void integrateWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);
void solveSticksWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants,
                     std::uint32_t first, std::uint32_t last);

/// Whether this processor can run the wide kernels (AVX2).
bool hasWideKernels();

/// Calls run with the response as a compile-time constant, so that the loop inside has no branch on it.
template <class Run>
void withResponse(std::uint32_t response, Run&& run) {
    using std::integral_constant;
    switch (response) {
        case kStickCompliant: return run(integral_constant<std::uint32_t, kStickCompliant>{});
        case kStickCompliant + kStickOneSided:
            return run(integral_constant<std::uint32_t, kStickCompliant + kStickOneSided>{});
        case kStickRigid: return run(integral_constant<std::uint32_t, kStickRigid>{});
        case kStickRigid + kStickOneSided: return run(integral_constant<std::uint32_t, kStickRigid + kStickOneSided>{});
        case kStickHooke: return run(integral_constant<std::uint32_t, kStickHooke>{});
        case kStickHooke + kStickOneSided: return run(integral_constant<std::uint32_t, kStickHooke + kStickOneSided>{});
    }
}

}  // namespace pliant::cpu
