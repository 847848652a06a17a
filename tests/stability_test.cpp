// The longest stable substep: where theory puts it, and where motion says it is.

#include "pliant/schedule/stability.h"
#include "forces_support.h"

namespace pliant::test {
namespace {

using enum Integrator;

constexpr double kPi = 3.14159265358979323846;

// `count` equal masses on a line, joined by equal springs and held at both ends, a little out of rest along it.
Scene chain(Integrator integrator, std::uint32_t count, float stiffness, float mass, float damping = 0.0f) {
    Scene scene;
    for (std::uint32_t i = 0; i <= count + 1; ++i)
        addParticle(scene, vec3(float(i), 0.0f, 0.0f), mass);
    scene.pinned.front() = scene.pinned.back() = 1;
    for (std::uint32_t i = 0; i <= count; ++i)
        take(addStick(scene, i, i + 1, addMaterial(scene, spring(stiffness, damping))));
    for (std::uint32_t i = 1; i <= count; ++i)
        scene.positions[i].x += i % 2 == 0 ? 0.01f : -0.01f;
    moveBy(scene, integrator);
    return scene;
}

// sqrt(4 k/m sin^2(pi n / (2 (n + 1)))), the fastest mode of such a chain.
double frequencyOf(std::uint32_t count, double stiffness, double mass) {
    return 2.0 * std::sqrt(stiffness / mass) * std::sin(kPi * count / (2.0 * (count + 1)));
}

StabilityBound boundOf(const Scene& scene) {
    const std::vector<StabilityBound> bounds = take(stabilityOf(scene));
    EXPECT_EQ(bounds.size(), 1u);
    return bounds.at(0);
}

TEST(Stability, FindsTheFastestModeOfAChain) {
    for (const std::uint32_t count : {1u, 2u, 5u, 16u, 100u, 1000u}) {
        const StabilityBound bound = boundOf(chain(VelocityVerlet, count, 250.0f, 0.5f));
        const double expected = frequencyOf(count, 250.0, 0.5);
        EXPECT_NEAR(bound.frequency, expected, (count > 100 ? 1e-3 : 1e-6) * expected) << count;
        EXPECT_LE(bound.frequency, expected * (1.0 + 1e-9));
        EXPECT_NEAR(bound.longestSubstep, 2.0 / bound.frequency, 1e-9);
    }
}

TEST(Stability, BoundsAreThoseOfTheTextbook) {
    const double w = 30.0;
    EXPECT_EQ(longestSubstep(ExplicitEuler, w, 0.0), 0.0);
    EXPECT_NEAR(longestSubstep(SemiImplicitEuler, w, 0.0), 2.0 / w, 1e-12);
    EXPECT_NEAR(longestSubstep(VelocityVerlet, w, 0.0), 2.0 / w, 1e-12);
    EXPECT_NEAR(longestSubstep(RungeKutta4, w, 0.0), std::sqrt(8.0) / w, 1e-9);
    EXPECT_EQ(longestSubstep(BackwardEuler, w, 0.0), std::numeric_limits<double>::infinity());
    EXPECT_NEAR(longestSubstep(Verlet, w, 0.0), std::sqrt(4.0 / 3.0) / w, 1e-12);
    EXPECT_NEAR(longestSubstep(Verlet, w, 0.0, 2), std::sqrt(2.0) / w, 1e-12);
    EXPECT_NEAR(longestSubstep(Verlet, w, 0.0, 3), std::sqrt(1.0 + std::cbrt(1.0 / 3.0)) / w, 1e-12);
    // Damped: 2 d / w^2 of explicit Euler, and its twice 1 / d where d is critical.
    EXPECT_NEAR(longestSubstep(ExplicitEuler, w, 6.0), 6.0 / (w * w), 1e-12);
    EXPECT_NEAR(longestSubstep(ExplicitEuler, w, 2.0 * w), 2.0 / w, 1e-9);
    EXPECT_LT(longestSubstep(SemiImplicitEuler, w, 6.0), 2.0 / w);
}

// The largest excursion in 20,000 steps, as a multiple of that at the start.
double growthOf(const Scene& scene, double h, Method method = Method::Jacobi) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene, kForAllMethods))));
    StepSettings s = settings(1, 1, method);
    s.dt = h;
    double largest = 0.0;
    for (int step = 0; step < 20'000; ++step) {
        take(solver.step(s));
        if (step % 20 != 0) continue;
        const Snapshot state = solver.snapshot();
        for (std::size_t i = 0; i < state.positions.size(); ++i)
            largest = std::max(largest, std::abs(double(state.positions[i].x) - double(i)));
    }
    return largest / 0.01;
}

struct Case {
    Integrator integrator;
    float damping;     // of the springs [s]
    float airDamping;  // [1/s]
};

class StabilityInMotion : public testing::TestWithParam<Case> {};

void PrintTo(const Case& c, std::ostream* out) {
    *out << int(c.integrator) << ", " << c.damping << ", " << c.airDamping;
}

TEST_P(StabilityInMotion, JustBelowTheBoundStaysAndJustAboveGrows) {
    const auto [integrator, damping, airDamping] = GetParam();
    for (const std::uint32_t count : {1u, 8u}) {
        Scene scene = chain(integrator, count, 100.0f, 1.0f, damping);
        scene.environment.damping = airDamping;
        const StabilityBound bound = boundOf(scene);
        ASSERT_GT(bound.longestSubstep, 0.0);
        EXPECT_LT(growthOf(scene, 0.99 * bound.longestSubstep), 12.0) << count;
        EXPECT_GT(growthOf(scene, 1.02 * bound.longestSubstep), 20.0) << count;
    }
}

INSTANTIATE_TEST_SUITE_P(Integrators, StabilityInMotion,
                         testing::Values(Case{ExplicitEuler, 0.02f, 0.0f}, Case{ExplicitEuler, 0.02f, 1.0f},
                                         Case{ExplicitEuler, 0.2f, 0.0f}, Case{SemiImplicitEuler, 0.0f, 0.0f},
                                         Case{SemiImplicitEuler, 0.02f, 1.0f}, Case{VelocityVerlet, 0.0f, 0.0f},
                                         Case{VelocityVerlet, 0.01f, 1.0f}, Case{RungeKutta4, 0.0f, 0.0f},
                                         Case{RungeKutta4, 0.02f, 1.0f}, Case{RungeKutta4, 0.3f, 0.0f},
                                         Case{Verlet, 0.0f, 0.0f}, Case{Verlet, 0.0f, 2.0f}));

TEST(Stability, OfGaussSeidelIsAnEstimateOnTheSafeSide) {
    const Scene scene = chain(Verlet, 8, 100.0f, 1.0f);
    const double bound = boundOf(scene).longestSubstep;
    EXPECT_LT(growthOf(scene, 1.3 * bound, Method::GaussSeidel), 12.0);
}

TEST(Stability, HasABoundPerIntegratorAndNoneWithoutSprings) {
    EXPECT_TRUE(take(stabilityOf(clothScene(5))).empty());
    Scene scene = ropeScene(10, spring(100.0f));
    RopeDescription rope;
    rope.material = spring(400.0f);
    rope.count = 10;
    take(addRope(scene, rope));
    scene.bodies[1].integrator = RungeKutta4;
    take(addStick(scene, 3, 15, addMaterial(scene, spring(1e6f))));  // between both: a constraint of Verlet's
    const std::vector<StabilityBound> bounds = take(stabilityOf(scene));
    ASSERT_EQ(bounds.size(), 2u);
    EXPECT_EQ(bounds[0].integrator, Verlet);
    EXPECT_EQ(bounds[1].integrator, RungeKutta4);
    const double stiff = std::sqrt(1e6 * (1.0 / scene.masses[3] + 1.0 / scene.masses[15]));
    EXPECT_NEAR(bounds[0].frequency, stiff, 1e-3 * stiff);
    const double soft = 2.0 * std::sqrt(400.0 / double(scene.masses[12]));
    EXPECT_NEAR(bounds[1].frequency, soft, 1e-6 * soft);  // its ends weigh half
    scene.masses[0] = -1.0f;
    EXPECT_CONTAINS(messageOf(stabilityOf(scene)), "particle 0 has a mass");
}

}  // namespace
}  // namespace pliant::test
