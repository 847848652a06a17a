#version 460
#extension GL_GOOGLE_include_directive : require
// Where the particles of an obstacle go in a step, from its vertices in a buffer of the application's: the pins that
// moveObstacle() would have made of the same floats. See src/pliant/gpu/gpu_obstacle.cpp.
#include "round_to_even.glsl"

#include "shared/layout.h"
#include "shared/obstacle.h"

layout(local_size_x_id = 0) in;

layout(push_constant) uniform PushConstants { ObstacleConstants constants; };

layout(set = 0, binding = 0, std430) readonly buffer Vertices { float vertices[]; };
layout(set = 0, binding = 1, std430) readonly buffer Points { CarriedVertex points[]; };
layout(set = 0, binding = 2, std430) buffer Pins { PinRecord pins[]; };
layout(set = 0, binding = 3, std430) buffer Counters { uint counters[]; };

#include "item_number.glsl"

vec3 vertexAt(uint i) {
    uint at = constants.first + i * constants.stride;
    return vec3(vertices[at], vertices[at + 1u], vertices[at + 2u]);
}

// A particle whose vertices are nowhere stays where it is, and is counted.
void main() {
    uint i = itemNumber();
    if (i >= constants.count) return;
    CarriedVertex p = points[i];
    vec3 a = vertexAt(p.a), b = vertexAt(p.b), c = vertexAt(p.c);
    bool isGood = isWithin(a, constants.most) && isWithin(b, constants.most) && isWithin(c, constants.most);
    pins[i].target = isGood ? pointOnTriangle(a, b, c, p.x, p.y) : vec3(0.0f);
    pins[i].action = isGood ? kPinMove : kPinHold;
    if (!isGood) atomicAdd(counters[0], 1u);
}
