// Meshes from files: which format it is, PLY and STL. glTF has a program of its own, and so has OBJ's text (io_test).

#include "mesh_files.h"

namespace pliant {
namespace {

using namespace tests;
using testing::IsSubstring;

Result<MeshDescription> readText(const std::string& text, const std::string& name = "mesh") {
    const TempFolder folder;
    writeFile(folder / name, text);
    return readMesh(folder / name);
}

void expectRefused(const std::string& text, const std::string& says) {
    SCOPED_TRACE(text);
    const TempFolder folder;
    writeFile(folder / "mesh", text);
    const auto mesh = readMesh(folder / "mesh");
    ASSERT_FALSE(mesh);
    EXPECT_TRUE(mesh.error().message.starts_with(folder / "mesh")) << mesh.error().message;
    EXPECT_PRED_FORMAT2(IsSubstring, says, mesh.error().message);
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
    return text.replace(text.find(part), part.size(), by);
}

const struct {
    const char* format;
    std::string text;
    std::vector<vec3> vertices;
    Indices sizes, corners;
} kFiles[] = {
    {"obj", kObj, {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {3}, {1, 2, 3}},
    {"ply",
     kPly,
     {{9, 9, 9}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}, {0, 0, 0}, {2, 0, 0}},  // the first is used by no face
     {4, 3},
     {1, 2, 3, 4, 3, 2, 5}},
    {"stl",
     kStl,
     {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}},  // three to a facet
     {3, 3},
     {0, 1, 2, 3, 4, 5}},
    {"stl",
     binaryStl(),
     {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}},
     {3, 3},
     {0, 1, 2, 3, 4, 5}},
    {"gltf", GltfParts().withData(), kGltfVertices, {3, 3, 3, 3}, kGltfCorners},
    {"glb", GltfParts().glb(), kGltfVertices, {3, 3, 3, 3}, kGltfCorners},
};

TEST(MeshFile, NumbersVerticesAsTheFileDoes) {
    for (const auto& [format, text, vertices, sizes, corners] : kFiles) {
        SCOPED_TRACE(format);
        const TempFolder folder;
        const std::string path = folder / (std::string("mesh.") + format);
        writeFile(path, text);
        const auto mesh = readMesh(path);
        expectMesh(mesh, vertices, sizes, corners);
        if (mesh) {
            EXPECT_EQ(mesh->name, path);
        }
    }
}

TEST(MeshFile, IsKnownByItsContentWhateverItIsCalled) {
    for (const auto& file : kFiles) {
        for (const char* name : {"a", "a.xyz", "A.OBJ", "a.ply", "a.stl", "a.gltf", "a.glb"}) {
            SCOPED_TRACE(std::string(file.format) + " called " + name);
            expectMesh(readText(file.text, name), file.vertices, file.sizes, file.corners);
        }
    }
}

TEST(MeshFile, ErrorsNameTheFile) {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "folder.obj");
    writeFile(folder / "empty.obj", "");
    for (const char* name : {"missing.obj", "folder.obj", "empty.obj", "", "no/such/folder.obj"}) {
        SCOPED_TRACE(name);
        const auto mesh = readMesh(folder / name);
        ASSERT_FALSE(mesh);
        EXPECT_TRUE(mesh.error().message.starts_with(folder / name)) << mesh.error().message;
    }
    expectRefused("\x01\x02garbage\xff\xfe\n{[<ply\n", "no mesh");
    expectRefused("Dear reader,\nthis is a letter.\n", "no mesh");
    expectRefused(std::string(1000, '\0'), "no mesh");
    expectRefused(binaryStl().substr(0, 183), "no mesh");
    expectRefused(binaryStl() + " ", "no mesh");
}

// No importer may wait for what does not come, whatever the file is called.
TEST(MeshFile, RefusesACutPlyWhateverItIsCalled) {
    for (const char* name : {"a.ply", "a.gltf", "a.glb", "a.stl"}) {
        for (const std::size_t size : {4u, 5u, 20u, 89u, 120u})
            EXPECT_FALSE(readText(kPly.substr(0, size), name)) << name << ' ' << size;
    }
}

TEST(Ply, ReadsBytesOfEitherOrder) {
    for (const bool isBig : {false, true}) {
        SCOPED_TRACE(isBig);
        expectMesh(readText(binaryPly(isBig)), {{0, 0.5f, 0}, {1, 0.5f, 0}, {0, 0.5f, -1}, {1, 0.5f, -1}}, {4, 3, 3, 3},
                   {0, 1, 3, 2, 0, 1, 2, 2, 1, 3, 3, 2, 1});
    }
}

std::string plyOf(int vertices, const std::string& elements, const std::string& lines) {
    std::string text = "ply\nformat ascii 1.0\nelement vertex " + std::to_string(vertices) +
                       "\nproperty float x\nproperty float y\nproperty float z\n" + elements + "end_header\n";
    for (int i = 0; i < vertices; ++i)
        text += std::to_string(i) + " 0 " + std::to_string(i % 2) + "\n";
    return text + lines;
}

// All run the same way round. A vertex that is repeated joins parts of a strip and makes no triangle.
TEST(Ply, StripsAreRowsOfTriangles) {
    const std::string strips = "element tristrips 1\nproperty list int int vertex_indices\n";
    const auto corners = [&](const std::string& line) {
        const auto mesh = readText(plyOf(7, strips, line));
        EXPECT_TRUE(mesh) << mesh.error().message;
        return mesh ? mesh->faceCorners : Indices();
    };
    EXPECT_EQ(corners("5 0 1 2 3 4\n"), Indices({0, 1, 2, 2, 1, 3, 2, 3, 4}));
    EXPECT_EQ(corners("9 0 1 2 -1 3 4 5 6 -1\n"), Indices({0, 1, 2, 3, 4, 5, 5, 4, 6}));
    EXPECT_EQ(corners("11 0 1 -1 -1 2 -1 3 4 5 -1 6\n"), Indices({3, 4, 5}));
    EXPECT_EQ(corners("8 0 1 2 2 3 3 4 5\n"), Indices({0, 1, 2, 4, 3, 5}));
    expectRefused(plyOf(7, strips, "3 0 1 7\n"), ":17: tristrips 0: it uses vertex 7");
    expectRefused(plyOf(7, strips, "3 0 1 -2\n"), "vertex -2");
    expectRefused(plyOf(7, strips, "3 0 1 -1\n"), "no faces");
}

TEST(Ply, OtherElementsArePassedOver) {
    expectMesh(
        readText(plyOf(3,
                       "element nothing 4000000000\nelement edge 2\nproperty int a\nproperty list uchar float b\n"
                       "element face 3\nproperty uchar flags\nproperty list uchar uint vertex_indices\n",
                       "1 2 0.5 0.25\n\n7 0\n255 3 2 1 0\n9 2 0 1\n9 0\n")),
        {{0, 0, 0}, {1, 0, 1}, {2, 0, 0}}, {3}, {2, 1, 0});
}

TEST(Ply, FacesMayComeBeforeTheirVertices) {
    expectMesh(
        readText("ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 3\n"
                 "property float32 z\nproperty float64 y\nproperty int8 x\nend_header\n"
                 "3 0 2 1\n1 2 3\n4 5 6\n7 8 9"),
        {{3, 2, 1}, {6, 5, 4}, {9, 8, 7}}, {3}, {0, 2, 1});
}

TEST(Ply, ErrorsNameTheLineAndTheElement) {
    const std::string face = "element face 1\nproperty list uchar int vertex_indices\n";
    const struct {
        std::string text, says;
    } kCases[] = {
        {kPly.substr(0, kPly.find("element face")), "no end_header"},
        {replaced(kPly, "format ascii 1.0\n", ""), "no format"},
        {replaced(kPly, "ascii", "binary"), ":2: 'binary'"},
        {replaced(kPly, "element vertex 6", "element vertex six"), ":3: 'six'"},
        {replaced(kPly, "element vertex 6", "element vertex -6"), ":3: '-6'"},
        {replaced(kPly, "element face", "element vertex"), "twice"},
        {replaced(kPly, "float x", "real x"), ":4: 'real'"},
        {replaced(kPly, "uchar int", "float int"), ":8: 'float'"},
        {replaced(kPly, "uchar int", "uchar float"), "no list of whole numbers"},
        {replaced(kPly, "vertex_indices", "corners"), "no list of whole numbers"},
        {replaced(kPly, "float x", "float u"), "no x"},
        {replaced(kPly, "property float y", "property list int float y"), "no y"},
        {replaced(kPly, "element vertex 6", "elephant vertex 6"), ":3: 'elephant'"},
        {"ply\nformat ascii 1.0\nproperty float x\n", ":3: the property"},
        {replaced(kPly, "1 0 1\n", "1 0 one\n"), ":12: vertex 2: a value of z"},
        {replaced(kPly, "1 0 1\n", "1 0\n"), ":12: vertex 2: a value of z"},
        {replaced(kPly, "1 0 1\n", "1 0 1 0\n"), ":12: vertex 2: the line has more"},
        {replaced(kPly, "1 0 1\n", "1 nan 1\n"), ":12: vertex 2: it lies at (1, nan, 1)"},
        {replaced(kPly, "1 0 1\n", "1e39 0 1\n"), "finite"},
        {replaced(kPly, "3 3 2 5", "3 3 2 6"), ":17: face 1: it uses vertex 6, but there are 6"},
        {replaced(kPly, "3 3 2 5", "3 3 2 3"), ":17: face 1: it uses vertex 3 twice"},
        {replaced(kPly, "3 3 2 5", "3 3 2 -1"), "vertex -1"},
        {replaced(kPly, "3 3 2 5", "3 3 2 99999999999"), "face 1: a value of vertex_indices"},
        {replaced(kPly, "3 3 2 5", "4 3 2 5"), "face 1: a value of vertex_indices"},
        {replaced(kPly, "3 3 2 5", "300 3 2 5"), "face 1: a value of vertex_indices"},
        {replaced(kPly, "3 3 2 5\n", ""), "announces 2 of element face, but the file ends after 1"},
        {replaced(kPly, "element face 2", "element face 4000000000"), "ends after 2"},
        {plyOf(3, "element face 1\nproperty list char int vertex_indices\n", "-1 0 1 2\n"), "length -1"},
        {plyOf(3, face, "2 0 1\n"), "no faces"},
        {plyOf(3, "", ""), "no faces"},
    };
    for (const auto& [text, says] : kCases)
        expectRefused(text, says);
    for (const bool isBig : {false, true}) {
        const std::string whole = binaryPly(isBig);
        for (std::size_t size = 4; size < whole.size(); ++size)
            ASSERT_FALSE(readText(whole.substr(0, size))) << size;
    }
}

TEST(Stl, ErrorsNameTheLineOrTheFacet) {
    const struct {
        std::string text, says;
    } kCases[] = {
        {"solid x\n", "before endsolid"},
        {"solid x\nendsolid x\n", "no faces"},
        {kStl.substr(0, 100), ":9: '' where outer"},
        {replaced(kStl, "endsolid s\n", ""), "before endsolid"},
        {replaced(kStl, "vertex 0 0 1", "vertd 0 0 1"), ":5: 'vertd' where vertex"},
        {replaced(kStl, "vertex 0 0 1", "vertex 0 0"), ":5: '' where a coordinate"},
        {replaced(kStl, "vertex 0 0 1", "vertex 0 0 1m"), ":5: '1m' where a coordinate"},
        {replaced(kStl, "vertex 0 0 1", "vertex 0 inf 1"), ":5: 'vertex' where finite"},
        {replaced(kStl, "endloop", "vertex 1 1 1\nendloop"), ":7: 'vertex' where endloop"},
        {replaced(kStl, "outer loop\n", ""), ":3: 'vertex' where outer"},
        {replaced(binaryStl(), bytesOf<float>({1.0f}), bytesOf<float>({1.0f})).replace(96, 4, bytesOf<float>({NAN})),
         "facet 0 has a vertex at (nan"},
        {std::string(84, '\0'), "no faces"},
    };
    for (const auto& [text, says] : kCases)
        expectRefused(text, says);
}

TEST(Stl, ABinaryFileMayBeginWithSolid) {
    std::string text = binaryStl();
    text.replace(0, 5, "solid");
    EXPECT_TRUE(readText(text));
}

}  // namespace
}  // namespace pliant
