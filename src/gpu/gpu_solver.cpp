#include "gpu/gpu_solver.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gpu/buffer.h"
#include "gpu/kernels.h"

namespace pliant {
namespace {

// A buffer's contents at creation; no bytes where the kernels write before they read.
struct BufferPlan {
    const char* name;
    std::uint64_t sizeBytes;
    const void* contents;
};

template <class T>
BufferPlan filled(const char* name, const std::vector<T>& items) {
    return {name, items.size() * sizeof(T), items.data()};
}

std::array<BufferPlan, kBufferCount> planBuffers(const Schedule& s) {
    std::array<BufferPlan, kBufferCount> plans{};
    plans[kParticles] = filled("particles", s.particles);
    plans[kPrevious] = filled("previous positions", s.particles);
    plans[kSticks] = filled("sticks", s.sticks);
    plans[kMultipliers] = {"multipliers", s.compliantCount * sizeof(float), nullptr};
    plans[kCorrections] = {"Jacobi corrections", s.sticks.size() * sizeof(vec4), nullptr};
    plans[kRowFirst] = filled("row starts", s.rowFirst);
    plans[kRowEntries] = filled("row entries", s.rowEntries);
    plans[kJacobiShare] = filled("Jacobi shares", s.jacobiShare);
    return plans;
}

// A read-back takes both particle arrays at once; uploads go in pieces of this size.
std::uint64_t stagingBytes(const Schedule& schedule) {
    return 2 * schedule.particles.size() * sizeof(vec4);
}

// Whether b, recorded right after a, may run at the same time: neighbours in the list, of one kind and colour. The same pass
// again, in the next iteration, is not.
bool areIndependent(const Pass* a, const Pass* b) {
    return b == a + 1 && a->kind == b->kind && a->colour == b->colour;
}

}  // namespace

struct GpuSolver::State {
    std::shared_ptr<Gpu> gpu;
    SchedulePtr schedule;
    DeviceBuffers buffers;
    Buffer staging;
    Kernels kernels;
    std::uint64_t stepCount = 0;
    double previousSubstep = 0.0;

    void barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written, VkPipelineStageFlags to,
                 VkAccessFlags used) const {
        const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, written, used};
        gpu->context().vk.vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
    }

    // Kernels after this see what kernels and copies before it have written, and do not overtake their reads.
    void barrierBeforePass(VkCommandBuffer commands, VkPipelineStageFlags from) const {
        const VkAccessFlags written =
            VK_ACCESS_SHADER_WRITE_BIT | (from & VK_PIPELINE_STAGE_TRANSFER_BIT ? VK_ACCESS_TRANSFER_WRITE_BIT : 0);
        barrier(commands, from, written, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    }

    // What a step begins with: it sees what kernels and copies recorded before it have written.
    void beginRecording(VkCommandBuffer commands) const {
        barrierBeforePass(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT);
        kernels.bind(commands);
    }

    // `before` is the pass recorded just before in the same command buffer, or null.
    void record(VkCommandBuffer commands, const Pass* before, const Pass& pass, const PassConstants& constants) const {
        const bool mustWait = before && !areIndependent(before, &pass);
        if (mustWait) barrierBeforePass(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
        kernels.dispatch(commands, pass, constants);
    }

    void advance(const StepPlan& plan) {
        previousSubstep = plan.substepLength;
        ++stepCount;
    }

    Status upload(const Buffer& target, const void* contents, std::uint64_t sizeBytes);
    Status download() const;
};

Status GpuSolver::State::upload(const Buffer& target, const void* contents, std::uint64_t sizeBytes) {
    for (std::uint64_t done = 0; done < sizeBytes;) {
        const std::uint64_t piece = std::min<std::uint64_t>(sizeBytes - done, staging.sizeBytes);
        std::memcpy(staging.mapped, static_cast<const char*>(contents) + done, piece);
        const Status copied = gpu->submitAndWait([&](VkCommandBuffer commands) -> Status {
            const VkBufferCopy region{0, done, piece};
            gpu->context().vk.vkCmdCopyBuffer(commands, staging.handle, target.handle, 1, &region);
            return {};
        });
        if (!copied) return copied;
        done += piece;
    }
    return {};
}

// Both particle arrays into the staging buffer, one behind the other.
Status GpuSolver::State::download() const {
    return gpu->submitAndWait([&](VkCommandBuffer commands) -> Status {
        const VkDeviceSize sizeBytes = schedule->particles.size() * sizeof(vec4);
        const VkBufferCopy first{0, 0, sizeBytes}, second{0, sizeBytes, sizeBytes};
        const VolkDeviceTable& vk = gpu->context().vk;
        barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                VK_ACCESS_TRANSFER_READ_BIT);
        vk.vkCmdCopyBuffer(commands, buffers[kParticles].handle, staging.handle, 1, &first);
        vk.vkCmdCopyBuffer(commands, buffers[kPrevious].handle, staging.handle, 1, &second);
        barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                VK_ACCESS_HOST_READ_BIT);
        return {};
    });
}

std::uint64_t deviceBytes(const Schedule& schedule) {
    std::uint64_t sum = 0;
    for (const BufferPlan& plan : planBuffers(schedule))
        sum += std::max<std::uint64_t>(plan.sizeBytes, 16);
    return sum;
}

Result<GpuSolver> GpuSolver::create(std::shared_ptr<Gpu> gpu, SchedulePtr schedule) {
    auto state = std::make_unique<State>();
    state->gpu = gpu;
    state->schedule = schedule;
    Result<Buffer> staging = createStagingBuffer(gpu, stagingBytes(*schedule));
    if (!staging) return staging.error();
    state->staging = std::move(*staging);

    const std::array<BufferPlan, kBufferCount> plans = planBuffers(*schedule);
    for (std::size_t slot = 0; slot < kBufferCount; ++slot) {
        Result<Buffer> buffer = createDeviceBuffer(gpu, plans[slot].sizeBytes, plans[slot].name);
        if (!buffer) return buffer.error();
        state->buffers[slot] = std::move(*buffer);
        if (!plans[slot].contents) continue;
        const Status uploaded = state->upload(state->buffers[slot], plans[slot].contents, plans[slot].sizeBytes);
        if (!uploaded) return uploaded.error();
    }
    if (Status status = state->kernels.create(gpu, *schedule, state->buffers); !status) return status.error();
    return GpuSolver(std::move(state));
}

// Long steps are submitted in parts, so that neither the command buffer nor the time that the device is busy grows without bound.
Status GpuSolver::step(const StepSettings& settings) {
    constexpr std::uint32_t kMostDispatches = 8192;
    const Result<StepPlan> plan = planStep(*state_->schedule, settings, state_->previousSubstep);
    if (!plan) return plan.error();
    Gpu& gpu = *state_->gpu;
    VkCommandBuffer commands = nullptr;
    const Pass* before = nullptr;
    std::uint32_t recorded = 0;
    Status status;
    replay(*state_->schedule, *plan, [&](const Pass& pass, const PassConstants& constants) {
        if (!status) return;
        if (recorded == kMostDispatches) {
            status = gpu.submitAndWait();
            recorded = 0;
        }
        if (status && recorded == 0) {
            const Result<VkCommandBuffer> begun = gpu.begin();
            if (begun) state_->beginRecording(commands = *begun);
            else status = begun.error();
            before = nullptr;
        }
        if (!status) return;
        state_->record(commands, std::exchange(before, &pass), pass, constants);
        ++recorded;
    });
    if (status) status = gpu.submitAndWait();
    if (status) state_->advance(*plan);
    return status;
}

Status GpuSolver::recordStep(VkCommandBuffer commands, const StepSettings& settings) {
    const Result<StepPlan> plan = planStep(*state_->schedule, settings, state_->previousSubstep);
    if (!plan) return plan.error();
    state_->beginRecording(commands);
    const Pass* before = nullptr;
    replay(*state_->schedule, *plan, [&](const Pass& pass, const PassConstants& constants) {
        state_->record(commands, std::exchange(before, &pass), pass, constants);
    });
    state_->advance(*plan);
    return {};
}

VkBuffer GpuSolver::positions() const {
    return state_->buffers[kParticles].handle;
}

Result<Snapshot> GpuSolver::snapshot() const {
    if (Status status = state_->download(); !status) return status.error();
    const auto* particles = static_cast<const vec4*>(state_->staging.mapped);
    Snapshot snapshot = toSnapshot(*state_->schedule, particles, particles + state_->schedule->particles.size());
    snapshot.stepCount = state_->stepCount;
    snapshot.previousSubstep = state_->previousSubstep;
    return snapshot;
}

Status GpuSolver::restore(const Snapshot& snapshot) {
    const Result<SolverState> restored = toSolverState(*state_->schedule, snapshot);
    if (!restored) return restored.error();
    const std::uint64_t sizeBytes = restored->particles.size() * sizeof(vec4);
    const Status first = state_->upload(state_->buffers[kParticles], restored->particles.data(), sizeBytes);
    if (!first) return first;
    const Status second = state_->upload(state_->buffers[kPrevious], restored->previous.data(), sizeBytes);
    if (!second) return second;
    state_->stepCount = snapshot.stepCount;
    state_->previousSubstep = snapshot.previousSubstep;
    return {};
}

GpuSolver::GpuSolver(std::unique_ptr<State> state) : state_(std::move(state)) {}
GpuSolver::GpuSolver(GpuSolver&&) noexcept = default;
GpuSolver& GpuSolver::operator=(GpuSolver&&) noexcept = default;
GpuSolver::~GpuSolver() = default;

}  // namespace pliant
