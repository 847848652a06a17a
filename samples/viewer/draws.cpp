#include "viewer/draws.h"

#include <algorithm>

#include "viewer/draw_calls.h"
#include "viewer/solids.h"

namespace pliant::viewer {
namespace {

void drawTubes(const Drawing& d, PipelineName pipeline, DrawData data) {
    const std::uint32_t segments = d.model.buffers().segmentCount;
    if (segments == 0) return;
    data.first = piecesOf(d);
    bind(d, pipeline);
    push(d, data);
    d.device.vk.vkCmdDraw(d.commands, 2 * (data.sides + 1), segments * data.first, 0, 0);
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

// Of ball.glsl.
std::uint32_t ballVertices(std::uint32_t sides) {
    return 3 * sides * sides;
}

DrawData tubeData(const Drawing& d) {
    DrawData data{};
    data.sides = d.model.buffers().segmentCount < kManySegments ? 14 : 6;
    return data;
}

// With one normal per particle, but where the surface is sharp.
void drawSurface(const Drawing& d) {
    const Model::Buffers& model = d.model.buffers();
    if (model.creaseCorners == 0) return drawCloth(d, PipelineName::Cloth);
    drawTriangles(d, PipelineName::Cloth, model.smooth.handle, model.smoothIndices);
    bind(d, PipelineName::Crease);
    d.device.vk.vkCmdDraw(d.commands, model.creaseCorners, 1, 0, 0);
}

void drawFabric(const Drawing& d) {
    drawSurface(d);
    drawTubes(d, PipelineName::Tube, tubeData(d));
    DrawData ends = tubeData(d);
    ends.first = d.model.buffers().dotCapacity;
    const std::uint32_t count = d.model.buffers().endCount;
    if (count == 0) return;
    bind(d, PipelineName::RopeEnd);
    push(d, ends);
    d.device.vk.vkCmdDraw(d.commands, ballVertices(ends.sides), count, 0, 0);
}

// Many of them are many corners.
void drawShell(const Drawing& d) {
    constexpr std::uint32_t kMany = 20'000;
    DrawData data{};
    data.sides = d.model.buffers().particleCount < kMany ? 10 : 6;
    bind(d, PipelineName::Shell);
    push(d, data);
    d.device.vk.vkCmdDraw(d.commands, ballVertices(data.sides), d.model.buffers().particleCount, 0, 0);
}

}  // namespace

void recordMeasuring(const Drawing& d) {
    const std::uint32_t count = d.model.buffers().vertexCount;
    if (count == 0) return;
    // One row of groups where they fit, else several; the shaders number their vertices across rows.
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
    if (d.view.show == Show::Thickness) drawShell(d);
    bind(d, PipelineName::Ground);
    d.device.vk.vkCmdDraw(d.commands, 4, d.solids.groundCount, 0, static_cast<std::uint32_t>(d.solids.shapes.size()));
    bind(d, PipelineName::Sky);
    d.device.vk.vkCmdDraw(d.commands, 3, 1, 0, 0);
    if (d.view.show == Show::Colours) drawColours(d);
    if (d.view.show == Show::Contacts) drawNeedles(d);
    if (d.view.wireframe) drawWires(d);
    drawDots(d, PipelineName::Dot, ballVertices(kDotSides));
}

}  // namespace pliant::viewer
