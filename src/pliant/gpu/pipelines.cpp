#include "pliant/gpu/pipelines.h"

#include "pliant/gpu/kernel_code.h"

namespace pliant {

Pipelines::~Pipelines() {
    const Gpu::Context& c = context_;
    for (const auto& [use, pipeline] : pipelines_)
        c.vk.vkDestroyPipeline(c.device, pipeline, nullptr);
    for (const auto& [code, layout] : layouts_) {
        if (layout.pipeline) c.vk.vkDestroyPipelineLayout(c.device, layout.pipeline, nullptr);
        if (layout.set) c.vk.vkDestroyDescriptorSetLayout(c.device, layout.set, nullptr);
    }
}

Result<const KernelLayout*> Pipelines::layoutOf(std::span<const std::uint32_t> code, std::uint32_t constantBytes,
                                                const char* name) {
    const std::lock_guard lock(mutex_);
    return layoutWhileLocked(code, constantBytes, name);
}

Result<const KernelLayout*> Pipelines::layoutWhileLocked(std::span<const std::uint32_t> code,
                                                         std::uint32_t constantBytes, const char* name) {
    KernelLayout& layout = layouts_[code.data()];
    if (!layout.set) layout.bindings = bindingsOf(code);
    if (layout.pipeline) return &layout;
    if (Status status = make(layout, constantBytes, name); !status) return status.error();
    return &layout;
}

Status Pipelines::make(KernelLayout& layout, std::uint32_t constantBytes, const char* name) const {
    const Gpu::Context& c = context_;
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const KernelBinding& binding : layout.bindings)
        bindings.push_back({binding.number, binding.type, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    set.bindingCount = static_cast<std::uint32_t>(bindings.size());
    set.pBindings = bindings.data();
    VkResult result = VK_SUCCESS;
    if (!layout.set) result = c.vk.vkCreateDescriptorSetLayout(c.device, &set, nullptr, &layout.set);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateDescriptorSetLayout", name);

    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, constantBytes};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = 1;
    info.pSetLayouts = &layout.set;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &constants;
    result = c.vk.vkCreatePipelineLayout(c.device, &info, nullptr, &layout.pipeline);
    if (result != VK_SUCCESS) return c.error(result, "vkCreatePipelineLayout", name);
    return {};
}

Result<VkPipeline> Pipelines::find(const KernelUse& use, const char* name) {
    const std::lock_guard lock(mutex_);
    const auto key = std::tuple(use.code.data(), use.variant, use.workgroupSize, use.sharedCount, use.lanes);
    if (const auto found = pipelines_.find(key); found != pipelines_.end()) return found->second;
    const Result<const KernelLayout*> layout = layoutWhileLocked(use.code, use.constantBytes, name);
    if (!layout) return layout.error();
    const Result<VkPipeline> made = make(use, **layout, name);
    if (made) pipelines_.emplace(key, *made);
    return made;
}

Result<VkPipeline> Pipelines::make(const KernelUse& use, const KernelLayout& layout, const char* name) const {
    const Gpu::Context& c = context_;
    std::vector<std::uint32_t> plain;
    if (!c.info.sameBits) plain = withoutRounding(use.code);
    const std::span<const std::uint32_t> code = c.info.sameBits ? use.code : plain;
    VkShaderModuleCreateInfo module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    module.codeSize = code.size_bytes();
    module.pCode = code.data();
    VkShaderModule shader = VK_NULL_HANDLE;
    VkResult result = c.vk.vkCreateShaderModule(c.device, &module, nullptr, &shader);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateShaderModule", name);

    const std::uint32_t values[] = {use.workgroupSize, use.variant, use.sharedCount,
                                    static_cast<std::uint32_t>(c.traits.itemOrder), use.lanes};
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}, {2, 8, 4}, {3, 12, 4}, {4, 16, 4}};
    const VkSpecializationInfo specialization{5, entries, sizeof(values), values};
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader;
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = &specialization;
    info.layout = layout.pipeline;
    VkPipeline pipeline = VK_NULL_HANDLE;
    result = c.vk.vkCreateComputePipelines(c.device, c.cache(), 1, &info, nullptr, &pipeline);
    c.vk.vkDestroyShaderModule(c.device, shader, nullptr);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateComputePipelines", name);
    return pipeline;
}

}  // namespace pliant
