#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "pliant/gpu/gpu_solver.h"
#include "report.h"
#include "run_options.h"

namespace pliant::cli {
namespace {

std::size_t countKind(const Scene& scene, StickKind kind) {
    return static_cast<std::size_t>(
        std::count_if(scene.sticks.begin(), scene.sticks.end(), [&](const SceneStick& s) { return s.kind == kind; }));
}

std::size_t countPinned(const Scene& scene) {
    return static_cast<std::size_t>(std::count(scene.pinned.begin(), scene.pinned.end(), 1));
}

// Of one step, whatever a backend runs together.
std::size_t countPasses(const Schedule& schedule, const StepPlan& plan) {
    std::size_t count = 0;
    replay(
        schedule, plan, [](std::uint32_t) {}, [&](const Pass&, const PassConstants&) { ++count; });
    return count;
}

// A line for what takes at least a hundredth, largest first.
void printMemory(const char* title, std::vector<MemoryUse> uses, std::uint64_t sum, const Scene& scene) {
    const auto printLine = [&](const char* what, std::uint64_t bytes) {
        const double perStick = scene.sticks.empty() ? 0.0 : double(bytes) / double(scene.sticks.size());
        fmt::print("  {:28} {:>14} {:12.2f} {:10.2f}\n", what, bytes, double(bytes) / double(scene.positions.size()),
                   perStick);
    };
    std::stable_sort(uses.begin(), uses.end(),
                     [](const MemoryUse& a, const MemoryUse& b) { return a.bytes > b.bytes; });
    fmt::print("{:30} {:>14} {:>12} {:>10}\n", title, "bytes", "per particle", "per stick");
    std::uint64_t others = sum;
    for (const MemoryUse& use : uses) {
        if (use.bytes < sum / 100) continue;
        printLine(use.what, use.bytes);
        others -= use.bytes;
    }
    if (others > 0) printLine("others", others);
    printLine("in all", sum);
    fmt::print("\n");
}

nlohmann::ordered_json toJson(const std::vector<MemoryUse>& uses) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const MemoryUse& use : uses)
        object[use.what] = use.bytes;
    return object;
}

void printContacts(const Scene& scene) {
    if (scene.contacts.empty()) return;
    const auto isThinner = [](const Contact& a, const Contact& b) { return a.thickness < b.thickness; };
    const auto [thinnest, thickest] = std::minmax_element(scene.contacts.begin(), scene.contacts.end(), isThinner);
    const std::string from =
        thinnest->thickness == thickest->thickness ? "" : fmt::format("{:.4g} to ", thinnest->thickness);
    fmt::print("contacts     {}, {}{:.4g} m thick\n", scene.contacts.size(), from, thickest->thickness);
}

// What bears a garment where nothing pins it.
void printRims(const std::vector<Rim>& rims) {
    if (rims.empty()) return;
    const auto hasFewer = [](const Rim& a, const Rim& b) { return a.nodeCount < b.nodeCount; };
    const auto [fewest, most] = std::minmax_element(rims.begin(), rims.end(), hasFewer);
    const std::string from = fewest->nodeCount == most->nodeCount ? "" : fmt::format("{} to ", fewest->nodeCount);
    fmt::print("rims         {}, of {}{} particles, with the lines behind them\n", rims.size(), from, most->nodeCount);
}

void printText(const Scene& scene, const Schedule& schedule, Method method, Order order, std::size_t passes,
               double compileMs) {
    const std::size_t obstacles = countObstacleParticles(scene);
    fmt::print("particles    {} ({} pinned{})\n", schedule.particles.size(), countPinned(scene),
               obstacles == 0 ? "" : fmt::format(", {} of them of obstacles", obstacles));
    fmt::print("sticks       {}: {} structural, {} shear, {} bend; {} are forces\n", scene.sticks.size(),
               countKind(scene, StickKind::Structural), countKind(scene, StickKind::Shear),
               countKind(scene, StickKind::Bend), schedule.springEnds.size() / 2);
    fmt::print("colours      {} of {} sticks\n", schedule.colourCount, fmt::join(colourSizes(schedule), " "));
    fmt::print("max degree   {}\n", schedule.maxDegree);
    fmt::print("bends        {}\n", schedule.sceneBend.size());
    fmt::print("tethers      {} per particle\n", schedule.tethersPerParticle);
    fmt::print("levels       {} clusters, {} sticks and {} bends between them\n", schedule.clusters.size(),
               schedule.sticks.size() - schedule.sceneStick.size(), schedule.bends.size() - schedule.sceneBend.size());
    printContacts(scene);
    printRims(schedule.rims);
    fmt::print("triangles    {} in air\n", schedule.triangles.size());
    fmt::print("tiles        {}, and {} of small bodies, which are solved whole\n", schedule.wholeFirstTile,
               schedule.tiles.size() - schedule.wholeFirstTile);
    fmt::print("method       {}, of {} order\n", nameOf(method), nameOf(order));
    fmt::print("passes       {} per frame\n", passes);
    fmt::print("compile      {:.1f} ms\n", compileMs);
    fmt::print("hash         {:016x}\n\n", schedule.hash);
    printMemory("on the device", deviceMemory(schedule), deviceBytes(schedule), scene);
    printMemory("schedule, on the host", hostMemory(schedule), sumOf(hostMemory(schedule)), scene);
    printMemory("a solver on the host", solverMemory(schedule), sumOf(solverMemory(schedule)), scene);
    fmt::print("{}", describe(schedule));
}

Result<int> inspect(RunOptions& options) {
    const Result<Prepared> prepared = prepare(options);
    if (!prepared) return prepared.error();
    const Scene& scene = prepared->scene();
    const Schedule& s = *prepared->schedule;
    samples::Session session = prepared->session(options);
    const StepSettings settings = frameSettings(options, prepared->sample);
    const Result<StepPlan> plan = planStep(s, settings, frameInputs(options, session, 1), initialProgress(s));
    if (!plan) return plan.error();
    const std::size_t passes = countPasses(s, *plan);
    if (!options.json) {
        printText(scene, s, methodOf(s, settings), orderOf(s, settings), passes, prepared->compileMs);
        printNotes(prepared->sample, settings);
        return 0;
    }
    const nlohmann::ordered_json report = {{"scene", options.scene.scene},
                                           {"particles", s.particles.size()},
                                           {"obstacle_particles", countObstacleParticles(scene)},
                                           {"loose_vertices", looseVertexCount(scene)},
                                           {"pinned", countPinned(scene)},
                                           {"sticks", scene.sticks.size()},
                                           {"structural", countKind(scene, StickKind::Structural)},
                                           {"shear", countKind(scene, StickKind::Shear)},
                                           {"bend", countKind(scene, StickKind::Bend)},
                                           {"forces", s.springEnds.size() / 2},
                                           {"colours", s.colourCount},
                                           {"colour_sizes", colourSizes(s)},
                                           {"max_degree", s.maxDegree},
                                           {"bends", s.sceneBend.size()},
                                           {"tethers_per_particle", s.tethersPerParticle},
                                           {"sticks_between_clusters", s.sticks.size() - s.sceneStick.size()},
                                           {"bends_between_clusters", s.bends.size() - s.sceneBend.size()},
                                           {"clusters", s.clusters.size()},
                                           {"rims", s.rims.size()},
                                           {"triangles", s.triangles.size()},
                                           {"tiles", s.wholeFirstTile},
                                           {"whole_tiles", s.tiles.size() - s.wholeFirstTile},
                                           {"method", nameOf(methodOf(s, settings))},
                                           {"order", nameOf(orderOf(s, settings))},
                                           {"passes", passes},
                                           {"device_bytes", deviceBytes(s)},
                                           {"host_bytes", sumOf(hostMemory(s))},
                                           {"solver_bytes", sumOf(solverMemory(s))},
                                           {"device_memory", toJson(deviceMemory(s))},
                                           {"host_memory", toJson(hostMemory(s))},
                                           {"solver_memory", toJson(solverMemory(s))},
                                           {"compile_ms", prepared->compileMs},
                                           {"hash", fmt::format("{:016x}", s.hash)}};
    printReport(report);
    return 0;
}

}  // namespace

void addInspectCommand(CLI::App& app, Command& chosen) {
    CLI::App* command =
        app.add_subcommand("inspect", "Say what a scene compiles to: particles, sticks, colours, passes, memory");
    auto options = std::make_shared<RunOptions>();
    addSceneOptions(*command, *options);
    addStepOptions(*command, *options);
    command->callback([&chosen, options] { chosen = [options] { return inspect(*options); }; });
}

}  // namespace pliant::cli
