#include <algorithm>
#include <array>

#include "pliant/fail.h"
#include "pliant/schedule/arrays.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/sorting.h"
#include "pliant/schedule/tile_items.h"
#include "pliant/schedule/tiling.h"
#include "pliant/shared/portable.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// The classes of runs, in the order in which a tile lists them.
enum RunClass : Index { kSticks, kSticksSwapped, kLevels, kBends, kElements, kRunClassCount };

class TileOf {
  public:
    explicit TileOf(const Schedule& schedule) : tiles_(rowCount(schedule), kNone) {
        for (Index t = 0; t < schedule.tiles.size(); ++t)
            std::fill_n(tiles_.begin() + schedule.tiles[t].firstParticle, schedule.tiles[t].particleCount, t);
        // Members come before their clusters.
        for (const Cluster& cluster : schedule.clusters)
            if (isWhole(schedule, cluster.row))
                tiles_[cluster.row] = tiles_[schedule.clusterMembers[cluster.firstMember].row];
    }

    static constexpr Index kNone = ~0u;

    Index operator()(Index row) const { return tiles_[row]; }
    Index operator()(const Stick& stick) const { return tiles_[stick.a] == tiles_[stick.b] ? tiles_[stick.a] : kNone; }

  private:
    std::vector<Index> tiles_;
};

struct KeyedRun {
    Index key;  // tile, then class
    TileRun run;
};

// Adds a run wherever a new tile begins among the pass's items. `tileOf(item)` may be kNone.
template <class TileOfItem>
void addRuns(std::vector<KeyedRun>& runs, const Pass& pass, RunClass runClass, TileOfItem&& tileOf) {
    Index last = TileOf::kNone;
    for (Index i = pass.first; i < pass.first + pass.count; ++i) {
        const Index tile = tileOf(i);
        if (tile != TileOf::kNone) {
            if (tile != last) runs.push_back({tile * kRunClassCount + runClass, {pass.response, pass.colour, i, 0}});
            ++runs.back().run.count;
        }
        last = tile;
    }
}

std::vector<KeyedRun> listRuns(const Schedule& schedule, const TileOf& tileOf) {
    std::vector<KeyedRun> runs;
    const auto wholeTileOf = [&](Index row) { return isWhole(schedule, row) ? tileOf(row) : TileOf::kNone; };
    for (const Pass& pass : schedule.gaussSeidel)
        addRuns(runs, pass, kSticks, [&](Index i) { return tileOf(schedule.sticks[i]); });
    for (const Pass& pass : schedule.gaussSeidelSwapped)
        addRuns(runs, pass, kSticksSwapped, [&](Index i) { return tileOf(schedule.sticks[i]); });
    for (const Pass& pass : schedule.levels) {
        // Whole bodies have no tensions that are carried.
        if (pass.kind == PassKind::ShiftParticles || pass.kind == PassKind::CarryTensions) continue;
        addRuns(runs, pass, kLevels, [&](Index i) { return wholeTileOf(firstRowOf(schedule, pass.kind, i)); });
    }
    for (const Pass& pass : schedule.bending)
        addRuns(runs, pass, kBends, [&](Index i) { return wholeTileOf(firstRowOf(schedule, pass.kind, i)); });
    for (const Pass& pass : schedule.elementPasses)
        addRuns(runs, pass, kElements, [&](Index i) { return wholeTileOf(schedule.elements[i].a); });
    return runs;
}

void addTileRuns(Schedule& schedule, const TileOf& tileOf) {
    const std::vector<KeyedRun> runs = listRuns(schedule, tileOf);
    const auto keyCount = static_cast<Index>(schedule.tiles.size()) * kRunClassCount;
    const auto key = [&](Index i) { return runs[i].key; };
    const std::vector<Index> all = countUp(runs.size());
    for (const Index i : sortedBy(all, keyCount, key))
        schedule.tileRuns.push_back(runs[i].run);
    const std::vector<Index> first = groupStarts(all, keyCount, key);
    for (Index t = 0; t < schedule.tiles.size(); ++t) {
        const Index* start = first.data() + t * kRunClassCount;
        TileRecord& tile = schedule.tiles[t];
        tile.firstRun = start[kSticks];
        tile.stickRuns = start[kSticksSwapped] - start[kSticks];
        tile.levelRuns = start[kBends] - start[kLevels];
        tile.bendRuns = start[kElements] - start[kBends];
        tile.elementRuns = start[kRunClassCount] - start[kElements];
    }
}

// Where a row is within its tile.
Index placeIn(const TileRecord& tile, Index row) {
    return row >= tile.firstRow && tile.rowCount > 0 ? row - tile.firstRow + tile.particleCount
                                                     : row - tile.firstParticle;
}

void addRows(Schedule& schedule, const TileOf& tileOf) {
    for (Index row = schedule.wholeFirstRow; row < rowCount(schedule) && !schedule.clusters.empty(); ++row) {
        TileRecord& tile = schedule.tiles[tileOf(row)];
        if (tile.rowCount++ == 0) tile.firstRow = row;
    }
}

// Those between clusters come last, and only whole bodies have them in their tiles.
void packSticks(Schedule& schedule, const TileOf& tileOf) {
    const bool hasLong = std::any_of(schedule.tiles.begin(), schedule.tiles.end(),
                                     [](const TileRecord& tile) { return tile.levelRuns > 0; });
    const std::size_t count = hasLong ? schedule.sticks.size() : schedule.sceneStick.size();
    schedule.tileSticks.assign(count, TileStick{0, 0.0f});
    for (std::size_t i = 0; i < count; ++i) {
        const Stick& stick = schedule.sticks[i];
        const Index tile = tileOf(stick);
        if (tile == TileOf::kNone) continue;
        const TileRecord& record = schedule.tiles[tile];
        schedule.tileSticks[i] = packedStick(record, stick);
    }
}

void addTriangles(Schedule& schedule) {
    for (Index t = schedule.wholeFirstTile; t < schedule.tiles.size(); ++t) {
        TileRecord& tile = schedule.tiles[t];
        const auto upTo = [&](Index key) {
            const auto isBefore = [&](const Triangle& triangle) { return wholeKey(schedule, triangle.a) <= key; };
            const auto end = std::partition_point(schedule.triangles.begin(), schedule.triangles.end(), isBefore);
            return static_cast<Index>(end - schedule.triangles.begin());
        };
        tile.firstTriangle = upTo(t);
        tile.triangleCount = upTo(t + 1) - tile.firstTriangle;
    }
}

void countWhole(const Schedule& s, std::vector<Pass>& passes) {
    for (Pass& pass : passes) {
        const Index last = pass.first + pass.count;
        while (pass.wholeCount < pass.count && isWhole(s, firstRowOf(s, pass.kind, last - 1 - pass.wholeCount)))
            ++pass.wholeCount;
    }
}

}  // namespace

Index firstRowOf(const Schedule& s, PassKind kind, Index item) {
    switch (traitsOf(kind).items) {
        case Items::Sticks: return s.sticks[item].a;
        case Items::Bends: return s.bends[item].a;
        case Items::Elements: return s.elements[item].a;
        case Items::Triangles: return s.triangles[item].a;
        case Items::Clusters: return s.clusters[item].row;
        case Items::Strands: return s.strands[item].from;
        case Items::PlateHinges: return s.bends[s.firstPlateBend + item].a;
        case Items::TensorRows: return 0;
        default: return item;
    }
}

Index byteOfShare(float share) {
    const Index bits = bitsOfFloat(std::clamp(share, floatOfBits(kBitsOfLeastShare), 1.0f));
    return (bits + (1u << 18) - kBitsOfLeastShare) >> 19;
}

TileStick packedStick(const TileRecord& tile, const Stick& stick) {
    const Index ends = placeIn(tile, stick.a) | placeIn(tile, stick.b) << 12;
    return {ends | byteOfShare(stick.parameter) << 24, stick.restLength};
}

Index wholeKey(const Schedule& schedule, Index particle) {
    if (particle < schedule.wholeFirst) return 0;
    const auto begins = [](Index p, const TileRecord& tile) { return p < tile.firstParticle; };
    const auto next = std::upper_bound(schedule.tiles.begin(), schedule.tiles.end(), particle, begins);
    return static_cast<Index>(next - schedule.tiles.begin());
}

void compileTiles(Schedule& schedule) {
    if (schedule.tiles.empty()) return;
    const TileOf tileOf(schedule);
    addTileRuns(schedule, tileOf);
    addRows(schedule, tileOf);
    packSticks(schedule, tileOf);
    addTriangles(schedule);
    for (std::vector<Pass>* passes : {&schedule.integrate, &schedule.air, &schedule.levels, &schedule.gaussSeidel,
                                      &schedule.gaussSeidelSwapped, &schedule.bending, &schedule.elementPasses})
        countWhole(schedule, *passes);

    const auto tileCount = static_cast<Index>(schedule.tiles.size());
    Pass sweep{PassKind::SweepTiles, 0, 0, 0, tileCount};
    sweep.wholeCount = tileCount - schedule.wholeFirstTile;
    const auto addTiled = [&](const std::vector<Pass>& passes, std::vector<Pass>& tiled) {
        for (const Pass& pass : passes) {
            if (tileOf(schedule.sticks[pass.first]) == TileOf::kNone) tiled.push_back(pass);
        }
        tiled.push_back(sweep);
    };
    addTiled(schedule.gaussSeidel, schedule.tiled);
    addTiled(schedule.gaussSeidelSwapped, schedule.tiledSwapped);
}

}  // namespace pliant
