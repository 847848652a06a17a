#include "whole_kernel.glsl"

#include "item_number.glsl"

// An invocation takes a body alone, for devices that are CPUs: three times as fast as step_whole_bodies.comp.glsl with
// Mesa's llvmpipe, for the reasons told in sweep_tiles_alone.comp.glsl.
layout(binding = kParticleTexels) uniform utextureBuffer particleTexels;
layout(binding = kPreviousTexels) uniform utextureBuffer previousTexels;
layout(binding = kTileStickTexels) uniform utextureBuffer tileStickTexels;
layout(binding = kTriangleTexels) uniform utextureBuffer triangleTexels;

float nowX[kBodySize], nowY[kBodySize], nowZ[kBodySize], nowW[kBodySize];
float beforeX[kBodySize], beforeY[kBodySize], beforeZ[kBodySize];
float carryX[kBodySize], carryY[kBodySize], carryZ[kBodySize], carryW[kBodySize];

vec4 particleAt(uint i) {
    uint k = i - body.firstParticle;
    return vec4(nowX[k], nowY[k], nowZ[k], nowW[k]);
}
float inverseMassAt(uint i) {
    return nowW[i - body.firstParticle];
}
vec3 previousAt(uint i) {
    uint k = i - body.firstParticle;
    return vec3(beforeX[k], beforeY[k], beforeZ[k]);
}
void setPlace(uint i, vec3 x) {
    uint k = i - body.firstParticle;
    nowX[k] = x.x;
    nowY[k] = x.y;
    nowZ[k] = x.z;
}
void setParticle(uint i, vec4 x) {
    setPlace(i, x.xyz);
    nowW[i - body.firstParticle] = x.w;
}
void setPrevious(uint i, vec3 p) {
    uint k = i - body.firstParticle;
    beforeX[k] = p.x;
    beforeY[k] = p.y;
    beforeZ[k] = p.z;
}

vec4 carryAt(uint i) {
    uint k = i - body.firstParticle;
    return vec4(carryX[k], carryY[k], carryZ[k], carryW[k]);
}
void setCarry(uint i, vec4 kept) {
    uint k = i - body.firstParticle;
    carryX[k] = kept.x;
    carryY[k] = kept.y;
    carryZ[k] = kept.z;
    carryW[k] = kept.w;
}

vec4 loadParticle(uint i) {
    return uintBitsToFloat(texelFetch(particleTexels, int(i)));
}
vec3 loadPrevious(uint i) {
    return uintBitsToFloat(texelFetch(previousTexels, int(i)).xyz);
}
void loadCarry(uint i) {
    setCarry(i, carry[i]);
}
void storeCarry(uint i) {
    carry[i] = carryAt(i);
}
TileStick tileStickAt(uint index) {
    uvec4 words = texelFetch(tileStickTexels, int(index));
    return TileStick(words.x, uintBitsToFloat(words.y));
}
Triangle triangleAt(uint index) {
    uvec4 words = texelFetch(triangleTexels, int(index));
    return Triangle(words.x, words.y, words.z, words.w);
}

#define kItemsApart 1u
#define EACH(i, first, count) for (uint i = (first); i < (first) + (count); i += kItemsApart)

void waitForAll() {}

#include "push_triangle.glsl"
#include "tile_stick.glsl"

// Two at a time, for the sake of processors that do several things at once: sticks of a run have no particle in common.
void solveRun(uint response, TileRun run, bool isFirst, bool isLast) {
    uint end = run.first + run.count;
    for (uint i = run.first; i < end; i += 2u) {
        bool hasSecond = i + 1u < end;
        SolvedStick one = solvedTileStick(response, i, body.firstParticle, isFirst);
        SolvedStick other = solvedTileStick(response, hasSecond ? i + 1u : i, body.firstParticle, isFirst);
        storeStick(response, one, isLast);
        if (hasSecond) storeStick(response, other, isLast);
    }
}

float sumX[kBodySize], sumY[kBodySize], sumZ[kBodySize];  // of pushes

void addPushTo(uint i, vec3 push) {
    uint k = i - body.firstParticle;
    vec3 sum = addPush(vec3(sumX[k], sumY[k], sumZ[k]), push);
    sumX[k] = sum.x;
    sumY[k] = sum.y;
    sumZ[k] = sum.z;
}

// As gather_push.glsl, from the triangles: they come in the order of each particle's row.
void runAir() {
    for (uint k = 0u; k < body.particleCount; ++k) {
        sumX[k] = 0.0f;
        sumY[k] = 0.0f;
        sumZ[k] = 0.0f;
    }
    EACH(t, body.firstTriangle, body.triangleCount) {
        Triangle triangle = triangleAt(t);
        vec3 push = pushOfTriangle(triangle);
        addPushTo(triangle.a, push);
        addPushTo(triangle.b, push);
        addPushTo(triangle.c, push);
    }
    EACH_PARTICLE(i) {
        uint k = i - body.firstParticle;
        vec4 x = particleAt(i);
        vec3 sum = vec3(sumX[k], sumY[k], sumZ[k]);
        if (x.w != 0.0f) setPlace(i, blown(x.xyz, sum, shares[whole.airRows + i]));
    }
}

#include "whole_step.glsl"

void main() {
    if (itemNumber() < whole.count) stepBody(itemNumber());
}
