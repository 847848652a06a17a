#include <algorithm>
#include <bit>
#include <chrono>
#include <utility>

#include "bench_ceilings.h"
#include "bench_model.h"
#include "bench_scenes.h"
#include "interrupt.h"
#include "pliant/fail.h"
#include "pliant/gpu/gpu_solver.h"
#include "pliant/gpu/kernel_code.h"
#include "pliant/gpu/kernels.h"
#include "pliant/gpu/programs.h"

namespace pliant::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr VkDeviceSize kSmallestCopy = 1u << 20, kLargestCopy = VkDeviceSize(1) << 30;  // of each of two buffers

constexpr std::uint32_t kCopyCode[] =
#include "bench_copy.inc"
    ;

// Two buffers, and a kernel that copies the one to the other.
struct Copier {
    Buffer source, target;
    Programs programs;
    Program program;

    Status create(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes) {
        for (Buffer* buffer : {&source, &target}) {
            Result<Buffer> made = createDeviceBuffer(gpu, sizeBytes, "what is copied");
            if (!made) return made.error();
            *buffer = std::move(*made);
        }
        programs.create(gpu, {source.handle, target.handle}, sizeof(std::uint32_t), "a kernel that copies");
        const std::uint32_t size = std::min(gpu->traits().passWorkgroup, std::bit_floor(gpu->info().maxWorkgroupSize));
        const Result<Program> added = programs.add(kCopyCode, 0, size);
        if (!added) return added.error();
        program = *added;
        return {};
    }
};

// By the device's own command, or by a kernel: on some devices either is the faster by far.
enum class CopyBy { Command, Kernel };

// One copy after the other, each behind a barrier, as passes are.
void recordCopies(const Gpu& gpu, VkCommandBuffer commands, const Copier& copier, CopyBy by, VkDeviceSize sizeBytes,
                  int times) {
    constexpr VkAccessFlags kReads = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_SHADER_READ_BIT;
    constexpr VkAccessFlags kWrites = VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    constexpr VkPipelineStageFlags kStages = VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    const VkBufferCopy region{0, 0, sizeBytes};
    const auto words = static_cast<std::uint32_t>(sizeBytes / 16);
    for (int i = 0; i < times; ++i) {
        recordBarrier(gpu, commands, kStages, kWrites, kStages, kReads | kWrites);
        if (by == CopyBy::Kernel) copier.programs.dispatch(commands, copier.program, words, &words);
        else gpu.context().vk.vkCmdCopyBuffer(commands, copier.source.handle, copier.target.handle, 1, &region);
    }
}

Result<double> secondsOfCopies(Gpu& gpu, const Copier& copier, CopyBy by, VkDeviceSize sizeBytes, int times) {
    const Clock::time_point start = Clock::now();
    const Status status = gpu.submitAndWait([&](VkCommandBuffer commands) -> Status {
        recordCopies(gpu, commands, copier, by, sizeBytes, times);
        return {};
    });
    if (!status) return status.error();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// More copies until they take long beside what submitting costs.
Result<CopyRate> measureCopy(Gpu& gpu, const Copier& copier, CopyBy by, VkDeviceSize sizeBytes, Effort effort) {
    const double longEnough = effort == Effort::Quick ? 0.002 : 0.04;
    CopyRate rate{2.0 * double(sizeBytes), 0.0};
    int times = 1, trials = effort == Effort::Quick ? 1 : 3;
    while (trials > 0) {
        const Result<double> seconds = secondsOfCopies(gpu, copier, by, sizeBytes, times);
        if (!seconds) return seconds.error();
        rate.bytesPerSecond = std::max(rate.bytesPerSecond, rate.footprintBytes * times / *seconds);
        if (*seconds < longEnough && times < 4096) times *= 2;
        else --trials;
    }
    return rate;
}

// A GPU that has rested runs slowly at first.
Status warmUp(Gpu& gpu, const Copier& copier, VkDeviceSize sizeBytes) {
    constexpr double kWarm = 0.3;  // [s]
    for (double spent = 0.0; spent < kWarm;) {
        if (wasInterrupted()) return fail("interrupted while the GPU was being measured");
        const Result<double> seconds = secondsOfCopies(gpu, copier, CopyBy::Kernel, sizeBytes, 16);
        if (!seconds) return seconds.error();
        spent += *seconds;
    }
    return {};
}

// Two buffers as large as may be, up to an eighth of the memory each.
Result<std::vector<CopyRate>> measureCopies(const std::shared_ptr<Gpu>& gpu, Effort effort) {
    const DeviceInfo& info = gpu->info();
    const VkDeviceSize wanted = effort == Effort::Quick ? 4 * kSmallestCopy : kLargestCopy;
    const VkDeviceSize room = std::min<VkDeviceSize>(info.maxStorageBufferBytes, info.memoryBytes / 8);
    const VkDeviceSize largest = std::max<VkDeviceSize>(16, std::min(wanted, room) / 16 * 16);
    Copier copier;
    if (Status status = copier.create(gpu, largest); !status) return status.error();
    if (effort == Effort::Usual && !gpu->traits().isCpu) {
        if (Status status = warmUp(*gpu, copier, largest); !status) return status.error();
    }
    std::vector<CopyRate> copies;
    for (VkDeviceSize size = std::min(kSmallestCopy, largest); size <= largest; size *= 4) {
        if (wasInterrupted()) return fail("interrupted while the GPU was being measured");
        const bool isLast = size * 4 > largest;
        std::vector<CopyRate> rates;
        for (const CopyBy by : {CopyBy::Command, CopyBy::Kernel}) {
            const Result<CopyRate> rate = measureCopy(*gpu, copier, by, isLast ? largest : size, effort);
            if (!rate) return rate.error();
            rates.push_back(*rate);
        }
        const auto isSlower = [](CopyRate a, CopyRate b) { return a.bytesPerSecond < b.bytesPerSecond; };
        copies.push_back(std::max(rates[0], rates[1], isSlower));
    }
    makeMonotone(copies);
    return copies;
}

// A kernel with nothing to do, and all that it may bind.
struct IdleKernel {
    Buffer buffer;
    Programs programs;
    Program program;

    Status create(const std::shared_ptr<Gpu>& gpu) {
        constexpr PassKind kKind = PassKind::KeepPlaces;
        Result<Buffer> made = createDeviceBuffer(gpu, 16, "what an idle kernel binds");
        if (!made) return made.error();
        buffer = std::move(*made);
        programs.create(gpu, std::vector(kBufferCount, buffer.handle), sizeof(PassConstants), "an idle kernel");
        const Result<Program> added = programs.add(kernelCode(kKind, KernelForm::Single));
        if (!added) return added.error();
        program = *added;
        return {};
    }
};

Result<double> secondsOfDispatches(Gpu& gpu, const IdleKernel& kernel, int times) {
    const PassConstants nothing{};
    const Clock::time_point start = Clock::now();
    const Status status = gpu.submitAndWait([&](VkCommandBuffer commands) -> Status {
        for (int i = 0; i < times; ++i) {
            kernel.programs.dispatch(commands, kernel.program, 1, &nothing);
            recordBarrier(gpu, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                          VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
        }
        return {};
    });
    if (!status) return status.error();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Of few and of many dispatches: the difference is without what submitting costs. Recording them counts; a
// step that is submitted again does without.
Result<double> measureWait(const std::shared_ptr<Gpu>& gpu, Effort effort) {
    constexpr int kFew = 16, kMany = 528;
    IdleKernel kernel;
    if (Status status = kernel.create(gpu); !status) return status.error();
    double few = 1e9, many = 1e9;
    for (int trial = 0; trial < (effort == Effort::Quick ? 2 : 20); ++trial) {
        const Result<double> first = secondsOfDispatches(*gpu, kernel, kFew);
        if (!first) return first.error();
        const Result<double> second = secondsOfDispatches(*gpu, kernel, kMany);
        if (!second) return second.error();
        few = std::min(few, *first);
        many = std::min(many, *second);
    }
    return std::max(0.0, (many - few) / (kMany - kFew));
}

// Sticks within tiles, swept so often that all the rest of a frame counts for little.
Result<double> measureSolves(const std::shared_ptr<Gpu>& gpu, Effort effort) {
    const bool isQuick = effort == Effort::Quick;
    StepSettings settings;
    settings.method = Method::Tiles;
    settings.substeps = 1;
    settings.sweeps = isQuick ? 4 : 32;
    const Result<SchedulePtr> schedule =
        compile(plainCloth(isQuick ? 64 : 512), {.tiles = TileUse::Always, .wholeParticles = 0});
    if (!schedule) return schedule.error();
    const Result<FrameModel> model = modelOf(**schedule, settings, {});
    if (!model) return model.error();
    Result<GpuSolver> solver = GpuSolver::create(gpu, *schedule);
    if (!solver) return solver.error();
    double best = 1e9;
    for (int trial = 0; trial < (isQuick ? 2 : 6); ++trial) {
        if (wasInterrupted()) return fail("interrupted while the GPU was being measured");
        const Clock::time_point start = Clock::now();
        if (Status status = solver->step(settings); !status) return status.error();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return double(model->stickSolves) / best;
}

}  // namespace

Result<Ceiling> measureGpuCeiling(const std::shared_ptr<Gpu>& gpu, Effort effort) {
    Ceiling ceiling;
    ceiling.name = "GPU, " + gpu->info().name;
    const Result<std::vector<CopyRate>> copies = measureCopies(gpu, effort);
    if (!copies) return copies.error();
    ceiling.copies = *copies;
    const Result<double> wait = measureWait(gpu, effort);
    if (!wait) return wait.error();
    ceiling.secondsPerWait = *wait;
    const Result<double> solves = measureSolves(gpu, effort);
    if (!solves) return solves.error();
    ceiling.solvesPerSecond = *solves;
    return ceiling;
}

}  // namespace pliant::cli
