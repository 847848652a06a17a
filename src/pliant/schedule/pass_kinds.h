#pragma once

#include <cstddef>
#include <cstdint>

/// Every kind of pass, a line each: all that the library's parts know of one is here, and they are made from it. A new
/// kind is a new line; what the line names and does not exist yet does not compile. The columns are
///
/// - the kind: PassKind::SolveSticks, and the kernel kSolveSticks of shaders/solve_sticks.comp.glsl;
/// - the function on the CPU: cpu::solveSticks;
/// - what its items are, see Items;
/// - Moves or Reads: whether it writes the places of its items' particles, so that no two items may share one;
/// - how many items a thread takes at once: small enough to balance, large enough that handing them out costs nothing
///   beside the work (some microseconds);
/// - Local where it touches nothing outside of a particle or a tile, so that tiles can go through it one after another
///   (tethers look at pinned particles, which no such pass moves), else Global;
/// - Wide where that function is a template over widths, so that the CPU also takes eight items at a time,
///   cpu::solveSticks<Eight>, and Widest where it takes sixteen as well, since that is faster (within a tile SweepTiles
///   does so by itself); else Plain;
/// - Chained where one workgroup can run several short passes one after another, by kSolveSticksChained; passes over
///   coarse levels, of four kinds, have kLevelsChained instead, see gpu/kernels.cpp; Shared where several invocations
///   can share an item, see shaders/lanes.glsl; else Single;
/// - Framed where a scene with frames of reference wants another kernel, kIntegrateInFrames, else Any; CpuOnly where
///   there is none.
// clang-format off
#define PLIANT_PASS_KINDS(PASS) \
    /* Verlet step */ \
    PASS(Integrate,         integrate,         Particles,        Moves, 1024, Local,  Widest, Single, Framed) \
    /* this step's pin records: pinned particles move, others are pinned or released */ \
    PASS(MovePins,          movePins,          Pins,             Moves, 1024, Global, Plain,  Single, Any) \
    /* what the air does to each is written to scratch */ \
    PASS(PushTriangles,     pushTriangles,     Triangles,        Reads, 1024, Global, Widest, Single, Framed) \
    /* each takes its share of its triangles' pushes from scratch */ \
    PASS(GatherPushes,      gatherPushes,      Particles,        Moves, 1024, Global, Widest, Single, Any) \
    /* the sticks within each, colour after colour, several times */ \
    PASS(SweepTiles,        sweepTiles,        Tiles,            Moves, 1,    Local,  Wide,   Single, Any) \
    /* all of one colour and response: both ends move (Gauss-Seidel) */ \
    PASS(SolveSticks,       solveSticks,       Sticks,           Moves, 1024, Global, Widest, Chained, Any) \
    /* of one response: corrections are written to scratch, nothing moves (Jacobi, first half) */ \
    PASS(CorrectSticks,     correctSticks,     Sticks,           Reads, 1024, Global, Wide,   Single, Any) \
    /* each adds up the corrections of its sticks from scratch (Jacobi, second half) */ \
    PASS(GatherCorrections, gatherCorrections, Particles,        Moves, 1024, Global, Widest, Single, Any) \
    /* between clusters, of a level: each starts with the moment that coarser ones give it */ \
    PASS(CarryMoments,      carryMoments,      Bends,            Reads, 1024, Global, Widest, Chained, Any) \
    /* of plates: what the bend vector of each is short of is written to scratch */ \
    PASS(MeasureHinges,     measureHinges,     Bends,            Reads, 1024, Global, Plain,  Single, Any) \
    /* of vertices and clusters: each adds up what is gathered below it, or given from above */ \
    PASS(GatherTensors,     gatherTensors,     TensorRows,       Reads, 512,  Global, Plain,  Single, Any) \
    /* of one colour: each takes away what it is short of */ \
    PASS(SolveTensors,      solveTensors,      TensorRows,       Reads, 64,   Global, Plain,  Chained, Any) \
    /* each gets the moment that the tensors of its edge's ends are */ \
    PASS(SpreadTensors,     spreadTensors,     PlateHinges,      Reads, 1024, Global, Plain,  Single, Any) \
    /* each particle is pushed by the moments around it */ \
    PASS(PushHinges,        pushHinges,        TensorRows,       Moves, 512,  Global, Plain,  Single, Any) \
    /* of one colour and kind: three or four particles move, or clusters */ \
    PASS(SolveBends,        solveBends,        Bends,            Moves, 1024, Global, Widest, Chained, Any) \
    /* of a level: where its centre is, and whether it may move; it has not moved yet */ \
    PASS(SumClusters,       sumClusters,       Clusters,         Moves, 1024, Global, Wide,   Single, Any) \
    /* of a level: it goes along with the cluster that it is in */ \
    PASS(BeginShifts,       beginShifts,       Clusters,         Moves, 1024, Global, Wide,   Single, Any) \
    /* each goes along with its cluster */ \
    PASS(ShiftParticles,    shiftParticles,    Particles,        Moves, 1024, Global, Widest, Single, Any) \
    /* of a level, or of the scene: each starts with the tension that coarser ones give it */ \
    PASS(CarryTensions,     carryTensions,     Sticks,           Reads, 1024, Global, Wide,   Single, Any) \
    /* of a level: all links of each are drawn together by one tension */ \
    PASS(HoldStrands,       holdStrands,       Strands,          Moves, 64,   Global, Plain,  Single, Any) \
    /* each is pulled back within reach of its anchors */ \
    PASS(HoldTethers,       holdTethers,       Particles,        Moves, 1024, Local,  Wide,   Single, Any) \
    /* each is pushed out of the step's colliders */ \
    PASS(Collide,           collide,           Particles,        Moves, 1024, Local,  Widest, Single, Framed) \
    /* one that is nowhere any more goes back to where it last was */ \
    PASS(KeepPlaces,        keepPlaces,        Particles,        Moves, 1024, Local,  Wide,   Single, Any) \
    /* of shapes: where their members are, and how turned, is summed up in partialSums */ \
    PASS(SumShapes,         sumShapes,         Chunks,           Reads, 1024, Global, Wide,   Single, Any) \
    /* the sums of their chunks say where each is and how it is turned */ \
    PASS(TurnShapes,        turnShapes,        Shapes,           Reads, 1024, Global, Plain,  Single, Any) \
    /* each is drawn to its place */ \
    PASS(MatchShapes,       matchShapes,       ShapeMembers,     Moves, 1024, Global, Wide,   Single, Any) \
    /* of one kind and colour: three or four particles move */ \
    PASS(SolveElements,     solveElements,     Elements,         Moves, 1024, Global, Widest, Chained, Any) \
    /* gradient and part of the measure of each are written to partialSums */ \
    PASS(MeasureEnclosures, measureEnclosures, EnclosureMembers, Reads, 1024, Global, Widest, Single, Any) \
    /* of enclosures: those of its members are summed up */ \
    PASS(SumEnclosures,     sumEnclosures,     Chunks,           Reads, 1024, Global, Wide,   Single, Any) \
    /* the sums of its chunks give the push of each */ \
    PASS(SolveEnclosures,   solveEnclosures,   Enclosures,       Reads, 1024, Global, Wide,   Single, Any) \
    /* each is pushed along its gradient */ \
    PASS(PushEnclosures,    pushEnclosures,    EnclosureMembers, Moves, 1024, Global, Wide,   Single, Framed) \
    /* that forces move: each adds up its springs, and gets its acceleration */ \
    PASS(AddForces,         addForces,         Particles,        Reads, 1024, Global, Widest, Single, Any) \
    /* the same ones: one stage of an explicit integrator */ \
    PASS(Advance,           advance,           Particles,        Moves, 1024, Global, Wide,   Single, Any) \
    /* all that backward Euler moves, at once */ \
    PASS(StepImplicitly,    stepImplicitly,    Particles,        Moves, ~0u,  Global, Plain,  Single, CpuOnly) \
    /* all that forces move: velocities follow from what constraints have done to places */ \
    PASS(SettleVelocities,  settleVelocities,  Particles,        Reads, 1024, Global, Wide,   Single, Any) \
    /* each notes where its points are, and is put into the grid */ \
    PASS(PlaceOutlines,     placeOutlines,     Outlines,         Reads, 32,   Global, Plain,  Single, Any) \
    /* each looks for what it touches most, and counts its particles' contacts */ \
    PASS(FindContacts,      findContacts,      OutlinePoints,    Reads, 256,  Global, Plain,  Single, Any) \
    /* each adds its contact's part to the three particles' sums */ \
    PASS(PushContacts,      pushContacts,      OutlinePoints,    Reads, 1024, Global, Plain,  Single, Any) \
    /* each goes where its sum says; grid and sums are empty again */ \
    PASS(MoveContacts,      moveContacts,      OutlinePoints,    Moves, 1024, Global, Plain,  Single, Any) \
    /* where particles touch: each is no longer than its fabric lets it be */ \
    PASS(HoldRims,          holdRims,          Rims,             Moves, 1,    Global, Plain,  Single, Any) \
    /* where particles touch, in place of Collide: each is pushed out of the colliders, and notes how far */ \
    PASS(PushFromColliders, pushFromColliders, Particles,        Moves, 1024, Global, Widest, Single, Framed) \
    /* each looks whether it is where the lists of neighbours expect it */ \
    PASS(WatchNeighbours,   watchNeighbours,   Neighbours,       Reads, 4096, Global, Wide,   Single, Any) \
    /* if many are not, each notes where it is expected from now on */ \
    PASS(PlaceNeighbours,   placeNeighbours,   Particles,        Reads, 1024, Global, Plain,  Single, Any) \
    /* of one level: each is as large as what is in it */ \
    PASS(BoundNeighbours,   boundNeighbours,   NeighbourNodes,   Reads, 512,  Global, Plain,  Chained, Any) \
    /* each lists its neighbours; or, if few have strayed, these do, and tell theirs */ \
    PASS(FindNeighbours,    findNeighbours,    Neighbours,       Reads, 128,  Global, Wide,   Shared, Any) \
    /* of those around which something may touch: each counts those that it touches, or nearly, and that push it; in \
       the first substep once more, when it is known what lies on what */ \
    PASS(CountTouches,      countTouches,      Involved,         Reads, 512,  Global, Wide,   Shared, Any) \
    /* bodies that come near each other have one drift together, see shared/drift.h; and then what has no room, and \
       waits, goes along with its body's */ \
    PASS(ShareDrifts,       shareDrifts,       Involved,         Reads, 1024, Global, Plain,  Single, Any) \
    /* in the first substep: each notes which colliders, or held particles, it lies on */ \
    PASS(FindSupports,      findSupports,      Particles,        Reads, 1024, Global, Plain,  Single, Framed) \
    /* likewise, layer by layer: each notes whether it lies on what lies on these */ \
    PASS(SpreadSupports,    spreadSupports,    Involved,         Reads, 1024, Global, Plain,  Single, Any) \
    /* of those that others push: each goes away from them, in several rounds, see shared/support.h; the response is \
       0 and 1 in turn */ \
    PASS(PushNeighbours,    pushNeighbours,    Pushed,           Reads, 512,  Global, Wide,   Shared, Any) \
    /* each is held by the friction of what it lies on, and pushed out again where others have pushed it in */ \
    PASS(RubOnColliders,    rubOnColliders,    Particles,        Moves, 1024, Global, Widest, Single, Framed) \
    /* it goes there, and notes how edges and faces around it lie */ \
    PASS(MoveNeighbours,    moveNeighbours,    Involved,         Moves, 512,  Global, Wide,   Shared, Any) \
    /* each is pushed by what faces and edges around it touch: where some are thin, see shared/face_touch.h */ \
    PASS(TakeTouches,       takeTouches,       Involved,         Moves, 1024, Global, Plain,  Single, Any) \
    /* each looks which faces and edges around it would meet those around neighbours and other ends of edges */ \
    PASS(FindCuts,          findCuts,          Involved,         Reads, 256,  Global, Wide,   Shared, Any) \
    /* before that once more, round after round: of those that would go through each other along their bases alone, \
       each takes that of one */ \
    PASS(AlignBases,        alignBases,        Involved,         Reads, 1024, Global, Plain,  Single, Any) \
    /* and goes no farther than it may */ \
    PASS(CutWays,           cutWays,           Particles,        Moves, 4096, Global, Plain,  Single, Any) \
    /* each that has gone too far keeps its sleeper awake */ \
    PASS(WatchCalm,         watchCalm,         Particles,        Reads, 4096, Global, Plain,  Single, Any) \
    /* each of a sleeper that sleeps stays where it is */ \
    PASS(HoldAsleep,        holdAsleep,        Particles,        Moves, 4096, Global, Plain,  Single, Any) \
    /* those of which nothing has gone too far fall asleep when a window ends; all are awake when inputs change */ \
    PASS(TurnSleepers,      turnSleepers,      Sleepers,         Reads, 4096, Global, Plain,  Single, Any)
// clang-format on

namespace pliant {

/// What one kernel does: the lines above.
enum class PassKind : std::uint32_t {
#define PLIANT_KIND(kind, ...) kind,
    PLIANT_PASS_KINDS(PLIANT_KIND)
#undef PLIANT_KIND
};

#define PLIANT_ONE(...) +1
/// How many kinds there are.
inline constexpr std::size_t kPassKindCount = PLIANT_PASS_KINDS(PLIANT_ONE);
#undef PLIANT_ONE

/// What the items of a pass are: elements of these arrays of the schedule; pins are those of the step.
enum class Items {
    Particles,         ///< Schedule::particles
    Pins,              ///< StepPlan::pins
    Triangles,         ///< Schedule::triangles
    Tiles,             ///< Schedule::tiles
    Sticks,            ///< Schedule::sticks
    Bends,             ///< Schedule::bends
    Chunks,            ///< Schedule::chunks
    Shapes,            ///< Schedule::shapes
    ShapeMembers,      ///< Schedule::shapeMembers
    Elements,          ///< Schedule::elements
    EnclosureMembers,  ///< Schedule::enclosureMembers
    Enclosures,        ///< Schedule::enclosures
    Outlines,          ///< Schedule::outlines
    OutlinePoints,     ///< Schedule::outlinePoints
    Clusters,          ///< Schedule::clusters
    Sleepers,          ///< so many as Schedule::sleeperCount
    Strands,           ///< Schedule::strands
    Rims,              ///< Schedule::rims
    PlateHinges,       ///< Schedule::plateHinges
    TensorRows,        ///< Schedule::tensorRows
    Neighbours,        ///< Schedule::neighbourOrder
    Involved,          ///< of Schedule::neighbourOrder those that are noted in the step: NeighbourList::marks
    Pushed,            ///< of these those that CountTouches notes
    NeighbourNodes,    ///< Schedule::neighbourNodes
};

/// Of one of them: "stick". By our flags one that is missing is an error.
inline constexpr const char* nameOf(Items items) {
    switch (items) {
        case Items::Particles: return "particle";
        case Items::Pins: return "pin";
        case Items::Triangles: return "triangle";
        case Items::Tiles: return "tile";
        case Items::Sticks: return "stick";
        case Items::Bends: return "bend";
        case Items::Chunks: return "chunk";
        case Items::Shapes: return "shape";
        case Items::ShapeMembers: return "shape member";
        case Items::Elements: return "element";
        case Items::EnclosureMembers: return "enclosure member";
        case Items::Enclosures: return "enclosure";
        case Items::Outlines: return "outline";
        case Items::OutlinePoints: return "outline point";
        case Items::Clusters: return "cluster";
        case Items::Sleepers: return "sleeper";
        case Items::Strands: return "strand";
        case Items::Rims: return "rim";
        case Items::PlateHinges: return "hinge";
        case Items::TensorRows: return "tensor";
        case Items::Neighbours: return "particle of a contact";
        case Items::Involved: return "particle";
        case Items::Pushed: return "particle";
        case Items::NeighbourNodes: return "group of neighbours";
    }
    return "?";
}

/// A line of the table, but for functions and kernels.
struct PassTraits {
    const char* name;     ///< "SolveSticks"
    Items items;          ///< what it goes over
    bool moves;           ///< whether it writes the places of its items' particles
    std::uint32_t grain;  ///< items that a thread takes at once
    bool isLocal;         ///< whether tiles can go through it one after another
    bool isShared;        ///< whether several invocations of its kernel can share an item
};

/// Of every kind, in the order of PassKind.
inline constexpr PassTraits kPassTraits[kPassKindCount] = {
#define PLIANT_Moves true
#define PLIANT_Reads false
#define PLIANT_Local true
#define PLIANT_Global false
#define PLIANT_Shared true
#define PLIANT_Chained false
#define PLIANT_Single false
#define PLIANT_TRAITS(kind, function, items, moves, grain, reach, width, invocations, frames) \
    {#kind, Items::items, PLIANT_##moves, grain, PLIANT_##reach, PLIANT_##invocations},
    PLIANT_PASS_KINDS(PLIANT_TRAITS)
#undef PLIANT_TRAITS
#undef PLIANT_Single
#undef PLIANT_Chained
#undef PLIANT_Shared
#undef PLIANT_Global
#undef PLIANT_Local
#undef PLIANT_Reads
#undef PLIANT_Moves
};

/// The line of a kind.
inline constexpr const PassTraits& traitsOf(PassKind kind) {
    return kPassTraits[static_cast<std::size_t>(kind)];
}

/// "SolveSticks".
inline constexpr const char* nameOf(PassKind kind) {
    return traitsOf(kind).name;
}

}  // namespace pliant
