// Ropes and sticks against closed forms and against ordinary differential equations solved here in double. See
// PHYSICS.md.

#include "validation.h"

#include <fmt/format.h>

namespace pliant::test {
namespace {

// ---- Catenary

double catenaryParameter(double span, double length) {
    return solve([&](double a) { return 2.0 * a * std::sinh(span / (2.0 * a)) - length; }, 0.05 * span, 10.0 * span);
}

// Of a rope between (0, 0) and (1, 0): the place of the particle a share t of its length along.
dvec3 onCatenary(double length, double t) {
    const double a = catenaryParameter(1.0, length), s = (t - 0.5) * length;
    return {0.5 + a * std::asinh(s / a), std::sqrt(a * a + s * s) - a * std::cosh(0.5 / a), 0.0};
}

Scene slackRope(double length, std::uint32_t count) {
    RopeDescription rope;
    rope.count = count;
    rope.length = float(length);
    Scene scene;
    take(addRope(scene, rope));
    scene.pinned.front() = scene.pinned.back() = 1;
    scene.environment.damping = 2.0f;
    return scene;
}

double farthestFromCatenary(const std::vector<vec3>& rope, double length) {
    double farthest = 0.0;
    for (std::size_t i = 0; i < rope.size(); ++i) {
        const dvec3 there = onCatenary(length, double(i) / double(rope.size() - 1));
        farthest = std::max(farthest, glm::length(dvec3(rope[i]) - there));
    }
    return farthest;
}

TEST(Catenary, TheOracleHasTheTabulatedParametersAndSags) {
    struct Row {
        double length, parameter, sag;
    };
    for (const Row& row : {Row{1.1, 0.654964, 0.200301}, {1.5, 0.308236, 0.502633}, {2.0, 0.229640, 0.796388}}) {
        EXPECT_NEAR(catenaryParameter(1.0, row.length), row.parameter, 1e-6);
        EXPECT_NEAR(-onCatenary(row.length, 0.5).y, row.sag, 1e-6);
    }
}

// Default settings, and every particle at its own place of the curve.
TEST(Catenary, RopeOfAnyLengthAndNumberOfParticlesHangsInIt) {
    for (const std::uint32_t count : {50u, 101u, 1000u}) {
        for (const double length : {1.1, 1.5, 2.0}) {
            const std::vector<vec3> rope = settle(slackRope(length, count), stepsOf(1.0 / 60), 6.0);
            const double farthest = farthestFromCatenary(rope, length);
            const double sag = -rope[count / 2].y, expected = -onCatenary(length, 0.5).y;
            report(fmt::format("catenary {} of {} particles: farthest", length, count), 0.0, farthest);
            report(fmt::format("catenary {} of {} particles: sag", length, count), expected, sag);
            EXPECT_LT(farthest, 0.005) << length << " of " << count;
            EXPECT_NEAR(sag, expected, 0.005) << length << " of " << count;
        }
    }
}

// Without tethers and levels the sticks alone get there as the substeps get shorter.
TEST(Catenary, PlainSticksConvergeToIt) {
    Scene scene = slackRope(1.5, 51);
    scene.environment = roundEnvironment(2.0f);
    scene.tethers = scene.levels = false;
    std::vector<double> errors;
    for (const int exponent : {-9, -10, -11}) {
        const double h = powerOfTwo(exponent);
        errors.push_back(farthestFromCatenary(settle(scene, stepsOf(32 * h, 32), 6.0), 1.5));
        report(fmt::format("catenary, plain sticks, substep 2^{} s", exponent), 0.0, errors.back());
    }
    EXPECT_LT(errors[1], 0.5 * errors[0]);
    EXPECT_LT(errors[2], 0.003);
}

// ---- Elastic rope under its own weight

struct Elongation {
    double total, top;  // of the rope and of its first stick [m]
};

// A rope of 1 m and 1 kg/m.
Elongation hang(std::uint32_t sticks, double axialStiffness, const StepSettings& s) {
    RopeDescription rope;
    rope.count = sticks + 1;
    rope.to = vec3(0.0f, -1.0f, 0.0f);
    rope.linearDensity = 1.0f;
    rope.axialCompliance = float(1.0 / axialStiffness);
    Scene scene;
    take(addRope(scene, rope));
    scene.pinned[0] = 1;
    scene.environment = roundEnvironment(8.0f);
    const std::vector<vec3> p = settle(scene, s, 4.0);
    return {-1.0 - p.back().y, -p[1].y - 1.0 / sticks};
}

// rho g L^2 / (2 EA); the first stick bears all but half of its own mass. With sticks of length l, one iteration is
// softer by (c h / l)^2, c = sqrt(EA / rho) being the speed of a wave: a substep may last as long as it takes through a
// tenth of a stick. With four iterations two thirds of a stick will do.
TEST(ElasticRope, StretchesByTheSameWhateverItsParticlesStepAndIterations) {
    const double stiffness = 8.0;  // [N]: it gets half as long again
    for (const std::uint32_t sticks : {8u, 16u, 32u}) {
        for (const double dt : {powerOfTwo(-5), powerOfTwo(-6), powerOfTwo(-7)}) {
            for (const std::uint32_t iterations : {1u, 2u, 4u}) {
                const auto substeps = static_cast<std::uint32_t>(dt / powerOfTwo(-10));
                const Elongation e = hang(sticks, stiffness, stepsOf(dt, substeps, iterations));
                const double top = kRoundGravity * (1.0 - 0.5 / sticks) / sticks / stiffness;
                report(fmt::format("rope of {} sticks, dt {}, {} iterations", sticks, dt, iterations), 0.5, e.total);
                EXPECT_NEAR(e.total, 0.5, 0.005) << sticks << " sticks, " << iterations << " iterations, dt " << dt;
                EXPECT_NEAR(e.top, top, 0.01 * top) << sticks << " sticks, " << iterations << " iterations, dt " << dt;
            }
        }
    }
}

TEST(ElasticRope, StretchesByTheSameWhateverTheSubstep) {
    for (const int exponent : {-9, -10, -11}) {
        const double h = powerOfTwo(exponent);
        const Elongation e = hang(16, 8.0, stepsOf(32 * h, 32));
        report(fmt::format("rope of 16 sticks, substep 2^{} s", exponent), 0.5, e.total);
        EXPECT_NEAR(e.total, 0.5, 0.005) << "substep 2^" << exponent;
    }
}

// ---- Double pendulum

// Angles from the vertical and their rates.
struct Angles {
    double a, b, da, db;
};

// Equal masses and equal sticks of length l, see any textbook:
//     a'' (3 - cos 2d) l = -3 g sin a - g sin(a - 2b) - 2 sin d (b'^2 l + a'^2 l cos d)
//     b'' (3 - cos 2d) l = 2 sin d (2 a'^2 l + 2 g cos a + b'^2 l cos d)                   with d = a - b
Angles rateOf(const Angles& s, double g, double l) {
    const double d = s.a - s.b, divisor = l * (3.0 - std::cos(2.0 * d));
    const double dda = (-3.0 * g * std::sin(s.a) - g * std::sin(s.a - 2.0 * s.b) -
                        2.0 * std::sin(d) * l * (s.db * s.db + s.da * s.da * std::cos(d))) /
                       divisor;
    const double ddb =
        2.0 * std::sin(d) * (2.0 * s.da * s.da * l + 2.0 * g * std::cos(s.a) + s.db * s.db * l * std::cos(d)) / divisor;
    return {s.da, s.db, dda, ddb};
}

Angles after(const Angles& s, const Angles& rate, double h) {
    return {s.a + h * rate.a, s.b + h * rate.b, s.da + h * rate.da, s.db + h * rate.db};
}

// Runge and Kutta's method of order four, in a hundred parts.
Angles advance(Angles s, double seconds, double g, double l) {
    const double h = seconds / 100;
    for (int i = 0; i < 100; ++i) {
        const Angles k1 = rateOf(s, g, l), k2 = rateOf(after(s, k1, h / 2), g, l);
        const Angles k3 = rateOf(after(s, k2, h / 2), g, l), k4 = rateOf(after(s, k3, h), g, l);
        s = after(after(after(after(s, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
    }
    return s;
}

// Both masses from rest, for 1.5 s, on sticks of half a metre: their places after every 1/64 s.
std::vector<dvec3> exactSwing(Angles s) {
    const double l = 0.5;
    std::vector<dvec3> places;
    for (int step = 0; step < 96; ++step) {
        s = advance(s, powerOfTwo(-6), kRoundGravity, l);
        places.push_back(l * dvec3(std::sin(s.a), -std::cos(s.a), 0.0));
        places.push_back(places.back() + l * dvec3(std::sin(s.b), -std::cos(s.b), 0.0));
    }
    return places;
}

std::vector<dvec3> simulatedSwing(const Angles& start, double h) {
    const dvec3 first(0.5 * std::sin(start.a), -0.5 * std::cos(start.a), 0.0);
    Scene scene;
    addParticle(scene, vec3(0.0f), 1.0f);
    addParticle(scene, vec3(first), 1.0f);
    addParticle(scene, vec3(first + 0.5 * dvec3(std::sin(start.b), -std::cos(start.b), 0.0)), 1.0f);
    scene.pinned[0] = 1;
    scene.environment = roundEnvironment(0.0f);
    scene.tethers = scene.levels = false;  // levels
    take(addStick(scene, 0, 1));
    take(addStick(scene, 1, 2));
    CpuSolver solver = solverFor(scene);
    std::vector<dvec3> places;
    for (int step = 0; step < 96; ++step) {
        take(solver.step(stepsOf(powerOfTwo(-6), static_cast<std::uint32_t>(powerOfTwo(-6) / h))));
        const Snapshot s = solver.snapshot();
        places.insert(places.end(), {dvec3(s.positions[1]), dvec3(s.positions[2])});
    }
    return places;
}

double farthest(const std::vector<dvec3>& places, const std::vector<dvec3>& others) {
    double distance = 0.0;
    for (std::size_t i = 0; i < places.size(); ++i)
        distance = std::max(distance, glm::length(places[i] - others[i]));
    return distance;
}

// What is proportional to the substep is a loss of energy, see PeriodConvergesToTheEllipticIntegralWithOrderOne in
// physics_test.cpp. Taken out, the masses are within a hundredth of the pendulum's length after two swings.
TEST(DoublePendulum, FollowsTheExactEquationsWithOrderOne) {
    for (const Angles& start : {Angles{1.5, 0.5, 0.0, 0.0}, {1.0, -1.0, 0.0, 0.0}, {0.3, 1.4, 0.0, 0.0}}) {
        const std::vector<dvec3> exact = exactSwing(start);
        std::vector<std::vector<dvec3>> runs;
        std::vector<double> errors;
        for (const int exponent : {-9, -10, -11}) {
            runs.push_back(simulatedSwing(start, powerOfTwo(exponent)));
            errors.push_back(farthest(runs.back(), exact));
            report(fmt::format("double pendulum {} {}, substep 2^{} s", start.a, start.b, exponent), 0.0,
                   errors.back());
        }
        std::vector<dvec3> extrapolated;
        for (std::size_t i = 0; i < exact.size(); ++i)
            extrapolated.push_back(2.0 * runs[2][i] - runs[1][i]);
        report("double pendulum, extrapolated", 0.0, farthest(extrapolated, exact));
        EXPECT_LT(errors[2], 0.04) << start.a;
        EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.25) << start.a;
        EXPECT_NEAR(errors[1] / errors[2], 2.0, 0.25) << start.a;
        EXPECT_LT(farthest(extrapolated, exact), 0.01) << start.a;
    }
}

// ---- Heavy elastica

TEST(Elastica, TheOracleHasTheTabulatedDropsAndAngles) {
    for (const ElasticaRow& row : kElastica) {
        const Tip tip = elastica(row.load);
        EXPECT_NEAR(tip.drop, row.drop, 2e-5) << row.load;
        EXPECT_NEAR(chordDegrees(tip.x, tip.drop), row.chord, 0.01) << row.load;
    }
}

// The first two particles are pinned. The bend at the second stands for half a stick on either side, so that the clamp
// is in the middle of the first stick: with that no error of first order in the length of a stick is left.
//
// A bend is as stiff as it says while stiffness * (sum of weight^2 / mass) h^2 = 6 g h^2 N^4 / (L load) is below about
// 0.15; beyond, one pass over them is softer. Longer sticks for stiffer ropes, then.
TEST(Elastica, ClampedRopeHasTheDropAndTheChord) {
    for (const ElasticaRow& row : kElastica) {
        const std::uint32_t count = row.load < 15.0 ? 9 : 20;
        const double h = powerOfTwo(row.load < 15.0 ? -10 : -11) / std::sqrt(2.0);  // h^2 a power of two
        RopeDescription rope;
        rope.count = count;
        rope.from = vec3(float(-0.5 / (count - 1.5)), 0.0f, 0.0f);
        rope.linearDensity = 1.0f;
        rope.bendingStiffness = float(kRoundGravity / row.load);
        Scene scene;
        take(addRope(scene, rope));
        scene.pinned[0] = scene.pinned[1] = 1;
        scene.environment = roundEnvironment(6.0f);
        const std::vector<vec3> p = settle(scene, withBendsInEverySubstep(stepsOf(64 * h, 64)), 5.0);
        const double drop = -p.back().y, chord = chordDegrees(p.back().x, drop);
        report(fmt::format("rope, load {}: drop", row.load), row.drop, drop);
        report(fmt::format("rope, load {}: chord", row.load), row.chord, chord);
        EXPECT_NEAR(drop, row.drop, 0.015 * row.drop) << row.load;
        EXPECT_NEAR(chord, row.chord, 0.015 * row.chord) << row.load;
    }
}

}  // namespace
}  // namespace pliant::test
