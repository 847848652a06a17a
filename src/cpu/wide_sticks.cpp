// Of sticks. See wide_kernels.h for what may stand here.

#include "cpu/wide.h"
#include "cpu/wide_kernels.h"
#include "shared/jacobi.h"
#include "shared/stick.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// The ends of eight sticks; of one colour, if they are to move: no particle occurs twice. Looked up once: the compiler
// cannot know that storing particles leaves the sticks alone.
struct Ends8 {
    float* a[8];
    float* b[8];

    template <class Lanes>
    [[gnu::always_inline]] Ends8(const Buffers& buffers, const Stick* sticks, Lanes lanes) {
        for (int i = 0; i < 8; ++i) {
            a[i] = &buffers.particles->x + 4 * std::size_t(sticks[lanes.of(i)].a);
            b[i] = &buffers.particles->x + 4 * std::size_t(sticks[lanes.of(i)].b);
        }
    }
};

// Where the particles at `ends` were when the substep began.
[[gnu::always_inline]] inline Real8x3 previousOf(const Buffers& buffers, float* const (&ends)[8]) {
    const std::ptrdiff_t offset = &buffers.previous->x - &buffers.particles->x;
    return xyz(loadColumns(AllLanes{}, [&](int i) { return ends[i] + offset; }));
}

// Eight sticks with their particles.
struct Sticks8 {
    Columns8 a, b;
    Real8x3 d;
    Real8 push;
};

// As pushOf() in kernels.cpp.
template <std::uint32_t kResponse, class Lanes>
[[gnu::always_inline]] inline Sticks8 pushEight(const Buffers& buffers, const WideItems& items, const Ends8& ends,
                                                Index first, const PassConstants& constants, Real8 factor,
                                                Lanes lanes) {
    const Stick* sticks = items.sticks + first;
    const Columns8 a = loadColumns(AllLanes{}, [&](int i) { return ends.a[i]; });
    const Columns8 b = loadColumns(AllLanes{}, [&](int i) { return ends.b[i]; });
    const Columns8 stick = loadColumns(lanes, [&](int i) { return reinterpret_cast<const float*>(sticks + i); });

    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    float* multipliers = kCompliant ? buffers.multipliers + first : nullptr;  // other sticks may have no array at all
    Real8 multiplier(0.0f), damping(0.0f), longest(kNoLongest);
    if (kCompliant && constants.firstIteration == 0) multiplier = loadReals(lanes, multipliers);
    Real8x3 d = difference<Real8>(xyz(a), xyz(b)), dBefore(Real8(0.0f));
    if (kDamped) {
        const StickRestraint* restraints = items.restraints + first;
        damping = dampingOf<Real8>(gatherReals(lanes, [&](int i) { return restraints[i].damping; }), constants);
        longest = gatherReals(lanes, [&](int i) { return restraints[i].longest; });
    }
    if (kDamped || constants.secondOrder != 0) {
        dBefore = difference<Real8>(previousOf(buffers, ends.a), previousOf(buffers, ends.b));
    }
    const Real8 parameter = stickParameter<Real8>(kResponse, stick.w, constants);
    const Real8 push =
        stickPush<Real8>(kResponse, d, dBefore, a.w + b.w, stick.z, longest, parameter, damping, factor, multiplier);
    if (kCompliant) storeReals(lanes, multiplier, multipliers);
    return {a, b, pushedAlong<Real8>(constants, d, dBefore), push};
}

template <std::uint32_t kResponse, class Lanes>
[[gnu::always_inline]] inline void solveEight(const Buffers& buffers, const WideItems& items,
                                              const PassConstants& constants, Index first, Lanes lanes) {
    const Ends8 ends(buffers, items.sticks + first, lanes);
    const Sticks8 s = pushEight<kResponse>(buffers, items, ends, first, constants, Real8(1.0f), lanes);
    const Real8x3 movedA = moveFirstEnd<Real8>(xyz(s.a), s.d, s.a.w * s.push);
    const Real8x3 movedB = moveSecondEnd<Real8>(xyz(s.b), s.d, s.b.w * s.push);
    storeColumns(lanes.bits, columnsOf(movedA, s.a.w), [&](int i) { return ends.a[i]; });
    storeColumns(lanes.bits, columnsOf(movedB, s.b.w), [&](int i) { return ends.b[i]; });
}

template <std::uint32_t kResponse, class Lanes>
[[gnu::always_inline]] inline void correctEight(const Buffers& buffers, const WideItems& items,
                                                const PassConstants& constants, Index first, Lanes lanes) {
    const Stick* sticks = items.sticks + first;
    const float* shares = items.shares + constants.table;
    const Ends8 ends(buffers, sticks, lanes);
    const Real8 shareA = gatherReals(lanes, [&](int i) { return shares[sticks[i].a]; });
    const Real8 shareB = gatherReals(lanes, [&](int i) { return shares[sticks[i].b]; });
    const Real8 factor = jacobiFactor<Real8>(kResponse, shareA, shareB, Real8(constants.relaxation));
    const Sticks8 s = pushEight<kResponse>(buffers, items, ends, first, constants, factor, lanes);
    float* scratch = &buffers.scratch[first].x;
    storeColumns(lanes.bits, columnsOf(stickCorrection<Real8>(s.d, s.push), Real8(0.0f)),
                 [&](int i) { return scratch + 4 * i; });
}

}  // namespace

void solveSticksWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, Index first,
                     Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    first = solveSticksBy16(buffers, items, response, constants, first, last);
    withResponse(response, [&](auto constantResponse) {
        inEights(first, last, [&](Index i, auto lanes) {
            solveEight<decltype(constantResponse)::value>(buffers, items, constants, i, lanes);
        });
    });
}

void correctSticksWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, Index first,
                       Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    withResponse(response, [&](auto constantResponse) {
        inEights(first, last, [&](Index i, auto lanes) {
            correctEight<decltype(constantResponse)::value>(buffers, items, constants, i, lanes);
        });
    });
}

void gatherCorrectionsWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    const float* scratch = &buffers.scratch->x;
    // A correction is added at the second end, and taken away at the first: added with its sign turned. As
    // addCorrection() does.
    alignas(16) const std::uint32_t kSigns[2][4] = {{0x80000000u, 0x80000000u, 0x80000000u, 0x80000000u}, {}};
    inEights(first, last, [&](Index i, auto lanes) {
        const auto add = [&](__m128 sum, Index entry) {
            const __m128 correction = _mm_loadu_ps(scratch + 4 * std::size_t(entry / 2));
            const __m128 sign = _mm_load_ps(reinterpret_cast<const float*>(kSigns[entry & 1]));
            return _mm_add_ps(sum, _mm_xor_ps(correction, sign));
        };
        const Columns8 sums = sumRows(lanes, items.rowFirst + constants.table + i, items.rowEntries, add);
        float* particles = &buffers.particles[i].x;
        const auto particle = [&](int lane) { return particles + 4 * lane; };
        const Columns8 x = loadColumns(lanes, particle);
        storeColumns(lanes.bits, columnsOf(moveBySum<Real8>(xyz(x), xyz(sums), x.w), x.w), particle);
    });
}

}  // namespace pliant::cpu
