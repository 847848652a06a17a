#pragma once

// Small scenes and shorthands that several tests use.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "pliant/scene/grid.h"
#include "pliant/scene/mesh.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"
#include "pliant/schedule/step_plan.h"
#include "pliant/state/snapshot.h"

namespace pliant::test {

/// The value, or a failed test that says why there is none.
template <class T>
T take(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    return std::move(*result);
}

inline void take(const Status& status) {
    if (!status) throw std::runtime_error(status.error().message);
}

/// The message of an error that must be there.
template <class T>
std::string messageOf(const Result<T>& result) {
    EXPECT_FALSE(result) << "expected an error";
    return result ? std::string() : result.error().message;
}

/// For tests that take turns with methods.
inline constexpr CompileOptions kForAllMethods{.jacobi = true};

/// Whether a validation layer's message is about what we do. On NVIDIA's driver somebody else, whenever a device is
/// made, asks it for this function of instances, which neither our volk nor our loader has a name for.
inline bool isAboutUs(std::string_view message) {
    return message.find("trying to grab vkGetPhysicalDeviceVideoEncode") == std::string_view::npos;
}

#define EXPECT_CONTAINS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << text

inline StickMaterial rigid() {
    return {};
}
inline StickMaterial compliant(float compliance) {
    return {.response = Response::Compliant, .compliance = compliance};
}
inline StickMaterial limited(float compliance, float strainLimit) {
    return {.response = Response::Compliant, .compliance = compliance, .strainLimit = strainLimit};
}
inline StickMaterial hooke(float stiffness) {
    return {.response = Response::Hooke, .stiffness = stiffness};
}
inline StickMaterial oneSided(StickMaterial material) {
    material.oneSided = true;
    return material;
}

/// A square cloth of 1 m in the plane y = 0, hung by two corners.
inline Scene clothScene(std::uint32_t size, const StickMaterial& material = {}) {
    GridDescription grid;
    grid.columns = grid.rows = size;
    grid.structural = grid.shear = grid.bend = material;
    Scene scene;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    return scene;
}

/// A rope of 1 m along x, hung by its first particle.
inline Scene ropeScene(std::uint32_t count, const StickMaterial& material = {}) {
    RopeDescription rope;
    rope.count = count;
    rope.material = material;
    Scene scene;
    take(addRope(scene, rope));
    take(pinVertices(scene, 0, std::vector<std::uint32_t>{0}));
    return scene;
}

/// Two rings of triangles around a hub, bumpy and numbered at random, with a fin on one edge (three faces meet there),
/// a second component, a vertex of no face, and the hub given twice so that it must be welded.
inline MeshDescription irregularMesh(std::uint32_t ring) {
    MeshDescription mesh;
    mesh.name = "irregular";
    std::mt19937 random(7);
    std::uniform_real_distribution<float> bump(-0.05f, 0.05f);
    const auto around = [&](float radius, std::uint32_t i) {
        const float angle = 6.2831853f * float(i) / float(ring);
        return vec3(radius * std::cos(angle), bump(random), radius * std::sin(angle));
    };
    std::vector<vec3> points{vec3(0.0f, 0.02f, 0.0f), vec3(0.0f, 0.02f, 0.0f)};
    for (std::uint32_t i = 0; i < ring; ++i)
        points.push_back(around(0.5f, i));
    for (std::uint32_t i = 0; i < ring; ++i)
        points.push_back(around(1.0f, i));
    const auto fin = static_cast<std::uint32_t>(points.size());
    for (const vec3 p : {vec3(0.7f, 0.5f, 0.1f), vec3(3.0f, 0.0f, 0.0f), vec3(3.0f, 0.0f, 1.0f), vec3(4.0f, 0.2f, 0.0f),
                         vec3(9.0f, 9.0f, 9.0f)}) {
        points.push_back(p);
    }
    std::vector<std::uint32_t> place(points.size());
    for (std::uint32_t i = 0; i < place.size(); ++i)
        place[i] = i;
    std::shuffle(place.begin(), place.end(), random);
    mesh.vertices.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        mesh.vertices[place[i]] = points[i];
    const auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        mesh.faceSizes.push_back(3);
        for (const std::uint32_t corner : {a, b, c})
            mesh.faceCorners.push_back(place[corner]);
    };
    for (std::uint32_t i = 0; i < ring; ++i) {
        const std::uint32_t inner = 2 + i, next = 2 + (i + 1) % ring;
        face(i % 2, inner, next);
        face(inner, inner + ring, next);
        face(next, inner + ring, next + ring);
    }
    face(2, 2 + ring, fin);
    face(fin + 1, fin + 2, fin + 3);
    return mesh;
}

inline Scene irregularScene(std::uint32_t ring, const StickMaterial& material = {}) {
    MeshDescription mesh = irregularMesh(ring);
    mesh.structural = mesh.bend = material;
    Scene scene;
    take(addMesh(scene, mesh));
    take(pinVertices(scene, 0, std::vector<std::uint32_t>{0, 3}));
    return scene;
}

/// Every response side by side: two cloths, a rope of springs, a net of strings, joined by a few sticks of other kinds.
inline Scene mixedScene() {
    Scene scene = clothScene(12);
    GridDescription second;
    second.corner = vec3(0.0f, 0.3f, 1.2f);
    second.columns = 9;
    second.rows = 7;
    second.structural = compliant(1e-5f);
    second.shear = oneSided(compliant(1e-4f));
    second.bend = hooke(2.0f);
    take(addGrid(scene, second));
    RopeDescription rope;
    rope.from = vec3(1.0f, 0.0f, 0.0f);
    rope.to = vec3(2.0f, 0.5f, 0.0f);
    rope.count = 17;
    rope.material = hooke(500.0f);
    take(addRope(scene, rope));
    const std::uint32_t string = addMaterial(scene, oneSided(rigid()));
    take(addStick(scene, 144, 146, string));  // the second cloth cannot stretch freely: no clusters carry its tensions
    const std::uint32_t spring = addMaterial(scene, oneSided(hooke(100.0f)));
    const std::uint32_t damped = addMaterial(scene, {.damping = 1e-3f});
    const std::uint32_t dampedString =
        addMaterial(scene, {.response = Response::Compliant, .compliance = 1e-5f, .oneSided = true, .damping = 2e-3f});
    for (std::uint32_t i = 0; i < 40; ++i)
        take(addStick(scene, i, 200 - i, i % 2 == 0 ? string : spring, StickKind::Shear));
    for (std::uint32_t i = 0; i < 30; ++i)
        take(addStick(scene, i, 100 + i, i % 2 == 0 ? damped : dampedString, StickKind::Bend));
    return scene;
}

/// mixedScene() beside four nets and ropes that forces move, one per integrator, with springs of all kinds, air on one
/// of them, and sticks from one to the other. From `stiffness` 100 on the forces explode.
inline Scene forcesScene(float stiffness) {
    Scene scene = mixedScene();
    const auto spring = [&](float k, float damping) {
        return StickMaterial{.response = Response::Hooke, .stiffness = stiffness * k, .damping = damping};
    };
    std::uint32_t number = 0;
    for (const Integrator integrator : {Integrator::RungeKutta4, Integrator::ExplicitEuler, Integrator::VelocityVerlet,
                                        Integrator::SemiImplicitEuler}) {
        GridDescription grid;
        grid.corner = vec3(0.1f, 0.5f, 1.3f * float(number++));
        grid.columns = 7 + number;
        grid.rows = 11;
        grid.structural = spring(8.0f, 0.0f);
        grid.shear = spring(4.0f, 3e-3f);
        grid.bend = oneSided(spring(1.0f, 1e-2f));
        const std::uint32_t body = take(addGrid(scene, grid));
        take(pinPlace(scene, body, GridPlace::FirstRow));
        scene.bodies[body].integrator = integrator;
        const std::uint32_t first = scene.bodies[body].firstParticle;
        take(addStick(scene, 3 * number, first + 30, addMaterial(scene, rigid()), StickKind::Shear));
        take(addStick(scene, first + 20, first + 41, addMaterial(scene, compliant(1e-3f)), StickKind::Bend));
        take(addStick(scene, 5 * number, first + 35, addMaterial(scene, hooke(1.0f)), StickKind::Bend));
    }
    scene.environment.airDensity = 1.2f;
    scene.environment.wind = vec3(1.0f, 0.0f, 2.0f);
    return scene;
}

inline StepSettings settings(std::uint32_t substeps, std::uint32_t iterations = 1,
                             Method method = Method::GaussSeidel) {
    StepSettings s;
    s.substeps = substeps;
    s.iterations = iterations;
    s.method = method;
    return s;
}

/// Bends that are stiff against their particles, so that clusters have bends too: a sheet of leather that its first
/// row holds, and a rope that is clamped.
inline Scene stiffScene() {
    Scene scene;
    GridDescription sheet;
    sheet.columns = 31;
    sheet.rows = 26;
    sheet.width = sheet.height = 0.5f;
    sheet.fabric = take(fabricNamed("leather"));
    const std::uint32_t body = take(addGrid(scene, sheet));
    take(pinPlace(scene, body, GridPlace::FirstRow));
    RopeDescription rope;
    rope.count = 90;
    rope.from = vec3(0.0f, 0.5f, 0.0f);
    rope.to = vec3(1.0f, 0.5f, 0.0f);
    rope.linearDensity = 0.1f;
    rope.bendingStiffness = 1.0f;
    const std::uint32_t wire = take(addRope(scene, rope));
    take(pinVertices(scene, wire, std::vector<std::uint32_t>{0, 1}));
    return scene;
}

}  // namespace pliant::test
