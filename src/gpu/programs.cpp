#include "gpu/programs.h"

#include <algorithm>

namespace pliant {

Status Programs::create(const std::shared_ptr<Gpu>& gpu, std::span<const VkBuffer> buffers, std::uint32_t constantBytes,
                        const char* name, std::span<const TexelView> texels) {
    gpu_ = gpu;
    name_ = name;
    constantBytes_ = constantBytes;
    const auto bufferCount = static_cast<std::uint32_t>(buffers.size());
    const auto texelCount = static_cast<std::uint32_t>(texels.size());
    if (Status status = createLayouts(bufferCount, texelCount); !status) return status;
    if (Status status = createViews(texels); !status) return status;
    return createDescriptorSet(buffers);
}

Programs::~Programs() {
    if (!gpu_) return;
    const Gpu::Context& c = gpu_->context();
    for (const VkPipeline pipeline : pipelines_)
        c.vk.vkDestroyPipeline(c.device, pipeline, nullptr);
    for (const VkBufferView view : views_)
        c.vk.vkDestroyBufferView(c.device, view, nullptr);
    if (pool_) c.vk.vkDestroyDescriptorPool(c.device, pool_, nullptr);
    if (layout_) c.vk.vkDestroyPipelineLayout(c.device, layout_, nullptr);
    if (setLayout_) c.vk.vkDestroyDescriptorSetLayout(c.device, setLayout_, nullptr);
}

Status Programs::createLayouts(std::uint32_t bufferCount, std::uint32_t texelCount) {
    const Gpu::Context& c = gpu_->context();
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (std::uint32_t slot = 0; slot < bufferCount + texelCount; ++slot) {
        const VkDescriptorType type =
            slot < bufferCount ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
        bindings.push_back({slot, type, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    }
    VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    set.bindingCount = bufferCount + texelCount;
    set.pBindings = bindings.data();
    VkResult result = c.vk.vkCreateDescriptorSetLayout(c.device, &set, nullptr, &setLayout_);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateDescriptorSetLayout", name_);

    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, constantBytes_};
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &setLayout_;
    layout.pushConstantRangeCount = 1;
    layout.pPushConstantRanges = &constants;
    result = c.vk.vkCreatePipelineLayout(c.device, &layout, nullptr, &layout_);
    if (result != VK_SUCCESS) return c.error(result, "vkCreatePipelineLayout", name_);
    return {};
}

Status Programs::createViews(std::span<const TexelView> texels) {
    const Gpu::Context& c = gpu_->context();
    for (const TexelView& texel : texels) {
        VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
        info.buffer = texel.buffer;
        info.format = texel.format;
        info.range = VK_WHOLE_SIZE;
        VkBufferView view = VK_NULL_HANDLE;
        const VkResult result = c.vk.vkCreateBufferView(c.device, &info, nullptr, &view);
        if (result != VK_SUCCESS) return c.error(result, "vkCreateBufferView", name_);
        views_.push_back(view);
    }
    return {};
}

Status Programs::createDescriptorSet(std::span<const VkBuffer> buffers) {
    const Gpu::Context& c = gpu_->context();
    const auto count = static_cast<std::uint32_t>(buffers.size());
    const VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count},
        {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, static_cast<std::uint32_t>(views_.size())}};
    VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool.maxSets = 1;
    pool.poolSizeCount = views_.empty() ? 1 : 2;
    pool.pPoolSizes = sizes;
    VkResult result = c.vk.vkCreateDescriptorPool(c.device, &pool, nullptr, &pool_);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateDescriptorPool", name_);

    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorPool = pool_;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &setLayout_;
    result = c.vk.vkAllocateDescriptorSets(c.device, &allocate, &set_);
    if (result != VK_SUCCESS) return c.error(result, "vkAllocateDescriptorSets", name_);
    writeDescriptors(buffers);
    return {};
}

void Programs::writeDescriptors(std::span<const VkBuffer> buffers) const {
    const Gpu::Context& c = gpu_->context();
    std::vector<VkDescriptorBufferInfo> infos;
    for (const VkBuffer buffer : buffers)
        infos.push_back({buffer, 0, VK_WHOLE_SIZE});
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set_;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.descriptorCount = 1;
    for (const VkDescriptorBufferInfo& buffer : infos) {
        write.pBufferInfo = &buffer;
        c.vk.vkUpdateDescriptorSets(c.device, 1, &write, 0, nullptr);
        ++write.dstBinding;
    }
    write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    for (const VkBufferView& view : views_) {
        write.pTexelBufferView = &view;
        c.vk.vkUpdateDescriptorSets(c.device, 1, &write, 0, nullptr);
        ++write.dstBinding;
    }
}

Result<Pipeline> Programs::add(std::span<const std::uint32_t> code, std::uint32_t variant, std::uint32_t workgroupSize,
                               std::uint32_t sharedCount) {
    const Gpu::Context& c = gpu_->context();
    VkShaderModuleCreateInfo module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    module.codeSize = code.size_bytes();
    module.pCode = code.data();
    VkShaderModule shader = VK_NULL_HANDLE;
    VkResult result = c.vk.vkCreateShaderModule(c.device, &module, nullptr, &shader);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateShaderModule", name_);

    // constant_id 0, 1 and 2 of the kernels
    const std::uint32_t values[] = {workgroupSize, variant, sharedCount};
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}, {2, 8, 4}};
    const VkSpecializationInfo specialization{3, entries, sizeof(values), values};
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader;
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = &specialization;
    info.layout = layout_;
    VkPipeline pipeline = VK_NULL_HANDLE;
    result = c.vk.vkCreateComputePipelines(c.device, c.pipelineCache.handle(), 1, &info, nullptr, &pipeline);
    c.vk.vkDestroyShaderModule(c.device, shader, nullptr);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateComputePipelines", name_);
    pipelines_.push_back(pipeline);
    return Pipeline{pipeline, workgroupSize};
}

void Programs::bind(VkCommandBuffer commands) const {
    gpu_->context().vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set_, 0,
                                               nullptr);
}

void Programs::dispatch(VkCommandBuffer commands, const Pipeline& pipeline, std::uint32_t count,
                        const void* constants) const {
    dispatchGroups(commands, pipeline, (count - 1) / pipeline.workgroupSize + 1, constants);
}

void Programs::dispatchGroups(VkCommandBuffer commands, const Pipeline& pipeline, std::uint32_t groups,
                              const void* constants) const {
    const Gpu::Context& c = gpu_->context();
    // One row of groups where they fit, else several; kernels number their items across rows.
    const std::uint32_t columns = std::min(groups, c.limits.maxComputeWorkGroupCount[0]);
    const std::uint32_t rows = (groups - 1) / columns + 1;
    prepare(commands, pipeline, constants);
    c.vk.vkCmdDispatch(commands, columns, rows, 1);
}

void Programs::dispatchIndirect(VkCommandBuffer commands, const Pipeline& pipeline, VkBuffer groups,
                                const void* constants) const {
    prepare(commands, pipeline, constants);
    gpu_->context().vk.vkCmdDispatchIndirect(commands, groups, 0);
}

void Programs::prepare(VkCommandBuffer commands, const Pipeline& pipeline, const void* constants) const {
    const Gpu::Context& c = gpu_->context();
    c.vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle);
    c.vk.vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0, constantBytes_, constants);
}

void recordBarrier(const Gpu& gpu, VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written,
                   VkPipelineStageFlags to, VkAccessFlags used) {
    const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, written, used};
    gpu.context().vk.vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

}  // namespace pliant
