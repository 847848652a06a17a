#pragma once

#include <glm/vec2.hpp>
#include <limits>
#include <string>
#include <vector>

#include "pliant/elements/element.h"
#include "pliant/export.h"

namespace pliant {

struct Scene;
using glm::vec2;

/// How a woven fabric gives, in each direction of its own. Pulled by a tension T [N/m] along the warp it gets longer
/// there by the share T * warp, and narrower along the weft by contraction * T * warp.
struct Weave {
    float warp = 0.0f;         ///< compliance [m/N], 0 or 1e-12 ... 1e6; 0: not at all
    float weft = 0.0f;         ///< likewise
    float shear = 0.0f;        ///< in shear [m/N per radian], likewise: 1 / shear stiffness
    float contraction = 0.0f;  ///< Poisson's ratio, warp to weft, -1 ... 1; its square times warp is less than weft,
                               ///< unless it is 0
    bool operator==(const Weave&) const = default;  ///< all four numbers
};

/// The first number of it that is out of its range, if any; `what` names whose it is.
PLIANT_API Status validate(const Weave& weave, const std::string& what);

/// A triangle of woven fabric, elastic along warp, weft and in shear (XPBD; strains of Mueller, Chentanez, Kim and
/// Macklin 2014, "Strain Based Dynamics"): see src/pliant/shared/strain.h. It has no thickness, no weight and no
/// damping of its own.
struct SceneStrain {
    static constexpr std::uint32_t kKind = kElementStrain;        ///< what shared/layout.h calls it
    static constexpr const char* kName = "strained triangle";     ///< as errors call one
    static constexpr const char* kPlural = "strained triangles";  ///< and several

    std::array<std::uint32_t, 3> particles{};  ///< of the scene, all different
    std::array<vec2, 3> flat{};  ///< where these lie in the flat fabric [m], the warp along x; within 1e6 m, the area
                                 ///< at least 1e-12 m^2 and a thousandth of the longest edge's square
    Weave weave;                 ///< how it gives
};

/// The first number of the triangle that is out of its range, if any, with its index.
PLIANT_API Status validate(const SceneStrain& strain, std::size_t index);

/// As shared/strain.h reads them. Where the particles lie does not matter.
PLIANT_API ElementNumbers<float> numbersOf(const SceneStrain& strain, std::span<const vec3> positions);

/// Weaves a body of faces: each becomes triangles that give as `weave` says, and sticks do not any more: those along
/// the warp or the weft, within 15 degrees, hold `strainLimit` and nothing else, so that tethers and coarse links know
/// it; other structural and shear sticks go, and those whose length in the flat is off by more than 1 %, as across a
/// seam. Where vertices share a particle, the last one says where its sticks are. `flat` has a point for every vertex
/// of the body (Body's own, in the user's numbering) [m], the warp along x. Bends stay. Errors: no such body, a body
/// without faces, a number of points that is not that of its vertices, a weave or limit out of range (the limit is from
/// 0 to 10, or infinite), a face that is no face in the flat. On error the scene is as before.
PLIANT_API Status weaveBody(Scene& scene, std::uint32_t body, const Weave& weave, std::span<const vec2> flat,
                            float strainLimit = std::numeric_limits<float>::infinity());

/// The points of a grid for weaveBody(): the warp runs along its columns, or `turn` [rad] away from them; a quarter of
/// pi is on the bias. Sizes [m] as in GridDescription.
PLIANT_API std::vector<vec2> flatGrid(std::uint32_t columns, std::uint32_t rows, float width, float height,
                                      double turn = 0.0);

}  // namespace pliant
