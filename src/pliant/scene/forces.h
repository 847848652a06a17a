#pragma once

#include <vector>

#include "pliant/export.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// Per particle how it is moved; empty where Verlet moves them all. A particle of no body is moved by Verlet.
PLIANT_API std::vector<Integrator> integratorsOf(const Scene& scene);

/// Whether the stick is a force that acts within the integrator's stages, with its damping, and no constraint: a Hooke
/// stick whose ends are both moved by the same integrator other than Verlet. `integrators` are those of
/// integratorsOf().
PLIANT_API bool isForce(const Scene& scene, const std::vector<Integrator>& integrators, const SceneStick& stick);

/// "explicit Euler", "RK4".
PLIANT_API const char* nameOf(Integrator integrator);

/// The first rule about integrators that the scene breaks: bodies of different ones share no particle, and a Hooke
/// stick that is no force has no damping. Everything else has been checked.
PLIANT_API Status validateForces(const Scene& scene);

}  // namespace pliant
