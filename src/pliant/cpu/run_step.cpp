#include "pliant/cpu/run_step.h"

#include <algorithm>
#include <atomic>
#include <span>

#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/threads.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

struct Range {
    Index first = 0, last = 0;
};

Range overlap(Range a, Range b) {
    return {std::max(a.first, b.first), std::min(a.last, b.last)};
}

Range particlesOf(const TileRecord& tile) {
    return {tile.firstParticle, tile.firstParticle + tile.particleCount};
}

// Walks through the passes of a step with the runs of a whole body: both are in the same order.
class RunsOfTile {
  public:
    RunsOfTile(const Schedule& schedule, const TileRecord& tile)
        : sticks_{schedule.tileRuns.data() + tile.firstRun, tile.stickRuns},
          sticksSwapped_{sticks_.data() + tile.stickRuns, tile.stickRuns},
          levels_{sticksSwapped_.data() + tile.stickRuns, tile.levelRuns},
          bends_{levels_.data() + tile.levelRuns, tile.bendRuns},
          elements_{bends_.data() + tile.bendRuns, tile.elementRuns},
          sceneSticks_(schedule.sceneStick.size()) {}

    Range of(const Pass& pass, bool isSwapped) {
        if (isOfBends(pass)) return next(bends_, nextBend_, pass);
        if (pass.kind == PassKind::SolveElements) return next(elements_, nextElement_, pass);
        const bool isOfLevels = pass.kind == PassKind::SumClusters || pass.kind == PassKind::BeginShifts ||
                                pass.kind == PassKind::HoldStrands;
        if (isOfLevels || pass.first >= sceneSticks_) return next(levels_, nextLevel_, pass);
        return isSwapped ? next(sticksSwapped_, nextSwapped_, pass) : next(sticks_, nextStick_, pass);
    }

    // Bends, or what goes through the levels of bends.
    static bool isOfBends(const Pass& pass) {
        switch (pass.kind) {
            case PassKind::SolveBends:
            case PassKind::CarryMoments: return true;
            case PassKind::SumClusters:
            case PassKind::BeginShifts:
            case PassKind::ShiftParticles: return pass.response >= kBendSumParticles;
            default: return false;
        }
    }

  private:
    static Range next(std::span<const TileRun> runs, std::size_t& at, const Pass& pass) {
        if (at == runs.size()) at = 0;
        if (runs.empty() || runs[at].colour != pass.colour || runs[at].response != pass.response) return {};
        const TileRun& run = runs[at++];
        return {run.first, run.first + run.count};
    }

    std::span<const TileRun> sticks_, sticksSwapped_, levels_, bends_, elements_;
    std::size_t sceneSticks_;
    std::size_t nextStick_ = 0, nextSwapped_ = 0, nextLevel_ = 0, nextBend_ = 0, nextElement_ = 0;
};

class StepRunner {
  public:
    StepRunner(const Buffers& buffers, const StepPlan& plan, const CpuOptions& options,
               const std::function<bool()>& shouldStop, StepRoom& room)
        : buffers_(buffers),
          schedule_(*buffers.schedule),
          plan_(plan),
          options_(options),
          shouldStop_(shouldStop),
          work_(room.work),
          colliders_(room.colliders),
          frames_(room.frames) {
        work_.clear();
        colliders_.clear();
        frames_.clear();
        isByTile_ = options.wide && options.byTile;
        skipsWhole_ = isByTile_ && plan.hasWhole;
    }

    bool run() {
        const auto beginSubstep = [&](Index substep) {
            runLongWork();
            if (substep == 0 || plan_.inputsMove) addColliders(substep);
            addFrames(substep);
        };
        const auto note = [&](const Pass& pass, const PassConstants& constants) {
            if (!skipsWhole_ || beginsIteration(pass)) runLongWork();
            if (skipsWhole_ && &pass == schedule_.sleeping.data()) endWholeBodies();
            work_.push_back({&pass, constants, colliders_.size() - plan_.colliderRecordCount(),
                             frames_.size() - plan_.frameRecordCount()});
        };
        replay(schedule_, plan_, beginSubstep, note, [this] { return isStopped_.load(); });
        runWork();
        return !isStopped_;
    }

  private:
    void addColliders(Index substep) {
        colliders_.resize(colliders_.size() + plan_.colliderRecordCount());
        plan_.collidersIn(substep, colliders_.data() + colliders_.size() - plan_.colliderRecordCount());
    }

    void addFrames(Index substep) {
        frames_.resize(frames_.size() + plan_.frameRecordCount());
        plan_.framesIn(substep, frames_.data() + frames_.size() - plan_.frameRecordCount());
    }

    // Long steps in parts. Whole bodies find their runs from the first on, so theirs end with a substep or an
    // iteration.
    void runLongWork() {
        constexpr std::size_t kMostWork = 4096;
        if (work_.size() >= kMostWork) runWork();
    }

    // Scenes with whole bodies have nothing before their sticks.
    bool beginsIteration(const Pass& pass) const {
        return &pass == plan_.sticks->data() || &pass == plan_.sticksSwapped->data();
    }

    // From here on whole bodies are as others are.
    void endWholeBodies() {
        runWork();
        skipsWhole_ = false;
    }

    void runWork() {
        if (skipsWhole_) runWholeBodies();
        for (std::size_t first = 0; first < work_.size() && !isStopped();) {
            std::size_t last = first;
            while (isByTile_ && schedule_.wholeFirstTile > 0 && last < work_.size() &&
                   traitsOf(work_[last].pass->kind).isLocal)
                ++last;
            if (last - first > 1) {
                runTiles({work_.data() + first, work_.data() + last});
            } else {
                runPass(work_[first]);
                last = first + 1;
            }
            first = last;
        }
        work_.clear();
        // What comes next may be of the same substep.
        colliders_.erase(colliders_.begin(), colliders_.end() - std::ptrdiff_t(plan_.colliderRecordCount()));
        frames_.erase(frames_.begin(), frames_.end() - std::ptrdiff_t(plan_.frameRecordCount()));
    }

    // From any of the threads.
    bool isStopped() {
        if (!isStopped_ && shouldStop_ && shouldStop_()) isStopped_ = true;
        return isStopped_;
    }

    // `buffers`: the caller's own, whose colliders and frames become those of the work.
    void runPiece(Buffers& buffers, const Work& work, Range range) const {
        if (range.first >= range.last) return;
        buffers.colliders = colliders_.data() + work.firstCollider;
        buffers.frames = frames_.empty() ? nullptr : frames_.data() + work.firstFrame;
        cpu::runPiece(buffers, options_.wide, *work.pass, work.constants, range.first, range.last);
    }

    // Those of a pass's items that do not belong to whole bodies, if these have been run already.
    Range itemsOf(const Pass& pass) const {
        return {pass.first, pass.first + pass.count - (skipsWhole_ ? pass.wholeCount : 0)};
    }

    void runPass(const Work& work) const {
        const Pass& pass = *work.pass;
        Range items = itemsOf(pass);
        items.last = std::min(items.last, pass.first + itemsNow(*buffers_.neighbours, pass));
        forPieces(items, traitsOf(work.pass->kind).grain, [&](Range range) {
            Buffers buffers = buffers_;
            runPiece(buffers, work, range);
        });
    }

    template <class Run>
    void forPieces(Range items, Index grain, Run&& run) const {
        if (options_.threads == 1 || items.last - items.first <= grain) return run(items);
        parallelRanges(items.first, items.last, grain, [&](Index first, Index last) { run(Range{first, last}); });
    }

    // Passes that are all local, over all but whole bodies.
    void runTiles(std::span<const Work> group) const {
        constexpr Index kChunk = 1024;  // of particles of no tile
        const Index untiled = schedule_.tiles[0].firstParticle;
        forPieces({0, untiled}, kChunk, [&](Range particles) {
            Buffers buffers = buffers_;
            for (const Work& work : group) {
                if (work.pass->kind != PassKind::SweepTiles)
                    runPiece(buffers, work, overlap(itemsOf(*work.pass), particles));
            }
        });
        const Index tileCount = skipsWhole_ ? schedule_.wholeFirstTile : Index(schedule_.tiles.size());
        forPieces({0, tileCount}, 1, [&](Range tiles) {
            Buffers buffers = buffers_;
            for (Index t = tiles.first; t < tiles.last; ++t) {
                const Range particles = particlesOf(schedule_.tiles[t]);
                for (const Work& work : group) {
                    const bool sweeps = work.pass->kind == PassKind::SweepTiles;
                    runPiece(buffers, work, overlap(itemsOf(*work.pass), sweeps ? Range{t, t + 1} : particles));
                }
            }
        });
    }

    void runWholeBodies() {
        forPieces({schedule_.wholeFirstTile, Index(schedule_.tiles.size())}, 1, [&](Range tiles) {
            for (Index t = tiles.first; t < tiles.last && !isStopped(); ++t)
                runWholeBody(t);
        });
    }

    void runWholeBody(Index t) const {
        const TileRecord& tile = schedule_.tiles[t];
        RunsOfTile runs(schedule_, tile);
        Buffers buffers = buffers_;
        for (const Work& work : work_) {
            const Range range = rangeOf(work, t, tile, runs);
            if ((work.constants.flags & kCarriesTensions) == 0) {
                runPiece(buffers, work, range);
                continue;
            }
            Work own = work;
            own.constants.flags &= ~kCarriesTensions;
            runPiece(buffers, own, range);
        }
    }

    Range rangeOf(const Work& work, Index t, const TileRecord& tile, RunsOfTile& runs) const {
        const Pass* pass = work.pass;
        if (RunsOfTile::isOfBends(*pass)) return runs.of(*pass, false);
        switch (pass->kind) {
            case PassKind::SweepTiles: return {t, t + 1};
            case PassKind::SumClusters:
            case PassKind::BeginShifts:
            case PassKind::HoldStrands:
            case PassKind::SolveSticks:
            case PassKind::SolveElements: return runs.of(*pass, (work.constants.flags & kPairsSwapped) != 0);
            case PassKind::CarryTensions: return {};  // it has none
            case PassKind::PushTriangles: return {tile.firstTriangle, tile.firstTriangle + tile.triangleCount};
            case PassKind::MovePins: return pinsOf(*pass, particlesOf(tile));
            default: return overlap({pass->first, pass->first + pass->count}, particlesOf(tile));
        }
    }

    Range pinsOf(const Pass& pass, Range particles) const {
        const auto begin = plan_.pins.begin() + pass.first, end = begin + pass.count;
        const auto from = [&](Index particle) {
            const auto isBefore = [](const PinRecord& pin, Index p) { return pin.particle < p; };
            return static_cast<Index>(std::lower_bound(begin, end, particle, isBefore) - plan_.pins.begin());
        };
        return {from(particles.first), from(particles.last)};
    }

    const Buffers& buffers_;
    const Schedule& schedule_;
    const StepPlan& plan_;
    const CpuOptions& options_;
    const std::function<bool()>& shouldStop_;
    std::atomic<bool> isStopped_ = false;
    bool isByTile_ = false, skipsWhole_ = false;
    std::vector<Work>& work_;
    std::vector<ColliderRecord>& colliders_;
    std::vector<FrameRecord>& frames_;
};

}  // namespace

bool runStep(const Buffers& buffers, const StepPlan& plan, const CpuOptions& options,
             const std::function<bool()>& shouldStop, StepRoom& room) {
    return StepRunner(buffers, plan, options, shouldStop, room).run();
}

}  // namespace pliant::cpu
