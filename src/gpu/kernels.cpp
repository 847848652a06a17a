#include "gpu/kernels.h"

#include <algorithm>

#include "gpu/kernel_code.h"

namespace pliant {
namespace {

// Small enough for every device (Vulkan promises 128), a multiple of every common subgroup size.
constexpr std::uint32_t kWorkgroupSize = 64;

constexpr const char* kObject = "the solver's kernels";

}  // namespace

Status Kernels::create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers) {
    gpu_ = gpu;
    if (Status status = createLayouts(); !status) return status;
    if (Status status = createDescriptorSet(buffers); !status) return status;
    // Those that depend on the inputs of a step, and those of the schedule.
    std::vector<Pass> all{{PassKind::MovePins}, {PassKind::HoldTethers}, {PassKind::Collide}, {PassKind::KeepPlaces}};
    for (const std::vector<Pass>* passes : {&schedule.integrate, &schedule.air, &schedule.levels, &schedule.gaussSeidel,
                                            &schedule.jacobi, &schedule.hybrid, &schedule.bending})
        all.insert(all.end(), passes->begin(), passes->end());
    for (const Pass& pass : all) {
        if (pipelineOf(pass)) continue;
        if (Status status = createPipeline(pass); !status) return status;
    }
    return {};
}

Kernels::~Kernels() {
    if (!gpu_) return;
    const Gpu::Context& c = gpu_->context();
    for (const auto& ofKind : pipelines_) {
        for (const VkPipeline pipeline : ofKind) {
            if (pipeline) c.vk.vkDestroyPipeline(c.device, pipeline, nullptr);
        }
    }
    if (pool_) c.vk.vkDestroyDescriptorPool(c.device, pool_, nullptr);
    if (layout_) c.vk.vkDestroyPipelineLayout(c.device, layout_, nullptr);
    if (setLayout_) c.vk.vkDestroyDescriptorSetLayout(c.device, setLayout_, nullptr);
}

Status Kernels::createLayouts() {
    const Gpu::Context& c = gpu_->context();
    std::array<VkDescriptorSetLayoutBinding, kBufferCount> bindings{};
    for (std::uint32_t slot = 0; slot < kBufferCount; ++slot) {
        bindings[slot] = {slot, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    }
    VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    set.bindingCount = kBufferCount;
    set.pBindings = bindings.data();
    VkResult result = c.vk.vkCreateDescriptorSetLayout(c.device, &set, nullptr, &setLayout_);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateDescriptorSetLayout", kObject);

    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(PassConstants)};
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &setLayout_;
    layout.pushConstantRangeCount = 1;
    layout.pPushConstantRanges = &constants;
    result = c.vk.vkCreatePipelineLayout(c.device, &layout, nullptr, &layout_);
    if (result != VK_SUCCESS) return c.error(result, "vkCreatePipelineLayout", kObject);
    return {};
}

Status Kernels::createDescriptorSet(const DeviceBuffers& buffers) {
    const Gpu::Context& c = gpu_->context();
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kBufferCount};
    VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool.maxSets = 1;
    pool.poolSizeCount = 1;
    pool.pPoolSizes = &size;
    VkResult result = c.vk.vkCreateDescriptorPool(c.device, &pool, nullptr, &pool_);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateDescriptorPool", kObject);

    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorPool = pool_;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &setLayout_;
    result = c.vk.vkAllocateDescriptorSets(c.device, &allocate, &set_);
    if (result != VK_SUCCESS) return c.error(result, "vkAllocateDescriptorSets", kObject);

    std::array<VkDescriptorBufferInfo, kBufferCount> infos{};
    std::array<VkWriteDescriptorSet, kBufferCount> writes{};
    for (std::uint32_t slot = 0; slot < kBufferCount; ++slot) {
        infos[slot] = {buffers[slot].handle, 0, VK_WHOLE_SIZE};
        writes[slot] = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        writes[slot].dstSet = set_;
        writes[slot].dstBinding = slot;
        writes[slot].descriptorCount = 1;
        writes[slot].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        writes[slot].pBufferInfo = &infos[slot];
    }
    c.vk.vkUpdateDescriptorSets(c.device, kBufferCount, writes.data(), 0, nullptr);
    return {};
}

Status Kernels::createPipeline(const Pass& pass) {
    const Gpu::Context& c = gpu_->context();
    const std::span<const std::uint32_t> code = kernelCode(pass.kind, gpu_->info().sameBits);
    VkShaderModuleCreateInfo module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    module.codeSize = code.size_bytes();
    module.pCode = code.data();
    VkShaderModule shader = VK_NULL_HANDLE;
    VkResult result = c.vk.vkCreateShaderModule(c.device, &module, nullptr, &shader);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateShaderModule", kObject);

    // constant_id 0 and 1 of shaders/kernel.glsl
    const std::uint32_t values[] = {kWorkgroupSize, pass.response};
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}};
    const VkSpecializationInfo specialization{2, entries, sizeof(values), values};
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader;
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = &specialization;
    info.layout = layout_;
    result = c.vk.vkCreateComputePipelines(c.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipelineOf(pass));
    c.vk.vkDestroyShaderModule(c.device, shader, nullptr);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateComputePipelines", kObject);
    return {};
}

void Kernels::bind(VkCommandBuffer commands) const {
    gpu_->context().vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set_, 0,
                                               nullptr);
}

void Kernels::dispatch(VkCommandBuffer commands, const Pass& pass, const PassConstants& constants) const {
    const Gpu::Context& c = gpu_->context();
    const VkPipeline pipeline = pipelines_[std::size_t(pass.kind)][pass.response];
    // One row of groups where they fit, else several; kernels number their items across rows.
    const std::uint32_t groups = (pass.count - 1) / kWorkgroupSize + 1;
    const std::uint32_t columns = std::min(groups, c.limits.maxComputeWorkGroupCount[0]);
    const std::uint32_t rows = (groups - 1) / columns + 1;
    c.vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    c.vk.vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(constants), &constants);
    c.vk.vkCmdDispatch(commands, columns, rows, 1);
}

}  // namespace pliant
