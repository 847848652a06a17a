#pragma once

// The sweeps over one tile, as many sticks at a time as `Wide` says. For files compiled for one kind of processor each,
// which share no code with other files: see wide_kernels.h.

#include <cstring>

#include "cpu/kernels.h"
#include "cpu/solve_ends.h"
#include "cpu/tile_kernels.h"

namespace pliant::cpu {
namespace {

using Real = Wide::Real;

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

template <std::uint32_t kResponse>
[[gnu::always_inline]] inline void solveBatch(TileCopy& tile, const Batch& batch, const PassConstants& constants) {
    constexpr bool kCompliant = kResponse < kStickRigid, kHooke = kResponse >= kStickHooke;
    // All addresses at once: what is stored to late-known ones holds up the loads of the next batch.
    float *a[Wide::kCount], *b[Wide::kCount];
    for (int i = 0; i < Wide::kCount; ++i) {
        const std::uint32_t ends = batch.ends[i].ends;
        a[i] = tile.particles + 4 * (ends & 0xffff);
        b[i] = tile.particles + 4 * (ends >> 16);
    }
    const auto endA = [&](int i) { return a[i]; };
    const auto endB = [&](int i) { return b[i]; };
    const Real restLength = Wide::secondOfPairs(reinterpret_cast<const float*>(batch.ends));
    Real parameter(0.0f);
    if (kCompliant || kHooke) {
        alignas(64) float parameters[Wide::kCount];
        for (int i = 0; i < Wide::kCount; ++i)
            parameters[i] = batch.sticks[i].parameter;
        parameter = stickParameter<Real>(kResponse, Wide::loadRow(parameters), constants);
    }
    solveEnds<Wide, kResponse>(endA, endB, tile.previous - tile.particles, restLength, parameter, batch.restraints,
                               batch.multipliers, constants);
}

// Fewer sticks than lanes: the other lanes hold the particle behind the last one to itself.
template <std::uint32_t kResponse>
void solveFew(TileCopy& tile, std::uint32_t noParticle, const Batch& batch, std::uint32_t count,
              const PassConstants& constants) {
    TileStick ends[Wide::kCount];
    Stick sticks[Wide::kCount];
    StickRestraint restraints[Wide::kCount] = {};
    float multipliers[Wide::kCount] = {};
    for (std::uint32_t i = 0; i < Wide::kCount; ++i) {
        ends[i] = i < count ? batch.ends[i] : TileStick{noParticle | noParticle << 16, 0.0f};
        sticks[i] = i < count ? batch.sticks[i] : Stick{0, 0, 0.0f, 0.0f};
        if (kResponse < kStickCompliant && i < count) restraints[i] = batch.restraints[i];
        if (kResponse < kStickRigid && i < count) multipliers[i] = batch.multipliers[i];
    }
    solveBatch<kResponse>(tile, {ends, sticks, restraints, multipliers}, constants);
    for (std::uint32_t i = 0; i < count && kResponse < kStickRigid; ++i)
        batch.multipliers[i] = multipliers[i];
}

template <std::uint32_t kResponse>
void solveRun(TileCopy& tile, std::uint32_t noParticle, const TileItems& items, const TileRun& run,
              const PassConstants& constants) {
    std::uint32_t i = run.first;
    const std::uint32_t end = run.first + run.count;
    constexpr bool kDamped = kResponse < kStickCompliant, kCompliant = kResponse < kStickRigid;
    const auto batch = [&] {
        return Batch{items.tileSticks + i, items.sticks + i, kDamped ? items.restraints + i : nullptr,
                     kCompliant ? items.multipliers + i : nullptr};
    };
    for (; i + Wide::kCount <= end; i += Wide::kCount)
        solveBatch<kResponse>(tile, batch(), constants);
    if (i < end) solveFew<kResponse>(tile, noParticle, batch(), end - i, constants);
}

bool hasDamped(const TileItems& items, const TileRecord& record) {
    for (std::uint32_t r = 0; r < record.stickRuns; ++r) {
        if (items.runs[record.firstRun + r].response < kStickCompliant) return true;
    }
    return false;
}

bool hasPinned(const TileCopy& tile, std::uint32_t count) {
    __m128 zeros = _mm_setzero_ps();
    for (std::uint32_t i = 0; i < count; ++i)
        zeros = _mm_or_ps(zeros, _mm_cmpeq_ps(_mm_load_ps(tile.particles + 4 * i), _mm_setzero_ps()));
    return (_mm_movemask_ps(zeros) & 8) != 0;  // of w, the inverse mass
}

// Without those that are pinned: other threads may be reading these, as anchors of tethers.
void storeFree(const TileCopy& tile, std::uint32_t count, float* particles) {
    const auto storeRun = [&](std::uint32_t first, std::uint32_t last) {
        std::memcpy(particles + 4 * first, tile.particles + 4 * first, (last - first) * sizeof(vec4));
    };
    if (!hasPinned(tile, count)) return storeRun(0, count);
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (tile.particles[4 * i + 3] != 0.0f) continue;
        storeRun(first, i);
        first = i + 1;
    }
    storeRun(first, count);
}

void sweepTile(const TileItems& items, PassConstants constants, const TileRecord& record) {
    TileCopy tile;
    const std::size_t bytes = record.particleCount * sizeof(vec4);
    const std::uint32_t firstIteration = constants.firstIteration;
    const TileRun* runs = items.runs + record.firstRun + (constants.isSwapped != 0 ? record.stickRuns : 0);
    float* particles = &items.particles[record.firstParticle].x;
    std::memcpy(tile.particles, particles, bytes);
    std::memset(tile.particles + 4 * record.particleCount, 0, sizeof(vec4));
    if (constants.secondOrder != 0 || hasDamped(items, record)) {
        std::memcpy(tile.previous, &items.previous[record.firstParticle].x, bytes);
        std::memset(tile.previous + 4 * record.particleCount, 0, sizeof(vec4));
    }
    for (std::uint32_t sweep = 0; sweep < constants.sweeps; ++sweep) {
        constants.firstIteration = sweep == 0 ? firstIteration : 0;
        for (std::uint32_t r = 0; r < record.stickRuns; ++r) {
            const TileRun& run = runs[r];
            withResponse(run.response,
                         [&](auto response) { solveRun<response>(tile, record.particleCount, items, run, constants); });
        }
    }
    storeFree(tile, record.particleCount, particles);
}

}  // namespace
}  // namespace pliant::cpu
