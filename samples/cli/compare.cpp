#include <nlohmann/json.hpp>
#include <optional>

#include "backend.h"
#include "commands.h"
#include "compare_picture.h"
#include "interrupt.h"
#include "io/frame_writer.h"
#include "io/pc2.h"
#include "output_names.h"
#include "progress.h"
#include "report.h"
#include "run_options.h"

namespace pliant::cli {
namespace {

constexpr std::uint32_t kDefaultFrames = 60;

struct CompareOptions {
    RunOptions run;
    BackendOptions backend;
    std::optional<std::uint32_t> frames;
    std::string against;
    std::string picture;
    bool backendGiven = false;
};

// What is compared, as it runs.
struct Run {
    const samples::SampleScene& sample;
    samples::Session session;
    std::uint32_t frames = 0;
    StepInputs lastInputs = {};
};

// GPU and CPU side by side. A game sees the CPU's states: as long as the GPU's are the same they make the same game.
Result<Differences> compareBackends(const CompareOptions& options, Run& run, Backend& gpu, Backend& cpu) {
    const std::uint32_t frames = run.frames;
    const StepSettings settings = frameSettings(options.run, run.sample);
    Differences differences(run.sample.scene.positions.size());
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
        const Result<Comparison> comparison = compare(*a, *b);
        if (!comparison) return comparison.error();
        differences.add(frame, *a, *b, *comparison);
        progress.update(frame);
    }
    return differences;
}

// A backend against the file of an earlier run. The file knows positions only, so "particles" are the user's vertices.
Result<Differences> compareWithFile(const CompareOptions& options, Run& run, Backend& backend, Pc2Reader& file) {
    const std::uint32_t frames = run.frames;
    const StepSettings settings = frameSettings(options.run, run.sample);
    Differences differences(file.points());
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
        const std::vector<vec3> now = userVertices(run.sample.scene, state->positions);
        const Result<std::vector<vec3>> then = file.next();
        if (!then) return then.error();
        const Snapshot a{now, now}, b{*then, *then};
        const Result<Comparison> comparison = compare(a, b);
        if (!comparison) return comparison.error();
        differences.add(frame, a, b, *comparison);
        progress.update(frame);
    }
    return differences;
}

void printText(const Differences& d, std::uint32_t frames, const std::string& a, const std::string& b, bool sameBits,
               const std::string& picture) {
    fmt::print("{} against {}, {} frames: {} of {} particles differ\n", a, b, frames, d.count(), d.largest.size());
    if (d.firstFrame) {
        fmt::print("  first      frame {}, particle {}\n", *d.firstFrame, *d.firstParticle);
        fmt::print("  largest    {:g} m, {} units in the last place\n", d.maxAbs, d.maxUlp);
    }
    if (d.turns > 0) fmt::print("  turns      of {} shapes differ\n", d.turns);
    if (d.lost > 0) {
        fmt::print("  WARNING    {} times a particle would have been nowhere, and was kept where it last was\n",
                   d.lost);
    }
    if (!picture.empty()) fmt::print("  wrote      {}\n", picture);
    if (!sameBits)
        fmt::print("  note       this device does not promise to round to nearest even, so bits may differ\n");
}

int report(const CompareOptions& options, const Differences& d, std::uint32_t frames, const std::string& a,
           const std::string& b, bool sameBits) {
    using Json = nlohmann::ordered_json;
    Json report = {{"scene", options.run.scene.scene},
                   {"first", a},
                   {"second", b},
                   {"same_bits_guaranteed", sameBits},
                   {"particles", d.largest.size()},
                   {"frames", frames},
                   {"differing", d.count()},
                   {"differing_turns", d.turns},
                   {"max_abs", d.maxAbs},
                   {"max_ulp", d.maxUlp},
                   {"lost", d.lost},
                   {"first_frame", d.firstFrame ? Json(*d.firstFrame) : Json(nullptr)},
                   {"first_particle", d.firstParticle ? Json(*d.firstParticle) : Json(nullptr)}};
    if (!options.picture.empty()) report["picture"] = options.picture;
    if (options.run.json) printReport(report);
    else printText(d, frames, a, b, sameBits, options.picture);
    return d.count() == 0 && d.turns == 0 ? 0 : 1;
}

Status drawIfWanted(const CompareOptions& options, Prepared& prepared, const Run& run, const Differences& d) {
    if (options.picture.empty()) return {};
    return drawComparison(options.picture, options.backend.device, prepared, d, run.lastInputs);
}

Result<int> compareRun(const CompareOptions& options, Prepared& prepared) {
    if (options.backendGiven) return fail("--backend has no meaning without --against: GPU and CPU both run");
    Result<Backend> gpu = Backend::createGpu(options.backend, prepared.schedule);
    if (!gpu) return gpu.error();
    Result<Backend> cpu = Backend::createCpu(options.backend, prepared.schedule);
    if (!cpu) return cpu.error();
    Run run{prepared.sample, prepared.session(options.run), framesOf(options.frames, prepared, kDefaultFrames)};
    const Result<Differences> differences = compareBackends(options, run, *gpu, *cpu);
    if (!differences) return differences.error();
    if (Status status = drawIfWanted(options, prepared, run, *differences); !status) return status.error();
    return report(options, *differences, run.frames, gpu->device(), cpu->device(), gpu->sameBits());
}

Result<int> compareAgainst(const CompareOptions& options, Prepared& prepared) {
    const Scene& scene = prepared.scene();
    Result<Pc2Reader> file = Pc2Reader::open(options.against);
    if (!file) return file.error();
    const std::size_t vertices = userVertices(scene, scene.positions).size();
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
    Run run{prepared.sample, prepared.session(options.run), frames};
    const Result<Differences> differences = compareWithFile(options, run, *backend, *file);
    if (!differences) return differences.error();
    const Differences drawn = ofParticles(scene, *differences);
    if (Status status = drawIfWanted(options, prepared, run, drawn); !status) return status.error();
    return report(options, *differences, frames, backend->device(), options.against, backend->sameBits());
}

Status checkPicture(const std::string& path) {
    if (path.empty()) return {};
    if (!path.ends_with(".png")) return fail("--picture '{}': the name must end in .png", path);
    return checkWritable(path);
}

Result<int> compareCommand(CompareOptions& options) {
    if (Status status = checkPicture(options.picture); !status) return status.error();
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
    addSceneOptions(*command, options->run);
    addStepOptions(*command, options->run);
    addBackendOption(*command, options->backend);
    addDeviceOptions(*command, options->backend);
    command->add_option("--frames", options->frames, "Frames to compare (default 60, or all of the file or of --play)")
        ->check(CLI::Range(1u, 10'000'000u));
    addPlayOption(*command, options->run);
    command->add_option("--against", options->against,
                        "Compare one backend with the .pc2 file of an earlier run instead");
    command->add_option("--picture", options->picture,
                        "File to write (.png): the last frame of both, and between them where they differ, as heat");
    command->callback([&chosen, options, command] {
        options->backendGiven = command->count("--backend") > 0;
        chosen = [options] { return compareCommand(*options); };
    });
}

}  // namespace pliant::cli
