#pragma once

// Physical validation: what the tests of tests/validation_*_test.cpp share. What is expected is written down, with its
// source and the error that was measured, in tests/PHYSICS.md.

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <fmt/format.h>
#include <cstdlib>

#include <functional>

#include "pliant/cpu/cpu_solver.h"
#include "support.h"

namespace pliant::test {

using glm::dvec2;
using glm::dvec3;

constexpr double kGravity = 9.81f;

/// Where not said otherwise gravity is this [m/s^2] and substeps are powers of two. Then a substep's fall is a number
/// that floats can be added to exactly, and what is measured is the method and not the rounding of gravity, see
/// PHYSICS.md.
constexpr double kRoundGravity = 8.0;

inline Environment roundEnvironment(float damping) {
    return {.gravity = vec3(0.0f, -float(kRoundGravity), 0.0f), .damping = damping};
}

inline double powerOfTwo(int exponent) {
    return std::ldexp(1.0, exponent);
}

constexpr double kPi = 3.14159265358979323846;

inline CpuSolver solverFor(const Scene& scene) {
    return take(CpuSolver::create(take(compile(scene, kForAllMethods))));
}

/// Steps of dt in so many substeps; 0: the default ones.
inline StepSettings stepsOf(double dt, std::uint32_t substeps = 0, std::uint32_t iterations = 1) {
    StepSettings s = settings(substeps, iterations);
    s.dt = dt;
    return s;
}

/// As exact as bending gets.
inline StepSettings withBendsInEverySubstep(StepSettings s) {
    s.bendPeriod = 1;
    return s;
}

inline void run(CpuSolver& solver, const StepSettings& s, double seconds, const StepInputs& inputs = {}) {
    const auto steps = static_cast<int>(std::lround(seconds / s.dt));
    for (int i = 0; i < steps; ++i)
        take(solver.step(s, inputs));
}

/// Where everything is after so many seconds.
inline std::vector<vec3> settle(const Scene& scene, const StepSettings& s, double seconds,
                                const StepInputs& inputs = {}) {
    CpuSolver solver = solverFor(scene);
    run(solver, s, seconds, inputs);
    return solver.snapshot().positions;
}

/// The root of f, which changes its sign between low and high.
inline double solve(const std::function<double(double)>& f, double low, double high) {
    const bool rises = f(high) > 0.0;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (((f(middle) > 0.0) == rises) ? high : low) = middle;
    }
    return 0.5 * (low + high);
}

/// Of a beam.
struct Tip {
    double x, drop, angle;  // [m], [m], angle of the rope [rad]; or, at the clamp, what has come of it
};

/// From the tip back to the clamp, s = 0 ... 1, in units of the length: angle'' = -load s cos(angle), flat slope at the
/// tip.
inline Tip clampFromTip(double load, double tipAngle) {
    const int parts = 4000;
    const double h = 1.0 / parts;
    double angle = tipAngle, slope = 0.0, x = 0.0, drop = 0.0;
    for (int i = 0; i < parts; ++i) {  // the midpoint rule: order two
        const double s = i * h;
        const double middle = angle + 0.5 * h * slope, middleSlope = slope - 0.5 * h * load * s * std::cos(angle);
        x += h * std::cos(middle);
        drop += h * std::sin(middle);
        angle += h * middleSlope;
        slope -= h * load * (s + 0.5 * h) * std::cos(middle);
    }
    return {x, drop, angle};
}

/// Of a beam of length 1 that is clamped level, load = w L^3 / (E I).
inline Tip elastica(double load) {
    const double angle = solve([&](double a) { return clampFromTip(load, a).angle; }, 0.0, 0.5 * kPi - 1e-12);
    return clampFromTip(load, angle);
}

inline double chordDegrees(double x, double drop) {
    return std::atan2(drop, x) * 180.0 / kPi;
}

/// shared/FIELD_NOTES.md; the row of load 8 is ASTM D1388's, 41.5 degrees.
struct ElasticaRow {
    double load, drop, chord;  // chord: [degrees]
};
inline constexpr ElasticaRow kElastica[] = {{1, 0.12347, 7.10},   {2, 0.23851, 13.86},  {5, 0.49591, 30.36},
                                            {8, 0.64063, 41.49},  {10, 0.70020, 46.85}, {20, 0.82988, 61.79},
                                            {50, 0.90792, 74.90}, {100, 0.93752, 80.36}};

/// With PLIANT_REPORT in the environment, the figures of PHYSICS.md.
inline void report(const std::string& what, double expected, double measured) {
    if (std::getenv("PLIANT_REPORT") == nullptr) return;
    std::printf("    %-48s expected %-12.6g measured %-12.6g difference %.3g\n", what.c_str(), expected, measured,
                measured - expected);
}

}  // namespace pliant::test
