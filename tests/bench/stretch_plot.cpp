// Stretch against time: the hanging cloth, solved by several methods, each with several amounts of work per frame. All runs
// of a size take turns of a few frames, so that a machine that gets slower does so for all of them. They are all in memory
// at a time: at 1024 x 1024 that is 24 solvers of up to 0.45 GB on a GPU.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <thread>
#include <variant>

#include "cpu/cpu_solver.h"
#include "gpu/gpu_solver.h"
#include "io/output_file.h"
#include "plot/svg_plot.h"
#include "scenes/scenes.h"
#include "state/stretch.h"

namespace pliant::bench {
namespace {

using Index = std::uint32_t;
using namespace plot;

constexpr Index kMeasuredFrames = 60;  // the last ones, as `pliant simulate` does
constexpr Index kFramesPerTurn = 5;    // so many that the first, which finds cold caches, does not count in the median
constexpr double kFps = 60.0;

struct Options {
    std::vector<Index> sizes{64, 128, 256, 512, 1024};
    Index frames = 300;
    std::string backend = "gpu";
    int threads = 0;  // 0: as many as the machine has
    std::string folder = "out";
    bool quick = false;
};

enum class Cloth { Sticks, Fabric };  // six rigid sticks a particle, or stiff-cotton with tethers and levels
enum class Work { Substeps, Iterations };

struct Curve {
    const char* name;
    Cloth cloth;
    Work work;
    StepSettings settings;  // but for the amount of work
};

// Fabrics are bent as by `pliant simulate`, which solves the bends of stiff-cotton in every twelfth substep.
constexpr std::array<Curve, 8> kCurves{
    {{"1 substep, many iterations", Cloth::Sticks, Work::Iterations, {.substeps = 1}},
     {"plain substeps", Cloth::Sticks, Work::Substeps, {}},
     {"with tethers", Cloth::Fabric, Work::Substeps, {.bendPeriod = 12, .levels = false}},
     {"with coarse levels", Cloth::Fabric, Work::Substeps, {.bendPeriod = 12, .tethers = false}},
     {"tethers and levels (default)", Cloth::Fabric, Work::Substeps, {.bendPeriod = 12}},
     {"plain, Jacobi 1.0", Cloth::Sticks, Work::Substeps, {.method = Method::Jacobi}},
     {"plain, Jacobi 1.3", Cloth::Sticks, Work::Substeps, {.method = Method::Jacobi, .relaxation = 1.3f}},
     {"plain, hybrid", Cloth::Sticks, Work::Substeps, {.method = Method::Hybrid}}}};
constexpr std::size_t kPlain = 1, kDefault = 4;  // of kCurves
constexpr Index kPlainWork = 20;                 // what all times are compared with

std::vector<Index> amountsOfWork(Index size, bool quick) {
    if (quick) return {12, kPlainWork};
    if (size >= 512) return {6, 12, kPlainWork};
    return {6, 12, kPlainWork, 40};
}

using Solver = std::variant<CpuSolver, GpuSolver>;

// What runs the solvers: a Vulkan device, or the processor where there is no `gpu`.
struct Machine {
    std::shared_ptr<Gpu> gpu;
    CpuOptions cpu;
    std::string name;
};

Result<Machine> findMachine(const Options& options) {
    if (options.backend == "cpu") {
        const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
        const int threads = options.threads > 0 ? std::min(options.threads, cores) : cores;
        return Machine{{}, {threads, true}, fmt::format("CPU, {} thread{}", threads, threads == 1 ? "" : "s")};
    }
    if (options.threads > 0) return fail("--threads has no meaning without --backend cpu");
    const Result<std::shared_ptr<Gpu>> gpu = Gpu::create();
    if (!gpu) return gpu.error();
    return Machine{*gpu, {}, (*gpu)->info().name};
}

Result<Solver> makeSolver(const Machine& machine, const SchedulePtr& schedule) {
    if (machine.gpu) {
        Result<GpuSolver> solver = GpuSolver::create(machine.gpu, schedule);
        if (!solver) return solver.error();
        return Solver(std::move(*solver));
    }
    Result<CpuSolver> solver = CpuSolver::create(schedule, machine.cpu);
    if (!solver) return solver.error();
    return Solver(std::move(*solver));
}

struct CompiledCloth {
    samples::SampleScene sample;
    SchedulePtr schedule;
};

Result<CompiledCloth> makeCloth(Cloth cloth, Index size) {
    samples::SceneOptions options;
    options.scene = "cloth";
    options.size = size;
    if (cloth == Cloth::Fabric) {
        const Result<Fabric> fabric = fabricNamed("stiff-cotton");
        if (!fabric) return fabric.error();
        options.fabric = *fabric;
    }
    Result<samples::SampleScene> sample = samples::makeScene(options);
    if (!sample) return sample.error();
    sample->scene.tethers = sample->scene.levels = cloth == Cloth::Fabric;
    const Result<SchedulePtr> schedule = compile(sample->scene);
    if (!schedule) return schedule.error();
    return CompiledCloth{std::move(*sample), *schedule};
}

// One point of one curve.
struct Run {
    std::size_t curve;
    Index work;
    StepSettings settings;
    const samples::SampleScene* sample;
    Solver solver;
    std::vector<double> frameMs;
    double meanSum = 0.0;
    double largest = 0.0;
    Index measuredFrames = 0;
};

Result<std::vector<Run>> makeRuns(const Machine& machine, const CompiledCloth& sticks, const CompiledCloth& fabric,
                                  const std::vector<Index>& amounts) {
    std::vector<Run> runs;
    for (std::size_t curve = 0; curve < kCurves.size(); ++curve) {
        const CompiledCloth& cloth = kCurves[curve].cloth == Cloth::Fabric ? fabric : sticks;
        for (const Index work : amounts) {
            StepSettings settings = kCurves[curve].settings;
            (kCurves[curve].work == Work::Substeps ? settings.substeps : settings.iterations) = work;
            Result<Solver> solver = makeSolver(machine, cloth.schedule);
            if (!solver) return solver.error();
            runs.push_back({curve, work, settings, &cloth.sample, std::move(*solver)});
        }
    }
    return runs;
}

Status stepFrame(Run& run, Index frame) {
    const StepInputs inputs = run.sample->inputs((frame - 1) / kFps, frame / kFps);
    const auto start = std::chrono::steady_clock::now();
    const Status status = std::visit([&](auto& solver) { return solver.step(run.settings, inputs); }, run.solver);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    run.frameMs.push_back(time.count());
    return status;
}

Status measureFrame(Run& run) {
    const Result<Snapshot> state =
        std::visit([](const auto& solver) -> Result<Snapshot> { return solver.snapshot(); }, run.solver);
    if (!state) return state.error();
    const Stretch stretch = measureStretch(run.sample->scene, state->positions);
    run.meanSum += stretch.mean;
    // Written so that a NaN, once there, stays.
    if (!(stretch.max <= run.largest)) run.largest = stretch.max;
    ++run.measuredFrames;
    return {};
}

Status takeTurn(Run& run, Index firstFrame, Index lastFrame, Index frames) {
    for (Index frame = firstFrame; frame <= lastFrame; ++frame) {
        if (Status status = stepFrame(run, frame); !status) return status;
        if (frame + kMeasuredFrames <= frames) continue;
        if (Status status = measureFrame(run); !status) return status;
    }
    return {};
}

Status runAll(std::vector<Run>& runs, Index size, Index frames) {
    for (Index first = 1; first <= frames; first += kFramesPerTurn) {
        const Index last = std::min(frames, first + kFramesPerTurn - 1);
        for (Run& run : runs) {
            if (Status status = takeTurn(run, first, last, frames); !status) return status;
        }
        fmt::print(stderr, "cloth {0} x {0}: {1} of {2} frames of {3} runs\n", size, last, frames, runs.size());
    }
    return {};
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

// Frame by frame: both were run within a moment of each other.
double medianRatio(const std::vector<double>& times, const std::vector<double>& others) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < times.size(); ++i)
        ratios.push_back(times[i] / others[i]);
    return median(std::move(ratios));
}

// A row of the table.
struct Outcome {
    Index size;
    std::size_t curve;
    Index work;
    Index substeps;
    Index iterations;
    double frameMs;
    double ratio;  // of times: this to plain sticks with kPlainWork substeps
    double mean;   // stretch
    double largest;

    bool isMarked() const {
        return (curve == kPlain && work == kPlainWork) || (curve == kDefault && work == substepsOf(StepSettings{}));
    }
};

std::vector<Outcome> outcomesOf(const std::vector<Run>& runs, Index size) {
    const auto isPlain = [](const Run& run) { return run.curve == kPlain && run.work == kPlainWork; };
    const Run& plain = *std::find_if(runs.begin(), runs.end(), isPlain);
    std::vector<Outcome> outcomes;
    for (const Run& run : runs) {
        outcomes.push_back({size, run.curve, run.work, run.settings.substeps, run.settings.iterations,
                            median(run.frameMs), medianRatio(run.frameMs, plain.frameMs),
                            run.meanSum / run.measuredFrames, run.largest});
    }
    return outcomes;
}

Result<std::vector<Outcome>> measureSize(const Machine& machine, const Options& options, Index size) {
    fmt::print(stderr, "cloth {0} x {0}: compiling\n", size);
    const Result<CompiledCloth> sticks = makeCloth(Cloth::Sticks, size);
    if (!sticks) return sticks.error();
    const Result<CompiledCloth> fabric = makeCloth(Cloth::Fabric, size);
    if (!fabric) return fabric.error();
    Result<std::vector<Run>> runs = makeRuns(machine, *sticks, *fabric, amountsOfWork(size, options.quick));
    if (!runs) return runs.error();
    if (Status status = runAll(*runs, size, options.frames); !status) return status.error();
    return outcomesOf(*runs, size);
}

// All that the three files tell.
struct Report {
    std::string machine;
    Index frames = 0;
    std::vector<Index> sizes;
    std::vector<Outcome> outcomes;
};

std::string conditions(const Report& report) {
    return fmt::format("{}; {} frames of 1/{:g} s; stretch of the structural sticks over the last {} frames",
                       report.machine, report.frames, kFps, std::min(report.frames, kMeasuredFrames));
}

std::string tableOf(const Report& report) {
    std::string text = "# Stretch against time\n\nA cloth of 2 m hung by two corners. " + conditions(report) +
                       fmt::format(
                           ".\nTime is the median over frames; the ratio is to {} plain substeps, frame by frame, and "
                           "holds better than the time on a\nmachine that drifts.\n",
                           kPlainWork);
    Index size = 0;
    for (const Outcome& o : report.outcomes) {
        if (o.size != size) {
            text += fmt::format("\n## {0} x {0} particles\n\n", o.size);
            text += "| method | substeps x iterations | ms per frame | ratio | mean stretch % | largest % |\n";
            text += "|---|---|---|---|---|---|\n";
            size = o.size;
        }
        text += fmt::format("| {} | {} x {} | {:.4g} | {:.2f} | {:.3g} | {:.3g} |\n", kCurves[o.curve].name, o.substeps,
                            o.iterations, o.frameMs, o.ratio, 100 * o.mean, 100 * o.largest);
    }
    return text;
}

std::string csvOf(const Report& report) {
    std::string text = "machine,size,method,substeps,iterations,ms_per_frame,ratio_to_plain,stretch_mean,stretch_max\n";
    for (const Outcome& o : report.outcomes) {
        text += fmt::format("\"{}\",{},\"{}\",{},{},{:.6g},{:.4g},{:.6g},{:.6g}\n", report.machine, o.size,
                            kCurves[o.curve].name, o.substeps, o.iterations, o.frameMs, o.ratio, o.mean, o.largest);
    }
    return text;
}

PlotPoint pointOf(const Outcome& o, double Outcome::*stretch) {
    const double percent = 100 * (o.*stretch);
    return {o.frameMs, percent,
            fmt::format("{}, {} x {}: {:.3g} ms, {:.3g} %", kCurves[o.curve].name, o.substeps, o.iterations, o.frameMs,
                        percent),
            o.isMarked()};
}

PlotPanel panelOf(const Report& report, Index size, const char* what, double Outcome::*stretch) {
    PlotPanel panel{fmt::format("{0} x {0} particles: {1} stretch", size, what), "time per frame [ms]",
                    fmt::format("{} stretch [%]", what), std::vector<PlotCurve>(kCurves.size())};
    for (const Outcome& o : report.outcomes) {
        if (o.size == size) panel.curves[o.curve].points.push_back(pointOf(o, stretch));
    }
    return panel;
}

Plot plotOf(const Report& report) {
    Plot plot;
    plot.title = "Stretch of a hanging cloth against time: lower left is better";
    plot.subtitle = {conditions(report),
                     "Left to right along a curve: more substeps of one iteration (grey: more iterations of one "
                     "substep). Rings: 20 plain substeps, and the default."};
    for (std::size_t i = 0; i < kCurves.size(); ++i)
        plot.legend.push_back({kCurves[i].name, i == kDefault});
    for (const Index size : report.sizes) {
        plot.panels.push_back(panelOf(report, size, "mean", &Outcome::mean));
        plot.panels.push_back(panelOf(report, size, "largest", &Outcome::largest));
    }
    return plot;
}

Status writeText(const std::filesystem::path& path, const std::string& text) {
    Result<OutputFile> file = OutputFile::create(path.string());
    if (!file) return file.error();
    if (Status status = file->write(text); !status) return status;
    return file->finish();
}

Status writeReport(const Report& report, const std::filesystem::path& folder) {
    if (Status status = writeText(folder / "stretch.md", tableOf(report)); !status) return status;
    if (Status status = writeText(folder / "stretch.csv", csvOf(report)); !status) return status;
    return writeText(folder / "stretch.svg", toSvg(plotOf(report)));
}

// The files are written after every size, so that a long run that is cut short leaves what it has found.
Status measureAll(const Options& options) {
    const Result<Machine> machine = findMachine(options);
    if (!machine) return machine.error();
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    if (error) return fail("--out '{}': {}", options.folder, error.message());
    Report report{machine->name, options.frames, {}, {}};
    for (const Index size : options.sizes) {
        const Result<std::vector<Outcome>> outcomes = measureSize(*machine, options, size);
        if (!outcomes) return outcomes.error();
        report.sizes.push_back(size);
        report.outcomes.insert(report.outcomes.end(), outcomes->begin(), outcomes->end());
        if (Status status = writeReport(report, options.folder); !status) return status;
    }
    fmt::print("{}", tableOf(report));
    fmt::print(stderr, "wrote stretch.md, stretch.csv and stretch.svg in {}\n", options.folder);
    return {};
}

void addOptions(CLI::App& app, Options& options) {
    CLI::Option* sizes =
        app.add_option("--sizes", options.sizes, "Particles along a side of the cloth, several with commas")
            ->delimiter(',')
            ->check(CLI::Range(2u, 4096u))
            ->capture_default_str();
    CLI::Option* frames = app.add_option("--frames", options.frames, "Frames to simulate")
                              ->check(CLI::Range(1u, 100'000u))
                              ->capture_default_str();
    app.add_option("--backend", options.backend, "gpu or cpu")
        ->check(CLI::IsMember({"gpu", "cpu"}))
        ->capture_default_str();
    app.add_option("--threads", options.threads, "Threads of the CPU backend (default: all cores)")
        ->check(CLI::Range(1, 1024));
    app.add_option("--out", options.folder, "Folder for stretch.md, stretch.csv and stretch.svg")
        ->capture_default_str();
    app.add_flag("--quick", options.quick, "64 x 64 for 60 frames, two points a curve: shows that it works")
        ->excludes(sizes)
        ->excludes(frames);
}

int run(int argc, char** argv) {
    constexpr int kBadInput = 2;
    CLI::App app("Stretch against milliseconds of the hanging cloth, one curve per method", "pliant_stretch");
    Options options;
    addOptions(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kBadInput;
    }
    if (options.quick) options.sizes = {64}, options.frames = 60;
    std::sort(options.sizes.begin(), options.sizes.end());
    options.sizes.erase(std::unique(options.sizes.begin(), options.sizes.end()), options.sizes.end());
    const Status status = measureAll(options);
    if (status) return 0;
    fmt::print(stderr, "pliant_stretch: {}\n", status.error().message);
    return kBadInput;
}

}  // namespace
}  // namespace pliant::bench

int main(int argc, char** argv) {
    try {
        return pliant::bench::run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_stretch: {}\n", error.what());
        return 2;
    }
}
