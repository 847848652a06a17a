#pragma once

#include <array>
#include <type_traits>

#include "pliant/schedule/schedule.h"

namespace pliant::cpu {

struct ImplicitWork;
struct NeighbourWork;
struct OutlineWork;
struct WideItems;

/// What the kernels read and write: the same arrays as the GPU's buffers.
struct Buffers {
    vec4* particles;     // position, inverse mass
    vec4* previous;      // position before the last displacement
    float* multipliers;  // XPBD, per stick that has one: see multiplierCount()
    vec4* scratch;       // between two passes, see PLIANT_PASS_KINDS
    const Schedule* schedule;
    const WideItems* items;  // the schedule's arrays as addresses, see cpu/wide_kernels.h
    const Tether* tethers;
    const Strand* strands;
    const TensorBlock* tensorBlocks;
    const PinRecord* pins;
    const ColliderRecord* colliders;  // of the world, then of every frame
    std::uint64_t* lost;              // counts positions that were not kept
    vec4* partialSums;                // between two passes over bodies, see PLIANT_PASS_KINDS
    vec4* shapeTurns;                 // per shape: quaternion
    float* elementMultipliers;
    vec4* elementMultipliers4;  // of elements of three
    vec4* velocities;           // from Schedule::firstForced on, as are
    ForceStage* stages;         // these
    ImplicitWork* implicitWork;
    OutlineWork* outlines;         // see cpu/outline_kernels.h
    NeighbourWork* neighbours;     // see cpu/neighbour_kernels.h
    vec4* carry;                   // what rounding left of each particle's motion, see shared/verlet.h
    const FrameRecord* frames;     // of the world, then of every frame; none in scenes without
    const std::uint32_t* frameOf;  // per particle which of them
    vec4* sleepAnchors;            // per particle where it was when the window began, or fell asleep
    std::uint32_t* sleepStates;    // per sleeper, see shared/sleep.h
};

/// Does a pass to its items [first, last). `response` is the pass's.
using Kernel = void(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, std::uint32_t first,
                    std::uint32_t last);

/// Kernels that PLIANT_PASS_KINDS calls Plain. The others are written for any width, see widths.h: for one item at a
/// time they are the definition of the right answer. The kernels in shaders/ do the same to one item.
#define PLIANT_Widest(kernel)
#define PLIANT_Wide(kernel)
#define PLIANT_Plain(kernel) Kernel kernel;
#define PLIANT_DECLARE(kind, kernel, items, moves, grain, reach, width, ...) PLIANT_##width(kernel)
PLIANT_PASS_KINDS(PLIANT_DECLARE)
#undef PLIANT_DECLARE
#undef PLIANT_Plain
#undef PLIANT_Wide
#undef PLIANT_Widest

/// By kind of pass.
using KernelTable = std::array<Kernel*, kPassKindCount>;

/// Those that are compiled with AVX2, null for kinds without. Only where hasWideKernels().
extern const KernelTable kWideKernels;

/// Whether this processor can run the wide kernels (AVX2).
bool hasWideKernels();

/// Those that take sixteen items at a time, or a multiple of that: compiled with AVX-512, null for kinds that are not
/// Widest. Only where hasKernelsBy16().
extern const KernelTable kKernelsBy16;

/// Whether this processor can run these (AVX-512).
bool hasKernelsBy16();

/// Items [first, last) of a pass eight or sixteen at a time, with the same bits. False, and nothing done, for kinds
/// without wide kernels. Only where hasWideKernels().
bool runWide(const Buffers& buffers, const Pass& pass, const PassConstants& constants, std::uint32_t first,
             std::uint32_t last);

/// Items [first, last) of a pass one at a time, or more if there is a wide kernel.
void runPiece(const Buffers& buffers, bool wide, const Pass& pass, const PassConstants& constants, std::uint32_t first,
              std::uint32_t last);

/// Counts particles that were not kept, as many as bits. Not inline: see wide_kernels.h.
void countLost(const Buffers& buffers, int bits);

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
        case kStickBetweenClusters: return run(integral_constant<std::uint32_t, kStickBetweenClusters>{});
        case kStickElastic: return run(integral_constant<std::uint32_t, kStickElastic>{});
        case kStickHooke + kStickOneSided: return run(integral_constant<std::uint32_t, kStickHooke + kStickOneSided>{});
    }
}

}  // namespace pliant::cpu
