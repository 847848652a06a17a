#include "gpu/gpu_solver.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "gpu/buffer_plan.h"
#include "gpu/kernels.h"
#include "gpu/uploads.h"

namespace pliant {
namespace {

Status checkKinds(const Schedule& schedule) {
    for (const Pass& pass : schedule.integrate) {
        if (pass.kind == PassKind::StepImplicitly)
            return fail("{} particles are moved by backward Euler, which runs on the CPU alone", pass.count);
    }
    return {};
}

// Whether b, recorded right after a, may run at the same time: neighbours in the list, of one kind and colour. The same
// pass again, in the next iteration, is not.
bool areIndependent(const Pass* a, const Pass* b) {
    return b == a + 1 && a->kind == b->kind && a->colour == b->colour;
}

}  // namespace

struct GpuSolver::State {
    std::shared_ptr<Gpu> gpu;
    SchedulePtr schedule;
    DeviceBuffers buffers;
    Uploads uploads;
    Buffer readBack;
    std::optional<Progress> readBackProgress;  // at the time when the read-back was recorded
    Kernels kernels;
    Progress progress;

    State(const std::shared_ptr<Gpu>& g, const SchedulePtr& s)
        : gpu(g), schedule(s), uploads(g), progress(initialProgress(*s)) {}

    void barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written, VkPipelineStageFlags to,
                 VkAccessFlags used) const {
        recordBarrier(*gpu, commands, from, written, to, used);
    }

    // Kernels after this see what kernels and copies before it have written, and do not overtake their reads.
    void barrierBeforePass(VkCommandBuffer commands, VkPipelineStageFlags from) const {
        const VkAccessFlags written =
            VK_ACCESS_SHADER_WRITE_BIT | (from & VK_PIPELINE_STAGE_TRANSFER_BIT ? VK_ACCESS_TRANSFER_WRITE_BIT : 0);
        barrier(commands, from, written, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    }

    // Writes records into a buffer from the command buffer itself, in pieces as large as Vulkan allows.
    template <class T>
    void update(VkCommandBuffer commands, BufferSlot slot, std::span<const T> records) const {
        constexpr std::size_t kPiece = 65536 / sizeof(T);
        for (std::size_t first = 0; first < records.size(); first += kPiece) {
            const std::size_t count = std::min(kPiece, records.size() - first);
            gpu->context().vk.vkCmdUpdateBuffer(commands, buffers[slot].handle, first * sizeof(T), count * sizeof(T),
                                                records.data() + first);
        }
    }

    // Between kernels before and kernels after, with copies in between: `write` records them.
    template <class Write>
    void writeBetweenPasses(VkCommandBuffer commands, Write&& write) const {
        barrier(commands, kOurStages, kOurWrites, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
        write();
        barrierBeforePass(commands, kOurStages);
    }

    // The step's inputs, where there are any.
    void writeInputs(VkCommandBuffer commands, const StepPlan& plan) const {
        if (plan.pins.empty() && !plan.tethers) return;
        writeBetweenPasses(commands, [&] {
            update<PinRecord>(commands, kPins, plan.pins);
            if (plan.tethers) update<Tether>(commands, kTethers, *plan.tethers);
        });
    }

    // Colliders stand still or are written anew for every substep.
    bool writesColliders(const StepPlan& plan, std::uint32_t substep) const {
        return plan.constants.colliderCount > 0 && (substep == 0 || plan.collidersMove);
    }
    void writeColliders(VkCommandBuffer commands, const StepPlan& plan, std::uint32_t substep) const {
        const std::vector<ColliderRecord> records = plan.collidersIn(substep);
        writeBetweenPasses(commands, [&] { update<ColliderRecord>(commands, kColliders, records); });
    }

    // What a step begins with: it sees what kernels and copies recorded before it have written.
    void beginRecording(VkCommandBuffer commands, const StepPlan& plan) const {
        barrierBeforePass(commands, kOurStages);
        writeInputs(commands, plan);
    }

    // `before` is the pass recorded just before in the same command buffer, or null.
    void record(VkCommandBuffer commands, const Pass* before, const Pass& pass, const PassConstants& constants) const {
        const bool mustWait = before && !areIndependent(before, &pass);
        if (mustWait) barrierBeforePass(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
        if (!before || kernelSetOf(before->kind) != kernelSetOf(pass.kind)) kernels.bind(commands, pass);
        kernels.dispatch(commands, pass, constants);
    }

    Status createBuffers();
    Status stage(const SolverState& restored, std::uint32_t lost);
    void recordReadBack(VkCommandBuffer commands);
};

// Buffer by buffer, so that a device of our own needs host memory for one of them at a time.
Status GpuSolver::State::createBuffers() {
    const std::array<BufferPlan, kBufferCount> plans = planBuffers(*schedule);
    if (Status status = checkRoom(gpu->info(), plans); !status) return status;
    Result<Buffer> visible = createStagingBuffer(gpu, readBackBytes(*schedule));
    if (!visible) return visible.error();
    readBack = std::move(*visible);
    for (std::size_t slot = 0; slot < kBufferCount; ++slot) {
        Result<Buffer> buffer = createDeviceBuffer(gpu, plans[slot].sizeBytes, plans[slot].name);
        if (!buffer) return buffer.error();
        buffers[slot] = std::move(*buffer);
        if (!plans[slot].contents && !plans[slot].isZero) continue;
        const std::vector<std::byte> zeros(plans[slot].isZero ? plans[slot].sizeBytes : 0);
        const void* contents = plans[slot].isZero ? zeros.data() : plans[slot].contents;
        const Status added = uploads.add(buffers[slot], contents, plans[slot].sizeBytes);
        if (!added) return added;
        if (Status status = uploads.finish(); !status) return status;
    }
    const std::vector<vec4> atRest(schedule->particles.size() - schedule->firstForced, vec4(0.0f));
    if (Status status = uploads.add(buffers[kVelocities], atRest.data(), velocityBytes(*schedule)); !status)
        return status;
    const std::uint64_t tetherBytes = schedule->tethers.size() * sizeof(Tether);
    if (Status status = uploads.add(buffers[kTethers], schedule->tethers.data(), tetherBytes); !status) return status;
    return uploads.finish();
}

// One behind the other: particles, previous positions, velocities, turns of shapes, the counter.
void GpuSolver::State::recordReadBack(VkCommandBuffer commands) {
    barrier(commands, kOurStages, kOurWrites, VK_PIPELINE_STAGE_TRANSFER_BIT,
            VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
    VkDeviceSize end = 0;
    const auto append = [&](BufferSlot slot, VkDeviceSize sizeBytes) {
        const VkBufferCopy copy{0, end, sizeBytes};
        if (sizeBytes > 0) gpu->context().vk.vkCmdCopyBuffer(commands, buffers[slot].handle, readBack.handle, 1, &copy);
        end += sizeBytes;
    };
    const VkDeviceSize sizeBytes = schedule->particles.size() * sizeof(vec4);
    append(kParticles, sizeBytes);
    append(kPrevious, sizeBytes);
    append(kVelocities, velocityBytes(*schedule));
    append(kShapeTurns, schedule->shapes.size() * sizeof(vec4));
    append(kCounters, sizeof(std::uint32_t));
    barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
            VK_ACCESS_HOST_READ_BIT);
    readBackProgress = progress;
}

Result<GpuSolver> GpuSolver::create(std::shared_ptr<Gpu> gpu, SchedulePtr schedule) {
    if (Status status = checkKinds(*schedule); !status) return status.error();
    auto state = std::make_unique<State>(gpu, schedule);
    if (Status status = state->createBuffers(); !status) return status.error();
    if (Status status = state->kernels.create(gpu, *schedule, state->buffers); !status) return status.error();
    return GpuSolver(std::move(state));
}

// Long steps are submitted in parts, so that neither the command buffer nor the time that the device is busy grows
// without bound.
Status GpuSolver::step(const StepSettings& settings, const StepInputs& inputs) {
    constexpr std::uint32_t kMostDispatches = 8192;
    Result<StepPlan> plan = planStep(*state_->schedule, settings, inputs, state_->progress);
    if (!plan) return plan.error();
    Gpu& gpu = *state_->gpu;
    Result<VkCommandBuffer> commands = gpu.begin();
    if (!commands) return commands.error();
    state_->beginRecording(*commands, *plan);
    const Pass* before = nullptr;
    std::uint32_t recorded = 0;
    Status status;
    const auto nextPart = [&] {
        status = gpu.submitAndWait();
        if (status) commands = gpu.begin();
        if (status && !commands) status = commands.error();
        if (!status) return;
        state_->barrierBeforePass(*commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
        before = nullptr;
        recorded = 0;
    };
    const auto beginSubstep = [&](std::uint32_t substep) {
        if (!status || !state_->writesColliders(*plan, substep)) return;
        state_->writeColliders(*commands, *plan, substep);
        before = nullptr;
    };
    const auto run = [&](const Pass& pass, const PassConstants& constants) {
        if (status && recorded == kMostDispatches) nextPart();
        if (!status) return;
        state_->record(*commands, std::exchange(before, &pass), pass, constants);
        ++recorded;
    };
    replay(*state_->schedule, *plan, beginSubstep, run);
    if (status) status = gpu.submitAndWait();
    if (status) state_->progress = std::move(plan->after);
    return status;
}

Status GpuSolver::recordStep(VkCommandBuffer commands, const StepSettings& settings, const StepInputs& inputs) {
    if (Status status = state_->uploads.check(commands, "recordStep"); !status) return status;
    Result<StepPlan> plan = planStep(*state_->schedule, settings, inputs, state_->progress);
    if (!plan) return plan.error();
    state_->beginRecording(commands, *plan);
    const Pass* before = nullptr;
    const auto beginSubstep = [&](std::uint32_t substep) {
        if (!state_->writesColliders(*plan, substep)) return;
        state_->writeColliders(commands, *plan, substep);
        before = nullptr;
    };
    replay(*state_->schedule, *plan, beginSubstep, [&](const Pass& pass, const PassConstants& constants) {
        state_->record(commands, std::exchange(before, &pass), pass, constants);
    });
    state_->progress = std::move(plan->after);
    return {};
}

VkBuffer GpuSolver::positions() const {
    return state_->buffers[kParticles].handle;
}

const std::shared_ptr<Gpu>& GpuSolver::gpu() const {
    return state_->gpu;
}

const SchedulePtr& GpuSolver::schedule() const {
    return state_->schedule;
}

Status GpuSolver::recordUpload(VkCommandBuffer commands) {
    return state_->uploads.record(commands);
}

void GpuSolver::releaseUpload() {
    state_->uploads.release();
}

Result<Snapshot> GpuSolver::snapshot() const {
    const Status status = state_->gpu->submitAndWait([&](VkCommandBuffer commands) -> Status {
        state_->recordReadBack(commands);
        return {};
    });
    if (!status) return status.error();
    return recordedSnapshot();
}

Status GpuSolver::recordSnapshot(VkCommandBuffer commands) {
    if (Status status = state_->uploads.check(commands, "recordSnapshot"); !status) return status;
    state_->recordReadBack(commands);
    return {};
}

Result<Snapshot> GpuSolver::recordedSnapshot() const {
    if (!state_->readBackProgress) return fail("recordedSnapshot() before recordSnapshot()");
    const auto* particles = static_cast<const vec4*>(state_->readBack.mapped);
    const std::size_t count = state_->schedule->particles.size();
    std::uint32_t lost = 0;
    const vec4* velocities = particles + 2 * count;
    const vec4* turns = velocities + (count - state_->schedule->firstForced);
    std::memcpy(&lost, turns + state_->schedule->shapes.size(), sizeof(lost));
    return toSnapshot(*state_->schedule, {particles, particles + count, velocities, turns}, *state_->readBackProgress,
                      lost);
}

// Everything is staged before anything is changed.
Status GpuSolver::State::stage(const SolverState& restored, std::uint32_t lost) {
    const std::uint64_t sizeBytes = restored.particles.size() * sizeof(vec4);
    const std::uint64_t tetherBytes = restored.tethers.size() * sizeof(Tether);
    Uploads staged(gpu);
    if (Status status = staged.add(buffers[kParticles], restored.particles.data(), sizeBytes); !status) return status;
    if (Status status = staged.add(buffers[kPrevious], restored.previous.data(), sizeBytes); !status) return status;
    const std::uint64_t forcedBytes = velocityBytes(*schedule);
    if (Status status = staged.add(buffers[kVelocities], restored.velocities.data(), forcedBytes); !status)
        return status;
    if (Status status = staged.add(buffers[kTethers], restored.tethers.data(), tetherBytes); !status) return status;
    const std::uint64_t turnBytes = restored.shapeTurns.size() * sizeof(vec4);
    if (Status status = staged.add(buffers[kShapeTurns], restored.shapeTurns.data(), turnBytes); !status) return status;
    if (Status status = staged.add(buffers[kCounters], &lost, sizeof(lost)); !status) return status;
    uploads.append(std::move(staged));
    return uploads.finish();
}

Status GpuSolver::restore(const Snapshot& snapshot) {
    Result<SolverState> restored = toSolverState(*state_->schedule, snapshot);
    if (!restored) return restored.error();
    if (Status status = state_->stage(*restored, static_cast<std::uint32_t>(snapshot.lost)); !status) return status;
    state_->progress = std::move(restored->progress);
    return {};
}

GpuSolver::GpuSolver(std::unique_ptr<State> state) : state_(std::move(state)) {}
GpuSolver::GpuSolver(GpuSolver&&) noexcept = default;
GpuSolver& GpuSolver::operator=(GpuSolver&&) noexcept = default;
GpuSolver::~GpuSolver() = default;

}  // namespace pliant
