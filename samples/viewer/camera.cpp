#include "viewer/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "viewer/solids.h"

namespace pliant::viewer {
namespace {

constexpr float kSteepest = 1.55f;  // [rad], of the pitch: short of the poles, where up would turn over
constexpr float kRadiansPerPixel = 0.006f;
constexpr float kZoomPerStep = 1.12f;
constexpr float kNearest = 1e-3f, kFarthest = 1e6f;      // distance to the target [m]
constexpr float kNearShare = 0.02f, kFarShare = 400.0f;  // planes, in distances to the target
constexpr float kMargin = 1.1f;

// What is pinned, but for bodies of which nothing moves: nothing hangs from an obstacle.
std::vector<std::uint8_t> pinsOf(const Scene& scene) {
    std::vector<std::uint8_t> pins = scene.pinned;
    for (const Body& body : scene.bodies) {
        const auto first = pins.begin() + body.firstParticle, last = first + body.particleCount;
        if (std::find(first, last, 0) == last) std::fill(first, last, 0);
    }
    return pins;
}

// How low it can hang from its pins: as far below them as it reaches from them now.
void addHanging(Bounds& bounds, const Scene& scene) {
    const std::vector<std::uint8_t> isPin = pinsOf(scene);
    vec3 pins(0.0f);
    float count = 0.0f, reach = 0.0f;
    for (std::size_t i = 0; i < isPin.size(); ++i) {
        if (!isPin[i]) continue;
        pins += scene.positions[i];
        count += 1.0f;
    }
    if (count == 0.0f) return;
    pins /= count;
    for (const vec3& p : scene.positions)
        reach = std::max(reach, glm::distance(p, pins));
    bounds.add(pins - vec3(0.0f, reach, 0.0f));
}

// Where it will lie: on the floor, and not in it. Unless that is so far away that little would be seen of the body.
void addFloor(Bounds& bounds, const Collider& plane) {
    constexpr float kFarAway = 3.0f;
    const vec3 up = plane.pose.rotation * vec3(0.0f, 1.0f, 0.0f);
    if (up.y <= 0.0f) return;
    const vec3 extent = bounds.high - bounds.low, middle = 0.5f * (bounds.low + bounds.high);
    const float height = middle.y + glm::dot(up, plane.pose.position - middle) / up.y;
    if (std::abs(height - middle.y) > kFarAway * glm::length(extent)) return;
    bounds.low.y = height;
    bounds.high.y = std::max(bounds.high.y, height + extent.y);
}

}  // namespace

void Bounds::add(vec3 p) {
    low = glm::min(low, p);
    high = glm::max(high, p);
}

Bounds boundsOf(const std::vector<vec3>& positions, const std::vector<Collider>& colliders) {
    Bounds bounds;
    for (const vec3& p : positions)
        bounds.add(p);
    for (const Collider& collider : colliders) {
        if (collider.shape == ColliderShape::Plane) continue;
        bounds.add(collider.pose.position - reachOf(collider));
        bounds.add(collider.pose.position + reachOf(collider));
    }
    return bounds;
}

vec3 Camera::eye() const {
    const vec3 towardsEye(std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch));
    return target + distance * towardsEye;
}

mat4 Camera::view() const {
    return glm::lookAtRH(eye(), target, vec3(0.0f, 1.0f, 0.0f));
}

mat4 Camera::projection(float aspect) const {
    const float half = 0.5f * distance;
    mat4 m = isFlat ? glm::orthoRH_ZO(-aspect * half, aspect * half, -half, half, 0.0f, 2.0f * distance)
                    : glm::perspectiveRH_ZO(fieldOfView, aspect, kNearShare * distance, kFarShare * distance);
    m[1][1] = -m[1][1];
    return m;
}

float Camera::metresPerPixel(float viewHeight) const {
    return (isFlat ? distance : 2.0f * distance * std::tan(0.5f * fieldOfView)) / viewHeight;
}

void Camera::orbit(vec2 pixels) {
    if (isFlat) return;
    yaw -= kRadiansPerPixel * pixels.x;
    pitch = std::clamp(pitch + kRadiansPerPixel * pixels.y, -kSteepest, kSteepest);
}

void Camera::pan(vec2 pixels, float viewHeight) {
    const mat4 turned = glm::transpose(view());
    const vec3 right(turned[0]), up(turned[1]);
    target += metresPerPixel(viewHeight) * (pixels.y * up - pixels.x * right);
}

void Camera::zoom(float steps) {
    distance = std::clamp(distance * std::pow(kZoomPerStep, -steps), kNearest, kFarthest);
}

void Camera::frame(const Bounds& bounds) {
    if (bounds.isEmpty()) return;
    const vec3 extent = bounds.high - bounds.low;
    const float seen =
        isFlat ? std::max(extent.x, extent.y) : 0.5f * glm::length(extent) / std::sin(0.5f * fieldOfView);
    target = 0.5f * (bounds.low + bounds.high);
    distance = std::clamp(kMargin * seen, kNearest, kFarthest);
}

void Camera::leaveAside(const Beside& beside, float aspect) {
    constexpr float kLeastShare = 0.25f;  // of the width, in windows that the panel covers
    const float left = std::max(beside.size.x - beside.covered, kLeastShare * beside.size.x);
    distance = std::clamp(distance * std::max(1.0f, aspect * beside.size.y / left), kNearest, kFarthest);
    pan(vec2(0.5f * (beside.size.x - left), 0.0f), beside.size.y);
}

Ray rayThrough(const Camera& camera, vec2 pixel, vec2 size) {
    const mat4 turned = glm::transpose(camera.view());
    const vec3 right(turned[0]), up(turned[1]), backward(turned[2]);
    if (camera.isFlat) {
        const vec2 aside = camera.metresPerPixel(size.y) * (pixel - 0.5f * size);
        return {camera.eye() + aside.x * right - aside.y * up, -backward};
    }
    const float slope = std::tan(0.5f * camera.fieldOfView);
    const vec2 onPlane = (2.0f * pixel / size - 1.0f) * vec2(slope * size.x / size.y, -slope);
    return {camera.eye(), glm::normalize(onPlane.x * right + onPlane.y * up - backward)};
}

std::optional<vec2> pixelOf(const Camera& camera, vec3 place, vec2 size) {
    const glm::vec4 clip = camera.projection(size.x / size.y) * camera.view() * glm::vec4(place, 1.0f);
    if (!(clip.w > 0.0f)) return std::nullopt;
    return (0.5f + 0.5f * vec2(clip) / clip.w) * size;
}

Camera cameraFor(const samples::SampleScene& sample) {
    Camera camera;
    if (sample.outlook) {
        camera.target = sample.outlook->target;
        camera.distance = sample.outlook->distance;
        camera.isFlat = sample.outlook->isFlat;
        camera.yaw = camera.isFlat ? 0.0f : sample.outlook->yaw;
        camera.pitch = camera.isFlat ? 0.0f : sample.outlook->pitch;
        return camera;
    }
    const std::vector<Collider> colliders = sample.inputs(0.0, 0.0).colliders;
    Bounds bounds = boundsOf(sample.scene.positions, colliders);
    if (bounds.isEmpty()) return camera;
    addHanging(bounds, sample.scene);
    for (const Collider& collider : colliders)
        if (collider.shape == ColliderShape::Plane) addFloor(bounds, collider);
    camera.frame(bounds);
    return camera;
}

}  // namespace pliant::viewer
