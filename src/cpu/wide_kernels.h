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
    const TetRecord* tetrahedra;
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

// wide_sticks.cpp
void solveSticksWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants,
                     std::uint32_t first, std::uint32_t last);
void correctSticksWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants,
                       std::uint32_t first, std::uint32_t last);
void gatherCorrectionsWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first,
                           std::uint32_t last);

// wide_cloth.cpp
void integrateWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);
void solveBendsWide(const Buffers& buffers, std::uint32_t kind, const PassConstants& constants, std::uint32_t first,
                    std::uint32_t last);
void holdTethersWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);
void keepPlacesWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);
void pushTrianglesWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);
void gatherPushesWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);

/// Sixteen at a time, as many as there are; returns the first that is left. None if this build or this processor has no
/// AVX-512.
std::uint32_t solveSticksBy16(const Buffers& buffers, const WideItems& items, std::uint32_t response,
                              const PassConstants& constants, std::uint32_t first, std::uint32_t last);

// wide_contact.cpp
void collideWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);

// wide_shapes.cpp
void sumShapesWide(const Buffers& buffers, std::uint32_t first, std::uint32_t last);
void matchShapesWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);

// wide_enclosures.cpp
void solveTetsWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);
void measureEnclosuresWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants,
                           std::uint32_t first, std::uint32_t last);
void sumEnclosuresWide(const Buffers& buffers, std::uint32_t first, std::uint32_t last);
void solveEnclosuresWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first,
                         std::uint32_t last);
void pushEnclosuresWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first,
                        std::uint32_t last);

// wide_forces.cpp
void addForcesWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last);
void advanceWide(const Buffers& buffers, std::uint32_t scheme, const PassConstants& constants, std::uint32_t first,
                 std::uint32_t last);
void settleVelocitiesWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first,
                          std::uint32_t last);

}  // namespace pliant::cpu
