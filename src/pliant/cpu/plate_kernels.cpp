#include <array>

#include "pliant/cpu/kernels.h"
#include "pliant/shared/plate.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

vec3 vectorOf(const Bend& bend, const std::array<vec3, 4>& x) {
    return bendVector<float>(x[0], x[1], x[2], x[3], bend.ka, bend.kc, bend.kd);
}

MomentTensor tensorAt(const Buffers& b, Index place) {
    return {b.scratch[place], b.scratch[place + 1], b.scratch[place + 2]};
}

float entryOf(const TensorBlock& block, Index number, float damped, const PassConstants& constants) {
    return blockEntry(block.mobility[number], block.compliance[number], damped, constants.inverseSquaredStep);
}

// What the components of a row are short of, as tensors are now.
std::array<vec4, 3> shortOf(const Buffers& b, const TensorRow& row, float damped, const PassConstants& constants) {
    const MomentTensor gathered = tensorAt(b, row.place + constants.rows);
    std::array<vec4, 3> rest{gathered.xx, gathered.yy, gathered.xy};
    for (Index i = row.firstLink; i < row.firstLink + row.linkCount; ++i) {
        const TensorBlock& block = b.tensorBlocks[i];
        for (Index k = 0; k < 9; ++k)
            rest[k / 3] = lessTimes(rest[k / 3], b.scratch[block.place + k % 3], entryOf(block, k, damped, constants));
    }
    return rest;
}

}  // namespace

void measureHinges(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *b.schedule;
    const float others = constants.bendPeriod - 1.0f;
    for (Index i = first; i < last; ++i) {
        const Bend& bend = s.bends[i];
        const std::array<Index, 4> corners{bend.a, bend.b, bend.c, bend.d};
        std::array<vec3, 4> y{}, p{};
        for (int k = 0; k < 4; ++k) {
            p[k] = vec3(b.previous[corners[k]]);
            y[k] = placeAhead<float>(vec3(b.particles[corners[k]]), p[k], others);
        }
        const vec3 v = vectorOf(bend, y), back = difference<float>(vectorOf(bend, p), v);
        const float damping = storable<float>(s.bendNumbers[i].damping * constants.inverseStep);
        b.scratch[constants.rows + i] = hingeShortage(v, storable3<float>(back), damping);
    }
}

void gatherTensors(const Buffers& b, Index response, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *b.schedule;
    for (Index i = first; i < last; ++i) {
        const TensorRow& row = s.tensorRows[i];
        MomentTensor sum{vec4(0.0f), vec4(0.0f), vec4(0.0f)};
        for (Index l = row.firstLink; l < row.firstLink + row.linkCount; ++l) {
            const TensorLink& link = s.tensorLinks[l];
            sum = response == kTensorOfHinges
                      ? addHinge(sum, s.plateHinges[link.place], b.scratch[constants.rows + link.place])
                      : addTensor(sum, tensorAt(b, link.place), link.number);
        }
        b.scratch[row.place] = sum.xx;
        b.scratch[row.place + 1] = sum.yy;
        b.scratch[row.place + 2] = sum.xy;
    }
}

void solveTensors(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const TensorRow& row = b.schedule->tensorRows[i];
        const float damped = 1.0f + row.damping * constants.inverseStep;
        std::array<vec4, 3> rest = shortOf(b, row, damped, constants);
        const TensorBlock& own = b.tensorBlocks[row.firstLink];
        for (Index k = 0; k < 3; ++k) {
            const vec4 change = solvedBy(rest[k], entryOf(own, 4 * k, damped, constants));
            for (Index later = k + 1; later < 3; ++later)
                rest[later] = lessTimes(rest[later], change, entryOf(own, 3 * later + k, damped, constants));
            b.scratch[row.place + k] = addTimes(b.scratch[row.place + k], change, 1.0f);
        }
    }
}

void spreadTensors(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const PlateHinge& hinge = b.schedule->plateHinges[i];
        b.scratch[constants.rows + i] = hingeMoment(hinge, tensorAt(b, hinge.tensorA), tensorAt(b, hinge.tensorB));
    }
}

void pushHinges(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *b.schedule;
    for (Index i = first; i < last; ++i) {
        const TensorRow& row = s.tensorRows[i];
        vec4 sum(0.0f);
        for (Index l = row.firstLink; l < row.firstLink + row.linkCount; ++l)
            sum = addTimes(sum, b.scratch[s.tensorLinks[l].place], s.tensorLinks[l].number);
        const vec3 pull = keepIfGood<float>(squaredLength<float>(vec3(sum)), vec3(sum));
        vec4& x = b.particles[row.place];
        if (x.w > 0.0f) x = vec4(pushedBy(vec3(x), pull, x.w, constants.bendShare), x.w);
    }
}

}  // namespace pliant::cpu
