#pragma once

#include "pliant/elements/element.h"
#include "pliant/export.h"

namespace pliant {

/// A tetrahedron that keeps its volume (XPBD; Macklin et al. 2016). Positive for particles 1, 2, 3 counter-clockwise
/// seen from outside, that is from the side away from particle 0: V = (x1 - x0) . ((x2 - x0) x (x3 - x0)) / 6.
struct SceneTet {
    static constexpr std::uint32_t kKind = kElementTet;   ///< what shared/layout.h calls it
    static constexpr const char* kName = "tetrahedron";   ///< as errors call one
    static constexpr const char* kPlural = "tetrahedra";  ///< and several

    std::array<std::uint32_t, 4> particles{};  ///< of the scene, all different
    float restVolume = 0.0f;                   ///< [m^3], 1e-18 ... 1e15
    float compliance = 0.0f;                   ///< change of the volume per pressure [m^5/N], 0 or 1e-15 ... 1e15
};

/// The first number of the tetrahedron that is out of its range, if any, with its index.
PLIANT_API Status validate(const SceneTet& tet, std::size_t index);

/// As shared/tet.h reads them. `positions` are those of the scene.
PLIANT_API ElementNumbers<float> numbersOf(const SceneTet& tet, std::span<const vec3> positions);

}  // namespace pliant
