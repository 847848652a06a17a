#pragma once

#include <array>
#include <cstdint>

#include "result.h"

namespace pliant {

struct Scene;

/// A tetrahedron that keeps its volume (XPBD; Macklin et al. 2016). Positive for particles 1, 2, 3 counter-clockwise
/// seen from outside, that is from the side away from particle 0: V = (x1 - x0) . ((x2 - x0) x (x3 - x0)) / 6.
struct SceneTet {
    std::array<std::uint32_t, 4> particles{};  ///< of the scene, all different
    float restVolume = 0.0f;                   ///< [m^3], 1e-18 ... 1e15
    float compliance = 0.0f;                   ///< change of the volume per pressure [m^5/N], 0 or 1e-15 ... 1e15
};

/// The first rule that the tetrahedron breaks, if any, with its index.
Status validate(const SceneTet& tet, std::size_t index, const Scene& scene);

}  // namespace pliant
