// The structs that live in GPU buffers, read by the GLSL compiler and by the C++ compiler.
// Every member is four bytes and every struct a multiple of 16 or a push constant, so that C++ and std430 agree.
#ifndef PLIANT_SHARED_LAYOUT_H
#define PLIANT_SHARED_LAYOUT_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace pliant {
using glm::vec3;
using glm::vec4;
using uint = std::uint32_t;
#endif

// How a stick answers, as pipelines and passes name it. Odd = one-sided: it pulls, and never pushes.
// Compliant ones come first in the schedule, so that the index of a stick is also that of its multiplier.
const uint kStickCompliant = 0u;
const uint kStickRigid = 2u;
const uint kStickHooke = 4u;
const uint kStickOneSided = 1u;  // added to one of the three
const uint kStickResponseCount = 6u;

// A distance constraint between two particles. 16 bytes.
struct Stick {
    uint a;            // index of a particle, in schedule order; a < b
    uint b;            // index of the other
    float restLength;  // [m]
    float parameter;   // compliance [m/N] of a compliant stick, stiffness [N/m] of a Hooke one, else 0
};

// What a kernel is told: the step's constants, computed once on the host, and the pass's range.
struct PassConstants {
    vec3 fall;                 // displacement by gravity and wind in this substep [m]
    float keep;                // share of the last displacement that is repeated: damping and change of dt
    float inverseSquaredStep;  // 1/h^2 [1/s^2]
    float squaredStep;         // h^2 [s^2]
    float relaxation;          // Jacobi: factor on the averaged corrections
    uint firstIteration;       // 1 in a substep's first iteration: multipliers count as 0
    uint first;                // the pass's first item
    uint count;                // and the number of its items
};

#ifdef __cplusplus
static_assert(sizeof(Stick) == 16 && sizeof(vec4) == 16 && sizeof(PassConstants) == 40);
}  // namespace pliant
#endif
#endif
