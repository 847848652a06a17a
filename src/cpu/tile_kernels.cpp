#include "cpu/tile_kernels.h"

#include "cpu/wide_kernels.h"

namespace pliant::cpu {

TileItems tileItems(const Buffers& buffers) {
    const Schedule& s = *buffers.schedule;
    return {buffers.particles,   buffers.previous, buffers.multipliers, s.sticks.data(),
            s.restraints.data(), s.tiles.data(),   s.tileRuns.data(),   s.tileSticks.data()};
}

void sweepTiles(const Buffers& buffers, std::uint32_t, const PassConstants& constants, std::uint32_t first,
                std::uint32_t last) {
    const Schedule& s = *buffers.schedule;
    PassConstants c = constants;
    for (std::uint32_t t = first; t < last; ++t) {
        const TileRecord& tile = s.tiles[t];
        const std::uint32_t firstRun = tile.firstRun + (constants.isSwapped != 0 ? tile.stickRuns : 0);
        for (std::uint32_t sweep = 0; sweep < constants.sweeps; ++sweep) {
            c.firstIteration = sweep == 0 ? constants.firstIteration : 0;
            for (std::uint32_t r = firstRun; r < firstRun + tile.stickRuns; ++r) {
                const TileRun& run = s.tileRuns[r];
                solveSticks(buffers, run.response, c, run.first, run.first + run.count);
            }
        }
    }
}

void sweepTilesWide(const Buffers& buffers, std::uint32_t, const PassConstants& constants, std::uint32_t first,
                    std::uint32_t last) {
    const TileItems items = tileItems(buffers);
    if (sweepTilesBy16(items, constants, first, last) || sweepTilesBy8(items, constants, first, last)) return;
    sweepTiles(buffers, 0, constants, first, last);
}

}  // namespace pliant::cpu
