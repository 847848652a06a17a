// Files of every format, cut anywhere and changed at random, the same in every run: what is read is a mesh, and what is
// not is told, with the name of the file. The address sanitizer sees more in it.

#include <cmath>
#include <random>

#include "mesh_files.h"
#include "pliant/scene/mesh.h"

namespace pliant {
namespace {

using namespace tests;

class MeshMutation : public testing::TestWithParam<int> {
  protected:
    static std::string seed() {
        switch (GetParam()) {
            case 0: return kObj + "f -1/2/3 2//4 \\\n3\n# end\n";
            case 1: return kPly;
            case 2: return binaryPly(false);
            case 3: return binaryPly(true);
            case 4: return kStl;
            case 5: return binaryStl();
            case 6: return GltfParts().withData();
            default: return GltfParts().glb();
        }
    }

    void check(const std::string& text) {
        writeFile(path_, text);
        const auto mesh = readMesh(path_);
        if (!mesh) {
            ASSERT_TRUE(mesh.error().message.starts_with(path_)) << mesh.error().message;
            return;
        }
        ++readable_;
        std::size_t corners = 0;
        for (const std::uint32_t size : mesh->faceSizes) {
            ASSERT_GE(size, 3u);
            corners += size;
        }
        ASSERT_GT(corners, 0u);
        ASSERT_EQ(corners, mesh->faceCorners.size());
        for (const std::uint32_t corner : mesh->faceCorners)
            ASSERT_LT(corner, mesh->vertices.size());
        for (const vec3& p : mesh->vertices)
            ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
        Scene scene;
        const bool isAdded = static_cast<bool>(addMesh(scene, *mesh));
        EXPECT_EQ(scene.positions.empty(), !isAdded);
    }

    const TempFolder folder_;
    const std::string path_ = folder_ / "mesh";
    int readable_ = 0;
};

TEST_P(MeshMutation, CutAnywhere) {
    const std::string whole = seed();
    for (std::size_t size = 0; size <= whole.size() && !HasFatalFailure(); ++size)
        check(whole.substr(0, size));
    EXPECT_GE(readable_, 1) << "the whole file at least";
}

// One to three times: a byte changed, some left out, some repeated, or a number put in.
std::string mutated(std::string text, std::mt19937& random) {
    const char* const kNumbers[] = {"-1",         "0",   "4294967295", "2147483648", "18446744073709551615",
                                    "1000000000", "nan", "1e308",      "255",        "-2147483648"};
    const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
    for (std::size_t n = 1 + below(3); n > 0 && !text.empty(); --n) {
        const std::size_t at = below(text.size());
        switch (below(5)) {
            case 0: text[at] = static_cast<char>(random()); break;
            case 1: text[at] ^= static_cast<char>(1 << below(8)); break;
            case 2: text.erase(at, 1 + below(20)); break;
            case 3: text.insert(at, text.substr(below(text.size()), 1 + below(60))); break;
            default: text.replace(at, below(4), kNumbers[below(std::size(kNumbers))]);
        }
    }
    return text;
}

TEST_P(MeshMutation, ChangedAtRandom) {
    std::mt19937 random(static_cast<std::uint32_t>(GetParam()));
    const std::string whole = seed();
    for (int i = 0; i < 1000 && !HasFatalFailure(); ++i) {
        SCOPED_TRACE(i);
        check(mutated(whole, random));
    }
    EXPECT_GE(readable_, 5) << "some changes leave a mesh";
}

std::string nameOf(const testing::TestParamInfo<int>& info) {
    const char* const kNames[] = {"Obj", "Ply", "LittlePly", "BigPly", "Stl", "BinaryStl", "Gltf", "Glb"};
    return kNames[info.param];
}
INSTANTIATE_TEST_SUITE_P(Formats, MeshMutation, testing::Range(0, 8), nameOf);

}  // namespace
}  // namespace pliant
