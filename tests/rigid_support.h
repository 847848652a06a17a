#pragma once

// Rigid bodies, and what they do, added up from their particles in double.

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "neighbour_support.h"
#include "pliant/scene/rigid_body.h"
#include "pliant/scene/solids.h"
#include "pliant/state/rigid_motion.h"

namespace pliant::test {

using glm::dmat3;
using glm::dquat;

inline RigidBodyDescription rigidOf(const MeshDescription& mesh) {
    RigidBodyDescription rigid;
    rigid.vertices = mesh.vertices;
    rigid.faceSizes = mesh.faceSizes;
    rigid.faceCorners = mesh.faceCorners;
    return rigid;
}

/// A box around the origin of its own coordinates, with particles so far apart.
inline RigidBodyDescription rigidBox(vec3 size, float spacing, vec3 place = vec3(0.0f)) {
    RigidBodyDescription rigid = rigidOf(boxMesh(vec3(0.0f), size));
    rigid.spacing = spacing;
    rigid.pose.position = place;
    return rigid;
}

inline Scene emptySpace() {
    Scene scene;
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    return scene;
}

inline dvec3 velocityOf(const Snapshot& s, std::size_t i) {
    const dvec3 carried = s.carry.empty() ? dvec3(0.0) : dvec3(vec3(s.carry[i]));
    return (dvec3(s.positions[i]) - dvec3(s.previous[i]) + carried) / s.previousSubstep;
}

/// Of a body's particles; the spin is about their centre, the spread the sum of m x x^T from there.
struct BodySums {
    double mass = 0.0;                                           // [kg]
    dvec3 centre{0.0}, velocity{0.0}, momentum{0.0}, spin{0.0};  // [m, m/s, kg m/s, kg m^2/s]
    dmat3 spread{0.0};                                           // [kg m^2]
};

inline BodySums sumsOf(const Scene& scene, const Body& body, const Snapshot& s) {
    BodySums sums;
    const auto forEach = [&](auto&& visit) {
        for (std::uint32_t i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i)
            visit(i, double(scene.masses[i]));
    };
    const auto speed = [&](std::uint32_t i) { return s.previousSubstep == 0.0 ? dvec3(0.0) : velocityOf(s, i); };
    forEach([&](std::uint32_t i, double m) {
        sums.mass += m;
        sums.centre += m * dvec3(s.positions[i]);
        sums.momentum += m * speed(i);
    });
    sums.centre /= sums.mass;
    sums.velocity = sums.momentum / sums.mass;
    forEach([&](std::uint32_t i, double m) {
        const dvec3 arm = dvec3(s.positions[i]) - sums.centre;
        sums.spread += m * glm::outerProduct(arm, arm);
        sums.spin += m * glm::cross(dvec3(s.previous[i]) - sums.centre, speed(i));
    });
    return sums;
}

}  // namespace pliant::test
