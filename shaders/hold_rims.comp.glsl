#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/rims.glsl"
#include "shared/cluster.h"
#include "shared/rim.h"
#include "wait_for_group.glsl"

// A workgroup takes a rim, as in src/pliant/cpu/rim_kernels.cpp: all invocations look at its links and move its nodes,
// one goes along it.

shared vec4 links[kMostRimNodes];     // from each node to the next
shared vec4 lines[kMostRimNodes];     // of each node but the last
shared float shares[kMostRimNodes];   // likewise; before that, how much longer each link is than the mean
shared float weights[kMostRimNodes];  // inverse masses
shared vec3 lastShift;
shared bool isMoved;

uint beforeIn(Rim rim, uint k) {
    return (k == 0u ? rim.nodeCount : k) - 1u;
}

vec3 pullAt(Rim rim, uint k) {
    return strandPull(links[beforeIn(rim, k)].xyz, links[k].xyz);
}

void measure(Rim rim) {
    for (uint k = laneNumber(); k < rim.nodeCount; k += gl_WorkGroupSize.x) {
        uint next = k + 1u < rim.nodeCount ? k + 1u : 0u;
        vec4 here = particles[rimNodes[rim.firstNode + k]];
        vec3 way = difference(particles[rimNodes[rim.firstNode + next]].xyz, here.xyz);
        links[k] = strandLink(way);
        shares[k] = rimExcess(way, links[k].w, rim.meanLink);
        weights[k] = here.w;
    }
}

float tensionOf(Rim rim) {
    float excess = 0.0f, weight = 0.0f;
    for (uint k = 0u; k < rim.nodeCount; ++k)
        excess = addRimExcess(excess, shares[k]);
    precise float left = excess - rim.remainder;
    if (!(left > 0.0f)) return 0.0f;
    for (uint k = 0u; k < rim.nodeCount; ++k)
        weight = addWeighted(weight, weights[k], dotOf(pullAt(rim, k), pullAt(rim, k)));
    return strandTension(left, weight);
}

void solve(Rim rim, float tension) {
    uint last = rim.nodeCount - 1u;
    vec4 line = vec4(0.0f);
    float share = 1.0f;
    for (uint k = 0u; k < last; ++k) {
        float toBefore = links[beforeIn(rim, k)].w, toBehind = links[k].w;
        share = rimShare(line, share, tension, weights[k], toBefore, toBehind);
        line = strandLine(line, pullAt(rim, k), tension, weights[k], toBefore, toBehind);
        lines[k] = line;
        shares[k] = share;
    }
    lines[last - 1u] = lastRimLine(lines[last - 1u], shares[last - 1u]);
    for (uint k = last - 1u; k-- > 0u;)
        lines[k] = rimLine(lines[k], shares[k], lines[k + 1u]);
    lastShift = lastRimShift(lines[last - 1u], lines[0], pullAt(rim, last), tension, weights[last],
                             links[last - 1u].w, links[last].w);
}

void main() {
    if (groupNumber() >= constants.count) return;
    Rim rim = rims[constants.first + groupNumber()];
    measure(rim);
    waitForGroup();
    if (laneNumber() == 0u) {
        float tension = tensionOf(rim);
        isMoved = tension > 0.0f;
        if (isMoved) solve(rim, tension);
    }
    waitForGroup();
    if (!isMoved) return;
    for (uint k = laneNumber(); k < rim.nodeCount; k += gl_WorkGroupSize.x) {
        vec3 shift = k + 1u < rim.nodeCount ? strandShift(lines[k], lastShift) : lastShift;
        uint i = rimNodes[rim.firstNode + k];
        setPlace(i, shiftedPlace(particles[i].xyz, shift));
    }
}
