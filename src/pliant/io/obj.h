#pragma once

#include <string>
#include <string_view>

#include "pliant/scene/mesh.h"

namespace pliant {

/// The vertices and faces of Wavefront OBJ text; everything else in it is passed over. The file's own numbering is
/// kept: point caches and exports depend on it. Errors name the file and the line.
Result<MeshDescription> parseObj(std::string_view text, const std::string& name);

}  // namespace pliant
