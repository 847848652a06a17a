#include "pliant/scene/collider.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "pliant/fail.h"
#include "pliant/maths.h"
#include "pliant/shared/collide.h"

namespace pliant {
namespace {

static_assert(std::uint32_t(ColliderShape::Plane) == kColliderPlane &&
              std::uint32_t(ColliderShape::Sphere) == kColliderSphere);
static_assert(std::uint32_t(ColliderShape::Capsule) == kColliderCapsule &&
              std::uint32_t(ColliderShape::Box) == kColliderBox);
static_assert(std::uint32_t(ColliderShape::Cylinder) == kColliderCylinder);

// A plane cannot be crossed without ending below it. The kernels square this, so it must not be infinite.
constexpr double kNeverSwept = 1e18;
constexpr double kNeverFarOff = 1e36;

bool isSize(float x) {
    return x >= kSmallestColliderSize && x <= kLargestColliderValue;  // false for NaN
}

Status checkSize(std::size_t index, const char* field, float value) {
    if (isSize(value)) return {};
    return fail("collider {}: {} is {} m; it must be from {} to {} m", index, field, value, kSmallestColliderSize,
                kLargestColliderValue);
}

Status checkSizes(const Collider& c, std::size_t index) {
    const vec3& h = c.halfExtents;
    if (c.shape == ColliderShape::Plane) return {};
    if (c.shape == ColliderShape::Box) {
        if (isSize(h.x) && isSize(h.y) && isSize(h.z)) return {};
        return fail("collider {}: halfExtents are ({}, {}, {}) m; each must be from {} to {} m", index, h.x, h.y, h.z,
                    kSmallestColliderSize, kLargestColliderValue);
    }
    if (Status status = checkSize(index, "radius", c.radius); !status) return status;
    return c.shape == ColliderShape::Sphere ? Status{} : checkSize(index, "halfHeight", c.halfHeight);
}

Status checkPose(std::size_t index, const char* field, const Pose& pose) {
    const vec3& p = pose.position;
    const auto isCoordinate = [](float x) { return std::abs(x) <= kLargestColliderValue; };
    if (!isCoordinate(p.x) || !isCoordinate(p.y) || !isCoordinate(p.z)) {
        return fail("collider {}: {}.position is ({}, {}, {}); coordinates must be finite and within {} m", index,
                    field, p.x, p.y, p.z, kLargestColliderValue);
    }
    const glm::quat& q = pose.rotation;
    const double size = glm::length(glm::dquat(q));
    if (!(std::abs(size - 1.0) <= 1e-3)) {
        return fail("collider {}: {}.rotation is (w {}, x {}, y {}, z {}), of length {:.6g}; it must have length 1",
                    index, field, q.w, q.x, q.y, q.z, size);
    }
    return {};
}

Status checkFriction(const Collider& c, std::size_t index) {
    if (!(c.staticFriction >= 0.0f && c.staticFriction <= kLargestColliderValue)) {
        return fail("collider {}: staticFriction is {}; it must be from 0 to {}", index, c.staticFriction,
                    kLargestColliderValue);
    }
    if (!(c.dynamicFriction >= 0.0f && c.dynamicFriction <= c.staticFriction)) {
        return fail("collider {}: dynamicFriction is {}; it must be from 0 to staticFriction, which is {}", index,
                    c.dynamicFriction, c.staticFriction);
    }
    return {};
}

// In double, so that the rounding to float in recordFor() is the only one that matters.
FramePose exact(const Pose& pose) {
    return {glm::dvec3(pose.position), glm::normalize(glm::dquat(pose.rotation))};
}

// What is too small for the shared maths is left out here ("The same bits", denormals).
vec4 rounded(const glm::dvec3& v, double w) {
    return {storable(float(v.x)), storable(float(v.y)), storable(float(v.z)), storable(float(w))};
}

// The size as contact.h wants it. A path of up to half of the smallest half extent leaves the body by the right side
// unless it clips an edge; that is how long it may be without a sweep.
vec4 sizeOf(const Collider& c) {
    const double thickness = c.thickness, radius = c.radius, h = c.halfHeight;
    const glm::dvec3 extents(c.halfExtents);
    switch (c.shape) {
        case ColliderShape::Plane: return rounded({}, kNeverSwept);
        case ColliderShape::Sphere: return rounded({radius, 0.0, 0.0}, 0.5 * (radius + thickness));
        case ColliderShape::Capsule: return rounded({radius, h, 0.0}, 0.5 * (radius + thickness));
        case ColliderShape::Cylinder: return rounded({radius, h, 0.0}, 0.5 * (std::min(radius, h) + thickness));
        case ColliderShape::Box: break;
    }
    return rounded(extents, 0.5 * (std::min({extents.x, extents.y, extents.z}) + thickness));
}

// Radius of a ball around the body's position that holds all of it.
double ballAround(const Collider& c) {
    const double radius = c.radius, h = c.halfHeight;
    switch (c.shape) {
        case ColliderShape::Plane: return std::numeric_limits<double>::infinity();
        case ColliderShape::Sphere: return radius;
        case ColliderShape::Capsule: return radius + h;
        case ColliderShape::Cylinder: return std::sqrt(radius * radius + h * h);
        case ColliderShape::Box: break;
    }
    return glm::length(glm::dvec3(c.halfExtents));
}

// The two numbers of isFarOff() in contact.h: a particle at distance a from the body's position at the substep's end,
// on a path of length l, is out of its reach if a^2 > constant + perPath l^2.
//
// Seen from the body the path is longer than l by what the body's space moves where the particle was: at most s + t b,
// s being the body's own way, t the largest that a vector of length 1 turns by, and b <= a + l + s. So it is out of
// reach if
//     a > R + l + s + t (a + l + s),  and that if, for t <= 1/10,  a > 10/9 R + 11/9 (l + s).
// (u + v)^2 <= 1.1 u^2 + 11 v^2 does without the root; the last per cent is for rounding.
struct FarOff {
    double constant, perPath;
};

FarOff farOff(const Collider& c, const glm::dvec3& shift, const glm::dmat3& turn) {
    const double r = ballAround(c) + c.thickness, s = glm::length(shift);
    const double t = std::sqrt(glm::dot(turn[0], turn[0]) + glm::dot(turn[1], turn[1]) + glm::dot(turn[2], turn[2]));
    if (!std::isfinite(r) || t > 0.1) return {kNeverFarOff, 0.0};
    const double u = t > 0.0 ? (10.0 * r + 11.0 * s) / 9.0 : r + s, v = t > 0.0 ? 11.0 / 9.0 : 1.0;
    return {1.01 * 1.1 * u * u, 1.01 * 11.0 * v * v};
}

double boxDistance(const glm::dvec3& at, const glm::dvec3& halfExtents) {
    const glm::dvec3 q = glm::abs(at) - halfExtents;
    return glm::length(glm::max(q, 0.0)) + std::min(0.0, std::max({q.x, q.y, q.z}));
}

}  // namespace

Status validate(const Collider& c, std::size_t index) {
    if (c.shape > ColliderShape::Cylinder) return fail("collider {}: there is no shape {}", index, int(c.shape));
    if (Status status = checkSizes(c, index); !status) return status;
    if (Status status = checkPose(index, "pose", c.pose); !status) return status;
    if (c.before) {
        if (Status status = checkPose(index, "before", *c.before); !status) return status;
    }
    if (Status status = checkFriction(c, index); !status) return status;
    if (!(c.thickness >= 0.0f && c.thickness <= kLargestColliderValue)) {
        return fail("collider {}: thickness is {} m; it must be from 0 to {} m", index, c.thickness,
                    kLargestColliderValue);
    }
    return {};
}

bool moves(const Collider& collider) {
    return collider.before && *collider.before != collider.pose;
}

// The ends are the user's own poses, without the rounding of an interpolation.
FramePose poseAfter(const Collider& c, std::uint32_t k, std::uint32_t n) {
    if (k == n || !moves(c)) return exact(c.pose);
    const FramePose from = exact(*c.before), to = exact(c.pose);
    if (k == 0) return from;
    const double share = double(k) / double(n);
    const glm::dvec3 turn = turnOf(glm::conjugate(from.rotation) * to.rotation);
    return {from.origin + (to.origin - from.origin) * share, from.rotation * quaternionOf(turn * share)};
}

ColliderRecord recordFor(const Collider& c, std::uint32_t substep, std::uint32_t substeps) {
    return recordFor(c, poseAfter(c, substep, substeps), poseAfter(c, substep + 1, substeps));
}

ColliderRecord recordFor(const Collider& c, const FramePose& start, const FramePose& end) {
    // The columns of a rotation matrix are the body's axes in the world.
    const glm::dmat3 startAxes = glm::mat3_cast(start.rotation), endAxes = glm::mat3_cast(end.rotation);
    const FarOff far = farOff(c, end.origin - start.origin, endAxes - startAxes);
    ColliderRecord record{};
    record.kind = std::uint32_t(c.shape);
    record.thickness = storable(c.thickness);
    record.staticFriction = storable(c.staticFriction);
    record.dynamicFriction = storable(c.dynamicFriction);
    record.size = sizeOf(c);
    record.position = rounded(end.origin, far.constant);
    record.axisX = rounded(endAxes[0], 0.0);
    record.axisY = rounded(endAxes[1], 0.0);
    record.axisZ = rounded(endAxes[2], 0.0);
    record.positionBefore = rounded(start.origin, far.perPath);
    record.axisXBefore = rounded(startAxes[0], 0.0);
    record.axisYBefore = rounded(startAxes[1], 0.0);
    record.axisZBefore = rounded(startAxes[2], 0.0);
    return record;
}

double signedDistance(const Collider& c, const glm::dvec3& point) {
    const glm::dvec3 at = seenFrom(exact(c.pose), point);
    const double radius = c.radius, h = c.halfHeight;
    switch (c.shape) {
        case ColliderShape::Plane: return at.y;
        case ColliderShape::Sphere: return glm::length(at) - radius;
        case ColliderShape::Capsule: return glm::length(at - glm::dvec3(0.0, std::clamp(at.y, -h, h), 0.0)) - radius;
        case ColliderShape::Cylinder: {
            const glm::dvec2 q(std::sqrt(at.x * at.x + at.z * at.z) - radius, std::abs(at.y) - h);
            return glm::length(glm::max(q, 0.0)) + std::min(0.0, std::max(q.x, q.y));
        }
        case ColliderShape::Box: break;
    }
    return boxDistance(at, glm::dvec3(c.halfExtents));
}

}  // namespace pliant
