// Compiled with its own instructions: shares no code with other files, see wide_kernels.h.

#if defined(__AVX512F__)
#include "cpu/solve_ends.h"
#include "cpu/wide16.h"
#endif

#include "cpu/wide_kernels.h"

namespace pliant::cpu {

#if defined(__AVX512F__)

namespace {

template <std::uint32_t kResponse>
[[gnu::always_inline]] inline void solveSixteen(const Buffers& buffers, const WideItems& items, std::uint32_t first,
                                                const PassConstants& constants) {
    const Stick* sticks = items.sticks + first;
    float *a[16], *b[16];  // looked up once: the compiler cannot know that storing particles leaves the sticks alone
    for (int i = 0; i < 16; ++i) {
        a[i] = &buffers.particles->x + 4 * std::size_t(sticks[i].a);
        b[i] = &buffers.particles->x + 4 * std::size_t(sticks[i].b);
    }
    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    const Columns16 stick = Wide16::load([&](int i) { return reinterpret_cast<const float*>(sticks + i); });
    solveEnds<Wide16, kResponse>(
        [&](int i) { return a[i]; }, [&](int i) { return b[i]; }, &buffers.previous->x - &buffers.particles->x, stick.z,
        stickParameter<Real16>(kResponse, stick.w, constants), kDamped ? items.restraints + first : nullptr,
        kCompliant ? buffers.multipliers + first : nullptr, constants);
}

}  // namespace

std::uint32_t solveSticksBy16(const Buffers& buffers, const WideItems& items, std::uint32_t response,
                              const PassConstants& constants, std::uint32_t first, std::uint32_t last) {
    if (!__builtin_cpu_supports("avx512f")) return first;
    withResponse(response, [&](auto constantResponse) {
        for (; last - first >= 16; first += 16)
            solveSixteen<decltype(constantResponse)::value>(buffers, items, first, constants);
    });
    return first;
}

#else

std::uint32_t solveSticksBy16(const Buffers&, const WideItems&, std::uint32_t, const PassConstants&,
                              std::uint32_t first, std::uint32_t) {
    return first;
}

#endif

}  // namespace pliant::cpu
