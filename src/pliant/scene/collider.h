#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "pliant/export.h"
#include "pliant/result.h"
#include "pliant/scene/frame.h"
#include "pliant/shared/layout.h"

namespace pliant {

using glm::vec3;

/// What a body looks like in its own coordinates. All of them are convex and solid.
enum class ColliderShape : std::uint8_t {
    Plane,     ///< the half-space below its local xz plane: local +y points out
    Sphere,    ///< radius
    Capsule,   ///< radius around a segment along local y, from -halfHeight to halfHeight
    Box,       ///< halfExtents
    Cylinder,  ///< radius, axis along local y from -halfHeight to halfHeight
};

/// Where a body stands: world = rotation * local + position.
struct Pose {
    vec3 position{0.0f};                   ///< [m]
    glm::quat rotation{1.0f, vec3(0.0f)};  ///< of length 1 (within 1e-3); glm::quat(w, x, y, z)

    bool operator==(const Pose&) const = default;  ///< all seven numbers
};

/// A body that particles collide with. It is moved by the user and never by the particles.
struct Collider {
    ColliderShape shape = ColliderShape::Plane;  ///< which of the sizes below count
    vec3 halfExtents{0.5f};                      ///< [m], of a box
    float radius = 0.5f;                         ///< [m], of a sphere, capsule or cylinder
    float halfHeight = 0.5f;                     ///< [m], of a capsule (without its round ends) or cylinder
    Pose pose;                                   ///< at the end of the step
    std::optional<Pose>
        before;  ///< at the start of the step; none: at rest. Turns by the shorter way, below half a turn
    float staticFriction = 0.5f;   ///< Coulomb's coefficient of what rests on it, 0 ... 1e6
    float dynamicFriction = 0.4f;  ///< at most the static one
    float thickness = 0.005f;      ///< [m], how far particles are kept from the surface
    /// Index of the frame of the scene that its poses are given in; it touches what is in any.
    std::uint32_t frame = kWorld;
};

/// What a collider may hold.
inline constexpr float kLargestColliderValue = 1e6f;   ///< [m] of coordinates, sizes and thickness; and of friction
inline constexpr float kSmallestColliderSize = 1e-6f;  ///< [m]

/// The first rule that the collider breaks, if any: the message names its index, the field, the value and the rule.
/// Sizes that its shape does not have are not looked at.
PLIANT_API Status validate(const Collider& collider, std::size_t index);

/// Whether it is somewhere else at the start of the step than at its end.
PLIANT_API bool moves(const Collider& collider);

/// What the kernels read in a substep, 0 <= substep < substeps: the poses at its start and end. Positions go in a
/// straight line and rotations about one axis, at constant speed; computed in double and rounded once. The end of a
/// substep is the start of the next to the bit, and the end of the last is `pose`. The collider must be valid.
PLIANT_API ColliderRecord recordFor(const Collider& collider, std::uint32_t substep, std::uint32_t substeps);

/// The same from poses at the substep's start and end, with rotations of length 1, as the particles' own coordinates
/// have them.
PLIANT_API ColliderRecord recordFor(const Collider& collider, const FramePose& start, const FramePose& end);

/// Where it is after so many substeps, in the coordinates that it is given in.
PLIANT_API FramePose poseAfter(const Collider& collider, std::uint32_t substep, std::uint32_t substeps);

/// Distance from the point to the body's surface where it stands at the end of the step [m], negative inside. The
/// thickness does not count.
PLIANT_API double signedDistance(const Collider& collider, const glm::dvec3& point);

}  // namespace pliant
