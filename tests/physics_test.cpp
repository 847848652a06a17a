// Physical facts, against closed forms and textbook loops in double. Nothing here uses the shared maths.

#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/state/step_report.h"
#include "pliant/state/stretch.h"
#include "support.h"

namespace pliant::test {
namespace {

using glm::dvec3;

constexpr double kGravity = 9.81f;

CpuSolver solverFor(const Scene& scene) {
    return take(CpuSolver::create(take(compile(scene, kForAllMethods))));
}

StepSettings settingsOf(double dt, std::uint32_t substeps, std::uint32_t iterations = 1,
                        Method method = Method::GaussSeidel) {
    StepSettings s = settings(substeps, iterations, method);
    s.dt = dt;
    return s;
}

// Free particles at rest around the origin, undamped.
Scene freeParticles(std::uint32_t count) {
    Scene scene;
    for (std::uint32_t i = 0; i < count; ++i)
        addParticle(scene, vec3(float(i), 0.0f, 0.0f), 1.0f + float(i));
    scene.environment.damping = 0.0f;
    return scene;
}

// y_n = -g h^2 n (n + 1) / 2, whatever the mass. With powers of two for g and h every number on the way is a float, so
// this holds to the last bit.
TEST(FreeFall, FollowsTheClosedFormOfTheDiscreteScheme) {
    Scene scene = freeParticles(3);
    scene.environment.gravity = vec3(0.0f, -8.0f, 0.0f);
    CpuSolver solver = solverFor(scene);
    const double h = 1.0 / 1024;
    for (int step = 1; step <= 300; ++step) {
        take(solver.step(settingsOf(16 * h, 16)));
        const double n = 16.0 * step;
        for (const vec3& p : solver.snapshot().positions)
            EXPECT_EQ(p.y, -8.0 * h * h * n * (n + 1) / 2);
    }
}

// x_n = a t (t + h_0) / 2 for any sequence of steps, h_0 being the first substep: what the time correction is for.
TEST(FreeFall, IsExactForAChangingStep) {
    Scene scene = freeParticles(1);
    scene.environment.gravity = vec3(3.0f, -float(kGravity), -2.0f);
    CpuSolver solver = solverFor(scene);
    std::mt19937 random(2);
    double time = 0.0, firstSubstep = 0.0;
    for (int step = 0; step < 100; ++step) {
        const StepSettings s = settingsOf(std::uniform_real_distribution(0.002, 0.03)(random), 1 + step % 5);
        if (step == 0) firstSubstep = s.dt / s.substeps;
        take(solver.step(s));
        time += s.dt;
        const vec3 p = solver.snapshot().positions[0];
        const double path = time * (time + firstSubstep) / 2;
        EXPECT_NEAR(p.x, 3.0 * path, 2e-4 * path);
        EXPECT_NEAR(p.y, -kGravity * path, 2e-4 * path * kGravity);
        EXPECT_NEAR(p.z, -2.0 * path, 2e-4 * path);
    }
}

// v' = v / (1 + k h) + a h settles at a (1 + k h) / k.
TEST(FreeFall, DampingGivesTheTerminalVelocity) {
    Scene scene = freeParticles(1);
    scene.environment.damping = 4.0f;
    CpuSolver solver = solverFor(scene);
    const double h = 1.0 / 64;
    for (int step = 0; step < 256; ++step)
        take(solver.step(settingsOf(h, 1)));
    const Snapshot s = solver.snapshot();
    const double velocity = (double(s.positions[0].y) - s.previous[0].y) / h;
    EXPECT_NEAR(velocity, -kGravity * (1.0 + 4.0 * h) / 4.0, 1e-3);
}

struct Momenta {
    dvec3 linear{0.0};   // [kg m/s]
    dvec3 angular{0.0};  // about the origin [kg m^2/s]
    double moved = 0.0;  // sum of the particles' own, regardless of direction [kg m/s]
};

Momenta momentaOf(const Scene& scene, const Snapshot& s) {
    Momenta sum;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        const dvec3 x(s.positions[i]), v = (x - dvec3(s.previous[i])) / s.previousSubstep;
        sum.linear += double(scene.masses[i]) * v;
        sum.angular += double(scene.masses[i]) * glm::cross(x, v);
        sum.moved += double(scene.masses[i]) * glm::length(v);
    }
    return sum;
}

class Momentum : public testing::TestWithParam<Method> {};

TEST_P(Momentum, IsConservedWithoutPinsAndGravity) {
    for (const StickMaterial& material : {rigid(), compliant(1e-4f), hooke(20.0f), oneSided(rigid())}) {
        Scene scene = irregularScene(14, material);
        scene.pinned.assign(scene.pinned.size(), 0);
        scene.environment = {.gravity = vec3(0.0f), .damping = 0.0f};
        CpuSolver solver = solverFor(scene);
        take(solver.step(settingsOf(1.0 / 64, 8)));
        Snapshot moving = solver.snapshot();
        std::mt19937 random(9);
        std::uniform_real_distribution<float> kick(-4e-3f, 4e-3f);
        for (vec3& p : moving.previous)
            p += vec3(kick(random), kick(random), kick(random));
        take(solver.restore(moving));
        const Momenta before = momentaOf(scene, moving);
        for (int step = 0; step < 50; ++step)
            take(solver.step(settingsOf(1.0 / 64, 8, 2, GetParam())));
        const Momenta after = momentaOf(scene, solver.snapshot());
        EXPECT_LT(glm::length(after.linear - before.linear), 1e-3 * before.moved);
        EXPECT_LT(glm::length(after.angular - before.angular), 4e-3 * before.moved);
    }
}

INSTANTIATE_TEST_SUITE_P(BothMethods, Momentum, testing::Values(Method::GaussSeidel, Method::Jacobi),
                         [](const auto& info) { return info.param == Method::Jacobi ? "Jacobi" : "GaussSeidel"; });

// Period of a pendulum of 1 m released at rest at an angle, from the first two upward passages through the vertical.
double pendulumPeriod(double degrees, double h) {
    Scene scene = freeParticles(2);
    const double angle = degrees * std::acos(-1.0) / 180.0;
    scene.positions[0] = vec3(0.0f);
    scene.positions[1] = vec3(float(std::sin(angle)), float(-std::cos(angle)), 0.0f);
    scene.pinned[0] = 1;
    take(addStick(scene, 0, 1));
    scene.tethers = false;  // a tether would hold it before the stick does
    CpuSolver solver = solverFor(scene);
    std::vector<double> passages;
    double before = scene.positions[1].x;
    for (int step = 1; passages.size() < 3; ++step) {
        take(solver.step(settingsOf(h, 1)));
        const double now = solver.snapshot().positions[1].x;
        if ((now < 0.0) != (before < 0.0)) passages.push_back(h * (step - now / (now - before)));
        before = now;
    }
    return passages[2] - passages[0];
}

// T = T0 * 2/pi K(sin(angle/2)); T0 and the factors from elliptic-integral tables, for L = 1 m and g = 9.81 m/s^2. A
// rigid stick pulls along its new direction, which damps the swing a little: the period converges with first order, and
// the part that is proportional to h taken out, it is right to a thousandth.
TEST(Pendulum, PeriodConvergesToTheEllipticIntegralWithOrderOne) {
    for (const auto& [degrees, factor] : {std::pair{45.0, 1.039973}, {90.0, 1.180341}}) {
        const double exact = 2.006067 * factor;
        std::vector<double> errors;
        for (const double h : {1.0 / 256, 1.0 / 512, 1.0 / 1024})
            errors.push_back(pendulumPeriod(degrees, h) - exact);
        EXPECT_NEAR(std::log2(errors[0] / errors[1]), 1.0, 0.2) << degrees;
        EXPECT_NEAR(std::log2(errors[1] / errors[2]), 1.0, 0.2) << degrees;
        EXPECT_NEAR(2.0 * errors[2] - errors[1], 0.0, 1e-3 * exact) << degrees;
    }
    EXPECT_NEAR(pendulumPeriod(10.0, 1.0 / 512), 2.006067 * 1.001907, 5e-4);
}

TEST(Stick, ReturnsToItsRestLengthAtOnce) {
    for (const float length : {0.4f, 1.7f}) {
        Scene scene = freeParticles(2);
        take(addStick(scene, 0, 1));
        scene.positions[1].x = length;
        scene.environment.gravity = vec3(0.0f);
        CpuSolver solver = solverFor(scene);
        take(solver.step(settingsOf(0.01, 1)));
        const Snapshot s = solver.snapshot();
        EXPECT_NEAR(distanceBetween(s.positions[0], s.positions[1]), 1.0, 1e-6);
        // Masses are 1 and 2 kg: the heavier end moves half as far, and the centre of mass stays.
        EXPECT_NEAR(s.positions[0].x, (length - 1.0) * 2.0 / 3.0, 1e-6);
    }
}

TEST(Stick, OneSidedIsSlackWhenShort) {
    Scene scene = freeParticles(2);
    take(addStick(scene, 0, 1, addMaterial(scene, oneSided(rigid()))));
    scene.positions[1].x = 0.4f;
    scene.environment.gravity = vec3(0.0f);
    CpuSolver solver = solverFor(scene);
    take(solver.step());
    EXPECT_EQ(solver.snapshot().positions, scene.positions);
}

// x'' = -x / (a m) by backward Euler: x_n = A Re(z^n) with z = 1 / (1 - i w h), started at rest (XPBD paper, section
// 4.1).
TEST(Xpbd, OneSpringIsBackwardEuler) {
    const double compliance = 1e-3, mass = 0.5, h = 1.0 / 240;
    Scene scene;
    addParticle(scene, vec3(0.0f), 1.0f);
    addParticle(scene, vec3(1.0f, 0.0f, 0.0f), float(mass));
    scene.pinned[0] = 1;
    scene.environment = {.gravity = vec3(0.0f), .damping = 0.0f};
    take(addStick(scene, 0, 1, addMaterial(scene, compliant(float(compliance)))));
    scene.positions[1].x = 1.1f;
    CpuSolver solver = solverFor(scene);
    const double omega = std::sqrt(1.0 / (compliance * mass));
    double x = 0.1, p = 0.1;
    for (int step = 1; step <= 200; ++step) {
        const double next = (2 * x - p) / (1 + omega * omega * h * h);
        p = std::exchange(x, next);
        take(solver.step(settingsOf(h, 1, 1 + step % 3)));  // the number of iterations makes no difference
        EXPECT_NEAR(solver.snapshot().positions[1].x - 1.0, x, 1e-5);
    }
}

// n springs hanging from each other, each with a mass m below it: total elongation m g a n (n + 1) / 2. With one
// iteration in each of 40 substeps the scheme itself would be 0.4 % off.
TEST(Xpbd, HangingChainHasTheClosedFormElongation) {
    const std::uint32_t n = 10;
    const double mass = 0.2, compliance = 2e-4;
    const double expected = mass * kGravity * compliance * n * (n + 1) / 2;
    struct Run {
        Method method;
        std::uint32_t substeps, iterations;
    };
    for (const Run& run : {Run{Method::GaussSeidel, 4, 5}, {Method::GaussSeidel, 12, 5}, {Method::Jacobi, 2, 150}}) {
        Scene scene;
        for (std::uint32_t i = 0; i <= n; ++i)
            addParticle(scene, vec3(0.0f, -0.1f * float(i), 0.0f), float(mass));
        scene.pinned[0] = 1;
        scene.environment.damping = 20.0f;
        const std::uint32_t material = addMaterial(scene, compliant(float(compliance)));
        for (std::uint32_t i = 0; i < n; ++i)
            take(addStick(scene, i, i + 1, material));
        CpuSolver solver = solverFor(scene);
        for (int step = 0; step < 400; ++step)
            take(solver.step(settingsOf(1.0 / 60, run.substeps, run.iterations, run.method)));
        EXPECT_NEAR(-0.1 * n - solver.snapshot().positions[n].y, expected, 2e-3 * expected) << run.substeps;
    }
}

// The rope of the tutorials in double: Verlet, then all springs. Gauss-Seidel takes them in the order of the colours,
// each seeing what those before it did; Jacobi lets all of them see the same state, and their forces add up.
TEST(Hooke, EqualsATextbookLoopInDouble) {
    const double stiffness = 300.0, h = 1.0 / 600;
    Scene scene = ropeScene(20, hooke(float(stiffness)));
    scene.environment.damping = 0.0f;
    const SchedulePtr schedule = take(compile(scene, kForAllMethods));
    for (const Method method : {Method::GaussSeidel, Method::Jacobi}) {
        CpuSolver solver = take(CpuSolver::create(schedule));
        std::vector<dvec3> x(scene.positions.begin(), scene.positions.end()), p = x;
        for (int step = 0; step < 400; ++step) {
            take(solver.step(settingsOf(h, 1, 1, method)));
            for (std::size_t i = 1; i < x.size(); ++i) {
                const dvec3 next = 2.0 * x[i] - p[i] + dvec3(0.0, -kGravity * h * h, 0.0);
                p[i] = std::exchange(x[i], next);
            }
            const std::vector<dvec3> frozen = x;
            const std::vector<dvec3>& seen = method == Method::Jacobi ? frozen : x;
            for (const std::uint32_t index : schedule->sceneStick) {
                const SceneStick& stick = scene.sticks[index];
                const dvec3 d = seen[stick.a] - seen[stick.b];
                const dvec3 force = stiffness * (glm::length(d) - stick.restLength) * d / glm::length(d);
                if (stick.a != 0) x[stick.a] -= force * h * h / double(scene.masses[stick.a]);
                if (stick.b != 0) x[stick.b] += force * h * h / double(scene.masses[stick.b]);
            }
        }
        const Snapshot s = solver.snapshot();
        ASSERT_GT(glm::length(x[19] - dvec3(scene.positions[19])), 0.5);  // it has swung
        for (std::size_t i = 0; i < x.size(); ++i)
            EXPECT_LT(glm::length(dvec3(s.positions[i]) - x[i]), 3e-4) << i;
    }
}

TEST(Methods, ConvergeToTheSameRestShape) {
    Scene scene = clothScene(6, compliant(1e-4f));
    scene.environment.damping = 8.0f;
    std::vector<std::vector<vec3>> shapes;
    for (const StepSettings& s : {settings(5, 20), settings(5, 200, Method::Jacobi)}) {
        CpuSolver solver = solverFor(scene);
        for (int step = 0; step < 600; ++step)
            take(solver.step(s));
        shapes.push_back(solver.snapshot().positions);
    }
    for (std::size_t i = 0; i < shapes[0].size(); ++i) {
        EXPECT_LT(distanceBetween(shapes[0][i], shapes[1][i]), 2.5e-3) << "of a cloth of 1 m, particle " << i;
    }
}

// Four steps of five substeps are one step of twenty, to the bit.
TEST(Substeps, AreStepsOfTheirOwn) {
    const SchedulePtr schedule = take(compile(mixedScene()));
    CpuSolver once = take(CpuSolver::create(schedule)), fourTimes = take(CpuSolver::create(schedule));
    for (int frame = 0; frame < 10; ++frame) {
        take(once.step(settingsOf(1.0 / 64, 20, 2)));
        for (int i = 0; i < 4; ++i)
            take(fourTimes.step(settingsOf(1.0 / 256, 5, 2)));
    }
    EXPECT_EQ(take(compare(once.snapshot(), fourTimes.snapshot())).differing, 0u);
}

// The same sticks swept row by row, as they come, in double and without any schedule. Stops once it has blown up.
double energyOfRowByRowSweep(const Scene& scene, std::uint32_t substeps, double enough) {
    std::vector<dvec3> x(scene.positions.begin(), scene.positions.end()), p = x;
    const double h = 1.0 / 60 / substeps, keep = 1.0 / (1.0 + scene.environment.damping * h);
    std::vector<double> w;
    for (std::size_t i = 0; i < x.size(); ++i)
        w.push_back(scene.pinned[i] ? 0.0 : 1.0 / scene.masses[i]);
    std::vector<SceneStick> sticks = scene.sticks;
    std::stable_sort(sticks.begin(), sticks.end(), [](const SceneStick& s, const SceneStick& t) { return s.a < t.a; });
    double energy = 0.0;
    for (std::uint32_t frame = 0; frame < 300 && energy < enough; ++frame) {
        for (std::uint32_t substep = 0; substep < substeps; ++substep) {
            for (std::size_t i = 0; i < x.size(); ++i) {
                if (w[i] == 0.0) continue;
                const dvec3 next = x[i] + keep * (x[i] - p[i]) + dvec3(0.0, -kGravity * h * h, 0.0);
                p[i] = std::exchange(x[i], next);
            }
            for (const SceneStick& s : sticks) {
                const dvec3 d = x[s.a] - x[s.b];
                const double length = glm::length(d);
                const dvec3 push = d * ((length - s.restLength) / (length * (w[s.a] + w[s.b])));
                x[s.a] -= w[s.a] * push;
                x[s.b] += w[s.b] * push;
            }
        }
        energy = 0.0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            energy += 0.5 * scene.masses[i] * glm::dot(x[i] - p[i], x[i] - p[i]) / (h * h);
        }
    }
    return energy;
}

// The order of the constraints decides stability: colours keep a rigid cloth of 128 x 128 finite and let it come to
// rest, where a sweep from row to row blows up.
TEST(LargeCloth, StaysFiniteAndComesToRestInColouredOrder) {
    GridDescription grid;
    grid.columns = grid.rows = 128;
    grid.width = grid.height = 2.0f;
    Scene scene;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    const double fallen = 0.15 * 4.0 * kGravity * 2.0;  // energy of the whole cloth after 2 m of fall [J]
    for (const std::uint32_t substeps : {5u, 20u}) {
        CpuSolver solver = solverFor(scene);
        for (int frame = 0; frame < 400; ++frame)
            take(solver.step(settings(substeps)));
        const Snapshot s = solver.snapshot();
        EXPECT_EQ(countNonFinite(s.positions), 0u);
        EXPECT_LT(reportOf(scene, s).kineticEnergy, 0.02 * fallen);
        const double swept = energyOfRowByRowSweep(scene, substeps, 1e3 * fallen);
        EXPECT_FALSE(swept < 1e3 * fallen) << "the row-by-row sweep stayed at " << swept << " J";
    }
}

}  // namespace
}  // namespace pliant::test
