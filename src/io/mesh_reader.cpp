#include "io/mesh_reader.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "io/obj.h"

namespace pliant {
namespace {

void appendMesh(MeshDescription& result, const aiMesh& mesh, const aiMatrix4x4& toWorld) {
    const auto firstVertex = static_cast<std::uint32_t>(result.vertices.size());
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
        const aiVector3D p = toWorld * mesh.mVertices[i];
        result.vertices.emplace_back(p.x, p.y, p.z);
    }
    for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
        const aiFace& face = mesh.mFaces[i];
        if (face.mNumIndices < 3) continue;
        result.faceSizes.push_back(face.mNumIndices);
        for (unsigned k = 0; k < face.mNumIndices; ++k)
            result.faceCorners.push_back(firstVertex + face.mIndices[k]);
    }
}

void appendNode(MeshDescription& result, const aiScene& scene, const aiNode& node, const aiMatrix4x4& toParent) {
    const aiMatrix4x4 toWorld = toParent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i)
        appendMesh(result, *scene.mMeshes[node.mMeshes[i]], toWorld);
    for (unsigned i = 0; i < node.mNumChildren; ++i)
        appendNode(result, scene, *node.mChildren[i], toWorld);
}

// What Assimp 5.2 does not check: it looks for the end of a PLY header for ever, and where an ASCII file breaks off it takes the
// last line again and again. So the header must end, and a line must follow for every element that it announces.
Status checkPly(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string line;
    const auto nextLine = [&] {
        const bool isThere = static_cast<bool>(std::getline(file, line));
        if (line.ends_with('\r')) line.pop_back();
        return isThere;
    };
    if (!nextLine() || line != "ply") return fail("{}: this is no PLY file", path);
    bool isAscii = false, isWhole = false;
    std::size_t announced = 0, found = 0;
    while (!isWhole && nextLine()) {
        isWhole = line == "end_header";
        isAscii = isAscii || line.starts_with("format ascii");
        std::istringstream words(line);
        std::string element, name;
        std::size_t count = 0;
        if (words >> element >> name >> count && element == "element") announced += count;
    }
    if (!isWhole) return fail("{}: the header has no end_header", path);
    while (isAscii && nextLine())
        found += line.find_first_not_of(" \t") != std::string::npos;
    if (isAscii && found < announced) {
        return fail("{}: the header announces {} elements, but {} lines follow", path, announced, found);
    }
    return {};
}

Result<MeshDescription> readWithAssimp(const std::string& path) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(path, aiProcess_ValidateDataStructure);
    if (!scene || !scene->mRootNode) return fail("{}: {}", path, importer.GetErrorString());
    MeshDescription mesh;
    mesh.name = path;
    appendNode(mesh, *scene, *scene->mRootNode, aiMatrix4x4());
    if (mesh.faceSizes.empty()) return fail("{}: the file has no faces", path);
    return mesh;
}

Result<MeshDescription> readObj(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) return fail("{}: {}", path, std::strerror(errno));
    return parseObj(text.view(), path);
}

}  // namespace

Result<MeshDescription> readMesh(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) return fail("{}: there is no such file", path);
    if (!std::filesystem::is_regular_file(status)) return fail("{}: this is no file", path);
    if (std::filesystem::file_size(path, error) == 0) return fail("{}: the file is empty", path);
    if (!std::ifstream(path)) return fail("{}: {}", path, std::strerror(errno));

    std::string extension = std::filesystem::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (extension == ".obj") return readObj(path);
    if (extension == ".ply") {
        if (Status status = checkPly(path); !status) return status.error();
    }
    // Assimp knows more formats, but tries them all on a file that it does not know, and some of them for ever.
    constexpr std::string_view kFormats[] = {".ply", ".stl", ".gltf", ".glb"};
    if (std::find(std::begin(kFormats), std::end(kFormats), extension) == std::end(kFormats)) {
        return fail("{}: meshes are read from .obj, .ply, .stl, .gltf and .glb", path);
    }
    return readWithAssimp(path);
}

}  // namespace pliant
