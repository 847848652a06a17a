#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "pliant/export.h"
#include "pliant/result.h"

namespace pliant {

using glm::vec3;

/// What a bend keeps, numbered as kBendLine ... in shared/bend.h, where its formulae are.
enum class BendKind : std::uint32_t {
    Line,   ///< Three particles in a straight line. The fourth index repeats the third and its weight is 0.
    Quad,   ///< Four particles, flat: the twist of a grid's cell, or two triangles that are flat at rest.
    Hinge,  ///< Two triangles, folded: keeps the fold's angle, and on which side it is.
};

/// A bending energy |v - rest n|^2 / (2 compliance) of v, the weighted sum of the particles' positions. Resists
/// curvature alone: moving, turning, and for a quad any flat deformation, cost nothing.
struct SceneBend {
    BendKind kind = BendKind::Line;            ///< what it keeps, and how many of the four it looks at
    std::array<std::uint32_t, 4> particles{};  ///< of a hinge: the edge's ends, then the two opposite vertices
    std::array<float, 4> weights{};            ///< add up to 0, within 1e7
    float rest = 0.0f;                         ///< of a hinge: 2 |edge| sin(fold / 2), its sign the side [m]; else 0
    float compliance = 0.0f;                   ///< [m/N], 0 (rigid) or 1e-15 ... 1e15
    float damping = 0.0f;                      ///< [s], 0 ... 1e6: a bend of angular frequency w loses half of this * w
                                               ///< of its amplitude per radian
};

/// Bends along a straight rope of particles `spacing` [m] > 0 apart, one for each but the two ends.
/// bendingStiffness: EI [N m^2]; 0 gives no bends. For damping see SceneBend.
PLIANT_API std::vector<SceneBend> bendsOfLine(std::span<const std::uint32_t> particles, float spacing,
                                              float bendingStiffness, float damping);

/// Bends of a flat grid with particle (column, row) at firstParticle + row * columns + column: along its rows, then
/// along its columns, then the twist of its cells. Together they are an isotropic plate with Poisson ratio 0: its
/// energy per area is B/2 (kxx^2 + 2 kxy^2 + kyy^2) with curvatures k [1/m]. A grid of a single row or column counts as
/// one cell wide. dx, dy [m] > 0: distances within a row and within a column. bendingStiffness: B [N m]; 0 gives no
/// bends.
PLIANT_API std::vector<SceneBend> bendsOfGrid(std::uint32_t firstParticle, std::uint32_t columns, std::uint32_t rows,
                                              float dx, float dy, float bendingStiffness, float damping);

/// Bends of a mesh at every edge where triangles meet, for each two of them, which keep the shape it has in
/// `positions`. triangles: three indices of positions each, wound in any direction. bendingStiffness: B [N m]; 0 gives
/// no bends.
///
/// Where the triangles are equilateral, bending it to a cylinder takes B/2 k^2 per area in every direction. A mesh of
/// hinges is not a plate of Poisson ratio 0 though, but of -1/3: a sphere takes 2/3 and a saddle 4/3 of what it takes
/// of a grid. Where they are flat at rest and stiff against the masses of their particles, and Scene::levels is on,
/// compile() makes them a plate of ratio 0, whatever the triangles: see src/pliant/schedule/plates.h.
///
/// No bend is made for a triangle of next to no area (below 1e-6 of its longest edge squared), nor for a pair folded
/// flat onto itself, whose two sides cannot be told apart.
PLIANT_API std::vector<SceneBend> bendsOfMesh(const std::vector<vec3>& positions,
                                              std::span<const std::uint32_t> triangles, float bendingStiffness,
                                              float damping);

/// The first rule that the bend breaks, if any. `index` is the bend's, for the message.
PLIANT_API Status validate(const SceneBend& bend, std::size_t index, std::size_t particleCount);

}  // namespace pliant
