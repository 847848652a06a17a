// Integrators against closed forms: order of convergence, gain and loss of energy, and sag.

#include "forces_support.h"
#include "pliant/state/step_report.h"

namespace pliant::test {
namespace {

using enum Integrator;

constexpr Integrator kAll[] = {ExplicitEuler, SemiImplicitEuler, VelocityVerlet, RungeKutta4, BackwardEuler};

double errorOf(const Snapshot& state, const Motion& exact) {
    double sum = 0.0;
    for (std::size_t i = 0; i < exact.x.size(); ++i) {
        const dvec3 dx = dvec3(state.positions[i]) - exact.x[i], dv = dvec3(state.velocities[i]) - exact.v[i];
        sum += glm::dot(dx, dx) + glm::dot(dv, dv);
    }
    return std::sqrt(sum);
}

// Steps in which the error is well above a float's rounding and well below the motion itself.
int stepsFor(Integrator integrator) {
    switch (integrator) {
        case RungeKutta4: return 12;
        case VelocityVerlet: return 48;
        default: return 512;
    }
}

struct Order {
    Integrator integrator;
    double order, tolerance;
};

class Orders : public testing::TestWithParam<Order> {};

void PrintTo(const Order& order, std::ostream* out) {
    *out << int(order.integrator);
}

TEST_P(Orders, OfAnOscillator) {
    const auto [integrator, order, tolerance] = GetParam();
    const Scene scene = oscillator(integrator, 4.0f, 1.0f, 0.25f);  // 2 rad/s
    const double time = 2.0;
    const Motion exact{{dvec3(-1.0, 0.0, 0.0), dvec3(0.25 * std::cos(2.0 * time), 0.0, 0.0)},
                       {dvec3(0.0), dvec3(-0.5 * std::sin(2.0 * time), 0.0, 0.0)}};
    const int steps = stepsFor(integrator);
    const double coarse = errorOf(stateAfter(scene, time, steps), exact);
    const double fine = errorOf(stateAfter(scene, time, 2 * steps), exact);
    EXPECT_NEAR(std::log2(coarse / fine), order, tolerance) << coarse << " " << fine;
}

TEST_P(Orders, OfANetOfSprings) {
    const auto [integrator, order, tolerance] = GetParam();
    const Scene scene = smallNet(integrator);
    const double time = 1.0;
    const Motion exact = referenceAfter(scene, time, 20'000);
    const int steps = integrator == RungeKutta4 ? 24 : stepsFor(integrator);
    const double coarse = errorOf(stateAfter(scene, time, steps), exact);
    const double fine = errorOf(stateAfter(scene, time, 2 * steps), exact);
    EXPECT_NEAR(std::log2(coarse / fine), order, tolerance) << coarse << " " << fine;
}

INSTANTIATE_TEST_SUITE_P(Integrators, Orders,
                         testing::Values(Order{ExplicitEuler, 1.0, 0.1}, Order{SemiImplicitEuler, 1.0, 0.1},
                                         Order{VelocityVerlet, 2.0, 0.1}, Order{RungeKutta4, 4.0, 0.25},
                                         Order{BackwardEuler, 1.0, 0.1}),
                         [](const auto& info) { return "Number" + std::to_string(int(info.param.integrator)); });

// The places of semi-implicit Euler are those of Stoermer and Verlet, x(n+1) - 2 x(n) + x(n-1) = h^2 a(n), if the
// velocity that it starts from is that of half a step before: then they are of second order.
TEST(Orders, OfVerletInPlacesAlone) {
    const double time = 2.0, exact = 0.25 * std::cos(2.0 * time);
    const auto errorWith = [&](int steps) {
        const Scene scene = oscillator(SemiImplicitEuler, 4.0f, 1.0f, 0.25f);
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule));
        StepSettings s = settings(1);
        s.dt = time / steps;
        Snapshot start = initialSnapshot(*schedule);
        start.velocities[1].x = float(0.5 * s.dt * 4.0 * 0.25);
        take(solver.restore(start));
        for (int i = 0; i < steps; ++i)
            take(solver.step(s));
        return std::abs(solver.snapshot().positions[1].x - exact);
    };
    EXPECT_NEAR(std::log2(errorWith(48) / errorWith(96)), 2.0, 0.1);
}

TEST(Orders, OfVelocityVerletInAir) {
    Scene scene = smallNet(VelocityVerlet);
    scene.environment.damping = 0.8f;
    const Motion exact = referenceAfter(scene, 1.0, 20'000);
    const double coarse = errorOf(stateAfter(scene, 1.0, 48), exact), fine = errorOf(stateAfter(scene, 1.0, 96), exact);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.15) << coarse << " " << fine;
}

// With damping along springs too it stays of the order that it has; velocity Verlet does not.
TEST(Orders, OfRungeKuttaWithDamping) {
    const Scene scene = smallNet(RungeKutta4, 0.05f);
    const Motion exact = referenceAfter(scene, 1.0, 20'000);
    const double coarse = errorOf(stateAfter(scene, 1.0, 24), exact), fine = errorOf(stateAfter(scene, 1.0, 48), exact);
    EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.3) << coarse << " " << fine;
}

TEST(Damping, OfASpringIsThatOfTheTextbook) {
    for (const Integrator integrator : kAll) {
        const Scene scene = smallNet(integrator, 0.3f);
        const Motion exact = referenceAfter(scene, 1.0, 10'000);
        EXPECT_LT(errorOf(stateAfter(scene, 1.0, 4000), exact), 4e-3) << int(integrator);
    }
}

// x'' = -w^2 x. What follows holds to the last digit in exact arithmetic.
struct Oscillation {
    double w, h;
    std::vector<double> x, v;  // after every step
};

Oscillation oscillate(Integrator integrator, double hw, int steps) {
    const Scene scene = oscillator(integrator, 4.0f, 1.0f, 0.25f);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    Oscillation o{2.0, 0.5 * hw, {0.25}, {0.0}};
    StepSettings s = settings(1);
    s.dt = o.h;
    for (int i = 0; i < steps; ++i) {
        take(solver.step(s));
        const Snapshot state = solver.snapshot();
        o.x.push_back(state.positions[1].x);
        o.v.push_back(state.velocities.empty() ? 0.0 : double(state.velocities[1].x));
    }
    return o;
}

// v^2 + w^2 x^2, plus two further terms of invariants.
double formOf(const Oscillation& o, std::size_t i, double squareTerm = 0.0, double mixedTerm = 0.0) {
    return o.v[i] * o.v[i] + o.w * o.w * (1.0 + squareTerm) * o.x[i] * o.x[i] + mixedTerm * o.x[i] * o.v[i];
}

TEST(Energy, ExplicitEulerGainsAndBackwardEulerLosesBySquareOfHW) {
    const Oscillation gains = oscillate(ExplicitEuler, 0.1, 200), loses = oscillate(BackwardEuler, 0.1, 200);
    for (std::size_t i = 0; i <= 200; ++i) {
        const double grown = std::pow(1.01, double(i));
        EXPECT_NEAR(formOf(gains, i) / (formOf(gains, 0) * grown), 1.0, 1e-4) << i;
        EXPECT_NEAR(formOf(loses, i) * grown / formOf(loses, 0), 1.0, 1e-4) << i;
    }
}

TEST(Energy, RungeKuttaLosesTheSixthPowerOfHW) {
    const double hw = 0.8, kept = 1.0 - std::pow(hw, 6) / 72 + std::pow(hw, 8) / 576;
    const Oscillation o = oscillate(RungeKutta4, hw, 200);
    for (std::size_t i = 0; i <= 200; ++i)
        EXPECT_NEAR(formOf(o, i) / (formOf(o, 0) * std::pow(kept, double(i))), 1.0, 1e-4) << i;
}

// Both keep a form that is close to the energy, and so the energy has no trend.
TEST(Energy, SymplecticIntegratorsKeepTheirOwn) {
    const double hw = 0.5;
    const Oscillation euler = oscillate(SemiImplicitEuler, hw, 3000), verlet = oscillate(VelocityVerlet, hw, 3000);
    const double mixed = -euler.h * euler.w * euler.w;
    for (std::size_t i = 0; i <= 3000; ++i) {
        ASSERT_NEAR(formOf(euler, i, 0.0, mixed) / formOf(euler, 0, 0.0, mixed), 1.0, 3e-4) << i;
        ASSERT_NEAR(formOf(verlet, i, -0.25 * hw * hw) / formOf(verlet, 0, -0.25 * hw * hw), 1.0, 3e-4) << i;
        ASSERT_NEAR(formOf(euler, i) / formOf(euler, 0), 1.0, 0.51 * hw / (1.0 - 0.5 * hw));
    }
    // And that the invariants are not those of the other.
    EXPECT_GT(std::abs(formOf(euler, 2) / formOf(euler, 0) - 1.0), 0.1);
}

// A Hooke stick that Verlet solves among its constraints takes its force where the particle is about to be: with D = 1
// - h^2 w^2 a mode goes as z^2 - 2 D z + D = 0, and the form below as D in every step.
TEST(Energy, AHookeStickAmongTheConstraintsOfVerletIsDamped) {
    const double hw = 0.2, kept = 1.0 - hw * hw;
    const Oscillation o = oscillate(Verlet, hw, 100);
    const auto form = [&](std::size_t i) {
        return o.x[i] * o.x[i] - 2.0 * kept * o.x[i] * o.x[i - 1] + kept * o.x[i - 1] * o.x[i - 1];
    };
    for (std::size_t i = 1; i <= 100; ++i)
        EXPECT_NEAR(form(i) / (form(1) * std::pow(kept, double(i - 1))), 1.0, 2e-4) << i;
}

// N masses under each other on springs: the last hangs m g N (N + 1) / (2 k) lower than at rest.
TEST(Sag, OfAChainIsThatOfHooke) {
    constexpr int kCount = 10;
    const float mass = 0.1f, stiffness = 100.0f;
    const double sag = 0.1f * 9.81f * kCount * (kCount + 1) / (2.0 * stiffness);
    for (const Integrator integrator : {ExplicitEuler, SemiImplicitEuler, VelocityVerlet, RungeKutta4, BackwardEuler}) {
        Scene scene;
        for (int i = 0; i <= kCount; ++i)
            addParticle(scene, vec3(0.0f, -0.1f * float(i), 0.0f), mass);
        scene.pinned[0] = 1;
        for (std::uint32_t i = 0; i < kCount; ++i)
            take(addStick(scene, i, i + 1, addMaterial(scene, spring(stiffness))));
        moveBy(scene, integrator);
        scene.environment.gravity = vec3(0.0f, -9.81f, 0.0f);
        scene.environment.damping = 9.0f;
        const Snapshot state = stateAfter(scene, 6.0, 6000);
        EXPECT_NEAR(-0.1 * kCount - state.positions[kCount].y, sag, 1e-4 * sag) << int(integrator);
        EXPECT_LT(glm::length(state.velocities[kCount]), 1e-3f) << int(integrator);
    }
}

// Some sixty times as long a substep as explicit integrators could take, where twenty steps of conjugate gradients are
// far from enough: nothing flies apart, and energy is lost.
TEST(BackwardEuler, IsStableFarBeyondTheBoundOfTheOthers) {
    GridDescription grid;
    grid.columns = grid.rows = 20;
    grid.structural = grid.shear = grid.bend = spring(1e3f);
    Scene scene;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    scene.bodies[0].integrator = BackwardEuler;
    for (const int seconds : {1, 3, 10}) {
        const Snapshot state = stateAfter(scene, seconds, 60 * seconds);
        const StepReport report = reportOf(scene, state);
        EXPECT_LT(report.kineticEnergy + report.potentialEnergy, -0.2) << seconds;  // it starts from 0
        EXPECT_LT(report.largestStretch, 0.05) << seconds;
        EXPECT_EQ(state.lost, 0u);
    }
    scene.bodies[0].integrator = SemiImplicitEuler;
    EXPECT_GT(stateAfter(scene, 1.0, 60).lost, 0u);
}

TEST(BackwardEuler, HasTheSameBitsOnAnyNumberOfThreads) {
    GridDescription grid;
    grid.columns = grid.rows = 40;
    grid.structural = grid.shear = grid.bend = spring(50.0f, 1e-3f);
    Scene scene;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    scene.bodies[0].integrator = BackwardEuler;
    const Snapshot one = stateAfter(scene, 0.2, 12, {1, false});
    EXPECT_EQ(hashOf(stateAfter(scene, 0.2, 12, {3, true})), hashOf(one));
    EXPECT_LT(one.positions.back().y, -0.05f);
}

}  // namespace
}  // namespace pliant::test
