#pragma once

#include "viewer/canvas.h"
#include "viewer/window.h"

namespace pliant::viewer {

/// Dear ImGui in the window: one at a time.
class Gui {
  public:
    /// `format` is that of the canvas for the panel. Errors: Vulkan calls that fail.
    static Result<std::unique_ptr<Gui>> create(Device& device, Window& window, VkFormat format);
    ~Gui();
    Gui(const Gui&) = delete;

    /// Draws on this one from now on; nothing may be in flight.
    Status setCanvas(const Canvas& canvas);

    /// Before the widgets of a frame are told.
    void beginFrame();
    /// After it: draws them onto the scene, in VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, and leaves the picture in
    /// VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL. Errors: Vulkan calls that fail.
    Status record(VkCommandBuffer commands);
    /// After it where nothing is drawn.
    void dropFrame();

    bool wantsMouse() const;
    bool wantsKeys() const;  ///< something is being typed or chosen

  private:
    Gui(Device& device) : device_(device) {}
    Status createPass(VkFormat format);
    Status createDescriptors();
    Status start(Window& window);
    Status loadFonts(float scale);

    Device& device_;
    VkRenderPass pass_ = VK_NULL_HANDLE;
    VkDescriptorPool descriptors_ = VK_NULL_HANDLE;
    VkFramebuffer framebuffer_ = VK_NULL_HANDLE;
    VkExtent2D extent_{};
    bool hasWindow_ = false;
    bool hasDevice_ = false;
};

}  // namespace pliant::viewer
