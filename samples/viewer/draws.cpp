#include "viewer/draws.h"

#include <algorithm>
#include <cmath>

#include "viewer/solids.h"

namespace pliant::viewer {
namespace {

constexpr std::uint32_t kManySegments = 20000;  // of ropes: from here on they have few sides
constexpr std::uint32_t kDotSides = 12;
constexpr float kDotPixels = 4.5f, kHighlightPixels = 8.0f;
constexpr vec4 kMarkerColour(0.95f, 0.78f, 0.22f, 1.0f);
constexpr vec4 kHighlightColour(1.0f, 0.22f, 0.08f, 1.0f);
constexpr vec4 kWireColour(0.02f, 0.03f, 0.05f, 0.45f);
constexpr float kGoldenTurn = 0.618034f;

void bind(const Drawing& d, PipelineName name) {
    d.device.vk.vkCmdBindPipeline(d.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, d.pipelines[name]);
}

void bindSet(const Drawing& d, VkPipelineBindPoint point) {
    d.device.vk.vkCmdBindDescriptorSets(d.commands, point, d.layout, 0, 1, &d.set, 0, nullptr);
}

void push(const Drawing& d, const DrawData& data) {
    d.device.vk.vkCmdPushConstants(d.commands, d.layout, kAllStages, 0, sizeof(data), &data);
}

void bindStreams(const Drawing& d) {
    const VertexStream positions = d.model.surface().positions(), normals = d.model.surface().normals();
    const VkBuffer buffers[] = {positions.buffer, normals.buffer};
    const VkDeviceSize offsets[] = {positions.offset, normals.offset};
    d.device.vk.vkCmdBindVertexBuffers(d.commands, 0, 2, buffers, offsets);
}

void setArea(const Drawing& d, VkExtent2D extent) {
    const VkViewport viewport{0.0f, 0.0f, static_cast<float>(extent.width), static_cast<float>(extent.height),
                              0.0f, 1.0f};
    const VkRect2D scissor{{0, 0}, extent};
    d.device.vk.vkCmdSetViewport(d.commands, 0, 1, &viewport);
    d.device.vk.vkCmdSetScissor(d.commands, 0, 1, &scissor);
}

void drawCloth(const Drawing& d, PipelineName pipeline) {
    const GpuSurface& surface = d.model.surface();
    if (surface.triangleIndices() == 0) return;
    bind(d, pipeline);
    bindStreams(d);
    d.device.vk.vkCmdBindIndexBuffer(d.commands, surface.triangles(), 0, VK_INDEX_TYPE_UINT32);
    d.device.vk.vkCmdDrawIndexed(d.commands, surface.triangleIndices(), 1, 0, 0, 0);
}

void drawTubes(const Drawing& d, PipelineName pipeline, DrawData data) {
    const std::uint32_t segments = d.model.buffers().segmentCount;
    if (segments == 0) return;
    bind(d, pipeline);
    push(d, data);
    d.device.vk.vkCmdDraw(d.commands, 2 * (data.sides + 1), segments, 0, 0);
}

void drawSolids(const Drawing& d, PipelineName pipeline) {
    if (d.solids.shapes.empty()) return;
    bind(d, pipeline);
    const VkDeviceSize offset = 0;
    d.device.vk.vkCmdBindVertexBuffers(d.commands, 0, 1, &d.solidMesh, &offset);
    for (std::uint32_t i = 0; i < d.solids.shapes.size(); ++i) {
        const SolidRange range = solidRange(d.solids.shapes[i]);
        d.device.vk.vkCmdDraw(d.commands, range.count, 1, range.first, i);
    }
}

// Balls around the particles `first` ... of the dots.
void drawBalls(const Drawing& d, PipelineName pipeline, const DrawData& data, std::uint32_t count) {
    if (count == 0) return;
    bind(d, pipeline);
    push(d, data);
    d.device.vk.vkCmdDraw(d.commands, 3 * data.sides * data.sides, count, 0, 0);
}

void drawLines(const Drawing& d, const Buffer& indices, std::uint32_t first, std::uint32_t count, vec4 colour) {
    if (count == 0) return;
    DrawData data{};
    data.colour = colour;
    push(d, data);
    d.device.vk.vkCmdBindIndexBuffer(d.commands, indices.handle, 0, VK_INDEX_TYPE_UINT32);
    d.device.vk.vkCmdDrawIndexed(d.commands, count, 1, first, 0, 0);
}

// Bright, and far from those of the colours before it.
vec4 hueOf(std::uint32_t colour) {
    const float hue =
        6.0f * (static_cast<float>(colour) * kGoldenTurn - std::floor(static_cast<float>(colour) * kGoldenTurn));
    const auto channel = [&](float shift) {
        const float x = std::fmod(hue + shift, 6.0f);
        return glm::clamp(std::abs(x - 3.0f) - 1.0f, 0.0f, 1.0f);
    };
    const vec3 pure(channel(0.0f), channel(4.0f), channel(2.0f));
    return vec4(0.03f + 0.72f * pure, 1.0f);
}

void drawColours(const Drawing& d) {
    bind(d, PipelineName::Line);
    bindStreams(d);
    for (const Pass& pass : d.model.schedule()->gaussSeidel) {
        if (pass.kind == PassKind::SolveSticks)
            drawLines(d, d.model.buffers().sticks, 2 * pass.first, 2 * pass.count, hueOf(pass.colour));
    }
}

void drawWires(const Drawing& d) {
    bind(d, PipelineName::Line);
    bindStreams(d);
    drawLines(d, d.model.buffers().edges, 0, d.model.buffers().edgeIndices, kWireColour);
}

DrawData tubeData(const Drawing& d) {
    DrawData data{};
    data.sides = d.model.buffers().segmentCount < kManySegments ? 14 : 6;
    return data;
}

void drawFabric(const Drawing& d) {
    drawCloth(d, PipelineName::Cloth);
    drawTubes(d, PipelineName::Tube, tubeData(d));
    DrawData ends = tubeData(d);
    ends.first = d.model.buffers().dotCapacity;
    drawBalls(d, PipelineName::RopeEnd, ends, d.model.buffers().endCount);
}

void drawDots(const Drawing& d) {
    DrawData data{};
    data.colour = kMarkerColour;
    data.size = d.view.dotScale * kDotPixels;
    data.sides = kDotSides;
    drawBalls(d, PipelineName::Dot, data, d.markerCount);
    if (!d.view.highlighted) return;
    data.colour = kHighlightColour;
    data.size = d.view.dotScale * kHighlightPixels;
    data.first = d.markerCount;
    drawBalls(d, PipelineName::Dot, data, 1);
}

}  // namespace

void recordMeasuring(const Drawing& d) {
    const std::uint32_t count = d.model.buffers().particleCount;
    if (count == 0) return;
    // One row of groups where they fit, else several; the shaders number their particles across rows.
    const std::uint32_t groups = (count - 1) / kGroupSize + 1;
    const std::uint32_t columns = std::min(groups, d.device.properties.limits.maxComputeWorkGroupCount[0]);
    const std::uint32_t rows = (groups - 1) / columns + 1;
    bindSet(d, VK_PIPELINE_BIND_POINT_COMPUTE);
    const auto run = [&](PipelineName name) {
        d.device.vk.vkCmdBindPipeline(d.commands, VK_PIPELINE_BIND_POINT_COMPUTE, d.pipelines[name]);
        d.device.vk.vkCmdDispatch(d.commands, columns, rows, 1);
    };
    run(PipelineName::MeasureBounds);
    if (d.view.show == Show::Stretch) run(PipelineName::MeasureStretch);
}

void recordShadows(const Drawing& d) {
    bindSet(d, VK_PIPELINE_BIND_POINT_GRAPHICS);
    for (std::uint32_t light = 0; light < kLightCount; ++light) {
        VkClearValue clear{};
        clear.depthStencil.depth = 1.0f;
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = d.targets.shadowPass();
        begin.framebuffer = d.targets.shadowFramebuffer(light);
        begin.renderArea.extent = Targets::shadowExtent(light);
        begin.clearValueCount = 1;
        begin.pClearValues = &clear;
        d.device.vk.vkCmdBeginRenderPass(d.commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        setArea(d, begin.renderArea.extent);
        DrawData data{};
        data.light = light;
        data.sides = d.model.buffers().segmentCount < kManySegments ? 6 : 4;
        push(d, data);
        drawCloth(d, PipelineName::CastCloth);
        drawTubes(d, PipelineName::CastTube, data);
        drawSolids(d, PipelineName::CastSolid);
        d.device.vk.vkCmdEndRenderPass(d.commands);
    }
}

void recordPicture(const Drawing& d) {
    setArea(d, d.targets.extent());
    bindSet(d, VK_PIPELINE_BIND_POINT_GRAPHICS);
    push(d, DrawData{});
    drawSolids(d, PipelineName::Solid);
    if (d.view.show != Show::Colours) drawFabric(d);
    bind(d, PipelineName::Ground);
    d.device.vk.vkCmdDraw(d.commands, 4, d.solids.groundCount, 0, static_cast<std::uint32_t>(d.solids.shapes.size()));
    bind(d, PipelineName::Sky);
    d.device.vk.vkCmdDraw(d.commands, 3, 1, 0, 0);
    if (d.view.show == Show::Colours) drawColours(d);
    if (d.view.wireframe) drawWires(d);
    drawDots(d);
}

}  // namespace pliant::viewer
