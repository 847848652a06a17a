#include "viewer/targets.h"

#include <array>

namespace pliant::viewer {
namespace {

constexpr VkFormat kShadowFormat = VK_FORMAT_D16_UNORM;  // every device draws and reads it
constexpr VkPipelineStageFlags kDepthStages =
    VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
constexpr VkAccessFlags kDepthAccess =
    VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
constexpr VkAccessFlags kColourAccess = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;

VkAttachmentDescription attachmentOf(VkFormat format, VkSampleCountFlagBits samples, VkAttachmentLoadOp load,
                                     VkAttachmentStoreOp store, VkImageLayout finalLayout) {
    VkAttachmentDescription a{};
    a.format = format;
    a.samples = samples;
    a.loadOp = load;
    a.storeOp = store;
    a.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    a.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    a.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    a.finalLayout = finalLayout;
    return a;
}

}  // namespace

VkExtent2D Targets::shadowExtent(std::uint32_t light) {
    const std::uint32_t side = light == 0 ? kShadowTexels : kSkyTexels;
    return {side, side};
}

Status Targets::create() {
    if (Status status = createPicturePass(); !status) return status;
    if (Status status = createShadowPass(); !status) return status;
    for (std::uint32_t light = 0; light < kLightCount; ++light)
        if (Status status = createShadow(light); !status) return status;
    return {};
}

Result<Owned<VkRenderPass>> Targets::createPass(const VkRenderPassCreateInfo& info, std::string_view name) {
    VkRenderPass pass = VK_NULL_HANDLE;
    const VkResult result = device_.vk.vkCreateRenderPass(device_.device, &info, nullptr, &pass);
    if (result != VK_SUCCESS) return device_.error(result, "vkCreateRenderPass", name);
    return Owned<VkRenderPass>(device_.device, pass, device_.vk.vkDestroyRenderPass);
}

// Samples and depths stay inside the pass; only their resolve is kept, to be copied from or drawn on.
Status Targets::createPicturePass() {
    const std::array attachments{
        attachmentOf(colourFormat_, kSamples, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_DONT_CARE,
                     VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL),
        attachmentOf(depthFormatOf(device_), kSamples, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_DONT_CARE,
                     VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL),
        attachmentOf(colourFormat_, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                     VK_ATTACHMENT_STORE_OP_STORE, finalLayout_)};
    const VkAttachmentReference colour{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference depth{1, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference resolve{2, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &colour;
    subpass.pDepthStencilAttachment = &depth;
    subpass.pResolveAttachments = &resolve;
    constexpr VkPipelineStageFlags kColourStage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    const std::array dependencies{
        VkSubpassDependency{VK_SUBPASS_EXTERNAL, 0, kColourStage | kDepthStages, kColourStage | kDepthStages,
                            VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                            kColourAccess | kDepthAccess, 0},
        VkSubpassDependency{0, VK_SUBPASS_EXTERNAL, kColourStage, kColourStage | VK_PIPELINE_STAGE_TRANSFER_BIT,
                            VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, kColourAccess | VK_ACCESS_TRANSFER_READ_BIT, 0}};
    VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    info.attachmentCount = static_cast<std::uint32_t>(attachments.size());
    info.pAttachments = attachments.data();
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = static_cast<std::uint32_t>(dependencies.size());
    info.pDependencies = dependencies.data();
    Result<Owned<VkRenderPass>> made = createPass(info, "the picture");
    if (!made) return made.error();
    picturePass_ = std::move(*made);
    return {};
}

Status Targets::createShadowPass() {
    const VkAttachmentDescription attachment =
        attachmentOf(kShadowFormat, VK_SAMPLE_COUNT_1_BIT, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_STORE,
                     VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL);
    const VkAttachmentReference depth{0, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.pDepthStencilAttachment = &depth;
    constexpr VkPipelineStageFlags kReads = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    const std::array dependencies{
        VkSubpassDependency{VK_SUBPASS_EXTERNAL, 0, kReads | kDepthStages, kDepthStages,
                            VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT, kDepthAccess, 0},
        VkSubpassDependency{0, VK_SUBPASS_EXTERNAL, kDepthStages, kReads, VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                            VK_ACCESS_SHADER_READ_BIT, 0}};
    VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    info.attachmentCount = 1;
    info.pAttachments = &attachment;
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = static_cast<std::uint32_t>(dependencies.size());
    info.pDependencies = dependencies.data();
    Result<Owned<VkRenderPass>> made = createPass(info, "the shadow maps");
    if (!made) return made.error();
    shadowPass_ = std::move(*made);
    return {};
}

Result<Owned<VkFramebuffer>> Targets::createFramebuffer(VkRenderPass pass, VkExtent2D extent, const VkImageView* views,
                                                        std::uint32_t count) {
    VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    info.renderPass = pass;
    info.attachmentCount = count;
    info.pAttachments = views;
    info.width = extent.width;
    info.height = extent.height;
    info.layers = 1;
    VkFramebuffer framebuffer = VK_NULL_HANDLE;
    const VkResult result = device_.vk.vkCreateFramebuffer(device_.device, &info, nullptr, &framebuffer);
    if (result != VK_SUCCESS) return device_.error(result, "vkCreateFramebuffer", "the renderer");
    return Owned<VkFramebuffer>(device_.device, framebuffer, device_.vk.vkDestroyFramebuffer);
}

Status Targets::createShadow(std::uint32_t light) {
    ImageRequest request;
    request.format = kShadowFormat;
    request.extent = shadowExtent(light);
    request.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    request.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
    Result<OwnedImage> image = createImage(device_, request, "shadow map");
    if (!image) return image.error();
    shadows_[light] = std::move(*image);
    Result<Owned<VkFramebuffer>> made = createFramebuffer(shadowPass_, request.extent, &shadows_[light].view.get(), 1);
    if (!made) return made.error();
    shadowFramebuffers_[light] = std::move(*made);
    return {};
}

Status Targets::resize(VkExtent2D extent) {
    framebuffers_.clear();
    colour_ = {};
    depth_ = {};
    extent_ = {};
    ImageRequest request;
    request.extent = extent;
    request.samples = kSamples;
    request.format = colourFormat_;
    request.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT;
    Result<OwnedImage> colour = createImage(device_, request, "picture");
    if (!colour) return colour.error();
    request.format = depthFormatOf(device_);
    request.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT;
    request.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
    Result<OwnedImage> depth = createImage(device_, request, "picture's depth");
    if (!depth) return depth.error();
    colour_ = std::move(*colour);
    depth_ = std::move(*depth);
    extent_ = extent;
    return {};
}

Result<VkFramebuffer> Targets::framebufferFor(VkImageView target) {
    const auto found = framebuffers_.find(target);
    if (found != framebuffers_.end()) return VkFramebuffer(found->second);
    const std::array views{colour_.view.get(), depth_.view.get(), target};
    Result<Owned<VkFramebuffer>> made =
        createFramebuffer(picturePass_, extent_, views.data(), static_cast<std::uint32_t>(views.size()));
    if (!made) return made.error();
    const VkFramebuffer framebuffer = *made;
    framebuffers_.emplace(target, std::move(*made));
    return framebuffer;
}

}  // namespace pliant::viewer
