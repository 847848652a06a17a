#include "pliant/gpu/pass_work.h"

namespace pliant {
namespace {

double mean(std::size_t sum, std::size_t count) {
    return count > 0 ? double(sum) / double(count) : 0.0;
}

std::size_t stickCount(const Schedule& schedule, const TileRecord& tile) {
    std::size_t sum = 0;
    for (std::uint32_t r = tile.firstRun; r < tile.firstRun + tile.stickRuns; ++r)
        sum += schedule.tileRuns[r].count;
    return sum;
}

std::size_t entryCount(const Schedule& schedule, std::uint32_t rows) {
    return schedule.rowFirst[rows + schedule.particles.size()] - schedule.rowFirst[rows];
}

// Of the list's passes that gather from rows, the longest.
double meanRow(const Schedule& schedule, PassKind kind, const std::vector<const std::vector<Pass>*>& lists) {
    double longest = 0.0;
    for (const std::vector<Pass>* passes : lists) {
        for (const Pass& pass : *passes)
            if (pass.kind == kind)
                longest = std::max(longest, mean(entryCount(schedule, pass.rows), schedule.particles.size()));
    }
    return longest;
}

}  // namespace

PassWork::PassWork(const Schedule& s) {
    const auto set = [&](PassKind kind, double work) { ofItem_[std::size_t(kind)] = work; };
    ofItem_.fill(1.0);
    set(PassKind::PushTriangles, 2.0);
    set(PassKind::GatherPushes, 1.0 + meanRow(s, PassKind::GatherPushes, {&s.air}) / 2.0);
    set(PassKind::GatherCorrections, 1.0 + meanRow(s, PassKind::GatherCorrections, {&s.jacobi, &s.hybrid}) / 2.0);
    set(PassKind::SumClusters, 1.0 + mean(s.clusterMembers.size(), s.clusters.size()));
    set(PassKind::HoldStrands, 4.0 * kMostStrandNodes);
    set(PassKind::HoldRims, 4.0 * mean(s.rimNodes.size(), s.rims.size()));
    set(PassKind::SolveBends, 4.0);
    set(PassKind::MeasureHinges, 4.0);
    set(PassKind::GatherTensors, 20.0);
    set(PassKind::SolveTensors, 200.0);
    set(PassKind::SpreadTensors, 3.0);
    set(PassKind::PushHinges, 6.0);
    set(PassKind::SolveElements, 8.0);
    set(PassKind::SumShapes, kChunkSize);
    set(PassKind::TurnShapes, 40.0 + mean(s.chunks.size(), s.shapes.size()));
    set(PassKind::MatchShapes, 2.0);
    set(PassKind::MeasureEnclosures, 4.0);
    set(PassKind::SumEnclosures, kChunkSize);
    set(PassKind::SolveEnclosures, 10.0 + mean(s.chunks.size(), s.enclosures.size()));
    set(PassKind::PushEnclosures, 2.0);
    set(PassKind::AddForces, 2.0 + mean(s.springEnds.size(), s.particles.size() - s.firstForced));
    set(PassKind::Advance, 2.0);
    set(PassKind::PlaceOutlines, 2.0 * mean(s.outlinePoints.size(), s.outlines.size()));
    set(PassKind::FindContacts, 40.0);
    set(PassKind::PushContacts, 2.0);
    set(PassKind::BoundNeighbours, 8.0);
    set(PassKind::FindNeighbours, 60.0);
    for (const PassKind kind :
         {PassKind::CountTouches, PassKind::ShareDrifts, PassKind::SpreadSupports, PassKind::PushNeighbours,
          PassKind::FindCuts, PassKind::AlignBases, PassKind::TakeTouches})
        set(kind, 10.0);
    // Of all tiles, or of those that are no whole bodies: whichever are swept, it is not less.
    const auto raise = [&](std::size_t count) {
        std::size_t particles = 0, sticks = 0;
        for (std::size_t t = 0; t < count; ++t) {
            particles += s.tiles[t].particleCount;
            sticks += stickCount(s, s.tiles[t]);
        }
        tileParticles_ = std::max(tileParticles_, mean(particles, count));
        tileSticks_ = std::max(tileSticks_, mean(sticks, count));
    };
    raise(s.wholeFirstTile);
    raise(s.tiles.size());
}

double PassWork::ofItem(PassKind kind, const PassConstants& constants) const {
    constexpr double kCollider = 4.0;
    if (kind == PassKind::SweepTiles) return tileParticles_ + constants.sweeps * tileSticks_;
    const double work = ofItem_[std::size_t(kind)];
    const bool looksAtColliders = kind == PassKind::Collide || kind == PassKind::PushFromColliders ||
                                  kind == PassKind::RubOnColliders || kind == PassKind::FindSupports;
    return looksAtColliders ? work + kCollider * constants.colliderCount : work;
}

std::uint32_t itemsAtOnce(const GpuTraits& traits, double work, std::uint32_t workgroupSize) {
    const double most = std::clamp(traits.sticksPerSecond * kLongestDispatch / std::max(work, 1e-3), 1.0, 4e9);
    const auto items = static_cast<std::uint32_t>(most);
    return items > workgroupSize ? items - items % workgroupSize : items;
}

std::uint64_t loopsAtOnce(const GpuTraits& traits) {
    return std::min(traits.mostLoops, static_cast<std::uint64_t>(traits.loopsPerSecond * kLongestDispatch));
}

}  // namespace pliant
