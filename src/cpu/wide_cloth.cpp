// Of cloth and ropes, but for their sticks. See wide_kernels.h for what may stand here.

#include "cpu/wide.h"
#include "cpu/wide_kernels.h"
#include "shared/air.h"
#include "shared/bend.h"
#include "shared/frame.h"
#include "shared/tether.h"
#include "shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// Particles that follow one another, without those that do not move: other threads may be reading these, as anchors of
// tethers.
template <class Lanes, class At>
[[gnu::always_inline]] inline void storeMoved(Lanes lanes, Mask8 moves, const Columns8& columns, At&& at) {
    const int bits = bitsOf(moves) & lanes.bits;
    if (bits == lanes.bits) storeColumns(lanes.bits, columns, at);
    else storeColumns(bits, columns, at);
}

// A vector of the records of eight particles' frames: `member` is its place in the first.
template <class Lanes, class ParticleOf>
Real8x3 ofFrames(const Buffers& buffers, Lanes lanes, const vec4& member, ParticleOf&& particleOf) {
    const auto at = [&](int i) {
        return &member.x + std::size_t(sizeof(FrameRecord) / sizeof(float)) * buffers.frameOf[particleOf(i)];
    };
    return xyz(loadColumns(lanes, at));
}

// What eight particles that follow one another fall by.
template <class Lanes>
Real8x3 fallOfEight(const Buffers& buffers, const PassConstants& constants, Index first, const Real8x3& x,
                    const Real8x3& p, Lanes lanes) {
    if (!buffers.frames) return {Real8(constants.fall.x), Real8(constants.fall.y), Real8(constants.fall.z)};
    const auto of = [&](const vec4& member) {
        return ofFrames(buffers, lanes, member, [first](int i) { return first + Index(i); });
    };
    const FrameRecord& f = *buffers.frames;
    const Real8x3 turned = byColumns<Real8>(x, of(f.turnX), of(f.turnY), of(f.turnZ));
    const Real8x3 swayed = byColumns<Real8>(difference<Real8>(x, p), of(f.swayX), of(f.swayY), of(f.swayZ));
    return fallInFrame<Real8>(of(f.fall), turned, swayed);
}

// False if one of the eight is lost: the plain kernel knows what to do.
template <class Lanes>
bool integrateEight(const Buffers& buffers, const PassConstants& constants, Index first, Lanes lanes) {
    float* particles = &buffers.particles[first].x;
    float* previous = &buffers.previous[first].x;
    const auto particle = [&](int i) { return particles + 4 * i; };
    const Columns8 x = loadColumns(lanes, particle);
    const Columns8 p = loadColumns(lanes, [&](int i) { return previous + 4 * i; });
    if (!all(isPlace<Real8>(xyz(x)))) return false;
    for (int i = 0; i < lanes.count; ++i)
        _mm_storeu_ps(previous + 4 * i, _mm_loadu_ps(particles + 4 * i));

    const Real8x3 fall = fallOfEight(buffers, constants, first, xyz(x), xyz(p), lanes);
    float* carries = &buffers.carry[first].x;
    const auto carryOf = [&](int i) { return carries + 4 * i; };
    const Columns8 kept = loadColumns(lanes, carryOf);
    Real8x4 carry(kept.x, kept.y, kept.z, kept.w);
    const Real8x3 moved = verletStep<Real8>(xyz(x), xyz(p), fall, Real8(constants.keep), carry);
    storeMoved(lanes, !isZero(x.w), columnsOf(moved, x.w), particle);
    storeMoved(lanes, !isZero(x.w), {carry.x, carry.y, carry.z, carry.w}, carryOf);
    return true;
}

// Eight bends of one colour and kind.
template <std::uint32_t kKind, class Lanes>
void bendEight(const Buffers& buffers, const Bend* bends, const float* rests, const float* dampings,
               const PassConstants& constants, Lanes lanes) {
    const auto particle = [&](int corner) {
        return
            [&buffers, bends, corner](int i) { return &buffers.particles->x + 4 * std::size_t((&bends[i].a)[corner]); };
    };
    const std::ptrdiff_t offset = &buffers.previous->x - &buffers.particles->x;
    const auto before = [&](int corner) { return [at = particle(corner), offset](int i) { return at(i) + offset; }; };
    BendState<Real8> s;
    const Columns8 numbers = loadColumns(lanes, [&](int i) { return &bends[i].ka; });  // ka, kc, kd, compliance
    const Real8 k[4] = {numbers.x, weightOfSecond<Real8>(numbers.x, numbers.y, numbers.z), numbers.y, numbers.z};
    for (int corner = 0; corner < 4; ++corner) {
        const Columns8 x = loadColumns(lanes, particle(corner));
        s.x[corner] = xyz(x);
        s.p[corner] = xyz(loadColumns(lanes, before(corner)));
        s.w[corner] = x.w;
        s.k[corner] = k[corner];
    }
    s.rest = loadReals(lanes, rests);
    s.compliance = numbers.w;
    s.damping = loadReals(lanes, dampings);
    const Real8x3 pull = bendPull<Real8>(kKind, s, Real8(constants.inverseSquaredStep), Real8(constants.inverseStep),
                                         Real8(constants.bendPeriod));
    for (int corner = 0; corner < (kKind == kBendLine ? 3 : 4); ++corner) {
        const Real8x3 moved = moveBend<Real8>(s.x[corner], s.k[corner], s.w[corner], pull, Real8(constants.bendShare));
        storeColumns(lanes.bits, columnsOf(moved, s.w[corner]), particle(corner));
    }
}

template <std::uint32_t kKind>
void bendAll(const Buffers& buffers, const WideItems& items, const PassConstants& constants, Index first, Index last) {
    const float* dampings = items.bendNumbers + constants.table;
    inEights(first, last, [&](Index i, auto lanes) {
        bendEight<kKind>(buffers, items.bends + i, items.bendNumbers + i, dampings + i, constants, lanes);
    });
}

// Eight particles that follow one another, with their tethers.
template <class Lanes>
void holdEight(const Buffers& buffers, const Tether* tethers, const PassConstants& constants, Index first,
               Lanes lanes) {
    float* particles = &buffers.particles[first].x;
    const auto particle = [&](int i) { return particles + 4 * i; };
    const auto anchorOf = [&](int i) { return &buffers.particles->x + 4 * std::size_t(tethers[i].anchor); };
    const Columns8 x = loadColumns(lanes, particle), anchor = loadColumns(lanes, anchorOf);
    const Real8 reach = gatherReals(lanes, [&](int i) { return tethers[i].reach; });
    const float* previous = &buffers.previous[first].x;
    const Columns8 p = constants.secondOrder != 0 ? loadColumns(lanes, [&](int i) { return previous + 4 * i; }) : x;
    const Real8x3 held = holdWithin<Real8>(constants, xyz(x), xyz(p), xyz(anchor), reach);
    // A free particle in this world whose anchor is pinned.
    const Mask8 moves = !isZero(x.w) && isZero(anchor.w) && isPlace<Real8>(xyz(x));
    storeMoved(lanes, moves, columnsOf(held, x.w), particle);
}

// Eight triangles.
template <class Lanes>
void pushEight(const Buffers& buffers, const Triangle* triangles, const PassConstants& constants, Index first,
               Lanes lanes) {
    const auto ofFrame = [&](const vec4& member) {
        return ofFrames(buffers, lanes, member, [&](int i) { return triangles[i].a; });
    };
    Real8x3 x[3], displacement[3];
    for (int corner = 0; corner < 3; ++corner) {
        const auto place = [&](const vec4* of) {
            return xyz(loadColumns(lanes, [&](int i) { return &of->x + 4 * std::size_t((&triangles[i].a)[corner]); }));
        };
        x[corner] = place(buffers.particles);
        const Real8x3 before = place(buffers.previous);
        displacement[corner] = difference<Real8>(x[corner], before);
        if (!buffers.frames) continue;
        const FrameRecord& f = *buffers.frames;
        const Real8x3 turned = byColumns<Real8>(before, ofFrame(f.airTurnX), ofFrame(f.airTurnY), ofFrame(f.airTurnZ));
        displacement[corner] = displacementBesideTurn<Real8>(displacement[corner], turned);
    }
    Real8x3 airStep(Real8(constants.airStep.x), Real8(constants.airStep.y), Real8(constants.airStep.z));
    if (buffers.frames) airStep = ofFrame(buffers.frames->airStep);
    const Real8x3 u = displacementInAir<Real8>(displacement[0], displacement[1], displacement[2], airStep);
    const Real8 inverseDensity = gatherReals(lanes, [&](int i) { return triangles[i].inverseDensity; });
    const Real8x3 push =
        airPush<Real8>(x[0], x[1], x[2], u, inverseDensity, Real8(constants.airDrag), Real8(constants.airLift));
    float* scratch = &buffers.scratch[first].x;
    storeColumns(lanes.bits, columnsOf(push, Real8(0.0f)), [&](int i) { return scratch + 4 * i; });
}

}  // namespace

bool hasWideKernels() {
    return __builtin_cpu_supports("avx2");
}

void integrateWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    inEights(first, last, [&](Index i, auto lanes) {
        if (!integrateEight(buffers, constants, i, lanes)) integrate(buffers, 0, constants, i, i + Index(lanes.count));
    });
}

void solveBendsWide(const Buffers& buffers, std::uint32_t kind, const PassConstants& constants, Index first,
                    Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    switch (kind) {
        case kBendLine: return bendAll<kBendLine>(buffers, items, constants, first, last);
        case kBendQuad: return bendAll<kBendQuad>(buffers, items, constants, first, last);
        default: return bendAll<kBendHinge>(buffers, items, constants, first, last);
    }
}

void holdTethersWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const Tether* tethers = buffers.tethers + constants.table;
    inEights(first, last, [&](Index i, auto lanes) { holdEight(buffers, tethers + i, constants, i, lanes); });
}

void keepPlacesWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    inEights(first, last, [&](Index first8, auto lanes) {
        const float* particles = &buffers.particles[first8].x;
        const Columns8 x = loadColumns(lanes, [&](int i) { return particles + 4 * i; });
        if (!all(isPlace<Real8>(xyz(x)))) keepPlaces(buffers, 0, constants, first8, first8 + Index(lanes.count));
    });
}

void pushTrianglesWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const Triangle* triangles = wideItems(*buffers.schedule).triangles;
    inEights(first, last, [&](Index i, auto lanes) { pushEight(buffers, triangles + i, constants, i, lanes); });
}

void gatherPushesWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    const float* scratch = &buffers.scratch->x;
    inEights(first, last, [&](Index i, auto lanes) {
        const Index row = constants.table + i;
        const auto add = [&](__m128 sum, Index entry) {  // as addPush() does
            return _mm_sub_ps(sum, _mm_loadu_ps(scratch + 4 * std::size_t(entry)));
        };
        const Columns8 sums = sumRows(lanes, items.rowFirst + row, items.rowEntries, add);
        float* particles = &buffers.particles[i].x;
        const auto particle = [&](int lane) { return particles + 4 * lane; };
        const Columns8 x = loadColumns(lanes, particle);
        const Real8x3 moved = blown<Real8>(xyz(x), xyz(sums), loadReals(lanes, items.shares + row));
        storeColumns(lanes.bits, columnsOf(pick3<Real8>(isZero(x.w), xyz(x), moved), x.w), particle);
    });
}

}  // namespace pliant::cpu
