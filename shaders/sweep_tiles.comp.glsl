#version 460
#extension GL_GOOGLE_include_directive : require
#include "tile_kernel.glsl"
#include "wait_for_group.glsl"

// A workgroup takes a tile: its particles are in shared memory, and its invocations share each run.
shared vec4 tile[kTileSize];

vec4 particleOfTile(uint i) {
    return tile[i];
}
void moveParticle(uint i, vec4 particle) {
    tile[i] = particle;
}
TileStick stickOfTile(uint index) {
    uvec2 words = tileSticks[index];
    return TileStick(words.x, uintBitsToFloat(words.y));
}

#include "tile_sweep.glsl"

void main() {
    uint number = groupNumber();
    if (number >= constants.count) return;
    TileRecord record = tiles[constants.first + number];
    uint lane = laneNumber();
    for (uint i = lane; i < record.particleCount; i += gl_WorkGroupSize.x)
        tile[i] = particles[record.firstParticle + i];
    waitForGroup();
    uint firstRun = firstStickRun(record);
    for (uint sweep = 0u; sweep < constants.sweeps; ++sweep) {
        bool isFirst = sweep == 0u && startWithoutTension(constants.flags);
        for (uint r = firstRun; r < firstRun + record.stickRuns; ++r) {
            TileRun run = tileRuns[r];
            uint response = responseOf(run);
            for (uint i = lane; i < run.count; i += gl_WorkGroupSize.x)
                storeStick(solveStick(run.first + i, response, record.firstParticle, isFirst), response);
            waitForGroup();
        }
    }
    for (uint i = lane; i < record.particleCount; i += gl_WorkGroupSize.x)
        particles[record.firstParticle + i] = tile[i];
}
