#pragma once

#include "pliant/cpu/kernels.h"

/// What kernels of several widths have in common. Those of eight and sixteen items at a time are, on x86-64, compiled
/// with AVX2 and AVX-512, so nothing in these files may be shared with others: a function that the linker takes from
/// there and gives to all would stop on older processors. Hence kernels in unnamed namespaces, the shared maths on
/// Real8 and Real16 alone, and raw addresses.
namespace pliant::cpu {

/// The schedule's arrays as addresses.
struct WideItems {
    const Stick* sticks;
    const StickRestraint* restraints;
    const Bend* bends;
    const BendNumbers* bendNumbers;
    const BendLink* bendLinks;
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
    const std::uint32_t* clusterOf;
    const Cluster* clusters;
    const ClusterMember* clusterMembers;
    const TensionRow* tensionRows;
    const TensionLink* tensionLinks;
};
WideItems wideItems(const Schedule& schedule);

}  // namespace pliant::cpu
