#include "bench_run.h"

#include <algorithm>
#include <chrono>

#include "interrupt.h"
#include "median.h"
#include "pliant/fail.h"
#include "progress.h"

namespace pliant::cli {
namespace {

constexpr double kFrame = 1.0 / 60.0;  // [s]
constexpr double kTurnMs = 60.0;       // a turn lasts so long, and at least a frame
constexpr double kWarmMs = 300.0;      // before it on a GPU, which runs slowly when it has rested

struct Runner {
    StepSettings settings;
    double warmMs = 0.0;            // frames that do not count, before each turn
    std::optional<Backend> solver;  // none: left out
    std::uint32_t frames = 0;
    std::vector<double> frameMs;
};

Result<double> stepFrame(Runner& runner, const samples::SampleScene& sample) {
    const StepInputs inputs = sample.inputs(runner.frames * kFrame, (runner.frames + 1) * kFrame);
    const auto start = std::chrono::steady_clock::now();
    if (Status status = runner.solver->step(runner.settings, inputs); !status) return status.error();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    ++runner.frames;
    return time.count();
}

// The first frame of all finds cold caches and does not count.
Status warmUp(Runner& runner, const samples::SampleScene& sample) {
    double spentMs = 0.0;
    while (runner.frames == 0 || spentMs < runner.warmMs) {
        const Result<double> frameMs = stepFrame(runner, sample);
        if (!frameMs) return frameMs.error();
        spentMs += *frameMs;
    }
    return {};
}

Status takeTurn(Runner& runner, const samples::SampleScene& sample, Effort effort) {
    if (Status status = warmUp(runner, sample); !status) return status;
    double spentMs = 0.0;
    do {
        const Result<double> frameMs = stepFrame(runner, sample);
        if (!frameMs) return frameMs.error();
        runner.frameMs.push_back(*frameMs);
        spentMs += *frameMs;
    } while (effort == Effort::Usual && spentMs < kTurnMs);
    return {};
}

Status runInTurns(std::vector<Runner>& runners, const BenchScene& scene, int rounds, Effort effort) {
    Progress progress("measuring " + scene.name, std::size_t(rounds) * runners.size());
    std::size_t done = 0;
    for (int round = 0; round < rounds; ++round) {
        for (Runner& runner : runners) {
            if (wasInterrupted()) return fail("interrupted while '{}' was being measured", scene.name);
            if (runner.solver) {
                if (Status status = takeTurn(runner, scene.sample, effort); !status) return status;
            }
            progress.update(++done);
        }
    }
    return {};
}

// Of several frames the fastest, as for all other figures. Errors: the device has no timestamps.
Result<StepProfile> fastestProfile(Runner& runner, const samples::SampleScene& sample, Effort effort) {
    if (Status status = warmUp(runner, sample); !status) return status.error();
    std::optional<StepProfile> fastest;
    for (int trial = 0; trial < (effort == Effort::Quick ? 1 : 5); ++trial) {
        const StepInputs inputs = sample.inputs(runner.frames * kFrame, (runner.frames + 1) * kFrame);
        Result<StepProfile> profile = runner.solver->profileStep(runner.settings, inputs);
        if (!profile) return profile;
        ++runner.frames;
        if (!fastest || profile->totalMs() < fastest->totalMs()) fastest = std::move(*profile);
    }
    return *fastest;
}

// Where a device says how many dispatches there have been: short passes may have been one.
void profileRow(Runner& runner, const samples::SampleScene& sample, Effort effort, SpeedRow& row) {
    const Result<StepProfile> profile = fastestProfile(runner, sample, effort);
    if (!profile) return;
    row.profile = *profile;
    row.model.dispatches = 0;
    for (const PassTime& pass : profile->passes)
        row.model.dispatches += pass.dispatchCount;
    row.model.waits = std::min(row.model.waits, row.model.dispatches - 1);
}

// Errors: why the way is left out.
Status prepareRow(const Machines& machines, const BenchScene& scene, SpeedRow& row, Runner& runner) {
    const Way& way = row.way;
    runner.settings.method = way.method;
    const SchedulePtr& schedule = way.byTile || way.method == Method::Tiles ? scene.tiled : scene.coloured;
    const bool isWhole = way.byTile && way.method == Method::GaussSeidel;
    if (isWhole && schedule->wholeFirstTile == schedule->tiles.size())
        return fail("no body is small enough to be solved whole");
    const Result<FrameModel> model =
        modelOf(*schedule, runner.settings, scene.sample.inputs(0.0, kFrame), executionOf(way));
    if (!model) return model.error();
    row.model = *model;
    Result<Backend> solver = makeSolver(machines, way, schedule);
    if (!solver) return solver.error();
    runner.solver = std::move(*solver);
    return {};
}

}  // namespace

Result<SpeedTable> measureSpeed(const Machines& machines, const std::vector<Way>& ways, BenchScene scene, int rounds,
                                Effort effort) {
    SpeedTable table{scene.name, scene.size, scene.title};
    table.particles = static_cast<std::uint32_t>(scene.coloured->particles.size());
    table.sticks = static_cast<std::uint32_t>(scene.coloured->sceneStick.size());
    table.substeps = substepsOf(scene.settings);
    table.iterations = scene.settings.iterations;
    std::vector<Runner> runners;
    for (const Way& way : ways) {
        SpeedRow row{way, machines.describe(way.machine)};
        runners.push_back({scene.settings});
        const bool mayRest = way.machine == Machine::Gpu && !machines.gpu->traits().isCpu;
        if (mayRest && effort == Effort::Usual) runners.back().warmMs = kWarmMs;
        if (Status status = prepareRow(machines, scene, row, runners.back()); !status)
            row.leftOut = status.error().message;
        table.rows.push_back(std::move(row));
    }
    if (Status status = runInTurns(runners, scene, rounds, effort); !status) return status.error();
    for (std::size_t i = 0; i < runners.size(); ++i) {
        if (!runners[i].solver) continue;
        table.rows[i].bestMs = *std::min_element(runners[i].frameMs.begin(), runners[i].frameMs.end());
        table.rows[i].medianMs = median(runners[i].frameMs);
        profileRow(runners[i], scene.sample, effort, table.rows[i]);
        table.rows[i].bound = boundOf(table.rows[i].model, machines.ceilingOf(table.rows[i].way.machine));
    }
    return table;
}

}  // namespace pliant::cli
