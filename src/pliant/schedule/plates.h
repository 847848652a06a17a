#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <vector>

#include "pliant/scene/scene.h"

namespace pliant {

/// A triangle of a plate, in its plane.
struct PlateTriangle {
    std::array<std::uint32_t, 3> nodes{};
    std::array<glm::dvec2, 3> corners{};    ///< at rest [m]
    std::array<std::uint32_t, 3> hinges{};  ///< of the edge from each corner to the next: its number; kNoHinge
};

inline constexpr std::uint32_t kNoHinge = ~0u;

/// A hinge of a plate.
struct NetHinge {
    std::uint32_t bend = 0;                ///< of the scene
    std::array<std::uint32_t, 2> nodes{};  ///< the ends of its edge
    glm::dvec2 normal{0.0};                ///< of length 1, square to the edge
    double inverseStiffness = 0.0;         ///< [1/(N m)]
};

/// The plates of a scene: flat pieces of meshes whose hinges one pass would leave softer than they should be. A
/// particle has a node in each plate that it is in.
struct PlateNet {
    std::vector<std::uint32_t> particles;  ///< per node: of the scene; plate after plate
    std::vector<double> damping;           ///< per node: mean time of damping of its plate's hinges [s]
    std::vector<double> softness;          ///< per node: W h^2 / compliance of its plate's hinges, h = kLongestBending
    std::vector<NetHinge> hinges;
    std::vector<PlateTriangle> triangles;
};

/// Hinges of flat meshes are bends of bendsOfMesh(): the ends of an edge, and a corner on each side; flat, or folded by
/// what places are rounded by. Where three meet at an edge, or what they have been made from is not where the scene's
/// particles are, they are left alone; so are pieces of fewer than 16 triangles, and those of which nine in ten are
/// soft enough. A plate wants all of its hinges: where some are missing it is far too soft around them. Hinges of a
/// plate are damped alike, by the mean of what they say: tensors of clusters are of many, and what is damped more
/// than the tensors know would be pushed too far. None if the scene wants no levels.
///
/// Grows with n log n in bends. Deterministic.
PlateNet findPlates(const Scene& scene);

}  // namespace pliant
