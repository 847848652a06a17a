// The `pliant` command: exit status, standard output, standard error, files.

#include "cli_support.h"

namespace pliant::tests {
namespace {

Names keysOf(const json& object) {
    Names keys;
    for (const auto& item : object.items())
        keys.insert(item.key());
    return keys;
}

class Cli : public CommandTest {
  protected:
    std::string hashOf(const std::string& line) { return report(line).at("hash").get<std::string>(); }
};

TEST_F(Cli, HelpSaysWhatThereIs) {
    const struct {
        const char* line;
        Words says;
    } kCases[] = {
        {"--help", {"devices", "inspect", "simulate", "compare", "render", "pliant simulate cloth"}},
        {"devices --help", {"--json"}},
        {"inspect --help", {"SCENE", "cloth", "rope", "--size", "--pin", "--gravity", "--json"}},
        {"simulate --help",
         {"SCENE", "cloth", "rope", "--set", "--help-scene", "--frames", "--out", "--backend", "--device", "--method"}},
        {"simulate --help-scene cord", {"twice", "stiffness=2000 (1 ... 100000", "--ground", "--no-tethers"}},
        {"view --help-scene drape", {"falls over a ball", "--size", "--material"}},
        {"render --help-scene cow.obj", {"a mesh file", "--pin"}},
        {"plot --help-scene cloth-integrators", {"side by side", "stiffness=100"}},
        {"compare --help",
         {"SCENE", "cloth", "rope", "--frames", "--against", "--picture", "--tolerance", "--csv", "--threads"}},
        {"render --help", {"SCENE", "many-flags", "--out", "--every", "--width", "--show", "--yaw", "--device"}},
    };
    for (const auto& [line, says] : kCases) {
        SCOPED_TRACE(line);
        const Finished done = pliant(line);
        EXPECT_EQ(done.status, 0) << done.err;
        for (const std::string& text : says)
            EXPECT_PRED_FORMAT2(IsSubstring, text, done.out);
    }
}

// A screen and a half, its own options first, and no number of any scene.
TEST_F(Cli, HelpFitsOnAScreenAndAHalf) {
    for (const std::string command : {"inspect", "simulate", "compare", "render", "view", "plot", "bench"}) {
        SCOPED_TRACE(command);
        const std::string help = pliant(command + " --help").out;
        const Words lines = linesOf(help, "");
        EXPECT_LE(lines.size(), 75u);
        for (const std::string& line : lines)
            EXPECT_LE(line.size(), 110u) << line;
        EXPECT_EQ(help.find("stiffness=2000"), std::string::npos);
        const std::size_t solving = help.find("\nSolving:"), scene = help.find("\nScene:");
        if (command == "plot" || command == "bench") continue;
        EXPECT_LT(help.find("\nOptions:"), scene);
        EXPECT_LT(scene, solving);
        for (const std::string own : {"--frames", "--out", "--against", "--width", "--screenshot"}) {
            const std::size_t place = help.find("  " + own + " ");
            EXPECT_TRUE(place == std::string::npos || place < scene) << own;
        }
    }
    EXPECT_EQ(pliant("simulate --help-scene cloth").out.find("--length"), std::string::npos);
    EXPECT_PRED_FORMAT2(IsSubstring, "no scene 'nosuch'", pliant("simulate --help-scene nosuch").err);
    EXPECT_EQ(pliant("simulate --help-scene nosuch").status, 2);
}

TEST_F(Cli, ScenesHaveKnobsAndAWayInWhichTheyAreUsuallyRun) {
    const std::string rope = "simulate rope2d --frames 3 --backend cpu";
    const json usual = report(rope);
    EXPECT_EQ(usual.at("particles"), 30);
    EXPECT_EQ(usual.at("substeps"), 1);
    EXPECT_EQ(usual.at("iterations"), 12);
    const json set = report(rope + " --set particles=7 --set iterations=3");
    EXPECT_EQ(set.at("particles"), 7);
    EXPECT_EQ(set.at("iterations"), 3);
    const json said = report(rope + " --substeps 4 --iterations 2 --method jacobi");
    EXPECT_EQ(said.at("substeps"), 4);
    EXPECT_EQ(said.at("iterations"), 2);
    EXPECT_EQ(said.at("method"), "jacobi");
    EXPECT_NE(hashOf(rope + " --gravity 0,-100,0"), usual.at("hash"));
    EXPECT_EQ(hashOf(rope + " --gravity 0,-1500,0"), usual.at("hash")) << "its own";
}

TEST_F(Cli, SimulateTellsWhatEndsInsideACollider) {
    const std::string hanging = "simulate cloth --size 8 --frames 1 --backend cpu";
    const std::string inside = hanging + " --collider sphere:1,0,1,0.9";  // comes out at 5 m/s: not yet
    const Finished usual = pliant(hanging), deep = pliant(inside);
    EXPECT_EQ(usual.out.find("inside a collider"), std::string::npos) << usual.out;
    EXPECT_PRED_FORMAT2(IsSubstring, "WARNING       24 particles end inside a collider, up to 0.612 m deep", deep.out);
    EXPECT_EQ(report(hanging).at("penetrations"), 0);
    EXPECT_EQ(report(hanging).at("deepest"), 0.0);
    EXPECT_EQ(report(inside).at("penetrations"), 24);
    EXPECT_NEAR(report(inside).at("deepest").get<double>(), 0.612, 1e-3);
}

TEST_F(Cli, SimulateTellsWhichEdgesEndGoingThroughFaces) {
    const std::string drape = "simulate drape --size 48 --frames 70 --backend cpu --report x.csv";
    EXPECT_EQ(report(drape).at("crossings"), 0);
    const int crossings = report(drape + " --contact off").at("crossings");
    EXPECT_GT(crossings, 100);
    const Finished told = pliant(drape + " --contact off");
    EXPECT_PRED_FORMAT2(
        IsSubstring, fmt::format("hint          {} edges end going through faces; --contact on", crossings), told.out);
    const std::string rows = readFile(folder_ / "x.csv");
    EXPECT_TRUE(rows.ends_with(fmt::format(",{}\n", crossings)));
    EXPECT_EQ(pliant(drape).out.find("through faces"), std::string::npos);
}

// What has come apart goes through anything, and contact would not help.
TEST_F(Cli, SimulateTellsNothingOfFacesWhereParticlesAreLost) {
    const Finished lost = pliant("simulate cloth --size 32 --frames 30 --stiffness 1000 --backend cpu");
    EXPECT_PRED_FORMAT2(IsSubstring, "a particle would have been nowhere", lost.out);
    EXPECT_EQ(lost.out.find("through faces"), std::string::npos) << lost.out;
    EXPECT_PRED_FORMAT2(IsSubstring, "Hooke sticks are stable up to", lost.err);
}

TEST_F(Cli, LengthsAreInPixelsWhereTheSceneHasThem) {
    EXPECT_PRED_FORMAT2(IsSubstring, " px\n", pliant("simulate rope2d --frames 1 --backend cpu").out);
    EXPECT_EQ(pliant("simulate rope --frames 1 --backend cpu").out.find(" px\n"), std::string::npos);
}

TEST_F(Cli, HammocksBeginWithAnyNumberOfBodiesApart) {
    for (const int bodies : {8, 15, 60})
        EXPECT_EQ(report(fmt::format("simulate hammock --set bodies={} --frames 1 --substeps 1 --backend cpu", bodies))
                      .at("crossings"),
                  0)
            << bodies;
}

// A spike in a sheet, of four triangles: what starts crossed stays so, unless it is brought apart. On both backends.
TEST_F(Cli, UntangleBringsApartWhatStartsCrossed) {
    std::string sheet;
    for (int i = 0; i < 400; ++i)
        sheet += fmt::format("v {} 0 {}\n", 0.05 * (i % 20), 0.05 * (i / 20));
    for (int i = 1; i < 380; ++i)
        if (i % 20 != 0) sheet += fmt::format("f {} {} {} {}\n", i, i + 20, i + 21, i + 1);
    writeFile(folder_ / "sheet.obj", sheet);
    writeFile(folder_ / "spike.obj",
              "v .3 -.3 .3\nv .7 -.3 .3\nv .5 -.3 .7\nv .5 .1 .43\nf 1 4 2\nf 2 4 3\nf 3 4 1\nf 1 2 3\n");
    const std::string run = "sheet.obj --pin none --collider spike.obj --frames 20";
    const Finished usual = pliant("simulate --backend cpu " + run);
    const char* const warning = "edges end going through faces; some start so, and --untangle brings them apart";
    EXPECT_PRED_FORMAT2(IsSubstring, warning, usual.out);
    const Finished drawn = pliant("render --width 64 --height 48 --out x.png " + run);
    EXPECT_PRED_FORMAT2(IsSubstring, warning, drawn.out);
    const Finished told = pliant("simulate --backend cpu --untangle " + run);
    EXPECT_PRED_FORMAT2(IsSubstring, "edges that went through faces at the start none does now: ", told.out);
    EXPECT_EQ(told.out.find("end going through"), std::string::npos) << told.out;
    const json r = report("simulate --backend cpu --untangle " + run);
    EXPECT_EQ(r.at("crossings"), 0);
    EXPECT_GT(r.at("untangled").at("before"), 5);
    EXPECT_EQ(r.at("untangled").at("after"), 0);
    EXPECT_GT(r.at("untangled").at("rounds"), 0);
    EXPECT_GT(r.at("untangled").at("farthest"), 0.01);
    EXPECT_EQ(report("simulate --untangle " + run).at("hash"), r.at("hash"));
    EXPECT_EQ(pliant("compare --untangle " + run).status, 0);
    EXPECT_PRED_FORMAT2(IsSubstring, "note      nothing goes through each other at the start",
                        pliant("simulate drape --size 16 --frames 1 --backend cpu --untangle").out);
    EXPECT_PRED_FORMAT2(IsSubstring, "--untangle has no meaning where bodies do not touch",
                        pliant("simulate cloth --size 8 --untangle").err);
}

TEST_F(Cli, SpeedIsOfFramesInWhichNothingSleeps) {
    const Finished done = pliant("simulate rope --size 10 --frames 900 --backend cpu --json");
    ASSERT_EQ(done.status, 0) << done.err;
    const json r = json::parse(done.out);
    ASSERT_EQ(r.at("asleep"), 1);
    EXPECT_GT(r.at("frames_timed"), 60);
    EXPECT_LT(r.at("frames_timed"), 900);
    const Finished told = pliant("simulate rope --size 10 --frames 900 --backend cpu");
    EXPECT_PRED_FORMAT2(IsSubstring, fmt::format("({} frames in which nothing sleeps)", int(r.at("frames_timed"))),
                        told.out);
}

TEST_F(Cli, TellsWhereSpringsWillTear) {
    const std::string cord = "simulate cord --frames 2 --backend cpu";
    const Finished usual = pliant(cord), few = pliant(cord + " --substeps 1");
    EXPECT_PRED_FORMAT2(IsSubstring, "Springs are stable up to", usual.out);
    EXPECT_EQ(usual.out.find("WARNING"), std::string::npos) << usual.out;
    EXPECT_PRED_FORMAT2(IsSubstring, "WARNING   2000 N/m is more than that", few.out);
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

TEST_F(Cli, InspectTellsTilesAndWholeBodies) {
    const json small = report("inspect cloth --size 40"), tiled = report("inspect cloth --size 40 --tiles always");
    EXPECT_EQ(small.at("tiles"), 0);
    EXPECT_EQ(small.at("method"), "gauss-seidel");
    EXPECT_GE(tiled.at("tiles").get<int>(), 1600 / 512);
    EXPECT_EQ(tiled.at("whole_tiles"), 0);
    EXPECT_EQ(tiled.at("method"), "tiles");
    const json ropes = report("inspect ropes --size 10");
    EXPECT_EQ(ropes.at("tiles"), 0);
    EXPECT_EQ(ropes.at("whole_tiles"), 5) << "two ropes of 32 go together";
    EXPECT_EQ(ropes.at("method"), "gauss-seidel");
}

TEST_F(Cli, InspectCountsThePassesOfAFrame) {
    // At the end of a frame, one pass looks whether all particles are still in this world; three put bodies to rest.
    const std::string sleepy = "inspect cloth --plain --size 8 --substeps 3 --iterations 2";
    const std::string cloth = sleepy + " --sleep off";
    const json byColour = report(cloth);
    EXPECT_EQ(byColour.at("passes"), 3 * (1 + 2 * byColour.at("colours").get<int>()) + 1);
    EXPECT_EQ(report(cloth + " --method jacobi").at("passes"), 3 * (1 + 2 * 2) + 1);
    EXPECT_EQ(report(cloth + " --method hybrid").at("passes"), 3 * (1 + 2 * (4 + 2)) + 1);
    EXPECT_EQ(report(sleepy + " --method jacobi").at("passes"), 3 * (1 + 2 * 2) + 1 + 3);
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
        {"odd.obj --pin 2,26", 2},
        {"odd.obj --pin 1,27", 1},  // at the same place, and so the same particle
        {"odd.obj --pin box:0.5,0.9,0.5,0.7,1.1,0.7", 1},
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
        EXPECT_EQ(keysOf(r), Names({"scene",
                                    "backend",
                                    "device",
                                    "threads",
                                    "particles",
                                    "obstacle_particles",
                                    "loose_vertices",
                                    "sticks",
                                    "frames",
                                    "substeps",
                                    "iterations",
                                    "method",
                                    "ms_per_frame",
                                    "frames_timed",
                                    "stick_solves_per_second",
                                    "stretch_mean",
                                    "stretch_p99",
                                    "stretch_max",
                                    "pressed_mean",
                                    "lowest",
                                    "lost",
                                    "crowded",
                                    "penetrations",
                                    "deepest",
                                    "crossings",
                                    "sleepers",
                                    "asleep",
                                    "hash"}));
        EXPECT_EQ(r.at("scene"), "cloth");
        EXPECT_EQ(r.at("particles"), 64);
        EXPECT_EQ(r.at("sticks"), 2 * 8 * 7 + 2 * 7 * 7);
        EXPECT_EQ(r.at("frames"), 3);
        EXPECT_EQ(r.at("frames_timed"), 3);
        EXPECT_GT(r.at("ms_per_frame"), 0.0);
        EXPECT_GT(r.at("stick_solves_per_second"), 0.0);
        EXPECT_GE(r.at("stretch_mean"), 0.0);
        EXPECT_GE(r.at("pressed_mean"), 0.0);
        EXPECT_LE(r.at("stretch_mean"), r.at("stretch_max"));
        EXPECT_LE(r.at("stretch_p99"), r.at("stretch_max"));
        EXPECT_LT(r.at("lowest"), 0.0);
        EXPECT_EQ(r.at("lost"), 0);
        EXPECT_EQ(r.at("crowded"), 0);
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
          "flag --size 10", "many-flags --size 3", "ropes --size 9", "rope --stiffness 50 --one-sided",
          "odd.obj --pin 1 --iterations 3 --fps 24"}) {
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
        const struct { std::size_t frame, vertex, axis; } kPlaces[] = {{0, 0, 0}, {2, 37, 1}, {3, 63, 2}};
        for (const auto& [frame, vertex, axis] : kPlaces) {
            std::string flipped = good;
            flipped[32 + 12 * (64 * frame + vertex) + 4 * axis] ^= 1;
            writeFile(folder_ / "x.pc2", flipped);
            const json r = report(line, 1);
            EXPECT_EQ(r.at("frames"), 3);
            EXPECT_EQ(r.at("differing"), 1);
            EXPECT_EQ(r.at("max_ulp"), 1);
            EXPECT_EQ(r.at("first_frame"), frame);
            EXPECT_EQ(r.at("first_vertex"), vertex);
            const std::string place = "frame " + std::to_string(frame) + ", vertex " + std::to_string(vertex);
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
    EXPECT_EQ(r.at("particles"), 26);
    EXPECT_EQ(r.at("loose_vertices"), 1);
    EXPECT_EQ(report("compare odd.obj --frames 3 --pin 1,5").at("differing"), 0);

    const Finished run = pliant("simulate odd.obj --frames 3 --out out.obj --out out.pc2");
    ASSERT_EQ(run.status, 0);
    EXPECT_PRED_FORMAT2(IsSubstring, "1 vertex of no face is left out", run.out);
    const std::string out = readFile(folder_ / "out.obj");
    EXPECT_EQ(linesOf(out, "v ").size(), 28u);
    EXPECT_EQ(linesOf(out, "v ").front(), "v 9 9 9");
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
    EXPECT_EQ(report("inspect b\xe9.obj").at("particles"), 26);
}

}  // namespace
}  // namespace pliant::tests
