#pragma once

#include "pliant/gpu/buffer.h"
#include "viewer/model.h"
#include "viewer/model_tables.h"

namespace pliant::viewer {

/// What the renderer binds beside the surface's positions and normals.
struct Model::Buffers {
    Buffer places, styles, strainFirst, strainEntries;  // as in ModelTables
    Buffer segments;                                    // of ropes, then outlines
    Buffer carried;                                     // as Surface::carried
    Buffer strains;                                     // a float per vertex, written while drawing
    Buffer heat;                                        // a float per vertex
    Buffer needles;                                     // ends of lines: vec4, room for one per particle
    Buffer dots;     // particles: dotCapacity of them that are written while drawing, the ends of ropes, and then all
    Buffer edges;    // indices, two per edge
    Buffer smooth;   // indices, three per triangle: Creases::smooth
    Buffer creases;  // Creases::table
    Buffer sticks;   // indices, two per stick of the schedule
    std::uint32_t particleCount = 0, vertexCount = 0, segmentCount = 0, outlineCount = 0, endCount = 0, edgeIndices = 0;
    std::uint32_t needleEnds = 0;
    std::uint32_t dotCapacity = 0;
    std::uint32_t smoothIndices = 0, creaseCorners = 0;  // 0 corners: no creases, and all triangles are smooth
    float size = 1.0f;                                   // ModelTables::size
    float ground = 0.0f;                                 // ModelTables::ground
};

}  // namespace pliant::viewer
