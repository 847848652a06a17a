#include "viewer/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <glm/geometric.hpp>

namespace pliant::viewer {
namespace {

constexpr float kBallSpeed = 3.0f;  // [m/s], in scenes of the size of a cloth

}  // namespace

void World::reset(const WorldSettings& settings) {
    ball_ = wanted_ = settings.ballPlace;
    hadBall_ = settings.hasBall;
}

StepInputs World::inputs(const samples::SampleScene& sample, const WorldSettings& settings, const Touch& touch,
                         double from, double to) const {
    StepInputs inputs = sample.inputs(from, to);
    if (settings.wind == Wind::None) inputs.wind = vec3(0.0f);
    if (settings.wind == Wind::Own) inputs.wind = settings.ownWind;
    if (settings.hasFloor) {
        Collider floor;
        floor.pose.position.y = settings.floorHeight;
        inputs.colliders.push_back(floor);
    }
    if (settings.hasBall) inputs.colliders.push_back(ball(settings, to - from));
    touch.addTo(inputs, to - from);
    return inputs;
}

void World::stepTaken(const WorldSettings& settings, double dt) {
    ball_ = ballAfter(settings, dt);
    wanted_ = settings.ballPlace;
    hadBall_ = settings.hasBall;
}

void World::stand(const WorldSettings& settings) {
    if (settings.ballPlace != wanted_) hadBall_ = false;
}

vec3 World::ballAfter(const WorldSettings& settings, double dt) const {
    if (!hadBall_) return settings.ballPlace;
    return onTheWay(ball_, settings.ballPlace, settings.ballSpeed * static_cast<float>(dt));
}

Collider World::ball(const WorldSettings& settings, double dt) const {
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = settings.ballRadius;
    ball.pose.position = ballAfter(settings, dt);
    if (hadBall_) ball.before = Pose{ball_};
    return ball;
}

WorldSettings settingsFor(const Scene& scene, WorldSettings settings) {
    Bounds bounds;  // of what moves: poles stand
    for (std::size_t i = 0; i < scene.positions.size(); ++i)
        if (i >= scene.pinned.size() || !scene.pinned[i]) bounds.add(scene.positions[i]);
    if (bounds.isEmpty()) bounds = boundsOf(scene.positions, {});
    if (bounds.isEmpty()) return settings;
    const auto [low, high] = bounds;
    const float extent = std::max(glm::length(high - low), 0.1f);
    settings.floorHeight = low.y - extent;
    settings.ballRadius = 0.12f * extent;
    settings.ballSpeed = std::max(kBallSpeed, extent);
    settings.ballPlace = vec3(0.5f * (low.x + high.x), low.y - 0.35f * extent, 0.5f * (low.z + high.z));
    return settings;
}

std::string describe(const Collider& collider) {
    const vec3& e = collider.halfExtents;
    switch (collider.shape) {
        case ColliderShape::Plane: return fmt::format("floor at {:.2f} m", collider.pose.position.y);
        case ColliderShape::Sphere: return fmt::format("ball of {:.2f} m", 2.0f * collider.radius);
        case ColliderShape::Capsule: return fmt::format("capsule, {:.2f} m thick", 2.0f * collider.radius);
        case ColliderShape::Box:
            return fmt::format("box, {:.2f} x {:.2f} x {:.2f} m", 2.0f * e.x, 2.0f * e.y, 2.0f * e.z);
        case ColliderShape::Cylinder: return fmt::format("cylinder, {:.2f} m thick", 2.0f * collider.radius);
    }
    return {};
}

}  // namespace pliant::viewer
