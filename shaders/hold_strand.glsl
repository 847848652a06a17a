// One strand of a pass, as in src/pliant/cpu/strand_kernels.cpp. What includes it says where a row is to be found:
// rowOf().
#include "shared/cluster.h"
#include "shared/strand.h"

// A pin, a particle or a cluster.
struct StrandNode {
    vec3 centre;
    vec3 shift;
    vec3 before;
};

// Pins at both ends: i counts from 0, the first of them.
StrandNode strandNode(Strand strand, uint i, bool hasClusters) {
    bool isPin = i == 0u || i > strand.nodeCount;
    uint row = i == 0u ? strand.from : strand.to;
    if (!isPin) row = rowOf(strandNodes[strand.firstNode + i - 1u]);
    vec3 place = particleAt(row).xyz;
    if (isPin || !hasClusters) return StrandNode(place, vec3(0.0f), previousAt(row));
    return StrandNode(previousAt(row), place, carryAt(row).xyz);
}

vec3 wayNow(StrandNode from, StrandNode to) {
    return betweenClusters(difference(to.shift, from.shift), difference(to.centre, from.centre));
}

vec4 linkBefore(StrandNode from, StrandNode to) {
    return strandLink(difference(to.before, from.before));
}

void holdStrand(uint index, uint what) {
    Strand strand = strands[index];
    if (strand.nodeCount == 0u) return;
    bool hasClusters = what == kLevelHoldClusters, isSecondOrder = (constants.flags & kSecondOrder) != 0u;
    StrandNode first = strandNode(strand, 0u, hasClusters);
    precise float squaredMost = strand.reach * strand.reach;
    vec3 span = wayNow(first, strandNode(strand, strand.nodeCount + 1u, hasClusters));
    if (!(squaredLength(span) < squaredMost)) return;

    vec4 links[kMostStrandNodes + 1u];
    float excess = 0.0f, now = 0.0f, both = 0.0f, then = 0.0f, stiffness = 0.0f;
    StrandNode last = first;
    vec4 lastBefore = vec4(0.0f);
    for (uint i = 0u; i <= strand.nodeCount; ++i) {
        StrandNode next = strandNode(strand, i + 1u, hasClusters);
        vec3 way = wayNow(last, next);
        if (!(squaredLength(way) < kLargestSquared)) return;
        links[i] = strandLink(way);
        excess = addExcess(excess, way, links[i].w, strand.meanLink);
        vec4 before = isSecondOrder ? linkBefore(last, next) : vec4(0.0f);
        if (i > 0u) {
            float w = inverseMassAt(rowOf(strandNodes[strand.firstNode + i - 1u]));
            vec3 pull = strandPull(links[i - 1u].xyz, links[i].xyz);
            now = addWeighted(now, w, dotOf(pull, pull));
            stiffness = largestStiffness(stiffness, w, links[i - 1u].w, links[i].w);
            vec3 pullBefore = strandPull(lastBefore.xyz, before.xyz);
            both = addWeighted(both, w, dotOf(pull, pullBefore));
            then = addWeighted(then, w, dotOf(pullBefore, pullBefore));
        }
        last = next;
        lastBefore = before;
    }
    precise float rest = excess - strand.remainder;
    excess = rest;
    bool isBefore = isSecondOrder && isPulledAlongBefore(excess, now, both, then, stiffness);
    float tension = strandTension(excess, isBefore ? both : now);
    if (!(tension > 0.0f)) return;

    // Each link gives its place to the line of the node behind it.
    vec4 line = vec4(0.0f);
    last = strandNode(strand, 1u, hasClusters);
    lastBefore = linkBefore(first, last);
    for (uint i = 0u; i < strand.nodeCount; ++i) {
        vec3 pull = strandPull(links[i].xyz, links[i + 1u].xyz);
        if (isBefore) {
            StrandNode next = strandNode(strand, i + 2u, hasClusters);
            vec4 before = linkBefore(last, next);
            pull = strandPull(lastBefore.xyz, before.xyz);
            last = next;
            lastBefore = before;
        }
        float w = inverseMassAt(rowOf(strandNodes[strand.firstNode + i]));
        line = strandLine(line, pull, tension, w, links[i].w, links[i + 1u].w);
        links[i] = line;
    }
    vec3 shift = vec3(0.0f);
    for (uint i = strand.nodeCount; i-- > 0u;) {
        uint row = rowOf(strandNodes[strand.firstNode + i]);
        shift = strandShift(links[i], shift);
        setPlace(row, shiftedPlace(particleAt(row).xyz, shift));
    }
}
