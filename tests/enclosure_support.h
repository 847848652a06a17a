#pragma once

// Scenes of enclosures and tetrahedra that several tests use.

#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "pliant/scene/lattice.h"
#include "pliant/scene/soft_body.h"
#include "pliant/scene/solids.h"
#include "support.h"

namespace pliant::test {

using glm::dvec3;

inline Scene planarScene() {
    Scene scene;
    scene.planar = true;
    scene.environment.damping = 0.0f;
    return scene;
}

/// A disc of 1 m radius and 1 kg around a point.
inline SoftBodyDescription disc(std::uint32_t count, const StickMaterial& edge, const Enclosure& filling,
                                vec2 centre = vec2(0.0f)) {
    SoftBodyDescription body;
    body.outline = circleOutline(centre, 1.0f, count);
    body.edge = edge;
    body.filling = filling;
    body.touches = false;
    return body;
}

/// A ball with a skin of sticks, filled. Its areal density makes it weigh `mass`.
inline Scene ballScene(std::uint32_t subdivisions, float radius, float mass, const StickMaterial& skin,
                       Enclosure filling) {
    MeshDescription mesh = sphereMesh(vec3(0.0f), radius, subdivisions);
    mesh.structural = mesh.bend = skin;
    Scene scene;
    take(addMesh(scene, mesh));
    double sum = 0.0;
    for (const float m : scene.masses)
        sum += m;
    for (float& m : scene.masses)
        m = static_cast<float>(m * mass / sum);
    filling.boundary = boundaryOf(scene.bodies[0], scene.positions);
    scene.enclosures.push_back(filling);
    scene.environment.damping = 0.0f;
    return scene;
}

inline Enclosure fixedFilling(float compliance = 0.0f, float inflation = 1.0f) {
    Enclosure e;
    e.compliance = compliance;
    e.inflation = inflation;
    return e;
}

inline Enclosure gasFilling(float pressure, float outside) {
    Enclosure e;
    e.filling = Filling::Gas;
    e.pressure = pressure;
    e.outside = outside;
    return e;
}

/// Measure of the first enclosure now [m^2, m^3].
inline double measureNow(const Scene& scene, const Snapshot& now) {
    return measureOf(scene.enclosures[0], now.positions, scene.planar);
}

/// Linear and angular momentum about the origin, in units of a substep: of the last displacements.
struct Momentum {
    dvec3 linear{0.0}, angular{0.0};
};
inline Momentum momentumOf(const Scene& scene, const Snapshot& now) {
    Momentum sum;
    for (std::size_t i = 0; i < now.positions.size(); ++i) {
        const dvec3 p = double(scene.masses[i]) * (dvec3(now.positions[i]) - dvec3(now.previous[i]));
        sum.linear += p;
        sum.angular += glm::cross(dvec3(now.positions[i]), p);
    }
    return sum;
}

/// What presses bodies: a floor, and a plate that comes down on them from one height of its bottom to another [m].
inline StepInputs floorAndPlate(float before, float after) {
    StepInputs inputs;
    inputs.colliders.resize(2);
    Collider& plate = inputs.colliders[1];
    plate.shape = ColliderShape::Box;
    plate.halfExtents = vec3(4.0f, 0.5f, 3.0f);
    plate.before = Pose{vec3(0.0f, before + 0.5f, 0.0f)};
    plate.pose.position = vec3(0.0f, after + 0.5f, 0.0f);
    return inputs;
}

}  // namespace pliant::test
