#pragma once

#include <array>

#include "viewer/owned.h"
#include "viewer/shaders/view.h"

namespace pliant::viewer {

/// What all shaders see: one layout, and a descriptor set for each picture in flight.
class Bindings {
  public:
    /// Errors: Vulkan calls that fail.
    Status create(Device& device, std::uint32_t setCount);

    /// In the order of kBind...; the last ones are images.
    using Buffers = std::array<VkBuffer, kBindShadow>;
    using Images = std::array<VkImageView, kBindingCount - kBindShadow>;
    /// Points a set at what is drawn next; it must not be in flight.
    void write(Device& device, std::uint32_t set, const Buffers& buffers, const Images& images) const;

    VkDescriptorSet set(std::uint32_t index) const { return sets_[index]; }
    VkPipelineLayout layout() const { return layout_; }

  private:
    Status createSampler(Device& device);
    Status createLayouts(Device& device);
    Status createSets(Device& device, std::uint32_t setCount);

    Owned<VkSampler> sampler_;
    Owned<VkDescriptorSetLayout> setLayout_;
    Owned<VkPipelineLayout> layout_;
    Owned<VkDescriptorPool> pool_;
    std::vector<VkDescriptorSet> sets_;
};

inline constexpr VkShaderStageFlags kAllStages =
    VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT;

}  // namespace pliant::viewer
