#pragma once

// What the tests of bends share: oracles in double, things to bend, and the kernel as the solvers call it.

#include "pliant/scene/bending.h"

#include <gtest/gtest.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <limits>
#include <numbers>
#include <random>
#include <set>

#include "pliant/schedule/colour_groups.h"
#include "pliant/shared/bend.h"

namespace pliant::test {

using glm::dvec3;
using Index = std::uint32_t;
using Points = std::array<dvec3, 4>;

constexpr double kPi = std::numbers::pi;
constexpr double kDegree = kPi / 180.0;

struct Random {
    std::mt19937 engine;
    double between(double low, double high) { return std::uniform_real_distribution(low, high)(engine); }
    dvec3 vector(double size) { return size * dvec3(between(-1, 1), between(-1, 1), between(-1, 1)); }
};

// ---- Oracles in double, from the textbook: none looks at src/pliant/shared/bend.h.

inline dvec3 weightedSum(const SceneBend& bend, const Points& x) {
    dvec3 sum(0.0);
    for (std::size_t i = 0; i < 4; ++i)
        sum += double(bend.weights[i]) * x[i];
    return sum;
}

// Signed angle between the two triangles' normals, 0 = flat. Positive where the opposite vertices lie behind.
inline double foldOf(const Points& x) {
    const dvec3 edge = x[1] - x[0];
    const dvec3 a = glm::cross(edge, x[2] - x[0]), b = glm::cross(x[3] - x[0], edge);
    return std::atan2(glm::dot(glm::cross(a, b), glm::normalize(edge)), glm::dot(a, b));
}

inline dvec3 hingeDirection(const Points& x) {
    const dvec3 edge = x[1] - x[0];
    return glm::normalize(glm::normalize(glm::cross(edge, x[2] - x[0])) +
                          glm::normalize(glm::cross(x[3] - x[0], edge)));
}

inline double energyOf(const SceneBend& bend, const Points& x) {
    const dvec3 v = weightedSum(bend, x);
    const double c = bend.kind == BendKind::Hinge ? glm::dot(v, hingeDirection(x)) - bend.rest : glm::length(v);
    return c * c / (2.0 * bend.compliance);
}

inline double energyOf(const std::vector<SceneBend>& bends, const std::vector<vec3>& positions) {
    double sum = 0.0;
    for (const SceneBend& bend : bends) {
        Points x;
        for (std::size_t i = 0; i < 4; ++i)
            x[i] = dvec3(positions[bend.particles[i]]);
        sum += energyOf(bend, x);
    }
    return sum;
}

// ---- Things to bend

// Two triangles over the edge x0 x1 of unequal shape, folded by that angle.
inline Points foldedWings(double fold, double size = 1.0) {
    const double c = std::cos(fold), s = std::sin(fold);
    return {size * dvec3(0, 0, 0), size * dvec3(1, 0, 0), size * dvec3(0.4, 0.8, 0),
            size * dvec3(0.7, -0.9 * c, -0.9 * s)};
}

inline SceneBend hingeOf(const Points& rest, float stiffness = 1.0f, float damping = 0.0f) {
    std::vector<vec3> positions;
    for (const dvec3& x : rest)
        positions.push_back(vec3(x));
    const std::vector<Index> triangles{0, 1, 2, 1, 0, 3};
    const std::vector<SceneBend> bends = bendsOfMesh(positions, triangles, stiffness, damping);
    EXPECT_EQ(bends.size(), 1u);
    return bends.at(0);
}

inline SceneBend lineOf(float spacing, float stiffness, float damping = 0.0f) {
    return bendsOfLine(std::vector<Index>{0, 1, 2}, spacing, stiffness, damping).at(0);
}

inline SceneBend twistOf() {
    const std::vector<SceneBend> bends = bendsOfGrid(0, 2, 2, 0.5f, 0.7f, 3.0f, 0.0f);
    EXPECT_EQ(bends.size(), 1u);
    return bends.at(0);
}

// A bend of each sort and points that are off its rest shape; the hinge's triangles keep their lengths.
struct Sample {
    SceneBend bend;
    Points x;
};

inline std::vector<Sample> samples(Random& random) {
    const auto rotated = [&](Points x) {
        const dvec3 axis = glm::normalize(random.vector(1.0) + dvec3(0, 0, 2)), offset = random.vector(1.0);
        const dvec3 u = glm::normalize(glm::cross(axis, dvec3(1, 0, 0)));
        for (dvec3& p : x)
            p = glm::dmat3(u, glm::cross(axis, u), axis) * p + offset;
        return x;
    };
    Points scattered{random.vector(1), random.vector(1), random.vector(1), random.vector(1)};
    std::vector<Sample> list{{lineOf(0.5f, 2.0f), scattered}, {twistOf(), scattered}};
    list[0].x[3] = list[0].x[2];
    list.push_back({hingeOf(foldedWings(0.0)), rotated(foldedWings(random.between(-2.5, 2.5)))});
    list.push_back({hingeOf(foldedWings(random.between(0.2, 2.0))), rotated(foldedWings(random.between(-2.5, 2.5)))});
    list.push_back({hingeOf(foldedWings(random.between(-2.0, -0.2))), rotated(foldedWings(random.between(-2.5, 2.5)))});
    return list;
}

// ---- The kernel, as the solvers call it

struct Corners {
    vec3 x[4], p[4];
    float w[4] = {1.0f, 1.0f, 1.0f, 1.0f};
};

inline Corners cornersOf(const Points& x) {
    Corners corners;
    for (std::size_t i = 0; i < 4; ++i)
        corners.x[i] = corners.p[i] = vec3(x[i]);
    return corners;
}

inline vec3 pullOf(const SceneBend& bend, const Corners& c, float h) {
    BendState<float> s{};
    for (int i = 0; i < 4; ++i) {
        s.x[i] = c.x[i];
        s.p[i] = c.p[i];
        s.w[i] = c.w[i];
        s.k[i] = bend.weights[static_cast<std::size_t>(i)];
    }
    s.rest = bend.rest;
    s.compliance = bend.compliance;
    s.damping = bend.damping;
    return bendPull<float>(static_cast<Index>(bend.kind), s, 1.0f / (h * h), 1.0f / h, 1.0f, vec3(0.0f));
}

inline std::array<vec3, 4> moved(const SceneBend& bend, const Corners& c, float h) {
    const vec3 pull = pullOf(bend, c, h);
    std::array<vec3, 4> x{};
    for (std::size_t i = 0; i < 4; ++i)
        x[i] = moveBend<float>(c.x[i], bend.weights[i], c.w[i], pull, 1.0f);
    return x;
}

// Position Verlet with sticks, rigid and in double, and bends.
struct World {
    std::vector<vec3> x, p;
    std::vector<float> w;
    std::vector<SceneBend> bends;
    std::vector<std::array<Index, 2>> sticks;
    std::vector<double> lengths;
    float keep = 1.0f;  // share of the velocity that a substep leaves

    void add(dvec3 point, float inverseMass) {
        x.push_back(vec3(point));
        p.push_back(vec3(point));
        w.push_back(inverseMass);
    }

    void addStick(Index a, Index b) {
        sticks.push_back({a, b});
        lengths.push_back(glm::length(dvec3(x[a]) - dvec3(x[b])));
    }

    void substep(float h) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            const vec3 now = x[i];
            if (w[i] > 0.0f) x[i] += (now - p[i]) * keep;
            p[i] = now;
        }
        for (std::size_t s = 0; s < sticks.size(); ++s) {
            const auto [a, b] = sticks[s];
            const dvec3 d = dvec3(x[a]) - dvec3(x[b]);
            if (w[a] + w[b] == 0.0f) continue;
            const dvec3 push = d * ((1.0 - lengths[s] / glm::length(d)) / double(w[a] + w[b]));
            x[a] = vec3(dvec3(x[a]) - double(w[a]) * push);
            x[b] = vec3(dvec3(x[b]) + double(w[b]) * push);
        }
        for (const SceneBend& bend : bends)
            solve(bend, h);
    }

    void solve(const SceneBend& bend, float h) {
        Corners c;
        for (std::size_t i = 0; i < 4; ++i) {
            const Index particle = bend.particles[i];
            c.x[i] = x[particle], c.p[i] = p[particle], c.w[i] = w[particle];
        }
        const std::array<vec3, 4> to = moved(bend, c, h);
        const std::size_t used = bend.kind == BendKind::Line ? 3 : 4;
        for (std::size_t i = 0; i < used; ++i)
            x[bend.particles[i]] = to[i];
    }
};

// Vertex (column, row) of a mesh of equilateral triangles of side 1.
inline std::vector<Index> triangleStrips(Index columns, Index rows) {
    std::vector<Index> triangles;
    for (Index row = 0; row + 1 < rows; ++row) {
        for (Index column = 0; column + 1 < columns; ++column) {
            const Index a = row * columns + column, b = a + 1, c = a + columns, d = c + 1;
            triangles.insert(triangles.end(), {a, b, c, b, d, c});
        }
    }
    return triangles;
}

}  // namespace pliant::test
