// One cluster, or one particle of a pass over levels. What includes it says where a row is to be found: rowOf().
#include "shared/bend.h"
#include "shared/cluster.h"

// Where one of its members is, or was when the substep began.
vec3 memberAt(uint row, uint what, bool isBefore) {
    bool isParticle = what == kLevelSumParticles || what == kBendSumParticles;
    if (isParticle) return isBefore ? previousAt(row) : particleAt(row).xyz;
    return isBefore ? carryAt(row).xyz : previousAt(row);
}

void sumCluster(uint i, uint what) {
    Cluster cluster = clusters[i];
    bool hasBefore = (constants.flags & (kSecondOrder | kCarriesTensions)) != 0u || what >= kBendSumParticles;
    vec3 origin = vec3(0.0f), sum = vec3(0.0f), originBefore = vec3(0.0f), sumBefore = vec3(0.0f);
    float free = 0.0f;
    for (uint m = 0u; m < cluster.memberCount; ++m) {
        ClusterMember member = clusterMembers[cluster.firstMember + m];
        uint row = rowOf(member.row);
        vec3 x = memberAt(row, what, false);
        if (m == 0u) origin = x;
        sum = addMember(sum, x, origin, member.share);
        free = addFree(free, member.share, inverseMassAt(row));
        if (!hasBefore) continue;
        vec3 before = memberAt(row, what, true);
        if (m == 0u) originBefore = before;
        sumBefore = addMember(sumBefore, before, originBefore, member.share);
    }
    precise float inverseMass = free * cluster.inverseMass;
    uint row = rowOf(cluster.row);
    vec3 centre = centreOf(sum, origin), before = centreOf(sumBefore, originBefore);
    if (hasBefore) setCarry(row, vec4(before, 0.0f));
    setPrevious(row, what == kBendSumParticles ? centreAhead(centre, before, constants.bendPeriod) : centre);
    setParticle(row, vec4(0.0f, 0.0f, 0.0f, inverseMass));
}

void beginShift(uint i) {
    Cluster cluster = clusters[i];
    setPlace(rowOf(cluster.row), particleAt(rowOf(cluster.parent)).xyz);
}

void shiftParticle(uint i, uint what) {
    uint cluster = clusterOf[constants.rows + i];
    vec4 x = particleAt(i);
    if (cluster == i || x.w == 0.0f) return;
    vec3 shift = particleAt(rowOf(cluster)).xyz;
    if (what == kBendShift) shift = scaled(shift, constants.bendShare);
    setPlace(i, shiftedPlace(x.xyz, shift));
}
