#pragma once

// What the tests of contact share: the oracle in double, and random bodies.

#include <gtest/gtest.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "pliant/scene/collider.h"
#include "pliant/shared/collide.h"
#include "pliant/shared/portable.h"
#include "pliant/shared/verlet.h"

namespace pliant::test {

using glm::dvec3;

constexpr ColliderShape kShapes[] = {ColliderShape::Plane, ColliderShape::Sphere, ColliderShape::Capsule,
                                     ColliderShape::Box, ColliderShape::Cylinder};
constexpr double kSubstep = 1.0 / 1200.0;
constexpr double kGravity = 9.81;

// ---- The oracle: double precision, from the definitions. It shares nothing with contact.h.

// v turned by the unit quaternion (w, u): v + 2 w (u x v) + 2 u x (u x v).
inline dvec3 turned(const Pose& pose, const dvec3& v, double direction) {
    const glm::quat& q = pose.rotation;
    const double size = std::sqrt(double(q.w) * q.w + double(q.x) * q.x + double(q.y) * q.y + double(q.z) * q.z);
    const dvec3 u = direction / size * dvec3(q.x, q.y, q.z);
    return v + 2.0 * q.w / size * glm::cross(u, v) + 2.0 * glm::cross(u, glm::cross(u, v));
}

inline dvec3 localOf(const Pose& pose, const dvec3& world) {
    return turned(pose, world - dvec3(pose.position), -1.0);
}

inline dvec3 worldOf(const Pose& pose, const dvec3& local) {
    return turned(pose, local, 1.0) + dvec3(pose.position);
}

// Outside: the distance to the nearest point of the solid. Inside: minus the distance to the nearest piece of its
// surface.
inline double localDistance(const Collider& c, const dvec3& at) {
    const double r = c.radius, h = c.halfHeight, fromAxis = std::hypot(at.x, at.z);
    const dvec3 e(c.halfExtents);
    switch (c.shape) {
        case ColliderShape::Plane: return at.y;
        case ColliderShape::Sphere: return std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z) - r;
        case ColliderShape::Capsule:
            if (std::abs(at.y) <= h) return fromAxis - r;
            return std::hypot(fromAxis, std::abs(at.y) - h) - r;
        case ColliderShape::Cylinder:
            if (fromAxis <= r && std::abs(at.y) <= h) return -std::min(r - fromAxis, h - std::abs(at.y));
            return std::hypot(fromAxis - std::min(fromAxis, r), at.y - std::clamp(at.y, -h, h));
        case ColliderShape::Box: break;
    }
    const dvec3 nearest(std::clamp(at.x, -e.x, e.x), std::clamp(at.y, -e.y, e.y), std::clamp(at.z, -e.z, e.z));
    if (nearest != at) return std::hypot(at.x - nearest.x, at.y - nearest.y, at.z - nearest.z);
    return -std::min({e.x - at.x, e.x + at.x, e.y - at.y, e.y + at.y, e.z - at.z, e.z + at.z});
}

inline double oracleDistance(const Collider& c, const dvec3& world) {
    return localDistance(c, localOf(c.pose, world));
}

// Central differences. Where their length is not 1, the point lies on a ridge of the distance.
inline dvec3 localGradient(const Collider& c, const dvec3& at, double step) {
    dvec3 gradient;
    for (int axis = 0; axis < 3; ++axis) {
        dvec3 offset(0.0);
        offset[axis] = step;
        gradient[axis] = (localDistance(c, at + offset) - localDistance(c, at - offset)) / (2.0 * step);
    }
    return gradient;
}

// How far along the path from a to b (in the body's coordinates) the thickness is reached, 0 ... 1, or above 1 if it is
// not: advancing by the distance itself, which cannot step over anything.
inline double entryOf(const Collider& c, const dvec3& a, const dvec3& b) {
    const double size = glm::length(b - a);
    double way = 0.0;
    for (int i = 0; i < 2000 && way <= size; ++i) {
        const double gap = localDistance(c, a + (b - a) * (way / size)) - c.thickness;
        if (gap < 1e-12) break;
        way += gap;
    }
    return way / size;
}

// What the result may be off by: the rounding of a coordinate, and of a difference of coordinates.
inline double tolerance(const Collider& c, const dvec3& x) {
    return 1e-6 * (1.0 + glm::length(x) + glm::length(x - dvec3(c.pose.position)));
}

// ---- Random things.

struct Chance {
    std::mt19937 engine;
    explicit Chance(unsigned seed) : engine(seed) {}
    double between(double low, double high) { return std::uniform_real_distribution(low, high)(engine); }
    double power(double low, double high) { return std::pow(10.0, between(low, high)); }
    dvec3 direction() {
        std::normal_distribution<double> normal;
        return glm::normalize(dvec3{normal(engine), normal(engine), normal(engine)});
    }
    // Braces, because the order in which a function's arguments are computed is the compiler's choice.
    vec3 inBox(double size) { return vec3(dvec3{between(-size, size), between(-size, size), between(-size, size)}); }
    Pose pose(double reach) {
        const vec3 position = inBox(reach);
        const double angle = between(-3.0, 3.0);
        return {position, glm::quat(glm::angleAxis(angle, direction()))};
    }
    Collider collider(ColliderShape shape, double smallest, double largest) {
        Collider c;
        c.shape = shape;
        c.halfExtents = vec3(dvec3{power(smallest, largest), power(smallest, largest), power(smallest, largest)});
        c.radius = float(power(smallest, largest));
        c.halfHeight = float(power(smallest, largest));
        c.thickness = engine() % 4 == 0 ? 0.0f : float(power(-4.0, -1.5));
        c.dynamicFriction = float(between(0.0, 1.0));
        c.staticFriction = c.dynamicFriction + float(between(0.0, 0.5));
        c.pose = pose(3.0);
        return c;
    }
};

// A point at the given height above the surface or thereabouts, in the body's coordinates.
inline dvec3 pointNear(Chance& chance, const Collider& c) {
    const dvec3 e = c.shape == ColliderShape::Box     ? dvec3(c.halfExtents)
                    : c.shape == ColliderShape::Plane ? dvec3(1.0)
                                                      : dvec3(c.radius, c.halfHeight + c.radius, c.radius);
    return e * dvec3(chance.inBox(1.5));
}

inline bool sameBits(vec3 a, vec3 b) {
    return bitsOfFloat(a.x) == bitsOfFloat(b.x) && bitsOfFloat(a.y) == bitsOfFloat(b.y) &&
           bitsOfFloat(a.z) == bitsOfFloat(b.z);
}

inline bool isFinite(vec3 v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// One substep, the whole step, and so long that what began inside comes out in it.
inline bool collideOnce(const Collider& c, vec3 p, vec3& x) {
    vec3 wayOut(0.0f);
    return collide(recordFor(c, 0, 1), 1e6f, p, x, wayOut);
}

inline void mustBeValid(const Collider& c) {
    const Status status = validate(c, 0);
    ASSERT_TRUE(status) << status.error().message;
}

}  // namespace pliant::test
