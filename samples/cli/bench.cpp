#include <algorithm>

#include "bench_report.h"
#include "commands.h"
#include "interrupt.h"
#include "number_from.h"
#include "output_names.h"
#include "pliant/fail.h"
#include "pliant/io/output_file.h"
#include "pliant/say.h"
#include "pliant/version.h"
#include "progress.h"

namespace pliant::cli {
namespace {

using Names = std::vector<std::string>;

struct BenchOptions {
    std::vector<std::uint32_t> sizes;
    Names scenes, ways;
    std::string json, csv, plot, device;
    int threads = 0;
    int rounds = 0;  // 0: as many as are usual
    std::uint32_t frames = 0;
    bool stretch = false;
    bool contact = false;
    bool quick = false;

    Effort effort() const { return quick ? Effort::Quick : Effort::Usual; }
    int usedRounds() const { return rounds > 0 ? rounds : quick ? 1 : 5; }
    std::vector<std::uint32_t> usedSizes() const {
        if (!sizes.empty()) return sizes;
        if (quick) return {8, 16};
        if (contact) return {64, 96, 128, 256};
        return {64, 128, 256, 512};
    }
};

// What one run has found, in all its forms.
struct Findings {
    Json rows;
    Json passes;  // where the time of frames goes, where a device tells
    plot::Plot plot;
};

Status checkNames(const BenchOptions& options) {
    if (Status status = checkName(options.json, "--json", ".json"); !status) return status;
    if (Status status = checkName(options.csv, "--csv", ".csv"); !status) return status;
    return checkName(options.plot, "--plot", ".svg");
}

// Those of `all` that have these names.
template <class Kind>
Result<std::vector<const Kind*>> scenesNamed(const std::vector<Kind>& all, const Names& names, const char* with) {
    std::vector<const Kind*> found;
    Names known;
    for (const Kind& kind : all)
        known.emplace_back(kind.name);
    for (const std::string& name : names) {
        const auto it = std::find(known.begin(), known.end(), name);
        if (it == known.end())
            return fail("--scenes '{}': there is no such scene {}; scenes: {}", name, with, fmt::join(known, ", "));
        found.push_back(&all[std::size_t(it - known.begin())]);
    }
    return found;
}

// Where nobody has asked for a GPU and there is none, its ways are left out.
Result<std::vector<Way>> findWays(const BenchOptions& options, Machines& machines) {
    Result<std::vector<Way>> ways = waysNamed(options.ways);
    if (!ways) return ways;
    const auto isOfGpu = [](const Way& way) { return way.machine == Machine::Gpu; };
    const auto hasThreads = [](const Way& way) { return way.machine == Machine::Threads; };
    const bool needsGpu = std::any_of(ways->begin(), ways->end(), isOfGpu);
    if (!needsGpu && !options.device.empty()) return fail("--device has no meaning without a way on the GPU");
    if (options.threads > 0 && std::none_of(ways->begin(), ways->end(), hasThreads))
        return fail("--threads has no meaning without a way on several threads");
    BackendOptions threads;
    threads.threads = options.threads;
    machines.threads = threadsOf(threads);
    if (!needsGpu) return ways;
    GpuOptions gpuOptions;
    gpuOptions.device = options.device;
    const Result<std::shared_ptr<Gpu>> gpu = Gpu::create(gpuOptions);
    if (gpu) machines.gpu = *gpu;
    else if (!options.ways.empty() || !options.device.empty()) return gpu.error();
    else {
        say("pliant: ways on the GPU are left out: {}\n", gpu.error().message);
        std::erase_if(*ways, isOfGpu);
    }
    return ways;
}

std::vector<Machine> machinesOf(const std::vector<Way>& ways) {
    std::vector<Machine> machines;
    for (const Machine machine : kMachines) {
        const auto isIts = [&](const Way& way) { return way.machine == machine; };
        if (std::any_of(ways.begin(), ways.end(), isIts)) machines.push_back(machine);
    }
    return machines;
}

Status measureLimits(const BenchOptions& options, Machines& machines, const std::vector<Way>& ways) {
    const Progress progress("measuring what the machine can do");
    return measureCeilings(machines, machinesOf(ways), options.effort());
}

Result<Findings> benchSpeed(const BenchOptions& options, Machines& machines, const std::vector<Way>& ways,
                            const std::vector<const BenchSceneKind*>& kinds) {
    if (Status status = measureLimits(options, machines, ways); !status) return status.error();
    fmt::print("pliant bench: how fast, and how near the limit of the machine\n\n{}", textOf(machines));
    std::fflush(stdout);
    std::vector<SpeedTable> tables;
    for (const BenchSceneKind* kind : kinds) {
        const std::uint32_t only = options.quick ? kind->quickSize : kind->usualSize;
        for (const std::uint32_t size : kind->isSized ? options.usedSizes() : std::vector<std::uint32_t>{only}) {
            Result<BenchScene> scene = kind->make(size);
            if (!scene) return scene.error();
            Result<SpeedTable> table =
                measureSpeed(machines, ways, std::move(*scene), options.usedRounds(), options.effort());
            if (!table) return table.error();
            fmt::print("{}{}", textOf(*table), profileText(machines, *table));
            std::fflush(stdout);
            tables.push_back(std::move(*table));
        }
    }
    fmt::print("{}", legendText());
    return Findings{rowsOf(tables), profilesOf(tables), plotOf(machines, tables)};
}

Result<Findings> benchStretch(const BenchOptions& options, const Machines& machines, const std::vector<Way>& ways,
                              const std::vector<const StretchScene*>& scenes) {
    StretchRun run{scenes, options.usedSizes(),
                   options.frames > 0 ? options.frames
                   : options.quick    ? 10u
                                      : 300u,
                   options.effort()};
    const Result<std::vector<StretchRow>> rows = measureStretchAgainstTime(machines, machinesOf(ways), run);
    if (!rows) return rows.error();
    fmt::print("{}", textOf(*rows, run.frames));
    return Findings{rowsOf(*rows, run.frames), Json::array(), plotOf(*rows, run.frames)};
}

Result<Findings> benchContact(const BenchOptions& options, const Machines& machines, const std::vector<Way>& ways,
                              const std::vector<const ContactScene*>& scenes) {
    const ContactRun run{scenes, options.usedSizes(), options.frames > 0 ? options.frames : options.quick ? 10u : 120u};
    const Result<std::vector<ContactRow>> rows = measureContact(machines, machinesOf(ways), run);
    if (!rows) return rows.error();
    fmt::print("{}", textOf(*rows, run.frames));
    return Findings{rowsOf(*rows, run.frames), profilesOf(*rows), {}};
}

Json jsonOf(const Machines& machines, const Findings& findings) {
    return {{"version", PLIANT_VERSION},
            {"threads", machines.threads},
            {"device", machines.gpu ? Json(machines.gpu->info().name) : Json(nullptr)},
            {"driver", machines.gpu ? Json(machines.gpu->info().driver) : Json(nullptr)},
            {"ceilings", ceilingsOf(machines)},
            {"rows", findings.rows},
            {"passes", findings.passes}};
}

Status checkMode(const BenchOptions& options) {
    const auto isMachine = [](const std::string& name) {
        return std::any_of(std::begin(kMachines), std::end(kMachines), [&](Machine m) { return nameOf(m) == name; });
    };
    if (options.stretch && options.contact) return fail("--contact has no meaning with --stretch");
    const bool isSpeed = !options.stretch && !options.contact;
    const char* mode = options.contact ? "--contact" : "--stretch";
    const auto other = std::find_if_not(options.ways.begin(), options.ways.end(), isMachine);
    if (!isSpeed && other != options.ways.end())
        return fail("--ways '{}': with {}, which has methods of its own, a way is plain, wide, threads or gpu", *other,
                    mode);
    if (!isSpeed && options.rounds > 0) return fail("--rounds has no meaning with {}; --frames has", mode);
    if (isSpeed && options.frames > 0) return fail("--frames has no meaning without --stretch or --contact");
    if (options.contact && !options.plot.empty()) return fail("--plot has no meaning with --contact");
    return {};
}

// Scenes of one size alone would not heed it.
template <class Kind>
Status checkSizes(const BenchOptions& options, const std::vector<const Kind*>& kinds, bool Kind::*isSized) {
    const bool hasSized = std::any_of(kinds.begin(), kinds.end(), [&](const Kind* kind) { return kind->*isSized; });
    if (options.sizes.empty() || hasSized) return {};
    return fail("--sizes has no meaning for {}: it is for scenes of cloth", fmt::join(options.scenes, " and "));
}

// What `--scenes` names: two of the lists are empty.
struct Scenes {
    std::vector<const BenchSceneKind*> ofSpeed;
    std::vector<const StretchScene*> ofStretch;
    std::vector<const ContactScene*> ofContact;
};

Result<Scenes> findScenes(const BenchOptions& options) {
    if (options.stretch) {
        const auto found = scenesNamed(stretchScenes(), options.scenes, "with --stretch");
        if (!found) return found.error();
        if (Status status = checkSizes(options, *found, &StretchScene::isCloth); !status) return status.error();
        return Scenes{{}, *found, {}};
    }
    if (options.contact) {
        const auto found = scenesNamed(contactScenes(), options.scenes, "with --contact");
        if (!found) return found.error();
        if (Status status = checkSizes(options, *found, &ContactScene::isSized); !status) return status.error();
        return Scenes{{}, {}, *found};
    }
    const auto found = scenesNamed(benchSceneKinds(), options.scenes, "without --stretch or --contact");
    if (!found) return found.error();
    if (Status status = checkSizes(options, *found, &BenchSceneKind::isSized); !status) return status.error();
    return Scenes{*found, {}, {}};
}

Result<int> benchCommand(BenchOptions& options) {
    if (Status status = checkMode(options); !status) return status.error();
    if (Status status = checkNames(options); !status) return status.error();
    if (options.scenes.empty())
        options.scenes = options.stretch   ? Names{"hanging"}
                         : options.contact ? Names{"cloth", "drape", "stack"}
                                           : Names{"cloth", "many-flags", "ropes"};
    if ((options.stretch || options.contact) && options.ways.empty()) options.ways = {"threads"};
    std::sort(options.sizes.begin(), options.sizes.end());
    options.sizes.erase(std::unique(options.sizes.begin(), options.sizes.end()), options.sizes.end());
    const Result<Scenes> scenes = findScenes(options);
    if (!scenes) return scenes.error();
    Machines machines;
    const Result<std::vector<Way>> ways = findWays(options, machines);
    if (!ways) return ways.error();
    listenForInterrupts();
    const Result<Findings> findings = options.stretch   ? benchStretch(options, machines, *ways, scenes->ofStretch)
                                      : options.contact ? benchContact(options, machines, *ways, scenes->ofContact)
                                                        : benchSpeed(options, machines, *ways, scenes->ofSpeed);
    if (!findings) return findings.error();
    const std::string json = jsonOf(machines, *findings).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    if (Status status = writeText(options.json, json); !status) return status.error();
    if (Status status = writeText(options.csv, csvOf(findings->rows)); !status) return status.error();
    if (Status status = writeText(options.plot, plot::toSvg(findings->plot)); !status) return status.error();
    return 0;
}

std::string sceneHelp() {
    std::string help = "Several with commas (default: cloth,many-flags,ropes):";
    for (const BenchSceneKind& kind : benchSceneKinds())
        help += fmt::format("\n  {}: {}", kind.name, kind.summary);
    help += "\nOf --stretch (default: hanging):";
    for (const StretchScene& scene : stretchScenes())
        help += fmt::format("\n  {}: {}", scene.name, scene.summary);
    help += "\nOf --contact (default: all):";
    for (const ContactScene& scene : contactScenes())
        help += fmt::format("\n  {}: {}", scene.name, scene.summary);
    return help;
}

}  // namespace

void addBenchCommand(CLI::App& app, Command& chosen) {
    CLI::App* command = app.add_subcommand(
        "bench", "Measure what this machine can do at best, how fast scenes run on it, and how near that is");
    auto options = std::make_shared<BenchOptions>();
    command->add_option("--scenes", options->scenes, sceneHelp())->delimiter(',');
    command
        ->add_option("--sizes", options->sizes,
                     "Particles along a side of a cloth, several with commas (default: 64,128,256,512; 64,96,128,256 "
                     "with --contact)")
        ->delimiter(',')
        ->check(numberFrom(2u, 8192u));
    command
        ->add_option("--ways", options->ways,
                     "How to solve, several with commas (default: all, and threads with --stretch and --contact): a "
                     "machine (plain, "
                     "wide, threads, gpu), a method (colours, tiles, whole, jacobi), or both: wide-colours")
        ->delimiter(',');
    command->add_option("--rounds", options->rounds, "Turns that every way takes (default: 5)")
        ->check(numberFrom(1, 10'000));
    command
        ->add_option("--threads", options->threads,
                     "Of the ways on several threads, at most one per core (default: all cores)")
        ->check(numberFrom(1, 1024));
    addDeviceOption(*command, options->device);
    command->add_flag("--stretch", options->stretch,
                      "Stretch against time instead, by several methods with several amounts of work");
    command->add_flag("--contact", options->contact,
                      "What contact costs instead: scenes with it beside the same without, pairs that touch, and where "
                      "the time goes");
    command->add_option("--frames", options->frames, "Of --stretch (default: 300) and --contact (default: 120)")
        ->check(numberFrom(1u, 100'000u));
    command->add_option("--json", options->json, "File to write (.json): ceilings, and a row per scene, size and way");
    command->add_option("--csv", options->csv, "File to write (.csv): the same rows");
    command->add_option("--plot", options->plot, "File to write (.svg)");
    command->add_flag("--quick", options->quick, "Tiny scenes, once: shows that it works, and measures nothing well");
    command->callback([&chosen, options] { chosen = [options] { return benchCommand(*options); }; });
}

}  // namespace pliant::cli
