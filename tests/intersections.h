#pragma once

// Triangles that go through each other, counted apart from everything that keeps them from doing so.

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "support.h"

namespace pliant::test {

using glm::dvec3;

using Triangle3 = std::array<std::uint32_t, 3>;

/// The triangles of all bodies, by particles.
inline std::vector<Triangle3> trianglesOf(const Scene& scene) {
    std::vector<Triangle3> triangles;
    for (const Body& body : scene.bodies) {
        std::size_t at = 0;
        const auto corner = [&](std::size_t k) { return body.vertexParticles[body.faceCorners[k]]; };
        for (const std::uint32_t size : body.faceSizes) {
            for (std::uint32_t k = 2; k < size; ++k)
                triangles.push_back({corner(at), corner(at + k - 1), corner(at + k)});
            at += size;
        }
    }
    return triangles;
}

/// Six times the volume of a tetrahedron. Coordinates are floats: with 64 bits its sign is right but for cases that are
/// flat to 1e-14 of their size.
inline long double volumeOf(const dvec3& a, const dvec3& b, const dvec3& c, const dvec3& d) {
    const dvec3 u = a - d, v = b - d, w = c - d;
    using Long = long double;
    return Long(u.x) * (Long(v.y) * w.z - Long(v.z) * w.y) - Long(u.y) * (Long(v.x) * w.z - Long(v.z) * w.x) +
           Long(u.z) * (Long(v.x) * w.y - Long(v.y) * w.x);
}

/// Whether the segment from p to q goes through the triangle; one that only touches it does not.
inline bool pierces(const dvec3& p, const dvec3& q, const dvec3& a, const dvec3& b, const dvec3& c) {
    const auto areApart = [](long double s, long double t) { return (s > 0 && t < 0) || (s < 0 && t > 0); };
    if (!areApart(volumeOf(a, b, c, p), volumeOf(a, b, c, q))) return false;
    const long double u = volumeOf(p, q, a, b), v = volumeOf(p, q, b, c), w = volumeOf(p, q, c, a);
    return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

/// Whether they are on two sides of a plane across an axis.
inline bool areAside(const std::vector<vec3>& x, const Triangle3& s, const Triangle3& t) {
    const auto low = [&](const Triangle3& c) { return glm::min(glm::min(x[c[0]], x[c[1]]), x[c[2]]); };
    const auto high = [&](const Triangle3& c) { return glm::max(glm::max(x[c[0]], x[c[1]]), x[c[2]]); };
    return glm::any(glm::lessThan(high(s), low(t))) || glm::any(glm::lessThan(high(t), low(s)));
}

inline bool meet(const std::vector<vec3>& x, const Triangle3& s, const Triangle3& t) {
    if (areAside(x, s, t)) return false;
    for (const std::uint32_t a : s)
        if (std::find(t.begin(), t.end(), a) != t.end()) return false;
    const auto at = [&](const Triangle3& triangle, int k) { return dvec3(x[triangle[k % 3]]); };
    for (int e = 0; e < 3; ++e) {
        if (pierces(at(s, e), at(s, e + 1), at(t, 0), at(t, 1), at(t, 2))) return true;
        if (pierces(at(t, e), at(t, e + 1), at(s, 0), at(s, 1), at(s, 2))) return true;
    }
    return false;
}

/// How many pairs of triangles that share no corner go through each other.
inline std::size_t intersections(const std::vector<vec3>& x, const std::vector<Triangle3>& triangles) {
    double cell = 1e-6;
    for (const Triangle3& t : triangles)
        for (int k = 0; k < 3; ++k)
            cell = std::max(cell, glm::length(dvec3(x[t[k]]) - dvec3(x[t[(k + 1) % 3]])));
    const auto cellOf = [&](const vec3& p, int axis) { return std::int64_t(std::floor(double(p[axis]) / cell)); };
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> grid;  // each in the cells of its box
    std::vector<std::uint64_t> found;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        vec3 low(x[triangles[t][0]]), high = low;
        for (const std::uint32_t particle : triangles[t])
            low = glm::min(low, x[particle]), high = glm::max(high, x[particle]);
        for (std::int64_t i = cellOf(low, 0); i <= cellOf(high, 0); ++i)
            for (std::int64_t j = cellOf(low, 1); j <= cellOf(high, 1); ++j)
                for (std::int64_t k = cellOf(low, 2); k <= cellOf(high, 2); ++k) {
                    std::vector<std::uint32_t>& list =
                        grid[std::uint64_t(i * 73856093) ^ std::uint64_t(j * 19349663) ^ std::uint64_t(k * 83492791)];
                    for (const std::uint32_t other : list)
                        if (other != t && meet(x, triangles[other], triangles[t]))
                            found.push_back(std::uint64_t(other) << 32 | t);
                    list.push_back(t);
                }
    }
    std::sort(found.begin(), found.end());
    return std::size_t(std::unique(found.begin(), found.end()) - found.begin());
}

}  // namespace pliant::test
