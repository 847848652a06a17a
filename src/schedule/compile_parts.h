#pragma once

// The parts of compile(), in the order in which it calls them. Each reads the scene and fills in its own arrays and passes.

#include "schedule/schedule.h"

namespace pliant {

/// Particles, their order and both maps.
void compileParticles(const Scene& scene, Schedule& schedule);

/// Sticks, dampings, and the passes of Gauss-Seidel.
void compileSticks(const Scene& scene, Schedule& schedule);

/// Rows, shares, and the passes of Jacobi and of the hybrid method. After compileSticks().
void compileJacobi(const Scene& scene, Schedule& schedule);

/// Bends and their passes.
void compileBends(const Scene& scene, Schedule& schedule);

/// Triangles, their rows and passes. After compileJacobi().
void compileAir(const Scene& scene, Schedule& schedule);

/// Surface, tethers and levels.
void compileReach(const Scene& scene, Schedule& schedule);

/// As kernels read them.
std::vector<Tether> toTethers(const TetherTable& table);

}  // namespace pliant
