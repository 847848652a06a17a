#pragma once

#include <string>
#include <string_view>

#include "pliant/scene/mesh.h"

namespace pliant {

/// Whether bytes begin as PLY does.
bool isPly(std::string_view bytes);

/// The vertices, faces and triangle strips of a PLY file: ASCII, or binary of either byte order. Faces of fewer than
/// three corners are left out, and the triangles of a strip that use a vertex twice, which join its parts; other
/// elements are passed over. Errors name the file, the element and, in an ASCII file, the line.
Result<MeshDescription> parsePly(std::string_view bytes, const std::string& name);

}  // namespace pliant
