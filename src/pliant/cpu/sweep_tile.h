#pragma once

// The sweeps over tiles: see widths.h.

#include <cstring>

#include "pliant/cpu/stick_kernels.h"
#include "pliant/cpu/tile_kernels.h"

namespace pliant::cpu {
namespace {

// A tile's particles on their own, so that they stay in the first-level cache; behind them one that lanes without a
// stick can point at.
struct TileCopy {
    alignas(64) float particles[4 * (kMostTileParticles + 1)];
    alignas(64) float previous[4 * (kMostTileParticles + 1)];  // only where sticks ask for it
};

// Sticks that are solved at the same time, with what their response has, else null.
struct Batch {
    const TileStick* ends;
    const Stick* sticks;  // for their parameter
    const StickRestraint* restraints;
    float* multipliers;
};

template <class Width, Index kResponse>
[[gnu::always_inline]] inline void solveBatch(TileCopy& tile, const Batch& batch, const PassConstants& constants) {
    constexpr bool kCompliant = kResponse < kStickRigid, kHooke = kResponse >= kStickHooke;
    using Real = RealOf<typename Width::All>;
    const typename Width::All all;
    // All addresses at once: what is stored to late-known ones holds up the loads of the next batch.
    Ends<Width::kCount> ends(tile.particles, tile.previous);
    for (int i = 0; i < Width::kCount; ++i) {
        ends.a[i] = tile.particles + 4 * firstEnd(batch.ends[i].ends);
        ends.b[i] = tile.particles + 4 * secondEnd(batch.ends[i].ends);
    }
    const auto packed = loadPairs(all, reinterpret_cast<const float*>(batch.ends));
    const Real restLength = packed.second;
    Real parameter(0.0f);
    if (kResponse == kStickRigid) parameter = shareIn(packed.first);
    if (kCompliant || kHooke)
        parameter = loadColumns(all, [&](int i) { return reinterpret_cast<const float*>(batch.sticks + i); }).w;
    parameter = stickParameter<Real>(kResponse, parameter, constants);
    moveEnds<kResponse>(all, ends, {restLength, parameter, batch.restraints, batch.multipliers}, constants);
}

// Fewer sticks than lanes: the other lanes hold the particle behind the last one to itself.
template <class Width, Index kResponse>
void solveFew(TileCopy& tile, Index noParticle, const Batch& batch, Index count, const PassConstants& constants) {
    TileStick ends[Width::kCount];
    Stick sticks[Width::kCount];
    StickRestraint restraints[Width::kCount] = {};
    float multipliers[Width::kCount] = {};
    for (Index i = 0; i < Width::kCount; ++i) {
        ends[i] = i < count ? batch.ends[i] : TileStick{noParticle | noParticle << 12, 0.0f};
        sticks[i] = i < count ? batch.sticks[i] : Stick{0, 0, 0.0f, 0.0f};
        if (kResponse < kStickCompliant && i < count) restraints[i] = batch.restraints[i];
        if (kResponse < kStickRigid && i < count) multipliers[i] = batch.multipliers[i];
    }
    solveBatch<Width, kResponse>(tile, {ends, sticks, restraints, multipliers}, constants);
    for (Index i = 0; i < count && kResponse < kStickRigid; ++i)
        batch.multipliers[i] = multipliers[i];
}

template <class Width, Index kResponse>
void solveRun(TileCopy& tile, Index noParticle, const TileItems& items, const TileRun& run,
              const PassConstants& constants) {
    if constexpr (kResponse == kStickElastic) return;  // no tile has any
    Index i = run.first;
    const Index end = run.first + run.count;
    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    const auto batch = [&] {
        return Batch{items.tileSticks + i, items.sticks + i, kDamped ? items.restraints + i : nullptr,
                     kCompliant ? items.multipliers + i : nullptr};
    };
    for (; i + Width::kCount <= end; i += Width::kCount)
        solveBatch<Width, kResponse>(tile, batch(), constants);
    if (i < end) solveFew<Width, kResponse>(tile, noParticle, batch(), end - i, constants);
}

[[maybe_unused]] bool hasDamped(const TileItems& items, const TileRecord& record) {
    for (Index r = 0; r < record.stickRuns; ++r) {
        if (items.runs[record.firstRun + r].response < kStickCompliant) return true;
    }
    return false;
}

// Without those that are pinned: other threads may be reading these, as anchors of tethers.
[[maybe_unused]] void storeFree(const TileCopy& tile, Index count, float* particles) {
    Index first = 0;
    for (Index i = 0; i <= count; ++i) {
        if (i < count && tile.particles[4 * i + 3] != 0.0f) continue;
        std::memcpy(particles + 4 * first, tile.particles + 4 * first, (i - first) * sizeof(vec4));
        first = i + 1;
    }
}

// Calls solve(run, constants) for every run of sticks of a tile, in every sweep.
template <class Solve>
[[gnu::always_inline]] inline void sweepRuns(const TileItems& items, PassConstants constants, const TileRecord& record,
                                             Solve&& solve) {
    const TileRun* runs =
        items.runs + record.firstRun + ((constants.flags & kPairsSwapped) != 0 ? record.stickRuns : 0);
    for (Index sweep = 0; sweep < constants.sweeps; ++sweep) {
        if (sweep > 0) constants.flags &= ~kFirstIteration;
        for (Index r = 0; r < record.stickRuns; ++r)
            solve(runs[r], constants);
    }
}

template <class Width>
void sweepTile(const TileItems& items, const PassConstants& constants, const TileRecord& record) {
    TileCopy tile;
    const std::size_t bytes = record.particleCount * sizeof(vec4);
    float* particles = &items.particles[record.firstParticle].x;
    std::memcpy(tile.particles, particles, bytes);
    std::memset(tile.particles + 4 * record.particleCount, 0, sizeof(vec4));
    if ((constants.flags & kSecondOrder) != 0 || hasDamped(items, record)) {
        std::memcpy(tile.previous, &items.previous[record.firstParticle].x, bytes);
        std::memset(tile.previous + 4 * record.particleCount, 0, sizeof(vec4));
    }
    sweepRuns(items, constants, record, [&](const TileRun& run, const PassConstants& c) {
        withResponse(run.response,
                     [&](auto response) { solveRun<Width, response>(tile, record.particleCount, items, run, c); });
    });
    storeFree(tile, record.particleCount, particles);
}

// One at a time sticks are solved where they are: a copy of the tile would take longer than it saves.
template <class Width>
void sweepTiles(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const TileItems items = tileItems(buffers);
    if constexpr (Width::kCount == 8) {
        if (sweepTilesBy16(items, constants, first, last)) return;
    }
    for (Index t = first; t < last; ++t) {
        if constexpr (Width::kCount > 1) {
            sweepTile<Width>(items, constants, items.tiles[t]);
        } else {
            sweepRuns(items, constants, items.tiles[t], [&](const TileRun& run, const PassConstants& c) {
                solveSticks<Width>(buffers, run.response, c, run.first, run.first + run.count);
            });
        }
    }
}

}  // namespace
}  // namespace pliant::cpu
