#pragma once

// Bodies in frames of reference, and what is done to them.

#include <glm/gtc/quaternion.hpp>

#include "enclosure_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "whole_support.h"

namespace pliant::test {

inline glm::dquat turnAbout(glm::dvec3 axis, double angle) {
    return glm::angleAxis(angle, glm::normalize(axis));
}

/// How a frame moves: its pose by the time [s].
using Course = FramePose (*)(double time);

inline FramePose lift(double time) {
    return {glm::dvec3(0.0, 0.4 * (1.0 - std::cos(3.0 * time)), 0.0)};
}
/// Rolls and pitches about a point beneath, while it goes on and up and down.
inline FramePose ship(double time) {
    const glm::dquat turn =
        turnAbout({0.0, 0.0, 1.0}, 0.5 * std::sin(2.0 * time)) * turnAbout({1.0, 0.0, 0.0}, 0.3 * std::sin(1.3 * time));
    return {glm::dvec3(3.0 * time, 0.5 * std::sin(1.7 * time), 0.4 * time) + turn * glm::dvec3(0.0, 2.0, 0.0), turn};
}
inline FramePose platform(double time) {
    return {glm::dvec3(0.0), turnAbout({0.2, 1.0, 0.0}, 2.0 * time)};
}

/// Bodies large and small in three frames and in the world, in the wind. Small ones of different frames share tiles.
inline Scene framesScene() {
    Scene scene;
    for (const Course course : {lift, ship, platform})
        scene.frames.push_back({"", course(0.0)});
    scene.frames[0].name = "lift";
    scene.frames[1].name = "ship";
    scene.frames[1].inertia = 0.75;
    scene.frames[2].name = "platform";
    addFlag(scene, vec3(0.0f, 0.0f, 0.0f));
    addFlag(scene, vec3(0.0f, 0.0f, 0.4f), 36, 30);
    for (const std::uint32_t count : {3u, 30u, 5u, 2u, 65u, 7u, 4u})
        addRopeOf(scene, count, vec3(0.1f, 0.1f, 0.05f * float(count)), compliant(1e-5f));
    addFlag(scene, vec3(0.3f, 0.0f, 0.7f), 9, 9);
    addFlag(scene, vec3(0.3f, 0.0f, 0.2f), 40, 28);
    std::uint32_t number = 0;
    for (Body& body : scene.bodies)
        body.frame = number++ % 4 == 3 ? kWorld : (number + 1) % 3;
    addParticle(scene, vec3(0.2f, 0.3f, 0.1f), 0.01f);
    addWind(scene);
    return scene;
}

/// Balloons that air bears up, in frames and in the world.
inline Scene balloonsInFramesScene() {
    Scene scene;
    scene.frames = {{"ship", ship(0.0)}, {"platform", platform(0.0)}};
    for (const std::uint32_t frame : {0u, kWorld, 1u}) {
        MeshDescription mesh = sphereMesh(vec3(0.4f, 0.2f, 0.0f), 0.3f, 2);
        mesh.structural = mesh.bend = compliant(1e-4f);
        const std::uint32_t body = take(addMesh(scene, mesh));
        scene.bodies[body].frame = frame;
        Enclosure gas = gasFilling(1e5f, 1e5f);
        gas.buoyancy = 1.2f;
        gas.boundary = boundaryOf(scene.bodies[body], scene.positions);
        scene.enclosures.push_back(gas);
    }
    return scene;
}

/// Where the frames are after step `step` of 1/60 s, the third only now and then; the second jumps once.
inline std::vector<FrameInput> framesIn(int step, const Scene& scene) {
    std::vector<FrameInput> inputs;
    const Course courses[] = {lift, ship, platform};
    for (std::uint32_t i = 0; i < std::min<std::size_t>(scene.frames.size(), 3); ++i) {
        if (i == 2 && step % 3 == 1) continue;
        inputs.push_back({.frame = i, .pose = courses[i](double(step + 1) / 60.0)});
        if (i == 0 && step == 4) inputs.back().inertia = 0.5;
        if (i == 1 && step == 5) inputs.back().action = FrameInput::Action::Jump;
    }
    return inputs;
}

/// Frames, colliders in the world and in a frame, pins with targets in their own frame and in others.
inline StepInputs everythingIn(int step, const Scene& scene) {
    StepInputs inputs;
    inputs.frames = framesIn(step, scene);
    inputs.colliders = collidersIn(step, step % 2 == 0);
    for (std::size_t i = 0; i < inputs.colliders.size(); ++i)
        inputs.colliders[i].frame = i % 2 == 0 ? kWorld : std::uint32_t(i / 2 % scene.frames.size());
    inputs.pins = pinsIn(step, scene);
    for (std::size_t i = 0; i < inputs.pins.size(); ++i) {
        if (i % 3 == 1) inputs.pins[i].frame = kWorld;
        if (i % 3 == 2) inputs.pins[i].frame = 0;
    }
    inputs.wind = vec3(2.0f * float(step % 3), 0.0f, 1.0f);
    return inputs;
}

/// Where a frame's particle is in the world.
inline glm::dvec3 inWorld(const Snapshot& now, std::uint32_t frame, std::size_t particle) {
    return placedBy(now.frames[frame].pose, glm::dvec3(now.positions[particle]));
}

inline CpuSolver solverFor(const Scene& scene) {
    return take(CpuSolver::create(take(compile(scene))));
}

/// All bodies are in one frame.
inline Scene inFrame(Scene scene, const FramePose& pose = {}, double inertia = 1.0) {
    scene.frames = {{"frame", pose, inertia}};
    for (Body& body : scene.bodies)
        body.frame = 0;
    return scene;
}

}  // namespace pliant::test
