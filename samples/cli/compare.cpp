#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "backend.h"
#include "commands.h"
#include "compare_picture.h"
#include "difference_file.h"
#include "interrupt.h"
#include "number_from.h"
#include "output_names.h"
#include "pliant/fail.h"
#include "pliant/io/frame_writer.h"
#include "pliant/io/pc2.h"
#include "pliant/surface/world.h"
#include "progress.h"
#include "report.h"
#include "run_options.h"

namespace pliant::cli {
namespace {

constexpr std::uint32_t kDefaultFrames = 60;

// What is compared one by one.
struct Places {
    const char* one;
    const char* many;
};
constexpr Places kParticles{"particle", "particles"}, kVertices{"vertex", "vertices"};

struct CompareOptions {
    RunOptions run;
    BackendOptions backend;
    std::optional<std::uint32_t> frames;
    std::optional<double> tolerance;  // [m]
    std::string against;
    std::string picture;
    std::string csv;
    bool backendGiven = false;
};

// What is compared, as it runs. Two backends are compared particle by particle; the file of an earlier run knows the
// user's vertices, of which several may be of one particle.
struct Run {
    const samples::SampleScene& sample;
    samples::Session session;
    std::uint32_t frames = 0;
    Places places;
    Differences differences;
    std::optional<DifferenceFile> table = {};
    StepInputs lastInputs = {};
    std::vector<vec3> lastPositions = {};  // of particles in the world, beside a file
    std::vector<FrameState> lastFrames = {};

    Status add(std::uint32_t frame, const Snapshot& a, const Snapshot& b) {
        const Result<FrameDifference> found = differences.add(frame, a, b);
        if (!found) return found.error();
        if (table) table->add(*found);
        return {};
    }
};

Result<Run> begin(const CompareOptions& options, const Prepared& prepared, std::uint32_t frames, Places places,
                  std::size_t count) {
    Run run{prepared.sample, prepared.session(options.run), frames, places,
            Differences(count, options.tolerance.value_or(0.0))};
    if (options.csv.empty()) return run;
    Result<DifferenceFile> table = DifferenceFile::create(options.csv, places.one);
    if (!table) return table.error();
    run.table = std::move(*table);
    return run;
}

// GPU and CPU side by side. A game sees the CPU's states: as long as the GPU's are the same they make the same game.
Status compareBackends(const CompareOptions& options, Run& run, Backend& gpu, Backend& cpu) {
    const std::uint32_t frames = run.frames;
    const StepSettings settings = frameSettings(options.run, run.sample);
    listenForInterrupts();
    Progress progress("comparing", frames);
    for (std::uint32_t frame = 1; frame <= frames; ++frame) {
        if (wasInterrupted()) return fail("interrupted before frame {} of {}", frame, frames);
        run.lastInputs = frameInputs(options.run, run.session, frame);
        if (Status status = gpu.step(settings, run.lastInputs); !status) return status.error();
        if (Status status = cpu.step(settings, run.lastInputs); !status) return status.error();
        const Result<Snapshot> a = gpu.snapshot(), b = cpu.snapshot();
        if (!a) return a.error();
        if (!b) return b.error();
        run.session.look(*b);
        run.lastFrames = b->frames;
        if (Status status = run.add(frame, *a, *b); !status) return status;
        progress.update(frame);
    }
    return {};
}

// A backend against the file of an earlier run, which knows positions only.
Status compareWithFile(const CompareOptions& options, const Schedule& schedule, const Scene& scene, Run& run,
                       Backend& backend, Pc2Reader& file) {
    const std::uint32_t frames = run.frames;
    const StepSettings settings = frameSettings(options.run, run.sample);
    listenForInterrupts();
    Progress progress("comparing", frames);
    for (std::uint32_t frame = 0; frame <= frames; ++frame) {
        if (wasInterrupted()) return fail("interrupted before frame {} of {}", frame, frames);
        if (frame > 0) {
            run.lastInputs = frameInputs(options.run, run.session, frame);
            if (Status status = backend.step(settings, run.lastInputs); !status) return status.error();
        }
        const Result<Snapshot> state = backend.snapshot();
        if (!state) return state.error();
        if (frame > 0) run.session.look(*state);
        run.lastFrames = state->frames;
        run.lastPositions = worldPositions(schedule, *state);
        const std::vector<vec3> now = userVertices(scene, run.lastPositions);
        const Result<std::vector<vec3>> then = file.next();
        if (!then) return then.error();
        if (Status status = run.add(frame, {now, now}, {*then, *then}); !status) return status;
        progress.update(frame);
    }
    return {};
}

// What has been compared, and how it went.
struct Report {
    const CompareOptions& options;
    const Run& run;
    const std::string& a;
    const std::string& b;
    bool sameBits = true;

    const Differences& differences() const { return run.differences; }
    bool isEqual() const {
        const Differences& d = differences();
        return options.tolerance ? d.beyond() == 0 : d.differing() == 0 && d.turns == 0;
    }
};

void printWorst(const Report& r) {
    const Differences& d = r.differences();
    const FrameDifference &first = *d.first, &worst = *d.worst;
    const char* place = r.run.places.one;
    fmt::print("  first      frame {}, {} {}\n", first.frame, place, *first.first);
    fmt::print("  largest    {:g} m, {} unit{} in the last place: frame {}, {} {} at ({:g}, {:g}, {:g})\n",
               worst.metres, worst.ulp, worst.ulp == 1 ? "" : "s", worst.frame, place, *worst.worst, worst.where.x,
               worst.where.y, worst.where.z);
    if (d.maxVelocity > 0.0) fmt::print("  velocity   by up to {:g} m/s\n", d.maxVelocity);
}

std::string summaryOf(const Report& r) {
    return fmt::format("{} of {} {} differ", r.differences().differing(), r.differences().count(), r.run.places.many);
}

void printText(const Report& r) {
    const Differences& d = r.differences();
    fmt::print("{} against {}, {}: {}\n", r.a, r.b, counted(r.run.frames, "frame"), summaryOf(r));
    printStart(r.run.sample);
    if (d.first) printWorst(r);
    if (d.turns > 0) fmt::print("  turns      of {} shapes differ\n", d.turns);
    if (r.options.tolerance) {
        fmt::print("  tolerance  {} of {} {} differ by more than {:g} m: {}\n", d.beyond(), d.count(),
                   r.run.places.many, d.tolerance(), r.isEqual() ? "equal within it" : "not equal");
    }
    if (d.lost > 0) {
        fmt::print("  WARNING    {} a particle would have been nowhere, and was kept where it last was\n",
                   counted(d.lost, "time"));
    }
    for (const std::string* path : {&r.options.csv, &r.options.picture})
        if (!path->empty()) fmt::print("  wrote      {}\n", *path);
    if (!r.sameBits)
        fmt::print("  note       this device does not promise to round to nearest even, so bits may differ\n");
}

void printJson(const Report& r) {
    using Json = nlohmann::ordered_json;
    const Differences& d = r.differences();
    const std::string place = r.run.places.one;
    // A file knows of places alone.
    const auto ifRun = [&](const Json& value) { return r.options.against.empty() ? value : Json(nullptr); };
    Json report = {{"scene", r.options.run.scene.scene},
                   {"first", r.a},
                   {"second", r.b},
                   {"same_bits_guaranteed", r.sameBits},
                   {r.run.places.many, d.count()},
                   {"frames", r.run.frames},
                   {"differing", d.differing()},
                   {"differing_turns", ifRun(d.turns)},
                   {"max_abs", d.worst ? d.worst->metres : 0.0},
                   {"max_ulp", d.maxUlp},
                   {"max_velocity", ifRun(d.maxVelocity)},
                   {"lost", ifRun(d.lost)}};
    report["first_frame"] = d.first ? Json(d.first->frame) : Json(nullptr);
    report["first_" + place] = d.first ? Json(*d.first->first) : Json(nullptr);
    report["largest_frame"] = d.worst ? Json(d.worst->frame) : Json(nullptr);
    report["largest_" + place] = d.worst ? Json(*d.worst->worst) : Json(nullptr);
    report["largest_ulp"] = d.worst ? Json(d.worst->ulp) : Json(nullptr);
    report["largest_at"] = d.worst ? Json({d.worst->where.x, d.worst->where.y, d.worst->where.z}) : Json(nullptr);
    if (r.options.tolerance) {
        report["tolerance"] = d.tolerance();
        report["beyond_tolerance"] = d.beyond();
    }
    if (!r.options.picture.empty()) report["picture"] = r.options.picture;
    if (!r.options.csv.empty()) report["csv"] = r.options.csv;
    printReport(report);
}

// Writes what is to be written, prints the rest, and gives the exit status.
Result<int> conclude(const Report& r, Run& run, Prepared& prepared, const Differences& drawn,
                     const ComparedNames& names) {
    if (run.table) {
        if (Status status = run.table->finish(); !status) return status.error();
    }
    if (!r.options.picture.empty()) {
        const ComparisonPicture picture{r.options.picture, r.options.backend.device, names, summaryOf(r),
                                        run.frames,        worldView(run.lastFrames)};
        if (Status status = drawComparison(picture, prepared, drawn, run.lastInputs); !status) return status.error();
    }
    r.options.run.json ? printJson(r) : printText(r);
    return r.isEqual() ? 0 : 1;
}

std::string nameOf(const Backend& backend) {
    if (backend.isGpu()) return "GPU: " + backend.device();
    return fmt::format("CPU, {} thread{}", backend.threads(), backend.threads() == 1 ? "" : "s");
}

Result<int> compareRun(const CompareOptions& options, Prepared& prepared) {
    if (options.backendGiven) return fail("--backend has no meaning without --against: GPU and CPU both run");
    Result<Backend> gpu = Backend::createGpu(options.backend, prepared.schedule);
    if (!gpu) return gpu.error();
    Result<Backend> cpu = Backend::createCpu(options.backend, prepared.schedule);
    if (!cpu) return cpu.error();
    for (Backend* backend : {&*gpu, &*cpu})
        if (Status status = prepared.begin(*backend); !status) return status.error();
    const std::uint32_t frames = framesOf(options.frames, prepared, kDefaultFrames);
    Result<Run> run = begin(options, prepared, frames, kParticles, prepared.scene().positions.size());
    if (!run) return run.error();
    if (Status status = compareBackends(options, *run, *gpu, *cpu); !status) return status.error();
    const Report report{options, *run, gpu->device(), cpu->device(), gpu->sameBits()};
    Differences drawn = run->differences;
    for (std::vector<vec3>* last : {&drawn.lastA, &drawn.lastB})
        *last = worldPositions(*prepared.schedule, {.positions = *last, .frames = run->lastFrames});
    return conclude(report, *run, prepared, drawn, {nameOf(*gpu), nameOf(*cpu)});
}

Result<int> compareAgainst(const CompareOptions& options, Prepared& prepared) {
    const Scene scene = samples::sceneOfFiles(prepared.sample);
    Result<Pc2Reader> file = Pc2Reader::open(options.against);
    if (!file) return file.error();
    const std::size_t vertices = userVertices(scene, prepared.scene().positions).size();
    if (file->points() != vertices) {
        return fail("{}: the file has {} points, but the scene has {} vertices", options.against, file->points(),
                    vertices);
    }
    if (file->samples() == 0) return fail("{}: the file has no samples", options.against);
    const auto stored = static_cast<std::uint32_t>(file->samples() - 1);
    const std::uint32_t frames = options.frames.value_or(stored);
    if (frames > stored) return fail("{}: the file has {} frames, not {}", options.against, stored, frames);
    Result<Backend> backend = Backend::create(options.backend, prepared.schedule);
    if (!backend) return backend.error();
    if (Status status = prepared.begin(*backend); !status) return status.error();
    Result<Run> run = begin(options, prepared, frames, kVertices, vertices);
    if (!run) return run.error();
    if (Status status = compareWithFile(options, *prepared.schedule, scene, *run, *backend, *file); !status)
        return status.error();
    const Report report{options, *run, backend->device(), options.against, backend->sameBits()};
    const std::string name = std::filesystem::path(options.against).filename().string();
    const Differences drawn = ofParticles(scene, run->differences, run->lastPositions);
    return conclude(report, *run, prepared, drawn, {nameOf(*backend), name});
}

Result<int> compareCommand(CompareOptions& options) {
    if (options.tolerance && std::isnan(*options.tolerance)) return fail("--tolerance: it must be a number");
    if (Status status = checkName(options.picture, "--picture", ".png"); !status) return status.error();
    std::vector<InputFile> inputs = inputsOf(options.run);
    if (!options.against.empty()) inputs.push_back({"--against", options.against});
    if (Status status = checkSpares(inputs, "--picture", options.picture); !status) return status.error();
    if (Status status = checkSpares(inputs, "--csv", options.csv); !status) return status.error();
    Result<Prepared> prepared = prepare(options.run);
    if (!prepared) return prepared.error();
    return options.against.empty() ? compareRun(options, *prepared) : compareAgainst(options, *prepared);
}

}  // namespace

void addCompareCommand(CLI::App& app, Command& chosen) {
    CLI::App* command = app.add_subcommand(
        "compare",
        "Run a scene on GPU and CPU and compare every bit; exit status 0 only if nothing differs, 1 if something does");
    auto options = std::make_shared<CompareOptions>();
    command->add_option("--frames", options->frames, "Frames to compare (default 60, or all of the file or of --play)")
        ->check(numberFrom(1u, 10'000'000u));
    addPlayOption(*command, options->run);
    addUntangleOption(*command, options->run);
    command
        ->add_option("--against", options->against,
                     "Compare one backend with the .pc2 file of an earlier run instead, vertex by vertex (numbered "
                     "from 0; frame 0 is the start)")
        ->option_text("FILE");
    command
        ->add_option("--tolerance", options->tolerance,
                     "Largest difference of a place that still counts as equal [m]: exit status 0 within it (default: "
                     "every bit counts)")
        ->check(numberFrom(0.0, 1e9));
    command
        ->add_option("--picture", options->picture,
                     "File to write (.png): the last frame of both, and between them where they differ, as heat")
        ->option_text("FILE");
    command->add_option("--csv", options->csv, "File to write (.csv): of every frame how much differs, and where")
        ->option_text("FILE");
    addSceneOptions(*command, options->run);
    addStepOptions(*command, options->run);
    addBackendOption(*command, options->backend);
    addDeviceOptions(*command, options->backend);
    command->callback([&chosen, options, command] {
        options->backendGiven = command->count("--backend") > 0;
        chosen = [options] { return compareCommand(*options); };
    });
}

}  // namespace pliant::cli
