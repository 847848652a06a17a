// What the kernels have in common that take whole bodies through a step: its constants, and the pass that a body is in.
#extension GL_GOOGLE_include_directive : require
#include "round_to_even.glsl"

#define PLIANT_COHERENT coherent
#include "buffers/particles.glsl"

#include "buffers/cloth.glsl"
#include "buffers/clusters.glsl"
#include "buffers/inputs.glsl"
#include "buffers/soft_bodies.glsl"
#include "buffers/strands.glsl"
#include "buffers/tiles.glsl"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kWhat = 0u;      // kWhole...
layout(constant_id = 2) const uint kBodySize = 1u;  // the most particles and clusters that a body has

layout(push_constant) uniform PushConstants {
    WholeConstants whole;
};

PassConstants constants;
TileRecord body;

#ifdef PLIANT_IN_FRAMES
#include "in_frames.glsl"
#else
#include "no_frames.glsl"
#endif

// Rows of clusters stand behind the body's particles.
uint rowOf(uint row) {
    bool isCluster = body.rowCount > 0u && row >= body.firstRow;
    return isCluster ? row - body.firstRow + body.firstParticle + body.particleCount : row;
}

#define EACH_PARTICLE(i) EACH(i, body.firstParticle, body.particleCount)
