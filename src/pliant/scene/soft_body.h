#pragma once

#include <glm/vec2.hpp>
#include <optional>

#include "pliant/export.h"
#include "pliant/scene/scene.h"

namespace pliant {

using glm::vec2;

/// A soft body of a planar scene: a closed outline of particles with springs along it, and what keeps its shape.
struct SoftBodyDescription {
    std::string name = "soft body";  ///< for files and errors
    std::vector<vec2> outline;       ///< [m], counter-clockwise, at least 3, without crossings
    float mass = 1.0f;               ///< of the whole body [kg], shared out evenly
    StickMaterial edge;              ///< of the sticks along the outline
    bool isCrossed = false;  ///< sticks within too: each particle to the one that it sees straight across the body,
                             ///< and to the next but one
    StickMaterial cross;     ///< of those
    std::optional<float> shapeCompliance;  ///< [s^2], shape matching with SceneShape::compliance; none: without it
    std::optional<Enclosure> filling;      ///< its boundary is the outline, whatever it says; none: without
    float thickness = 0.0f;                ///< Outline::thickness
    float friction = 0.3f;                 ///< Outline::friction
    bool touches = true;                   ///< false: no contact with other bodies
    Integrator integrator = Integrator::Verlet;  ///< Body::integrator
};

/// Adds the body, its face triangulated at rest, and returns its index. The scene must be planar. Errors: that it is
/// not, an outline that is too short, not finite, clockwise or touches itself (the edges are named), a mass that is not
/// positive, a material out of its range. On error the scene is as before.
PLIANT_API Result<std::uint32_t> addSoftBody(Scene& scene, const SoftBodyDescription& body);

/// A regular polygon with `count` corners (at least 3) around a point, counter-clockwise from its right: for a ball.
/// The same on every machine.
PLIANT_API std::vector<vec2> circleOutline(vec2 centre, float radius, std::uint32_t count);

/// A rectangle with points at equal distances along its edges, `columns` x `rows` of them (corners count in both, at
/// least 2 of each), counter-clockwise from its lower left.
PLIANT_API std::vector<vec2> rectangleOutline(vec2 low, vec2 high, std::uint32_t columns, std::uint32_t rows);

}  // namespace pliant
