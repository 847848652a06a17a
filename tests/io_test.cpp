// Files in and out: the OBJ parser, pictures of a frame, point caches, and files that are whole or not there.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "mesh_files.h"
#include "pliant/fail.h"
#include "pliant/io/frame_writer.h"
#include "pliant/io/obj.h"
#include "pliant/io/pc2.h"
#include "pliant/scene/rope.h"
#include "pliant/shared/portable.h"

namespace pliant {
namespace {

using namespace tests;
using testing::IsSubstring;

using Names = std::set<std::string>;

// The bits of all coordinates, so that NaN equals NaN and -0 is not 0.
std::vector<std::uint32_t> bitsOf(const std::vector<vec3>& points) {
    std::vector<std::uint32_t> bits;
    for (const vec3& p : points) {
        for (int axis = 0; axis < 3; ++axis)
            bits.push_back(bitsOfFloat(p[axis]));
    }
    return bits;
}

// As awkward to write as numbers of a mesh can be: the largest coordinate is 1e9 m.
const std::vector<vec3> kAwkward = {{1.0f / 3.0f, 1e-30f, 123456789.0f},
                                    {-1.0f / 3.0f, -0.0f, 0.1f},
                                    {std::numeric_limits<float>::denorm_min(), 16777217.0f, 1e9f},
                                    {std::nextafter(1.0f, 2.0f), std::numeric_limits<float>::min(), -1e-7f}};

TEST(Obj, KeepsTheFilesOwnOrderAndUnusedVertices) {
    expectMesh(parseObj("v 9 9 9\nv 0 0 1\nv 1 0 0\nv 0 0 0\nv 8 8 8\nf 4 3 2\n", "mesh.obj"),
               {{9, 9, 9}, {0, 0, 1}, {1, 0, 0}, {0, 0, 0}, {8, 8, 8}}, {3}, {3, 2, 1});
}

TEST(Obj, KeepsQuadsAndPolygons) {
    expectMesh(parseObj("v 0 0 0\nv 1 0 0\nv 2 0 1\nv 1 0 2\nv 0 0 1\nf 1 2 4 5\nf 1 2 3 4 5\nf 2 3 4\n", "mesh.obj"),
               {{0, 0, 0}, {1, 0, 0}, {2, 0, 1}, {1, 0, 2}, {0, 0, 1}}, {4, 5, 3},
               {0, 1, 3, 4, 0, 1, 2, 3, 4, 1, 2, 3});
}

TEST(Obj, KeepsDuplicateVertices) {
    expectMesh(parseObj("v 1 2 3\nv 1 2 3\nv 4 5 6\nf 3 2 1\n", "mesh.obj"), {{1, 2, 3}, {1, 2, 3}, {4, 5, 6}}, {3},
               {2, 1, 0});
}

TEST(Obj, ReadsTheSameTriangleHoweverItIsWritten) {
    const char* const kTexts[] = {
        "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n",
        "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3",                                   // no line end at the end
        "v 0 0 0\r\nv 1 0 0\r\nv 0 0 1\r\nf 1 2 3\r\n",                         // CRLF
        "  v\t0  0 0 \n\nv 1 0 0\t\nv 0 0 1\n f   1\t2 3  \n",                  // blanks
        "# v 7 7 7\nv 0 0 0 # origin\nv 1 0 0#\nv 0 0 1\n#\nf 1 2 3 # face\n",  // comments
        "# C:\\meshes\\\nv 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n",                 // a comment ends with its line
        "v 0 \\\n0 0\nv 1 0 \\\r\n0\nv 0 0 1\nf 1 \\\n 2 \\\n 3\n",             // goes on in the next line
        "v +0 +0.0 0\nv +1 0 0\nv 0 0 +1e0\nf +1 +2 +3\n",                      // signs
        "v 0. .0 0\nv 1.00 0e5 0\nv 0 0 10E-1\nf 1 2 3\n",                      // ways to write a number
        "v 0 0 0 1\nv 1 0 0 1 0.5 0.5\nv 0 0 1 1\nf 1 2 3\n",                   // weight, colour
        "v 0 0 0\nv 1 0 0\nv 0 0 1\nvt 0 0\nf 1/1 2/1 3/1\n",                   // texture
        "v 0 0 0\nv 1 0 0\nv 0 0 1\nvn 0 1 0\nf 1//1 2//1 3//1\n",              // normal
        "v 0 0 0\nv 1 0 0\nv 0 0 1\nvt 0 0\nvn 0 1 0\nf 1/1/1 2/1/1 3/1/1\n",   // both
        "v 0 0 0\nv 1 0 0\nv 0 0 1\nf -3 -2 -1\n",                              // counted back
        "v 0 0 0\nv 1 0 0\nv 0 0 1\nvt 0 0\nf -3/-1 2/-1 -1/-1\n",
        "mtllib a.mtl\no x\nv 0 0 0\ng y\nv 1 0 0\nvp 1\nv 0 0 1\ns off\nusemtl z\nl 1 2\np 1\nf 1 2 3\n",
    };
    for (const char* text : kTexts) {
        SCOPED_TRACE(text);
        expectMesh(parseObj(text, "mesh.obj"), {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {3}, {0, 1, 2});
    }
}

TEST(Obj, CountsNegativeIndicesFromTheFaceOn) {
    const char* const text = "v 0 0 0\nv 1 0 0\nv 0 0 1\nf -3 -2 -1\nv 1 0 1\nf -1 -2 -3\n";
    expectMesh(parseObj(text, "mesh.obj"), {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}}, {3, 3}, {0, 1, 2, 3, 2, 1});
}

TEST(Obj, RoundsNumbersToTheNearestFloat) {
    const auto mesh = parseObj("v 0.1 -0 16777217\nv 1e-45 3.4028235e38 1e-50\nv 0 0 1\nf 1 2 3\n", "mesh.obj");
    ASSERT_TRUE(mesh) << mesh.error().message;
    const std::vector<vec3> expected = {
        {0.1f, -0.0f, 16777216.0f},
        {std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max(), 0.0f},
        {0, 0, 1}};
    EXPECT_EQ(bitsOf(mesh->vertices), bitsOf(expected));
}

TEST(Obj, PassesOverAByteOrderMark) {
    expectMesh(parseObj("\xEF\xBB\xBFv 0 0 0\nv 1 0 0\nv 0 0 1\nf -3 -2 -1\n", "mesh.obj"),
               {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {3}, {0, 1, 2});
}

TEST(Obj, ErrorsNameFileAndLine) {
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 0 1\n";  // three lines
    const struct {
        std::string text;
        std::string start;
        std::string says;
    } kCases[] = {
        {"v 0 0 0\nv 1 x 0\n", "mesh.obj:2:", "'x'"},
        {"v 0 0\n", "mesh.obj:1:", "coordinate"},
        {"v\n", "mesh.obj:1:", "coordinate"},
        {"v 0 0 1.5m\n", "mesh.obj:1:", "'1.5m'"},
        {"v 0 0 1,5\n", "mesh.obj:1:", "'1,5'"},
        {"# head\n\nv 0 nan 0\n", "mesh.obj:3:", "nan"},
        {"v 0 0 inf\n", "mesh.obj:1:", "inf"},
        {"v -infinity 0 0\n", "mesh.obj:1:", "-infinity"},
        {"v 0 1e39 0\n", "mesh.obj:1:", "1e39"},
        {triangle + "f 0 1 2\n", "mesh.obj:4:", "vertex 0"},
        {triangle + "f 1 2 4\n", "mesh.obj:4:", "vertex 4"},
        {triangle + "f 1 2 -4\n", "mesh.obj:4:", "vertex -4"},
        {triangle + "f 1 2 99999999999\n", "mesh.obj:4:", "99999999999"},
        {triangle + "f 1 2 99999999999999999999\n", "mesh.obj:4:", "99999999999999999999"},
        {triangle + "f 1 2 -9223372036854775808\n", "mesh.obj:4:", "-9223372036854775808"},
        {triangle + "f 1 2 4\nv 1 1 1\n", "mesh.obj:4:", "vertex 4"},  // used before it is there
        {triangle + "f 1 2\n", "mesh.obj:4:", "2 corners"},
        {triangle + "f\n", "mesh.obj:4:", "0 corners"},
        {triangle + "f 1 2 x\n", "mesh.obj:4:", "'x'"},
        {triangle + "f 1 2 /3\n", "mesh.obj:4:", "'/3'"},
        {triangle + "f 1 2 3.5\n", "mesh.obj:4:", "'3.5'"},
        {"v 0 \\\n0 0\nv 1 0 x\n", "mesh.obj:3:", "'x'"},
        {"v 0 0 0\r\nv 1 0 x\r\n", "mesh.obj:2:", "'x'"},
        {triangle, "mesh.obj:", "no faces"},
        {"", "mesh.obj:", "no faces"},
        {std::string("\x00\xff\x01 garbage\n\x7f", 12), "mesh.obj:", "no faces"},
    };
    for (const auto& [text, start, says] : kCases) {
        SCOPED_TRACE(text);
        const auto mesh = parseObj(text, "mesh.obj");
        ASSERT_FALSE(mesh);
        EXPECT_TRUE(mesh.error().message.starts_with(start)) << mesh.error().message;
        EXPECT_PRED_FORMAT2(IsSubstring, says, mesh.error().message);
    }
}

// A quad and a triangle of awkward vertices, two of which lie at the same place and are welded, a rope of three and a
// rope of one.
Scene awkwardScene() {
    Scene scene;
    MeshDescription mesh;
    mesh.vertices = kAwkward;
    mesh.vertices.insert(mesh.vertices.begin() + 1, kAwkward[3]);  // vertices 1 and 4 are one particle
    mesh.faceSizes = {4, 3};
    mesh.faceCorners = {4, 3, 2, 0, 2, 1, 0};
    EXPECT_TRUE(addMesh(scene, mesh));
    for (const std::uint32_t count : {3u, 1u}) {
        RopeDescription rope;
        rope.count = count;
        EXPECT_TRUE(addRope(scene, rope));
    }
    return scene;
}

std::vector<vec3> awkwardVertices() {
    std::vector<vec3> vertices = kAwkward;
    vertices.insert(vertices.begin() + 1, kAwkward[3]);
    for (const float x : {0.0f, 0.5f, 1.0f, 0.0f})
        vertices.emplace_back(x, 0.0f, 0.0f);
    return vertices;
}

std::string written(const TempFolder& folder, Status (*write)(OutputFile&, const Scene&, const std::vector<vec3>&)) {
    const Scene scene = awkwardScene();
    EXPECT_EQ(scene.positions.size(), 4u + 3 + 1);
    auto file = OutputFile::create(folder / "frame");
    EXPECT_TRUE(file);
    EXPECT_TRUE(write(*file, scene, scene.positions));
    EXPECT_TRUE(file->finish());
    return readFile(folder / "frame");
}

TEST(Frame, NumbersVerticesAsTheUserDid) {
    const Scene scene = awkwardScene();
    EXPECT_EQ(bitsOf(userVertices(scene, scene.positions)), bitsOf(awkwardVertices()));
}

TEST(Frame, ObjGivesTheSameBitsWhenReadBack) {
    const TempFolder folder;
    const std::string text = written(folder, writeObj);
    const auto mesh = parseObj(text, "frame.obj");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(bitsOf(mesh->vertices), bitsOf(awkwardVertices()));
    EXPECT_EQ(mesh->faceSizes, Indices({4, 3}));
    EXPECT_EQ(mesh->faceCorners, Indices({4, 3, 2, 0, 2, 1, 0}));
    EXPECT_PRED_FORMAT2(IsSubstring, "\nl 6 7 8\n", text);
    EXPECT_EQ(text.find("\nl "), text.rfind("\nl ")) << "a rope of one particle has no line";
}

TEST(Frame, PlyGivesTheSameBitsWhenReadBack) {
    const TempFolder folder;
    const std::string text = written(folder, writePly);
    for (const char* line : {"element vertex 9\n", "element face 2\n", "element edge 2\n"}) {
        EXPECT_PRED_FORMAT2(IsSubstring, line, text);
    }
    std::istringstream lines(text.substr(text.find("end_header\n") + 11));
    std::vector<vec3> vertices;
    std::string x, y, z, rest;
    while (vertices.size() < 9 && lines >> x >> y >> z) {
        vertices.emplace_back(std::strtof(x.c_str(), nullptr), std::strtof(y.c_str(), nullptr),
                              std::strtof(z.c_str(), nullptr));
    }
    EXPECT_EQ(bitsOf(vertices), bitsOf(awkwardVertices()));
    std::getline(lines, rest, '\0');
    EXPECT_EQ(rest, "\n4 4 3 2 0\n3 2 1 0\n5 6\n6 7\n");
}

TEST(Frame, PlyIsReadBack) {
    const TempFolder folder;
    writeFile(folder / "frame.ply", written(folder, writePly));
    const auto mesh = readMesh(folder / "frame.ply");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(bitsOf(mesh->vertices), bitsOf(awkwardVertices()));
    EXPECT_EQ(mesh->faceSizes, Indices({4, 3}));
    EXPECT_EQ(mesh->faceCorners, Indices({4, 3, 2, 0, 2, 1, 0}));
}

// Two bodies, each with a vertex of no face before, between or behind the others.
Scene looseScene() {
    Scene scene;
    MeshDescription mesh;
    mesh.faceSizes = {3};
    mesh.vertices = {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {8, 8, 8}, {0, 0, 1}};
    mesh.faceCorners = {1, 2, 4};
    EXPECT_TRUE(addMesh(scene, mesh));
    mesh.vertices = {{0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {7, 7, 7}};
    mesh.faceCorners = {0, 1, 2};
    EXPECT_TRUE(addMesh(scene, mesh));
    return scene;
}

TEST(Frame, VerticesOfNoFaceStayWhereTheyWere) {
    const Scene scene = looseScene();
    std::vector<vec3> moved;
    for (const vec3& p : scene.positions)
        moved.push_back(p + vec3(0, 10, 0));
    const std::vector<vec3> expected = {{9, 9, 9},  {0, 10, 0}, {1, 10, 0}, {8, 8, 8}, {0, 10, 1},
                                        {0, 11, 0}, {1, 11, 0}, {0, 11, 1}, {7, 7, 7}};
    EXPECT_EQ(userVertices(scene, moved), expected);
    const TempFolder folder;
    for (const auto write : {writeObj, writePly}) {
        auto file = OutputFile::create(folder / "frame");
        ASSERT_TRUE(file);
        ASSERT_TRUE(write(*file, scene, moved));
        ASSERT_TRUE(file->finish());
        expectMesh(readMesh(folder / "frame"), expected, {3, 3}, {1, 2, 4, 5, 6, 7});
    }
}

TEST(Frame, RefusesWhatIsNotFiniteAndLeavesNoFile) {
    const Scene scene = looseScene();
    const TempFolder folder;
    for (const float number : {std::nanf(""), HUGE_VALF, -HUGE_VALF}) {
        for (const auto write : {writeObj, writePly}) {
            std::vector<vec3> positions = scene.positions;
            positions[2].y = number;
            auto file = OutputFile::create(folder / "frame");
            ASSERT_TRUE(file);
            const Status status = write(*file, scene, positions);
            ASSERT_FALSE(status);
            EXPECT_PRED_FORMAT2(IsSubstring, folder / "frame", status.error().message);
            EXPECT_PRED_FORMAT2(IsSubstring, "vertex 4", status.error().message);
        }
        EXPECT_EQ(folder.names(), Names());
    }
}

TEST(OutputFile, IsInItsPlaceOnlyWhenFinished) {
    const TempFolder folder;
    {
        auto file = OutputFile::create(folder / "x.obj");
        ASSERT_TRUE(file) << file.error().message;
        ASSERT_TRUE(file->write("half "));
        OutputFile moved = std::move(*file);
        ASSERT_TRUE(moved.write("whole"));
        EXPECT_FALSE(std::filesystem::exists(folder / "x.obj"));
        ASSERT_TRUE(moved.finish());
        EXPECT_EQ(readFile(folder / "x.obj"), "half whole");
    }
    EXPECT_EQ(folder.names(), Names({"x.obj"}));
}

TEST(OutputFile, LeavesNothingBehindUnfinished) {
    const TempFolder folder;
    {
        auto file = OutputFile::create(folder / "x.obj");
        ASSERT_TRUE(file) << file.error().message;
        ASSERT_TRUE(file->write(std::string(100'000, 'x')));
    }
    EXPECT_EQ(folder.names(), Names());
}

TEST(OutputFile, ReplacesWhatWasThereOnlyWhenFinished) {
    const TempFolder folder;
    writeFile(folder / "x.obj", "old");
    for (const bool isFinished : {false, true}) {
        auto file = OutputFile::create(folder / "x.obj");
        ASSERT_TRUE(file) << file.error().message;
        ASSERT_TRUE(file->write("new"));
        EXPECT_EQ(readFile(folder / "x.obj"), "old");
        if (isFinished) {
            ASSERT_TRUE(file->finish());
        }
    }
    EXPECT_EQ(readFile(folder / "x.obj"), "new");
    EXPECT_EQ(folder.names(), Names({"x.obj"}));
}

TEST(OutputFile, ErrorsNameThePath) {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "folder");
    writeFile(folder / "file", "");
    for (const char* name : {"nowhere/x.obj", "folder", "file/x.obj"}) {
        SCOPED_TRACE(name);
        const auto file = OutputFile::create(folder / name);
        ASSERT_FALSE(file);
        EXPECT_PRED_FORMAT2(IsSubstring, folder / name, file.error().message);
    }
    EXPECT_EQ(folder.names(), Names({"file", "folder"}));
}

// Two samples of four points.
std::string pc2Bytes() {
    const TempFolder folder;
    auto writer = Pc2Writer::create(folder / "x.pc2", 4, 2);
    EXPECT_TRUE(writer);
    for (int sample = 0; sample < 2; ++sample)
        EXPECT_TRUE(writer->addSample(kAwkward));
    EXPECT_TRUE(writer->finish());
    return readFile(folder / "x.pc2");
}

TEST(Pc2, HasTheHeaderOfTheFormat) {
    const unsigned char kHeader[] = {
        'P', 'O', 'I', 'N', 'T', 'C', 'A',  'C',  'H', 'E', '2', 0, 1, 0, 0, 0, 4, 0, 0, 0,  // version, points
        0,   0,   0,   0,   0,   0,   0x80, 0x3f,  // first frame 0.0f, 1.0f samples per frame
        2,   0,   0,   0};                         // samples
    const std::string expected(std::begin(kHeader), std::end(kHeader));
    EXPECT_EQ(pc2Bytes(), expected + bytesOf(kAwkward) + bytesOf(kAwkward));
}

TEST(Pc2, GivesTheSameBitsWhenReadBack) {
    const float largest = std::numeric_limits<float>::max();
    const std::vector<std::vector<vec3>> samples = {
        kAwkward, {4, vec3(0.0f)}, {{largest, -largest, 0.0f}, {0.1f, -0.0f, 1.0f}, {1, 2, 3}, {4, 5, 6}}};
    const TempFolder folder;
    auto writer = Pc2Writer::create(folder / "x.pc2", 4, samples.size());
    ASSERT_TRUE(writer) << writer.error().message;
    for (const auto& sample : samples)
        ASSERT_TRUE(writer->addSample(sample));
    EXPECT_FALSE(std::filesystem::exists(folder / "x.pc2"));
    ASSERT_TRUE(writer->finish());

    auto reader = Pc2Reader::open(folder / "x.pc2");
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->points(), 4u);
    EXPECT_EQ(reader->samples(), samples.size());
    for (const auto& sample : samples) {
        const auto read = reader->next();
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(bitsOf(*read), bitsOf(sample));
    }
    EXPECT_FALSE(reader->next()) << "there is no fourth sample";
}

TEST(Pc2, ErrorsNameTheFile) {
    const std::string good = pc2Bytes();
    // Replaces the 32-bit number at an offset of the header.
    const auto with = [&](std::size_t offset, std::int32_t number) {
        return std::string(good).replace(offset, 4, bytesOf<std::int32_t>({number}));
    };
    const std::string kTexts[] = {
        "", "POINTCACHE2", good.substr(0, 31), "garbage that is longer than the header of the format\n",
        "X" + good.substr(1), with(12, 2), with(16, -4), with(28, -2), good.substr(0, good.size() - 1),
        good.substr(0, 32), good + "x", with(16, 5), with(28, 1),
        // No points in next to endless samples.
        with(16, 0).replace(28, 4, bytesOf<std::int32_t>({0x7fffffff})).substr(0, 32), with(16, 0).substr(0, 32),
        // 842443544 points times 1824726041 samples times 12 bytes are 32 more than 2^64.
        with(16, 842443544).replace(28, 4, bytesOf<std::int32_t>({1824726041})).substr(0, 64)};
    const TempFolder folder;
    for (const std::string& text : kTexts) {
        SCOPED_TRACE(testing::PrintToString(text));
        writeFile(folder / "x.pc2", text);
        const auto reader = Pc2Reader::open(folder / "x.pc2");
        ASSERT_FALSE(reader);
        EXPECT_PRED_FORMAT2(IsSubstring, folder / "x.pc2", reader.error().message);
    }
    EXPECT_FALSE(Pc2Reader::open(folder / "missing.pc2"));
    EXPECT_FALSE(Pc2Reader::open(folder.path()));
}

// Whatever is wrong with a file, a program can tell it from other errors.
TEST(ErrorKinds, OfFilesAreFile) {
    const TempFolder folder;
    writeFile(folder / "x", "no mesh, no point cache");
    writeFile(folder / "cut.ply", "ply\nformat ascii 1.0\nelement vertex 3\n");
    for (const std::string name : {"missing", "x", "cut.ply", "."}) {
        EXPECT_EQ(readMesh(folder / name).error().kind, ErrorKind::File) << name;
        EXPECT_EQ(Pc2Reader::open(folder / name).error().kind, ErrorKind::File) << name;
    }
    EXPECT_EQ(OutputFile::create(folder.path()).error().kind, ErrorKind::File);
    EXPECT_EQ(OutputFile::create(folder / "missing/x.obj").error().kind, ErrorKind::File);
    EXPECT_EQ(Pc2Writer::create(folder / "y.pc2", std::size_t(1) << 31, 1).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(fail("stick {} has no length", 3).kind, ErrorKind::BadInput);
}

// The header alone would ask for 25 GB.
TEST(Pc2, AsksForNoMemoryWithoutSamples) {
    const TempFolder folder;
    const std::string header = pc2Bytes().substr(0, 32);
    writeFile(folder / "x.pc2", std::string(header)
                                    .replace(16, 4, bytesOf<std::int32_t>({0x7fffffff}))
                                    .replace(28, 4, bytesOf<std::int32_t>({0})));
    auto reader = Pc2Reader::open(folder / "x.pc2");
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->samples(), 0u);
    const auto sample = reader->next();
    ASSERT_FALSE(sample);
    EXPECT_PRED_FORMAT2(IsSubstring, "no sample behind the last of 0", sample.error().message);
}

TEST(Pc2, RefusesWhatIsNotFiniteAndLeavesNoFile) {
    const TempFolder folder;
    {
        auto writer = Pc2Writer::create(folder / "x.pc2", 4, 2);
        ASSERT_TRUE(writer) << writer.error().message;
        ASSERT_TRUE(writer->addSample(kAwkward));
        std::vector<vec3> broken = kAwkward;
        broken[2].z = std::nanf("");
        const Status status = writer->addSample(broken);
        ASSERT_FALSE(status);
        EXPECT_PRED_FORMAT2(IsSubstring, folder / "x.pc2", status.error().message);
        EXPECT_PRED_FORMAT2(IsSubstring, "sample 1: vertex 2", status.error().message);
    }
    EXPECT_EQ(folder.names(), Names());
}

TEST(Pc2, RefusesMoreThanTheFormatCanCount) {
    const TempFolder folder;
    EXPECT_FALSE(Pc2Writer::create(folder / "x.pc2", std::size_t(1) << 31, 1));
    EXPECT_FALSE(Pc2Writer::create(folder / "x.pc2", 1, std::size_t(1) << 31));
    EXPECT_FALSE(Pc2Writer::create(folder / "nowhere/x.pc2", 1, 1));
    EXPECT_EQ(folder.names(), Names());
}

TEST(Pc2, LeavesNothingBehindUnfinished) {
    const TempFolder folder;
    {
        auto writer = Pc2Writer::create(folder / "x.pc2", 4, 2);
        ASSERT_TRUE(writer) << writer.error().message;
        ASSERT_TRUE(writer->addSample(kAwkward));
    }
    EXPECT_EQ(folder.names(), Names());
}

}  // namespace
}  // namespace pliant
