#include "viewer/picking.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

namespace pliant::viewer {
namespace {

// A place on the ray and the vertex of the surface that is nearest to it.
struct Meeting {
    std::uint32_t vertex = 0;
    float along = std::numeric_limits<float>::infinity();  // [m]
    float angle = std::numeric_limits<float>::infinity();  // [rad] beside the ray

    explicit operator bool() const { return std::isfinite(along); }
};

// Möller & Trumbore 1997: along the ray, or none. Both sides; a hair wider than the triangle, lest there be gaps
// between two.
std::optional<float> meetTriangle(const Ray& ray, vec3 a, vec3 b, vec3 c) {
    constexpr float kHair = 1e-6f;
    const vec3 ab = b - a, ac = c - a;
    const vec3 p = glm::cross(ray.direction, ac);
    const float determinant = glm::dot(ab, p);
    if (determinant == 0.0f) return std::nullopt;
    const vec3 fromA = ray.origin - a;
    const float u = glm::dot(fromA, p) / determinant;
    const vec3 q = glm::cross(fromA, ab);
    const float v = glm::dot(ray.direction, q) / determinant;
    const float along = glm::dot(ac, q) / determinant;
    const bool isInside = u >= -kHair && v >= -kHair && u + v <= 1.0f + kHair && along > 0.0f;
    return isInside ? std::optional(along) : std::nullopt;
}

float squaredDistance(vec3 a, vec3 b) {
    return glm::dot(a - b, a - b);
}

Meeting firstTriangle(const Ray& ray, const Surface& surface, std::span<const vec3> places) {
    Meeting first;
    const std::uint32_t* nearest = nullptr;
    for (std::size_t i = 0; i + 2 < surface.triangles.size(); i += 3) {
        const std::uint32_t* corner = &surface.triangles[i];
        const std::optional<float> along = meetTriangle(ray, places[corner[0]], places[corner[1]], places[corner[2]]);
        if (!along || !(*along < first.along)) continue;
        first = {corner[0], *along, 0.0f};
        nearest = corner;
    }
    if (!nearest) return first;
    const vec3 met = ray.origin + first.along * ray.direction;
    for (int k = 1; k < 3; ++k) {
        const bool isNearer = squaredDistance(places[nearest[k]], met) < squaredDistance(places[first.vertex], met);
        if (isNearer) first.vertex = nearest[k];
    }
    return first;
}

// How far beside the ray a point is seen.
Meeting meetPoint(const Ray& ray, std::uint32_t vertex, vec3 point) {
    const vec3 way = point - ray.origin;
    const float along = glm::dot(way, ray.direction);
    if (!(along > 0.0f)) return {};
    return {vertex, along, std::atan2(glm::length(way - along * ray.direction), along)};
}

// Where a segment comes nearest to the ray. With d the ray's direction, s the segment and w = a - origin, both without
// their part along d, |w + t s| is smallest at t = -(w . s) / (s . s).
Meeting meetLine(const Ray& ray, const std::uint32_t* ends, vec3 a, vec3 b) {
    const auto across = [&](vec3 v) { return v - glm::dot(v, ray.direction) * ray.direction; };
    const vec3 w = across(a - ray.origin), s = across(b - a);
    const float squaredLength = glm::dot(s, s);
    const float t = squaredLength > 0.0f ? glm::clamp(-glm::dot(w, s) / squaredLength, 0.0f, 1.0f) : 0.0f;
    return meetPoint(ray, ends[t < 0.5f ? 0 : 1], a + t * (b - a));
}

// Within `exact` nearer wins, beyond it what is seen nearer to the ray.
bool isBetter(const Meeting& one, const Meeting& other, float exact) {
    if (one.angle <= exact && other.angle <= exact) return one.along < other.along;
    return one.angle < other.angle;
}

Meeting bestLine(const Ray& ray, float tolerance, const Surface& surface, std::span<const vec3> places) {
    Meeting best;
    for (std::size_t i = 0; i + 1 < surface.lines.size(); i += 2) {
        const std::uint32_t* ends = &surface.lines[i];
        const Meeting meeting = meetLine(ray, ends, places[ends[0]], places[ends[1]]);
        if (meeting.angle <= tolerance && isBetter(meeting, best, tolerance / 4.0f)) best = meeting;
    }
    return best;
}

Meeting nearestCorner(const Ray& ray, float tolerance, const Surface& surface, std::span<const vec3> places) {
    Meeting best;
    for (const std::uint32_t corner : surface.triangles) {
        const Meeting meeting = meetPoint(ray, corner, places[corner]);
        if (meeting.angle <= tolerance && isBetter(meeting, best, 0.0f)) best = meeting;
    }
    return best;
}

Meeting bestMeeting(const Ray& ray, float tolerance, const Surface& surface, std::span<const vec3> places) {
    const Meeting triangle = firstTriangle(ray, surface, places);
    const Meeting line = bestLine(ray, tolerance, surface, places);
    const bool isLineInFront = line.angle <= tolerance / 4.0f && line.along < triangle.along;
    if (isLineInFront) return line;
    if (triangle) return triangle;
    const Meeting corner = nearestCorner(ray, tolerance, surface, places);
    return isBetter(line, corner, 0.0f) ? line : corner;
}

// A ball: |origin + along * direction - centre| = radius.
std::optional<float> meetBall(const Ray& ray, vec3 centre, float radius) {
    const vec3 way = centre - ray.origin;
    const float along = glm::dot(way, ray.direction);
    const float squared = radius * radius - glm::dot(way, way) + along * along;
    if (squared < 0.0f) return std::nullopt;
    return along - std::sqrt(squared);
}

// A box along the axes: behind the last of its near sides and before the first of its far ones (Kay & Kajiya 1986).
std::optional<float> meetBox(const Ray& ray, vec3 centre, vec3 halfExtents) {
    float first = -std::numeric_limits<float>::infinity(), last = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        const float way = centre[axis] - ray.origin[axis], half = halfExtents[axis];
        if (ray.direction[axis] == 0.0f) {
            if (std::abs(way) > half) return std::nullopt;
            continue;
        }
        const float a = (way - half) / ray.direction[axis], b = (way + half) / ray.direction[axis];
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    }
    return first <= last ? std::optional(first) : std::nullopt;
}

}  // namespace

std::optional<Pick> pickOrnament(const Ray& ray, std::span<const samples::Ornament> ornaments,
                                 std::span<const vec3> positions, float nearest) {
    std::optional<Pick> first;
    for (const samples::Ornament& ornament : ornaments) {
        const vec3 centre = positions[ornament.particle];
        const std::optional<float> along = ornament.shape == ColliderShape::Box
                                               ? meetBox(ray, centre, ornament.halfExtents)
                                               : meetBall(ray, centre, ornament.radius);
        if (!along || !(*along > 0.0f) || !(*along <= nearest)) continue;
        nearest = *along;
        first = Pick{ornament.particle, glm::dot(centre - ray.origin, ray.direction)};
    }
    return first;
}

std::optional<Pick> pick(const Ray& ray, float tolerance, const Surface& surface, const Schedule& schedule,
                         std::span<const vec3> places) {
    const Meeting meeting = bestMeeting(ray, tolerance, surface, places);
    if (!meeting) return std::nullopt;
    const std::size_t particles = schedule.particles.size();
    const bool isCarried = meeting.vertex >= particles;
    const std::uint32_t particle = isCarried ? surface.carried[meeting.vertex - particles].a : meeting.vertex;
    return Pick{schedule.sceneParticle[particle], glm::dot(places[particle] - ray.origin, ray.direction)};
}

}  // namespace pliant::viewer
