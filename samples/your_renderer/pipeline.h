#pragma once

#include <glm/mat4x4.hpp>

#include "cloth.h"
#include "targets.h"

namespace your_renderer {

/// One render pass with colour and depth, and one pipeline that draws cloth in it.
class Pipeline {
  public:
    Pipeline(const Device& device, const Targets& targets, const Cloth& cloth);
    ~Pipeline();
    Pipeline(const Pipeline&) = delete;

    VkRenderPass renderPass() const { return renderPass_; }

    /// Draws the cloth on a plain ground; ends the render pass.
    void record(VkCommandBuffer commands, VkFramebuffer framebuffer, VkExtent2D extent, const Cloth& cloth) const;

  private:
    void makeRenderPass(const Targets& targets);
    void makePipeline(const Cloth& cloth);

    const Device& device_;
    VkRenderPass renderPass_ = VK_NULL_HANDLE;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
    VkPipeline pipeline_ = VK_NULL_HANDLE;
};

}  // namespace your_renderer
