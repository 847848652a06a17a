#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <variant>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/gpu_solver.h"

namespace pliant::cli {

struct BackendOptions {
    std::string backend = "gpu";
    std::string device;
    int threads = 0;  ///< 0: as many as the machine has
};

/// --threads, worked out: never more than the machine has cores.
int threadsOf(const BackendOptions& options);

void addBackendOption(CLI::App& command, BackendOptions& options);
void addDeviceOption(CLI::App& command, std::string& device);
void addDeviceOptions(CLI::App& command, BackendOptions& options);

/// Either solver, behind the calls that they share.
class Backend {
  public:
    /// Errors: those of Gpu::create() and of the solvers.
    static Result<Backend> createCpu(const BackendOptions& options, SchedulePtr schedule);
    static Result<Backend> createGpu(const BackendOptions& options, SchedulePtr schedule);
    static Result<Backend> create(const BackendOptions& options, SchedulePtr schedule);
    static Result<Backend> createCpu(const CpuOptions& options, SchedulePtr schedule);
    static Result<Backend> createGpu(const std::shared_ptr<Gpu>& gpu, SchedulePtr schedule);

    /// Errors: those of the solver, and an interrupt, which ends a long step in its midst.
    Status step(const StepSettings& settings, const StepInputs& inputs);
    Result<Snapshot> snapshot() const;
    Status restore(const Snapshot& snapshot);

    /// One step, and where its time went. Errors: those of GpuSolver::profileStep(); a CPU.
    Result<StepProfile> profileStep(const StepSettings& settings, const StepInputs& inputs);

    bool isGpu() const { return std::holds_alternative<GpuSolver>(solver_); }
    int threads() const { return threads_; }  ///< of the CPU, 0 for a GPU
    const std::string& device() const { return device_; }
    bool sameBits() const { return sameBits_; }  ///< guaranteed by the device

  private:
    explicit Backend(std::variant<CpuSolver, GpuSolver> solver) : solver_(std::move(solver)) {}
    std::variant<CpuSolver, GpuSolver> solver_;
    std::string device_;
    int threads_ = 0;
    bool sameBits_ = true;
};

}  // namespace pliant::cli
