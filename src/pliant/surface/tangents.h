#pragma once

#include "pliant/shared/surface_layout.h"
#include "pliant/surface/surface.h"

namespace pliant {

/// What tangents of a render mesh are made from. As kernels read it.
struct TextureMaps {
    std::vector<TextureMap> maps;        ///< per triangle
    std::vector<std::uint32_t> corners;  ///< three to each: vertices of the surface
    std::vector<std::uint32_t> rowFirst;
    std::vector<std::uint32_t> rowEntries;  ///< per vertex of the mesh the triangles around it, as Surface has them
};

/// Of a mesh that is valid and has texture coordinates.
TextureMaps textureMapsOf(const RenderMesh& mesh);

}  // namespace pliant
