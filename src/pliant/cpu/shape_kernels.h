#pragma once

// Of shapes: see widths.h.

#include "pliant/cpu/wide_kernels.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/shape.h"

namespace pliant::cpu {
namespace {

template <class Columns>
auto quaternion(const Columns& c) {
    return glm::vec<4, decltype(c.x + c.y), glm::defaultp>(c.x, c.y, c.z, c.w);
}

// Where the members of chunks are counted from.
template <class Lanes>
Real3Of<Lanes> originOf(Lanes lanes, const Buffers& buffers, const ShapeRecord* const* shapes, const Chunk* chunks) {
    const auto particle = [&](int i) { return &buffers.particles[shapes[i]->reference].x; };
    const auto turn = loadColumns(lanes, [&](int i) { return &buffers.shapeTurns[chunks[i].owner].x; });
    const auto rest = loadColumns(lanes, [&](int i) { return &shapes[i]->referenceRest.x; });
    const auto size = gatherReals(lanes, [&](int i) { return shapes[i]->size; });
    return shapeOrigin<RealOf<Lanes>>(xyz(loadColumns(lanes, particle)), quaternion(turn), xyz(rest), size);
}

template <class Real, class Mask>
ShapeSums<Real> pickSums(Mask condition, const ShapeSums<Real>& yes, const ShapeSums<Real>& no) {
    return {pick3<Real>(condition, yes.x, no.x), pick3<Real>(condition, yes.y, no.y),
            pick3<Real>(condition, yes.z, no.z), pick3<Real>(condition, yes.offset, no.offset)};
}

// Of chunks, a member of each at a time.
template <class Lanes>
ShapeSums<RealOf<Lanes>> sumMembers(Lanes lanes, const Buffers& buffers, const ShapeMember* members,
                                    const Chunk* chunks, const Real3Of<Lanes>& origin) {
    using Real = RealOf<Lanes>;
    const ShapeMember* firsts[Lanes::kCount];
    for (int i = 0; i < Lanes::kCount; ++i)
        firsts[i] = members + chunks[lanes.of(i)].first;
    ShapeSums<Real> sums = noShapeSums<Real>(), surplus = sums;
    const auto countOf = [&](int i) { return chunks[i].count; };
    forItems(lanes, countOf, [&](auto&& numberOf, MaskOf<Lanes> have) {
        const auto member = [&](int i) -> const ShapeMember& { return firsts[i][numberOf(i)]; };
        const auto rest = loadColumns(lanes, [&](int i) { return &member(i).rest.x; });  // and weight
        const auto x = loadColumns(lanes, [&](int i) { return &buffers.particles[member(i).particle].x; });
        const auto offset = shapeOffset<Real>(xyz(x), origin);
        ShapeSums<Real> nextSums = sums, nextSurplus = surplus;
        addShapeSums<Real>(nextSums, nextSurplus, shapeTerms<Real>(offset, xyz(rest), rest.w));
        sums = all(have) ? nextSums : pickSums(have, nextSums, sums);
        surplus = all(have) ? nextSurplus : pickSums(have, nextSurplus, surplus);
    });
    return storableSums<Real>(sums);
}

// Sums are stored as in shaders/shape_sums.glsl.
template <class Width>
void sumShapes(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index index, auto lanes) {
        using Lanes = decltype(lanes);
        const Chunk* chunks = items.chunks + index;
        const ShapeRecord* shapes[Lanes::kCount];
        float* at[Lanes::kCount];
        for (int i = 0; i < Lanes::kCount; ++i) {
            const ShapeRecord& shape = items.shapes[chunks[lanes.of(i)].owner];
            shapes[i] = &shape;
            at[i] =
                &buffers.partialSums[shape.sums + kShapeSumSize * (index + Index(lanes.of(i)) - shape.firstChunk)].x;
        }
        const auto origin = originOf(lanes, buffers, shapes, chunks);
        const auto sums = sumMembers(lanes, buffers, items.shapeMembers, chunks, origin);
        storeColumns(lanes.bits, columnsOf(sums.x, sums.offset.x), [&](int i) { return at[i]; });
        storeColumns(lanes.bits, columnsOf(sums.y, sums.offset.y), [&](int i) { return at[i] + 4; });
        storeColumns(lanes.bits, columnsOf(sums.z, sums.offset.z), [&](int i) { return at[i] + 8; });
    });
}

// Members, of one shape or several.
template <class Lanes>
void matchMembers(Lanes lanes, const Buffers& buffers, const WideItems& items, const PassConstants& constants,
                  Index first) {
    using Real = RealOf<Lanes>;
    const Real3Of<Lanes> nothing(Real(0.0f));
    const ShapeMember* members = items.shapeMembers + first;
    const auto particle = [&](int i) { return &buffers.particles[members[i].particle].x; };
    const auto x = loadColumns(lanes, particle);
    const auto isFree = !isZero(x.w);
    if (lanes.mayLeave([&] { return isFree; })) return;

    const ShapeRecord* shapes[Lanes::kCount];
    for (int i = 0; i < Lanes::kCount; ++i)
        shapes[i] = items.shapes + members[lanes.of(i)].shape;
    // Members stand shape after shape: mostly all of these are of one.
    const bool isOneShape = shapes[0] == shapes[lanes.count - 1];
    const auto ofShapes = [&](auto&& at) { return isOneShape ? spread<Lanes>(at(0)) : loadColumns(lanes, at); };
    const auto rest = loadColumns(lanes, [&](int i) { return &members[i].rest.x; });
    const auto origin = ofShapes([&](int i) { return &buffers.partialSums[shapes[i]->fit].x; });
    const auto centre = ofShapes([&](int i) { return &buffers.partialSums[shapes[i]->fit + 1].x; });
    const auto turn = ofShapes([&](int i) { return &buffers.shapeTurns[members[i].shape].x; });
    const auto numbers = ofShapes([&](int i) { return &shapes[i]->blurred; });  // blurred, still, compliance
    const Real size = ofShapes([&](int i) { return &shapes[i]->lean.x; }).w;

    const auto isCompliant = isFree && numbers.z > Real(0.0f);
    const int compliantBits = bitsOf(isCompliant) & lanes.bits;
    const auto movesOf = [&](int i) {
        return &buffers.partialSums[shapes[i]->moves + first + Index(i) - shapes[i]->firstMember].x;
    };
    auto moved = nothing;
    if (compliantBits != 0 && (constants.flags & kFirstIteration) == 0) {
        // Shapes that are not compliant have no moves: what is read in their place is not used.
        const auto movesOrAny = [&, any = firstOf(isCompliant)](int i) {
            return movesOf((compliantBits >> i & 1) != 0 ? i : any);
        };
        moved = pick3<Real>(isCompliant, xyz(loadColumns(lanes, movesOrAny)), nothing);
    }
    const auto isWhole = origin.w > Real(0.0f);
    auto move = shapeMove<Real>(difference<Real>(xyz(x), xyz(origin)), xyz(centre), quaternion(turn), xyz(rest), size,
                                numbers.y, shapeShare<Real>(numbers.z, constants), moved);
    move = pick3<Real>(isWhole, move, nothing);
    const auto place = shapeMoved<Real>(xyz(x), move);
    storeColumns(bitsOf(isWhole && isFree) & lanes.bits, columnsOf(place, x.w), particle);
    if (compliantBits == 0) return;
    storeColumns(compliantBits, columnsOf(shapeMoved<Real>(moved, move), Real(0.0f)), movesOf);
}

template <class Width>
void matchShapes(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    Width::forEach(first, last, [&](Index i, auto lanes) { matchMembers(lanes, buffers, items, constants, i); });
}

}  // namespace
}  // namespace pliant::cpu
