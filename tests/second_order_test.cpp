// Order::Second: swinging and turning lose nothing, and nothing gains.

#include <glm/geometric.hpp>
#include <limits>

#include "enclosure_support.h"

namespace pliant::test {
namespace {

StepSettings ofOrder(bool second, std::uint32_t substeps, Method method = Method::GaussSeidel) {
    StepSettings s = settings(substeps, 1, method);
    s.order = second ? Order::Second : Order::First;
    return s;
}

dvec3 velocityOf(const Snapshot& s, std::size_t i) {
    return (dvec3(s.positions[i]) - dvec3(s.previous[i]) + dvec3(vec3(s.carry[i]))) / s.previousSubstep;
}

// Of motion and weight [J], in the midst of the last substep.
double energyOf(const Scene& scene, const Snapshot& s) {
    double energy = 0.0;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        if (scene.pinned[i]) continue;
        const dvec3 v = velocityOf(s, i), middle = 0.5 * (dvec3(s.positions[i]) + dvec3(s.previous[i]));
        energy += double(scene.masses[i]) * (0.5 * glm::dot(v, v) - glm::dot(dvec3(scene.environment.gravity), middle));
    }
    return energy;
}

struct EnergyRange {
    double end = 0.0, most = -1e300;
};

EnergyRange energyAfter(const Scene& scene, const StepSettings& s, std::uint32_t frames) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    EnergyRange range;
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        take(solver.step(s));
        range.end = energyOf(scene, solver.snapshot());
        range.most = std::max(range.most, range.end);
    }
    return range;
}

// 1 m long, from 90 degrees, for a minute, on a stick alone and on one with a tether; its energy at the start is 0.
TEST(SecondOrder, APendulumGoesOnSwinging) {
    Scene scene = ropeScene(2);
    scene.environment.damping = 0.0f;
    ASSERT_GT(take(compile(scene))->mostTethers, 0u);
    const double whole = double(scene.masses[1]) * glm::length(dvec3(scene.environment.gravity));
    for (const bool tethers : {false, true}) {
        scene.tethers = tethers;
        for (const std::uint32_t substeps : {12u, 40u}) {
            const EnergyRange energy = energyAfter(scene, ofOrder(true, substeps), 3600);
            EXPECT_GT(energy.end, -0.01 * whole) << substeps << ", " << tethers;
            const double rounding = substeps == 12 ? 1e-3 : 0.015;  // in 43,200 and 144,000 substeps
            EXPECT_LT(energy.most, rounding * whole) << substeps << ", " << tethers;
        }
    }
    EXPECT_LT(energyAfter(scene, ofOrder(false, 12), 3600).end, -0.5 * whole) << "of first order";
}

// It falls out of the horizontal, and swings.
TEST(SecondOrder, HangingClothGainsNothing) {
    for (const StickMaterial& material : {rigid(), compliant(1e-6f), oneSided(rigid())}) {
        Scene scene = clothScene(24, material);
        scene.environment.damping = 0.0f;
        double mass = 0.0;
        for (const float m : scene.masses)
            mass += m;
        for (const std::uint32_t substeps : {12u, 40u})
            EXPECT_LT(energyAfter(scene, ofOrder(true, substeps), 600).most, 2e-3 * mass * 9.81) << substeps;
    }
}

// A free square of 1 m that turns in its plane at 2 rad/s, for so many frames: the share of angular momentum that is
// left.
double spinLeft(const Scene& scene, const StepSettings& s, std::uint32_t frames) {
    const dvec3 centre(0.5, 0.0, 0.5), axis(0.0, 2.0, 0.0);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene, kForAllMethods))));
    Snapshot state = solver.snapshot();
    state.previousSubstep = s.dt / s.substeps;
    for (std::size_t i = 0; i < state.positions.size(); ++i) {
        const dvec3 v = glm::cross(axis, dvec3(state.positions[i]) - centre);
        state.carry[i] = vec4(vec3(v * state.previousSubstep), 0.0f);
    }
    take(solver.restore(state));
    const auto spinOf = [&](const Snapshot& now) {
        double spin = 0.0;
        for (std::size_t i = 0; i < now.positions.size(); ++i)
            spin += double(scene.masses[i]) * glm::cross(dvec3(now.positions[i]) - centre, velocityOf(now, i)).y;
        return spin;
    };
    const double start = spinOf(state);
    for (std::uint32_t frame = 0; frame < frames; ++frame)
        take(solver.step(s));
    return spinOf(solver.snapshot()) / start;
}

TEST(SecondOrder, ClothGoesOnSpinning) {
    for (const char* fabric : {"stiff-cotton", "cotton"}) {
        GridDescription grid;
        grid.columns = grid.rows = 32;
        grid.fabric = take(fabricNamed(fabric));
        Scene scene;
        take(addGrid(scene, grid));
        scene.environment.gravity = vec3(0.0f);
        scene.environment.damping = 0.0f;
        EXPECT_NEAR(spinLeft(scene, ofOrder(true, 12), 900), 1.0, 0.01) << fabric;
        EXPECT_NEAR(spinLeft(scene, ofOrder(true, 3, Method::Jacobi), 200), 1.0, 0.01) << fabric;
    }
}

// Angular momentum is kept in space too, by sticks of all responses, damped ones among them.
TEST(SecondOrder, SticksOfAllResponsesKeepSpin) {
    StickMaterial damped = compliant(1e-5f);
    damped.damping = 1e-3f;
    for (const StickMaterial& material : {rigid(), compliant(1e-5f), hooke(5.0f), oneSided(rigid()), damped}) {
        Scene scene = clothScene(12, material);
        scene.pinned.assign(scene.pinned.size(), 0);
        scene.environment.gravity = vec3(0.0f);
        scene.environment.damping = 0.0f;
        EXPECT_NEAR(spinLeft(scene, ofOrder(true, 6), 300), 1.0, 5e-4);
        EXPECT_LT(spinLeft(scene, ofOrder(false, 6), 300), 0.99);
        EXPECT_LT(spinLeft(scene, ofOrder(false, 12), 300), 0.99);
        if (material.response == Response::Hooke) continue;  // rounding turns soft springs by 1.5e-3
        EXPECT_NEAR(spinLeft(scene, ofOrder(true, 12), 300), 1.0, 1e-3);
    }
}

// ---- Skins that pressure stretches

Scene balloonOf(Enclosure filling) {
    MeshDescription mesh = sphereMesh(vec3(0.0f), 0.3f, 2);
    Fabric skin;
    skin.arealDensity = 0.06f;
    skin.stretchCompliance = skin.shearCompliance = 1.0f / 300.0f;
    skin.bendingStiffness = 1e-5f;
    skin.damping = 0.002f;
    skin.strainLimit = std::numeric_limits<float>::infinity();
    mesh.fabric = skin;
    Scene scene;
    take(addMesh(scene, mesh));
    filling.boundary = boundaryOf(scene.bodies[0], scene.positions);
    scene.enclosures.push_back(filling);
    scene.environment.gravity = vec3(0.0f);
    return scene;
}

// Both are stretched by what is in them.
std::vector<Scene> balloons() {
    Scene ring = planarScene();
    take(addSoftBody(ring, disc(28, compliant(1e-4f), gasFilling(4000.0f, 2000.0f))));
    ring.environment.gravity = vec3(0.0f);
    return {balloonOf(gasFilling(101725.0f, 101325.0f)), balloonOf(fixedFilling(0.0f, 1.05f)), ring};
}

// Angular momentum [kg m^2/s].
dvec3 spinOf(const Scene& scene, const Snapshot& now) {
    dvec3 spin(0.0);
    for (std::size_t i = 0; i < now.positions.size(); ++i)
        spin += double(scene.masses[i]) * glm::cross(dvec3(now.previous[i]), velocityOf(now, i));
    return spin;
}

// That by the moment of inertia about the y axis, or in the plane [rad/s].
double turningOf(const Scene& scene, const Snapshot& now) {
    double inertia = 0.0;
    for (std::size_t i = 0; i < now.positions.size(); ++i) {
        const dvec3 p(now.previous[i]), arm = scene.planar ? dvec3(p.x, p.y, 0.0) : dvec3(p.x, 0.0, p.z);
        inertia += double(scene.masses[i]) * glm::dot(arm, arm);
    }
    return glm::length(spinOf(scene, now)) / inertia;
}

StepSettings inOrder(Order order) {
    StepSettings s;
    s.order = order;
    return s;
}

TEST(SecondOrder, IsForClosedMeshesUnlessOneSaysOtherwise) {
    const std::vector<Scene> scenes = balloons();
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const SchedulePtr schedule = take(compile(scenes[i]));
        EXPECT_EQ(orderOf(*schedule, {}), scenes[i].planar ? Order::First : Order::Second);
        EXPECT_EQ(orderOf(*schedule, inOrder(Order::First)), Order::First);
        EXPECT_EQ(orderOf(*schedule, inOrder(Order::Second)), Order::Second);
    }
    EXPECT_EQ(orderOf(*take(compile(clothScene(4))), {}), Order::First);
}

TEST(SecondOrder, ABalloonAtRestDoesNotBeginToTurn) {
    const auto turningAfter = [](const Scene& scene, Order order) {
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 900; ++frame)
            take(solver.step(inOrder(order)));
        return turningOf(scene, solver.snapshot());
    };
    for (const Scene& scene : balloons()) {
        EXPECT_LT(turningAfter(scene, Order::Auto), 5e-3);
        EXPECT_LT(turningAfter(scene, Order::Second), 5e-3) << "the ring too";
    }
    EXPECT_GT(turningAfter(balloons()[1], Order::First), 0.1) << "which is why";
}

// At 3 rad/s for 20 s, in a vacuum.
TEST(SecondOrder, ABalloonGoesOnTurning) {
    for (Scene& scene : balloons()) {
        scene.environment.damping = 0.0f;
        const StepSettings s = inOrder(Order::Second);
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 120; ++frame)
            take(solver.step(s));
        Snapshot state = solver.snapshot();
        for (std::size_t i = 0; i < state.positions.size(); ++i) {
            const dvec3 x(state.positions[i]), axis = scene.planar ? dvec3(0.0, 0.0, 3.0) : dvec3(0.0, 3.0, 0.0);
            state.previous[i] = vec3(x - glm::cross(axis, x) * state.previousSubstep);
            state.carry[i] = vec4(0.0f);
        }
        take(solver.restore(state));
        const dvec3 start = spinOf(scene, state);
        for (int frame = 0; frame < 1200; ++frame)
            take(solver.step(s));
        EXPECT_LT(glm::length(spinOf(scene, solver.snapshot()) - start), 2e-3 * glm::length(start));
    }
}

// Four turns of a substep: no stick knows where it was, and nothing gets lost.
TEST(SecondOrder, FastTurnsStayWhole) {
    const Scene scene = ropeScene(9);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    Snapshot state = solver.snapshot();
    state.previousSubstep = 1.0 / 60;
    for (std::size_t i = 1; i < state.positions.size(); ++i)
        state.previous[i] -= vec3(0.0f, 0.5f * float(i), 0.3f);
    take(solver.restore(state));
    for (int frame = 0; frame < 60; ++frame)
        take(solver.step(ofOrder(true, 1)));
    const Snapshot end = solver.snapshot();
    EXPECT_EQ(end.lost, 0u);
    for (const vec3& p : end.positions)
        EXPECT_LT(glm::length(p), 10.0f);
}

// A quarter of a turn in a substep: areas are those of now then.
TEST(SecondOrder, FastBalloonsStayWhole) {
    for (const Scene& scene : balloons()) {
        const StepSettings s = ofOrder(true, 1);
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        Snapshot state = solver.snapshot();
        state.previousSubstep = 1.0 / 60;
        for (std::size_t i = 0; i < state.positions.size(); ++i) {
            const vec3 x = state.positions[i];
            state.previous[i] = scene.planar ? vec3(x.y, -x.x, 0.0f) : vec3(-x.z, x.y, x.x);
        }
        take(solver.restore(state));
        for (int frame = 0; frame < 60; ++frame)
            take(solver.step(s));
        const Snapshot end = solver.snapshot();
        EXPECT_EQ(end.lost, 0u);
        for (const vec3& p : end.positions)
            EXPECT_LT(glm::length(p), 10.0f);
    }
}

}  // namespace
}  // namespace pliant::test
