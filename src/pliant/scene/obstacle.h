#pragma once

#include <array>
#include <span>

#include "pliant/scene/contact.h"
#include "pliant/scene/scene.h"

namespace pliant {

struct StepInputs;

/// Obstacles belong to this category and touch all others: not each other.
inline constexpr std::uint32_t kObstacleCategory = 1u << 31;

/// A surface that bodies touch and that nobody but the caller moves: furniture, terrain, a character.
struct ObstacleDescription {
    std::string name = "obstacle";           ///< for files and errors
    std::vector<vec3> vertices;              ///< [m]
    std::vector<std::uint32_t> faceSizes;    ///< per face: number of corners, at least 3
    std::vector<std::uint32_t> faceCorners;  ///< all corners, face after face: indices into vertices
    float thickness = 0.02f;                 ///< [m], others keep off the mean of this and theirs
    float friction = 0.3f;                   ///< Coulomb's coefficient, 0 ... 1e6
    std::optional<float> spacing;            ///< of its particles [m]; without: 0.6 of the thickness
};

/// Where one of an obstacle's particles is: on a triangle of its vertices.
struct ObstaclePoint {
    std::array<std::uint32_t, 3> vertices{};  ///< indices of the caller's own
    std::array<float, 3> weights{};           ///< sum 1
};

/// How the particles of an obstacle follow from its vertices.
struct Obstacle {
    std::uint32_t body = 0;             ///< index in Scene::bodies
    std::vector<ObstaclePoint> points;  ///< per particle of the body
};

/// Adds the surface as a body of pinned particles with a contact: at its vertices, where they are not nearer to each
/// other than 0.7 of the spacing, and others between, those of sharp edges first (of one face, or of two that differ by
/// 34 degrees; half the spacing is enough there), so that no point of the surface is farther than 1.3 of the spacing
/// from one. What bodies touch are these, as balls: a surface with both sides, whose bumps are a tenth of the thickness
/// high at the usual spacing; and triangles between them (Body::touchFaces), at which cuts stop others.
/// Errors: those of addMesh() and of Contact; a spacing that is not above 0, or that would make more than 4,194,304
/// particles. On error the scene is as before.
PLIANT_API Result<Obstacle> addObstacle(Scene& scene, const ObstacleDescription& description);

/// Errors: a body that is not there, or is not this obstacle.
PLIANT_API Status validate(const Obstacle& obstacle, const Scene& scene);

/// Adds the pins to a step's inputs that bring the obstacle where its vertices are when the step ends. In between they
/// go in a straight line, and what they meet is pushed along as long as they go at most four thicknesses in a substep.
/// Errors, which add no pin: a body that is not this obstacle, another number of vertices than the body has, a
/// coordinate that is not finite or too large, more particles than a step may have pins (kMostPinInputs).
PLIANT_API Status moveObstacle(const Scene& scene, const Obstacle& obstacle, std::span<const vec3> vertices,
                               StepInputs& inputs);

}  // namespace pliant
