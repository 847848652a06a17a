// The report of a step against figures worked out by hand.

#include "pliant/state/step_report.h"

#include <cmath>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/grid.h"
#include "pliant/state/stretch.h"
#include "pliant/surface/surface.h"
#include "support.h"

namespace pliant::test {
namespace {

// Two particles of 2 kg and 3 kg, 1 m apart along x, at rest, joined by a stick of that material.
Scene pair(const StickMaterial& material) {
    Scene scene;
    addParticle(scene, vec3(0.0f), 2.0f);
    addParticle(scene, vec3(1.0f, 0.0f, 0.0f), 3.0f);
    take(addStick(scene, 0, 1, addMaterial(scene, material)));
    scene.environment.gravity = vec3(0.0f, -10.0f, 0.0f);
    return scene;
}

Snapshot stateOf(std::vector<vec3> positions, std::vector<vec3> previous, double h) {
    Snapshot s;
    s.positions = std::move(positions);
    s.previous = std::move(previous);
    s.previousSubstep = h;
    return s;
}

TEST(StepReport, HasTheEnergiesOfTwoParticlesAndASpring) {
    const Snapshot s = stateOf({vec3(0.0f, 1.0f, 0.0f), vec3(1.5f, 1.0f, 0.0f)},
                               {vec3(0.0f, 0.5f, 0.0f), vec3(1.5f, 1.0f, 0.25f)}, 0.5);
    const double kinetic = 0.5 * 2.0 * 1.0 + 0.5 * 3.0 * 0.25, height = 10.0 * 1.0 * 5.0;
    for (const auto& [material, elastic] : {std::pair{rigid(), 0.0},
                                            {hooke(8.0f), 0.5 * 8.0 * 0.25},
                                            {compliant(0.25f), 0.5 * 4.0 * 0.25},
                                            {oneSided(hooke(8.0f)), 0.5 * 8.0 * 0.25}}) {
        const StepReport report = reportOf(pair(material), s);
        EXPECT_NEAR(report.kineticEnergy, kinetic, 1e-12);
        EXPECT_NEAR(report.fastest, 1.0, 1e-12);
        EXPECT_NEAR(report.potentialEnergy, height + elastic, 1e-9);
        EXPECT_NEAR(report.largestStretch, 0.5, 1e-12);
    }
    const Snapshot slack = stateOf({vec3(0.0f), vec3(0.5f, 0.0f, 0.0f)}, {vec3(0.0f), vec3(0.5f, 0.0f, 0.0f)}, 0.5);
    EXPECT_EQ(reportOf(pair(oneSided(hooke(8.0f))), slack).potentialEnergy, 0.0);
    EXPECT_EQ(reportOf(pair(hooke(8.0f)), slack).potentialEnergy, 0.5 * 8.0 * 0.25);
}

TEST(StepReport, BeforeTheFirstStepNothingMovesAndPinsNeverDo) {
    Scene scene = pair(rigid());
    Snapshot s = stateOf({vec3(1.0f), vec3(2.0f)}, {vec3(0.0f), vec3(0.0f)}, 0.0);
    EXPECT_EQ(reportOf(scene, s).kineticEnergy, 0.0);
    s.previousSubstep = 1.0;
    EXPECT_NE(reportOf(scene, s).potentialEnergy, 0.0);
    s.pinned = {1, 1};
    EXPECT_EQ(reportOf(scene, s).kineticEnergy, 0.0);
    EXPECT_EQ(reportOf(scene, s).potentialEnergy, 0.0) << "what holds it may weigh anything";
    s.pinned.clear();
    scene.pinned = {1, 0};
    EXPECT_NEAR(reportOf(scene, s).kineticEnergy, 0.5 * 3.0 * 12.0, 1e-12);
    EXPECT_NEAR(reportOf(scene, s).fastest, std::sqrt(12.0), 1e-12) << "of the free one";
}

TEST(StepReport, OfASnapshotOfAnotherSceneHasNoFigures) {
    Scene scene = clothScene(4);
    const Snapshot before = initialSnapshot(*take(compile(scene)));
    const SchedulePtr old = take(compile(scene));
    take(addGrid(scene, {}));
    for (const Snapshot& other : {before, Snapshot{}}) {
        const StepReport report = reportOf(scene, other);
        EXPECT_TRUE(std::isnan(report.largestStretch) && std::isnan(report.fastest));
        EXPECT_TRUE(std::isnan(report.kineticEnergy) && std::isnan(report.potentialEnergy));
        EXPECT_TRUE(std::isnan(measureStretch(scene, other.positions).pressed));
    }
    EXPECT_TRUE(surfaceOf(scene, *old).triangles.empty());
}

// A strip of five particles bent to a circle of radius R: B/2 (1/R)^2 per area, and a hinge at its rest angle nothing.
TEST(StepReport, CountsTheEnergyOfBending) {
    Scene scene;
    RopeDescription rope;
    rope.count = 201;
    rope.bendingStiffness = 0.3f;
    take(addRope(scene, rope));
    scene.environment.gravity = vec3(0.0f);
    std::vector<vec3> arc;
    const double radius = 2.0;
    for (int i = 0; i < 201; ++i)
        arc.emplace_back(float(radius * std::sin(i / 200.0 / radius)), float(radius * std::cos(i / 200.0 / radius)),
                         0.0f);
    const double expected = 0.5 * 0.3 / (radius * radius) * (199.0 / 200.0);
    EXPECT_NEAR(reportOf(scene, stateOf(arc, arc, 1.0)).potentialEnergy, expected, 0.01 * expected);

    Scene folded;
    MeshDescription mesh;
    mesh.vertices = {vec3(0.0f), vec3(0.0f, 0.0f, 1.0f), vec3(1.0f, 0.5f, 0.5f), vec3(-1.0f, 0.5f, 0.5f)};
    mesh.faceSizes = {3, 3};
    mesh.faceCorners = {0, 1, 2, 1, 0, 3};
    mesh.fabric = take(fabricNamed("stiff-cotton"));
    take(addMesh(folded, mesh));
    folded.environment.gravity = vec3(0.0f);
    ASSERT_EQ(folded.bends.size(), 1u);
    std::vector<vec3> mirrored = folded.positions;
    for (vec3& p : mirrored)
        p.y = -p.y;
    EXPECT_LT(reportOf(folded, stateOf(folded.positions, folded.positions, 1.0)).potentialEnergy, 1e-12);
    EXPECT_GT(reportOf(folded, stateOf(mirrored, mirrored, 1.0)).potentialEnergy, 1e-6);
}

TEST(StepReport, CountsParticlesInsideColliders) {
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 1.0f;
    const Scene scene = pair(rigid());
    const Snapshot s = stateOf({vec3(0.25f, 0.0f, 0.0f), vec3(3.0f, 0.0f, 0.0f)}, {vec3(0.0f), vec3(0.0f)}, 1.0);
    const StepReport report = reportOf(scene, s, std::span(&ball, 1));
    EXPECT_EQ(report.penetrations, 1u);
    EXPECT_NEAR(report.deepest, 0.75, 1e-6);
    Snapshot pinned = s;
    pinned.pinned = {1, 0};
    EXPECT_EQ(reportOf(scene, pinned, std::span(&ball, 1)).penetrations, 0u);
    EXPECT_EQ(reportOf(scene, s).penetrations, 0u);
}

// Of a running solver: what it loses in height it gains in speed.
TEST(StepReport, FollowsAFallingRope) {
    Scene scene = ropeScene(20);
    scene.pinned[0] = 0;
    scene.environment.damping = 0.0f;
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    const double start = reportOf(scene, solver.snapshot()).potentialEnergy;
    for (int frame = 0; frame < 30; ++frame)
        take(solver.step());
    const StepReport report = reportOf(scene, solver.snapshot());
    EXPECT_GT(report.kineticEnergy, 1.0);
    EXPECT_NEAR(report.kineticEnergy + report.potentialEnergy, start, 0.01 * report.kineticEnergy);
    EXPECT_EQ(report.lost, 0u);
}

}  // namespace
}  // namespace pliant::test
