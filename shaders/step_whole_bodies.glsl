#include "whole_kernel.glsl"

#include "item_number.glsl"
#include "wait_for_group.glsl"

// A workgroup takes a body: its particles are in shared memory, and its invocations share the items of each pass.
shared vec4 bodyNow[kBodySize];
shared vec4 bodyBefore[kBodySize];

vec4 particleAt(uint i) {
    return bodyNow[i - body.firstParticle];
}
float inverseMassAt(uint i) {
    return bodyNow[i - body.firstParticle].w;
}
vec3 previousAt(uint i) {
    return bodyBefore[i - body.firstParticle].xyz;
}
void setParticle(uint i, vec4 x) {
    bodyNow[i - body.firstParticle] = x;
}
void setPlace(uint i, vec3 x) {
    bodyNow[i - body.firstParticle].xyz = x;
}
void setPrevious(uint i, vec3 p) {
    bodyBefore[i - body.firstParticle].xyz = p;
}

// Where it is: it is rarely read, and shared memory is scarce.
uint carryOf(uint i) {
    uint behind = i - body.firstParticle;
    return behind < body.particleCount ? i : behind - body.particleCount + body.firstRow;
}
vec4 carryAt(uint i) {
    return carry[carryOf(i)];
}
void setCarry(uint i, vec4 kept) {
    carry[carryOf(i)] = kept;
}

vec4 loadParticle(uint i) {
    return particles[i];
}
vec3 loadPrevious(uint i) {
    return previous[i].xyz;
}
void loadCarry(uint i) {}
void storeCarry(uint i) {}
TileStick tileStickAt(uint index) {
    uvec2 words = tileSticks[index];
    return TileStick(words.x, uintBitsToFloat(words.y));
}

#define kItemsApart gl_WorkGroupSize.x
#define EACH(i, first, count) for (uint i = (first) + laneNumber(); i < (first) + (count); i += kItemsApart)

void waitForAll() {
    waitForGroup();
}

#include "gather_push.glsl"
#include "push_triangle.glsl"
#include "tile_stick.glsl"

void solveRun(uint response, TileRun run, bool isFirst, bool isLast) {
    EACH(i, run.first, run.count)
        storeStick(response, solvedTileStick(response, i, body.firstParticle, isFirst), isLast);
}

void runAir() {
    EACH(i, body.firstTriangle, body.triangleCount) scratch[i].xyz = pushOfTriangle(triangles[i]);
    waitForAll();
    constants.rows = whole.airRows;
    EACH_PARTICLE(i) gatherPush(i);
    waitForAll();
}

#include "whole_step.glsl"

void main() {
    uint number = groupNumber();
    if (number < whole.count) stepBody(number);
}
