#pragma once

#include "viewer/draws.h"

namespace pliant::viewer {

// What pictures with and without depth have in common.

void bind(const Drawing& drawing, PipelineName name);
void bindSet(const Drawing& drawing, VkPipelineBindPoint point);
void push(const Drawing& drawing, const DrawData& data);
void setArea(const Drawing& drawing, VkExtent2D extent);

/// Segments of ropes from here on are drawn with few sides.
inline constexpr std::uint32_t kManySegments = 20000;
/// What a segment is cut into, so that ropes of few particles are round.
std::uint32_t piecesOf(const Drawing& drawing);

/// Triangles between particles.
void drawTriangles(const Drawing& drawing, PipelineName pipeline, VkBuffer indices, std::uint32_t count);
/// The triangles of all bodies.
void drawCloth(const Drawing& drawing, PipelineName pipeline);
/// The sticks, in the colours of the graph.
void drawColours(const Drawing& drawing);
/// The edges of triangles.
void drawNeedles(const Drawing& drawing);
void drawWires(const Drawing& drawing);

inline constexpr std::uint32_t kDotSides = 12;  ///< where dots are balls

/// All particles where they are to be seen, markers, and what is picked. A dot has so many `vertices`.
void drawDots(const Drawing& drawing, PipelineName pipeline, std::uint32_t vertices);

}  // namespace pliant::viewer
