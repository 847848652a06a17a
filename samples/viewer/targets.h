#pragma once

#include <map>

#include "viewer/images.h"
#include "viewer/shaders/view.h"

namespace pliant::viewer {

inline constexpr VkSampleCountFlagBits kSamples = VK_SAMPLE_COUNT_4_BIT;

/// What is drawn into: the lights' depth maps, and the picture's samples with its depths, resolved into the target.
class Targets {
  public:
    Targets(Device& device, VkFormat colourFormat, VkImageLayout finalLayout)
        : device_(device), colourFormat_(colourFormat), finalLayout_(finalLayout) {}

    /// The render passes and depth maps. Errors: Vulkan calls that fail.
    Status create();
    /// What depends on the size. Errors: those of createImage().
    Status resize(VkExtent2D extent);
    /// Remembered until resize(). Errors: a Vulkan call that fails.
    Result<VkFramebuffer> framebufferFor(VkImageView target);

    VkRenderPass picturePass() const { return picturePass_; }
    VkRenderPass shadowPass() const { return shadowPass_; }
    VkExtent2D extent() const { return extent_; }
    VkFormat colourFormat() const { return colourFormat_; }
    VkImageView shadowView(std::uint32_t light) const { return shadows_[light].view; }
    VkFramebuffer shadowFramebuffer(std::uint32_t light) const { return shadowFramebuffers_[light]; }
    static VkExtent2D shadowExtent(std::uint32_t light);

  private:
    Status createPicturePass();
    Status createShadowPass();
    Status createShadow(std::uint32_t light);
    Result<Owned<VkRenderPass>> createPass(const VkRenderPassCreateInfo& info, std::string_view name);
    Result<Owned<VkFramebuffer>> createFramebuffer(VkRenderPass pass, VkExtent2D extent, const VkImageView* views,
                                                   std::uint32_t count);

    Device& device_;
    VkFormat colourFormat_;
    VkImageLayout finalLayout_;
    VkExtent2D extent_{};
    Owned<VkRenderPass> picturePass_, shadowPass_;
    OwnedImage colour_, depth_;
    OwnedImage shadows_[kLightCount];
    Owned<VkFramebuffer> shadowFramebuffers_[kLightCount];
    std::map<VkImageView, Owned<VkFramebuffer>> framebuffers_;
};

}  // namespace pliant::viewer
