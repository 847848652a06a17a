#version 460
#extension GL_GOOGLE_include_directive : require
#include "tile_kernel.glsl"
#include "wait_for_group.glsl"

// A workgroup takes a tile: its particles are in shared memory, and its invocations share each run.
shared vec4 tile[kTileSize];

vec4 particleAt(uint i) {
    return tile[i - record.firstParticle];
}
void setPlace(uint i, vec3 x) {
    tile[i - record.firstParticle].xyz = x;
}
TileStick tileStickAt(uint index) {
    uvec2 words = tileSticks[index];
    return TileStick(words.x, uintBitsToFloat(words.y));
}

#include "tile_stick.glsl"

void sweepRun(TileRun run, bool isFirst) {
    uint response = responseOf(run);
    for (uint i = run.first + laneNumber(); i < run.first + run.count; i += gl_WorkGroupSize.x)
        storeStick(response, solvedTileStick(response, i, record.firstParticle, isFirst), false);
    waitForGroup();
}

void main() {
    uint number = groupNumber();
    if (number >= constants.count) return;
    record = tiles[constants.first + number];
    uint lane = laneNumber();
    for (uint i = lane; i < record.particleCount; i += gl_WorkGroupSize.x)
        tile[i] = particles[record.firstParticle + i];
    waitForGroup();
    for (uint sweep = 0u; sweep < constants.sweeps; ++sweep) {
        bool isFirst = sweep == 0u && startWithoutTension(constants.flags);
        uint firstRun = firstStickRun();
        for (uint r = firstRun; r < firstRun + record.stickRuns; ++r)
            sweepRun(tileRuns[r], isFirst);
    }
    for (uint i = lane; i < record.particleCount; i += gl_WorkGroupSize.x)
        particles[record.firstParticle + i] = tile[i];
}
