#pragma once

// The box of ways of particles, for as many together as a width takes. Behind the header of the width.

#include <limits>

#include "pliant/cpu/widths.h"

namespace pliant::cpu {
namespace {

// The box of the ways of all that have been taken.
template <class All>
struct WaysBox {
    using Real = RealOf<All>;
    Real3Of<All> most = spread3<All>(vec3(-std::numeric_limits<float>::infinity()));
    Real3Of<All> least = spread3<All>(vec3(std::numeric_limits<float>::infinity()));

    [[gnu::always_inline]] void take(MaskOf<All> isGood, const Real3Of<All>& way) {
        for (int axis = 0; axis < 3; ++axis) {
            most[axis] = pick(isGood && way[axis] > most[axis], way[axis], most[axis]);
            least[axis] = pick(isGood && way[axis] < least[axis], way[axis], least[axis]);
        }
    }

    // Along the three axes; lows are above highs where nothing has been taken.
    void bounds(float* lows, float* highs) const {
        for (int axis = 0; axis < 3; ++axis) {
            lows[axis] = lowestOf(least[axis]);
            highs[axis] = highestOf(most[axis]);
        }
    }
};

}  // namespace
}  // namespace pliant::cpu
