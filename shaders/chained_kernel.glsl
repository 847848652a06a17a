// What the kernels have in common in which one workgroup runs a chain of short passes: the response of one.
// constants.first and constants.count are of passes.
#extension GL_GOOGLE_include_directive : require
#define PLIANT_COHERENT coherent
#include "pass_kernel.glsl"

#include "buffers/tiles.glsl"
#include "wait_for_group.glsl"

// Of all passes, where the pipeline was made for one response; else of each.
uint responseOf(ChainedPass pass) {
    return kResponse < kResponseCount ? kResponse : pass.response;
}
