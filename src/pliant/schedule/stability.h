#pragma once

#include <vector>

#include "pliant/export.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// How fast the springs of a scene swing that one integrator moves, and how long a substep they allow.
struct StabilityBound {
    Integrator integrator = Integrator::Verlet;  ///< whose springs they are
    double frequency = 0.0;       ///< of the fastest mode, linearised where the scene has put the particles [rad/s]
    double longestSubstep = 0.0;  ///< [s]; 0: none is stable; infinity: all are
};

/// One bound per integrator that has springs to follow, in the order of Integrator: Hooke sticks, of which those that
/// are no forces count as Verlet's. By Lanczos (1950) on the matrix of stiffness, in double, in a fixed order. Bounds:
///
///     explicit Euler          the longest h with |1 + h mu| <= 1; 0 without damping
///     semi-implicit Euler     2 / (d + sqrt(d^2 + w^2)); 2 / w without damping
///     velocity Verlet         2 / w, and up to that h^2 w^2 (1 + q) < 4 (1 + q^2) with q = 1 - h d
///     Runge-Kutta 4           the longest h with |R(h mu)| <= 1; 2.828 / w without damping
///     backward Euler          infinity
///     Verlet                  1.155 / w without damping: the force is taken at the place that the particle is about to
///                             reach, so that a mode goes as z^2 = ((1 + q) z - q) (1 - h^2 w^2)^n with
///                             q = 1 / (1 + c h) in n iterations. That is the method Jacobi. In Gauss-Seidel a stick
///                             feels those before it: chains and cloth were measured to bear 1.4 to 1.9 times as much,
///                             and the bound is an estimate, on the safe side
///
/// where mu = -d +- i sqrt(w^2 - d^2), w is the frequency and 2 d the rate at which springs and Environment::damping c
/// damp the fastest mode. Where sticks are damped by different times the estimate of d is on the safe side. Springs
/// that are stretched far beyond their rest length, and what constraints add, are not known to it. Errors: those of
/// validate(scene).
PLIANT_API Result<std::vector<StabilityBound>> stabilityOf(const Scene& scene, std::uint32_t iterations = 1);

/// The longest stable substep of an integrator for x'' = -frequency^2 x - rate x'. See above. frequency > 0, rate >= 0;
/// `iterations`, at least 1, counts for Verlet alone.
PLIANT_API double longestSubstep(Integrator integrator, double frequency, double rate, std::uint32_t iterations = 1);

}  // namespace pliant
