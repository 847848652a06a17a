#pragma once

// Sticks that share no particle, as many at a time as `Wide` says, wherever their ends are. For files compiled for one
// kind of processor each, which share no code with other files: see wide_kernels.h.

#include "shared/stick.h"

namespace pliant::cpu {
namespace {

template <class Wide>
using Reals3 = glm::vec<3, typename Wide::Real, glm::defaultp>;

template <class Wide>
[[gnu::always_inline]] inline Reals3<Wide> xyz(const typename Wide::Columns& c) {
    return {c.x, c.y, c.z};
}

// `endA(i)` and `endB(i)` are the addresses of the particles of stick i, and as many floats further on, where they were
// before; `parameter` is what stickParameter() makes of the sticks'. Restraints and multipliers are there if the
// response has them.
template <class Wide, std::uint32_t kResponse, class EndA, class EndB>
[[gnu::always_inline]] inline void solveEnds(EndA&& endA, EndB&& endB, std::ptrdiff_t toPrevious,
                                             typename Wide::Real restLength, typename Wide::Real parameter,
                                             const StickRestraint* restraints, float* multipliers,
                                             const PassConstants& constants) {
    using Real = typename Wide::Real;
    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    const typename Wide::Columns a = Wide::load(endA), b = Wide::load(endB);
    Reals3<Wide> d = difference<Real>(xyz<Wide>(a), xyz<Wide>(b)), dBefore(Real(0.0f));
    Real multiplier(0.0f), damping(0.0f), longest(kNoLongest);
    if (kCompliant && constants.firstIteration == 0) multiplier = Wide::loadRow(multipliers);
    if (kDamped) {
        damping = dampingOf<Real>(Wide::firstOfPairs(&restraints->damping), constants);
        longest = Wide::secondOfPairs(&restraints->damping);
    }
    if (kDamped || constants.secondOrder != 0) {
        const typename Wide::Columns beforeA = Wide::load([&](int i) { return endA(i) + toPrevious; });
        const typename Wide::Columns beforeB = Wide::load([&](int i) { return endB(i) + toPrevious; });
        dBefore = difference<Real>(xyz<Wide>(beforeA), xyz<Wide>(beforeB));
    }
    const Real push = stickPush<Real>(kResponse, d, dBefore, a.w + b.w, restLength, longest, parameter, damping,
                                      Real(1.0f), multiplier);
    d = pushedAlong<Real>(constants, d, dBefore);
    const Reals3<Wide> movedA = moveFirstEnd<Real>(xyz<Wide>(a), d, a.w * push);
    const Reals3<Wide> movedB = moveSecondEnd<Real>(xyz<Wide>(b), d, b.w * push);
    if (kCompliant) Wide::storeRow(multiplier, multipliers);
    Wide::store({movedA.x, movedA.y, movedA.z, a.w}, endA);
    Wide::store({movedB.x, movedB.y, movedB.z, b.w}, endB);
}

}  // namespace
}  // namespace pliant::cpu
