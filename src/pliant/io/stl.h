#pragma once

#include <string>
#include <string_view>

#include "pliant/scene/mesh.h"

namespace pliant {

/// Whether bytes are binary STL: as many as the number of facets behind the header of 80 bytes says, 50 each.
bool isBinaryStl(std::string_view bytes);

/// Whether text begins as ASCII STL does.
bool isAsciiStl(std::string_view text);

/// The facets of an STL file, each with three vertices of its own. Errors name the file, and the facet or the line.
Result<MeshDescription> parseBinaryStl(std::string_view bytes, const std::string& name);
Result<MeshDescription> parseAsciiStl(std::string_view text, const std::string& name);

}  // namespace pliant
