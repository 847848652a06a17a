#include "gpu/kernels.h"

#include "gpu/kernel_code.h"

namespace pliant {

Status Kernels::create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers) {
    std::array<VkBuffer, kBufferCount> handles{};
    for (std::size_t slot = 0; slot < kBufferCount; ++slot)
        handles[slot] = buffers[slot].handle;
    const Status status = programs_.create(gpu, handles, sizeof(PassConstants), "the solver's kernels");
    if (!status) return status;

    // Those that depend on the inputs of a step, and those of the schedule.
    std::vector<Pass> all{{PassKind::MovePins}, {PassKind::HoldTethers}, {PassKind::Collide}, {PassKind::KeepPlaces}};
    for (const std::vector<Pass>* passes : {&schedule.integrate, &schedule.air, &schedule.levels, &schedule.gaussSeidel,
                                            &schedule.jacobi, &schedule.hybrid, &schedule.bending})
        all.insert(all.end(), passes->begin(), passes->end());
    for (const Pass& pass : all) {
        VkPipeline& pipeline = pipelines_[std::size_t(pass.kind)][pass.response];
        if (pipeline) continue;
        const Result<VkPipeline> made = programs_.add(kernelCode(pass.kind, gpu->info().sameBits), pass.response);
        if (!made) return made.error();
        pipeline = *made;
    }
    return {};
}

void Kernels::dispatch(VkCommandBuffer commands, const Pass& pass, const PassConstants& constants) const {
    programs_.dispatch(commands, pipelines_[std::size_t(pass.kind)][pass.response], pass.count, &constants);
}

}  // namespace pliant
