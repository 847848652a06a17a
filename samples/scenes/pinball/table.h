#pragma once

#include <array>
#include <glm/vec2.hpp>

#include "pliant/scene/planar.h"
#include "pliant/scene/soft_body.h"

namespace pliant::samples::pinball {

using glm::dvec2;

// The table from above [m]: x to the right from its middle, y up its slope. The ball is launched up a lane on the
// right, comes in along an arch and leaves between two flippers.
inline constexpr double kHalfWidth = 0.25;   ///< of the table
inline constexpr double kLaneLeft = 0.2;     ///< the wall between the field and the lane
inline constexpr double kMiddle = -0.025;    ///< of the field
inline constexpr double kArchHeight = 0.75;  ///< where the arch begins
inline constexpr double kBallRadius = 0.018;
inline constexpr std::uint32_t kBallPoints = 20;  ///< the scene's first particles
inline constexpr double kWall = 0.005;            ///< radius of walls
inline constexpr double kBumperRadius = 0.038;
inline constexpr double kPostRadius = 0.012;
inline constexpr double kDrain = 0.03;       ///< height below which a ball is lost
inline constexpr double kPlungerTop = 0.1;   ///< where it stands
inline constexpr double kPlungerWay = 0.07;  ///< how far it is drawn
inline constexpr dvec2 kBallStart{0.225, kPlungerTop + kWall + kBallRadius + 0.0005};

/// A soft body around a pin, which swells when it is hit.
struct Bumper {
    dvec2 centre{0.0};
    std::vector<std::uint32_t> ring;  ///< its particles,
    std::uint32_t pin = 0;            ///< and the one in the middle
};

/// A string, taut between two posts: a thin closed body with crossed springs, held at both ends.
struct Sling {
    dvec2 from{0.0}, to{0.0};
    dvec2 outward{0.0};                 ///< of length 1
    std::vector<std::uint32_t> middle;  ///< its particles that are free
};

/// What lies and stands on the table.
struct Table {
    Scene scene;
    std::vector<std::uint32_t> ball;  ///< its particles
    std::vector<dvec2> ballShape;     ///< their places around its middle
    std::array<Bumper, 3> bumpers;
    std::array<Sling, 2> slings;
    std::array<dvec2, 2> posts;  ///< small bumpers that do not give
    std::vector<std::uint32_t> curtain;
    std::vector<Collider> walls;  ///< that stand still
};

/// Errors: those of the bodies.
Result<Table> buildTable(const Environment& environment);

/// Turns about the left or the right pivot; `angle` [rad] above the horizon, of its tip.
struct Flipper {
    static constexpr double kLength = 0.075, kRadius = 0.008, kDown = -0.5, kUp = 0.55;  // [m], [rad]
    bool isLeft = true;
    dvec2 pivot() const;
    dvec2 tip(double angle) const;
    /// In a step in which it turns from one angle to another.
    Collider collider(double before, double after) const;
};

/// In a step in which its top goes from one height to another.
Collider plunger(double before, double after);

/// Closes the lane behind the ball.
Collider gate();

/// A capsule around the segment.
Collider capsule(dvec2 from, dvec2 to, double radius);

}  // namespace pliant::samples::pinball
