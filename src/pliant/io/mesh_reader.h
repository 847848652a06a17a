#pragma once

#include <string>

#include "pliant/export.h"
#include "pliant/scene/mesh.h"

namespace pliant {

/// Reads a surface mesh: OBJ, PLY, STL, glTF or .glb, by its content, whatever it is called. Vertices are numbered as
/// in the file, used by a face or not; polygons stay polygons; lines and points are left out. `name` of the result is
/// the path. Nothing in a file makes this crash, hang, or take memory out of proportion to its size, and of other files
/// it opens only those beside a glTF file that it names as its buffers. Errors name the file, and in text the line: not
/// there, not readable, no mesh, no faces, and those of each format.
PLIANT_API Result<MeshDescription> readMesh(const std::string& path);

}  // namespace pliant
