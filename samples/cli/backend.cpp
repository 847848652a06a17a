#include "backend.h"

#include <algorithm>
#include <thread>

#include "interrupt.h"
#include "number_from.h"
#include "pliant/fail.h"

namespace pliant::cli {

int threadsOf(const BackendOptions& options) {
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return options.threads > 0 ? std::min(options.threads, cores) : cores;
}

void addBackendOption(CLI::App& command, BackendOptions& options) {
    command.add_option("--backend", options.backend, "gpu or cpu: the same bits")
        ->check(CLI::IsMember({"gpu", "cpu"}))
        ->capture_default_str()
        ->group("Solving");
}

void addDeviceOption(CLI::App& command, std::string& device) {
    command.add_option("--device", device, "Vulkan device: its number or a part of its name, see 'pliant devices'")
        ->option_text("NAME")
        ->group("Solving");
}

void addDeviceOptions(CLI::App& command, BackendOptions& options) {
    addDeviceOption(command, options.device);
    command
        .add_option("--threads", options.threads,
                    "Threads of the CPU backend, at most one per core (default: all cores)")
        ->check(numberFrom(1, 1024))
        ->group("Solving");
}

Result<Backend> Backend::createCpu(const CpuOptions& options, SchedulePtr schedule) {
    Result<CpuSolver> solver = CpuSolver::create(std::move(schedule), options);
    if (!solver) return solver.error();
    Backend backend(std::move(*solver));
    backend.device_ = "CPU";
    backend.threads_ = options.threads;
    return backend;
}

Result<Backend> Backend::createGpu(const std::shared_ptr<Gpu>& gpu, SchedulePtr schedule) {
    Result<GpuSolver> solver = GpuSolver::create(gpu, std::move(schedule));
    if (!solver) return solver.error();
    Backend backend(std::move(*solver));
    backend.device_ = gpu->info().name;
    backend.sameBits_ = gpu->info().sameBits;
    return backend;
}

Result<Backend> Backend::createCpu(const BackendOptions& options, SchedulePtr schedule) {
    return createCpu(CpuOptions{threadsOf(options), true}, std::move(schedule));
}

Result<Backend> Backend::createGpu(const BackendOptions& options, SchedulePtr schedule) {
    GpuOptions gpuOptions;
    gpuOptions.device = options.device;
    const Result<std::shared_ptr<Gpu>> gpu = Gpu::create(gpuOptions);
    if (!gpu) return gpu.error();
    return createGpu(*gpu, std::move(schedule));
}

Result<Backend> Backend::create(const BackendOptions& options, SchedulePtr schedule) {
    const bool isCpu = options.backend == "cpu";
    if (isCpu && !options.device.empty())
        return fail("--device chooses a Vulkan device; it has no meaning with --backend cpu");
    if (!isCpu && options.threads > 0) return fail("--threads has no meaning without --backend cpu");
    return isCpu ? createCpu(options, std::move(schedule)) : createGpu(options, std::move(schedule));
}

Status Backend::step(const StepSettings& settings, const StepInputs& inputs) {
    Status status = std::visit([&](auto& solver) { return solver.step(settings, inputs, wasInterrupted); }, solver_);
    if (!status && wasInterrupted()) return fail("interrupted within a frame");
    return status;
}

Result<StepProfile> Backend::profileStep(const StepSettings& settings, const StepInputs& inputs) {
    if (auto* gpu = std::get_if<GpuSolver>(&solver_)) return gpu->profileStep(settings, inputs);
    return fail("the CPU has no timestamps");
}

Result<Snapshot> Backend::snapshot() const {
    return std::visit([](const auto& solver) -> Result<Snapshot> { return solver.snapshot(); }, solver_);
}

Status Backend::restore(const Snapshot& snapshot) {
    return std::visit([&](auto& solver) { return solver.restore(snapshot); }, solver_);
}

}  // namespace pliant::cli
