// Compiled with AVX2, so nothing here may be shared with other files: a function that the linker takes from here and gives to
// all would stop on older processors. Hence the shared maths on Real8 alone, and raw addresses.

#if defined(__AVX2__)
#include "cpu/wide.h"
#include "shared/stick.h"
#include "shared/verlet.h"
#endif

#include "cpu/kernels.h"

namespace pliant::cpu {

#if defined(__AVX2__)

namespace {

using Real8x3 = glm::vec<3, Real8, glm::defaultp>;

void integrateEight(const Buffers& buffers, const PassConstants& constants, std::uint32_t first) {
    float* particles = &buffers.particles[first].x;
    float* previous = &buffers.previous[first].x;
    const auto particle = [&](int i) { return particles + 4 * i; };
    const Columns8 x = loadColumns(particle);
    const Columns8 p = loadColumns([&](int i) { return previous + 4 * i; });
    for (int i = 0; i < 32; i += 8)
        _mm256_storeu_ps(previous + i, _mm256_loadu_ps(particles + i));

    const Real8x3 fall(Real8(constants.fall.x), Real8(constants.fall.y), Real8(constants.fall.z));
    const Real8x3 moved = verletStep<Real8>({x.x, x.y, x.z}, {p.x, p.y, p.z}, fall, Real8(constants.keep));
    const Mask8 isFree = x.w > Real8(0.0f);
    storeColumns({pick(isFree, moved.x, x.x), pick(isFree, moved.y, x.y), pick(isFree, moved.z, x.z), x.w}, particle);
}

// Eight sticks of one colour: no particle occurs twice.
template <std::uint32_t kResponse>
[[gnu::always_inline]] inline void solveEight(const Buffers& buffers, const PassConstants& constants,
                                              std::uint32_t first) {
    const Stick* sticks = buffers.sticks + first;
    float* endsA[8];  // looked up once: the compiler cannot know that storing particles leaves the sticks alone
    float* endsB[8];
    for (int i = 0; i < 8; ++i) {
        endsA[i] = &buffers.particles->x + 4 * std::size_t(sticks[i].a);
        endsB[i] = &buffers.particles->x + 4 * std::size_t(sticks[i].b);
    }
    const auto endA = [&](int i) { return endsA[i]; };
    const auto endB = [&](int i) { return endsB[i]; };
    const Columns8 a = loadColumns(endA), b = loadColumns(endB);
    const Columns8 stick = loadColumns([&](int i) { return reinterpret_cast<const float*>(sticks + i); });

    constexpr bool kCompliant = kResponse < kStickRigid;
    Real8 multiplier(0.0f);
    if (kCompliant && constants.firstIteration == 0) multiplier = _mm256_loadu_ps(buffers.multipliers + first);

    const Real8x3 xa(a.x, a.y, a.z), xb(b.x, b.y, b.z);
    const Real8x3 d = xa - xb;
    const Real8 parameter = stickParameter<Real8>(kResponse, stick.w, constants);
    const Real8 push = stickPush<Real8>(kResponse, d, a.w + b.w, stick.z, parameter, Real8(1.0f), multiplier);
    const Real8x3 movedA = moveFirstEnd<Real8>(xa, d, a.w * push);
    const Real8x3 movedB = moveSecondEnd<Real8>(xb, d, b.w * push);

    if (kCompliant) _mm256_storeu_ps(buffers.multipliers + first, multiplier.v);
    storeColumns({movedA.x, movedA.y, movedA.z, a.w}, endA);
    storeColumns({movedB.x, movedB.y, movedB.z, b.w}, endB);
}

}  // namespace

bool hasWideKernels() {
    return __builtin_cpu_supports("avx2");
}

void integrateWide(const Buffers& buffers, const PassConstants& constants, std::uint32_t first, std::uint32_t last) {
    for (; first + 8 <= last; first += 8)
        integrateEight(buffers, constants, first);
    integrate(buffers, constants, first, last);
}

void solveSticksWide(const Buffers& buffers, std::uint32_t response, const PassConstants& constants,
                     std::uint32_t first, std::uint32_t last) {
    withResponse(response, [&](auto constantResponse) {
        for (; first + 8 <= last; first += 8)
            solveEight<constantResponse>(buffers, constants, first);
    });
    solveSticks(buffers, response, constants, first, last);
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

#endif

}  // namespace pliant::cpu
