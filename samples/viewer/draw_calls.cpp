#include "viewer/draw_calls.h"

#include <cmath>

namespace pliant::viewer {
namespace {

constexpr float kDotPixels = 4.5f, kHighlightPixels = 8.0f;
constexpr vec4 kMarkerColour(0.95f, 0.78f, 0.22f, 1.0f);
constexpr vec4 kHighlightColour(1.0f, 0.22f, 0.08f, 1.0f);
constexpr vec4 kPinnedColour(0.85f, 0.06f, 0.05f, 1.0f);
constexpr vec4 kFreeColour(0.10f, 0.62f, 0.14f, 1.0f);
constexpr vec4 kNeedleColour(0.05f, 0.30f, 0.62f, 0.85f);
constexpr vec4 kWireColour(0.02f, 0.03f, 0.05f, 0.45f);
constexpr float kGoldenTurn = 0.618034f;

void bindStreams(const Drawing& d) {
    const VertexStream positions = d.model.surface().positions(), normals = d.model.surface().normals();
    const VkBuffer buffers[] = {positions.buffer, normals.buffer};
    const VkDeviceSize offsets[] = {positions.offset, normals.offset};
    d.device.vk.vkCmdBindVertexBuffers(d.commands, 0, 2, buffers, offsets);
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

}  // namespace

std::uint32_t piecesOf(const Drawing& d) {
    constexpr std::uint32_t kPieces = 6;
    return d.model.buffers().segmentCount < kManySegments / kPieces ? kPieces : 1;
}

void bind(const Drawing& d, PipelineName name) {
    d.device.vk.vkCmdBindPipeline(d.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, d.pipelines[name]);
}

void bindSet(const Drawing& d, VkPipelineBindPoint point) {
    d.device.vk.vkCmdBindDescriptorSets(d.commands, point, d.layout, 0, 1, &d.set, 0, nullptr);
}

void push(const Drawing& d, const DrawData& data) {
    d.device.vk.vkCmdPushConstants(d.commands, d.layout, kAllStages, 0, sizeof(data), &data);
}

void setArea(const Drawing& d, VkExtent2D extent) {
    const VkViewport viewport{0.0f, 0.0f, static_cast<float>(extent.width), static_cast<float>(extent.height),
                              0.0f, 1.0f};
    const VkRect2D scissor{{0, 0}, extent};
    d.device.vk.vkCmdSetViewport(d.commands, 0, 1, &viewport);
    d.device.vk.vkCmdSetScissor(d.commands, 0, 1, &scissor);
}

void drawTriangles(const Drawing& d, PipelineName pipeline, VkBuffer indices, std::uint32_t count) {
    if (count == 0) return;
    bind(d, pipeline);
    bindStreams(d);
    d.device.vk.vkCmdBindIndexBuffer(d.commands, indices, 0, VK_INDEX_TYPE_UINT32);
    d.device.vk.vkCmdDrawIndexed(d.commands, count, 1, 0, 0, 0);
}

void drawCloth(const Drawing& d, PipelineName pipeline) {
    drawTriangles(d, pipeline, d.model.surface().triangles(), d.model.surface().triangleIndices());
}

void drawColours(const Drawing& d) {
    bind(d, PipelineName::Line);
    bindStreams(d);
    for (const Pass& pass : d.model.schedule()->gaussSeidel) {
        if (pass.kind == PassKind::SolveSticks)
            drawLines(d, d.model.buffers().sticks, 2 * pass.first, 2 * pass.count, hueOf(pass.colour));
    }
}

void drawNeedles(const Drawing& d) {
    const Model::Buffers& model = d.model.buffers();
    if (model.needleEnds == 0) return;
    bind(d, PipelineName::Line);
    DrawData data{};
    data.colour = kNeedleColour;
    push(d, data);
    const VkDeviceSize offset = 0;
    d.device.vk.vkCmdBindVertexBuffers(d.commands, 0, 1, &model.needles.handle, &offset);
    d.device.vk.vkCmdDraw(d.commands, model.needleEnds, 1, 0, 0);
}

void drawWires(const Drawing& d) {
    bind(d, PipelineName::Line);
    bindStreams(d);
    drawLines(d, d.model.buffers().edges, 0, d.model.buffers().edgeIndices, kWireColour);
}

namespace {

DrawData dotData(const Drawing& d, vec4 colour, float pixels) {
    DrawData data{};
    data.colour = data.pinned = colour;
    data.size = d.view.dotScale * pixels;
    data.sides = kDotSides;
    return data;
}

}  // namespace

void drawDots(const Drawing& d, PipelineName pipeline, std::uint32_t vertices) {
    bind(d, pipeline);
    const auto draw = [&](const DrawData& data, std::uint32_t count) {
        if (count == 0) return;
        push(d, data);
        d.device.vk.vkCmdDraw(d.commands, vertices, count, 0, 0);
    };
    const Model::Buffers& model = d.model.buffers();
    if (d.view.hasParticles && d.model.sample().showsParticles) {
        DrawData all = dotData(d, kFreeColour, kDotPixels);
        all.pinned = kPinnedColour;
        all.first = model.dotCapacity + model.endCount;
        draw(all, model.particleCount);
    }
    draw(dotData(d, kMarkerColour, kDotPixels), d.markerCount);
    DrawData picked = dotData(d, kHighlightColour, kHighlightPixels);
    picked.first = d.markerCount;
    draw(picked, d.view.highlighted ? 1 : 0);
}

}  // namespace pliant::viewer
