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

/// Sheets of a metre and 13 x 13 particles, upon each other at their distance, the lowest on a floor at 0, and a box of
/// 20 cm upon them: body number `sheets`. Of such a mass [kg]; a sheet has 0.15.
inline Scene pileUnder(double boxMass, std::uint32_t sheets) {
    constexpr float kThickness = 0.1f, kBoxThickness = 0.06f;
    Scene scene;
    for (std::uint32_t i = 0; i < sheets; ++i) {
        const float height = 0.005f + kThickness * float(i);
        addSheet(scene, 13, 1.0f, vec3(0.01f * float(i % 3), height, 0.015f * float(i % 2)), {.thickness = kThickness});
    }
    const float upon = 0.005f + kThickness * float(sheets - 1) + 0.5f * (kThickness + kBoxThickness) + 0.1f;
    RigidBodyDescription box = rigidBox(vec3(0.2f), 0.05f, vec3(0.0f, upon + 0.02f, 0.0f));
    box.mass = boxMass;
    take(addRigidBody(scene, box));
    return scene;
}

/// Mean height of those particles of the sheets of pileUnder() that are under the box, sheet by sheet [m].
inline std::vector<double> heightsUnder(const Scene& scene, std::uint32_t sheets, const Snapshot& s) {
    std::vector<double> heights;
    for (std::uint32_t sheet = 0; sheet < sheets; ++sheet) {
        const Body& body = scene.bodies[sheet];
        double sum = 0.0;
        int count = 0;
        for (std::uint32_t i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
            if (std::abs(scene.positions[i].x) > 0.1f || std::abs(scene.positions[i].z) > 0.1f) continue;
            sum += s.positions[i].y;
            ++count;
        }
        heights.push_back(sum / count);
    }
    return heights;
}

}  // namespace pliant::test
