// What solvers rely on of tiles, and of what whole bodies have in theirs.

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/schedule/arrays.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/tile_items.h"
#include "pliant/schedule/tiling.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// What is in runs, and which particles a colour of the present tile has met.
class RunCheck {
  public:
    explicit RunCheck(const Schedule& s)
        : s_(s),
          inRun_(s.sticks.size(), false),
          bendInRun_(s.bends.size(), false),
          elementInRun_(s.elements.size(), false),
          met_(rowCount(s), 0) {}

    Status check(Index t) {
        const TileRecord& tile = s_.tiles[t];
        const bool isWhole = t >= s_.wholeFirstTile;
        if (!isWhole && tile.levelRuns + tile.bendRuns + tile.elementRuns + tile.triangleCount > 0)
            return fail("tile {} is no whole body, but has clusters, bends, elements or triangles", t);
        if (std::uint64_t(tile.firstRun) + 2 * std::uint64_t(tile.stickRuns) + tile.levelRuns + tile.bendRuns +
                tile.elementRuns >
            s_.tileRuns.size())
            return fail("the runs of tile {} are out of range", t);
        const Index swapped = tile.firstRun + tile.stickRuns, levels = swapped + tile.stickRuns;
        const Index bends = levels + tile.levelRuns, elements = bends + tile.bendRuns;
        for (Index r = tile.firstRun; r < elements + tile.elementRuns; ++r) {
            if (r >= swapped && r < levels) continue;
            const TileRun& run = s_.tileRuns[r];
            const bool isNew = r == tile.firstRun || r == levels || r == bends || r == elements ||
                               run.colour != s_.tileRuns[r - 1].colour;
            if (isNew) ++colour_;
            if (run.response == kStickElastic && r >= levels && r < bends)
                return fail("a run of tile {} has elastic sticks between clusters", t);
            const bool isOfLevels = r >= levels && r < bends && run.response != kStickBetweenClusters;
            const bool holds = run.response == kLevelHoldParticles || run.response == kLevelHoldClusters;
            const Status status = isOfLevels && holds ? checkStrands(t, run)
                                  : isOfLevels        ? checkClusters(t, run)
                                  : r < bends         ? checkSticks(t, run)
                                  : r < elements      ? checkBends(t, run)
                                                      : checkItems(t, run, PassKind::SolveElements, elementInRun_);
            if (!status) return status;
        }
        return {};
    }

    // All sticks are in a run, or between tiles.
    Status checkRest() const {
        std::vector<bool> between = inRun_;
        for (const Pass& pass : s_.tiled) {
            if (pass.kind != PassKind::SolveSticks) continue;
            for (Index i = pass.first; i < pass.first + pass.count; ++i) {
                if (between[i]) return fail("stick {} is in a tile and between tiles, or twice between them", i);
                between[i] = true;
            }
        }
        for (Index i = 0; i < s_.sceneStick.size(); ++i) {
            if (!between[i]) return fail("stick {} is neither in a tile nor between tiles", i);
        }
        for (Index i = 0; i < s_.sticks.size(); ++i) {
            if (!inRun_[i] && isWhole(s_, s_.sticks[i].b)) return fail("stick {} ties a whole body", i);
        }
        if (Status status = checkTies(s_.bending, bendInRun_); !status) return status;
        if (Status status = checkTies(s_.elementPasses, elementInRun_); !status) return status;
        for (Index t = 0; t < s_.tiles.size(); ++t) {
            if (!hasSameRunsSwapped(s_.tiles[t])) return fail("the swapped runs of tile {} are others", t);
        }
        return {};
    }

  private:
    // In any order.
    bool hasSameRunsSwapped(const TileRecord& tile) const {
        const auto runsFrom = [&](Index first) {
            std::vector<std::array<Index, 4>> runs;
            for (Index r = first; r < first + tile.stickRuns; ++r) {
                const TileRun& run = s_.tileRuns[r];
                runs.push_back({run.first, run.count, run.colour, run.response});
            }
            std::sort(runs.begin(), runs.end());
            return runs;
        };
        return runsFrom(tile.firstRun) == runsFrom(tile.firstRun + tile.stickRuns);
    }

    static bool isWithin(Index row, Index first, Index count) { return row >= first && row - first < count; }

    Status meet(const TileRecord& tile, Index t, Index particle) {
        if (!isWithin(particle, tile.firstParticle, tile.particleCount) &&
            !isWithin(particle, tile.firstRow, tile.rowCount))
            return fail("a run of tile {} has particle {}, which is not in it", t, particle);
        if (met_[particle] == colour_) return fail("tile {} meets particle {} twice in a colour", t, particle);
        met_[particle] = colour_;
        return {};
    }

    Status checkSticks(Index t, const TileRun& run) {
        const TileRecord& tile = s_.tiles[t];
        if (run.first > s_.tileSticks.size() || run.count > s_.tileSticks.size() - run.first || run.count == 0)
            return fail("a run of tile {} is empty or out of range", t);
        for (Index i = run.first; i < run.first + run.count; ++i) {
            if (inRun_[i]) return fail("stick {} is in two runs", i);
            inRun_[i] = true;
            for (const Index particle : {s_.sticks[i].a, s_.sticks[i].b}) {
                if (Status status = meet(tile, t, particle); !status) return status;
            }
            const TileStick is = s_.tileSticks[i], wanted = packedStick(tile, s_.sticks[i]);
            const bool isSame = is.ends == wanted.ends && is.restLength == wanted.restLength;
            if (!isSame) return fail("the packed stick {} is another", i);
        }
        return {};
    }

    Status checkClusters(Index t, const TileRun& run) {
        if (run.first > s_.clusters.size() || run.count > s_.clusters.size() - run.first || run.count == 0)
            return fail("a run of tile {} is empty or out of range", t);
        for (Index i = run.first; i < run.first + run.count; ++i)
            if (Status status = meet(s_.tiles[t], t, s_.clusters[i].row); !status) return status;
        return {};
    }

    // Not those nodes alone that there are now, for pins may come and go: a rope is a whole body's as a whole.
    Status checkStrands(Index t, const TileRun& run) {
        if (run.first > s_.strands.size() || run.count > s_.strands.size() - run.first || run.count == 0)
            return fail("a run of tile {} is empty or out of range", t);
        const TileRecord& tile = s_.tiles[t];
        for (Index i = run.first; i < run.first + run.count; ++i) {
            for (const Index pin : {s_.strands[i].from, s_.strands[i].to})
                if (!isWithin(pin, tile.firstParticle, tile.particleCount))
                    return fail("a run of tile {} has strand {}, which is not in it", t, i);
            Status status;
            forEachParticle(s_, Pass{PassKind::HoldStrands, run.response}, i, [&](Index row) {
                if (status) status = meet(tile, t, row);
            });
            if (!status) return status;
        }
        return {};
    }

    Status checkBends(Index t, const TileRun& run) {
        switch (run.response) {
            case kBendSumParticles:
            case kBendSumClusters:
            case kBendBegin: return checkClusters(t, run);
            case kBendCarry: return checkCarries(t, run);
            case kBendShift: return checkShifts(t, run);
            default: return checkItems(t, run, PassKind::SolveBends, bendInRun_);
        }
    }

    Status checkCarries(Index t, const TileRun& run) const {
        const TileRecord& tile = s_.tiles[t];
        if (run.first > s_.bends.size() || run.count > s_.bends.size() - run.first || run.count == 0)
            return fail("a run of tile {} is empty or out of range", t);
        for (Index i = run.first; i < run.first + run.count; ++i)
            if (!isWithin(s_.bends[i].a, tile.firstRow, tile.rowCount))
                return fail("a run of tile {} has bend {}, which is not in it", t, i);
        return {};
    }

    Status checkShifts(Index t, const TileRun& run) const {
        const TileRecord& tile = s_.tiles[t];
        if (run.first == tile.firstParticle && run.count == tile.particleCount) return {};
        return fail("a run of tile {} does not shift all of its particles", t);
    }

    // Bends or elements.
    Status checkItems(Index t, const TileRun& run, PassKind kind, std::vector<bool>& inRun) {
        if (run.first > inRun.size() || run.count > inRun.size() - run.first || run.count == 0)
            return fail("a run of tile {} is empty or out of range", t);
        for (Index i = run.first; i < run.first + run.count; ++i) {
            if (inRun[i]) return fail("{} {} is in two runs", nameOf(traitsOf(kind).items), i);
            inRun[i] = true;
            Status status;
            forEachParticle(s_, Pass{kind, run.response}, i, [&](Index particle) {
                if (status) status = meet(s_.tiles[t], t, particle);
            });
            if (!status) return status;
        }
        return {};
    }

    // That those outside of all runs leave whole bodies alone.
    Status checkTies(const std::vector<Pass>& passes, const std::vector<bool>& inRun) const {
        for (const Pass& pass : passes) {
            if (pass.kind != PassKind::SolveBends && pass.kind != PassKind::SolveElements) continue;
            for (Index i = pass.first; i < pass.first + pass.count; ++i) {
                bool ties = false;
                forEachParticle(s_, pass, i, [&](Index row) { ties |= isWhole(s_, row); });
                if (ties && !inRun[i]) return fail("{} {} ties a whole body", nameOf(traitsOf(pass.kind).items), i);
            }
        }
        return {};
    }

    const Schedule& s_;
    std::vector<bool> inRun_, bendInRun_, elementInRun_;
    std::vector<Index> met_;  // per particle the last colour that met it, counted through all tiles
    Index colour_ = 0;
};

// Runs are what their tile has in a pass, all of it, in the order of the passes: whoever walks through both at once
// skips nothing.
Status checkOrderOfRuns(const Schedule& s) {
    const auto check = [&](Index t, Index first, Index count, const std::vector<Pass>& passes) -> Status {
        auto pass = passes.begin();
        for (Index r = first; r < first + count; ++r, ++pass) {
            const TileRun& run = s.tileRuns[r];
            const auto hasRun = [&](const Pass& p) { return p.colour == run.colour && p.response == run.response; };
            pass = std::find_if(pass, passes.end(), hasRun);
            if (pass == passes.end()) return fail("run {} of tile {} is of no pass, or out of order", r, t);
            if (run.first < pass->first || run.first + run.count > pass->first + pass->count)
                return fail("run {} of tile {} is not within its pass", r, t);
        }
        return {};
    };
    for (Index t = 0; t < s.tiles.size(); ++t) {
        const TileRecord& tile = s.tiles[t];
        const Index swapped = tile.firstRun + tile.stickRuns, levels = swapped + tile.stickRuns;
        const Index bends = levels + tile.levelRuns, elements = bends + tile.bendRuns;
        if (Status status = check(t, tile.firstRun, tile.stickRuns, s.gaussSeidel); !status) return status;
        if (Status status = check(t, swapped, tile.stickRuns, s.gaussSeidelSwapped); !status) return status;
        if (Status status = check(t, levels, tile.levelRuns, s.levels); !status) return status;
        if (Status status = check(t, bends, tile.bendRuns, s.bending); !status) return status;
        if (Status status = check(t, elements, tile.elementRuns, s.elementPasses); !status) return status;
    }
    return {};
}

// The sweep over all tiles comes last; the passes over sticks between tiles are those of Gauss-Seidel.
Status checkTiledPasses(const Schedule& s) {
    const auto tileCount = static_cast<Index>(s.tiles.size());
    if (s.tiled.empty() || s.tiled.back().kind != PassKind::SweepTiles) return fail("tiled does not end with a sweep");
    if (s.tiled.back().wholeCount != tileCount - s.wholeFirstTile) return fail("tiled counts whole bodies wrongly");
    for (const Pass& pass : s.tiled) {
        const bool isKnown = std::find(s.gaussSeidel.begin(), s.gaussSeidel.end(), pass) != s.gaussSeidel.end();
        if (pass.kind == PassKind::SolveSticks && !isKnown)
            return fail("a pass between tiles is none of Gauss-Seidel's");
    }
    if (!isReordered(s.tiled, s.tiledSwapped)) return fail("the swapped passes of tiled are others");
    return checkCover(s.tiled, PassKind::SweepTiles, tileCount, "tiled");
}

// The items of whole bodies are the last ones of every pass.
Status checkWholeCounts(const Schedule& s) {
    const auto check = [&](const std::vector<Pass>& passes) -> Status {
        for (const Pass& pass : passes) {
            if (pass.wholeCount > pass.count) return fail("a pass has more items of whole bodies than items");
            for (Index i = 0; i < pass.count; ++i) {
                const bool isOfWhole = isWhole(s, firstRowOf(s, pass.kind, pass.first + i));
                if (isOfWhole != (i >= pass.count - pass.wholeCount))
                    return fail("item {} of a pass is not among whole bodies' where it should be", pass.first + i);
            }
        }
        return {};
    };
    for (const std::vector<Pass>* passes :
         {&s.integrate, &s.gaussSeidel, &s.levels, &s.bending, &s.elementPasses, &s.air}) {
        if (Status status = check(*passes); !status) return status;
    }
    return {};
}

// The triangles of whole bodies stand tile after tile.
Status checkTileTriangles(const Schedule& s) {
    const auto count = static_cast<Index>(s.triangles.size());
    Index next = s.air.empty() ? count : s.air[0].count - s.air[0].wholeCount;
    for (Index t = s.wholeFirstTile; t < s.tiles.size(); ++t) {
        const TileRecord& tile = s.tiles[t];
        if (tile.firstTriangle > s.triangles.size() || tile.triangleCount > s.triangles.size() - tile.firstTriangle)
            return fail("the triangles of tile {} are out of range", t);
        for (Index i = tile.firstTriangle; i < tile.firstTriangle + tile.triangleCount; ++i) {
            for (const Index corner : {s.triangles[i].a, s.triangles[i].b, s.triangles[i].c}) {
                if (corner < tile.firstParticle || corner - tile.firstParticle >= tile.particleCount)
                    return fail("triangle {} is not within tile {}", i, t);
            }
        }
        if (tile.firstTriangle != next) return fail("the triangles of tile {} do not follow those before", t);
        next += tile.triangleCount;
    }
    if (s.wholeFirstTile < s.tiles.size() && next != count)
        return fail("the triangles of whole bodies end at {} of {}", next, count);
    return {};
}

}  // namespace

Status checkTileParticles(const Schedule& s) {
    const auto count = static_cast<Index>(s.particles.size());
    if (s.wholeFirstTile > s.tiles.size())
        return fail("whole bodies begin at tile {} of {}", s.wholeFirstTile, s.tiles.size());
    Index next = s.tiles.empty() ? count : s.tiles[0].firstParticle;
    for (Index t = 0; t < s.tiles.size(); ++t) {
        const TileRecord& tile = s.tiles[t];
        if (tile.firstParticle != next || tile.particleCount == 0 || tile.particleCount > count - next)
            return fail("tile {} does not follow the one before it, or is empty", t);
        if (tile.particleCount > kMostTileParticles)
            return fail("tile {} has {} particles; at most {}", t, tile.particleCount, kMostTileParticles);
        next += tile.particleCount;
    }
    if (next != count) return fail("the tiles end at particle {} of {}", next, count);
    const bool hasWhole = s.wholeFirstTile < s.tiles.size();
    const Index first = hasWhole ? s.tiles[s.wholeFirstTile].firstParticle : count;
    if (s.wholeFirst != first) return fail("whole bodies begin at particle {}, not {}", s.wholeFirst, first);
    return {};
}

Status checkTiles(const Schedule& s) {
    if (s.tiles.empty()) return s.tiled.empty() ? Status{} : Status(fail("tiled without tiles"));
    const bool hasLong =
        std::any_of(s.tiles.begin(), s.tiles.end(), [](const TileRecord& tile) { return tile.levelRuns > 0; });
    if (s.tileSticks.size() != (hasLong ? s.sticks.size() : s.sceneStick.size()))
        return fail("the packed sticks have a wrong number");
    RunCheck runs(s);
    for (Index t = 0; t < s.tiles.size(); ++t) {
        if (Status status = runs.check(t); !status) return status;
    }
    for (const auto check : {checkOrderOfRuns, checkTiledPasses, checkWholeCounts, checkTileTriangles}) {
        if (Status status = check(s); !status) return status;
    }
    return runs.checkRest();
}

}  // namespace pliant
