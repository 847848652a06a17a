#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "tile_kernel.glsl"

// An invocation takes a tile alone, for devices that are CPUs. Measured with Mesa's llvmpipe, three times as fast as
// sweep_tiles.comp.glsl: storage buffers and shared memory are read and written there lane by lane in a loop that goes
// through memory, but arrays of an invocation, and texels, in straight code. One array per coordinate: a part of a vec4
// is written in several goes.
float tileX[kTileSize];
float tileY[kTileSize];
float tileZ[kTileSize];
float tileW[kTileSize];

layout(binding = kParticleTexels) uniform utextureBuffer particleTexels;
layout(binding = kTileStickTexels) uniform utextureBuffer tileStickTexels;

vec4 particleOfTile(uint i) {
    return vec4(tileX[i], tileY[i], tileZ[i], tileW[i]);
}
void moveParticle(uint i, vec4 particle) {
    tileX[i] = particle.x;
    tileY[i] = particle.y;
    tileZ[i] = particle.z;
}
TileStick stickOfTile(uint index) {
    uvec4 words = texelFetch(tileStickTexels, int(index));
    return TileStick(words.x, uintBitsToFloat(words.y));
}

#include "tile_sweep.glsl"

// Two at a time, for the sake of processors that do several things at once: sticks of a run have no particle in common.
// The last of an odd number is solved twice, from the same state to the same result.
void sweepRun(TileRun run, uint base, bool isFirst) {
    uint response = responseOf(run);
    for (uint i = 0u; i < run.count; i += 2u) {
        SolvedStick first = solveStick(run.first + i, response, base, isFirst);
        SolvedStick second = solveStick(run.first + min(i + 1u, run.count - 1u), response, base, isFirst);
        storeStick(first, response);
        storeStick(second, response);
    }
}

void main() {
    if (itemNumber() >= constants.count) return;
    TileRecord record = tiles[constants.first + itemNumber()];
    for (uint i = 0u; i < record.particleCount; ++i) {
        vec4 particle = uintBitsToFloat(texelFetch(particleTexels, int(record.firstParticle + i)));
        moveParticle(i, particle);
        tileW[i] = particle.w;
    }
    uint firstRun = firstStickRun(record);
    for (uint sweep = 0u; sweep < constants.sweeps; ++sweep) {
        bool isFirst = sweep == 0u && startWithoutTension(constants.flags);
        for (uint r = firstRun; r < firstRun + record.stickRuns; ++r)
            sweepRun(tileRuns[r], record.firstParticle, isFirst);
    }
    for (uint i = 0u; i < record.particleCount; ++i)
        particles[record.firstParticle + i].xyz = particleOfTile(i).xyz;
}
