// Of shapes. See wide_kernels.h for what may stand here.

#include "cpu/wide.h"
#include "cpu/wide_kernels.h"
#include "shared/shape.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

Real8x4 quaternion(const Columns8& c) {
    return {c.x, c.y, c.z, c.w};
}

// Where the members of eight chunks are counted from.
template <class Lanes>
Real8x3 originOf(const Buffers& buffers, const ShapeRecord* const (&shapes)[8], const Chunk* chunks, Lanes lanes) {
    const auto particle = [&](int i) { return &buffers.particles[shapes[i]->reference].x; };
    const Columns8 turn = loadColumns(lanes, [&](int i) { return &buffers.shapeTurns[chunks[i].owner].x; });
    const Columns8 rest = loadColumns(lanes, [&](int i) { return &shapes[i]->referenceRest.x; });
    const Real8 size = gatherReals(lanes, [&](int i) { return shapes[i]->size; });
    return shapeOrigin<Real8>(xyz(loadColumns(lanes, particle)), quaternion(turn), xyz(rest), size);
}

ShapeSums<Real8> pickSums(Mask8 condition, const ShapeSums<Real8>& yes, const ShapeSums<Real8>& no) {
    return {pick3<Real8>(condition, yes.x, no.x), pick3<Real8>(condition, yes.y, no.y),
            pick3<Real8>(condition, yes.z, no.z), pick3<Real8>(condition, yes.offset, no.offset)};
}

// Eight chunks, a member of each at a time.
template <class Lanes>
ShapeSums<Real8> sumEight(const Buffers& buffers, const ShapeMember* members, const Chunk* chunks,
                          const Real8x3& origin, Lanes lanes) {
    const ShapeMember* firsts[8];
    for (int i = 0; i < 8; ++i)
        firsts[i] = members + chunks[lanes.of(i)].first;
    ShapeSums<Real8> sums = noShapeSums<Real8>(), surplus = sums;
    const auto countOf = [&](int i) { return chunks[i].count; };
    forItems(lanes, countOf, [&](auto&& numberOf, Mask8 have) {
        const auto member = [&](int i) -> const ShapeMember& { return firsts[i][numberOf(i)]; };
        const Columns8 rest = loadColumns(lanes, [&](int i) { return &member(i).rest.x; });  // and weight
        const Columns8 x = loadColumns(lanes, [&](int i) { return &buffers.particles[member(i).particle].x; });
        const Real8x3 offset = shapeOffset<Real8>(xyz(x), origin);
        ShapeSums<Real8> nextSums = sums, nextSurplus = surplus;
        addShapeSums<Real8>(nextSums, nextSurplus, shapeTerms<Real8>(offset, xyz(rest), rest.w));
        sums = all(have) ? nextSums : pickSums(have, nextSums, sums);
        surplus = all(have) ? nextSurplus : pickSums(have, nextSurplus, surplus);
    });
    return storableSums<Real8>(sums);
}

template <class Lanes>
void sumChunks(const Buffers& buffers, const WideItems& items, Index first, Lanes lanes) {
    const Chunk* chunks = items.chunks + first;
    const ShapeRecord* shapes[8];
    float* at[8];
    for (int i = 0; i < 8; ++i) {
        const int lane = lanes.of(i);
        shapes[i] = items.shapes + chunks[lane].owner;
        at[i] = &buffers.bodySums[shapes[i]->sums + kShapeSumSize * (first + Index(lane) - shapes[i]->firstChunk)].x;
    }
    const Real8x3 origin = originOf(buffers, shapes, chunks, lanes);
    const ShapeSums<Real8> sums = sumEight(buffers, items.shapeMembers, chunks, origin, lanes);
    storeColumns(lanes.bits, columnsOf(sums.x, sums.offset.x), [&](int i) { return at[i]; });
    storeColumns(lanes.bits, columnsOf(sums.y, sums.offset.y), [&](int i) { return at[i] + 4; });
    storeColumns(lanes.bits, columnsOf(sums.z, sums.offset.z), [&](int i) { return at[i] + 8; });
}

// Eight members, of one shape or several.
template <class Lanes>
void matchEight(const Buffers& buffers, const WideItems& items, const PassConstants& constants, Index first,
                Lanes lanes) {
    const ShapeMember* members = items.shapeMembers + first;
    const ShapeRecord* shapes[8];
    for (int i = 0; i < 8; ++i)
        shapes[i] = items.shapes + members[lanes.of(i)].shape;
    // Members stand shape after shape: mostly all eight are of one.
    const bool isOneShape = shapes[0] == shapes[lanes.count - 1];
    const auto ofShapes = [&](auto&& at) { return isOneShape ? spread(at(0)) : loadColumns(lanes, at); };
    const auto particle = [&](int i) { return &buffers.particles[members[i].particle].x; };
    const Columns8 x = loadColumns(lanes, particle);
    const Columns8 rest = loadColumns(lanes, [&](int i) { return &members[i].rest.x; });
    const Columns8 origin = ofShapes([&](int i) { return &buffers.bodySums[shapes[i]->fit].x; });
    const Columns8 centre = ofShapes([&](int i) { return &buffers.bodySums[shapes[i]->fit + 1].x; });
    const Columns8 turn = ofShapes([&](int i) { return &buffers.shapeTurns[members[i].shape].x; });
    const Columns8 numbers = ofShapes([&](int i) { return &shapes[i]->blurred; });  // blurred, still, compliance
    const Real8 size = ofShapes([&](int i) { return &shapes[i]->lean.x; }).w;

    const Mask8 isFree = !isZero(x.w), isCompliant = isFree && numbers.z > Real8(0.0f);
    const int compliantBits = bitsOf(isCompliant) & lanes.bits;
    const auto movesOf = [&](int i) {
        return &buffers.bodySums[shapes[i]->moves + first + Index(i) - shapes[i]->firstMember].x;
    };
    Real8x3 moved(Real8(0.0f));
    if (compliantBits != 0 && constants.firstIteration == 0) {
        // Shapes that are not compliant have no moves: what is read in their place is not used.
        const int any = __builtin_ctz(static_cast<unsigned>(compliantBits));
        const auto movesOrAny = [&](int i) { return movesOf((compliantBits >> i & 1) != 0 ? i : any); };
        const Real8x3 noted = xyz(loadColumns(lanes, movesOrAny));
        moved = pick3<Real8>(isCompliant, noted, moved);
    }
    Real8x3 move = shapeMove<Real8>(difference<Real8>(xyz(x), xyz(origin)), xyz(centre), quaternion(turn), xyz(rest),
                                    size, numbers.y, shapeShare<Real8>(numbers.z, constants), moved);
    const Mask8 isWhole = origin.w > Real8(0.0f);
    move = pick3<Real8>(isWhole, move, Real8x3(Real8(0.0f)));
    const Real8x3 place = shapeMoved<Real8>(xyz(x), move);
    storeColumns(bitsOf(isWhole && isFree) & lanes.bits, columnsOf(place, x.w), particle);
    if (compliantBits == 0) return;
    storeColumns(compliantBits, columnsOf(shapeMoved<Real8>(moved, move), Real8(0.0f)), movesOf);
}

}  // namespace

void sumShapesWide(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    inEights(first, last, [&](Index i, auto lanes) { sumChunks(buffers, items, i, lanes); });
}

void matchShapesWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    inEights(first, last, [&](Index i, auto lanes) { matchEight(buffers, items, constants, i, lanes); });
}

}  // namespace pliant::cpu
