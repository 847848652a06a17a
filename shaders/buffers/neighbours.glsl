// Particles that keep each other off.
#ifndef PLIANT_BUFFERS_NEIGHBOURS
#define PLIANT_BUFFERS_NEIGHBOURS

#include "neighbour_state.glsl"
#include "shared/bindings.h"

layout(binding = kNeighbourSpace, std430) readonly buffer NeighbourSpaces { NeighbourSpace space; };
layout(binding = kNeighbourBodies, std430) readonly buffer NeighbourBodies { NeighbourBody bodies[]; };
layout(binding = kNeighbourRest, std430) readonly buffer NeighbourRest { vec4 rest[]; };  // place, number of body
layout(binding = kNeighbourJoints, std430) readonly buffer NeighbourJoints { uint joints[]; };  // 0: at none
layout(binding = kNeighbourOrder, std430) readonly buffer NeighbourOrder { uint order[]; };  // of contacts' particles
layout(binding = kNeighbourNodes, std430) readonly buffer NeighbourNodes { NeighbourNode nodes[]; };
layout(binding = kNeighbourBoxes, std430) PLIANT_COHERENT buffer NeighbourBoxes { NeighbourBox boxes[]; };  // of nodes
layout(binding = kNeighbourCounts, std430) buffer NeighbourCounts { NeighbourList counts[]; };
layout(binding = kNeighbourAnchors, std430) buffer NeighbourAnchors { vec4 anchors[]; };  // and slack
layout(binding = kNeighbourMotions, std430) buffer NeighbourMotions { vec4 motions[]; };  // way per substep; reach
#ifndef PLIANT_COHERENT_LISTS
#define PLIANT_COHERENT_LISTS
#endif
layout(binding = kNeighbourLists, std430) PLIANT_COHERENT_LISTS buffer NeighbourLists {
    uint lists[];  // [k * particles + i]
};
layout(binding = kNeighbourStarts, std430) buffer NeighbourStarts { vec4 starts[]; };     // place before, number
layout(binding = kNeighbourWays, std430) buffer NeighbourWays { vec4 ways[]; };  // and inverseMassOfPart(); two each
layout(binding = kAroundFirst, std430) readonly buffer AroundFirst { uint aroundFirst[]; };  // edges, beside, faces
layout(binding = kAround, std430) readonly buffer Around { uint around[]; };  // ends of edges, corners of faces
// Particles, state[kInvolvedCount] of them, and workgroups for them along x, y and z: for indirect dispatches.
layout(binding = kInvolved, std430) buffer Involved {
    uint involvedGroups[kGroupWords];
    uint involved[];
};
// Of these state[kPushedCount], and workgroups for them.
layout(binding = kPushed, std430) buffer Pushed {
    uint pushedGroups[kGroupWords];
    uint pushed[];
};
layout(binding = kPressed, std430) buffer Pressed { vec4 pressed[]; };  // what colliders have pushed it [m]
layout(binding = kCuts, std430) buffer Cuts { WayCut cuts[]; };
layout(binding = kFaceTouches, std430) buffer FaceTouchSums { FaceTouches faceTouches[]; };  // of thin ones
#endif
