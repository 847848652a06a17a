#include "cpu/kernels.h"
#include "shared/shape.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// As in shaders/shape_sums.glsl.
void storeShapeSums(vec4* at, const ShapeSums<float>& sums) {
    at[0] = vec4(sums.x, sums.offset.x);
    at[1] = vec4(sums.y, sums.offset.y);
    at[2] = vec4(sums.z, sums.offset.z);
}

ShapeSums<float> loadShapeSums(const vec4* at) {
    return {vec3(at[0]), vec3(at[1]), vec3(at[2]), vec3(at[0].w, at[1].w, at[2].w)};
}

vec3 originOf(const Buffers& buffers, const ShapeRecord& shape, const vec4& last) {
    return shapeOrigin<float>(vec3(buffers.particles[shape.reference]), last, shape.referenceRest, shape.size);
}

}  // namespace

void sumShapes(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    const Schedule& s = *buffers.schedule;
    for (Index index = first; index < last; ++index) {
        const Chunk& chunk = s.chunks[index];
        const ShapeRecord& shape = s.shapes[chunk.owner];
        const vec3 origin = originOf(buffers, shape, buffers.shapeTurns[chunk.owner]);
        ShapeSums<float> sums = noShapeSums<float>(), surplus = sums;
        for (Index i = chunk.first; i < chunk.first + chunk.count; ++i) {
            const ShapeMember& member = s.shapeMembers[i];
            const vec3 x = shapeOffset<float>(vec3(buffers.particles[member.particle]), origin);
            addShapeSums<float>(sums, surplus, shapeTerms<float>(x, member.rest, member.weight));
        }
        storeShapeSums(buffers.bodySums + shape.sums + kShapeSumSize * (index - shape.firstChunk),
                       storableSums<float>(sums));
    }
}

void turnShapes(const Buffers& buffers, Index kind, const PassConstants&, Index first, Index last) {
    for (Index index = first; index < last; ++index) {
        const ShapeRecord& shape = buffers.schedule->shapes[index];
        ShapeSums<float> sums = noShapeSums<float>(), surplus = sums;
        for (Index i = 0; i < shape.chunkCount; ++i)
            addShapeSums<float>(sums, surplus, loadShapeSums(buffers.bodySums + shape.sums + kShapeSumSize * i));
        sums = storableSums<float>(sums);
        vec4& turn = buffers.shapeTurns[index];
        const vec3 origin = originOf(buffers, shape, turn);
        turn = kind == kShapePlanar ? planarTurn<float>(sums, shape.blurred, turn)
                                    : spatialTurn<float>(sums, shape.blurred, turn);
        const vec3 centre = shapeCentre<float>(sums.offset, turn, shape.lean, shape.size);
        buffers.bodySums[shape.fit] = vec4(origin, isWhole<float>(sums) ? 1.0f : 0.0f);
        buffers.bodySums[shape.fit + 1] = vec4(centre, 0.0f);
    }
}

void matchShapes(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    for (Index index = first; index < last; ++index) {
        const ShapeMember& member = buffers.schedule->shapeMembers[index];
        vec4& x = buffers.particles[member.particle];
        if (x.w == 0.0f) continue;
        const ShapeRecord& shape = buffers.schedule->shapes[member.shape];
        const vec4 origin = buffers.bodySums[shape.fit];
        const bool isCompliant = shape.compliance > 0.0f;
        const Index movesAt = shape.moves + index - shape.firstMember;
        const bool hasMoved = isCompliant && constants.firstIteration == 0;
        const vec3 moved = hasMoved ? vec3(buffers.bodySums[movesAt]) : vec3(0.0f);
        vec3 move(0.0f);
        if (origin.w > 0.0f) {
            move = shapeMove<float>(difference<float>(vec3(x), vec3(origin)), vec3(buffers.bodySums[shape.fit + 1]),
                                    buffers.shapeTurns[member.shape], member.rest, shape.size, shape.still,
                                    shapeShare<float>(shape.compliance, constants), moved);
            x = vec4(shapeMoved<float>(vec3(x), move), x.w);
        }
        if (isCompliant) buffers.bodySums[movesAt] = vec4(shapeMoved<float>(moved, move), 0.0f);
    }
}

}  // namespace pliant::cpu
