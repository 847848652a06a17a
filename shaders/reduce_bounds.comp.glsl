#version 460
#extension GL_GOOGLE_include_directive : require
#include "surface_kernel.glsl"
#include "shared/bounds.h"

layout(set = 0, binding = 18, std430) readonly buffer BoundsNodes { BoundsNode boundsNodes[]; };
layout(set = 0, binding = 19, std430) readonly buffer BodyVertices { uint bodyVertices[]; };
layout(set = 0, binding = 20, std430) buffer Bounds { vec4 bounds[]; };  // lower and upper ones of every node

// A level: its nodes have those of the level before, or vertices.
void main() {
    if (itemNumber() >= constants.nodeCount) return;
    BoundsNode node = boundsNodes[constants.firstNode + itemNumber()];

    vec3 low = vec3(kAboveAll);
    vec3 high = vec3(kBelowAll);
    for (uint i = node.first; i < node.first + node.count; ++i) {
        vec3 below;
        vec3 above;
        if (node.hasVertices != 0u) {
            below = storable3(places[bodyVertices[i]].xyz);
            above = below;
        } else {
            below = bounds[2u * i].xyz;
            above = bounds[2u * i + 1u].xyz;
        }
        low = lowerOf(low, below);
        high = upperOf(high, above);
    }
    bounds[2u * node.result] = vec4(low, 0.0f);
    bounds[2u * node.result + 1u] = vec4(high, 0.0f);
}
