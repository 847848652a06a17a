#include "bench_ways.h"

#include <algorithm>

#include "pliant/fail.h"

namespace pliant::cli {
namespace {

CpuOptions cpuOptions(const Machines& machines, const Way& way) {
    return {way.machine == Machine::Threads ? machines.threads : 1, way.machine != Machine::Plain, way.byTile};
}

bool fits(const Way& way, const std::string& name) {
    return name == way.name() || name == nameOf(way.machine) || name == way.methodName;
}

std::string allNames() {
    std::string names;
    for (const Way& way : allWays())
        names += (names.empty() ? "" : ", ") + way.name();
    return names;
}

}  // namespace

const char* nameOf(Machine machine) {
    switch (machine) {
        case Machine::Plain: return "plain";
        case Machine::Wide: return "wide";
        case Machine::Threads: return "threads";
        case Machine::Gpu: return "gpu";
    }
    return "?";
}

std::string Way::name() const {
    return fmt::format("{}-{}", nameOf(machine), methodName);
}

const std::vector<Way>& allWays() {
    // One way a line.
    // clang-format off
    static const std::vector<Way> kWays{
        {Machine::Plain, "colours", Method::GaussSeidel},
        {Machine::Wide, "colours", Method::GaussSeidel},
        {Machine::Threads, "colours", Method::GaussSeidel},
        {Machine::Gpu, "colours", Method::GaussSeidel},
        {Machine::Wide, "tiles", Method::Tiles, true},
        {Machine::Threads, "tiles", Method::Tiles, true},
        {Machine::Gpu, "tiles", Method::Tiles, true},
        {Machine::Threads, "whole", Method::GaussSeidel, true},
        {Machine::Gpu, "whole", Method::GaussSeidel, true},
        {Machine::Threads, "jacobi", Method::Jacobi},
        {Machine::Gpu, "jacobi", Method::Jacobi}};
    // clang-format on
    return kWays;
}

Result<std::vector<Way>> waysNamed(const std::vector<std::string>& names) {
    if (names.empty()) return allWays();
    std::vector<Way> ways;
    for (const std::string& name : names) {
        const auto isMeant = [&](const Way& way) { return fits(way, name); };
        if (std::none_of(allWays().begin(), allWays().end(), isMeant)) {
            return fail(
                "--ways '{}': there is no such way; ways: {}; or all of a machine (plain, wide, threads, gpu) or of a "
                "method (colours, tiles, whole, jacobi)",
                name, allNames());
        }
    }
    for (const Way& way : allWays()) {
        const auto isIts = [&](const std::string& name) { return fits(way, name); };
        if (std::any_of(names.begin(), names.end(), isIts)) ways.push_back(way);
    }
    return ways;
}

std::string Machines::describe(Machine machine) const {
    if (machine == Machine::Gpu) return gpu ? gpu->info().name : "no Vulkan device";
    if (machine == Machine::Plain) return "CPU, plain loop, 1 thread";
    const int count = machine == Machine::Threads ? threads : 1;
    return fmt::format("CPU, {} thread{}", count, count == 1 ? "" : "s");
}

std::size_t Machines::ceilingIndex(Machine machine) {
    if (machine == Machine::Gpu) return 2;
    return machine == Machine::Threads ? 1 : 0;
}

Status measureCeilings(Machines& machines, const std::vector<Machine>& used, Effort effort) {
    for (const Machine machine : used) {
        Ceiling& ceiling = machines.ceilings[Machines::ceilingIndex(machine)];
        if (!ceiling.copies.empty()) continue;
        const int threads = machine == Machine::Threads ? machines.threads : 1;
        Result<Ceiling> measured =
            machine == Machine::Gpu ? measureGpuCeiling(machines.gpu, effort) : measureCpuCeiling(threads, effort);
        if (!measured) return measured.error();
        ceiling = std::move(*measured);
    }
    return {};
}

Execution executionOf(const Way& way) {
    return {way.byTile, way.byTile && way.machine != Machine::Gpu, way.machine == Machine::Threads};
}

Result<Backend> makeSolver(const Machines& machines, const Way& way, const SchedulePtr& schedule) {
    if (way.machine == Machine::Gpu) return Backend::createGpu(machines.gpu, schedule);
    return Backend::createCpu(cpuOptions(machines, way), schedule);
}

}  // namespace pliant::cli
