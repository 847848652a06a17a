#include "viewer/camera_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "viewer/solids.h"

namespace pliant::viewer {
namespace {

constexpr float kFar = 1e9f;      // reaches from the picture's middle: beside or behind the eye
constexpr float kEdge = 0.98f;    // of half the picture: what reaches beyond it draws the camera along
constexpr float kFarOff = 20.0f;  // in distances from the middle that half of the particles keep
constexpr int kHalvings = 30;

float medianOf(std::vector<float>& numbers) {
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

vec3 medianOf(const std::vector<vec3>& positions) {
    vec3 median(0.0f);
    std::vector<float> along(positions.size());
    for (int axis = 0; axis < 3; ++axis) {
        std::transform(positions.begin(), positions.end(), along.begin(), [axis](const vec3& p) { return p[axis]; });
        median[axis] = medianOf(along);
    }
    return median;
}

std::array<vec3, 8> cornersOf(const Bounds& bounds) {
    std::array<vec3, 8> corners;
    for (unsigned i = 0; i < 8; ++i) {
        corners[i] = vec3((i & 1u) != 0 ? bounds.high.x : bounds.low.x, (i & 2u) != 0 ? bounds.high.y : bounds.low.y,
                          (i & 4u) != 0 ? bounds.high.z : bounds.low.z);
    }
    return corners;
}

// The smallest share from 0 to 1 of which isEnough(share), where all above it are too.
template <class IsEnough>
float smallestShare(IsEnough&& isEnough) {
    float low = 0.0f, high = 1.0f;
    for (int i = 0; i < kHalvings; ++i) {
        const float middle = 0.5f * (low + high);
        (isEnough(middle) ? high : low) = middle;
    }
    return high;
}

// Which sides of the picture a place is beyond, as bits.
class Outside {
  public:
    Outside(const Camera& camera, float aspect) : clipFromWorld_(camera.projection(aspect) * camera.view()) {}

    unsigned operator()(const vec3& place) const {
        const glm::vec4 p = clipFromWorld_ * glm::vec4(place, 1.0f);
        return (p.x < -p.w ? 1u : 0u) | (p.x > p.w ? 2u : 0u) | (p.y < -p.w ? 4u : 0u) | (p.y > p.w ? 8u : 0u) |
               (p.z < 0.0f ? 16u : 0u);
    }

  private:
    mat4 clipFromWorld_;
};

// Whether something between these corners may be in the picture: not all of them are beyond the same side.
template <class Corners>
bool reachesIn(const Corners& corners) {
    unsigned all = ~0u;
    for (const unsigned corner : corners)
        all &= corner;
    return all == 0;
}

bool isSeen(const Outside& outside, const Collider& collider) {
    if (collider.shape == ColliderShape::Plane) return false;
    Bounds bounds;
    bounds.add(collider.pose.position - reachOf(collider));
    bounds.add(collider.pose.position + reachOf(collider));
    std::array<unsigned, 8> sides{};
    const std::array<vec3, 8> corners = cornersOf(bounds);
    std::transform(corners.begin(), corners.end(), sides.begin(), outside);
    return reachesIn(sides);
}

// Of those that count: along the axes of the bounds, and half way between them, as if they were a cube.
template <class Counts>
void addOutermost(Whereabouts& where, const std::vector<vec3>& positions, Counts&& counts) {
    const vec3 extent = glm::max(where.bounds.high - where.bounds.low, vec3(1e-6f));
    for (int direction = 0; direction < 27; ++direction) {
        const vec3 towards = vec3(direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1) / extent;
        if (towards == vec3(0.0f)) continue;
        const vec3* best = nullptr;
        float most = -INFINITY;
        for (const vec3& p : positions) {
            const float along = glm::dot(p - where.bounds.low, towards);
            if (!(along > most) || !counts(p)) continue;
            best = &p;
            most = along;
        }
        if (best) where.outermost.push_back(*best);
    }
}

}  // namespace

Whereabouts whereaboutsOf(const std::vector<vec3>& positions) {
    Whereabouts where;
    if (positions.empty()) return where;
    const vec3 median = medianOf(positions);
    std::vector<float> away(positions.size());
    const auto distanceTo = [&](const vec3& p) { return glm::distance(p, median); };
    std::transform(positions.begin(), positions.end(), away.begin(), distanceTo);
    const float farthest = kFarOff * medianOf(away);
    glm::dvec3 sum(0.0);
    double count = 0.0;
    for (const vec3& p : positions) {
        if (!(distanceTo(p) <= farthest)) continue;
        where.bounds.add(p);
        sum += glm::dvec3(p);
        count += 1.0;
    }
    where.middle = vec3(sum / std::max(count, 1.0));
    addOutermost(where, positions, [&](const vec3& p) { return distanceTo(p) <= farthest; });
    return where;
}

MovingCamera::MovingCamera(CameraMotion motion, const Camera& start, float aspect, const std::vector<vec3>& positions)
    : motion_(motion), start_(start), aspect_(aspect), began_(whereaboutsOf(positions)) {
    reach_ = reachOf(start, began_);
}

Camera MovingCamera::at(const std::vector<vec3>& positions) const {
    if (motion_ == CameraMotion::Stay || positions.empty()) return start_;
    const Whereabouts now = whereaboutsOf(positions);
    if (motion_ == CameraMotion::Fit) return fitted(now);
    Camera camera = start_;
    camera.target += now.middle - began_.middle;
    return camera;
}

MovingCamera::Reach MovingCamera::reachOf(const Camera& camera, const Whereabouts& where) const {
    const mat4 clipFromWorld = camera.projection(aspect_) * camera.view();
    Reach reach{-kFar, -kFar, -kFar, -kFar};
    for (const vec3& place : where.outermost) {
        const glm::vec4 p = clipFromWorld * glm::vec4(place, 1.0f);
        if (!(p.w > 0.0f)) return {kFar, kFar, kFar, kFar};
        reach.left = std::max(reach.left, -p.x / p.w);
        reach.right = std::max(reach.right, p.x / p.w);
        reach.down = std::max(reach.down, p.y / p.w);
        reach.up = std::max(reach.up, -p.y / p.w);
    }
    return reach;
}

// Above 1 where the scene reaches farther than the room that it has, or than it did at the start.
float MovingCamera::excess(const Camera& camera, const Whereabouts& where, float room) const {
    const Reach now = reachOf(camera, where);
    const auto share = [&](float reach, float atStart) { return reach / std::max(room, atStart); };
    return std::max({share(now.left, reach_.left), share(now.right, reach_.right), share(now.down, reach_.down),
                     share(now.up, reach_.up)});
}

// By a share of the way to where it looks at the middle of the scene.
Camera MovingCamera::turnedTo(const Whereabouts& now, float share) const {
    Camera camera = start_;
    camera.target += share * (0.5f * (now.bounds.low + now.bounds.high) - start_.target);
    return camera;
}

// The least that brings all into view, or as much of it as can be.
float MovingCamera::shareToTurn(const Whereabouts& now) const {
    const auto excessAt = [&](float share) { return excess(turnedTo(now, share), now, kEdge); };
    if (excessAt(0.0f) <= 1.0f) return 0.0f;
    float low = 0.0f, high = 1.0f;
    for (int i = 0; i < kHalvings; ++i) {
        const float third = (high - low) / 3.0f;
        if (excessAt(low + third) <= excessAt(high - third)) high -= third;
        else low += third;
    }
    const float best = 0.5f * (low + high), least = std::max(1.0f, excessAt(best));
    return best * smallestShare([&](float share) { return excessAt(best * share) <= least; });
}

// It starts slowly, and the farther the scene has gone the nearer to its middle it looks.
Camera MovingCamera::fitted(const Whereabouts& now) const {
    constexpr float kSlow = 0.15f, kFarthest = 1000.0f;
    const float share = shareToTurn(now), slow = std::min(share / kSlow, 1.0f);
    const float along = (1.0f - (1.0f - share) * (1.0f - share)) * slow * slow * (3.0f - 2.0f * slow);
    const Camera near = turnedTo(now, along);
    const auto backed = [&](float powerShare) {
        Camera camera = near;
        camera.distance *= std::pow(kFarthest, powerShare);
        return camera;
    };
    const auto isEnough = [&](float powerShare) { return excess(backed(powerShare), now, kEdge) <= 1.0f; };
    return isEnough(0.0f) ? near : backed(smallestShare(isEnough));
}

bool isAnythingSeen(const Camera& camera, float aspect, const Surface& surface, const std::vector<vec3>& places,
                    const std::vector<Collider>& colliders) {
    const Outside outside(camera, aspect);
    std::vector<unsigned> sides(places.size());
    std::transform(places.begin(), places.end(), sides.begin(), outside);
    if (std::find(sides.begin(), sides.end(), 0u) != sides.end()) return true;
    for (const Collider& collider : colliders)
        if (isSeen(outside, collider)) return true;
    const std::vector<std::uint32_t>&t = surface.triangles, &l = surface.lines;
    for (std::size_t i = 0; i + 2 < t.size(); i += 3)
        if (reachesIn(std::array{sides[t[i]], sides[t[i + 1]], sides[t[i + 2]]})) return true;
    for (std::size_t i = 0; i + 1 < l.size(); i += 2)
        if (reachesIn(std::array{sides[l[i]], sides[l[i + 1]]})) return true;
    return false;
}

}  // namespace pliant::viewer
