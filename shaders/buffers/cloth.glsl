// Sticks, bends and triangles, and the rows of what is at each particle.
#ifndef PLIANT_BUFFERS_CLOTH
#define PLIANT_BUFFERS_CLOTH

#include "shared/bindings.h"

layout(binding = kSticks, std430) readonly buffer Sticks { Stick sticks[]; };
layout(binding = kMultipliers, std430) PLIANT_COHERENT buffer Multipliers { float multipliers[]; };
layout(binding = kTensionRows, std430) readonly buffer TensionRows { TensionRow tensionRows[]; };
layout(binding = kTensionLinks, std430) readonly buffer TensionLinks { TensionLink tensionLinks[]; };
layout(binding = kRestraints, std430) readonly buffer Restraints { StickRestraint restraints[]; };
layout(binding = kRowFirst, std430) readonly buffer RowFirst { uint rowFirst[]; };
layout(binding = kRowEntries, std430) readonly buffer RowEntries { uint rowEntries[]; };
layout(binding = kShares, std430) readonly buffer Shares { float shares[]; };
layout(binding = kBends, std430) readonly buffer Bends { Bend bends[]; };
layout(binding = kBendNumbers, std430) readonly buffer BendNumberList { BendNumbers bendNumbers[]; };
layout(binding = kBendLinks, std430) readonly buffer BendLinks { BendLink bendLinks[]; };
layout(binding = kTriangles, std430) readonly buffer Triangles { Triangle triangles[]; };
#endif
