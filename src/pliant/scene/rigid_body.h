#pragma once

#include <array>
#include <glm/mat3x3.hpp>

#include "pliant/export.h"
#include "pliant/scene/collider.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// A rigid body of mass: it falls, turns and tumbles, is pushed by what it touches, and pushes that, cloth and other
/// rigid bodies among it. What bounds it is a closed mesh in the body's own coordinates.
struct RigidBodyDescription {
    std::string name = "rigid body";         ///< for files and errors
    std::vector<vec3> vertices;              ///< [m], in the body's own coordinates
    std::vector<std::uint32_t> faceSizes;    ///< per face: number of corners, at least 3
    std::vector<std::uint32_t> faceCorners;  ///< all corners, face after face, counter-clockwise seen from outside
    Pose pose;                               ///< where it stands at the start, in the world or its frame of reference
    float density = 1000.0f;                 ///< [kg/m^3], above 0, the same all through
    std::optional<float> mass;               ///< [kg], above 0; it counts, and not the density
    /// As far apart as its particles may be along edges [m]: longer edges are halved. Without: 1 / 1.2 of the thickness
    /// or, without that, an eighth of its largest measure.
    std::optional<float> spacing;
    bool touches = true;             ///< false: it has no contact, and meets colliders alone
    std::optional<float> thickness;  ///< Contact::thickness [m]; without: 1.2 of the longest edge between particles
    float friction = 0.3f;           ///< Contact::friction
    std::uint32_t category = 1;      ///< Contact::category
    std::uint32_t mask = ~0u;        ///< Contact::mask
};

/// A rigid body that is in a scene.
struct RigidBody {
    std::uint32_t body = 0;  ///< index in Scene::bodies
    /// In its own coordinates the places of the last four particles of the body [m], which lie within it. They have
    /// what is left of mass and inertia, carry the mesh that is drawn, and tell where it is.
    std::array<glm::dvec3, 4> inner{};
};

/// Adds the body: a shape (scene/shape.h) of compliance 0 of particles on its surface and four within, which together
/// have the mass, the centre and the moments of inertia of the solid, within what floats round. The mesh is its skin
/// and is drawn as it is, wherever the body goes. Only the particles on the surface have a contact. Colliders keep off
/// all particles: of a body that is not convex the inner ones may lie outside of it.
///
/// As all shapes do it loses a little of its spin, omega^2 h of its speed per second with a substep h, unless the step
/// is of second order (StepSettings::order).
///
/// Errors: those of addMesh(); an edge that does not have two faces, one each way; a mesh that is inside out, or flat;
/// a mass, density, spacing or pose out of range, more than 1,048,576 particles, a particle whose mass is out of the
/// range of a scene's, and the rules of Contact. On error the scene is as before.
PLIANT_API Result<RigidBody> addRigidBody(Scene& scene, const RigidBodyDescription& description);

/// Where the body is, in the world or in the frame of reference that it is in: place there = origin + rotation * place
/// in its own coordinates. `positions` are those of all particles of the scene, such as Snapshot::positions. Errors:
/// another body, or another number of positions.
PLIANT_API Result<FramePose> poseOf(const Scene& scene, const RigidBody& rigid, const std::vector<vec3>& positions);

}  // namespace pliant
