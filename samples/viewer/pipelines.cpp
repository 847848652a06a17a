#include "viewer/pipelines.h"

#include <optional>

#include "viewer/solids.h"
#include "viewer/targets.h"

namespace pliant::viewer {
namespace {

// Vertex attributes, by what is drawn.
enum class Vertices { None, Position, PositionAndNormal, Solid };

struct Recipe {
    PipelineName name;
    ShaderName vertex;
    std::optional<ShaderName> fragment;  // none: only depths
    Vertices vertices = Vertices::None;
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkCullModeFlags cull = VK_CULL_MODE_NONE;
    bool writesDepth = true;
    bool blends = false;
    bool testsDepth = true;
};

constexpr Recipe flat(PipelineName name, ShaderName vertex, ShaderName fragment, Vertices vertices,
                      VkPrimitiveTopology topology) {
    return {name, vertex, fragment, vertices, topology, VK_CULL_MODE_NONE, false, true, false};
}

constexpr VkPrimitiveTopology kStrip = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
constexpr VkPrimitiveTopology kLines = VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
constexpr VkPrimitiveTopology kTriangles = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;

const std::array<Recipe, 18> kRecipes{{
    {PipelineName::CastCloth, ShaderName::CastVertex, {}, Vertices::Position},
    {PipelineName::CastTube, ShaderName::TubeVertex, {}, Vertices::None, kStrip},
    {PipelineName::CastSolid, ShaderName::SolidVertex, {}, Vertices::Solid},
    {PipelineName::Cloth, ShaderName::SurfaceVertex, ShaderName::FabricFragment, Vertices::PositionAndNormal},
    {PipelineName::Crease, ShaderName::CreaseVertex, ShaderName::FabricFragment},
    {PipelineName::Tube, ShaderName::TubeVertex, ShaderName::FabricFragment, Vertices::None, kStrip,
     VK_CULL_MODE_FRONT_BIT},  // strips run around it the other way
    {PipelineName::RopeEnd, ShaderName::RopeEndVertex, ShaderName::FabricFragment, Vertices::None, kTriangles,
     VK_CULL_MODE_BACK_BIT},
    {PipelineName::Shell, ShaderName::ShellVertex, ShaderName::SolidFragment, Vertices::None, kTriangles,
     VK_CULL_MODE_BACK_BIT},
    {PipelineName::Solid, ShaderName::SolidVertex, ShaderName::SolidFragment, Vertices::Solid, kTriangles,
     VK_CULL_MODE_BACK_BIT},
    // A floor is not seen from below, so that it never hides what stands on it.
    {PipelineName::Ground, ShaderName::GroundVertex, ShaderName::GroundFragment, Vertices::None, kStrip,
     VK_CULL_MODE_BACK_BIT},
    {PipelineName::Sky, ShaderName::SkyVertex, ShaderName::SkyFragment, Vertices::None, kTriangles, VK_CULL_MODE_NONE,
     false},
    {PipelineName::Line, ShaderName::LineVertex, ShaderName::LineFragment, Vertices::Position, kLines,
     VK_CULL_MODE_NONE, false, true},
    {PipelineName::Dot, ShaderName::DotVertex, ShaderName::DotFragment, Vertices::None, kTriangles,
     VK_CULL_MODE_BACK_BIT},
    flat(PipelineName::FlatBackground, ShaderName::FlatBackgroundVertex, ShaderName::FlatBackgroundFragment,
         Vertices::None, kTriangles),
    flat(PipelineName::FlatFace, ShaderName::FlatFaceVertex, ShaderName::FlatFaceFragment, Vertices::Position,
         kTriangles),
    flat(PipelineName::FlatLine, ShaderName::FlatLineVertex, ShaderName::FlatLineFragment, Vertices::None, kStrip),
    flat(PipelineName::FlatSolid, ShaderName::FlatSolidVertex, ShaderName::FlatSolidFragment, Vertices::None, kStrip),
    flat(PipelineName::FlatDot, ShaderName::FlatDotVertex, ShaderName::FlatDotFragment, Vertices::None, kStrip),
}};

Result<Owned<VkShaderModule>> createModule(Device& device, ShaderName name) {
    const std::span<const std::uint32_t> code = shaderCode(name);
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = code.size_bytes();
    info.pCode = code.data();
    VkShaderModule module = VK_NULL_HANDLE;
    const VkResult result = device.vk.vkCreateShaderModule(device.device, &info, nullptr, &module);
    if (result != VK_SUCCESS) return device.error(result, "vkCreateShaderModule", "the renderer");
    return Owned<VkShaderModule>(device.device, module, device.vk.vkDestroyShaderModule);
}

// The solver's positions, the surface's normals, or a collider's mesh.
struct VertexInput {
    std::array<VkVertexInputBindingDescription, 2> bindings{};
    std::array<VkVertexInputAttributeDescription, 3> attributes{};
    VkPipelineVertexInputStateCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};

    explicit VertexInput(Vertices vertices) {
        info.pVertexBindingDescriptions = bindings.data();
        info.pVertexAttributeDescriptions = attributes.data();
        constexpr VkFormat kThree = VK_FORMAT_R32G32B32_SFLOAT;
        if (vertices == Vertices::Solid) {
            bindings[0] = {0, sizeof(SolidVertex), VK_VERTEX_INPUT_RATE_VERTEX};
            attributes = {{{0, 0, kThree, offsetof(SolidVertex, around)},
                           {1, 0, kThree, offsetof(SolidVertex, straight)},
                           {2, 0, kThree, offsetof(SolidVertex, normal)}}};
            info.vertexBindingDescriptionCount = 1;
            info.vertexAttributeDescriptionCount = 3;
            return;
        }
        const std::uint32_t streams = vertices == Vertices::None ? 0 : vertices == Vertices::Position ? 1 : 2;
        for (std::uint32_t i = 0; i < streams; ++i) {
            bindings[i] = {i, 16, VK_VERTEX_INPUT_RATE_VERTEX};  // strides of VertexLayout's defaults
            attributes[i] = {i, i, kThree, 0};
        }
        info.vertexBindingDescriptionCount = info.vertexAttributeDescriptionCount = streams;
    }
    VertexInput(const VertexInput&) = delete;
};

// The fixed parts of a pipeline; the structs point at each other, so it stays where it is.
struct FixedState {
    VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    VkPipelineColorBlendAttachmentState attachment{};
    VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    std::array<VkDynamicState, 2> dynamics{VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};

    explicit FixedState(const Recipe& recipe) {
        assembly.topology = recipe.topology;
        viewport.viewportCount = viewport.scissorCount = 1;
        raster.cullMode = recipe.cull;
        raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
        raster.lineWidth = 1.0f;
        samples.rasterizationSamples = recipe.fragment ? kSamples : VK_SAMPLE_COUNT_1_BIT;
        depth.depthTestEnable = recipe.testsDepth;
        depth.depthWriteEnable = recipe.writesDepth;
        depth.depthCompareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
        attachment.colorWriteMask = 0xf;
        attachment.blendEnable = recipe.blends;
        attachment.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
        attachment.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
        attachment.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
        blend.attachmentCount = recipe.fragment ? 1 : 0;
        blend.pAttachments = &attachment;
        dynamic.dynamicStateCount = static_cast<std::uint32_t>(dynamics.size());
        dynamic.pDynamicStates = dynamics.data();
    }
    FixedState(const FixedState&) = delete;
};

struct Maker {
    Device& device;
    VkPipelineLayout layout;
    VkRenderPass picturePass;
    VkRenderPass shadowPass;

    Result<Owned<VkPipeline>> make(const Recipe& recipe) const;
    Result<Owned<VkPipeline>> makeCompute(ShaderName name) const;
};

VkPipelineShaderStageCreateInfo stageOf(VkShaderStageFlagBits stage, VkShaderModule module) {
    VkPipelineShaderStageCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage = stage;
    info.module = module;
    info.pName = "main";
    return info;
}

Result<Owned<VkPipeline>> Maker::make(const Recipe& recipe) const {
    const Result<Owned<VkShaderModule>> vertex = createModule(device, recipe.vertex);
    if (!vertex) return vertex.error();
    Owned<VkShaderModule> fragment;
    if (recipe.fragment) {
        Result<Owned<VkShaderModule>> made = createModule(device, *recipe.fragment);
        if (!made) return made.error();
        fragment = std::move(*made);
    }
    const VkBool32 intoShadowMap = !recipe.fragment;
    const VkSpecializationMapEntry entry{0, 0, sizeof(VkBool32)};
    const VkSpecializationInfo specialization{1, &entry, sizeof(VkBool32), &intoShadowMap};
    std::array stages{stageOf(VK_SHADER_STAGE_VERTEX_BIT, *vertex), stageOf(VK_SHADER_STAGE_FRAGMENT_BIT, fragment)};
    stages[0].pSpecializationInfo = &specialization;

    const VertexInput input(recipe.vertices);
    const FixedState fixed(recipe);
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    info.stageCount = recipe.fragment ? 2 : 1;
    info.pStages = stages.data();
    info.pVertexInputState = &input.info;
    info.pInputAssemblyState = &fixed.assembly;
    info.pViewportState = &fixed.viewport;
    info.pRasterizationState = &fixed.raster;
    info.pMultisampleState = &fixed.samples;
    info.pDepthStencilState = &fixed.depth;
    info.pColorBlendState = &fixed.blend;
    info.pDynamicState = &fixed.dynamic;
    info.layout = layout;
    info.renderPass = recipe.fragment ? picturePass : shadowPass;
    VkPipeline pipeline = VK_NULL_HANDLE;
    const VkResult result =
        device.vk.vkCreateGraphicsPipelines(device.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
    if (result != VK_SUCCESS) return device.error(result, "vkCreateGraphicsPipelines", "the renderer");
    return Owned<VkPipeline>(device.device, pipeline, device.vk.vkDestroyPipeline);
}

Result<Owned<VkPipeline>> Maker::makeCompute(ShaderName name) const {
    const Result<Owned<VkShaderModule>> module = createModule(device, name);
    if (!module) return module.error();
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = stageOf(VK_SHADER_STAGE_COMPUTE_BIT, *module);
    info.layout = layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    const VkResult result =
        device.vk.vkCreateComputePipelines(device.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
    if (result != VK_SUCCESS) return device.error(result, "vkCreateComputePipelines", "the renderer");
    return Owned<VkPipeline>(device.device, pipeline, device.vk.vkDestroyPipeline);
}

}  // namespace

Status Pipelines::create(Device& device, VkPipelineLayout layout, VkRenderPass picturePass, VkRenderPass shadowPass) {
    const Maker maker{device, layout, picturePass, shadowPass};
    for (const Recipe& recipe : kRecipes) {
        Result<Owned<VkPipeline>> made = maker.make(recipe);
        if (!made) return made.error();
        pipelines_[std::size_t(recipe.name)] = std::move(*made);
    }
    constexpr std::pair<PipelineName, ShaderName> kComputes[] = {
        {PipelineName::MeasureBounds, ShaderName::MeasureBounds},
        {PipelineName::MeasureStretch, ShaderName::MeasureStretch}};
    for (const auto& [name, shader] : kComputes) {
        Result<Owned<VkPipeline>> made = maker.makeCompute(shader);
        if (!made) return made.error();
        pipelines_[std::size_t(name)] = std::move(*made);
    }
    return {};
}

}  // namespace pliant::viewer
