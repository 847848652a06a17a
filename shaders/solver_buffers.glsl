// What sticks, bends, triangles and the inputs of a step are read from, for the kernels that see all of them.
layout(set = 0, binding = 2, std430) readonly buffer Sticks { Stick sticks[]; };
layout(set = 0, binding = 3, std430) buffer Multipliers { float multipliers[]; };
// Between two passes: see PassKind.
layout(set = 0, binding = 4, std430) PLIANT_COHERENT buffer Scratch { vec4 scratch[]; };
layout(set = 0, binding = 5, std430) readonly buffer RowFirst { uint rowFirst[]; };
layout(set = 0, binding = 6, std430) readonly buffer RowEntries { uint rowEntries[]; };
layout(set = 0, binding = 7, std430) readonly buffer Shares { float shares[]; };
layout(set = 0, binding = 8, std430) readonly buffer Restraints { StickRestraint restraints[]; };
layout(set = 0, binding = 9, std430) readonly buffer Bends { Bend bends[]; };
layout(set = 0, binding = 10, std430) readonly buffer Tethers { Tether tethers[]; };
layout(set = 0, binding = 11, std430) readonly buffer Triangles { Triangle triangles[]; };
layout(set = 0, binding = 12, std430) readonly buffer Pins { PinRecord pins[]; };
layout(set = 0, binding = 13, std430) readonly buffer Colliders { ColliderRecord colliders[]; };
layout(set = 0, binding = 14, std430) buffer Counters { uint counters[]; };
layout(set = 0, binding = 15, std430) readonly buffer BendNumbers { float bendNumbers[]; };  // at rest, then dampings
