// Faces and edges that touch, as find_cuts comes upon them: they are counted, or push their corners.
#include "shared/face_touch.h"

// The bodies of the two that are looked around.
NeighbourBody me;
NeighbourBody other;
float kept;  // the distance within which faces and edges around the two touch [m]

// Four corners, the first one or two against the others.
struct Corners {
    uvec4 particles;
    CutCorner at[4];
};

vec3 betweenEnds(TouchShares shares, uint split, CutCorner at[4]) {
    return betweenTouching(shares, split, at[0].end, at[1].end, at[2].end, at[3].end);
}

// None of them is near one of the others at rest.
bool mayTouchEachOther(uvec4 corners, uint split) {
    for (uint k = 0u; k < split; ++k) {
        for (uint l = split; l < 4u; ++l) {
            uint i = corners[k], j = corners[l];
            if (!mayBeListed(i, j, rest[i], rest[j], areJoined(joints[i], joints[j]))) return false;
        }
    }
    return true;
}

void addPush(uint i, float share, vec3 push) {
    float unit = space.inverseUnit;
    atomicAdd(faceTouches[i].x, wholeNumber(productOf(productOf(push.x, share), unit)));
    atomicAdd(faceTouches[i].y, wholeNumber(productOf(productOf(push.y, share), unit)));
    atomicAdd(faceTouches[i].z, wholeNumber(productOf(productOf(push.z, share), unit)));
}

// x: where they are when it is asked along which line they are nearest to each other.
void touchFaces(Corners c, vec3 x[4], uint split) {
    if (haveNearerCorners(split, c.at[0].start, c.at[1].start, c.at[2].start, c.at[3].start)) return;
    TouchShares shares = split == 1u ? sharesOfFace(x[0], x[1], x[2], x[3]) : sharesOfEdges(x[0], x[1], x[2], x[3]);
    if (shares.of[0] == 0.0f && shares.of[1] == 0.0f) return;
    vec3 n = split == 1u ? directionFromFace(x[0], x[1], x[2], x[3]) : directionFromEdge(x[0], x[1], x[2], x[3]);
    vec3 before = betweenTouching(shares, split, x[0], x[1], x[2], x[3]);
    vec3 way = difference(betweenEnds(shares, split, c.at), before);
    NeighbourPair pair = NeighbourPair(n, dotOf(n, before));
    // As far as it pushes, and as deep as it counts: what comes faster is stopped by cuts.
    float most = meanOf(me.reach, other.reach);
    float depth = touchDepth(pair, way, kept, riseNow(), most);
    if (!(depth > 0.0f) || !mayTouchEachOther(c.particles, split)) return;
    for (uint k = 0u; kResponse == kCountFaces && k < 4u; ++k)
        if (shares.of[k] > 0.0f) atomicAdd(faceTouches[c.particles[k]].count, 1u);
    if (kResponse == kCountFaces) return;
    float all = 0.0f, w[4];
    uint touches[4];
    for (uint k = 0u; k < 4u; ++k) {
        w[k] = particles[c.particles[k]].w;
        touches[k] = faceTouches[c.particles[k]].count;
        all = sumOfParts(all, partOfTouch(w[k], touches[k], shares.of[k]));
    }
    vec3 push = touchPush(pair, n, way, depth, meanOf(me.friction, other.friction), 1.0f, most);
    float fit = 1.0f;
    for (uint k = 0u; k < 4u; ++k)
        fit = fitOfTouch(fit, shareOfTouch(w[k], shares.of[k], all), touches[k]);
    for (uint k = 0u; k < 4u; ++k) {
        float share = productOf(shareOfTouch(w[k], shares.of[k], all), fit);
        if (share > 0.0f) addPush(c.particles[k], k < split ? share : lessBy(0.0f, share), push);
    }
}
