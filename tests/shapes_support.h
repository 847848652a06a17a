#pragma once

// Scenes with shapes, and an independent judge in double: the rotation that fits best is the eigenvector of the
// largest eigenvalue of a symmetric 4 by 4 matrix (Horn 1987, "Closed-form solution of absolute orientation using
// unit quaternions").

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

#include <array>

#include "support.h"

namespace pliant::test {

using glm::dmat3;
using glm::dquat;
using glm::dvec3;

/// Eigenvector of the largest eigenvalue, by Jacobi's rotations.
inline std::array<double, 4> largestEigenvector(std::array<std::array<double, 4>, 4> a) {
    std::array<std::array<double, 4>, 4> v{};
    for (int i = 0; i < 4; ++i)
        v[i][i] = 1.0;
    for (int sweep = 0; sweep < 30; ++sweep) {
        for (int p = 0; p < 3; ++p) {
            for (int q = p + 1; q < 4; ++q) {
                if (a[p][q] == 0.0) continue;
                const double theta = 0.5 * std::atan2(2.0 * a[p][q], a[p][p] - a[q][q]);
                const double c = std::cos(theta), s = std::sin(theta);
                const auto mix = [&](double& x, double& y) {
                    const double old = x;
                    x = c * old + s * y;
                    y = c * y - s * old;
                };
                for (int k = 0; k < 4; ++k)
                    mix(a[k][p], a[k][q]);
                for (int k = 0; k < 4; ++k)
                    mix(a[p][k], a[q][k]);
                for (int k = 0; k < 4; ++k)
                    mix(v[k][p], v[k][q]);
            }
        }
    }
    int best = 0;
    for (int i = 1; i < 4; ++i) {
        if (a[i][i] > a[best][best]) best = i;
    }
    return {v[0][best], v[1][best], v[2][best], v[3][best]};
}

/// The rotation R for which tr(R^T A) is largest. glm's matrices are indexed by column, then row.
inline dquat bestRotation(const dmat3& a) {
    const auto at = [&](int row, int column) { return a[column][row]; };
    const double trace = at(0, 0) + at(1, 1) + at(2, 2);
    const dvec3 g(at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1));
    std::array<std::array<double, 4>, 4> k{};
    k[0][0] = trace;
    for (int i = 0; i < 3; ++i) {
        k[0][i + 1] = k[i + 1][0] = g[i];
        for (int j = 0; j < 3; ++j)
            k[i + 1][j + 1] = at(i, j) + at(j, i) - (i == j ? trace : 0.0);
    }
    const std::array<double, 4> q = largestEigenvector(k);
    return dquat(q[0], q[1], q[2], q[3]);
}

inline double trace(const dmat3& m) {
    return m[0][0] + m[1][1] + m[2][2];
}

/// tr(R^T A).
inline double fitOf(const dquat& rotation, const dmat3& a) {
    return trace(glm::transpose(glm::mat3_cast(glm::normalize(rotation))) * a);
}

inline double angleBetween(const dquat& a, const dquat& b) {
    const dquat d = glm::conjugate(glm::normalize(a)) * glm::normalize(b);
    return 2.0 * std::atan2(glm::length(dvec3(d.x, d.y, d.z)), std::abs(d.w));
}

/// How a body lies and moves, from a snapshot.
struct Motion {
    dvec3 centre{0.0}, momentum{0.0}, spin{0.0};  // [m, kg m/s, kg m^2/s]
    double mass = 0.0;                            // [kg]
};

inline Motion motionOf(const Scene& scene, const Snapshot& s, std::span<const std::uint32_t> particles) {
    Motion m;
    const auto middle = [&](std::uint32_t i) { return 0.5 * (dvec3(s.positions[i]) + dvec3(s.previous[i])); };
    for (const std::uint32_t i : particles) {
        m.mass += scene.masses[i];
        m.centre += double(scene.masses[i]) * dvec3(s.positions[i]);
    }
    m.centre /= m.mass;
    for (const std::uint32_t i : particles) {
        const dvec3 p = double(scene.masses[i]) * (dvec3(s.positions[i]) - dvec3(s.previous[i])) / s.previousSubstep;
        m.momentum += p;
        m.spin += glm::cross(middle(i) - m.centre, p);
    }
    return m;
}

/// Largest distance of a particle from where it would be if the shape at rest were moved and turned as a whole to fit
/// best.
inline double deviationOf(const Scene& scene, const SceneShape& shape, const std::vector<vec3>& positions) {
    dvec3 centre(0.0), restCentre(0.0);
    double mass = 0.0;
    const auto rest = [&](std::size_t i) {
        return dvec3(shape.rest.empty() ? scene.positions[shape.particles[i]] : shape.rest[i]);
    };
    for (std::size_t i = 0; i < shape.particles.size(); ++i) {
        const double m = scene.masses[shape.particles[i]];
        mass += m;
        centre += m * dvec3(positions[shape.particles[i]]);
        restCentre += m * rest(i);
    }
    centre /= mass;
    restCentre /= mass;
    dmat3 a(0.0);
    for (std::size_t i = 0; i < shape.particles.size(); ++i) {
        const dvec3 x = dvec3(positions[shape.particles[i]]) - centre;
        a += double(scene.masses[shape.particles[i]]) * glm::outerProduct(x, rest(i) - restCentre);
    }
    const dquat rotation = bestRotation(a);
    double worst = 0.0;
    for (std::size_t i = 0; i < shape.particles.size(); ++i) {
        const dvec3 goal = centre + rotation * (rest(i) - restCentre);
        worst = std::max(worst, glm::length(dvec3(positions[shape.particles[i]]) - goal));
    }
    return worst;
}

/// Adds a shape of columns * rows * layers particles, 0.1 m apart, with one corner at `corner`, of uneven masses around
/// 0.1 kg if `isUneven`. Returns its index.
inline std::uint32_t addShapeBlock(Scene& scene, glm::uvec3 size, vec3 corner, float compliance = 0.0f,
                                   bool isUneven = true) {
    SceneShape shape;
    shape.compliance = compliance;
    std::uint32_t number = 0;
    for (std::uint32_t z = 0; z < size.z; ++z) {
        for (std::uint32_t y = 0; y < size.y; ++y) {
            for (std::uint32_t x = 0; x < size.x; ++x, ++number) {
                const vec3 place = corner + 0.1f * vec3(float(x), float(y), float(z));
                const float mass = isUneven ? 0.05f + 0.01f * float(number * 7 % 11) : 0.1f;
                shape.particles.push_back(addParticle(scene, place, mass));
            }
        }
    }
    scene.shapes.push_back(shape);
    return static_cast<std::uint32_t>(scene.shapes.size() - 1);
}

/// Nothing acts from outside.
inline Scene emptySpace(bool isPlanar = false) {
    Scene scene;
    scene.planar = isPlanar;
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    return scene;
}

/// The shapes' places at rest stay; the particles are drawn together, or through it, along each axis about the corner.
inline void squash(Scene& scene, vec3 factors) {
    for (SceneShape& shape : scene.shapes) {
        for (const std::uint32_t i : shape.particles) {
            shape.rest.push_back(scene.positions[i]);
            scene.positions[i] *= factors;
        }
    }
}

/// Shapes of all sorts in one scene: a large one, soft ones, a line, a pair, one with a pinned particle, one that
/// starts squashed and turned over, with ropes between them.
inline Scene shapesScene(bool isPlanar) {
    Scene scene;
    scene.planar = isPlanar;
    const std::uint32_t layers = isPlanar ? 1 : 3;
    for (std::uint32_t i = 0; i < 6; ++i)
        addShapeBlock(scene, {3 + i % 3, 2 + i, layers}, vec3(0.7f * float(i), 0.0f, 0.0f), i % 2 == 0 ? 0.0f : 2e-4f);
    addShapeBlock(scene, {12, 9, layers}, vec3(0.0f, 1.5f, 0.0f), 1e-5f);
    addShapeBlock(scene, {7, 1, 1}, vec3(2.0f, 1.5f, 0.0f));
    addShapeBlock(scene, {2, 1, 1}, vec3(2.0f, 2.5f, 0.0f), 1e-3f);
    scene.pinned[scene.shapes[1].particles[2]] = 1;
    SceneShape& squashed = scene.shapes[2];
    for (const std::uint32_t i : squashed.particles) {
        const vec3 p = scene.positions[i];
        squashed.rest.push_back(p);
        scene.positions[i] = vec3(2.8f - p.x, -0.3f * p.y, p.z);
    }
    const std::uint32_t soft = addMaterial(scene, compliant(1e-4f));
    for (std::uint32_t i = 0; i + 1 < scene.shapes.size(); ++i)
        take(addStick(scene, scene.shapes[i].particles[1], scene.shapes[i + 1].particles[0], soft));
    return scene;
}

}  // namespace pliant::test
