#include "viewer/solids.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace pliant::viewer {
namespace {

constexpr std::uint32_t kSides = 64;
constexpr std::uint32_t kRings = 16;  // of half a ball
constexpr std::uint32_t kRoundCount = kSides * (2 * kRings + 1) * 6;
constexpr std::uint32_t kBoxCount = 36;
constexpr std::uint32_t kCylinderCount = kSides * 12;
constexpr float kHalfTurn = 3.14159265f;

constexpr vec3 kColours[] = {{0.62f, 0.57f, 0.50f}, {0.36f, 0.44f, 0.52f}, {0.55f, 0.42f, 0.36f},
                             {0.42f, 0.48f, 0.40f}, {0.60f, 0.20f, 0.14f}, {0.24f, 0.26f, 0.32f}};
constexpr vec3 kGroundColour(0.56f, 0.53f, 0.49f);
constexpr vec3 kOrnamentColour(0.20f, 0.26f, 0.33f);

static_assert(std::uint32_t(ColliderShape::Plane) == kColliderPlane &&
              std::uint32_t(ColliderShape::Sphere) == kColliderSphere &&
              std::uint32_t(ColliderShape::Capsule) == kColliderCapsule &&
              std::uint32_t(ColliderShape::Box) == kColliderBox &&
              std::uint32_t(ColliderShape::Cylinder) == kColliderCylinder);

void addQuad(std::vector<SolidVertex>& to, const SolidVertex& a, const SolidVertex& b, const SolidVertex& c,
             const SolidVertex& d) {
    to.insert(to.end(), {a, b, c, a, c, d});
}

float turnOf(std::uint32_t side) {
    return 2.0f * kHalfTurn * static_cast<float>(side % kSides) / static_cast<float>(kSides);
}

// Rings from the upper pole down; the equator is there twice, above and below a capsule's middle.
void addRound(std::vector<SolidVertex>& to) {
    constexpr std::uint32_t kRows = 2 * kRings + 2;
    const auto corner = [](std::uint32_t row, std::uint32_t side) {
        const bool isUpper = row <= kRings;
        const float fall = 0.5f * kHalfTurn * static_cast<float>(isUpper ? row : row - 1) / static_cast<float>(kRings);
        const vec3 n(std::sin(fall) * std::sin(turnOf(side)), std::cos(fall), std::sin(fall) * std::cos(turnOf(side)));
        return SolidVertex{n, vec3(0.0f, isUpper ? 1.0f : -1.0f, 0.0f), n};
    };
    for (std::uint32_t row = 0; row + 1 < kRows; ++row)
        for (std::uint32_t side = 0; side < kSides; ++side)
            addQuad(to, corner(row, side), corner(row + 1, side), corner(row + 1, side + 1), corner(row, side + 1));
}

void addBox(std::vector<SolidVertex>& to) {
    for (int axis = 0; axis < 3; ++axis) {
        for (const float sign : {1.0f, -1.0f}) {
            vec3 n(0.0f), u(0.0f), v(0.0f);
            n[axis] = sign;
            u[(axis + 1) % 3] = sign;
            v[(axis + 2) % 3] = 1.0f;
            const auto corner = [&](float x, float y) { return SolidVertex{vec3(0.0f), n + x * u + y * v, n}; };
            addQuad(to, corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
        }
    }
}

void addCylinder(std::vector<SolidVertex>& to) {
    const vec3 up(0.0f, 1.0f, 0.0f);
    const auto out = [](std::uint32_t side) { return vec3(std::sin(turnOf(side)), 0.0f, std::cos(turnOf(side))); };
    for (std::uint32_t side = 0; side < kSides; ++side) {
        const vec3 a = out(side), b = out(side + 1);
        addQuad(to, {a, up, a}, {a, -up, a}, {b, -up, b}, {b, up, b});
        to.insert(to.end(), {{a, up, up}, {b, up, up}, {vec3(0.0f), up, up}});
        to.insert(to.end(), {{b, -up, -up}, {a, -up, -up}, {vec3(0.0f), -up, -up}});
    }
}

vec4 sizeOf(const Collider& collider) {
    switch (collider.shape) {
        case ColliderShape::Plane: return vec4(0.0f);
        case ColliderShape::Sphere: return vec4(vec3(0.0f), collider.radius);
        case ColliderShape::Box: return vec4(collider.halfExtents, 0.0f);
        case ColliderShape::Capsule:
        case ColliderShape::Cylinder: return vec4(0.0f, collider.halfHeight, 0.0f, collider.radius);
    }
    return vec4(0.0f);
}

// At the origin.
Collider asCollider(const samples::Ornament& ornament) {
    Collider collider;
    collider.shape = ornament.shape;
    collider.radius = ornament.radius;
    collider.halfExtents = ornament.halfExtents;
    return collider;
}

}  // namespace

std::vector<SolidVertex> solidVertices() {
    std::vector<SolidVertex> vertices;
    addRound(vertices);
    addBox(vertices);
    addCylinder(vertices);
    return vertices;
}

SolidRange solidRange(ColliderShape shape) {
    switch (shape) {
        case ColliderShape::Plane: return {};
        case ColliderShape::Sphere:
        case ColliderShape::Capsule: return {0, kRoundCount};
        case ColliderShape::Box: return {kRoundCount, kBoxCount};
        case ColliderShape::Cylinder: return {kRoundCount + kBoxCount, kCylinderCount};
    }
    return {};
}

Solid solidOf(const Collider& collider, std::size_t index) {
    const bool isGround = collider.shape == ColliderShape::Plane;
    Solid solid;
    solid.frame = glm::translate(mat4(1.0f), collider.pose.position) * glm::mat4_cast(collider.pose.rotation);
    solid.size = sizeOf(collider);
    solid.colour = vec4(isGround ? kGroundColour : kColours[index % std::size(kColours)], 1.0f);
    solid.shape = static_cast<std::uint32_t>(collider.shape);
    solid.particle = kNoParticle;
    return solid;
}

Solid solidOf(const samples::Ornament& ornament, std::uint32_t localParticle) {
    Solid solid = solidOf(asCollider(ornament), 0);
    solid.colour = vec4(kOrnamentColour, 1.0f);
    solid.particle = localParticle;
    return solid;
}

float reachOf(const Collider& collider) {
    switch (collider.shape) {
        case ColliderShape::Plane: return 0.0f;
        case ColliderShape::Sphere: return collider.radius;
        case ColliderShape::Capsule: return collider.radius + collider.halfHeight;
        case ColliderShape::Box: return glm::length(collider.halfExtents);
        case ColliderShape::Cylinder: return glm::length(vec2(collider.radius, collider.halfHeight));
    }
    return 0.0f;
}

float reachOf(const samples::Ornament& ornament) {
    return reachOf(asCollider(ornament));
}

}  // namespace pliant::viewer
