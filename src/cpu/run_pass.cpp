#include "cpu/run_pass.h"

#include "cpu/outline_kernels.h"
#include "cpu/tile_kernels.h"

namespace pliant::cpu {

std::uint32_t grainOf(PassKind kind) {
    switch (kind) {
        case PassKind::PlaceOutlines: return 32;
        case PassKind::FindContacts: return 256;
        case PassKind::SweepTiles: return 1;
        default: return 1024;
    }
}

bool isLocal(PassKind kind) {
    switch (kind) {
        case PassKind::Integrate:
        case PassKind::SweepTiles:
        case PassKind::HoldTethers:
        case PassKind::Collide:
        case PassKind::KeepPlaces: return true;
        default: return false;
    }
}

void runPiece(const Buffers& b, bool wide, const Pass& pass, const PassConstants& c, std::uint32_t first,
              std::uint32_t last) {
    if (wide && runWide(b, pass, c, first, last)) return;
    switch (pass.kind) {
        case PassKind::Integrate: return integrate(b, c, first, last);
        case PassKind::MovePins: return movePins(b, c, first, last);
        case PassKind::PushTriangles: return pushTriangles(b, c, first, last);
        case PassKind::GatherPushes: return gatherPushes(b, c, first, last);
        case PassKind::SweepTiles: return sweepTiles(b, c, first, last);
        case PassKind::SolveSticks: return solveSticks(b, pass.response, c, first, last);
        case PassKind::CorrectSticks: return correctSticks(b, pass.response, c, first, last);
        case PassKind::GatherCorrections: return gatherCorrections(b, c, first, last);
        case PassKind::SolveBends: return solveBends(b, pass.response, c, first, last);
        case PassKind::HoldTethers: return holdTethers(b, c, first, last);
        case PassKind::Collide: return collide(b, c, first, last);
        case PassKind::PlaceOutlines: return placeOutlines(b, c, first, last);
        case PassKind::FindContacts: return findContacts(b, c, first, last);
        case PassKind::PushContacts: return pushContacts(b, c, first, last);
        case PassKind::MoveContacts: return moveContacts(b, c, first, last);
        case PassKind::KeepPlaces: return keepPlaces(b, c, first, last);
        case PassKind::SumShapes: return sumShapes(b, first, last);
        case PassKind::TurnShapes: return turnShapes(b, pass.response, first, last);
        case PassKind::MatchShapes: return matchShapes(b, c, first, last);
        case PassKind::SolveTets: return solveTets(b, c, first, last);
        case PassKind::MeasureEnclosures: return measureEnclosures(b, pass.response, c, first, last);
        case PassKind::SumEnclosures: return sumEnclosures(b, first, last);
        case PassKind::SolveEnclosures: return solveEnclosures(b, c, first, last);
        case PassKind::PushEnclosures: return pushEnclosures(b, c, first, last);
        case PassKind::AddForces: return addForces(b, c, first, last);
        case PassKind::Advance: return advance(b, pass.response, c, first, last);
        case PassKind::StepImplicitly: return stepImplicitly(b, c, first, last);
        case PassKind::SettleVelocities: return settleVelocities(b, c, first, last);
    }
}

}  // namespace pliant::cpu
