#include "pliant/cpu/kernels.h"
#include "pliant/shared/shape.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// As in shaders/shape_sums.glsl.
ShapeSums<float> loadShapeSums(const vec4* at) {
    return {vec3(at[0]), vec3(at[1]), vec3(at[2]), vec3(at[0].w, at[1].w, at[2].w)};
}

}  // namespace

void turnShapes(const Buffers& buffers, Index kind, const PassConstants& constants, Index first, Index last) {
    for (Index index = first; index < last; ++index) {
        const ShapeRecord& shape = buffers.schedule->shapes[index];
        ShapeSums<float> sums = noShapeSums<float>(), surplus = sums;
        for (Index i = 0; i < shape.chunkCount; ++i)
            addShapeSums<float>(sums, surplus, loadShapeSums(buffers.partialSums + shape.sums + kShapeSumSize * i));
        sums = storableSums<float>(sums);
        vec4& turn = buffers.shapeTurns[index];
        const vec3 origin =
            shapeOrigin<float>(vec3(buffers.particles[shape.reference]), turn, shape.referenceRest, shape.size);
        if (kind == kShapePlanar) turn = planarTurn<float>(sums, shape.blurred, turn);
        else if (turnsSteadily<float>(shape.compliance, constants))
            turn = steadyTurn<float>(sums, shape.blurred, turn, shape.spread, shape.spreadMixes, shape.perSize);
        else turn = spatialTurn<float>(sums, shape.blurred, turn);
        const vec3 centre = shapeCentre<float>(sums.offset, turn, shape.lean, shape.size);
        buffers.partialSums[shape.fit] = vec4(origin, isWhole<float>(sums) ? 1.0f : 0.0f);
        buffers.partialSums[shape.fit + 1] = vec4(centre, 0.0f);
    }
}

}  // namespace pliant::cpu
