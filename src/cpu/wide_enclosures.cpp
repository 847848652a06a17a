// Of enclosures. See wide_kernels.h for what may stand here.

#include "cpu/wide.h"
#include "cpu/wide_kernels.h"
#include "shared/enclosure.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// The places of the particles `numberOf(i)`.
template <class Lanes, class NumberOf>
[[gnu::always_inline]] inline Real8x3 placesOf(const vec4* particles, Lanes lanes, NumberOf&& numberOf) {
    return xyz(loadColumns(lanes, [&](int i) { return &particles[numberOf(i)].x; }));
}

// The normals of eight members where the particles are that `places` are of: of an outline; of a mesh, a triangle of
// each at a time.
template <class Lanes>
Real8x3 normalsOf(const vec4* places, const Index* pairs, Index response, const EnclosureMember* members, Lanes lanes) {
    if (response == kEnclosureOutline) {
        const auto neighbour = [&](Index side) {
            return placesOf(places, lanes, [&](int i) { return pairs[2 * std::size_t(members[i].firstPair) + side]; });
        };
        return outlineNormal<Real8>(neighbour(0), neighbour(1));
    }
    const Real8x3 x = placesOf(places, lanes, [&](int i) { return members[i].particle; });
    const auto countOf = [&](int i) { return members[i].pairCount; };
    Real8x3 sum(Real8(0.0f));
    forItems(lanes, countOf, [&](auto&& numberOf, Mask8 have) {
        const auto neighbour = [&](Index side) {
            return placesOf(places, lanes,
                            [&](int i) { return pairs[2 * (std::size_t(members[i].firstPair) + numberOf(i)) + side]; });
        };
        const Real8x3 added = addNormal<Real8>(sum, areaNormal<Real8>(x, neighbour(0), neighbour(1)));
        sum = pick3<Real8>(have, added, sum);
    });
    return sum;
}

template <class Lanes>
void measureEight(const Buffers& buffers, const WideItems& items, const PassConstants& constants, Index response,
                  Index first, Lanes lanes) {
    const EnclosureMember* members = items.enclosureMembers + first;
    const auto enclosure = [&](int i) -> const EnclosureRecord& { return items.enclosures[members[i].owner]; };
    const Real8 scale = gatherReals(lanes, [&](int i) { return enclosure(i).gradientScale; });
    const auto gradientAt = [&](const vec4* places) {
        return measureGradient<Real8>(normalsOf(places, items.enclosurePairs, response, members, lanes), scale);
    };
    Real8x3 gradient = gradientAt(buffers.particles);
    const Real8x3 x = placesOf(buffers.particles, lanes, [&](int i) { return members[i].particle; });
    const Real8x3 reference = placesOf(buffers.particles, lanes, [&](int i) { return enclosure(i).reference; });
    const Real8 inverseDimension(response == kEnclosureOutline ? 0.5f : 0.33333334f);
    const Real8 part = measurePart<Real8>(gradient, x, reference, inverseDimension);
    if (constants.secondOrder != 0) gradient = heldGradient<Real8>(gradient, gradientAt(buffers.previous));
    storeColumns(lanes.bits, columnsOf(gradient, part),
                 [&](int i) { return &buffers.bodySums[enclosure(i).gradients + first + Index(i)].x; });
}

// Eight chunks, a member of each at a time.
template <class Lanes>
void sumEight(const Buffers& buffers, const WideItems& items, Index first, Lanes lanes) {
    const Chunk* chunks = items.chunks + first;
    const auto countOf = [&](int i) { return chunks[i].count; };
    const auto enclosure = [&](int i) -> const EnclosureRecord& { return items.enclosures[chunks[i].owner]; };
    const vec4* measures[8];
    const EnclosureMember* members[8];
    for (int i = 0; i < 8; ++i) {
        const int lane = lanes.of(i);
        measures[i] = buffers.bodySums + enclosure(lane).gradients + chunks[lane].first;
        members[i] = items.enclosureMembers + chunks[lane].first;
    }
    Real8x3 sums(Real8(0.0f));
    forItems(lanes, countOf, [&](auto&& numberOf, Mask8 have) {
        const Columns8 measured = loadColumns(lanes, [&](int i) { return &measures[i][numberOf(i)].x; });
        const Real8 inverseMass =
            gatherReals(lanes, [&](int i) { return buffers.particles[members[i][numberOf(i)].particle].w; });
        const Real8x3 added = addMember<Real8>(sums, xyz(measured), measured.w, inverseMass);
        sums = pick3<Real8>(have, added, sums);
    });
    storeColumns(lanes.bits, columnsOf(storable3<Real8>(sums), Real8(0.0f)), [&](int i) {
        return &buffers.bodySums[enclosure(i).sums + first + Index(i) - enclosure(i).firstChunk].x;
    });
}

template <class Lanes>
FillingNumbers<Real8> fillingsOf(const EnclosureRecord* enclosures, Lanes lanes) {
    const Columns8 first = loadColumns(lanes, [&](int i) { return &enclosures[i].wanted; });
    const Columns8 second = loadColumns(lanes, [&](int i) { return &enclosures[i].displaced; });
    const auto isGas = [&](int i) { return enclosures[i].filling == kFillingGas ? 1.0f : 0.0f; };
    return {gatherReals(lanes, isGas) > Real8(0.0f), first.x, first.y, first.z, first.w, second.y, second.z};
}

// Eight enclosures.
template <class Lanes>
void solveEight(const Buffers& buffers, const EnclosureRecord* enclosures, const PassConstants& constants,
                Lanes lanes) {
    const auto countOf = [&](int i) { return enclosures[i].chunkCount; };
    Real8x3 sums(Real8(0.0f));
    forItems(lanes, countOf, [&](auto&& numberOf, Mask8 have) {
        const Columns8 chunk =
            loadColumns(lanes, [&](int i) { return &buffers.bodySums[enclosures[i].sums + numberOf(i)].x; });
        sums = pick3<Real8>(have, addSums<Real8>(sums, xyz(chunk)), sums);
    });
    const auto state = [&](int i) { return &buffers.bodySums[enclosures[i].push].x; };
    Real8 multiplier(0.0f);
    if (constants.firstIteration == 0) multiplier = loadColumns(lanes, state).y;
    const Real8 push = enclosurePush<Real8>(fillingsOf(enclosures, lanes), sums, constants, multiplier);
    const Real8 accumulated = addToMultiplier<Real8>(multiplier, push);
    const Real8 isWhole = keepIf(isMeasured<Real8>(sums), Real8(1.0f));
    storeColumns(lanes.bits, {push, accumulated, isWhole, Real8(0.0f)}, state);
}

// Eight members.
template <class Lanes>
void pushEight(const Buffers& buffers, const WideItems& items, const PassConstants& constants, Index first,
               Lanes lanes) {
    const EnclosureMember* members = items.enclosureMembers + first;
    const auto enclosure = [&](int i) -> const EnclosureRecord& { return items.enclosures[members[i].owner]; };
    const auto particle = [&](int i) { return &buffers.particles[members[i].particle].x; };
    const Columns8 x = loadColumns(lanes, particle);
    const Columns8 state = loadColumns(lanes, [&](int i) { return &buffers.bodySums[enclosure(i).push].x; });
    Real8 push = state.x;
    if (constants.firstIteration != 0) {
        const Real8x3 reference = placesOf(buffers.previous, lanes, [&](int i) { return enclosure(i).reference; });
        const Real8 displaced = gatherReals(lanes, [&](int i) { return enclosure(i).displaced; });
        Real8x3 fall(Real8(constants.fall.x), Real8(constants.fall.y), Real8(constants.fall.z));
        if (buffers.frames) {
            const auto weight = [&](int i) { return &buffers.frames[buffers.frameOf[members[i].particle]].weight.x; };
            fall = xyz(loadColumns(lanes, weight));
        }
        Real8x3 place = xyz(x);
        if (constants.secondOrder != 0)
            place = placesOf(buffers.previous, lanes, [&](int i) { return members[i].particle; });
        push = addBuoyancy<Real8>(push, buoyancy<Real8>(displaced, place, reference, fall, state.z));
    }
    const Columns8 gradient =
        loadColumns(lanes, [&](int i) { return &buffers.bodySums[enclosure(i).gradients + first + Index(i)].x; });
    const Real8x3 moved = moveAlong<Real8>(xyz(x), xyz(gradient), x.w, push);
    storeColumns(bitsOf(!isZero(x.w)) & lanes.bits, columnsOf(moved, x.w), particle);
}

}  // namespace

void measureEnclosuresWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, Index first,
                           Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    inEights(first, last, [&](Index i, auto lanes) { measureEight(buffers, items, constants, response, i, lanes); });
}

void sumEnclosuresWide(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    inEights(first, last, [&](Index i, auto lanes) { sumEight(buffers, items, i, lanes); });
}

void solveEnclosuresWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const EnclosureRecord* enclosures = wideItems(*buffers.schedule).enclosures;
    inEights(first, last, [&](Index i, auto lanes) { solveEight(buffers, enclosures + i, constants, lanes); });
}

void pushEnclosuresWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    inEights(first, last, [&](Index i, auto lanes) { pushEight(buffers, items, constants, i, lanes); });
}

}  // namespace pliant::cpu
