#pragma once

#include <array>

#include "backend.h"
#include "bench_ceilings.h"

namespace pliant::cli {

/// What runs a solver, and how.
enum class Machine {
    Plain,    ///< CPU, the plain loop of the reference, one thread
    Wide,     ///< CPU, wide kernels, one thread
    Threads,  ///< CPU, wide kernels, all threads
    Gpu,
};
inline constexpr Machine kMachines[] = {Machine::Plain, Machine::Wide, Machine::Threads, Machine::Gpu};

/// "plain", "wide", "threads", "gpu".
const char* nameOf(Machine machine);

/// A way to solve a scene that speed is measured of.
struct Way {
    Machine machine;
    const char* methodName;  ///< "colours"
    Method method;
    bool byTile =
        false;  ///< what a cache holds goes through several passes: see CpuOptions, GpuSolverOptions::wholeBodies

    std::string name() const;  ///< "wide-colours"
};

/// All there are, in the order in which to show them.
const std::vector<Way>& allWays();

/// The ways that a person names: by a whole name, a machine or a method; all, if nothing is named. Errors: a name that
/// fits none.
Result<std::vector<Way>> waysNamed(const std::vector<std::string>& names);

/// What the ways run on.
struct Machines {
    int threads = 1;
    std::shared_ptr<Gpu> gpu;         ///< null: no way needs one
    std::array<Ceiling, 3> ceilings;  ///< of one thread, all threads, the device; empty where nobody needs it

    /// "CPU, 2 threads", or the name of the Vulkan device.
    std::string describe(Machine machine) const;
    const Ceiling& ceilingOf(Machine machine) const { return ceilings[ceilingIndex(machine)]; }
    static std::size_t ceilingIndex(Machine machine);
};

/// Measures the ceilings that are needed for the machines in `used`. Errors: those of measuring.
Status measureCeilings(Machines& machines, const std::vector<Machine>& used, Effort effort);

/// What runs together then.
Execution executionOf(const Way& way);

/// Errors: those of the solvers.
Result<Backend> makeSolver(const Machines& machines, const Way& way, const SchedulePtr& schedule);

}  // namespace pliant::cli
