// glTF: where its bytes come from, what accessors, primitives and nodes say, and what it could ruin a reader with.

#include <cmath>

#include "mesh_files.h"

namespace pliant {
namespace {

using namespace tests;
using testing::IsSubstring;

Result<MeshDescription> readText(const std::string& text) {
    const TempFolder folder;
    writeFile(folder / "mesh", text);
    return readMesh(folder / "mesh");
}

void expectRefused(const std::string& text, const std::string& says) {
    SCOPED_TRACE(text.substr(0, 2000));
    const auto mesh = readText(text);
    ASSERT_FALSE(mesh);
    EXPECT_PRED_FORMAT2(IsSubstring, says, mesh.error().message);
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
    return text.replace(text.find(part), part.size(), by);
}

// The square, shown once.
GltfParts square() {
    GltfParts parts;
    parts.nodes = R"({"mesh": 0})";
    parts.scene = R"("scene": 0, "scenes": [{"nodes": [0]}])";
    return parts;
}
const std::vector<vec3> kSquare = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
const Indices kCorners = {0, 2, 1, 1, 2, 3};

TEST(Gltf, TakesItsBytesFromAFileBesideIt) {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "my parts");
    GltfParts parts = square();
    writeFile(folder / "my parts/a.bin", parts.bytes + "and more");
    for (const char* uri : {"my parts/a.bin", "my%20parts/a%2Ebin", "./my parts/a.bin"}) {
        SCOPED_TRACE(uri);
        parts.uri = uri;
        writeFile(folder / "a.gltf", parts.json());
        expectMesh(readMesh(folder / "a.gltf"), kSquare, {3, 3}, kCorners);
    }
    writeFile(folder / "my parts/a.bin", parts.bytes.substr(1));
    EXPECT_PRED_FORMAT2(IsSubstring, "should have 60 bytes, but has 59", readMesh(folder / "a.gltf").error().message);
}

TEST(Gltf, OpensNothingButFilesBesideIt) {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "inner");
    GltfParts parts = square();
    writeFile(folder / "a.bin", parts.bytes);
    const std::string absolute = folder / "a.bin";
    for (const std::string& uri :
         {std::string("../a.bin"), std::string("x/../../a.bin"), std::string("%2e%2e/a.bin"), absolute,
          "file://" + absolute, std::string("file:a.bin"), std::string("http://a/a.bin"), std::string("..\\\\a.bin"),
          std::string("a%00.bin"), std::string("a%2.bin"), std::string("."), std::string("missing.bin")}) {
        SCOPED_TRACE(uri);
        parts.uri = uri;
        writeFile(folder / "inner/a.gltf", parts.json());
        const auto mesh = readMesh(folder / "inner/a.gltf");
        ASSERT_FALSE(mesh);
        EXPECT_PRED_FORMAT2(IsSubstring, "buffer 0", mesh.error().message);
    }
}

TEST(Gltf, RefusesBytesThatAreNotThere) {
    const GltfParts parts = square();
    expectRefused(parts.json(), "no 'uri'");
    const std::string good = parts.withData();
    expectRefused(replaced(good, ";base64,", ";base64,!"), "no base64");
    expectRefused(replaced(good, ";base64,", ","), "no base64");
    expectRefused(replaced(good, R"("byteLength": 60)", R"("byteLength": 61)"), "should have 61 bytes, but has 60");
    expectRefused(replaced(good, R"("byteLength": 60)", R"("byteLength": -60)"), "'byteLength' must be a whole number");
    expectRefused(replaced(good, R"("byteOffset": 48)", R"("byteOffset": 49)"), "not all in buffer 0");
    expectRefused(replaced(good, R"("byteOffset": 48)", R"("byteOffset": 18446744073709551610)"),
                  "not all in buffer 0");
    expectRefused(replaced(good, R"("byteLength": 12)", R"("byteLength": 11)"), "not all in buffer view 1");
    expectRefused(replaced(good, R"("count": 6)", R"("count": 7)"), "7 elements 2 bytes apart");
    expectRefused(replaced(good, R"("count": 4)", R"("count": 18446744073709551615)"), "repeat so much");
    expectRefused(replaced(good, R"("count": 6)", R"("count": 18446744073709551615)"), "too many");
    expectRefused(replaced(good, R"("byteLength": 48)", R"("byteLength": 48, "byteStride": 8)"), "8 bytes apart");
    expectRefused(replaced(good, R"("byteLength": 48)", R"("byteLength": 48, "byteStride": 16)"), "16 bytes apart");
    expectRefused(replaced(good, R"("bufferView": 0)", R"("bufferView": 2)"), "no 2 of 'bufferViews'");
    expectRefused(replaced(good, R"("bufferView": 0, )", ""), "no buffer view");
    expectRefused(replaced(good, R"("buffer": 0)", R"("buffer": 1)"), "no 1 of 'buffers'");
}

TEST(Gltf, ABinaryFileIsWhole) {
    const std::string whole = square().glb();
    expectMesh(readText(whole), kSquare, {3, 3}, kCorners);
    for (std::size_t size = 4; size < whole.size(); ++size)
        ASSERT_FALSE(readText(whole.substr(0, size))) << size;
    const auto with = [&](std::size_t offset, std::uint32_t word) {
        return std::string(whole).replace(offset, 4, bytesOf<std::uint32_t>({word}));
    };
    expectRefused(with(4, 1), "version 1");
    expectRefused(with(8, 0), "no JSON");
    expectRefused(with(8, 0xffffffff), "should have 4294967295 bytes");
    expectRefused(with(12, 0xffffffff), "chunk 0 should have 4294967295 bytes");
    expectRefused(with(16, 0x004e4942), "the first chunk is no JSON");
}

TEST(Gltf, IndicesAndCoordinatesOfEveryType) {
    GltfParts parts = square();
    parts.views =
        R"({"buffer": 0, "byteLength": 64, "byteStride": 16}, {"buffer": 0, "byteOffset": 64, "byteLength": 40})";
    std::string points;
    for (const vec3& p : kSquare)
        points += bytesOf<float>({p.x, p.y, p.z, 7.0f});
    const std::string square = R"({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}, )";
    const struct {
        int type;
        std::string bytes;
    } kIndices[] = {{5121, bytesOf<std::uint8_t>({0, 2, 1, 1, 2, 3})},
                    {5123, bytesOf<std::uint16_t>({0, 2, 1, 1, 2, 3})},
                    {5125, bytesOf<std::uint32_t>({0, 2, 1, 1, 2, 3})}};
    for (const auto& [type, bytes] : kIndices) {
        parts.accessors = square + R"({"bufferView": 1, "byteOffset": 4, "componentType": )" + std::to_string(type) +
                          R"(, "count": 6, "type": "SCALAR"})";
        parts.bytes = points + "pad " + bytes + std::string(36 - bytes.size(), '\0');
        expectMesh(readText(parts.glb()), kSquare, {3, 3}, kCorners);
    }

    const struct {
        int type;
        bool isNormalized;
        std::string bytes;
        vec3 corner;
    } kPoints[] = {{5120, false, bytesOf<std::int8_t>({0, 0, 0, 0, -3, 0, 5, 0, 0, 0, 7, 0}), {-3, 0, 5}},
                   {5121, false, bytesOf<std::uint8_t>({0, 0, 0, 0, 200, 0, 5, 0, 0, 0, 7, 0}), {200, 0, 5}},
                   {5122, true, bytesOf<std::int16_t>({0, 0, 0, 0, -32768, 0, 32767, 0, 0, 0, 7, 0}), {-1, 0, 1}},
                   {5123, true, bytesOf<std::uint16_t>({0, 0, 0, 0, 65535, 0, 0, 0, 0, 0, 7, 0}), {1, 0, 0}}};
    parts.meshes = R"({"primitives": [{"attributes": {"POSITION": 0}}]})";
    for (const auto& [type, isNormalized, bytes, corner] : kPoints) {
        parts.views = R"({"buffer": 0, "byteLength": )" + std::to_string(bytes.size()) + R"(, "byteStride": )" +
                      std::to_string(bytes.size() / 3) + "}";
        parts.accessors = R"({"bufferView": 0, "componentType": )" + std::to_string(type) +
                          R"(, "count": 3, "type": "VEC3", "normalized": )" + (isNormalized ? "true}" : "false}");
        parts.bytes = bytes;
        const auto mesh = readText(parts.glb());
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->vertices[1], corner);
    }
}

TEST(Gltf, RefusesTypesThatAreNone) {
    const std::string good = square().withData();
    expectRefused(replaced(good, "5126", "5125"), "5125 is none of coordinates");
    expectRefused(replaced(good, "5126", "5130"), "5130 is none of coordinates");
    expectRefused(replaced(good, "5123", "5126"), "5126 is none of indices");
    expectRefused(replaced(good, R"("VEC3")", R"("VEC2")"), "its type must be VEC3");
    expectRefused(replaced(good, R"("SCALAR")", "7"), "its type must be SCALAR");
    expectRefused(replaced(good, R"("POSITION": 0)", R"("POSITION": 9)"), "no 9 of 'accessors'");
    expectRefused(replaced(good, R"("POSITION": 0)", R"("POSITION": 0.5)"), "'POSITION' must be a whole number");
}

TEST(Gltf, SparseAccessorsDifferFromTheirView) {
    GltfParts parts = square();
    parts.bytes += bytesOf<std::uint16_t>({1, 3}) + bytesOf<vec3>({{5, 5, 5}, {6, 6, 6}});
    parts.views += R"(, {"buffer": 0, "byteOffset": 60, "byteLength": 28})";
    const std::string sparse =
        R"(, "sparse": {"count": 2, "indices": {"bufferView": 2, "componentType": 5123},
                        "values": {"bufferView": 2, "byteOffset": 4}})";
    const std::string withView = replaced(parts.accessors, R"("type": "VEC3")", R"("type": "VEC3")" + sparse);
    parts.accessors = withView;
    expectMesh(readText(parts.glb()), {{0, 0, 0}, {5, 5, 5}, {0, 0, 1}, {6, 6, 6}}, {3, 3}, kCorners);
    parts.accessors = replaced(withView, R"("bufferView": 0, )", "");
    expectMesh(readText(parts.glb()), {{0, 0, 0}, {5, 5, 5}, {0, 0, 0}, {6, 6, 6}}, {3, 3}, kCorners);
    parts.accessors = replaced(withView, R"("count": 4)", R"("count": 3)");
    expectRefused(parts.glb(), "has 3 elements, and a sparse one is 3");
    parts.accessors = replaced(withView, R"("count": 2)", R"("count": 3)");
    expectRefused(parts.glb(), "not all in buffer view 2");
}

TEST(Gltf, PrimitivesAreTrianglesStripsOrFans) {
    const auto cornersOf = [](const std::string& primitives) {
        GltfParts parts = square();
        parts.meshes = R"({"primitives": [)" + primitives + "]}";
        const auto mesh = readText(parts.glb());
        EXPECT_TRUE(mesh) << mesh.error().message;
        if (mesh) {
            EXPECT_EQ(mesh->vertices, kSquare);
        }
        return mesh ? mesh->faceCorners : Indices();
    };
    const std::string all = R"({"attributes": {"POSITION": 0}, "mode": )";
    EXPECT_EQ(cornersOf(all + "5}"), Indices({0, 1, 2, 2, 1, 3}));
    EXPECT_EQ(cornersOf(all + "6}"), Indices({0, 1, 2, 0, 2, 3}));
    // The indices are 0 2 1 1 2 3: what uses a vertex twice joins parts of a strip.
    EXPECT_EQ(cornersOf(all + R"(5, "indices": 1})"), Indices({0, 2, 1, 2, 1, 3}));
    // Points and lines are left out; vertices that primitives share are there once.
    EXPECT_EQ(cornersOf(all + "0}, " + all + "1}, " + all + "5}, " + all + R"(4, "indices": 1})"),
              Indices({0, 1, 2, 2, 1, 3, 0, 2, 1, 1, 2, 3}));
    GltfParts parts = square();
    parts.meshes = R"({"primitives": [)" + all + "7}]}";
    expectRefused(parts.glb(), "no mode 7");
    parts.meshes = R"({"primitives": [)" + all + "4}]}";
    expectRefused(parts.glb(), "4 indices are no triangles");
    parts.meshes = R"({"primitives": [)" + all + "1}]}";
    expectRefused(parts.glb(), "no faces");
    parts.meshes = R"({"primitives": [{}]})";
    expectRefused(parts.glb(), "no faces");
    parts = square();
    parts.bytes.replace(58, 2, bytesOf<std::uint16_t>({4}));
    expectRefused(parts.glb(), "uses vertex 4, but there are 4");
    parts = square();
    parts.bytes.replace(12, 4, bytesOf<float>({INFINITY}));
    expectRefused(parts.glb(), "node 0: vertex 1 of mesh 0 lies at (inf");
}

TEST(Gltf, NodesPlaceTheirMeshes) {
    const auto verticesOf = [](const std::string& nodes, const std::string& scene) {
        GltfParts parts = square();
        parts.nodes = nodes;
        parts.scene = scene;
        const auto mesh = readText(parts.glb());
        EXPECT_TRUE(mesh) << mesh.error().message;
        return mesh ? mesh->vertices : std::vector<vec3>();
    };
    const std::string first = R"("scene": 0, "scenes": [{"nodes": [0]}])";
    // Scaled, then turned by a right angle about y, then moved; the child's place is in its parent's space.
    const std::string turned = R"({"translation": [1, 2, 3], "rotation": [0, 0.7071067811865476, 0, 0.7071067811865476],
                                   "scale": [2, 1, 1], "children": [1]}, {"mesh": 0, "translation": [1, 0, 0]})";
    const std::vector<vec3> vertices = verticesOf(turned, first);
    const std::vector<vec3> expected = {{1, 2, 1}, {1, 2, -1}, {2, 2, 1}, {2, 2, -1}};
    ASSERT_EQ(vertices.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i)
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_NEAR(vertices[i][axis], expected[i][axis], 1e-6) << i;
    const std::string matrix = R"({"mesh": 0, "matrix": [0,1,0,0, 1,0,0,0, 0,0,2,0, 5,6,7,1]})";
    EXPECT_EQ(verticesOf(matrix, first), (std::vector<vec3>{{5, 6, 7}, {5, 7, 7}, {5, 6, 9}, {5, 7, 9}}));
    // Without a scene all that are nobody's children, with scenes and no choice the first.
    const std::string chain = R"({"mesh": 0, "translation": [0, 1, 0]}, {"children": [0], "translation": [0, 2, 0]})";
    EXPECT_EQ(verticesOf(chain, R"("x": 0)").front(), vec3(0, 3, 0));
    EXPECT_EQ(verticesOf(chain, R"("scenes": [{"nodes": [0]}])").front(), vec3(0, 1, 0));
}

TEST(Gltf, RefusesNodesThatAreWrong) {
    const auto refuse = [](const std::string& nodes, const std::string& says) {
        GltfParts parts = square();
        parts.nodes = nodes;
        expectRefused(parts.glb(), says);
    };
    refuse(R"({"children": [0]})", "node 0 is reached twice");
    refuse(R"({"children": [1]}, {"children": [2]}, {"children": [1]})", "node 1 is reached twice");
    refuse(R"({"children": [1, 1]}, {"mesh": 0})", "node 1 is reached twice");
    refuse(R"({"children": [7]})", "no node 7; there are 1");
    refuse(R"({"children": [-1]})", "'children' must be an array of whole numbers");
    refuse(R"({"children": 1})", "'children' must be an array");
    refuse(R"({"mesh": 1})", "no 1 of 'meshes'");
    refuse("7", "no object");
    refuse(R"({"mesh": 0, "matrix": [1, 2, 3]})", "'matrix' must be an array of 16 numbers");
    refuse(R"({"mesh": 0, "scale": [1, 2, "3"]})", "'scale' must be an array of 3 numbers");
    refuse(R"({"mesh": 0, "rotation": [0, 0, 0, 0]})", "unit quaternion");
    refuse(R"({"mesh": 0, "scale": [1e300, 1e300, 1e300]})", "finite");
    GltfParts parts = square();
    parts.scene = R"("scene": 1, "scenes": [{"nodes": [0]}])";
    expectRefused(parts.glb(), "no 1 of 'scenes'");
}

TEST(Gltf, RefusesWhatIsNotReadByName) {
    const std::string good = square().withData();
    expectRefused(replaced(good, R"("version": "2.0")", R"("version": "1.0")"), "version 1.0");
    expectRefused(replaced(good, R"("version": "2.0")", R"("version": 2)"), "no version");
    expectRefused(replaced(good, R"("asset")", R"("assets")"), "no 'asset'");
    expectRefused(good.substr(0, 200), "no JSON from byte 201 on");
    expectRefused(replaced(good, "5126", "1e999"), "out of range");
    GltfParts parts = square();
    for (const char* name : {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "EXT_mesh_gpu_instancing"}) {
        parts.more = R"(, "extensionsRequired": ["KHR_materials_unlit", ")" + std::string(name) + "\"]";
        expectRefused(parts.glb(), name);
    }
    parts.more = R"(, "extensionsRequired": ["KHR_materials_unlit", "KHR_mesh_quantization"])";
    EXPECT_TRUE(readText(parts.glb()));
}

// A recursion would overflow its stack.
TEST(Gltf, NodesAndJsonMayBeNestedDeeply) {
    constexpr int kDepth = 200'000;
    GltfParts parts = square();
    parts.nodes.clear();
    for (int i = 1; i < kDepth; ++i)
        parts.nodes += R"({"children": [)" + std::to_string(i) + "]}, ";
    parts.nodes += R"({"mesh": 0})";
    parts.more = R"(, "extras": )" + std::string(kDepth, '[') + std::string(kDepth, ']');
    expectMesh(readText(parts.glb()), kSquare, {3, 3}, kCorners);
    expectRefused(std::string(kDepth, '{'), "no JSON");
    expectRefused("{\"a\":" + std::string(kDepth, '['), "no JSON");
}

// A thousand nodes times a thousand primitives of 4 vertices and 6 indices, from 60 kB.
TEST(Gltf, DoesNotGrowOutOfProportion) {
    const auto repeat = [](const std::string& text, int count) {
        std::string all = text;
        for (int i = 1; i < count; ++i)
            all += ", " + text;
        return all;
    };
    GltfParts parts = square();
    parts.scene = R"("x": 0)";
    parts.nodes = repeat(R"({"mesh": 0})", 1000);
    EXPECT_TRUE(readText(parts.glb())) << "a thousand squares";
    parts.meshes = R"({"primitives": [)" + repeat(R"({"attributes": {"POSITION": 0}, "indices": 1})", 1000) + "]}";
    expectRefused(parts.glb(), "repeat so much");
    // Nor in time: what is left out is looked at once.
    parts.meshes = R"({"primitives": [)" + repeat(R"({"mode": 0})", 50'000) + "]}";
    parts.nodes = repeat(R"({"mesh": 0})", 50'000);
    expectRefused(parts.glb(), "no faces");
}

}  // namespace
}  // namespace pliant
