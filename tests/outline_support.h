#pragma once

// Scenes of soft bodies that touch, and an independent judge of who is inside whom.

#include <numbers>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/collider.h"
#include "pliant/scene/soft_body.h"
#include "support.h"

namespace pliant::test {

using glm::dvec2;

inline dvec2 flat(vec3 p) {
    return {p.x, p.y};
}

/// Winding number of the polygon around p, from the signs of quarter turns (Sunday 2001); in double.
inline int windingOf(const std::vector<dvec2>& polygon, dvec2 p) {
    int winding = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const dvec2 a = polygon[i] - p, b = polygon[(i + 1) % polygon.size()] - p;
        const double side = a.x * b.y - a.y * b.x;
        if (a.y <= 0.0 && b.y > 0.0 && side > 0.0) ++winding;
        if (a.y > 0.0 && b.y <= 0.0 && side < 0.0) --winding;
    }
    return winding;
}

inline double distanceToEdge(dvec2 a, dvec2 b, dvec2 p) {
    const dvec2 e = b - a, r = p - a;
    const double squared = e.x * e.x + e.y * e.y;
    const double t = squared > 0.0 ? std::clamp((r.x * e.x + r.y * e.y) / squared, 0.0, 1.0) : 0.0;
    return std::hypot(r.x - t * e.x, r.y - t * e.y);
}

inline double distanceToOutline(const std::vector<dvec2>& polygon, dvec2 p) {
    double least = 1e300;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        least = std::min(least, distanceToEdge(polygon[i], polygon[(i + 1) % polygon.size()], p));
    return least;
}

inline std::vector<dvec2> polygonOf(const Outline& outline, const std::vector<vec3>& positions) {
    std::vector<dvec2> polygon;
    for (const std::uint32_t particle : outline.particles)
        polygon.push_back(flat(positions[particle]));
    return polygon;
}

/// Per particle, how deep it is inside another closed outline [m]; 0: in none.
inline std::vector<double> depthsInside(const Scene& scene, const std::vector<vec3>& positions) {
    std::vector<double> depths(positions.size(), 0.0);
    for (const Outline& other : scene.outlines) {
        if (!other.isClosed) continue;
        const std::vector<dvec2> polygon = polygonOf(other, positions);
        dvec2 low = polygon[0], high = polygon[0];
        for (const dvec2 p : polygon) {
            low = dvec2(std::min(low.x, p.x), std::min(low.y, p.y));
            high = dvec2(std::max(high.x, p.x), std::max(high.y, p.y));
        }
        for (const Outline& outline : scene.outlines) {
            if (&outline == &other) continue;
            for (const std::uint32_t particle : outline.particles) {
                const dvec2 p = flat(positions[particle]);
                if (p.x < low.x || p.x > high.x || p.y < low.y || p.y > high.y) continue;
                if (windingOf(polygon, p) == 0) continue;
                depths[particle] = std::max(depths[particle], distanceToOutline(polygon, p));
            }
        }
    }
    return depths;
}

inline Scene planeScene() {
    Scene scene;
    scene.planar = true;
    scene.levels = scene.tethers = false;
    scene.environment.damping = 0.0f;
    return scene;
}

/// A stiff body, crossed with sticks that damp a little.
inline SoftBodyDescription crossedBody(std::vector<vec2> outline, float mass = 1.0f) {
    SoftBodyDescription body;
    body.outline = std::move(outline);
    body.mass = mass;
    body.isCrossed = true;
    body.edge = {.response = Response::Compliant, .compliance = 1e-6f, .damping = 2e-3f};
    body.cross = {.response = Response::Compliant, .compliance = 1e-5f, .damping = 2e-3f};
    return body;
}

/// An outline with corners at these places, relative to `centre` and turned, `perEdge` points along each edge.
inline std::vector<vec2> turnedOutline(const std::vector<vec2>& corners, int perEdge, vec2 centre, float angle) {
    std::vector<vec2> points;
    const float c = std::cos(angle), s = std::sin(angle);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
        for (int k = 0; k < perEdge; ++k) {
            const vec2 p = a + (b - a) * (float(k) / float(perEdge));
            points.push_back(centre + vec2(c * p.x - s * p.y, s * p.x + c * p.y));
        }
    }
    return points;
}

/// Four kinds of bodies with a radius of about r: a disc, a box, an angle and a star.
inline std::vector<vec2> bodyOutline(int kind, vec2 centre, float r, float angle) {
    switch (kind % 4) {
        case 0: return turnedOutline(circleOutline({0, 0}, r, 24), 1, centre, angle);
        case 1:
            return turnedOutline({{-r, -0.4f * r}, {r, -0.4f * r}, {r, 0.4f * r}, {-r, 0.4f * r}}, 5, centre, angle);
        case 2:
            return turnedOutline({{-r, -r}, {r, -r}, {r, -0.2f * r}, {-0.2f * r, -0.2f * r}, {-0.2f * r, r}, {-r, r}},
                                 4, centre, angle);
        default: break;
    }
    std::vector<vec2> star = circleOutline({0, 0}, r, 10);
    for (std::size_t i = 1; i < star.size(); i += 2)
        star[i] *= 0.6f;
    return turnedOutline(star, 2, centre, angle);
}

/// Bodies of all kinds over a basin whose particles are all pinned, with a rope of fat points across it and another
/// that falls on it.
inline Scene basinScene() {
    Scene scene;
    scene.planar = true;
    scene.environment.gravity = vec3(0.0f, -60.0f, 0.0f);
    SoftBodyDescription basin;
    basin.outline = {{-2, -1}, {2, -1},       {2, 1.5f},     {1.6f, 1.5f}, {1.5f, 0.1f},
                     {0, 0},   {-1.5f, 0.1f}, {-1.6f, 1.5f}, {-2, 1.5f}};
    take(addSoftBody(scene, basin));
    scene.pinned.assign(scene.pinned.size(), 1);
    for (int i = 0; i < 12; ++i) {
        const vec2 centre(-1.0f + 0.62f * float(i % 4), 0.5f + 0.6f * float(i / 4));
        SoftBodyDescription body =
            crossedBody(bodyOutline(i, centre, 0.26f, 0.7f * float(i)), 0.5f + 0.3f * float(i % 3));
        body.thickness = i % 2 == 0 ? 0.004f : 0.0f;
        body.friction = 0.2f * float(i % 4);
        if (i == 5) body.edge = hooke(3000.0f);
        take(addSoftBody(scene, body));
    }
    for (const float y : {2.2f, 2.4f}) {
        RopeDescription rope;
        rope.from = vec3(-1.4f, y, 0.0f);
        rope.to = vec3(1.4f, y + 0.1f, 0.0f);
        rope.count = 40;
        const std::uint32_t index = take(addRope(scene, rope));
        scene.outlines.push_back({scene.bodies[index].vertexParticles, false, 0.03f});
        if (y < 2.3f) take(pinVertices(scene, index, std::vector<std::uint32_t>{0, 39}));
    }
    return scene;
}

inline Collider wallAt(vec2 position, double angle) {
    Collider wall;
    wall.pose.position = vec3(position, 0.0f);
    wall.pose.rotation =
        glm::quat(static_cast<float>(std::cos(angle / 2)), 0.0f, 0.0f, static_cast<float>(std::sin(angle / 2)));
    wall.thickness = 0.0f;
    return wall;
}

/// A floor at y = 0 and walls at x = low and x = high.
inline std::vector<Collider> pit(float low, float high) {
    return {wallAt({0.0f, 0.0f}, 0.0), wallAt({low, 0.0f}, -std::numbers::pi / 2),
            wallAt({high, 0.0f}, std::numbers::pi / 2)};
}

}  // namespace pliant::test
