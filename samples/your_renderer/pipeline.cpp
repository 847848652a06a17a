#include "pipeline.h"

#define GLM_FORCE_DEPTH_ZERO_TO_ONE
#include <array>
#include <glm/gtc/matrix_transform.hpp>
#include <span>

namespace your_renderer {
namespace {

// clang-format off
constexpr std::uint32_t kVertexShader[] =
#include "cloth.vert.inc"
    ;
constexpr std::uint32_t kFragmentShader[] =
#include "cloth.frag.inc"
    ;
// clang-format on

VkPipelineShaderStageCreateInfo makeStage(const Device& device, VkShaderStageFlagBits stage,
                                          std::span<const std::uint32_t> code) {
    VkShaderModuleCreateInfo module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    module.codeSize = code.size_bytes();
    module.pCode = code.data();
    VkPipelineShaderStageCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage = stage;
    info.pName = "main";
    check(vkCreateShaderModule(device.handle, &module, nullptr, &info.module), "vkCreateShaderModule");
    return info;
}

VkAttachmentDescription makeAttachment(VkFormat format, VkImageLayout finalLayout) {
    VkAttachmentDescription attachment{};
    attachment.format = format;
    attachment.samples = VK_SAMPLE_COUNT_1_BIT;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    attachment.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    attachment.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    attachment.finalLayout = finalLayout;
    return attachment;
}

glm::mat4 clipFromWorld(VkExtent2D extent) {
    const float aspect = float(extent.width) / float(extent.height);
    glm::mat4 projection = glm::perspective(0.7f, aspect, 0.1f, 10.0f);
    projection[1][1] = -projection[1][1];  // Vulkan's clip space has y down
    return projection * glm::lookAt(glm::vec3(1.1f, 1.25f, 2.2f), glm::vec3(0.0f, 1.0f, 0.1f), glm::vec3(0, 1, 0));
}

}  // namespace

Pipeline::Pipeline(const Device& device, const Targets& targets, const Cloth& cloth) : device_(device) {
    makeRenderPass(targets);
    makePipeline(cloth);
}

Pipeline::~Pipeline() {
    vkDestroyPipeline(device_.handle, pipeline_, nullptr);
    vkDestroyPipelineLayout(device_.handle, layout_, nullptr);
    vkDestroyRenderPass(device_.handle, renderPass_, nullptr);
}

// The depth image serves all frames, so a frame's depth test waits for that of the frame before. What is drawn
// offscreen is copied afterwards.
void Pipeline::makeRenderPass(const Targets& targets) {
    const VkImageLayout shown =
        targets.isOffscreen() ? VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL : VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    const std::array<VkAttachmentDescription, 2> attachments = {
        makeAttachment(targets.format(), shown),
        makeAttachment(Targets::kDepthFormat, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL)};
    const VkAttachmentReference colour{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference depth{1, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &colour;
    subpass.pDepthStencilAttachment = &depth;

    constexpr VkPipelineStageFlags kDepthTests =
        VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
    constexpr VkPipelineStageFlags kStages = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | kDepthTests;
    constexpr VkAccessFlags kWrites =
        VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    const std::array<VkSubpassDependency, 2> dependencies = {{
        {VK_SUBPASS_EXTERNAL, 0, kStages, kStages, kWrites, kWrites | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT, 0},
        {0, VK_SUBPASS_EXTERNAL, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
         VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT, 0},
    }};
    VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    info.attachmentCount = std::uint32_t(attachments.size());
    info.pAttachments = attachments.data();
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = std::uint32_t(dependencies.size());
    info.pDependencies = dependencies.data();
    check(vkCreateRenderPass(device_.handle, &info, nullptr, &renderPass_), "vkCreateRenderPass");
}

void Pipeline::makePipeline(const Cloth& cloth) {
    const VkPushConstantRange constants{VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(glm::mat4)};
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.pushConstantRangeCount = 1;
    layout.pPushConstantRanges = &constants;
    check(vkCreatePipelineLayout(device_.handle, &layout, nullptr, &layout_), "vkCreatePipelineLayout");

    const std::array stages = {makeStage(device_, VK_SHADER_STAGE_VERTEX_BIT, kVertexShader),
                               makeStage(device_, VK_SHADER_STAGE_FRAGMENT_BIT, kFragmentShader)};
    const auto bindings = cloth.bindings();
    const auto attributes = cloth.attributes();
    VkPipelineVertexInputStateCreateInfo vertices{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    vertices.vertexBindingDescriptionCount = std::uint32_t(bindings.size());
    vertices.pVertexBindingDescriptions = bindings.data();
    vertices.vertexAttributeDescriptionCount = std::uint32_t(attributes.size());
    vertices.pVertexAttributeDescriptions = attributes.data();
    VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    viewport.viewportCount = viewport.scissorCount = 1;
    VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    raster.cullMode = VK_CULL_MODE_NONE;  // cloth has two sides
    raster.lineWidth = 1.0f;
    VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    depth.depthTestEnable = depth.depthWriteEnable = VK_TRUE;
    depth.depthCompareOp = VK_COMPARE_OP_LESS;
    VkPipelineColorBlendAttachmentState opaque{};
    opaque.colorWriteMask = 0xf;
    VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    blend.attachmentCount = 1;
    blend.pAttachments = &opaque;
    const std::array<VkDynamicState, 2> changing = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    dynamic.dynamicStateCount = std::uint32_t(changing.size());
    dynamic.pDynamicStates = changing.data();

    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    info.stageCount = std::uint32_t(stages.size());
    info.pStages = stages.data();
    info.pVertexInputState = &vertices;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = layout_;
    info.renderPass = renderPass_;
    check(vkCreateGraphicsPipelines(device_.handle, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_),
          "vkCreateGraphicsPipelines");
    for (const VkPipelineShaderStageCreateInfo& stage : stages)
        vkDestroyShaderModule(device_.handle, stage.module, nullptr);
}

void Pipeline::record(VkCommandBuffer commands, VkFramebuffer framebuffer, VkExtent2D extent,
                      const Cloth& cloth) const {
    std::array<VkClearValue, 2> clear{};
    clear[0].color = {{0.16f, 0.21f, 0.28f, 1.0f}};
    clear[1].depthStencil.depth = 1.0f;
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = renderPass_;
    begin.framebuffer = framebuffer;
    begin.renderArea.extent = extent;
    begin.clearValueCount = std::uint32_t(clear.size());
    begin.pClearValues = clear.data();
    vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    const VkViewport viewport{0.0f, 0.0f, float(extent.width), float(extent.height), 0.0f, 1.0f};
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &begin.renderArea);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline_);
    const glm::mat4 matrix = clipFromWorld(extent);
    vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(matrix), &matrix);
    cloth.recordDraw(commands);
    vkCmdEndRenderPass(commands);
}

}  // namespace your_renderer
