#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "pliant/scene/mesh.h"

namespace pliant {

/// Whether bytes begin as a .glb does, or as the JSON of a .gltf.
bool isGltf(std::string_view bytes);

/// The triangles of glTF 2.0, where the nodes of its scene put them: vertices in the order of the nodes, and of a mesh
/// those of each accessor that its primitives name once. Strips and fans become triangles, without those that use a
/// vertex twice; points and lines are left out; skins, morph targets and materials are not looked at. `folder`: where
/// the file lies, for the buffers beside it. Errors name the file and what in it: no JSON, another version, an
/// extension that it requires and that changes the geometry (Draco, meshopt, instancing), an index, offset, length or
/// type that is wrong, nodes that are no tree.
Result<MeshDescription> parseGltf(std::string_view bytes, const std::string& name, const std::filesystem::path& folder);

}  // namespace pliant
