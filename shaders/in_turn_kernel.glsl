// What the kernels have in common in which one workgroup runs several passes in turn: their buffers, and the end of a
// turn. constants.first and constants.count are of passes.
#extension GL_GOOGLE_include_directive : require
#define PLIANT_COHERENT coherent
#include "pass_kernel.glsl"

layout(set = 0, binding = 2, std430) readonly buffer Sticks { Stick sticks[]; };
layout(set = 0, binding = 3, std430) buffer Multipliers { float multipliers[]; };
layout(set = 0, binding = 4, std430) readonly buffer Restraints { StickRestraint restraints[]; };
layout(set = 0, binding = 5, std430) readonly buffer Bends { Bend bends[]; };
layout(set = 0, binding = 6, std430) readonly buffer BendNumbers { float bendNumbers[]; };  // at rest, then dampings
layout(set = 0, binding = 7, std430) readonly buffer Tetrahedra { TetRecord tetrahedra[]; };
layout(set = 0, binding = 8, std430) buffer TetMultipliers { float tetMultipliers[]; };
layout(set = 0, binding = 9, std430) readonly buffer Turns { PassTurn turns[]; };

// Of all passes, where the pipeline was made for one response; else of each.
uint responseOf(PassTurn turn) {
    return kResponse < kStickResponseCount ? kResponse : turn.response;
}

// All invocations come here after each pass: those of the next see what they have written.
void endTurn() {
    memoryBarrierBuffer();
    barrier();
}
