// The `pliant` command as a person meets it: exit status, standard output, standard error, files.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "command.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::IsSubstring;
using tests::Finished;
using tests::linesOf;
using tests::readFile;
using tests::Words;
using tests::wordsOf;
using tests::writeFile;

using Names = std::set<std::string>;
Names keysOf(const json& object) {
    Names keys;
    for (const auto& item : object.items())
        keys.insert(item.key());
    return keys;
}

// A bumpy surface of 5 x 5 vertices with all that is odd but legal: vertex 1 is used by no face, the last but one hangs on an
// edge that two faces share already, and the last lies where vertex 2 lies. 28 vertices, 27 particles, 34 faces.
std::string oddObj() {
    std::string text = "# odd\nv 9 9 9\n";
    const auto vertex = [](int column, int row) { return row * 5 + column + 2; };
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < 5; ++column) {
            const double height = 0.1 * ((column * 3 + row * 7) % 5);
            text += "v " + std::to_string(0.25 * column) + " " + std::to_string(height) + " " +
                    std::to_string(0.3 * row) + "\n";
        }
    }
    text += "v 0.6 1 0.6\nv 0 0 0\n";
    const auto face = [&](int a, int b, int c) {
        text += "f " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + "\n";
    };
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            face(vertex(column, row), vertex(column, row + 1), vertex(column + 1, row));
            face(vertex(column + 1, row), vertex(column, row + 1), vertex(column + 1, row + 1));
        }
    }
    face(vertex(2, 2), vertex(3, 2), 27);
    face(28, vertex(1, 0), vertex(0, 1));
    return text;
}

// Each test has a folder of its own, in which the command runs.
class Cli : public testing::Test {
  protected:
    Finished pliant(const std::string& line) {
        Words words = wordsOf(line);
        words.insert(words.begin(), PLIANT_COMMAND);
        return tests::run(folder_, words);
    }

    Finished shell(const std::string& script) { return tests::run(folder_, {"/bin/bash", "-c", script}); }

    // The one object that the command prints, and nothing besides.
    json report(const std::string& line, int status = 0) {
        const Finished done = pliant(line + " --json");
        EXPECT_EQ(done.status, status) << done.err;
        EXPECT_EQ(std::count(done.out.begin(), done.out.end(), '\n'), 1) << done.out;
        json object = json::parse(done.out, nullptr, false);
        EXPECT_TRUE(object.is_object()) << done.out;
        return object;
    }

    std::string hashOf(const std::string& line) { return report(line).at("hash").get<std::string>(); }

    void expectRefused(const std::string& line, const std::string& says) {
        SCOPED_TRACE("pliant " + line);
        const Names before = folder_.names();
        const Finished done = pliant(line);
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.out, "");
        EXPECT_PRED_FORMAT2(IsSubstring, says, done.err);
        EXPECT_EQ(folder_.names(), before);
    }

    tests::TempFolder folder_;
};

TEST_F(Cli, HelpSaysWhatThereIs) {
    const struct {
        const char* line;
        Words says;
    } kCases[] = {
        {"--help", {"devices", "inspect", "simulate", "compare", "pliant simulate cloth"}},
        {"devices --help", {"--json"}},
        {"inspect --help", {"SCENE", "cloth", "rope", "--size", "--pin", "--gravity", "--json"}},
        {"simulate --help", {"SCENE", "cloth", "rope", "--frames", "--out", "--backend", "--device", "--method"}},
        {"compare --help", {"SCENE", "cloth", "rope", "--frames", "--against", "--threads"}},
    };
    for (const auto& [line, says] : kCases) {
        SCOPED_TRACE(line);
        const Finished done = pliant(line);
        EXPECT_EQ(done.status, 0) << done.err;
        for (const std::string& text : says)
            EXPECT_PRED_FORMAT2(IsSubstring, text, done.out);
    }
}

TEST_F(Cli, DevicesListsWhatGpuTestsRunOn) {
    const json devices = report("devices").at("devices");
    ASSERT_FALSE(devices.empty()) << "software Vulkan: Debian's mesa-vulkan-drivers";
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const json& device = devices[i];
        EXPECT_EQ(device.at("index"), i);
        for (const char* key : {"name", "type", "driver", "api"})
            EXPECT_NE(device.at(key).get<std::string>(), "") << key;
        EXPECT_TRUE(device.at("same_bits").is_boolean());
    }
    EXPECT_PRED_FORMAT2(IsSubstring, devices[0].at("name").get<std::string>(), pliant("devices").out);
}

TEST_F(Cli, InspectCountsTheClothsSticks) {
    for (const int n : {1, 2, 3, 8, 17}) {
        SCOPED_TRACE(n);
        const json r = report("inspect cloth --plain --size " + std::to_string(n));
        EXPECT_EQ(r.at("scene"), "cloth");
        EXPECT_EQ(r.at("particles"), n * n);
        EXPECT_EQ(r.at("structural"), 2 * n * (n - 1));
        EXPECT_EQ(r.at("shear"), 2 * (n - 1) * (n - 1));
        EXPECT_EQ(r.at("bend"), 2 * n * std::max(0, n - 2));
        const int sticks = r.at("structural").get<int>() + r.at("shear").get<int>() + r.at("bend").get<int>();
        EXPECT_EQ(r.at("sticks"), sticks);

        int inColours = 0;
        for (const json& size : r.at("colour_sizes"))
            inColours += size.get<int>();
        EXPECT_EQ(inColours, sticks);
        EXPECT_EQ(r.at("colour_sizes").size(), r.at("colours").get<std::size_t>());
        EXPECT_LE(r.at("colours").get<int>(), r.at("max_degree").get<int>() + 1);
        EXPECT_GT(r.at("device_bytes").get<int>(), 16 * n * n);
        EXPECT_GE(r.at("compile_ms").get<double>(), 0.0);
        const std::string hash = r.at("hash");
        EXPECT_EQ(hash.size(), 16u);
        EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos);
    }
}

TEST_F(Cli, InspectCountsThePassesOfAFrame) {
    // At the end of a frame, one pass looks whether all particles are still in this world.
    const std::string cloth = "inspect cloth --plain --size 8 --substeps 3 --iterations 2";
    const json byColour = report(cloth);
    EXPECT_EQ(byColour.at("passes"), 3 * (1 + 2 * byColour.at("colours").get<int>()) + 1);
    EXPECT_EQ(report(cloth + " --method jacobi").at("passes"), 3 * (1 + 2 * 2) + 1);
    EXPECT_EQ(report(cloth + " --method hybrid").at("passes"), 3 * (1 + 2 * (4 + 2)) + 1);
}

TEST_F(Cli, EveryWayToPin) {
    writeFile(folder_ / "odd.obj", oddObj());
    const struct {
        const char* line;
        int pinned;
    } kCases[] = {
        {"cloth --size 5", 2},
        {"cloth --size 5 --pin none", 0},
        {"cloth --size 5 --pin first", 1},
        {"cloth --size 5 --pin ends", 2},
        {"cloth --size 5 --pin row", 5},
        {"cloth --size 5 --pin corners", 2},
        {"cloth --size 5 --pin four-corners", 4},
        {"cloth --size 5 --pin 0,7,24", 3},
        {"cloth --size 5 --pin 3,3", 1},
        {"cloth --size 5 --pin box:0,0,0,1,0,1", 9},  // 0, 0.5 and 1 m each way
        {"cloth --size 5 --pin box:-1,-1,-1,9,9,9", 25},
        {"cloth --size 1 --pin four-corners", 1},
        {"cloth --size 1 --pin row", 1},
        {"rope --size 10", 2},
        {"rope --size 10 --pin none", 0},
        {"rope --size 10 --pin first", 1},
        {"rope --size 10 --pin 9", 1},
        {"rope --size 10 --pin box:0,0,0,0,0,0", 1},
        {"rope --size 1 --pin ends", 1},
        {"odd.obj", 0},
        {"odd.obj --pin first", 1},
        {"odd.obj --pin 0,26", 2},
        {"odd.obj --pin 1,27", 1},  // at the same place, and so the same particle
        {"odd.obj --pin box:9,9,9,9,9,9", 1},
    };
    for (const auto& [line, pinned] : kCases) {
        SCOPED_TRACE(line);
        EXPECT_EQ(report(std::string("inspect ") + line).at("pinned"), pinned);
    }
}

TEST_F(Cli, SimulateReportsTheRun) {
    const json gpu = report("simulate cloth --size 8 --frames 3");
    const json cpu = report(
        "simulate cloth --size 8 --frames 3 --backend cpu --threads 2 --method jacobi --substeps 4 --iterations 5");
    for (const json& r : {gpu, cpu}) {
        EXPECT_EQ(keysOf(r), Names({"scene", "backend", "device", "threads", "particles", "sticks", "frames",
                                    "substeps", "iterations", "method", "ms_per_frame", "stick_solves_per_second",
                                    "stretch_mean", "stretch_p99", "stretch_max", "lowest", "lost", "hash"}));
        EXPECT_EQ(r.at("scene"), "cloth");
        EXPECT_EQ(r.at("particles"), 64);
        EXPECT_EQ(r.at("sticks"), 2 * 8 * 7 + 2 * 7 * 7);
        EXPECT_EQ(r.at("frames"), 3);
        EXPECT_GT(r.at("ms_per_frame"), 0.0);
        EXPECT_GT(r.at("stick_solves_per_second"), 0.0);
        EXPECT_GE(r.at("stretch_mean"), 0.0);
        EXPECT_LE(r.at("stretch_mean"), r.at("stretch_max"));
        EXPECT_LE(r.at("stretch_p99"), r.at("stretch_max"));
        EXPECT_LT(r.at("lowest"), 0.0);
        EXPECT_EQ(r.at("lost"), 0);
    }
    EXPECT_EQ(gpu.at("backend"), "gpu");
    EXPECT_TRUE(gpu.at("threads").is_null());
    EXPECT_EQ(gpu.at("method"), "gauss-seidel");
    EXPECT_EQ(cpu.at("backend"), "cpu");
    EXPECT_EQ(cpu.at("threads"), 2);
    EXPECT_EQ(cpu.at("method"), "jacobi");
    EXPECT_EQ(cpu.at("substeps"), 4);
    EXPECT_EQ(cpu.at("iterations"), 5);
}

TEST_F(Cli, SameHashOnEveryBackend) {
    writeFile(folder_ / "odd.obj", oddObj());
    for (const char* scene :
         {"cloth --size 20", "cloth --size 20 --method jacobi --relaxation 1.3", "cloth --size 20 --compliance 1e-6",
          "cloth --size 20 --plain", "cloth --size 12 --material denim --wind 1,0,2", "drape --size 16",
          "flag --size 10", "rope --stiffness 50 --one-sided", "odd.obj --pin first --iterations 3 --fps 24"}) {
        SCOPED_TRACE(scene);
        const std::string line = std::string("simulate ") + scene + " --frames 4";
        const std::string hash = hashOf(line + " --backend gpu --device 0");
        EXPECT_EQ(hashOf(line + " --backend cpu --threads 1"), hash);
        EXPECT_EQ(hashOf(line + " --backend cpu --threads 2"), hash);
        EXPECT_NE(hashOf(line + " --backend cpu --gravity 0,-1,0"), hash);
    }
}

// Long enough for a bar, which shows after a second.
TEST_F(Cli, ShowsNoProgressWhereNobodyWatches) {
    const Finished done = pliant("simulate cloth --size 64 --frames 600 --backend cpu --threads 1");
    EXPECT_EQ(done.status, 0);
    EXPECT_EQ(done.err, "");
    EXPECT_EQ(done.out.find_first_of("\r\033"), std::string::npos) << done.out;
    EXPECT_EQ(done.out.find("simulating"), std::string::npos) << done.out;
}

TEST_F(Cli, CompareFindsNoDifference) {
    const Finished done = pliant("compare cloth --size 16 --frames 3");
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_PRED_FORMAT2(IsSubstring, "0 of 256 particles differ", done.out);
    const json r = report("compare cloth --size 16 --frames 3");
    EXPECT_EQ(r.at("particles"), 256);
    EXPECT_EQ(r.at("frames"), 3);
    for (const char* key : {"differing", "max_abs", "max_ulp"})
        EXPECT_EQ(r.at(key), 0) << key;
    EXPECT_TRUE(r.at("first_frame").is_null());
    EXPECT_TRUE(r.at("first_particle").is_null());
}

TEST_F(Cli, ComparesWithTheFileOfAnEarlierRun) {
    ASSERT_EQ(pliant("simulate cloth --size 8 --frames 3 --out x.pc2").status, 0);
    const std::string good = readFile(folder_ / "x.pc2");
    ASSERT_EQ(good.size(), 32u + 12 * 64 * 4);
    for (const std::string backend : {"cpu", "gpu"}) {
        const std::string line = "compare cloth --size 8 --against x.pc2 --backend " + backend;
        SCOPED_TRACE(line);
        writeFile(folder_ / "x.pc2", good);
        EXPECT_EQ(report(line).at("differing"), 0);
        const struct { std::size_t frame, particle, axis; } kPlaces[] = {{0, 0, 0}, {2, 37, 1}, {3, 63, 2}};
        for (const auto& [frame, particle, axis] : kPlaces) {
            std::string flipped = good;
            flipped[32 + 12 * (64 * frame + particle) + 4 * axis] ^= 1;
            writeFile(folder_ / "x.pc2", flipped);
            const json r = report(line, 1);
            EXPECT_EQ(r.at("frames"), 3);
            EXPECT_EQ(r.at("differing"), 1);
            EXPECT_EQ(r.at("max_ulp"), 1);
            EXPECT_EQ(r.at("first_frame"), frame);
            EXPECT_EQ(r.at("first_particle"), particle);
            const std::string place = "frame " + std::to_string(frame) + ", particle " + std::to_string(particle);
            EXPECT_PRED_FORMAT2(IsSubstring, place, pliant(line).out);
        }
    }
}

TEST_F(Cli, WritesPictures) {
    ASSERT_EQ(pliant("simulate cloth --size 5 --frames 2 --out c.obj --out c.ply --out c.pc2").status, 0);
    ASSERT_EQ(pliant("simulate rope --size 6 --frames 2 --out r.obj --out r.ply").status, 0);
    EXPECT_EQ(folder_.names(), Names({"c.obj", "c.ply", "c.pc2", "r.obj", "r.ply"}));
    const std::string cloth = readFile(folder_ / "c.obj"), rope = readFile(folder_ / "r.obj");
    EXPECT_EQ(linesOf(cloth, "v ").size(), 25u);
    EXPECT_EQ(linesOf(cloth, "f ").size(), 16u);
    EXPECT_EQ(linesOf(rope, "v ").size(), 6u);
    EXPECT_EQ(linesOf(rope, "l"), Words({"l 1 2 3 4 5 6"}));
    EXPECT_EQ(linesOf(readFile(folder_ / "c.ply"), "element"), Words({"element vertex 25", "element face 16"}));
    EXPECT_EQ(linesOf(readFile(folder_ / "r.ply"), "element"),
              Words({"element vertex 6", "element face 0", "element edge 5"}));
    EXPECT_EQ(readFile(folder_ / "c.pc2").size(), 32u + 12 * 25 * 3);
}

TEST_F(Cli, KeepsAMeshFilesOwnNumbering) {
    writeFile(folder_ / "odd.obj", oddObj());
    const json r = report("inspect odd.obj");
    EXPECT_EQ(r.at("particles"), 27);
    EXPECT_EQ(report("compare odd.obj --frames 3 --pin 1,5").at("differing"), 0);

    ASSERT_EQ(pliant("simulate odd.obj --frames 3 --out out.obj --out out.pc2").status, 0);
    const std::string out = readFile(folder_ / "out.obj");
    EXPECT_EQ(linesOf(out, "v ").size(), 28u);
    EXPECT_EQ(linesOf(out, "f "), linesOf(oddObj(), "f "));
    EXPECT_EQ(readFile(folder_ / "out.pc2").size(), 32u + 12 * 28 * 4);
    EXPECT_EQ(report("inspect out.obj").at("sticks"), r.at("sticks")) << "what was written can be read";
    EXPECT_EQ(report("compare odd.obj --against out.pc2").at("differing"), 0);
}

TEST_F(Cli, OddButLegal) {
    for (const char* scene :
         {"cloth --size 1", "cloth --size 2", "cloth --size 1 --method jacobi", "rope --size 1",
          "rope --size 2 --pin first", "rope --size 2 --length 1 --span 1", "rope --size 3 --length 1 --span 0",
          "cloth --size 3 --pin none --gravity -1,0,0", "cloth --size 3 --gravity 0,0,0 --damping 0",
          "cloth --size 3 --pin row --compliance 0", "rope --size 9 --stiffness 0"}) {
        SCOPED_TRACE(scene);
        EXPECT_EQ(report(std::string("compare ") + scene + " --frames 2").at("differing"), 0);
        const std::string line = std::string("simulate ") + scene + " --frames 2 --out x.obj --out x.ply --out x.pc2";
        EXPECT_EQ(report(line).at("lost"), 0);
    }
}

TEST_F(Cli, TakesOptionsInAnyOrder) {
    EXPECT_EQ(report("simulate --frames 1 --out x.obj --out y.ply cloth --size 4").at("particles"), 16);
    EXPECT_EQ(folder_.names(), Names({"x.obj", "y.ply"}));
}

TEST_F(Cli, TakesAPathThatIsNoUtf8) {
    writeFile(folder_ / "b\xe9.obj", oddObj());
    EXPECT_EQ(report("inspect b\xe9.obj").at("particles"), 27);
}

TEST_F(Cli, RefusesBadScenesAndOptions) {
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 0 1\n";
    writeFile(folder_ / "good.obj", triangle + "f 1 2 3\n");
    writeFile(folder_ / "empty.obj", "");
    writeFile(folder_ / "nofaces.obj", triangle);
    writeFile(folder_ / "range.obj", triangle + "f 1 2 4\n");
    writeFile(folder_ / "nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 0 1\nf 1 2 3\n");
    writeFile(folder_ / "twice.obj", triangle + "f 1 2 1\n");
    writeFile(folder_ / "line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    for (const char* name : {"garbage.obj", "garbage.ply", "garbage.stl", "garbage.gltf", "garbage"}) {
        writeFile(folder_ / name, "\x01\x02 garbage \xff\xfe");
    }
    const struct {
        const char* line;
        const char* says;
    } kCases[] = {
        {"nosuch", "'nosuch'"},
        {"missing.obj", "missing.obj"},
        {".", "."},
        {"empty.obj", "empty.obj"},
        {"garbage.obj", "garbage.obj"},
        {"garbage.ply", "garbage.ply"},
        {"garbage.stl", "garbage.stl"},
        {"garbage.gltf", "garbage.gltf"},
        {"garbage", "garbage"},
        {"nofaces.obj", "no faces"},
        {"range.obj", "range.obj:4:"},
        {"nan.obj", "nan.obj:2:"},
        {"twice.obj", "twice"},
        {"line.obj", "no area"},
        {"good.obj --pin corners", "no grid"},
        {"good.obj --pin 3", "vertex 3"},
        {"good.obj --size 4", "--size"},
        {"rope --pin row", "no grid"},
        {"rope --length 1 --span 2", "shorter"},
        {"rope --size 2 --length 2 --span 1", "too few"},
        {"rope --length 0", "--length"},
        {"rope --span -1", "--span"},
        {"cloth --length 1", "--length"},
        {"cloth --span 1", "--span"},
        {"cloth --size 4 --pin 16", "vertex 16"},
        {"cloth --size 4 --pin -1", "'-1'"},
        {"cloth --size 4 --pin 0,", "''"},
        {"cloth --size 4 --pin middle", "'middle'"},
        {"cloth --size 4 --pin box:5,5,5,6,6,6", "no particle"},
        {"cloth --size 4 --pin box:1,0,0,0,0,0", "empty"},
        {"cloth --size 4 --pin box:0,0,0,1,1", "6"},
        {"cloth --size 4 --pin box:0,0,0,1,1,nan", "'nan'"},
        {"cloth --size 0", "--size"},
        {"cloth --size -3", "--size"},
        {"cloth --size abc", "--size"},
        {"cloth --size 99999999999", "--size"},
        {"cloth --size 4 --damping -1", "--damping"},
        {"cloth --size 4 --damping nan", "damping"},
        {"cloth --size 4 --compliance 1 --stiffness 1", "--stiffness"},
        {"cloth --size 4 --compliance -1", "--compliance"},
        {"cloth --size 4 --compliance nan", "compliance"},
        {"cloth --size 4 --stiffness -1", "--stiffness"},
        {"cloth --size 4 --gravity 1,2", "--gravity"},
        {"cloth --size 4 --gravity nan,0,0", "--gravity"},
        {"cloth --size 4 --gravity down", "--gravity"},
        {"cloth --size 4 --wind 0,0,inf", "--wind"},
        {"cloth --size 4 --fps 0", "--fps"},
        {"cloth --size 4 --fps -1", "--fps"},
        {"cloth --size 4 --fps nan", ""},
        {"cloth --size 4 --substeps 0", "--substeps"},
        {"cloth --size 4 --iterations 0", "--iterations"},
        {"cloth --size 4 --method magic", "--method"},
        {"cloth --size 4 --method jacobi --relaxation 0", "relaxation"},
        {"cloth --size 4 --method jacobi --relaxation 2", "relaxation"},
        {"cloth --size 4 --method jacobi --relaxation nan", "relaxation"},
        {"cloth --size 4 --nosuch", "--nosuch"},
        {"cloth rope", "rope"},
    };
    for (const auto& [line, says] : kCases) {
        expectRefused(std::string("inspect ") + line, says);
        expectRefused(std::string("compare --frames 2 ") + line, says);
        expectRefused(std::string("simulate ") + line + " --frames 2 --out out.obj --out out.pc2", says);
    }
}

TEST_F(Cli, RefusesBadCommandLines) {
    writeFile(folder_ / "garbage.pc2", "garbage");
    ASSERT_EQ(pliant("simulate cloth --size 4 --frames 2 --backend cpu --out ok.pc2").status, 0);
    writeFile(folder_ / "short.pc2", readFile(folder_ / "ok.pc2").substr(0, 100));
    std::filesystem::create_directory(folder_ / "folder.obj");
    const struct {
        const char* line;
        const char* says;
    } kCases[] = {
        {"", "pliant"},
        {"nosuch", "pliant"},
        {"--nosuch", "pliant"},
        {"devices extra", "extra"},
        {"simulate", "SCENE"},
        {"simulate cloth --frames 0 --out x.obj", "--frames"},
        {"simulate cloth --frames -1 --out x.obj", "--frames"},
        {"compare cloth --frames 0", "--frames"},
        {"simulate cloth --size 4 --device nosuch --out x.obj", "nosuch"},
        {"simulate cloth --size 4 --device 99 --out x.obj", "99"},
        {"simulate cloth --size 4 --backend tpu --out x.obj", "tpu"},
        {"simulate cloth --size 4 --backend cpu --device 0 --out x.obj", "--device"},
        {"simulate cloth --size 4 --threads 2 --out x.obj", "--threads"},
        {"simulate cloth --size 4 --backend cpu --threads 0 --out x.obj", "--threads"},
        {"simulate cloth --size 4 --out nowhere/x.obj", "nowhere/x.obj"},
        {"simulate cloth --size 4 --out nowhere/x.pc2", "nowhere/x.pc2"},
        {"simulate cloth --size 4 --out folder.obj", "folder.obj"},
        {"simulate cloth --size 4 --out x.txt", "x.txt"},
        {"simulate cloth --size 4 --out x", "'x'"},
        {"simulate cloth --size 4 --frames 1 --out x.obj --out x.txt", "x.txt"},
        {"simulate cloth --size 4 --frames 1 --out x.obj --out x.obj", "x.obj"},
        {"compare cloth --size 4 --backend cpu", "--backend"},
        {"compare cloth --size 4 --against missing.pc2", "missing.pc2"},
        {"compare cloth --size 4 --against garbage.pc2", "garbage.pc2"},
        {"compare cloth --size 4 --against short.pc2", "short.pc2"},
        {"compare cloth --size 5 --against ok.pc2", "ok.pc2"},
        {"compare cloth --size 4 --against ok.pc2 --frames 3", "ok.pc2"},
    };
    for (const auto& [line, says] : kCases)
        expectRefused(line, says);
}

// No file may grow beyond 4 KiB, as on a disk that is full. In the last case the .pc2 fails when it is closed.
TEST_F(Cli, LeavesNothingBehindOnAFullDisk) {
    const struct {
        const char* line;
        const char* names;
    } kCases[] = {
        {"cloth --size 64 --frames 2 --out x.obj", "x.obj"},
        {"cloth --size 64 --frames 2 --out x.ply", "x.ply"},
        {"cloth --size 64 --frames 2 --out x.pc2", "x.pc2"},
        {"cloth --size 9 --frames 4 --out x.obj --out x.pc2", "x.pc2"},
    };
    for (const auto& [line, names] : kCases) {
        SCOPED_TRACE(line);
        const std::string limit = "ulimit -f 4; trap '' XFSZ; ";
        const Finished done = shell(limit + "exec " PLIANT_COMMAND " simulate --backend cpu " + line);
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.out, "");
        EXPECT_PRED_FORMAT2(IsSubstring, names, done.err);
        EXPECT_EQ(folder_.names(), Names());
    }
}

TEST_F(Cli, SaysSoWhenItsReportCannotBeWritten) {
    for (const char* line :
         {"inspect cloth --size 4 --json", "devices", "simulate cloth --size 4 --frames 1 --backend cpu"}) {
        SCOPED_TRACE(line);
        const Finished done = shell(std::string("exec " PLIANT_COMMAND " ") + line + " > /dev/full");
        EXPECT_EQ(done.status, 2);
        EXPECT_NE(done.err, "");
    }
}

}  // namespace
}  // namespace pliant
