#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pliant/export.h"
#include "pliant/result.h"
#include "pliant/scene/scene.h"
#include "pliant/schedule/compile_options.h"
#include "pliant/schedule/geodesic.h"
#include "pliant/schedule/pass_kinds.h"
#include "pliant/schedule/tethers.h"
#include "pliant/shared/layout.h"

namespace pliant {

/// One dispatch. Passes run one after another, in the order of their list. Two of a list that are of one kind, which
/// moves particles, and of one colour move different ones; stages of an integrator alone move the same.
struct Pass {
    PassKind kind = PassKind::Integrate;  ///< which kernel
    /// kStick..., kBend..., kElement..., kLevel..., kEnclosure..., kShape... or kAdvance... of shared/layout.h; of
    /// PushNeighbours from which of two arrays to the other, 0 or 1; of CountTouches and FindCuts those of
    /// shared/contact_layout.h; 0 where the kind has but one.
    std::uint32_t response = 0;
    /// Of sticks; of bends and of elements, counted through their kinds; of levels, and of bends where they have
    /// clusters, a number of each pass; else 0.
    std::uint32_t colour = 0;
    std::uint32_t first = 0;       ///< first item
    std::uint32_t count = 0;       ///< number of items, at least 1
    std::uint32_t rows = 0;        ///< PassConstants::rows
    std::uint32_t wholeCount = 0;  ///< so many items, the last ones, belong to whole bodies

    bool operator==(const Pass&) const = default;  ///< all members
};

// The parts of a schedule, a family each: its arrays, and the lists of its passes. What compiles and checks it is in
// its own file, see schedule/families.h. Lists run in the order of replay(), with pins, tethers and colliders between
// them.

/// Particles, sorted so that neighbours in space are near in memory; but first those that Verlet moves.
struct ParticleFamily {
    std::vector<vec4> particles;               ///< position at rest [m], inverse mass [1/kg] (0: pinned)
    std::vector<float> inverseMasses;          ///< per particle: what it has when it is not pinned [1/kg]
    std::vector<std::uint32_t> sceneParticle;  ///< per particle here: its index in the scene
    std::vector<std::uint32_t> localParticle;  ///< per particle of the scene: its index here
    std::vector<Frame> frames;                 ///< as the scene has them
    std::vector<std::uint32_t> frameOf;        ///< per particle: 0 in the world, else 1 + its frame; empty without any
};

/// Integrators, and sticks that are forces, in compressed rows: the springs of particle firstForced + i are
/// springEnds[springFirst[i] .. springFirst[i + 1]), in the order of the scene's sticks. Every spring is there twice.
struct ForceFamily {
    std::uint32_t firstForced = 0;  ///< particles from here on are moved by forces, integrator after integrator
    std::vector<std::uint32_t> springFirst;  ///< per particle from firstForced on, and one more
    std::vector<SpringEnd> springEnds;       ///< the other end of each spring, with its numbers
    std::vector<Pass> integrate;             ///< at the start of each substep: Verlet, then the stages of the others
    std::vector<Pass> settle;  ///< at the end of each substep, after colliders: what forces have to know of the rest
};

/// Sticks of the scene that are constraints, sorted by response, then colour, then particles; behind them those between
/// clusters, whose ends are rows.
struct StickFamily {
    std::vector<Stick> sticks;               ///< as kernels read them
    std::vector<std::uint32_t> sceneStick;   ///< per such stick: its index in the scene
    std::vector<StickRestraint> restraints;  ///< of the first sticks, the damped ones
    std::uint32_t compliantCount = 0;        ///< the first so many sticks have multipliers; where tensions are
                                             ///< carried, those between clusters too
    float maxCompliance = 0.0f;              ///< of all sticks [m/N]
    std::uint32_t colourCount = 0;           ///< of the sticks; those of a colour share no particle
    std::uint32_t maxDegree = 0;             ///< most sticks at one particle

    std::vector<Pass> gaussSeidel;         ///< once per iteration: one pass per colour and response
    std::vector<Pass> gaussSeidelSwapped;  ///< the same with the two colours of every pair swapped, see Colouring, for
                                           ///< steps of which swapsPairs() is true
    std::vector<Pass> jacobi;  ///< once per iteration: corrections by response, then gather; empty if not asked for
    std::vector<Pass> hybrid;  ///< likewise: the first kHybridColours one after another, the rest as Jacobi
};

/// Adjacency in compressed rows, each table from Pass::rows on: of CompileOptions::jacobi the sticks of particle i are
/// rowEntries[rowFirst[i] .. rowFirst[i + 1]), ascending, 2 * stick, + 1 where the particle is its end b; then those
/// that the hybrid method leaves to Jacobi; and last the triangles of each particle.
struct RowFamily {
    std::vector<std::uint32_t> rowFirst;    ///< where the entries of each row begin; of each table one more
    std::vector<std::uint32_t> rowEntries;  ///< of all rows, one after another
    std::vector<float> shares;  ///< per particle: 1 / number of its rigid and compliant sticks; then that of the hybrid
};

/// Bends of the scene, sorted by kind, then colour; behind them those between clusters, level after level, whose
/// corners are rows.
struct BendFamily {
    std::vector<Bend> bends;               ///< as kernels read them
    std::vector<BendNumbers> bendNumbers;  ///< per bend
    std::vector<BendLink> bendLinks;       ///< none where no clusters have bends, and there are no plates
    std::vector<std::uint32_t> sceneBend;  ///< per bend of the scene: its index there
    double bendRate = 0.0;      ///< stiffness times inverse mass [1/s^2]: that of 90 of 100 bends is below it,
    double loneBendRate = 0.0;  ///< and of those that no clusters help
    std::vector<Pass> bending;  ///< after air, in the substeps that the plan says: clusters are summed up, then bent,
                                ///< coarsest level first, their particles go along, and are bent themselves
};

/// Where in tensorRows the rows of one level of plates are.
struct TensorLevel {
    std::uint32_t given = 0;   ///< first of those that gather what the level above gives; of the last level nothing
    std::uint32_t solved = 0;  ///< first of those that are solved, by colour; not of vertices
    std::uint32_t count = 0;   ///< of the level's tensors
};

/// Plates: flat pieces of meshes whose moments are carried by tensors, see shared/plate.h. Their hinges are the last
/// of the scene's quads.
struct PlateFamily {
    std::vector<PlateHinge> plateHinges;    ///< per bend of the schedule from firstPlateBend on
    std::uint32_t firstPlateBend = 0;       ///< index of the first of their hinges among bends
    std::vector<TensorRow> tensorRows;      ///< of vertices, of clusters level after level, of particles
    std::vector<TensorLink> tensorLinks;    ///< of all rows that have some
    std::vector<TensorBlock> tensorBlocks;  ///< of the rows that are solved, for the pins of the scene
    std::vector<TensorLevel> tensorLevels;  ///< vertices, then clusters, the finest first
    std::uint32_t firstPushRow = 0;         ///< rows from here on are those of particles
    double plateRate = 0.0;                 ///< as bendRate, of their hinges
};

/// What the air pushes.
struct AirFamily {
    std::vector<Triangle> triangles;  ///< empty in a vacuum
    std::vector<Pass> air;            ///< in each substep, if the scene has air
};

/// What a rope has of one level of its clusters, or of particles. What may become a strand there has a place among
/// strands: as many as there are for the pins of the scene, and kSpareStrands more.
struct RopeLevel {
    std::uint32_t firstNode = 0;    ///< in strandNodes, along the rope
    std::uint32_t nodeCount = 0;    ///< of them
    std::uint32_t firstStrand = 0;  ///< in strands: the first of its places there
    std::uint32_t strandCount = 0;  ///< of them
};

/// Particles that rigid sticks hold together one after another, and nothing else does.
struct Rope {
    std::uint32_t firstLevel = 0;  ///< in ropeLevels: that of its particles, then those of clusters, the finest first
    std::uint32_t levelCount = 0;  ///< of them
};

/// So many more strands than the scene's pins make may come to be on each level of a rope, where pins change while it
/// runs; of more, the longest are held.
inline constexpr std::uint32_t kSpareStrands = 2;

/// What keeps large bodies from stretching: tethers, and coarse levels, which are sticks between clusters of particles,
/// with strands of ropes, which shared/strand.h tells of.
struct ReachFamily {
    SurfaceGraph surface;                    ///< what tethers are measured along; no vertices if the scene wants none
    std::vector<Tether> tethers;             ///< for the pins of the scene: [k * particles + i]
    std::uint32_t tethersPerParticle = 0;    ///< K
    std::uint32_t mostTethers = 0;           ///< K may grow to this where pins change while it runs: 2, or more if the
                                             ///< scene has more
    float tetherSlack = 0.0f;                ///< Scene::tetherSlack
    float tetherGive = 1.0f;                 ///< those that give do so up to this times their reach
    std::vector<std::uint32_t> tetherGives;  ///< per particle: 1 if its tethers give, as on fabrics that stretch;
                                             ///< empty: none
    std::vector<Cluster> clusters;           ///< of sticks, then of bends; level after level, the finest first
    std::uint32_t stickClusterCount = 0;     ///< the first so many are of sticks
    std::vector<ClusterMember> clusterMembers;  ///< of all clusters, one after another
    std::vector<std::uint32_t> clusterOf;    ///< per particle: the row of its cluster; its own index where it has none.
                                             ///< If there are any of sticks, for these; then, likewise, for bends
    std::uint32_t wholeFirstRow = 0;         ///< rows from here on belong to whole bodies
    std::vector<Strand> strands;             ///< for the pins of the scene: level after level, rope after rope
    std::vector<std::uint32_t> strandNodes;  ///< rope after rope, level after level: particles, rows of clusters
    std::vector<std::uint32_t> particlesBefore;  ///< per node: so many of its rope come before those that it is of
    std::vector<float> ropeLinks;                ///< per node that is a particle: from it to the next [m]; else 0
    std::vector<Rope> ropes;                     ///< those of whole bodies last
    std::vector<RopeLevel> ropeLevels;           ///< rope after rope
    /// Where sticks between clusters are elastic: of each stick the links to those that give it tension,
    /// tensionLinks[tensionRows[i].firstLink .. tensionRows[i + 1].firstLink).
    std::vector<TensionRow> tensionRows;
    std::vector<TensionLink> tensionLinks;  ///< of all of them, and one more that nobody has
    std::vector<Pass> levels;  ///< before the iterations: clusters are summed up, then held together by one-sided
                               ///< sticks, coarsest level first, and their particles go along; and strands are held
};

/// Elements: constraints on three or four particles, see src/pliant/elements/.
struct ElementFamily {
    std::vector<Element> elements;            ///< sorted by kind, those of three corners first, then by colour
    std::uint32_t elementsOfThree = 0;        ///< the first so many
    std::vector<vec4> elementRows;            ///< that elements of three corners name, no two alike
    std::vector<std::uint32_t> sceneElement;  ///< per element here: its index among those of its kind in the scene
    std::vector<Pass> elementPasses;  ///< once per iteration, after the sticks, which might turn them inside out again
};

/// Sums over many particles, which the passes of enclosures and shapes leave each other.
struct SumFamily {
    std::vector<Chunk> chunks;          ///< of enclosures, then of shapes: at most kChunkSize members of one
    std::uint32_t partialSumCount = 0;  ///< vec4; each family has its own
};

/// Enclosures as the scene has them; of each its members, ascending by particle.
struct EnclosureFamily {
    std::vector<EnclosureRecord> enclosures;        ///< as kernels read them
    std::vector<EnclosureMember> enclosureMembers;  ///< of all of them, one after another
    std::vector<std::uint32_t> enclosurePairs;      ///< EnclosureMember::firstPair counts pairs: two of these
    std::vector<Pass> insides;                      ///< once per iteration, before the sticks
};

/// Shapes as the scene has them; of each its members, ascending by particle.
struct ShapeFamily {
    std::vector<ShapeRecord> shapes;        ///< as kernels read them
    std::vector<ShapeMember> shapeMembers;  ///< of all of them, one after another
    std::vector<vec4> shapeTurns;           ///< per shape, at the start: quaternion (x, y, z, w)
    std::vector<Pass> matching;             ///< once per iteration, last
};

/// Outlines that touch each other in the plane, see src/pliant/shared/outline.h.
struct OutlineFamily {
    std::vector<OutlineRecord> outlines;      ///< in the scene's order
    std::vector<OutlinePoint> outlinePoints;  ///< outline after outline
    OutlineSpace outlineSpace{};              ///< sizes of the grid in which they are found
    std::vector<Pass> contacts;               ///< once per substep, after all iterations: outlines touch each other
};

/// Particles that keep each other off, see src/pliant/shared/neighbour.h.
struct NeighbourFamily {
    std::vector<NeighbourBody> neighbourBodies;  ///< contacts of the scene, and pieces of them that nothing connects
    std::vector<vec4> neighbourRest;  ///< per particle, if there are any: its place at rest [m], see bodyOfNumber()
    std::vector<std::uint32_t> neighbourJoints;  ///< likewise: the joint of two bodies that it is at, or 0
    std::vector<std::uint32_t> neighbourOrder;   ///< those that may touch others, along a curve
    std::vector<NeighbourNode> neighbourNodes;   ///< a tree over these, level after level: groups first
    NeighbourSpace neighbourSpace{};             ///< what all of them have in common
    /// Per particle three, and one more: where in `around` the other ends of its edges begin; those beside it, which
    /// lists leave out though it has no edges to them; and the other corners of its faces, two of each.
    std::vector<std::uint32_t> aroundFirst;
    std::vector<std::uint32_t> around;    ///< particles
    std::vector<Rim> rims;                ///< of what touches, see shared/rim.h
    std::vector<std::uint32_t> rimNodes;  ///< rim after rim: particles
    std::vector<Pass> touching;           ///< in each substep, after colliders
};

/// Particles that are put to rest together, see scene/sleep.h.
struct SleepFamily {
    std::vector<Sleeper> sleepers;   ///< per particle, if the scene wants any to sleep
    std::uint32_t sleeperCount = 0;  ///< how many sleepers; counted in the order of their first particles in the scene
    float calmTime = 0.0f;           ///< Sleep::time
    std::vector<Pass> sleeping;      ///< once per step, after all substeps
};

/// Tiles, see schedule/tiling.h: particles that follow one another. From wholeFirstTile on they are whole bodies, which
/// nothing joins to others: all passes of a step may be run for one after the other.
struct TileFamily {
    std::vector<TileRecord> tiles;      ///< as kernels read them
    std::vector<TileRun> tileRuns;      ///< of all tiles: what of one kind, colour and response is in each
    std::vector<TileStick> tileSticks;  ///< per stick, where both of its ends are in one tile; of those between
                                        ///< clusters only if whole bodies have some; empty without tiles
    std::uint32_t wholeFirstTile = 0;   ///< tiles from here on are whole bodies
    std::uint32_t wholeFirst = 0;       ///< particles from here on belong to whole bodies
    std::vector<Pass> tiled;         ///< once per iteration: by colour the sticks that are in no tile, then all tiles
    std::vector<Pass> tiledSwapped;  ///< as gaussSeidelSwapped
};

/// The scene as the solvers want it: flat arrays in one order, and lists of passes. Made by compile(), never changed
/// after it, shared by any number of solvers.
struct Schedule : ParticleFamily,
                  ForceFamily,
                  StickFamily,
                  RowFamily,
                  BendFamily,
                  PlateFamily,
                  AirFamily,
                  ReachFamily,
                  ElementFamily,
                  SumFamily,
                  EnclosureFamily,
                  ShapeFamily,
                  OutlineFamily,
                  NeighbourFamily,
                  SleepFamily,
                  TileFamily {
    Environment environment;  ///< the scene's
    bool planar = false;      ///< Scene::planar
    std::uint64_t hash = 0;   ///< of all that the solvers read
};

/// The hybrid method solves so many colours one after another.
inline constexpr std::uint32_t kHybridColours = 4;

/// 0 where a particle of the schedule is in no whole body, else the number of its tile and one: the order of what whole
/// bodies have.
PLIANT_API std::uint32_t wholeKey(const Schedule& schedule, std::uint32_t particle);

/// Members are summed up in chunks of so many, then the chunks of a body.
inline constexpr std::uint32_t kChunkSize = 32;

/// All lists of passes of the schedule, always in one order, which the hash goes by; replay() has another.
PLIANT_API std::vector<const std::vector<Pass>*> passLists(const Schedule& schedule);

/// How many rows the solvers' places and places before have: one per particle, and behind them one per cluster.
inline std::size_t rowCount(const Schedule& schedule) {
    return schedule.particles.size() + schedule.clusters.size();
}

/// Whether a row is that of a whole body's particle or cluster.
inline bool isWhole(const Schedule& schedule, std::uint32_t row) {
    return row < schedule.particles.size() ? row >= schedule.wholeFirst : row >= schedule.wholeFirstRow;
}

/// How many items a solver's scratch must hold: what one pass leaves the next, and from firstMoment() on the moments of
/// bends between clusters.
PLIANT_API std::size_t scratchCount(const Schedule& schedule);

/// How many multipliers sticks have: by their indices.
PLIANT_API std::size_t multiplierCount(const Schedule& schedule);
/// Index of the first moment in that scratch.
PLIANT_API std::size_t firstMoment(const Schedule& schedule);
/// And of the first moment of a hinge of a plate; tensors follow.
PLIANT_API std::size_t firstHingeMoment(const Schedule& schedule);

/// How many words the table of outlines has: those in which the kernels note levels in use, and the buckets' heads.
PLIANT_API std::size_t outlineTableCount(const Schedule& schedule);

/// How a schedule is handed on: by compile(), to any number of solvers.
using SchedulePtr = std::shared_ptr<const Schedule>;

/// Checks the scene and compiles it. Time and memory grow linearly with particles and sticks. The same scene gives the
/// same schedule on every machine. Errors: those of validate(scene), sizes of tiles out of range.
PLIANT_API Result<SchedulePtr> compile(const Scene& scene, const CompileOptions& options = {});

/// Proves what the solvers rely on, by looking at every item: indices in range, maps that are inverse to each other,
/// every particle moved once by one integrator, every stick in one pass of each method, no particle twice in a colour,
/// rows that list exactly each particle's sticks. The error names the first that fails.
PLIANT_API Status validate(const Schedule& schedule);

/// Number of sticks of each colour.
PLIANT_API std::vector<std::uint32_t> colourSizes(const Schedule& schedule);

/// A readable account: counts, then one line per pass.
PLIANT_API std::string describe(const Schedule& schedule);

}  // namespace pliant
