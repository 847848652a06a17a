#include "bench_stretch.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "interrupt.h"
#include "median.h"
#include "pliant/fail.h"
#include "progress.h"

namespace pliant::cli {
namespace {

using Index = std::uint32_t;

constexpr double kFps = 60.0;
constexpr Index kFramesPerTurn = 5;  // so many that the first, which finds cold caches, does not count in the median
constexpr std::size_t kSticksAlone = 4, kByColours = 8, kByTiles = 9;  // of stretchCurves()

bool isFirstScene(const StretchScene& scene) {
    return &scene == &stretchScenes().front();
}

std::vector<Index> amountsOfWork(const StretchScene& scene, Index size, Effort effort) {
    if (!isFirstScene(scene)) return {12};
    if (effort == Effort::Quick) return {12, 20};
    if (size >= 512) return {6, 12, 20};
    return {6, 12, 20, 40};
}

bool isMeasured(const StretchCurve& curve, const StretchScene& scene) {
    return isFirstScene(scene) || (curve.isEverywhere && (scene.isCloth || curve.make == Make::Sticks));
}

// One point of one curve, as it runs.
struct StretchRunner {
    std::size_t curve;
    StepSettings settings;
    const samples::SampleScene* sample;
    Backend solver;
    std::vector<double> frameMs = {};
    Stretch worst = {};
    Stretch restSum = {};  // of means; the largest is no sum
    Index restFrames = 0;
};

// Of one size of a scene, by Make.
using Makes = std::array<BenchScene, 3>;

Result<Makes> makeAll(const StretchScene& scene, Index size) {
    Makes makes;
    for (const Make make : {Make::Tutorial, Make::Sticks, Make::Fabric}) {
        Result<BenchScene> made = scene.make(size, make);
        if (!made) return made.error();
        makes[std::size_t(make)] = std::move(*made);
    }
    return makes;
}

// What stays the same for all rows of a run.
struct Place {
    const Machines& machines;
    Machine machine;
    const StretchScene& scene;
    Index size;
};

Result<std::vector<StretchRunner>> makeRunners(const Place& place, const Makes& makes,
                                               const std::vector<Index>& amounts) {
    std::vector<StretchRunner> runners;
    for (std::size_t i = 0; i < stretchCurves().size(); ++i) {
        const StretchCurve& curve = stretchCurves()[i];
        if (!isMeasured(curve, place.scene)) continue;
        const BenchScene& scene = makes[std::size_t(curve.make)];
        for (const Index work : amounts) {
            StepSettings settings = curve.settings;
            (curve.variesSubsteps ? settings.substeps : settings.iterations) = work;
            const bool isTiled = settings.method == Method::Tiles;
            const Way way{place.machine, "", settings.method, isTiled};
            Result<Backend> solver = makeSolver(place.machines, way, isTiled ? scene.tiled : scene.coloured);
            if (!solver) return solver.error();
            runners.push_back({i, settings, &scene.sample, std::move(*solver)});
        }
    }
    return runners;
}

Status stepFrame(StretchRunner& runner, Index frame) {
    const StepInputs inputs = runner.sample->inputs((frame - 1) / kFps, frame / kFps);
    const auto start = std::chrono::steady_clock::now();
    const Status status = runner.solver.step(runner.settings, inputs);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    runner.frameMs.push_back(time.count());
    return status;
}

// Written so that a NaN, once there, stays.
void raise(double& largest, double value) {
    if (!(value <= largest)) largest = value;
}

Status measureFrame(StretchRunner& runner, bool isAtRest) {
    const Result<Snapshot> state = runner.solver.snapshot();
    if (!state) return state.error();
    const Stretch now = measureStretch(runner.sample->scene, state->positions);
    for (double Stretch::*const figure : {&Stretch::mean, &Stretch::p99, &Stretch::max, &Stretch::pressed})
        raise(runner.worst.*figure, now.*figure);
    if (!isAtRest) return {};
    for (double Stretch::*const figure : {&Stretch::mean, &Stretch::p99, &Stretch::pressed})
        runner.restSum.*figure += now.*figure;
    raise(runner.restSum.max, now.max);
    ++runner.restFrames;
    return {};
}

Stretch restOf(const StretchRunner& runner) {
    const double frames = runner.restFrames;
    const Stretch& sum = runner.restSum;
    return {sum.mean / frames, sum.p99 / frames, sum.max, sum.pressed / frames};
}

Status takeTurn(StretchRunner& runner, Index firstFrame, Index lastFrame, Index frames) {
    for (Index frame = firstFrame; frame <= lastFrame; ++frame) {
        if (wasInterrupted()) return fail("interrupted before frame {} of {}", frame, frames);
        if (Status status = stepFrame(runner, frame); !status) return status;
        if (Status status = measureFrame(runner, frame + kStretchFrames > frames); !status) return status;
    }
    return {};
}

Status runInTurns(std::vector<StretchRunner>& runners, const Place& place, Index frames) {
    Progress progress(fmt::format("stretching {}, {}", place.scene.name, place.size), frames);
    for (Index first = 1; first <= frames; first += kFramesPerTurn) {
        const Index last = std::min(frames, first + kFramesPerTurn - 1);
        for (StretchRunner& runner : runners) {
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

void addRows(const Place& place, const std::vector<StretchRunner>& runners, std::vector<StretchRow>& rows) {
    const auto isAlone = [](const StretchRunner& r) {
        return r.curve == kSticksAlone && r.settings.substeps == substepsOf(StepSettings{});
    };
    const StretchRunner& alone = *std::find_if(runners.begin(), runners.end(), isAlone);
    for (const StretchRunner& r : runners) {
        rows.push_back({place.machine, place.machines.describe(place.machine), &place.scene, place.size, r.curve,
                        r.settings.substeps, r.settings.iterations,
                        *std::min_element(r.frameMs.begin(), r.frameMs.end()), median(r.frameMs),
                        medianRatio(r.frameMs, alone.frameMs), r.worst, restOf(r)});
    }
}

Status measureAt(const Place& place, const Makes& makes, const StretchRun& run, std::vector<StretchRow>& rows) {
    const std::vector<Index> amounts = amountsOfWork(place.scene, place.size, run.effort);
    Result<std::vector<StretchRunner>> runners = makeRunners(place, makes, amounts);
    if (!runners) return runners.error();
    if (Status status = runInTurns(*runners, place, run.frames); !status) return status;
    addRows(place, *runners, rows);
    return {};
}

}  // namespace

// Fabrics bend as by `pliant simulate`, as often as their stiffness wants.
const std::vector<StretchCurve>& stretchCurves() {
    constexpr Method kColours = Method::GaussSeidel, kTiles = Method::Tiles;
    static const std::vector<StretchCurve> kCurves{
        {"six sticks, 1 substep", Make::Tutorial, false, false, {.substeps = 1, .method = kColours}},
        {"six sticks", Make::Tutorial, true, true, {.method = kColours}},
        {"six sticks, in tiles", Make::Tutorial, true, false, {.method = kTiles}},
        {"six sticks, Jacobi 1.3", Make::Tutorial, true, false, {.method = Method::Jacobi, .relaxation = 1.3f}},
        {"sticks alone", Make::Sticks, true, true, {.method = kColours, .tethers = false, .levels = false}},
        {"sticks, tethers and levels", Make::Sticks, true, true, {.method = kColours}},
        {"fabric with tethers", Make::Fabric, true, false, {.method = kColours, .levels = false}},
        {"fabric with levels", Make::Fabric, true, false, {.method = kColours, .tethers = false}},
        {"fabric, tethers and levels", Make::Fabric, true, true, {.method = kColours}},
        {"fabric in tiles, tethers and levels", Make::Fabric, true, true, {.method = kTiles}}};
    return kCurves;
}

bool StretchRow::isMarked() const {
    return (curve == kSticksAlone || curve == kByColours || curve == kByTiles) &&
           substeps == substepsOf(StepSettings{});
}

Result<std::vector<StretchRow>> measureStretchAgainstTime(const Machines& machines, const std::vector<Machine>& used,
                                                          const StretchRun& run) {
    std::vector<StretchRow> rows;
    for (const StretchScene* scene : run.scenes) {
        for (const Index size : scene->isCloth ? run.sizes : std::vector<Index>{scene->count}) {
            const Result<Makes> makes = makeAll(*scene, size);
            if (!makes) return makes.error();
            for (const Machine machine : used) {
                const Place place{machines, machine, *scene, size};
                if (Status status = measureAt(place, *makes, run, rows); !status) return status.error();
            }
        }
    }
    return rows;
}

}  // namespace pliant::cli
