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

// What all links of a strand add up to, as they are, and as they were when the substep began.
struct StrandSums {
    float excess;
    float now;
    float both;
    float then;
    float stiffness;
};

// Of the strand at hand: its links, and then the lines of its nodes. Handed on, they would be copied.
vec4 strandLinks[kMostStrandNodes + 1u];

void weighNode(Strand strand, uint i, vec4 before, vec4 lastBefore, inout StrandSums sums) {
    float w = inverseMassAt(rowOf(strandNodes[strand.firstNode + i - 1u]));
    vec3 pull = strandPull(strandLinks[i - 1u].xyz, strandLinks[i].xyz);
    sums.now = addWeighted(sums.now, w, dotOf(pull, pull));
    sums.stiffness = largestStiffness(sums.stiffness, w, strandLinks[i - 1u].w, strandLinks[i].w);
    vec3 pullBefore = strandPull(lastBefore.xyz, before.xyz);
    sums.both = addWeighted(sums.both, w, dotOf(pull, pullBefore));
    sums.then = addWeighted(sums.then, w, dotOf(pullBefore, pullBefore));
}

// All links, and what they add up to. False if something is not of this world.
bool measureStrand(Strand strand, bool hasClusters, bool isSecondOrder, out StrandSums sums) {
    sums = StrandSums(0.0f, 0.0f, 0.0f, 0.0f, 0.0f);
    StrandNode last = strandNode(strand, 0u, hasClusters);
    vec4 lastBefore = vec4(0.0f);
    for (uint i = 0u; i <= strand.nodeCount; ++i) {
        StrandNode next = strandNode(strand, i + 1u, hasClusters);
        vec3 way = wayNow(last, next);
        if (!(squaredLength(way) < kLargestSquared)) return false;
        strandLinks[i] = strandLink(way);
        sums.excess = addExcess(sums.excess, way, strandLinks[i].w, strand.meanLink);
        vec4 before = isSecondOrder ? linkBefore(last, next) : vec4(0.0f);
        if (i > 0u) weighNode(strand, i, before, lastBefore, sums);
        last = next;
        lastBefore = before;
    }
    precise float excess = sums.excess - strand.remainder;
    sums.excess = excess;
    return true;
}

// Each link gives its place to the line of the node behind it.
void eliminateLinks(Strand strand, bool hasClusters, float tension, bool isBefore) {
    vec4 line = vec4(0.0f);
    StrandNode last = strandNode(strand, 1u, hasClusters);
    vec4 lastBefore = linkBefore(strandNode(strand, 0u, hasClusters), last);
    for (uint i = 0u; i < strand.nodeCount; ++i) {
        vec3 pull = strandPull(strandLinks[i].xyz, strandLinks[i + 1u].xyz);
        if (isBefore) {
            StrandNode next = strandNode(strand, i + 2u, hasClusters);
            vec4 before = linkBefore(last, next);
            pull = strandPull(lastBefore.xyz, before.xyz);
            last = next;
            lastBefore = before;
        }
        float w = inverseMassAt(rowOf(strandNodes[strand.firstNode + i]));
        line = strandLine(line, pull, tension, w, strandLinks[i].w, strandLinks[i + 1u].w);
        strandLinks[i] = line;
    }
}

void moveNodes(Strand strand) {
    vec3 shift = vec3(0.0f);
    for (uint i = strand.nodeCount; i-- > 0u;) {
        uint row = rowOf(strandNodes[strand.firstNode + i]);
        shift = strandShift(strandLinks[i], shift);
        setPlace(row, shiftedPlace(particleAt(row).xyz, shift));
    }
}

void holdStrand(uint index, uint what) {
    Strand strand = strands[index];
    if (strand.nodeCount == 0u) return;
    bool hasClusters = what == kLevelHoldClusters, isSecondOrder = (constants.flags & kSecondOrder) != 0u;
    precise float squaredMost = strand.reach * strand.reach;
    vec3 span = wayNow(strandNode(strand, 0u, hasClusters), strandNode(strand, strand.nodeCount + 1u, hasClusters));
    StrandSums sums;
    if (!(squaredLength(span) < squaredMost) || !measureStrand(strand, hasClusters, isSecondOrder, sums)) return;
    bool isBefore = isSecondOrder && isPulledAlongBefore(sums.excess, sums.now, sums.both, sums.then, sums.stiffness);
    float tension = strandTension(sums.excess, isBefore ? sums.both : sums.now);
    if (!(tension > 0.0f)) return;
    eliminateLinks(strand, hasClusters, tension, isBefore);
    moveNodes(strand);
}
