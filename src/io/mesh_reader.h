#pragma once

#include <string>

#include "scene/mesh.h"

namespace pliant {

/// Reads a surface mesh: .obj by our own reader (see io/obj.h for why), .ply, .stl, .gltf and .glb by Assimp. Vertices are numbered as in
/// the file, used by a face or not; polygons stay polygons; lines and points are left out. `name` of the result is the path.
/// Errors name the file, and in an OBJ file the line: not there, not readable, no faces.
Result<MeshDescription> readMesh(const std::string& path);

}  // namespace pliant
