// Air on triangles, against the published force in double. See src/pliant/shared/air.h.

#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/shared/air.h"
#include "support.h"

namespace pliant::test {
namespace {

using glm::dvec3;

CpuSolver solverFor(const Scene& scene) {
    return take(CpuSolver::create(take(compile(scene))));
}

constexpr double kStep = 1.0 / 256;

StepSettings oneSubstep() {
    StepSettings s = settings(1);
    s.dt = kStep;
    return s;
}

StepInputs windOf(vec3 wind) {
    return {{}, {}, wind};
}

// Triangles in any position, joined by nothing, in nothing but air.
Scene looseTriangles(std::uint32_t count, bool reversed = false) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> place(-1.0f, 1.0f);
    MeshDescription mesh;
    for (std::uint32_t i = 0; i < 3 * count; ++i) {
        mesh.vertices.emplace_back(place(random), place(random), place(random));
        mesh.faceCorners.push_back(reversed ? i - i % 3 + 2 - i % 3 : i);
    }
    mesh.faceSizes.assign(count, 3);
    Scene scene;
    take(addMesh(scene, mesh));
    scene.sticks.clear();
    for (std::uint32_t i = 0; i < 3 * count; ++i)
        scene.masses[i] = 0.5f + 0.1f * float(i % 7);
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    scene.environment.airDensity = 1.2f;
    return scene;
}

// Started with a velocity per particle.
void start(CpuSolver& solver, const std::vector<vec3>& velocities) {
    Snapshot s = solver.snapshot();
    for (std::size_t i = 0; i < velocities.size(); ++i)
        s.previous[i] = s.positions[i] - velocities[i] * float(kStep);
    s.previousSubstep = kStep;
    take(solver.restore(s));
}

std::vector<vec3> velocitiesOf(const Snapshot& s) {
    std::vector<vec3> velocities;
    for (std::size_t i = 0; i < s.positions.size(); ++i)
        velocities.push_back((s.positions[i] - s.previous[i]) / float(kStep));
    return velocities;
}

std::vector<vec3> someVelocities(std::size_t count) {
    std::mt19937 random(9);
    std::uniform_real_distribution<float> speed(-3.0f, 3.0f);
    std::vector<vec3> velocities;
    for (std::size_t i = 0; i < count; ++i)
        velocities.emplace_back(speed(random), speed(random), speed(random));
    return velocities;
}

// F = -rho A / 2 ((Cd - Cl) |u . n| u + Cl |u| (u . n) n) / (1 + |F| h / (m |u|)), where the corners are and as fast as
// they are before the push; m is what weighs as much per area as the triangle at rest, which it grows by no further
// than to the next power of two. [N]
dvec3 forceOn(const Environment& air, const dvec3 x[3], const dvec3 v[3], double density, double restArea, dvec3 wind) {
    const dvec3 u = (v[0] + v[1] + v[2]) / 3.0 - wind;
    const dvec3 normal = glm::cross(x[1] - x[0], x[2] - x[0]);
    const double area = glm::length(normal) / 2;
    const dvec3 n = glm::normalize(glm::dot(normal, u) < 0.0 ? -normal : normal);
    const double drag = air.dragCoefficient, lift = air.liftCoefficient;
    const dvec3 force = -0.5 * air.airDensity * area *
                        ((drag - lift) * std::abs(glm::dot(u, n)) * u + lift * glm::length(u) * glm::dot(u, n) * n);
    const double mass = density * std::min(area, std::exp2(std::ceil(std::log2(restArea))));
    return force / (1.0 + glm::length(force) * kStep / (mass * glm::length(u)));
}

// Each corner takes the share of the force that it has of the triangle's mass. Some of the triangles are so light that
// they would be blown faster than the wind.
TEST(Air, PushesATriangleWithThePublishedForce) {
    for (const float density : {1.2f, 900.0f}) {
        Scene scene = looseTriangles(60);
        scene.environment.airDensity = density;
        scene.environment.wind = vec3(4.0f, -1.0f, 2.5f);
        CpuSolver solver = solverFor(scene);
        const std::vector<vec3> velocities = someVelocities(scene.positions.size());
        start(solver, velocities);
        const Snapshot before = solver.snapshot();
        take(solver.step(oneSubstep()));
        const Snapshot after = solver.snapshot();
        for (std::uint32_t t = 0; t < 60; ++t) {
            dvec3 x[3], v[3], moved(0.0);
            double mass = 0.0;
            const auto corner = [&](std::uint32_t k) { return dvec3(scene.positions[3 * t + k]); };
            const double restArea = glm::length(glm::cross(corner(1) - corner(0), corner(2) - corner(0))) / 2;
            for (std::uint32_t k = 0; k < 3; ++k) {
                const std::uint32_t i = 3 * t + k;
                v[k] = (dvec3(before.positions[i]) - dvec3(before.previous[i])) / kStep;
                x[k] = dvec3(before.positions[i]) + v[k] * kStep;
                mass += scene.masses[i];
            }
            const dvec3 force =
                forceOn(scene.environment, x, v, mass / restArea, restArea, dvec3(scene.environment.wind));
            for (std::uint32_t k = 0; k < 3; ++k) {
                const std::uint32_t i = 3 * t + k;
                const dvec3 push = (dvec3(after.positions[i]) - x[k]) * double(scene.masses[i]);
                EXPECT_LT(glm::length(push - force * (kStep * kStep * scene.masses[i] / mass)),
                          3e-7 + 1e-5 * glm::length(push))
                    << t;
                moved += push;
            }
            EXPECT_LT(glm::length(moved - force * (kStep * kStep)), 1e-6 + 1e-5 * glm::length(moved)) << t;
        }
    }
}

// Where triangles share corners each corner takes a third of every push: together, the force on the whole cloth.
TEST(Air, PushesOfACompleteClothAddUp) {
    MeshDescription mesh = irregularMesh(30);
    Scene scene;
    take(addMesh(scene, mesh));
    scene.sticks.clear();
    scene.environment = looseTriangles(1).environment;
    scene.environment.airDensity = 1e-3f;  // next to no limit, so that the triangles' own masses do not matter
    scene.environment.wind = vec3(500.0f, 300.0f, -200.0f);
    CpuSolver solver = solverFor(scene);
    take(solver.step(oneSubstep()));
    const Snapshot after = solver.snapshot();
    dvec3 expected(0.0), momentum(0.0);
    const Body& body = scene.bodies[0];
    for (std::size_t corner = 0; corner < body.faceCorners.size(); corner += 3) {
        dvec3 x[3];
        const dvec3 v[3] = {dvec3(0.0), dvec3(0.0), dvec3(0.0)};
        for (std::size_t k = 0; k < 3; ++k)
            x[k] = dvec3(scene.positions[body.vertexParticles[body.faceCorners[corner + k]]]);
        expected += forceOn(scene.environment, x, v, 1e9, 1e9, dvec3(scene.environment.wind)) * kStep * kStep;
    }
    for (std::size_t i = 0; i < scene.positions.size(); ++i)
        momentum += (dvec3(after.positions[i]) - dvec3(scene.positions[i])) * double(scene.masses[i]);
    EXPECT_GT(glm::length(expected), 1e-3);
    EXPECT_LT(glm::length(momentum - expected), 0.02 * glm::length(expected));
}

TEST(Air, DoesNothingWhereThereAreNoTriangles) {
    Scene vacuum = ropeScene(30), air = ropeScene(30);
    vacuum.levels = air.levels = false;
    air.environment.airDensity = 1.2f;
    air.environment.wind = vec3(20.0f, 5.0f, 0.0f);
    CpuSolver inVacuum = solverFor(vacuum), inAir = solverFor(air);
    for (int frame = 0; frame < 20; ++frame) {
        take(inVacuum.step(settings(4)));
        take(inAir.step(settings(4), windOf(vec3(0.0f, 9.0f, 9.0f))));
    }
    EXPECT_EQ(inVacuum.snapshot(), inAir.snapshot());
}

TEST(Air, OfNoDensityDoesAndCostsNothing) {
    Scene calm = clothScene(12), windy = clothScene(12);
    calm.levels = windy.levels = false;
    windy.environment.wind = vec3(20.0f, 5.0f, 0.0f);
    CpuSolver inCalm = solverFor(calm), inWind = solverFor(windy);
    for (int frame = 0; frame < 20; ++frame) {
        take(inCalm.step(settings(4)));
        take(inWind.step(settings(4), windOf(vec3(0.0f, 9.0f, 9.0f))));
    }
    EXPECT_EQ(inCalm.snapshot(), inWind.snapshot());
    EXPECT_TRUE(take(compile(windy))->air.empty());
}

// A flag in the plane y = 0 is lifted by the wind from below, and sinks more slowly in still air than in none.
TEST(Air, PushesAFlagWithTheWind) {
    const auto centreAfter = [](float density, vec3 wind) {
        Scene scene = clothScene(12);
        scene.levels = false;
        scene.environment.airDensity = density;
        scene.environment.wind = wind;
        CpuSolver solver = solverFor(scene);
        for (int frame = 0; frame < 20; ++frame)
            take(solver.step(settings(6)));
        dvec3 sum(0.0);
        for (const vec3& p : solver.snapshot().positions)
            sum += dvec3(p) / 144.0;
        return sum;
    };
    const dvec3 vacuum = centreAfter(0.0f, vec3(0.0f)), still = centreAfter(1.2f, vec3(0.0f));
    EXPECT_GT(still.y, vacuum.y + 0.02);
    EXPECT_GT(centreAfter(1.2f, vec3(0.0f, 12.0f, 0.0f)).y, 0.1);
    EXPECT_GT(centreAfter(1.2f, vec3(0.0f, 0.0f, 12.0f)).z, still.z + 0.05);
    EXPECT_LT(centreAfter(1.2f, vec3(0.0f, 0.0f, -12.0f)).z, still.z - 0.05);
}

// Air sees both sides of a triangle alike.
TEST(Air, DoesNotCareForTheWinding) {
    const Scene scene = looseTriangles(40), reversed = looseTriangles(40, true);
    CpuSolver one = solverFor(scene), other = solverFor(reversed);
    start(one, someVelocities(scene.positions.size()));
    start(other, someVelocities(scene.positions.size()));
    const Snapshot before = one.snapshot();
    for (int frame = 0; frame < 10; ++frame) {
        take(one.step(oneSubstep(), windOf(vec3(5.0f, 2.0f, 1.0f))));
        take(other.step(oneSubstep(), windOf(vec3(5.0f, 2.0f, 1.0f))));
    }
    const Snapshot a = one.snapshot(), b = other.snapshot();
    for (std::size_t i = 0; i < a.positions.size(); ++i) {
        EXPECT_LT(glm::length(a.positions[i] - b.positions[i]), 2e-6f) << i;
        EXPECT_GT(glm::length(a.positions[i] - before.positions[i]), 1e-3f) << i;
    }
}

TEST(Air, IsNotFeltByWhatMovesWithIt) {
    Scene scene = looseTriangles(40);
    scene.environment.wind = vec3(2.0f, -1.0f, 0.5f);
    CpuSolver solver = solverFor(scene);
    start(solver, std::vector<vec3>(scene.positions.size(), scene.environment.wind));
    for (int frame = 0; frame < 50; ++frame)
        take(solver.step(oneSubstep()));
    const Snapshot s = solver.snapshot();
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        const vec3 expected = scene.positions[i] + scene.environment.wind * float(50 * kStep);
        EXPECT_LT(glm::length(s.positions[i] - expected), 2e-5f) << i;
    }
}

// However light a triangle is, a push changes its speed by no more than its speed in the wind: a gale does not blow up.
TEST(Air, NeverPushesHarderThanItCatchesUpWith) {
    Scene scene = looseTriangles(40);
    scene.masses.assign(scene.masses.size(), 1e-4f);
    scene.environment.wind = vec3(30.0f, 0.0f, 0.0f);
    CpuSolver solver = solverFor(scene);
    std::vector<vec3> before(40, vec3(0.0f));
    for (int frame = 0; frame < 100; ++frame) {
        take(solver.step(oneSubstep()));
        const std::vector<vec3> v = velocitiesOf(solver.snapshot());
        for (std::size_t t = 0; t < 40; ++t) {
            const vec3 mean = (v[3 * t] + v[3 * t + 1] + v[3 * t + 2]) / 3.0f;
            EXPECT_LT(glm::length(mean - before[t]), 1.001f * glm::length(before[t] - scene.environment.wind) + 1e-3f);
            before[t] = mean;
        }
    }
}

// Nor one that has been drawn out to a hundred times its area, which a wind gets hold of as much better.
TEST(Air, PushesWhatIsStretchedNoFasterThanItself) {
    Scene scene = looseTriangles(40);
    scene.masses.assign(scene.masses.size(), 1e-4f);
    const SchedulePtr schedule = take(compile(scene));
    for (const vec3 u : {vec3(1.0f, 0.0f, 0.0f), vec3(0.3f, -0.2f, 0.6f)}) {
        for (const Triangle& t : schedule->triangles) {
            const auto corner = [&](std::uint32_t i) { return 10.0f * vec3(schedule->particles[i]); };
            const vec3 a = corner(t.a), b = corner(t.b), c = corner(t.c);
            const float area = glm::length(glm::cross(b - a, c - a)) / 200.0f;
            const vec3 push =
                airPush<float>(a, b, c, u, inverseRestAreaOf(t.inverses), inverseDensityOf(t.inverses), 0.3f, 0.3f);
            EXPECT_LT(glm::length(push), 2.0f * area * glm::length(u));
        }
    }
}

TEST(Air, TakesTheWindOfTheStepBeforeThatOfTheScene) {
    Scene windy = clothScene(10), calm = clothScene(10);
    windy.levels = calm.levels = false;
    windy.environment.airDensity = calm.environment.airDensity = 1.2f;
    windy.environment.wind = vec3(3.0f, 6.0f, 1.0f);
    CpuSolver scenes = solverFor(windy), steps = solverFor(calm), none = solverFor(calm), silenced = solverFor(windy);
    for (int frame = 0; frame < 10; ++frame) {
        take(scenes.step(settings(4)));
        take(steps.step(settings(4), windOf(windy.environment.wind)));
        take(none.step(settings(4)));
        take(silenced.step(settings(4), windOf(vec3(0.0f))));
    }
    EXPECT_EQ(scenes.snapshot(), steps.snapshot());
    EXPECT_EQ(none.snapshot(), silenced.snapshot());
    EXPECT_NE(scenes.snapshot(), none.snapshot());
    take(steps.step(settings(4)));  // of one step only
    take(none.restore(scenes.snapshot()));
    take(none.step(settings(4)));
    EXPECT_EQ(steps.snapshot(), none.snapshot());
}

TEST(Air, RefusesAWindThatIsNone) {
    CpuSolver solver = solverFor(clothScene(4));
    const Snapshot before = solver.snapshot();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    for (const vec3 wind : {vec3(kNan, 0.0f, 0.0f), vec3(0.0f, 1.1e4f, 0.0f), vec3(0.0f, 0.0f, -HUGE_VALF)})
        EXPECT_CONTAINS(messageOf(solver.step(settings(2), windOf(wind))), "wind");
    EXPECT_EQ(solver.snapshot(), before);
}

// In still air there is nothing that could give energy.
TEST(Air, AtRestOnlyTakesEnergy) {
    for (const float density : {1.2f, 50.0f, 1e4f}) {
        Scene scene = looseTriangles(60);
        scene.environment.airDensity = density;
        scene.masses.assign(scene.masses.size(), 0.1f);
        CpuSolver solver = solverFor(scene);
        start(solver, someVelocities(scene.positions.size()));
        const auto energy = [&] {
            double sum = 0.0;
            for (const vec3& v : velocitiesOf(solver.snapshot()))
                sum += 0.05 * glm::dot(dvec3(v), dvec3(v));
            return sum;
        };
        const double atFirst = energy();
        double before = atFirst;
        for (int frame = 0; frame < 100; ++frame) {
            take(solver.step(oneSubstep()));
            const double now = energy();
            EXPECT_LT(now, before * (1.0 + 1e-5)) << "density " << density << ", frame " << frame + 1;
            before = now;
        }
        EXPECT_LT(before, 0.95 * atFirst);
    }
}

}  // namespace
}  // namespace pliant::test
