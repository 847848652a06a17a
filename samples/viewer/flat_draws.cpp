#include <algorithm>

#include "viewer/draw_calls.h"

namespace pliant::viewer {
namespace {

constexpr std::uint32_t kSquare = 4;    // vertices of square.glsl
constexpr float kRimPixels = 1.4f;      // of ropes and solids
constexpr float kOutlinePixels = 1.5f;  // half the width
constexpr vec4 kAsItIs(1.0f), kDark(0.36f, 0.36f, 0.36f, 1.0f);

void drawSquares(const Drawing& d, std::uint32_t first, std::uint32_t count) {
    if (count > 0) d.device.vk.vkCmdDraw(d.commands, kSquare, count, 0, first);
}

void drawBackground(const Drawing& d) {
    bind(d, PipelineName::FlatBackground);
    d.device.vk.vkCmdDraw(d.commands, 3, 1, 0, 0);
}

void bindSolids(const Drawing& d) {
    DrawData data{};
    data.size = d.view.dotScale * kRimPixels;
    bind(d, PipelineName::FlatSolid);
    push(d, data);
}

// Planes first, lest they hide what stands on them.
void drawColliders(const Drawing& d) {
    const auto finite = static_cast<std::uint32_t>(d.solids.shapes.size());
    bindSolids(d);
    drawSquares(d, finite, d.solids.groundCount);
    drawSquares(d, 0, finite - d.solids.ornamentCount);
}

void drawOrnaments(const Drawing& d) {
    const auto finite = static_cast<std::uint32_t>(d.solids.shapes.size());
    bindSolids(d);
    drawSquares(d, finite - d.solids.ornamentCount, d.solids.ornamentCount);
}

void drawLines(const Drawing& d, const DrawData& data, std::uint32_t first, std::uint32_t count) {
    push(d, data);
    drawSquares(d, first * data.first, count * data.first);
}

// Ropes twice, so that their rims do not cross their insides.
void drawOutlinesAndRopes(const Drawing& d) {
    const Model::Buffers& model = d.model.buffers();
    bind(d, PipelineName::FlatLine);
    DrawData data{};
    data.first = 1;
    data.colour = kDark;
    data.size = d.view.dotScale * kOutlinePixels;
    drawLines(d, data, model.segmentCount, model.outlineCount);
    data.first = piecesOf(d);
    data.size = d.view.dotScale * kRimPixels;
    drawLines(d, data, 0, model.segmentCount);
    data.colour = kAsItIs;
    data.size = 0.0f;
    drawLines(d, data, 0, model.segmentCount);
}

}  // namespace

void recordFlatPicture(const Drawing& d) {
    setArea(d, d.targets.extent());
    bindSet(d, VK_PIPELINE_BIND_POINT_GRAPHICS);
    push(d, DrawData{});
    drawBackground(d);
    drawColliders(d);
    if (d.view.show != Show::Colours) {
        drawCloth(d, PipelineName::FlatFace);
        drawOutlinesAndRopes(d);
    }
    drawOrnaments(d);
    if (d.view.show == Show::Colours) drawColours(d);
    if (d.view.show == Show::Contacts) drawNeedles(d);
    if (d.view.wireframe) drawWires(d);
    drawDots(d, PipelineName::FlatDot, kSquare);
}

}  // namespace pliant::viewer
