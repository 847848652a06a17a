#include "pliant/schedule/arrays.h"

namespace pliant {

const std::vector<PassList>& passListTable() {
    using enum PassKind;
    using S = Schedule;
    static const std::vector<PassList> table{
        {"integrate", "every substep", &S::integrate, {Integrate, AddForces, Advance, StepImplicitly}},
        {"air", "every substep, air", &S::air, {PushTriangles, GatherPushes}},
        {"bending",
         "every few substeps, bends",
         &S::bending,
         {SumClusters, BeginShifts, CarryMoments, ShiftParticles, MeasureHinges, GatherTensors, SolveTensors,
          SpreadTensors, PushHinges, SolveBends}},
        {"insides",
         "every iteration, insides",
         &S::insides,
         {MeasureEnclosures, SumEnclosures, SolveEnclosures, PushEnclosures}},
        {"levels",
         "every substep, coarse levels",
         &S::levels,
         {HoldStrands, SumClusters, BeginShifts, CarryTensions, SolveSticks, ShiftParticles}},
        {"Gauss-Seidel", "every iteration, Gauss-Seidel", &S::gaussSeidel, {SolveSticks}},
        {"Gauss-Seidel, swapped", "", &S::gaussSeidelSwapped, {SolveSticks}, true},
        {"tiled", "every iteration, tiles", &S::tiled, {SolveSticks, SweepTiles}},
        {"tiled, swapped", "", &S::tiledSwapped, {SolveSticks, SweepTiles}, true},
        {"Jacobi", "every iteration, Jacobi", &S::jacobi, {CorrectSticks, GatherCorrections}},
        {"hybrid", "every iteration, hybrid", &S::hybrid, {SolveSticks, CorrectSticks, GatherCorrections}},
        {"elements", "every iteration, elements", &S::elementPasses, {SolveElements}},
        {"matching", "every iteration, shapes", &S::matching, {SumShapes, TurnShapes, MatchShapes}},
        {"contacts",
         "every substep, contacts",
         &S::contacts,
         {PlaceOutlines, FindContacts, PushContacts, MoveContacts}},
        {"touching",
         "every substep, contacts in space",
         &S::touching,
         {HoldRims, PushFromColliders, WatchNeighbours, PlaceNeighbours, BoundNeighbours, FindNeighbours, CountTouches,
          ShareDrifts, FindSupports, SpreadSupports, PushNeighbours, RubOnColliders, MoveNeighbours, TakeTouches,
          FindCuts, AlignBases, CutWays}},
        {"settle", "every substep, at its end", &S::settle, {SettleVelocities}},
        {"sleeping", "every step, at its end", &S::sleeping, {WatchCalm, HoldAsleep, TurnSleepers}},
    };
    return table;
}

std::vector<const std::vector<Pass>*> passLists(const Schedule& schedule) {
    std::vector<const std::vector<Pass>*> lists;
    for (const PassList& list : passListTable())
        lists.push_back(&(schedule.*list.passes));
    return lists;
}

std::size_t itemCount(const Schedule& s, Items items) {
    switch (items) {
        case Items::Particles:
        case Items::Pins: return s.particles.size();
        case Items::Triangles: return s.triangles.size();
        case Items::Tiles: return s.tiles.size();
        case Items::Sticks: return s.sticks.size();
        case Items::Bends: return s.bends.size();
        case Items::Chunks: return s.chunks.size();
        case Items::Shapes: return s.shapes.size();
        case Items::ShapeMembers: return s.shapeMembers.size();
        case Items::Elements: return s.elements.size();
        case Items::EnclosureMembers: return s.enclosureMembers.size();
        case Items::Enclosures: return s.enclosures.size();
        case Items::Clusters: return s.clusters.size();
        case Items::Strands: return s.strands.size();
        case Items::Rims: return s.rims.size();
        case Items::PlateHinges: return s.plateHinges.size();
        case Items::TensorRows: return s.tensorRows.size();
        case Items::Outlines: return s.outlines.size();
        case Items::OutlinePoints: return s.outlinePoints.size();
        case Items::Sleepers: return s.sleeperCount;
        case Items::Involved:
        case Items::Pushed:
        case Items::Neighbours: return s.neighbourOrder.size();
        case Items::NeighbourNodes: return s.neighbourNodes.size();
    }
    return 0;
}

}  // namespace pliant
