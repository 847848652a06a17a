#include "bench_stretch.h"

#include <algorithm>
#include <chrono>

#include "bench_scenes.h"
#include "interrupt.h"
#include "median.h"
#include "progress.h"
#include "state/stretch.h"

namespace pliant::cli {
namespace {

using Index = std::uint32_t;

constexpr double kFps = 60.0;
constexpr Index kFramesPerTurn = 5;  // so many that the first, which finds cold caches, does not count in the median
constexpr std::size_t kPlain = 1, kByColours = 6, kByTiles = 7;  // of stretchCurves()
constexpr Index kPlainWork = 20;                                 // what all times are compared with

std::vector<Index> amountsOfWork(Index size, Effort effort) {
    if (effort == Effort::Quick) return {12, kPlainWork};
    if (size >= 512) return {6, 12, kPlainWork};
    return {6, 12, kPlainWork, 40};
}

// One point of one curve, as it runs.
struct Runner {
    std::size_t curve;
    StepSettings settings;
    const samples::SampleScene* sample;
    Backend solver;
    std::vector<double> frameMs = {};
    double meanSum = 0.0;
    double largest = 0.0;
    Index measuredFrames = 0;
};

Result<std::vector<Runner>> makeRunners(const Machines& machines, Machine machine, const BenchScene& plain,
                                        const BenchScene& fabric, const std::vector<Index>& amounts) {
    std::vector<Runner> runners;
    for (std::size_t i = 0; i < stretchCurves().size(); ++i) {
        const StretchCurve& curve = stretchCurves()[i];
        const BenchScene& scene = curve.isFabric ? fabric : plain;
        for (const Index work : amounts) {
            StepSettings settings = curve.settings;
            (curve.variesSubsteps ? settings.substeps : settings.iterations) = work;
            const bool isTiled = settings.method == Method::Tiles;
            const Way way{machine, "", settings.method, isTiled};
            Result<Backend> solver = makeSolver(machines, way, isTiled ? scene.tiled : scene.coloured);
            if (!solver) return solver.error();
            runners.push_back({i, settings, &scene.sample, std::move(*solver)});
        }
    }
    return runners;
}

Status stepFrame(Runner& runner, Index frame) {
    const StepInputs inputs = runner.sample->inputs((frame - 1) / kFps, frame / kFps);
    const auto start = std::chrono::steady_clock::now();
    const Status status = runner.solver.step(runner.settings, inputs);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    runner.frameMs.push_back(time.count());
    return status;
}

Status measureFrame(Runner& runner) {
    const Result<Snapshot> state = runner.solver.snapshot();
    if (!state) return state.error();
    const Stretch stretch = measureStretch(runner.sample->scene, state->positions);
    runner.meanSum += stretch.mean;
    // Written so that a NaN, once there, stays.
    if (!(stretch.max <= runner.largest)) runner.largest = stretch.max;
    ++runner.measuredFrames;
    return {};
}

Status takeTurn(Runner& runner, Index firstFrame, Index lastFrame, Index frames) {
    for (Index frame = firstFrame; frame <= lastFrame; ++frame) {
        if (wasInterrupted()) return fail("interrupted before frame {} of {}", frame, frames);
        if (Status status = stepFrame(runner, frame); !status) return status;
        if (frame + kStretchFrames <= frames) continue;
        if (Status status = measureFrame(runner); !status) return status;
    }
    return {};
}

Status runInTurns(std::vector<Runner>& runners, Index size, Index frames) {
    Progress progress(fmt::format("stretching {0} x {0}", size), frames);
    for (Index first = 1; first <= frames; first += kFramesPerTurn) {
        const Index last = std::min(frames, first + kFramesPerTurn - 1);
        for (Runner& runner : runners) {
            if (Status status = takeTurn(runner, first, last, frames); !status) return status;
        }
        progress.update(last);
    }
    return {};
}

// Frame by frame: both were run within a moment of each other.
double medianRatio(const std::vector<double>& times, const std::vector<double>& others) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < times.size(); ++i)
        ratios.push_back(times[i] / others[i]);
    return median(std::move(ratios));
}

bool isPlainTwenty(std::size_t curve, Index substeps) {
    return curve == kPlain && substeps == kPlainWork;
}

// What stays the same for all rows of a run.
struct Place {
    const Machines& machines;
    Machine machine;
    Index size;
};

void addRows(const Place& place, const std::vector<Runner>& runners, std::vector<StretchRow>& rows) {
    const auto isPlain = [](const Runner& r) { return isPlainTwenty(r.curve, r.settings.substeps); };
    const Runner& plain = *std::find_if(runners.begin(), runners.end(), isPlain);
    for (const Runner& r : runners) {
        rows.push_back({place.machine, place.machines.describe(place.machine), place.size, r.curve, r.settings.substeps,
                        r.settings.iterations, *std::min_element(r.frameMs.begin(), r.frameMs.end()), median(r.frameMs),
                        medianRatio(r.frameMs, plain.frameMs), r.meanSum / r.measuredFrames, r.largest});
    }
}

}  // namespace

// Fabrics are bent as by `pliant simulate`, which solves the bends of stiff-cotton in every twelfth substep.
const std::vector<StretchCurve>& stretchCurves() {
    constexpr Method kColours = Method::GaussSeidel, kTiles = Method::Tiles;
    static const std::vector<StretchCurve> kCurves{
        {"1 substep, many iterations", false, false, {.substeps = 1, .method = kColours}},
        {"plain substeps", false, true, {.method = kColours}},
        {"plain, in tiles", false, true, {.method = kTiles}},
        {"plain, Jacobi 1.3", false, true, {.method = Method::Jacobi, .relaxation = 1.3f}},
        {"with tethers", true, true, {.bendPeriod = 12, .method = kColours, .levels = false}},
        {"with coarse levels", true, true, {.bendPeriod = 12, .method = kColours, .tethers = false}},
        {"tethers and levels", true, true, {.bendPeriod = 12, .method = kColours}},
        {"tethers and levels, in tiles", true, true, {.bendPeriod = 12, .method = kTiles}}};
    return kCurves;
}

bool StretchRow::isMarked() const {
    return isPlainTwenty(curve, substeps) ||
           ((curve == kByColours || curve == kByTiles) && substeps == substepsOf(StepSettings{}));
}

Result<std::vector<StretchRow>> measureStretchAgainstTime(const Machines& machines, const std::vector<Machine>& used,
                                                          const StretchRun& run) {
    std::vector<StretchRow> rows;
    for (const Index size : run.sizes) {
        const Result<BenchScene> plain = makePlainCloth(size), fabric = makeFabricCloth(size);
        if (!plain) return plain.error();
        if (!fabric) return fabric.error();
        for (const Machine machine : used) {
            const std::vector<Index> amounts = amountsOfWork(size, run.effort);
            Result<std::vector<Runner>> runners = makeRunners(machines, machine, *plain, *fabric, amounts);
            if (!runners) return runners.error();
            if (Status status = runInTurns(*runners, size, run.frames); !status) return status.error();
            addRows({machines, machine, size}, *runners, rows);
        }
    }
    return rows;
}

}  // namespace pliant::cli
