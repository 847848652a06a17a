#pragma once

// Bodies that forces move, and what the textbook says of them, in double.

#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "support.h"

namespace pliant::test {

using glm::dvec3;

/// Makes one body of all particles of the scene, moved by that integrator. The world is still: no gravity, no damping.
inline void moveBy(Scene& scene, Integrator integrator) {
    Body body;
    body.name = "all";
    body.particleCount = static_cast<std::uint32_t>(scene.positions.size());
    for (std::uint32_t i = 0; i < body.particleCount; ++i)
        body.vertexParticles.push_back(i);
    body.integrator = integrator;
    scene.bodies = {body};
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
}

inline StickMaterial spring(float stiffness, float damping = 0.0f) {
    return {.response = Response::Hooke, .stiffness = stiffness, .damping = damping};
}

/// A mass on a spring along x: pinned at x = -1, at rest at x = 0, displaced to `x`.
inline Scene oscillator(Integrator integrator, float stiffness, float mass, float x, float damping = 0.0f) {
    Scene scene;
    addParticle(scene, vec3(-1.0f, 0.0f, 0.0f), 1.0f);
    addParticle(scene, vec3(0.0f), mass);
    scene.pinned[0] = 1;
    take(addStick(scene, 0, 1, addMaterial(scene, spring(stiffness, damping))));
    scene.positions[1].x = x;
    moveBy(scene, integrator);
    return scene;
}

/// A 3 x 3 net of springs with both diagonals, hung by two corners, pulled out of shape.
inline Scene smallNet(Integrator integrator, float damping = 0.0f) {
    GridDescription grid;
    grid.columns = grid.rows = 3;
    grid.width = grid.height = 1.0f;
    grid.arealDensity = 1.0f;
    grid.structural = grid.shear = grid.bend = spring(3.0f, damping);
    Scene scene;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    scene.bodies[0].integrator = integrator;
    scene.environment.gravity = vec3(0.0f, -2.0f, 0.0f);
    scene.environment.damping = damping;
    return scene;
}

/// Places and velocities in double.
struct Motion {
    std::vector<dvec3> x, v;
};

inline Motion motionOf(const Scene& scene) {
    Motion motion;
    for (const vec3& p : scene.positions)
        motion.x.emplace_back(p);
    motion.v.assign(motion.x.size(), dvec3(0.0));
    return motion;
}

/// a = F / m + g - c v for springs that pull, or push, along themselves, with k (l - L) + k damping dl/dt.
inline std::vector<dvec3> accelerationsOf(const Scene& scene, const Motion& motion) {
    std::vector<dvec3> a(motion.x.size(), dvec3(0.0));
    for (const SceneStick& stick : scene.sticks) {
        const StickMaterial& material = scene.materials[stick.material];
        const dvec3 d = motion.x[stick.b] - motion.x[stick.a], dv = motion.v[stick.b] - motion.v[stick.a];
        const double length = glm::length(d), rate = glm::dot(d, dv) / length;
        const double tension = material.stiffness * (length - double(stick.restLength) + material.damping * rate);
        a[stick.a] += tension * d / length;
        a[stick.b] -= tension * d / length;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = a[i] / double(scene.masses[i]) + dvec3(scene.environment.gravity) -
               double(scene.environment.damping) * motion.v[i];
        if (scene.pinned[i]) a[i] = dvec3(0.0);
    }
    return a;
}

/// By the midpoint rule, which none of the integrators is, in very small steps: its error is far below theirs.
inline Motion referenceAfter(const Scene& scene, double time, int steps) {
    Motion motion = motionOf(scene);
    const double h = time / steps;
    const auto moved = [](const Motion& from, const std::vector<dvec3>& v, const std::vector<dvec3>& a, double h) {
        Motion to = from;
        for (std::size_t i = 0; i < to.x.size(); ++i) {
            to.x[i] += h * v[i];
            to.v[i] += h * a[i];
        }
        return to;
    };
    for (int step = 0; step < steps; ++step) {
        const Motion half = moved(motion, motion.v, accelerationsOf(scene, motion), 0.5 * h);
        motion = moved(motion, half.v, accelerationsOf(scene, half), h);
    }
    return motion;
}

/// The state after `steps` steps of one substep each.
inline Snapshot stateAfter(const Scene& scene, double time, int steps, const CpuOptions& options = {}) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), options));
    StepSettings s = settings(1);
    s.dt = time / steps;
    for (int i = 0; i < steps; ++i)
        take(solver.step(s));
    return solver.snapshot();
}

}  // namespace pliant::test
