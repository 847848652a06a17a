#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "schedule/geodesic.h"

namespace pliant {

/// A surface or rope as long sticks see it: what they run along, and what it looks like at rest.
struct StickNet {
    std::vector<glm::vec3> positions;  ///< per vertex [m]
    std::vector<glm::vec3> normals;    ///< per vertex, of length 1; 0 where there is no surface
    std::vector<Span> structural;      ///< what long sticks run along
    std::vector<Span> shear;           ///< these only count for how many hops wide the net is
};

/// The one-sided sticks of one level: each from a vertex to another `hops` structural sticks further on in a straight
/// line, as an upper bound of their distance.
struct LongLevel {
    std::uint32_t hops = 0;
    std::vector<Span> sticks;  ///< a < b, by a
};

/// Hops of the levels that a part of a net gets which is `diameter` hops wide, coarsest first: two for most, none below
/// 8.
std::vector<std::uint32_t> hopsFor(std::uint32_t diameter);

/// Long one-sided sticks at every vertex, coarsest level first.
///
/// After an idea of hierarchical position-based dynamics (Mueller 2008): a sweep over sticks of s hops carries stretch
/// s times as far as one over the sticks themselves, and leaves s^2 times less of it. There the levels are subsets of
/// the particles, and corrections are interpolated down to the others; that bends what is between, and was measured to
/// feed energy into swinging cloth. With a long stick at every particle there is nothing to interpolate, momentum is
/// kept, and a stick acts only where its ends are farther apart than the surface allows.
///
/// A walk goes on from stick to stick by the one straightest on, as long as it turns less than 45 degrees; along a rope
/// by the other stick. The length of s sticks is their sum, or, where the surface is flat enough, the distance of the
/// ends divided by 1 - T^2 / 8, where T is how much its normal turns on the way [rad]: no way is shorter if the surface
/// turns no more. Walks that leave the rest shape, or turn by more than a radian, count their sum.
///
/// Linear in sticks, but for the logarithm of the hops. The same net gives the same sticks, whatever the order of its
/// spans.
std::vector<LongLevel> makeLongSticks(const StickNet& net);

}  // namespace pliant
