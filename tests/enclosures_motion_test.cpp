// Enclosures in motion: what they keep, what they balance, and what they do not add.

#include <functional>

#include "enclosure_support.h"

namespace pliant::test {
namespace {

Snapshot run(const Scene& scene, int frames, const StepSettings& s, const StepInputs& inputs = {}) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    for (int i = 0; i < frames; ++i)
        take(solver.step(s, inputs));
    return solver.snapshot();
}

// Root of a falling function.
template <class F>
double rootOf(double low, double high, F&& f) {
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (f(middle) > 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

// A ring of n springs of radius 1 at rest, seen as a regular polygon of radius r.
struct Ring {
    std::uint32_t n;
    double compliance;
    double half() const { return std::acos(-1.0) / n; }
    double area(double r) const { return 0.5 * n * r * r * std::sin(2.0 * half()); }
    double tension(double r) const { return 2.0 * (r - 1.0) * std::sin(half()) / compliance; }
    // Outward force on a particle: the pressure on half of both edges against both tensions.
    double force(double r, double pressure) const {
        return pressure * r * std::sin(2.0 * half()) - 2.0 * tension(r) * std::sin(half());
    }
};

double meanRadius(const Snapshot& s) {
    double sum = 0.0;
    for (const vec3& p : s.positions)
        sum += glm::length(dvec3(p));
    return sum / double(s.positions.size());
}

Scene ringScene(const Ring& ring, const Enclosure& filling) {
    Scene scene = planarScene();
    scene.environment.gravity = vec3(0.0f);
    take(addSoftBody(scene, disc(ring.n, compliant(float(ring.compliance)), filling)));
    return scene;
}

TEST(EnclosuresMotion, ARingUnderGasPressureHasTheRadiusOfTheory) {
    for (const double pressure : {5.0, 40.0, 400.0}) {
        for (const double outside : {0.0, 5.0}) {
            const Ring ring{48, 2e-3};
            Scene scene = ringScene(ring, gasFilling(float(pressure), float(outside)));
            scene.environment.damping = 6.0f;
            const double expected = rootOf(
                0.5, 50.0, [&](double r) { return ring.force(r, pressure * ring.area(1.0) / ring.area(r) - outside); });
            const Snapshot end = run(scene, 300, settings(10, 10));
            EXPECT_NEAR(meanRadius(end), expected, 1e-4 * expected) << pressure << " against " << outside;
        }
    }
}

TEST(EnclosuresMotion, PressureDoesNotDependOnSubstepsOrIterations) {
    const Ring ring{48, 2e-3};
    Scene scene = ringScene(ring, gasFilling(40.0f, 0.0f));
    scene.environment.damping = 6.0f;
    const double expected = meanRadius(run(scene, 300, settings(10, 10)));
    EXPECT_NEAR(meanRadius(run(scene, 300, settings(5, 20))), expected, 2e-4 * expected);
    EXPECT_NEAR(meanRadius(run(scene, 300, settings(60))), expected, 2e-3 * expected);
}

TEST(EnclosuresMotion, ARingOfCompliantWaterHasTheRadiusOfTheory) {
    constexpr double kCompliance = 5e-3;
    const Ring ring{48, 2e-3};
    Scene scene = ringScene(ring, fixedFilling(float(kCompliance), 1.5f));
    scene.environment.damping = 6.0f;
    const double expected =
        rootOf(0.5, 5.0, [&](double r) { return ring.force(r, (1.5 * ring.area(1.0) - ring.area(r)) / kCompliance); });
    for (const auto& s : {settings(16), settings(6, 4)})
        EXPECT_NEAR(meanRadius(run(scene, 300, s)), expected, 1e-4 * expected);
}

// Breathing of the ring, which stays a regular polygon, against Runge-Kutta in double: the error goes down with the
// substep.
TEST(EnclosuresMotion, ABreathingRingComesCloserToTheoryWithEverySubstep) {
    const Ring ring{32, 0.05};
    const Scene scene = ringScene(ring, gasFilling(8.0f, 2.0f));
    const double mass = 1.0 / ring.n;
    const auto acceleration = [&](double r) { return ring.force(r, 8.0 * ring.area(1.0) / ring.area(r) - 2.0) / mass; };
    double r = 1.0, v = 0.0;
    constexpr int kSteps = 60000;
    constexpr double h = 0.5 / kSteps;
    for (int i = 0; i < kSteps; ++i) {  // Verlet's velocity form, of second order
        const double a = acceleration(r);
        r += h * v + 0.5 * h * h * a;
        v += 0.5 * h * (a + acceleration(r));
    }
    const auto errorWith = [&](std::uint32_t substeps) {
        return meanRadius(run(scene, 30, settings(substeps, 6))) - r;
    };
    const double coarse = errorWith(4), middle = errorWith(8), fine = errorWith(16);
    EXPECT_LT(std::abs(fine), 0.01 * std::abs(r - 1.0));
    EXPECT_NEAR(coarse / middle, 2.0, 0.1);
    EXPECT_NEAR(middle / fine, 2.0, 0.1);
}

// The balance of a thin wall, from positions and the laws of the parts alone: 3 p V is the sum of tension times length.
TEST(EnclosuresMotion, ABallOfGasIsInBalanceWithItsSkin) {
    constexpr double kPressure = 3000.0, kCompliance = 1e-3;
    Scene scene = ballScene(3, 0.5f, 50.0f, compliant(float(kCompliance)), gasFilling(float(kPressure), 0.0f));
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 8.0f;
    const double rest = measureOf(scene.enclosures[0], scene.positions, false);
    const Snapshot end = run(scene, 240, settings(10, 4));
    const double volume = measureNow(scene, end);
    double wall = 0.0;
    for (const SceneStick& stick : scene.sticks) {
        const double length = glm::length(dvec3(end.positions[stick.a]) - dvec3(end.positions[stick.b]));
        wall += length * (length - double(stick.restLength)) / kCompliance;
    }
    EXPECT_GT(volume, 1.1 * rest);
    EXPECT_NEAR(3.0 * kPressure * rest, wall, 1e-3 * wall);  // p V = kPressure rest: Boyle
}

// Water in a soft skin, dropped on a floor and pressed by a plate from above.
TEST(EnclosuresMotion, AreaIsKeptUnderPressureAndLoad) {
    Scene scene = planarScene();
    scene.environment.damping = 0.5f;
    take(addSoftBody(scene, disc(64, compliant(1e-2f), fixedFilling(), vec2(0.0f, 1.3f))));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    const double rest = measureOf(scene.enclosures[0], scene.positions, true);
    for (int frame = 0; frame < 240; ++frame) {
        const auto bottom = [](int f) { return std::max(3.5f - 0.02f * float(f), 1.2f); };
        take(solver.step(settings(12), floorAndPlate(bottom(frame), bottom(frame + 1))));
        const Snapshot now = solver.snapshot();
        ASSERT_NEAR(measureNow(scene, now) / rest, 1.0, 0.01) << frame;
        for (const vec3& p : now.positions)
            ASSERT_EQ(p.z, 0.0f);
    }
    float top = 0.0f;
    for (const vec3& p : solver.snapshot().positions)
        top = std::max(top, p.y);
    EXPECT_LT(top, 1.25f);  // it is pressed flat indeed
}

TEST(EnclosuresMotion, VolumeIsKeptUnderLoad) {
    Scene scene = ballScene(3, 0.5f, 10.0f, compliant(1e-2f), fixedFilling());
    for (vec3& p : scene.positions)
        p.y += 0.8f;
    scene.environment.damping = 0.5f;
    const double rest = measureOf(scene.enclosures[0], scene.positions, false);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    StepInputs inputs;
    inputs.colliders.emplace_back();
    for (int frame = 0; frame < 120; ++frame) {
        take(solver.step(settings(12), inputs));
        ASSERT_NEAR(measureNow(scene, solver.snapshot()) / rest, 1.0, 0.01) << frame;
    }
    float top = 0.0f;
    for (const vec3& p : solver.snapshot().positions)
        top = std::max(top, p.y);
    EXPECT_LT(top, 0.95f);  // it has spread
}

// The state at the start of a run, squeezed, thrown and spinning.
Snapshot thrown(const Schedule& schedule, float spin) {
    Snapshot start = initialSnapshot(schedule);
    for (std::size_t i = 0; i < start.positions.size(); ++i) {
        vec3& x = start.positions[i];
        x.y *= 0.95f;
        const vec3 velocity = spin * (vec3(0.2f, -0.1f, 0.0f) + vec3(-x.y, x.x, 0.0f));
        start.previous[i] = x - velocity / 2400.0f;
    }
    start.previousSubstep = 1.0 / 2400;
    return start;
}

void forMomentum(const std::function<void(Scene)>& check) {
    for (const Enclosure& filling : {fixedFilling(), fixedFilling(1e-2f, 1.2f), gasFilling(300.0f, 200.0f)}) {
        Scene flat = planarScene();
        take(addSoftBody(flat, disc(40, compliant(1e-2f), filling)));
        flat.environment.gravity = vec3(0.0f);
        check(flat);
        Scene ball = ballScene(2, 1.0f, 1.0f, compliant(1e-2f), filling);
        ball.environment.gravity = vec3(0.0f);
        check(ball);
    }
}

// Pushes add up to nothing, and exert no torque: what a squeezed body at rest gains in one substep.
TEST(EnclosuresMotion, PushesHaveNoSumAndNoTorque) {
    forMomentum([](Scene scene) {
        scene.sticks.clear();
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule));
        take(solver.restore(thrown(*schedule, 0.0f)));
        take(solver.step(settings(1)));
        const Snapshot now = solver.snapshot();
        double moved = 0.0;
        for (std::size_t i = 0; i < now.positions.size(); ++i)
            moved += double(scene.masses[i]) * glm::length(dvec3(now.positions[i]) - dvec3(now.previous[i]));
        const Momentum gained = momentumOf(scene, now);
        EXPECT_GT(moved, 1e-4);
        EXPECT_LT(glm::length(gained.linear), 2e-6 * moved);
        EXPECT_LT(glm::length(gained.angular), 2e-6 * moved);
    });
}

TEST(EnclosuresMotion, MomentumIsKept) {
    forMomentum([](const Scene& scene) {
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule));
        take(solver.restore(thrown(*schedule, 3.0f)));
        const Momentum before = momentumOf(scene, solver.snapshot());
        for (int frame = 0; frame < 30; ++frame)
            take(solver.step(settings(40)));
        const Momentum after = momentumOf(scene, solver.snapshot());
        EXPECT_LT(glm::length(after.linear - before.linear), 2e-3 * glm::length(before.linear));
        EXPECT_LT(glm::length(after.angular - before.angular), 1e-2 * glm::length(before.angular));
    });
}

// Gas far stiffer than a step can follow, out of shape and a little squeezed: it keeps its volume while its skin
// swings.
TEST(EnclosuresMotion, StiffGasIsStable) {
    Scene scene = ballScene(2, 0.5f, 1.0f, compliant(0.1f), gasFilling(1e10f, 1e10f));
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 2.0f;
    const double rest = measureOf(scene.enclosures[0], scene.positions, false);
    const SchedulePtr schedule = take(compile(scene));
    Snapshot start = initialSnapshot(*schedule);
    for (std::size_t i = 0; i < start.positions.size(); ++i)
        start.positions[i] = start.previous[i] = start.positions[i] * vec3(1.2f, 0.82f, 1.0f);
    CpuSolver solver = take(CpuSolver::create(schedule));
    take(solver.restore(start));
    for (int frame = 0; frame < 200; ++frame) {
        take(solver.step(settings(2)));
        const Snapshot now = solver.snapshot();
        if (frame > 2) {
            ASSERT_NEAR(measureNow(scene, now) / rest, 1.0, 1e-2) << frame;
        }
        for (const vec3& p : now.positions)
            ASSERT_LT(glm::length(dvec3(p)), 1.5);
    }
}

// Turned inside out, or crushed to a line: water and gas come back.
TEST(EnclosuresMotion, ItComesBackFromInsideOut) {
    for (const float squeeze : {-1.0f, -0.1f, 0.0f}) {
        for (const Enclosure& filling : {fixedFilling(), gasFilling(300.0f, 300.0f)}) {
            Scene scene = planarScene();
            scene.environment.gravity = vec3(0.0f);
            scene.environment.damping = 4.0f;
            take(addSoftBody(scene, disc(33, compliant(1e-3f), filling)));
            const double rest = measureOf(scene.enclosures[0], scene.positions, true);
            const SchedulePtr schedule = take(compile(scene));
            Snapshot start = initialSnapshot(*schedule);
            for (std::size_t i = 0; i < start.positions.size(); ++i)
                start.positions[i].y = start.previous[i].y = start.positions[i].y * squeeze;
            CpuSolver solver = take(CpuSolver::create(schedule));
            take(solver.restore(start));
            for (int frame = 0; frame < 240; ++frame)
                take(solver.step(settings(10)));
            const Snapshot now = solver.snapshot();
            EXPECT_NEAR(measureNow(scene, now) / rest, 1.0, 0.02) << squeeze << " " << int(filling.filling);
            EXPECT_LT(meanRadius(now), 3.0);
        }
    }
}

// A ball that displaces half of its weight falls half as fast; one that displaces its weight floats. Exactly
// Archimedes, since the gradients add up to that for any closed mesh.
// Thrown out of the world. Nothing else acts but what they are filled with.
Snapshot afterLosingOne(const Scene& scene, double substep) {
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    Snapshot start = initialSnapshot(*schedule);
    start.previousSubstep = 1e-6;
    start.previous[7] = vec3(-1e9f, 0.0f, 0.0f);
    take(solver.restore(start));
    StepSettings s = settings(1);
    s.dt = substep;
    take(solver.step(s));
    return solver.snapshot();
}

// Inflated by half, whatever they measure and weigh.
TEST(EnclosuresMotion, LargeAndSmallHeavyAndLight) {
    for (const bool isPlanar : {true, false}) {
        for (const float size : {1e-5f, 1.0f, 5e4f}) {
            for (const float mass : {1e-9f, 1.0f, 1e9f}) {
                Scene scene = isPlanar ? planarScene() : ballScene(1, 1.0f, 1.0f, rigid(), fixedFilling(0.0f, 1.5f));
                if (isPlanar) take(addSoftBody(scene, disc(31, rigid(), fixedFilling(0.0f, 1.5f))));
                scene.sticks.clear();
                for (vec3& p : scene.positions)
                    p *= size;
                scene.masses.assign(scene.masses.size(), mass);
                scene.environment.gravity = vec3(0.0f);
                scene.environment.damping = 50.0f;
                CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
                for (int frame = 0; frame < 60; ++frame)
                    take(solver.step(settings(4)));
                const double atRest = measureOf(scene.enclosures[0], scene.positions, isPlanar);
                EXPECT_NEAR(measureNow(scene, solver.snapshot()) / atRest, 1.5, 1e-4)
                    << isPlanar << ' ' << size << ' ' << mass;
            }
        }
    }
}

TEST(EnclosuresMotion, ALostParticleMovesNoOther) {
    for (const bool isPlanar : {true, false}) {
        for (const float radius : {1.0f, 1e4f}) {
            Scene scene = isPlanar ? planarScene() : ballScene(1, radius, 10.0f, rigid(), fixedFilling());
            SoftBodyDescription body = disc(31, rigid(), fixedFilling());
            body.outline = circleOutline(vec2(0.0f), radius, 31);
            if (isPlanar) take(addSoftBody(scene, body));
            scene.sticks.clear();
            for (const float buoyancy : {0.0f, 0.3f}) {
                scene.enclosures[0].buoyancy = buoyancy;
                for (const double substep : {2e-6, 1e-4, 1e-1}) {
                    const Snapshot end = afterLosingOne(scene, substep);
                    EXPECT_EQ(end.lost, 1u);
                    const double fall = 5.0 * substep * (substep + 1e-6), most = fall + 1e-6 * double(radius);
                    for (std::size_t i = 0; i < end.positions.size(); ++i) {
                        EXPECT_LT(glm::length(dvec3(end.positions[i]) - dvec3(scene.positions[i])), most)
                            << isPlanar << ' ' << radius << ' ' << buoyancy << ' ' << substep << ' ' << i;
                    }
                }
            }
        }
    }
}

TEST(EnclosuresMotion, BuoyancyIsTheWeightOfWhatIsDisplaced) {
    for (const double share : {0.5, 1.0, 3.0}) {
        Scene scene = ballScene(2, 0.5f, 1.0f, rigid(), fixedFilling());
        const double volume = measureOf(scene.enclosures[0], scene.positions, false);
        scene.enclosures[0].buoyancy = static_cast<float>(share / volume);
        const Snapshot end = run(scene, 30, settings(10));
        double height = 0.0, mass = 0.0;
        for (std::size_t i = 0; i < end.positions.size(); ++i) {
            height += double(scene.masses[i]) * double(end.positions[i].y);
            mass += double(scene.masses[i]);
        }
        // x_n = a h^2 n (n + 1) / 2 of the scheme, at n = 300
        const double expected = 9.81 * (share - 1.0) / 600.0 / 600.0 * 300.0 * 301.0 / 2.0;
        EXPECT_NEAR(height / mass, expected, 1e-3 * 1.23 * std::max(share, 1.0)) << share;
    }
}

}  // namespace
}  // namespace pliant::test
