#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "backend.h"
#include "commands.h"
#include "interrupt.h"
#include "io/frame_writer.h"
#include "io/pc2.h"
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
    bool backendGiven = false;
};

// All frames together.
struct Differences {
    std::vector<bool> differs;  // per particle, in any frame
    double maxAbs = 0.0;
    std::uint64_t maxUlp = 0;
    std::optional<std::uint32_t> firstFrame;
    std::optional<std::size_t> firstParticle;
    std::uint64_t lost = 0;  // positions that were not kept, on the side that lost more

    explicit Differences(std::size_t particles) : differs(particles, false) {}

    void add(std::uint32_t frame, const Snapshot& a, const Snapshot& b, const Comparison& comparison) {
        lost = std::max(a.lost, b.lost);
        if (comparison.differing == 0) return;
        maxAbs = std::max(maxAbs, comparison.maxAbs);
        maxUlp = std::max(maxUlp, comparison.maxUlp);
        if (!firstFrame) {
            firstFrame = frame;
            firstParticle = comparison.firstParticle;
        }
        for (std::size_t i = comparison.firstParticle; i < differs.size(); ++i) {
            const bool isSame = sameBits(a.positions[i], b.positions[i]) && sameBits(a.previous[i], b.previous[i]);
            if (!isSame) differs[i] = true;
        }
    }

    std::size_t count() const { return static_cast<std::size_t>(std::count(differs.begin(), differs.end(), true)); }
};

// GPU and CPU side by side.
Result<Differences> compareBackends(const CompareOptions& options, std::uint32_t frames,
                                    const samples::SampleScene& sample, Backend& gpu, Backend& cpu) {
    const StepSettings settings = frameSettings(options.run);
    Differences differences(sample.scene.positions.size());
    listenForInterrupts();
    Progress progress("comparing", frames);
    for (std::uint32_t frame = 1; frame <= frames; ++frame) {
        if (wasInterrupted()) return fail("interrupted before frame {} of {}", frame, frames);
        const StepInputs inputs = frameInputs(options.run, sample, frame);
        if (Status status = gpu.step(settings, inputs); !status) return status.error();
        if (Status status = cpu.step(settings, inputs); !status) return status.error();
        const Result<Snapshot> a = gpu.snapshot(), b = cpu.snapshot();
        if (!a) return a.error();
        if (!b) return b.error();
        const Result<Comparison> comparison = compare(*a, *b);
        if (!comparison) return comparison.error();
        differences.add(frame, *a, *b, *comparison);
        progress.update(frame);
    }
    return differences;
}

// A backend against the file of an earlier run. The file knows positions only, so "particles" are the user's vertices.
Result<Differences> compareWithFile(const CompareOptions& options, std::uint32_t frames,
                                    const samples::SampleScene& sample, Backend& backend, Pc2Reader& file) {
    const StepSettings settings = frameSettings(options.run);
    Differences differences(file.points());
    listenForInterrupts();
    Progress progress("comparing", frames);
    for (std::uint32_t frame = 0; frame <= frames; ++frame) {
        if (wasInterrupted()) return fail("interrupted before frame {} of {}", frame, frames);
        if (frame > 0) {
            const StepInputs inputs = frameInputs(options.run, sample, frame);
            if (Status status = backend.step(settings, inputs); !status) return status.error();
        }
        const Result<Snapshot> state = backend.snapshot();
        if (!state) return state.error();
        const std::vector<vec3> now = userVertices(sample.scene, state->positions);
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

void printText(const Differences& d, std::uint32_t frames, const std::string& a, const std::string& b, bool sameBits) {
    fmt::print("{} against {}, {} frames: {} of {} particles differ\n", a, b, frames, d.count(), d.differs.size());
    if (d.firstFrame) {
        fmt::print("  first      frame {}, particle {}\n", *d.firstFrame, *d.firstParticle);
        fmt::print("  largest    {:g} m, {} units in the last place\n", d.maxAbs, d.maxUlp);
    }
    if (d.lost > 0) {
        fmt::print("  WARNING    {} times a particle would have been nowhere, and was kept where it last was\n",
                   d.lost);
    }
    if (!sameBits)
        fmt::print("  note       this device does not promise to round to nearest even, so bits may differ\n");
}

int report(const CompareOptions& options, const Differences& d, std::uint32_t frames, const std::string& a,
           const std::string& b, bool sameBits) {
    using Json = nlohmann::ordered_json;
    const Json report = {{"scene", options.run.scene.scene},
                         {"first", a},
                         {"second", b},
                         {"same_bits_guaranteed", sameBits},
                         {"particles", d.differs.size()},
                         {"frames", frames},
                         {"differing", d.count()},
                         {"max_abs", d.maxAbs},
                         {"max_ulp", d.maxUlp},
                         {"lost", d.lost},
                         {"first_frame", d.firstFrame ? Json(*d.firstFrame) : Json(nullptr)},
                         {"first_particle", d.firstParticle ? Json(*d.firstParticle) : Json(nullptr)}};
    if (options.run.json) printReport(report);
    else printText(d, frames, a, b, sameBits);
    return d.count() == 0 ? 0 : 1;
}

Result<int> compareRun(const CompareOptions& options, const samples::SampleScene& sample, const SchedulePtr& schedule) {
    if (options.backendGiven) return fail("--backend has no meaning without --against: GPU and CPU both run");
    Result<Backend> gpu = Backend::createGpu(options.backend, schedule);
    if (!gpu) return gpu.error();
    Result<Backend> cpu = Backend::createCpu(options.backend, schedule);
    if (!cpu) return cpu.error();
    const std::uint32_t frames = options.frames.value_or(kDefaultFrames);
    const Result<Differences> differences = compareBackends(options, frames, sample, *gpu, *cpu);
    if (!differences) return differences.error();
    return report(options, *differences, frames, gpu->device(), cpu->device(), gpu->sameBits());
}

Result<int> compareAgainst(const CompareOptions& options, const samples::SampleScene& sample,
                           const SchedulePtr& schedule) {
    Result<Pc2Reader> file = Pc2Reader::open(options.against);
    if (!file) return file.error();
    const std::size_t vertices = userVertices(sample.scene, sample.scene.positions).size();
    if (file->points() != vertices) {
        return fail("{}: the file has {} points, but the scene has {} vertices", options.against, file->points(),
                    vertices);
    }
    if (file->samples() == 0) return fail("{}: the file has no samples", options.against);
    const auto stored = static_cast<std::uint32_t>(file->samples() - 1);
    const std::uint32_t frames = options.frames.value_or(stored);
    if (frames > stored) return fail("{}: the file has {} frames, not {}", options.against, stored, frames);
    Result<Backend> backend = Backend::create(options.backend, schedule);
    if (!backend) return backend.error();
    const Result<Differences> differences = compareWithFile(options, frames, sample, *backend, *file);
    if (!differences) return differences.error();
    return report(options, *differences, frames, backend->device(), options.against, backend->sameBits());
}

Result<int> compareCommand(CompareOptions& options) {
    const Result<Prepared> prepared = prepare(options.run);
    if (!prepared) return prepared.error();
    const auto run = options.against.empty() ? compareRun : compareAgainst;
    return run(options, prepared->sample, prepared->schedule);
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
    command->add_option("--frames", options->frames, "Frames to compare (default 60, or all of the file)")
        ->check(CLI::Range(1u, 10'000'000u));
    command->add_option("--against", options->against,
                        "Compare one backend with the .pc2 file of an earlier run instead");
    command->callback([&chosen, options, command] {
        options->backendGiven = command->count("--backend") > 0;
        chosen = [options] { return compareCommand(*options); };
    });
}

}  // namespace pliant::cli
