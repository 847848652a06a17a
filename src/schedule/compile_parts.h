#pragma once

// The parts of compile(), in the order in which it calls them. Each reads the scene and fills in its own arrays and
// passes.

#include "scene/faces.h"
#include "schedule/schedule.h"

namespace pliant {

/// Particles, their order and both maps; and tiles, without their runs.
void compileParticles(const Scene& scene, const CompileOptions& options, Schedule& schedule);

/// Springs, and the passes of all integrators. After compileParticles().
void compileForces(const Scene& scene, Schedule& schedule);

/// The passes of one integrator over its particles.
std::vector<Pass> passesOf(Integrator integrator, std::uint32_t first, std::uint32_t count, std::uint32_t firstForced);

/// Sticks, dampings, and the passes of Gauss-Seidel.
void compileSticks(const Scene& scene, Schedule& schedule);

/// Rows, shares, and the passes of Jacobi and of the hybrid method. After compileSticks().
void compileJacobi(const Scene& scene, Schedule& schedule);

/// Bends and their passes.
void compileBends(const Scene& scene, Schedule& schedule);

/// Triangles, their rows and passes. After compileJacobi().
void compileAir(const Scene& scene, Schedule& schedule);

/// Surface and tethers. `strains` are those of stretchUnderOwnWeight().
void compileTethers(const Scene& scene, const std::vector<float>& strains, Schedule& schedule);

/// The long sticks of a coarse level, sorted by colour: those of colour c are sticks[first[c] .. first[c + 1]).
struct Level {
    std::uint32_t hops;
    std::vector<Stick> sticks;
    std::vector<std::uint32_t> first;
};

/// All levels, coarsest first. Nothing of the schedule is changed: it can be made beside the sticks. `strains` are
/// those of stretchUnderOwnWeight().
std::vector<Level> makeLevels(const Scene& scene, const Schedule& schedule, const std::vector<float>& strains);

/// Long sticks behind the others, and their passes. After compileJacobi(), which knows nothing of them.
void addLevels(const std::vector<Level>& levels, Schedule& schedule);

/// Runs of tiles, their packed sticks, the passes of Method::Tiles, and Pass::wholeCount. After all that tiles have.
void compileTiles(Schedule& schedule);

/// Enclosures, their chunks and passes.
void compileEnclosures(const Scene& scene, Schedule& schedule);

/// Tetrahedra and their passes.
void compileTets(const Scene& scene, Schedule& schedule);

/// Shapes, their members, chunks and passes. After compileEnclosures(): the passes of both run in that order.
void compileShapes(const Scene& scene, Schedule& schedule);

/// Outlines, their points, what their grid is made of, and their passes.
void compileOutlines(const Scene& scene, Schedule& schedule);

/// Calls take(a, b, c) for the triangles of a body, in particles of the schedule.
template <class Take>
void forEachTriangle(const Body& body, const Scene& scene, const Schedule& schedule, Take&& take) {
    const std::vector<std::uint32_t>& local = schedule.localParticle;
    forEachTriangle(body, scene.positions,
                    [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) { take(local[a], local[b], local[c]); });
}

/// The same of all bodies.
template <class Take>
void forEachTriangle(const Scene& scene, const Schedule& schedule, Take&& take) {
    for (const Body& body : scene.bodies)
        forEachTriangle(body, scene, schedule, take);
}

/// As kernels read them.
std::vector<Tether> toTethers(const TetherTable& table, const Schedule& schedule);

}  // namespace pliant
