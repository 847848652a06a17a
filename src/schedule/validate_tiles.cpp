#include <algorithm>
#include <array>

#include "schedule/tiling.h"
#include "schedule/validate_parts.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

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

// What is in runs, and which particles a colour of the present tile has met.
class RunCheck {
  public:
    explicit RunCheck(const Schedule& s)
        : s_(s), inRun_(s.sticks.size(), false), bendInRun_(s.bends.size(), false), met_(s.particles.size(), 0) {}

    Status check(Index t) {
        const TileRecord& tile = s_.tiles[t];
        const bool isWhole = t >= s_.wholeFirstTile;
        if (!isWhole && tile.levelRuns + tile.bendRuns + tile.triangleCount > 0)
            return fail("tile {} is no whole body, but has long sticks, bends or triangles", t);
        if (std::uint64_t(tile.firstRun) + 2 * std::uint64_t(tile.stickRuns) + tile.levelRuns + tile.bendRuns >
            s_.tileRuns.size())
            return fail("the runs of tile {} are out of range", t);
        const Index swapped = tile.firstRun + tile.stickRuns, levels = swapped + tile.stickRuns;
        const Index bends = levels + tile.levelRuns;
        for (Index r = tile.firstRun; r < bends + tile.bendRuns; ++r) {
            if (r >= swapped && r < levels) continue;
            const TileRun& run = s_.tileRuns[r];
            const bool isNew =
                r == tile.firstRun || r == levels || r == bends || run.colour != s_.tileRuns[r - 1].colour;
            if (isNew) ++colour_;
            const Status status = r < bends ? checkSticks(t, run) : checkBends(t, run);
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
            if (!inRun_[i] && s_.sticks[i].b >= s_.wholeFirst) return fail("stick {} ties a whole body", i);
        }
        for (Index i = 0; i < s_.bends.size(); ++i) {
            const Bend& b = s_.bends[i];
            if (!bendInRun_[i] && std::max({b.a, b.b, b.c, b.d}) >= s_.wholeFirst)
                return fail("bend {} ties a whole body", i);
        }
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

    Status meet(const TileRecord& tile, Index t, Index particle) {
        if (particle < tile.firstParticle || particle - tile.firstParticle >= tile.particleCount)
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
            const TileStick& packed = s_.tileSticks[i];
            const bool isSame = tile.firstParticle + (packed.ends & 0xffff) == s_.sticks[i].a &&
                                tile.firstParticle + (packed.ends >> 16) == s_.sticks[i].b &&
                                packed.restLength == s_.sticks[i].restLength;
            if (!isSame) return fail("the packed stick {} is another", i);
        }
        return {};
    }

    Status checkBends(Index t, const TileRun& run) {
        const TileRecord& tile = s_.tiles[t];
        if (run.first > s_.bends.size() || run.count > s_.bends.size() - run.first || run.count == 0)
            return fail("a run of tile {} is empty or out of range", t);
        for (Index i = run.first; i < run.first + run.count; ++i) {
            if (bendInRun_[i]) return fail("bend {} is in two runs", i);
            bendInRun_[i] = true;
            const Bend& b = s_.bends[i];
            for (const Index particle : {b.a, b.b, b.c}) {
                if (Status status = meet(tile, t, particle); !status) return status;
            }
            const bool isFourth = run.response != kBendLine;
            if (isFourth) {
                if (Status status = meet(tile, t, b.d); !status) return status;
            }
        }
        return {};
    }

    const Schedule& s_;
    std::vector<bool> inRun_, bendInRun_;
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
        const Index bends = levels + tile.levelRuns;
        if (Status status = check(t, tile.firstRun, tile.stickRuns, s.gaussSeidel); !status) return status;
        if (Status status = check(t, swapped, tile.stickRuns, s.gaussSeidelSwapped); !status) return status;
        if (Status status = check(t, levels, tile.levelRuns, s.levels); !status) return status;
        if (Status status = check(t, bends, tile.bendRuns, s.bending); !status) return status;
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
    const auto check = [&](const std::vector<Pass>& passes, auto&& particleOf) -> Status {
        for (const Pass& pass : passes) {
            if (pass.wholeCount > pass.count) return fail("a pass has more items of whole bodies than items");
            for (Index i = 0; i < pass.count; ++i) {
                const bool isWhole = particleOf(pass, pass.first + i) >= s.wholeFirst;
                if (isWhole != (i >= pass.count - pass.wholeCount))
                    return fail("item {} of a pass is not among whole bodies' where it should be", pass.first + i);
            }
        }
        return {};
    };
    const auto particle = [](const Pass&, Index i) { return i; };
    const auto ofStick = [&](const Pass&, Index i) { return s.sticks[i].a; };
    const auto ofBend = [&](const Pass&, Index i) { return s.bends[i].a; };
    const auto ofAir = [&](const Pass& pass, Index i) {
        return pass.kind == PassKind::PushTriangles ? s.triangles[i].a : i;
    };
    if (Status status = check(s.integrate, particle); !status) return status;
    if (Status status = check(s.gaussSeidel, ofStick); !status) return status;
    if (Status status = check(s.levels, ofStick); !status) return status;
    if (Status status = check(s.bending, ofBend); !status) return status;
    return check(s.air, ofAir);
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

Status checkTiles(const Schedule& s) {
    if (Status status = checkTileParticles(s); !status) return status;
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
