#pragma once

#include "pliant/gpu/buffer.h"
#include "viewer/images.h"
#include "viewer/picture.h"

namespace pliant::viewer {

/// What is copied to the window: the picture of the scene, which is drawn in linear light, and on it the panel, whose
/// colours are meant to be blended as they are (the same image, seen without sRGB).
class Canvas {
  public:
    /// `window` is the format of the window's images. Errors: Vulkan calls that fail.
    static Result<std::unique_ptr<Canvas>> create(Device& device, VkFormat window, VkExtent2D extent);
    Canvas(const Canvas&) = delete;

    static VkFormat sceneFormat(VkFormat window);
    static VkFormat panelFormat(VkFormat window);

    /// Copies the scene's picture here, in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL and of any size, so that the panel can
    /// be drawn on it in VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL.
    void recordScene(VkCommandBuffer commands, VkImage scene, VkExtent2D sceneExtent) const;

    /// Copies the whole, in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to an image of the window, ready to be presented.
    void recordCopy(VkCommandBuffer commands, VkImage target) const;

    /// Copies it to the host too; and after those commands have been executed, makes an image of it. Once. Errors:
    /// Vulkan calls that fail.
    Status recordReadBack(VkCommandBuffer commands);
    Image readBack() const;

    VkExtent2D extent{};
    const VkImageView& panelView() const { return image_.view.get(); }

  private:
    explicit Canvas(Device& device) : device_(device) {}
    struct Change;
    void recordChange(VkCommandBuffer commands, VkImage image, const Change& change) const;

    Device& device_;
    VkFormat window_ = VK_FORMAT_UNDEFINED;
    OwnedImage image_;
    Buffer host_;
};

}  // namespace pliant::viewer
