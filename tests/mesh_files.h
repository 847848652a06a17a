#pragma once

// Small meshes as files of every format that is read, and shorthands for looking at what was read.

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "command.h"
#include "pliant/io/mesh_reader.h"

namespace pliant::tests {

using Indices = std::vector<std::uint32_t>;

inline void expectMesh(const Result<MeshDescription>& mesh, const std::vector<vec3>& vertices, const Indices& sizes,
                       const Indices& corners) {
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->vertices, vertices);
    EXPECT_EQ(mesh->faceSizes, sizes);
    EXPECT_EQ(mesh->faceCorners, corners);
}

template <class T>
std::string bytesOf(const std::vector<T>& items) {
    return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T)};
}

inline const std::string kObj = "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 0 1\nf 2 3 4\n";

inline const std::string kPly =
    "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
    "9 9 9\n0 0 1\n1 0 1\n1 0 0\n0 0 0\n2 0 0\n"
    "4 1 2 3 4\n3 3 2 5\n";

inline const std::string kStl =
    "solid s\n"
    "facet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\nendfacet\n"
    "facet normal 0 1 0\nouter loop\nvertex 1 0 0\nvertex 0 0 1\nvertex 1 0 1\nendloop\nendfacet\n"
    "endsolid s\n";

/// The two triangles of kStl, as bytes.
inline std::string binaryStl() {
    const std::string attributes(2, '\0');
    return std::string(80, ' ') + bytesOf<std::uint32_t>({2}) +
           bytesOf<vec3>({{0, 1, 0}, {0, 0, 0}, {0, 0, 1}, {1, 0, 0}}) + attributes +
           bytesOf<vec3>({{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}}) + attributes;
}

/// The same bytes in the other order.
template <class T>
std::string bigEndian(const std::vector<T>& items) {
    std::string bytes = bytesOf(items);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(T))
        std::reverse(bytes.begin() + std::ptrdiff_t(i), bytes.begin() + std::ptrdiff_t(i + sizeof(T)));
    return bytes;
}

/// A square with a shade at each corner and a list besides, as a face, and as a strip that is cut in two: four
/// triangles.
inline std::string binaryPly(bool isBig) {
    const auto put = [&](const auto& items) { return isBig ? bigEndian(items) : bytesOf(items); };
    std::string text = std::string("ply\r\nformat binary_") + (isBig ? "big" : "little") +
                       "_endian 1.0\r\ncomment x\r\nelement vertex 4\r\nproperty uchar shade\r\nproperty float x\r\n"
                       "property double y\r\nproperty short z\r\nproperty list ushort char more\r\n"
                       "element face 1\r\nproperty list uint ushort vertex_index\r\n"
                       "element tristrips 1\r\nproperty list int int vertex_indices\r\nend_header\r\n";
    for (int i = 0; i < 4; ++i) {
        text += char(i);
        text += put(std::vector<float>{float(i % 2)});
        text += put(std::vector<double>{0.5});
        text += put(std::vector<std::int16_t>{std::int16_t(-(i / 2))});
        text += put(std::vector<std::uint16_t>{2}) + "ab";
    }
    text += put(std::vector<std::uint32_t>{4}) + put(std::vector<std::uint16_t>{0, 1, 3, 2});
    return text + put(std::vector<std::int32_t>{8, 0, 1, 2, 3, -1, 3, 2, 1});
}

/// The parts of a small glTF file: a square of two triangles, shown twice, where it is and 10 m further along x.
struct GltfParts {
    std::string scene = R"("scene": 0, "scenes": [{"nodes": [0, 1]}])";
    std::string nodes = R"({"mesh": 0}, {"mesh": 0, "translation": [10, 0, 0]})";
    std::string meshes = R"({"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]})";
    std::string accessors = R"({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
                                "min": [0, 0, 0], "max": [1, 0, 1]},
                               {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"})";
    std::string views = R"({"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12})";
    std::string bytes =
        bytesOf<vec3>({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}}) + bytesOf<std::uint16_t>({0, 2, 1, 1, 2, 3});
    std::string uri;   ///< of the buffer; empty: none
    std::string more;  ///< members of the root, each with a comma before it

    std::string json() const {
        return R"({"asset": {"version": "2.0"}, )" + scene + R"(, "nodes": [)" + nodes + R"(], "meshes": [)" + meshes +
               R"(], "accessors": [)" + accessors + R"(], "bufferViews": [)" + views +
               R"(], "buffers": [{"byteLength": )" + std::to_string(bytes.size()) +
               (uri.empty() ? "" : R"(, "uri": ")" + uri + '"') + "}]" + more + "}";
    }
    std::string withData() const {
        GltfParts parts = *this;
        parts.uri = "data:application/octet-stream;base64," + base64(bytes);
        return parts.json();
    }
    std::string glb() const {
        const auto word = [](std::size_t n) { return bytesOf<std::uint32_t>({std::uint32_t(n)}); };
        std::string text = json();
        text.append((4 - text.size() % 4) % 4, ' ');
        return "glTF" + word(2) + word(12 + 8 + text.size() + 8 + bytes.size()) + word(text.size()) + "JSON" + text +
               word(bytes.size()) + std::string("BIN\0", 4) + bytes;
    }
};

inline const std::vector<vec3> kGltfVertices = {{0, 0, 0},  {1, 0, 0},  {0, 0, 1},  {1, 0, 1},
                                                {10, 0, 0}, {11, 0, 0}, {10, 0, 1}, {11, 0, 1}};
inline const Indices kGltfCorners = {0, 2, 1, 1, 2, 3, 4, 6, 5, 5, 6, 7};

}  // namespace pliant::tests
