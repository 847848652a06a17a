#include "pliant/io/mesh_reader.h"

#include <cstring>
#include <filesystem>
#include <new>

#include "pliant/fail.h"
#include "pliant/io/gltf.h"
#include "pliant/io/input_file.h"
#include "pliant/io/obj.h"
#include "pliant/io/ply.h"
#include "pliant/io/stl.h"
#include "pliant/io/words.h"

namespace pliant {
namespace {

bool isObj(std::string_view text) {
    Lines lines(text);
    while (!lines.isAtEnd()) {
        std::string_view line = lines.take();
        const std::string_view keyword = takeWord(line);
        if (keyword == "v" || keyword == "f") return true;
    }
    return false;
}

Result<MeshDescription> parseMesh(std::string_view bytes, const std::string& path) {
    if (isPly(bytes)) return parsePly(bytes, path);
    if (isBinaryStl(bytes)) return parseBinaryStl(bytes, path);
    if (isAsciiStl(bytes)) return parseAsciiStl(bytes, path);
    if (isGltf(bytes)) return parseGltf(bytes, path, std::filesystem::path(path).parent_path());
    if (isObj(bytes)) return parseObj(bytes, path);
    return fail("{}: by its content this is no mesh: neither OBJ, PLY, glTF, nor STL of as many bytes as it says",
                path);
}

}  // namespace

Result<MeshDescription> readMesh(const std::string& path) {
    try {
        const Result<std::string> bytes = readInput(path);
        if (!bytes) return bytes.error();
        Result<MeshDescription> mesh = parseMesh(*bytes, path);
        if (!mesh) return Error{mesh.error().message, ErrorKind::File};
        return mesh;
    } catch (const std::bad_alloc&) {
        return failAs(ErrorKind::OutOfMemory, "{}: the mesh does not fit into memory", path);
    }
}

}  // namespace pliant
