#pragma once

#include "pliant/export.h"
#include "pliant/scene/tet_body.h"

namespace pliant {

/// A box of tetrahedra along the axes.
struct BlockDescription {
    std::string name = "block";                     ///< for files and errors
    vec3 centre{0.0f};                              ///< [m]
    vec3 size{1.0f};                                ///< [m]
    std::array<std::uint32_t, 3> cells{{8, 8, 8}};  ///< along x, y and z; five tetrahedra each
    TetMaterial material;                           ///< what it is made of
};

/// Adds the block and returns the index of its body. Particle (x, y, z) of the (cells + 1) along each axis is
/// firstParticle + (z * (cells[1] + 1) + y) * (cells[0] + 1) + x. Errors: no cells, too many, a size that is not
/// positive, those of addTetMesh(). On error the scene is as before.
PLIANT_API Result<std::uint32_t> addBlock(Scene& scene, const BlockDescription& block);

}  // namespace pliant
