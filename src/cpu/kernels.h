#pragma once

#include <type_traits>

#include "schedule/schedule.h"

namespace pliant::cpu {

struct ImplicitWork;
struct OutlineWork;

/// What the kernels read and write: the same arrays as the GPU's buffers.
struct Buffers {
    vec4* particles;     // position, inverse mass
    vec4* previous;      // position before the last displacement
    float* multipliers;  // XPBD, per compliant stick
    vec4* scratch;       // between two passes, see PLIANT_PASS_KINDS
    const Schedule* schedule;
    const Tether* tethers;
    const PinRecord* pins;
    const ColliderRecord* colliders;  // of the world, then of every frame
    std::uint64_t* lost;              // counts positions that were not kept
    vec4* bodySums;                   // between two passes over bodies, see PLIANT_PASS_KINDS
    vec4* shapeTurns;                 // per shape: quaternion
    float* elementMultipliers;
    vec4* elementMultipliers4;  // of elements of three
    vec4* velocities;    // from Schedule::firstForced on, as are
    ForceStage* stages;  // these
    ImplicitWork* implicitWork;
    OutlineWork* outlines;         // see cpu/outline_kernels.h
    vec4* carry;                   // what rounding left of each particle's motion, see shared/verlet.h
    const FrameRecord* frames;     // of the world, then of every frame; none in scenes without
    const std::uint32_t* frameOf;  // per particle which of them
};

/// Does a pass to its items [first, last). `response` is the pass's.
using Kernel = void(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, std::uint32_t first,
                    std::uint32_t last);

/// The definition of the right answer: solveSticks() and the others of PLIANT_PASS_KINDS. The kernels in shaders/ do
/// the same to one item.
#define PLIANT_DECLARE(kind, kernel, ...) Kernel kernel;
PLIANT_PASS_KINDS(PLIANT_DECLARE)
#undef PLIANT_DECLARE

/// Whether this processor can run the wide kernels (AVX2).
bool hasWideKernels();

/// Items [first, last) of a pass eight at a time, with the same bits: wide_kernels.h. False, and nothing done, for
/// kinds without wide kernels. Only where hasWideKernels().
bool runWide(const Buffers& buffers, const Pass& pass, const PassConstants& constants, std::uint32_t first,
             std::uint32_t last);

/// Items [first, last) of a pass, by the plain kernel, or the wide one if there is one.
void runPiece(const Buffers& buffers, bool wide, const Pass& pass, const PassConstants& constants, std::uint32_t first,
              std::uint32_t last);

/// Calls run with the response as a compile-time constant, so that the loop inside has no branch on it.
template <class Run>
void withResponse(std::uint32_t response, Run&& run) {
    using std::integral_constant;
    switch (response) {
        case kStickDamped: return run(integral_constant<std::uint32_t, kStickDamped>{});
        case kStickDamped + kStickOneSided:
            return run(integral_constant<std::uint32_t, kStickDamped + kStickOneSided>{});
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
