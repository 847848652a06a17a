// Which passes have wide kernels. Compiled for every processor.

#include "cpu/tile_kernels.h"
#include "cpu/wide_kernels.h"

namespace pliant::cpu {

WideItems wideItems(const Schedule& s) {
    return {s.sticks.data(),     s.restraints.data(),       s.bends.data(),          s.bendNumbers.data(),
            s.triangles.data(),  s.rowFirst.data(),         s.rowEntries.data(),     s.shares.data(),
            s.tetrahedra.data(), s.chunks.data(),           s.shapes.data(),         s.shapeMembers.data(),
            s.enclosures.data(), s.enclosureMembers.data(), s.enclosurePairs.data(), s.springFirst.data(),
            s.springEnds.data()};
}

bool runWide(const Buffers& b, const Pass& pass, const PassConstants& c, std::uint32_t first, std::uint32_t last) {
    switch (pass.kind) {
        case PassKind::Integrate: integrateWide(b, c, first, last); return true;
        case PassKind::PushTriangles: pushTrianglesWide(b, c, first, last); return true;
        case PassKind::GatherPushes: gatherPushesWide(b, c, first, last); return true;
        case PassKind::SweepTiles: sweepTilesWide(b, c, first, last); return true;
        case PassKind::SolveSticks: solveSticksWide(b, pass.response, c, first, last); return true;
        case PassKind::CorrectSticks: correctSticksWide(b, pass.response, c, first, last); return true;
        case PassKind::GatherCorrections: gatherCorrectionsWide(b, c, first, last); return true;
        case PassKind::SolveBends: solveBendsWide(b, pass.response, c, first, last); return true;
        case PassKind::HoldTethers: holdTethersWide(b, c, first, last); return true;
        case PassKind::Collide: collideWide(b, c, first, last); return true;
        case PassKind::KeepPlaces: keepPlacesWide(b, c, first, last); return true;
        case PassKind::SumShapes: sumShapesWide(b, first, last); return true;
        case PassKind::MatchShapes: matchShapesWide(b, c, first, last); return true;
        case PassKind::SolveTets: solveTetsWide(b, c, first, last); return true;
        case PassKind::MeasureEnclosures: measureEnclosuresWide(b, pass.response, c, first, last); return true;
        case PassKind::SumEnclosures: sumEnclosuresWide(b, first, last); return true;
        case PassKind::SolveEnclosures: solveEnclosuresWide(b, c, first, last); return true;
        case PassKind::PushEnclosures: pushEnclosuresWide(b, c, first, last); return true;
        case PassKind::AddForces: addForcesWide(b, c, first, last); return true;
        case PassKind::Advance: advanceWide(b, pass.response, c, first, last); return true;
        case PassKind::SettleVelocities: settleVelocitiesWide(b, c, first, last); return true;
        default: return false;
    }
}

}  // namespace pliant::cpu
