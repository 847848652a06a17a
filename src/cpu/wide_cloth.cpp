// Compiled with AVX2, so nothing here may be shared with other files: a function that the linker takes from here and gives to
// all would stop on older processors. Hence the shared maths on Real8 alone, and raw addresses.

#if defined(__AVX2__)
#include "cpu/wide.h"
#include "shared/bend.h"
#include "shared/stick.h"
#include "shared/tether.h"
#include "shared/verlet.h"
#endif

#include "cpu/kernels.h"

namespace pliant::cpu {

#if defined(__AVX2__)

namespace {

using Real8x3 = glm::vec<3, Real8, glm::defaultp>;

// False if one of the eight is lost: the plain kernel knows what to do.
bool integrateEight(const Buffers& buffers, const PassConstants& constants, std::uint32_t first) {
    float* particles = &buffers.particles[first].x;
    float* previous = &buffers.previous[first].x;
    const auto particle = [&](int i) { return particles + 4 * i; };
    const Columns8 x = loadColumns(particle);
    const Columns8 p = loadColumns([&](int i) { return previous + 4 * i; });
    if (!all(squaredLength<Real8>({x.x, x.y, x.z}) < Real8(kLargestSquared))) return false;
    for (int i = 0; i < 32; i += 8)
        _mm256_storeu_ps(previous + i, _mm256_loadu_ps(particles + i));

    const Real8x3 fall(Real8(constants.fall.x), Real8(constants.fall.y), Real8(constants.fall.z));
    const Real8x3 moved = verletStep<Real8>({x.x, x.y, x.z}, {p.x, p.y, p.z}, fall, Real8(constants.keep));
    const Mask8 isFree = x.w > Real8(0.0f);
    storeColumns({pick(isFree, moved.x, x.x), pick(isFree, moved.y, x.y), pick(isFree, moved.z, x.z), x.w}, particle);
    return true;
}

// The ends of eight sticks of one colour: no particle occurs twice. Looked up once: the compiler cannot know that storing
// particles leaves the sticks alone.
struct Ends8 {
    float* a[8];
    float* b[8];

    [[gnu::always_inline]] Ends8(const Buffers& buffers, const Stick* sticks) {
        for (int i = 0; i < 8; ++i) {
            a[i] = &buffers.particles->x + 4 * std::size_t(sticks[i].a);
            b[i] = &buffers.particles->x + 4 * std::size_t(sticks[i].b);
        }
    }
};

Real8x3 xyz(const Columns8& c) {
    return {c.x, c.y, c.z};
}

// Where the particles at `ends` were when the substep began.
template <class At>
Real8x3 previousOf(const Buffers& buffers, At&& end) {
    const std::ptrdiff_t offset = &buffers.previous->x - &buffers.particles->x;
    return xyz(loadColumns([&](int i) { return end(i) + offset; }));
}

template <std::uint32_t kResponse>
[[gnu::always_inline]] inline void solveEight(const Buffers& buffers, const Stick* sticks, const float* dampings,
                                              float* multipliers, const PassConstants& constants) {
    const Ends8 ends(buffers, sticks);
    const auto endA = [&](int i) { return ends.a[i]; };
    const auto endB = [&](int i) { return ends.b[i]; };
    const Columns8 a = loadColumns(endA), b = loadColumns(endB);
    const Columns8 stick = loadColumns([&](int i) { return reinterpret_cast<const float*>(sticks + i); });

    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    Real8 multiplier(0.0f), damping(0.0f);
    if (kCompliant && constants.firstIteration == 0) multiplier = _mm256_loadu_ps(multipliers);
    const Real8x3 xa = xyz(a), xb = xyz(b);
    Real8x3 d = difference<Real8>(xa, xb), dBefore(Real8(0.0f));
    if (kDamped) {
        damping = dampingOf<Real8>(_mm256_loadu_ps(dampings), constants);
        dBefore = difference<Real8>(previousOf(buffers, endA), previousOf(buffers, endB));
    }
    const Real8 parameter = stickParameter<Real8>(kResponse, stick.w, constants);
    const Real8 push =
        stickPush<Real8>(kResponse, d, dBefore, a.w + b.w, stick.z, parameter, damping, Real8(1.0f), multiplier);
    const Real8x3 movedA = moveFirstEnd<Real8>(xa, d, a.w * push);
    const Real8x3 movedB = moveSecondEnd<Real8>(xb, d, b.w * push);

    if (kCompliant) _mm256_storeu_ps(multipliers, multiplier.v);
    storeColumns({movedA.x, movedA.y, movedA.z, a.w}, endA);
    storeColumns({movedB.x, movedB.y, movedB.z, b.w}, endB);
}

// Eight bends of one colour and kind.
template <std::uint32_t kKind>
void bendEight(const Buffers& buffers, const Bend* bends, const float* rests, const float* dampings,
               const PassConstants& constants) {
    const auto particle = [&](int corner) {
        return
            [&buffers, bends, corner](int i) { return &buffers.particles->x + 4 * std::size_t((&bends[i].a)[corner]); };
    };
    const std::ptrdiff_t offset = &buffers.previous->x - &buffers.particles->x;
    BendState<Real8> s;
    const Columns8 numbers = loadColumns([&](int i) { return &bends[i].ka; });  // ka, kc, kd, compliance
    const Real8 k[4] = {numbers.x, weightOfSecond<Real8>(numbers.x, numbers.y, numbers.z), numbers.y, numbers.z};
    for (int corner = 0; corner < 4; ++corner) {
        const Columns8 x = loadColumns(particle(corner));
        s.x[corner] = xyz(x);
        s.p[corner] = previousOf(buffers, particle(corner));
        s.w[corner] = x.w;
        s.k[corner] = k[corner];
    }
    s.rest = _mm256_loadu_ps(rests);
    s.compliance = numbers.w;
    s.damping = _mm256_loadu_ps(dampings);
    const Real8x3 pull = bendPull<Real8>(kKind, s, Real8(constants.inverseSquaredStep), Real8(constants.inverseStep),
                                         Real8(constants.bendPeriod));
    for (int corner = 0; corner < (kKind == kBendLine ? 3 : 4); ++corner) {
        const Real8x3 moved = moveBend<Real8>(s.x[corner], s.k[corner], s.w[corner], pull);
        storeColumns({moved.x, moved.y, moved.z, s.w[corner]}, particle(corner));
        if (!(constants.bendPeriod > 1.0f)) continue;
        const Real8x3 carried = carryBend<Real8>(s.p[corner], s.x[corner], moved, Real8(constants.bendCarry));
        const auto end = particle(corner);
        storeColumns({carried.x, carried.y, carried.z, s.w[corner]}, [&](int i) { return end(i) + offset; });
    }
}

// Eight particles that follow one another, with their tethers. Pinned ones are written back as they were, while other threads
// may read them as anchors: the same bits.
void holdEight(const Buffers& buffers, const Tether* tethers, std::uint32_t first) {
    float* particles = &buffers.particles[first].x;
    const auto particle = [&](int i) { return particles + 4 * i; };
    const auto anchorOf = [&](int i) { return &buffers.particles->x + 4 * std::size_t(tethers[i].anchor); };
    const Columns8 x = loadColumns(particle), anchor = loadColumns(anchorOf);
    const Real8 reach(_mm256_setr_ps(tethers[0].reach, tethers[1].reach, tethers[2].reach, tethers[3].reach,
                                     tethers[4].reach, tethers[5].reach, tethers[6].reach, tethers[7].reach));
    const Real8x3 held = holdWithin<Real8>(xyz(x), xyz(anchor), reach);
    Real8 isHeld = keepIf(isZero(anchor.w), x.w);  // of a free particle in this world whose anchor is pinned
    isHeld = keepIf(squaredLength<Real8>(xyz(x)) < Real8(kLargestSquared), isHeld);
    const Mask8 moves = isHeld > Real8(0.0f);
    storeColumns({pick(moves, held.x, x.x), pick(moves, held.y, x.y), pick(moves, held.z, x.z), x.w}, particle);
}

}  // namespace

bool hasWideKernels() {
    return __builtin_cpu_supports("avx2");
}

void integrateWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last) {
    for (; first + 8 <= last; first += 8) {
        if (!integrateEight(buffers, constants, first)) integrate(buffers, constants, first, first + 8);
    }
    integrate(buffers, constants, first, last);
}

void solveSticksWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants,
                     std::uint32_t first, std::uint32_t last) {
    const WideItems wide = wideItems(buffers);
    withResponse(response, [&](auto constantResponse) {
        for (; first + 8 <= last; first += 8) {
            solveEight<constantResponse>(buffers, wide.sticks + first, wide.dampings + first,
                                         buffers.multipliers + first, constants);
        }
    });
    solveSticks(buffers, response, constants, first, last);
}

void solveBendsWide(const Buffers& buffers, std::uint32_t kind, const PassConstants& constants, std::uint32_t first,
                    std::uint32_t last) {
    const WideItems wide = wideItems(buffers);
    for (; first + 8 <= last; first += 8) {
        const Bend* bends = wide.bends + first;
        const float* rests = wide.bendNumbers + first;
        const float* dampings = rests + constants.table;
        switch (kind) {
            case kBendLine: bendEight<kBendLine>(buffers, bends, rests, dampings, constants); break;
            case kBendQuad: bendEight<kBendQuad>(buffers, bends, rests, dampings, constants); break;
            default: bendEight<kBendHinge>(buffers, bends, rests, dampings, constants);
        }
    }
    solveBends(buffers, kind, constants, first, last);
}

void holdTethersWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last) {
    const Tether* tethers = buffers.tethers + constants.table;
    for (; first + 8 <= last; first += 8)
        holdEight(buffers, tethers + first, first);
    holdTethers(buffers, constants, first, last);
}

#else

bool hasWideKernels() {
    return false;
}

void integrateWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last) {
    integrate(buffers, constants, first, last);
}

void solveSticksWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants,
                     std::uint32_t first, std::uint32_t last) {
    solveSticks(buffers, response, constants, first, last);
}

void solveBendsWide(const Buffers& buffers, std::uint32_t kind, const PassConstants& constants, std::uint32_t first,
                    std::uint32_t last) {
    solveBends(buffers, kind, constants, first, last);
}

void holdTethersWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last) {
    holdTethers(buffers, constants, first, last);
}

#endif

}  // namespace pliant::cpu
