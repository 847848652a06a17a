#pragma once

#include <string>
#include <string_view>

#include "scene/mesh.h"

namespace pliant {

/// The vertices and faces of Wavefront OBJ text; everything else in it is passed over. Assimp reads OBJ too, but it hands out
/// one vertex per corner of a face and forgets the file's own numbering, which point caches and exports depend on.
/// Errors name the file and the line.
Result<MeshDescription> parseObj(std::string_view text, const std::string& name);

}  // namespace pliant
