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

vec4 particleAt(uint i) {
    uint k = i - record.firstParticle;
    return vec4(tileX[k], tileY[k], tileZ[k], tileW[k]);
}
void setPlace(uint i, vec3 x) {
    uint k = i - record.firstParticle;
    tileX[k] = x.x;
    tileY[k] = x.y;
    tileZ[k] = x.z;
}
TileStick tileStickAt(uint index) {
    uvec4 words = texelFetch(tileStickTexels, int(index));
    return TileStick(words.x, uintBitsToFloat(words.y));
}

#include "tile_stick.glsl"

// Two at a time, for the sake of processors that do several things at once: sticks of a run have no particle in common.
// The last of an odd number is solved twice, from the same state to the same result.
void sweepRun(TileRun run, bool isFirst) {
    uint response = responseOf(run);
    uint first = record.firstParticle;
    for (uint i = 0u; i < run.count; i += 2u) {
        SolvedStick one = solvedTileStick(response, run.first + i, first, isFirst);
        SolvedStick other = solvedTileStick(response, run.first + min(i + 1u, run.count - 1u), first, isFirst);
        storeStick(response, one, false);
        storeStick(response, other, false);
    }
}

void main() {
    if (itemNumber() >= constants.count) return;
    record = tiles[constants.first + itemNumber()];
    for (uint i = 0u; i < record.particleCount; ++i) {
        vec4 particle = uintBitsToFloat(texelFetch(particleTexels, int(record.firstParticle + i)));
        setPlace(record.firstParticle + i, particle.xyz);
        tileW[i] = particle.w;
    }
    for (uint sweep = 0u; sweep < constants.sweeps; ++sweep) {
        bool isFirst = sweep == 0u && startWithoutTension(constants.flags);
        uint firstRun = firstStickRun();
        for (uint r = firstRun; r < firstRun + record.stickRuns; ++r)
            sweepRun(tileRuns[r], isFirst);
    }
    for (uint i = 0u; i < record.particleCount; ++i)
        particles[record.firstParticle + i].xyz = particleAt(record.firstParticle + i).xyz;
}
