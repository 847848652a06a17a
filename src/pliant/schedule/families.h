#pragma once

// Families: what each kind of constraint adds to a schedule, and what solvers rely on there. Each has a file of its own
// with both halves: compile...() reads the scene and fills in the family's arrays and passes; check...() looks at every
// item, and names the first that is wrong. That indices of items and of their particles are in range, and that no pass
// moves a particle twice, validate() has checked before, for all of them at once.

#include "pliant/scene/faces.h"
#include "pliant/schedule/bend_levels.h"
#include "pliant/schedule/cluster_rows.h"
#include "pliant/schedule/plates.h"
#include "pliant/schedule/schedule.h"
#include "pliant/schedule/stretch_levels.h"

namespace pliant {

/// Particles, their order and both maps; and tiles, without their runs. Before all others.
void compileParticles(const Scene& scene, const CompileOptions& options, Schedule& schedule);
Status checkParticles(const Schedule& schedule);

/// Springs, and the passes of all integrators: up to firstForced particles are moved by Verlet, from there on by
/// others.
void compileForces(const Scene& scene, Schedule& schedule);
Status checkForces(const Schedule& schedule);

/// The passes of one integrator over its particles.
std::vector<Pass> passesOf(Integrator integrator, std::uint32_t first, std::uint32_t count);

/// Sticks, dampings, and the passes of Gauss-Seidel.
void compileSticks(const Scene& scene, Schedule& schedule);
/// Rows, shares, and the passes of Jacobi and of the hybrid method. After compileSticks().
void compileJacobi(const Scene& scene, Schedule& schedule);
Status checkSticks(const Schedule& schedule);

/// Bends of the scene, sorted, with their colours; hinges of plates by themselves.
std::vector<Pass> compileBends(const Scene& scene, const PlateNet& plates, Schedule& schedule);
/// Clusters of bends, bends between them behind the others, plates, and passes over all. `own` are those of
/// compileBends().
void addBendLevels(const ClusterRows& rows, const std::vector<BendLevel>& levels, const PlateNet& plates,
                   std::vector<Pass>&& own, Schedule& schedule);
Status checkBends(const Schedule& schedule);

/// Tensors of plates. Returns the passes over them, before those over their hinges.
std::vector<Pass> addPlates(const PlateNet& plates, Schedule& schedule);
Status checkPlates(const Schedule& schedule);
/// How many places plates take in scratch: moments of hinges, tensors, and what is gathered for these.
std::size_t tensorPlaceCount(const Schedule& schedule);

/// Triangles, their rows and passes. After compileJacobi().
void compileAir(const Scene& scene, Schedule& schedule);
Status checkAir(const Schedule& schedule);

/// Surface and tethers. `strains` are those of stretchUnderOwnWeight().
void compileTethers(const Scene& scene, const std::vector<float>& strains, Schedule& schedule);

/// Sticks of a coarse level, sorted by colour: those of colour c are sticks[first[c] .. first[c + 1]). Their ends are
/// rows.
struct ColouredSticks {
    std::vector<Stick> sticks;
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> of;  ///< per stick: which of the level's it is
};
struct Level {
    ColouredSticks rigid, elastic;
};

/// Clusters of sticks. Nothing of the schedule is changed: it can be made beside the sticks, as what follows. `strains`
/// are those of stretchUnderOwnWeight().
std::vector<ClusterLevel> makeStickLevels(const Scene& scene, const Schedule& schedule,
                                          const std::vector<float>& strains);
std::vector<Level> colourLevels(const std::vector<ClusterLevel>& levels, const std::vector<StretchLevel>& stretch,
                                const ClusterRows& rows);
/// Which of the schedule's strands are those of a level.
struct StrandRange {
    std::uint32_t first = 0, count = 0;
};
/// Ropes, and the strands of the scene's pins: those of particles, then of each level of clusters.
std::vector<StrandRange> compileStrands(const Scene& scene, const std::vector<ClusterLevel>& levels,
                                        const ClusterRows& rows, Schedule& schedule);
Status checkStrands(const Schedule& schedule);

/// Clusters, sticks between them behind the others, and their passes, with those of strands. After compileJacobi(),
/// which knows nothing of them, and before addBendLevels(), whose clusters come behind.
void addLevels(const ClusterRows& rows, const std::vector<Level>& levels, const std::vector<StretchLevel>& stretch,
               const std::vector<StrandRange>& strands, Schedule& schedule);
/// Tethers, strands and levels.
Status checkReach(const Schedule& schedule);

/// Elements of all kinds, and their passes.
void compileElements(const Scene& scene, Schedule& schedule);
Status checkElements(const Schedule& schedule);

/// Enclosures, their chunks and passes.
void compileEnclosures(const Scene& scene, Schedule& schedule);
Status checkEnclosures(const Schedule& schedule);

/// Shapes, their members, chunks and passes. After compileEnclosures(): the passes of both run in that order.
void compileShapes(const Scene& scene, Schedule& schedule);
Status checkShapes(const Schedule& schedule);

/// Per particle the number of its piece, below that of particles and contacts together, or ~0u where it is in no
/// contact. A piece is what sticks, bends, elements, faces and shapes connect within a contact. What nothing connects
/// is one more piece, and a contact that does not touch itself is one as a whole; so are all, if there would be 2^21.
std::vector<std::uint32_t> piecesOfContacts(const Scene& scene);

/// Edges and faces around each particle that contacts have, and what is beside it: rows of those that cuts look at.
void compileAround(const Scene& scene, Schedule& schedule);
Status checkAround(const Schedule& schedule);

/// Joints: where constraints join particles of two pieces. What is near each other there at rest is left to these, as
/// in one. After compileAround().
void compileJoints(const Scene& scene, Schedule& schedule);
Status checkJoints(const Schedule& schedule);

/// Rims of bodies that touch. Before their passes are made.
void compileRims(const Scene& scene, Schedule& schedule);
Status checkRims(const Schedule& schedule);

/// Particles that keep each other off, and their passes.
void compileNeighbours(const Scene& scene, Schedule& schedule);
Status checkNeighbours(const Schedule& schedule);
/// Whether some body that touches is thinner than its edges are long: see shared/face_touch.h.
PLIANT_API bool hasThinContacts(const Schedule& schedule);
/// How many words particles that touch note together: kNeighbourWords, and kDriftWords for each body.
PLIANT_API std::size_t wordsOfContacts(const Schedule& schedule);

/// Outlines, their points, what their grid is made of, and their passes.
void compileOutlines(const Scene& scene, Schedule& schedule);
Status checkOutlines(const Schedule& schedule);

/// Which particles sleep together, and their passes. After all that joins particles, and after compileTiles(): whole
/// bodies are not put to rest by themselves.
void compileSleep(const Scene& scene, Schedule& schedule);
Status checkSleep(const Schedule& schedule);

/// Runs of tiles, their packed sticks, the passes of Method::Tiles, and Pass::wholeCount. After all that tiles have.
void compileTiles(Schedule& schedule);
/// That tiles follow one another: before anybody looks at their particles.
Status checkTileParticles(const Schedule& schedule);
Status checkTiles(const Schedule& schedule);

/// Those of the passes that are of this kind cover [firstItem, count) exactly, each item once. `what` is named.
Status checkCover(const std::vector<Pass>& passes, PassKind kind, std::size_t count, const char* what,
                  std::size_t firstItem = 0);

/// Whether the second list has the passes of the first, in any order.
bool isReordered(std::vector<Pass> passes, std::vector<Pass> others);

/// So many chunks are those of enclosures; the shapes' come behind them.
std::size_t enclosureChunkCount(const Schedule& schedule);

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
