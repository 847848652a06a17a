#include "viewer/bindings.h"

namespace pliant::viewer {
namespace {

constexpr std::uint32_t kImageCount = kBindingCount - kBindShadow;

VkDescriptorType typeOf(std::uint32_t binding) {
    return binding < kBindShadow ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
}

}  // namespace

Status Bindings::create(Device& device, std::uint32_t setCount) {
    if (Status status = createSampler(device); !status) return status;
    if (Status status = createLayouts(device); !status) return status;
    return createSets(device, setCount);
}

// Beyond the edge of a depth map nothing is in the light's way. Depths must not be blended, so neighbours are not.
Status Bindings::createSampler(Device& device) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.addressModeU = info.addressModeV = info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    info.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
    VkSampler sampler = VK_NULL_HANDLE;
    const VkResult result = device.vk.vkCreateSampler(device.device, &info, nullptr, &sampler);
    if (result != VK_SUCCESS) return device.error(result, "vkCreateSampler", "the shadow maps");
    sampler_ = {device.device, sampler, device.vk.vkDestroySampler};
    return {};
}

Status Bindings::createLayouts(Device& device) {
    std::array<VkDescriptorSetLayoutBinding, kBindingCount> bindings{};
    for (std::uint32_t i = 0; i < kBindingCount; ++i) {
        bindings[i].binding = i;
        bindings[i].descriptorType = typeOf(i);
        bindings[i].descriptorCount = 1;
        bindings[i].stageFlags = kAllStages;
    }
    VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    setInfo.bindingCount = kBindingCount;
    setInfo.pBindings = bindings.data();
    VkDescriptorSetLayout setLayout = VK_NULL_HANDLE;
    VkResult result = device.vk.vkCreateDescriptorSetLayout(device.device, &setInfo, nullptr, &setLayout);
    if (result != VK_SUCCESS) return device.error(result, "vkCreateDescriptorSetLayout", "the renderer");
    setLayout_ = {device.device, setLayout, device.vk.vkDestroyDescriptorSetLayout};

    const VkPushConstantRange constants{kAllStages, 0, sizeof(DrawData)};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = 1;
    info.pSetLayouts = &setLayout;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &constants;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    result = device.vk.vkCreatePipelineLayout(device.device, &info, nullptr, &layout);
    if (result != VK_SUCCESS) return device.error(result, "vkCreatePipelineLayout", "the renderer");
    layout_ = {device.device, layout, device.vk.vkDestroyPipelineLayout};
    return {};
}

Status Bindings::createSets(Device& device, std::uint32_t setCount) {
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, setCount * kBindShadow},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, setCount * kImageCount}};
    VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    poolInfo.maxSets = setCount;
    poolInfo.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
    poolInfo.pPoolSizes = sizes.data();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    VkResult result = device.vk.vkCreateDescriptorPool(device.device, &poolInfo, nullptr, &pool);
    if (result != VK_SUCCESS) return device.error(result, "vkCreateDescriptorPool", "the renderer");
    pool_ = {device.device, pool, device.vk.vkDestroyDescriptorPool};

    const std::vector<VkDescriptorSetLayout> layouts(setCount, setLayout_);
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = pool;
    info.descriptorSetCount = setCount;
    info.pSetLayouts = layouts.data();
    sets_.resize(setCount);
    result = device.vk.vkAllocateDescriptorSets(device.device, &info, sets_.data());
    if (result != VK_SUCCESS) return device.error(result, "vkAllocateDescriptorSets", "the renderer");
    return {};
}

void Bindings::write(Device& device, std::uint32_t set, const Buffers& buffers, const Images& images) const {
    std::array<VkDescriptorBufferInfo, kBindShadow> bufferInfos{};
    std::array<VkDescriptorImageInfo, kImageCount> imageInfos{};
    std::array<VkWriteDescriptorSet, kBindingCount> writes{};
    for (std::uint32_t i = 0; i < kBindingCount; ++i) {
        writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[i].dstSet = sets_[set];
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType = typeOf(i);
        if (i < kBindShadow) {
            bufferInfos[i] = {buffers[i], 0, VK_WHOLE_SIZE};
            writes[i].pBufferInfo = &bufferInfos[i];
        } else {
            imageInfos[i - kBindShadow] = {sampler_, images[i - kBindShadow],
                                           VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL};
            writes[i].pImageInfo = &imageInfos[i - kBindShadow];
        }
    }
    device.vk.vkUpdateDescriptorSets(device.device, kBindingCount, writes.data(), 0, nullptr);
}

}  // namespace pliant::viewer
