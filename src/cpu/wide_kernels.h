#pragma once

#include "cpu/kernels.h"

/// The kernels of kernels.h, eight items at a time: the items of a pass are independent of each other. Same bits.
///
/// They are the files cpu/wide_*.cpp, compiled with AVX2, so nothing in them may be shared with other files: a function
/// that the linker takes from there and gives to all would stop on older processors. Hence the shared maths on Real8
/// alone, and raw addresses. Only where hasWideKernels().
namespace pliant::cpu {

/// The schedule's arrays as addresses.
struct WideItems {
    const Stick* sticks;
    const StickRestraint* restraints;
    const Bend* bends;
    const float* bendNumbers;
    const Triangle* triangles;
    const std::uint32_t* rowFirst;
    const std::uint32_t* rowEntries;
    const float* shares;
    const Element* elements;
    const vec4* elementRows;
    const Chunk* chunks;
    const ShapeRecord* shapes;
    const ShapeMember* shapeMembers;
    const EnclosureRecord* enclosures;
    const EnclosureMember* enclosureMembers;
    const std::uint32_t* enclosurePairs;
    const std::uint32_t* springFirst;
    const SpringEnd* springEnds;
};
WideItems wideItems(const Schedule& schedule);

/// solveSticksWide() and the others that PLIANT_PASS_KINDS calls Wide.
#define PLIANT_Wide(kernel) Kernel kernel##Wide;
#define PLIANT_Plain(kernel)
#define PLIANT_DECLARE(kind, kernel, items, moves, grain, reach, width, ...) PLIANT_##width(kernel)
PLIANT_PASS_KINDS(PLIANT_DECLARE)
#undef PLIANT_DECLARE
#undef PLIANT_Plain
#undef PLIANT_Wide

/// Sixteen at a time, as many as there are; returns the first that is left. None if this build or this processor has no
/// AVX-512.
std::uint32_t solveSticksBy16(const Buffers& buffers, const WideItems& items, std::uint32_t response,
                              const PassConstants& constants, std::uint32_t first, std::uint32_t last);

}  // namespace pliant::cpu
