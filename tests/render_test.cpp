// Pictures and movies as a person gets them from `pliant render` and `pliant compare --picture`.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "command.h"
#include "pictures.h"
#include "scenes/scenes.h"

namespace pliant::tests {
namespace {

using nlohmann::json;
using testing::IsSubstring;
using Names = std::set<std::string>;

class Render : public testing::Test {
  protected:
    Finished pliant(const std::string& line) {
        Words words = wordsOf(line);
        words.insert(words.begin(), PLIANT_COMMAND);
        return run(folder_, words);
    }

    void expectDone(const std::string& line) {
        const Finished done = pliant(line);
        EXPECT_EQ(done.status, 0) << line << ": " << done.err;
        EXPECT_EQ(done.err, "");
    }

    Picture picture(const std::string& name) {
        Picture read = readPicture(folder_ / name);
        if (read.rgb.empty()) throw std::runtime_error("there is no picture " + name);
        return read;
    }

    Picture rendered(const std::string& line) {
        expectDone("render --width 160 --height 90 --out x.png " + line);
        return picture("x.png");
    }

    TempFolder folder_;
};

bool hasProgram(const std::string& name) {
    return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
}

TEST_F(Render, ShowsTheClothInTheSizeAskedFor) {
    const Picture p = rendered("cloth --size 12 --frames 10");
    EXPECT_EQ(p.width, 160);
    EXPECT_EQ(p.height, 90);
    EXPECT_GT(p.dyedShare(), 0.04);
    EXPECT_LT(p.dyedShare(), 0.5);
    EXPECT_GT(p.meanShade(), 80.0);
    EXPECT_LT(p.meanShade(), 245.0);
    EXPECT_EQ(folder_.names(), Names{"x.png"});
}

TEST_F(Render, ShowsWhatItIsAskedToShow) {
    std::set<std::string> pictures;
    const Words kOptions = {"",         "--show=stretch", "--show=colours", "--wireframe",
                            "--yaw=80", "--pitch=5",      "--distance=9",   "--target=0,-1,0"};
    for (const std::string& option : kOptions) {
        rendered("cloth --size 12 --frames 5 " + option);
        pictures.insert(readFile(folder_ / "x.png"));
    }
    EXPECT_EQ(pictures.size(), kOptions.size());
}

TEST_F(Render, ShowsWhatTouchesHowThickItIsAndWhatSleeps) {
    std::set<std::string> pictures;
    for (const char* show : {"fabric", "contacts", "thickness", "sleep"}) {
        rendered(fmt::format("drape --size 12 --frames 20 --show {}", show));
        pictures.insert(readFile(folder_ / "x.png"));
    }
    EXPECT_EQ(pictures.size(), 4u);
}

constexpr const char* kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0.2\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";

TEST_F(Render, KeepsAMeshThatFallsInThePicture) {
    // Two faces that lie on each other would show either side: which, depends on the device.
    writeFile(folder_ / "triangle.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0.2\nf 1 3 2\n");
    const std::string triangle = "triangle.obj --fps 10 --frames 30 ";
    EXPECT_GT(rendered(triangle).dyedShare(), 0.02) << "on its floor";
    EXPECT_GT(rendered(triangle + "--ground -20").dyedShare(), 0.02);
    writeFile(folder_ / "square.obj", kSquare);
    const std::string square = "square.obj --fps 10 --frames 30 ";
    EXPECT_GT(rendered(square + "--ground none").dyedShare(), 0.02) << "44 m below";
    EXPECT_GT(rendered(square + "--ground none --camera follow").dyedShare(), 0.02);
}

TEST_F(Render, SaysWhichPicturesAreEmpty) {
    writeFile(folder_ / "square.obj", kSquare);
    const std::string line =
        "render square.obj --ground none --camera stay --fps 10 --frames 12 --width 64 --height 48 ";
    const Finished movie = pliant(line + "--every 2 --json --out %02d.png");
    ASSERT_EQ(movie.status, 0) << movie.err;
    const json rows = json::parse(movie.out).at("pictures_without_scene");
    ASSERT_EQ(rows.size(), 1u);
    const int first = rows[0][0];
    EXPECT_EQ(rows[0][1], 6);
    EXPECT_EQ(movie.err, fmt::format("pliant: warning: pictures {} to 6 show nothing of the scene\n", first));
    ASSERT_TRUE(first >= 3 && first <= 6) << first;
    EXPECT_GT(picture("01.png").dyedShare(), 0.0);
    for (int i = first; i <= 6; ++i)
        EXPECT_EQ(picture(fmt::format("0{}.png", i)).dyedShare(), 0.0) << i;
    const Finished last = pliant(line + "--out x.png");
    EXPECT_EQ(last.status, 0);
    EXPECT_EQ(last.err, "pliant: warning: the picture shows nothing of the scene\n");
}

TEST_F(Render, NumbersPicturesFromOneAndMakesTheirFolder) {
    expectDone("render cloth --size 8 --frames 7 --every 2 --width 64 --height 48 --out a/b/p%03d.png --out last.png");
    EXPECT_EQ(folder_.names(), Names({"a", "last.png"}));
    Names names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "a/b"))
        names.insert(entry.path().filename());
    EXPECT_EQ(names, Names({"p001.png", "p002.png", "p003.png"}));
    EXPECT_NE(picture("a/b/p001.png").rgb, picture("a/b/p003.png").rgb);
    EXPECT_NE(picture("last.png").rgb, picture("a/b/p003.png").rgb) << "frame 7 against frame 6";
    expectDone("render cloth --size 8 --frames 6 --width 64 --height 48 --out last.png");
    EXPECT_EQ(picture("last.png").rgb, picture("a/b/p003.png").rgb);
}

TEST_F(Render, MakesMovies) {
    if (!hasProgram("ffmpeg") || !hasProgram("ffprobe")) GTEST_SKIP() << "no ffmpeg here";
    expectDone("render cloth --size 8 --frames 12 --width 64 --height 48 --out x.mp4 --out x.gif");
    EXPECT_EQ(folder_.names(), Names({"x.mp4", "x.gif"}));
    const auto probe = [&](const std::string& name) {
        return run(folder_, {"/bin/sh", "-c",
                             "ffprobe -v error -count_frames -of csv=p=0 -show_entries "
                             "stream=width,height,pix_fmt,avg_frame_rate,nb_read_frames " +
                                 name})
            .out;
    };
    EXPECT_EQ(probe("x.mp4"), "64,48,yuv420p,60/1,12\n");
    const std::string gif = probe("x.gif");
    EXPECT_TRUE(gif.starts_with("64,48,bgra,")) << gif;
    EXPECT_TRUE(gif.ends_with(",6\n")) << gif << "at most 30 pictures a second";
}

// Told before anything is simulated: an hour of it would be lost.
TEST_F(Render, RefusesMoviesWhereThereIsNoFfmpeg) {
    for (const std::string name : {"x.mp4", "x.gif"}) {
        const Finished done = run(folder_, {"/bin/sh", "-c",
                                            "PATH= exec " PLIANT_COMMAND " render cloth --frames 10000000 --width 64 "
                                            "--height 48 --out a/%04d.png --out " +
                                                name});
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.out, "");
        for (const std::string& text : {name, std::string("apt install ffmpeg"), std::string("x-%04d.png")})
            EXPECT_PRED_FORMAT2(IsSubstring, text, done.err);
        EXPECT_EQ(folder_.names(), Names());
    }
}

TEST_F(Render, ReportsTheRunAsOneObject) {
    const Finished done = pliant("render cloth --size 8 --frames 3 --width 64 --height 48 --out %02d.png --json");
    const json r = json::parse(done.out, nullptr, false);
    ASSERT_TRUE(r.is_object()) << done.out << done.err;
    EXPECT_EQ(r.at("frames"), 3);
    EXPECT_EQ(r.at("pictures"), 3);
    EXPECT_EQ(r.at("width"), 64);
    EXPECT_GT(r.at("simulate_ms_per_frame"), 0.0);
    EXPECT_GT(r.at("draw_ms_per_frame"), 0.0);
    EXPECT_EQ(r.at("wrote"), json({"%02d.png"}));
}

TEST_F(Render, RefusesBadCommandLines) {
    const struct {
        const char* line;
        const char* says;
    } kCases[] = {
        {"render cloth", "--out"},
        {"render nosuch --out x.png", "'nosuch'"},
        {"render cloth --out x", "'x'"},
        {"render cloth --out x.jpg", ".png"},
        {"render cloth --out x%d.png", "%04d"},
        {"render cloth --out x%4d.png", "%04d"},
        {"render cloth --out x%.png", "%04d"},
        {"render cloth --out x%04d%04d.png", "one number"},
        {"render cloth --out %02d/x.png", "%04d"},
        {"render cloth --out x.png --out x.png", "more than once"},
        {"render cloth --out p%01d.png --out p2.png", "the same file"},
        {"render cloth --out ./a/%02d.png --out a/123.png", "the same file"},
        {"render cloth --out p%02d.png --out p%03d.png", "the same file"},
        {"render cloth --width 40000 --height 40000 --out x.png", "40000 x 40000"},
        {"render cloth --size 4 --out nowhere/x.png", "nowhere/x.png"},
        {"render cloth --size 4 --out nowhere/x.gif", "nowhere"},
        {"render cloth --size 4 --out a/%02d.png --out nowhere/x.gif", "nowhere"},
        {"render cloth --size 4 --out /dev/null/%02d.png", "/dev/null"},
        {"render cloth --width 65 --height 48 --out x.mp4", "65 x 48"},
        {"render cloth --width 64 --height 49 --out x.mp4", "64 x 49"},
        {"render cloth --width 0 --out x.png", "--width"},
        {"render cloth --size 4 --width 900000 --height 2 --out x.png", "900000"},
        {"render cloth --size 4 --height 900000 --width 2 --out x.png", "900000"},
        {"render cloth --frames 0 --out x.png", "--frames"},
        {"render cloth --every 0 --out %02d.png", "--every"},
        {"render cloth --frames 5 --every 6 --out %02d.png", "--every 6"},
        {"render cloth --frames 5 --every 5 --out x.png", "--every has no meaning without"},
        {"render cloth --size 4 --show contacts --out x.png", "no contact and no colliders"},
        {"render cloth --show magic --out x.png", "magic"},
        {"render cloth --show thickness --out x.png", "--show thickness: scene 'cloth' has no contact"},
        {"render cloth --sleep off --show sleep --out x.png", "--show sleep: scene 'cloth' has nothing that sleeps"},
        {"render cloth --pitch 90 --out x.png", "--pitch"},
        {"render cloth --distance 0 --out x.png", "--distance"},
        {"render cloth --size 4 --target 1,2 --out x.png", "--target"},
        {"render cloth --size 4 --device nosuch --out x.png", "nosuch"},
        {"compare cloth --size 4 --frames 1 --picture x.jpg", "x.jpg"},
        {"compare cloth --size 4 --frames 1 --picture nowhere/x.png", "nowhere/x.png"},
    };
    for (const auto& [line, says] : kCases) {
        SCOPED_TRACE(line);
        const Finished done = pliant(line);
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.out, "");
        EXPECT_PRED_FORMAT2(IsSubstring, says, done.err);
        EXPECT_EQ(folder_.names(), Names());
    }
}

// No file may grow beyond 4 KiB, as on a disk that is full.
TEST_F(Render, LeavesNothingBehindOnAFullDisk) {
    const std::string movie = hasProgram("ffmpeg") ? "x.gif" : "x.png";
    for (const std::string& name : {std::string("x.png"), movie}) {
        const std::string line = " render cloth --size 8 --frames 2 --width 320 --height 240 --out " + name;
        const Finished done =
            run(folder_, {"/bin/bash", "-c", "ulimit -f 4; trap '' XFSZ; exec " PLIANT_COMMAND + line});
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.out, "");
        EXPECT_PRED_FORMAT2(IsSubstring, name, done.err);
        EXPECT_EQ(folder_.names(), Names());
    }
}

// Small ones of all scenes, from where they say that they are best looked at.
class RenderScene : public Render, public testing::WithParamInterface<std::string> {};

// One cloth of the integrators alone: about explicit Euler there is a warning.
std::string smallOne(const std::string& scene) {
    if (scene == "cloth-integrators") return scene + " --set only=4";
    return samples::knobsOf(scene).empty() ? scene + " --size 12" : scene;
}

// Of a game of pinball most is its table, which is not dyed; a cloth that lies flat is seen from its edge.
double leastShareOf(const std::string& scene) {
    if (samples::isOfRopes(scene)) return 0.001;
    return scene == "pinball" || scene == "cloth-integrators" ? 0.015 : 0.03;
}

TEST_P(RenderScene, IsInThePicture) {
    const Picture p = rendered(smallOne(GetParam()) + " --frames 2");
    EXPECT_GT(p.dyedShare(), leastShareOf(GetParam()));
    EXPECT_LT(p.dyedShare(), 0.6);
}

class RenderMotion : public Render, public testing::WithParamInterface<std::string> {};

TEST_P(RenderMotion, StaysInThePicture) {
    expectDone("render " + GetParam() + " --frames 160 --every 40 --width 160 --height 90 --out %01d.png");
    for (int i = 1; i <= 4; ++i) {
        const Picture p = picture(std::to_string(i) + ".png");
        EXPECT_GT(p.dyedShare(), 0.003) << i;
        EXPECT_FALSE(p.isDyedAtItsEdge()) << i;
    }
}

std::vector<std::string> sceneNames() {
    std::vector<std::string> names;
    for (const samples::SceneEntry& entry : samples::sceneList())
        names.push_back(entry.name);
    return names;
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
    std::string name = wordsOf(info.param)[0];
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Scenes, RenderScene, testing::ValuesIn(sceneNames()), testName);
INSTANTIATE_TEST_SUITE_P(Scenes, RenderMotion,
                         testing::Values("cloth --size 16", "drape --size 16", "flag --size 10", "rope",
                                         "ropes --size 60", "rope2d", "cord --set end-lock=0"),
                         testName);
// What gives most of all, and reaches lowest.
INSTANTIATE_TEST_SUITE_P(Elastic, RenderMotion, testing::Values("rope2d --set iterations=1"), testName);

// Three panels, each over a strip with its name.
constexpr int kPanel = 644, kPanelHeight = 480, kStripHeight = 92;

bool areAlike(const Picture& p, int panelA, const Picture& q, int panelB, int firstRow, int endRow) {
    for (int y = firstRow; y < endRow; ++y) {
        const std::uint8_t* a = p.at(kPanel * panelA, y);
        if (!std::equal(a, a + 3 * 640, q.at(kPanel * panelB, y))) return false;
    }
    return true;
}

// Share of the strip under a panel that is dark, as letters are.
double inkShare(const Picture& p, int panel) {
    int count = 0;
    for (int y = kPanelHeight; y < p.height; ++y) {
        for (int x = kPanel * panel; x < kPanel * panel + 640; ++x)
            count += p.at(x, y)[0] < 100 && !p.isDyed(x, y) ? 1 : 0;
    }
    return double(count) / (kStripHeight * 640);
}

TEST_F(Render, ComparesInThreePanels) {
    expectDone("compare cloth --size 8 --frames 5 --picture x.png");
    const Picture p = picture("x.png");
    ASSERT_EQ(p.width, 3 * 640 + 2 * 4);
    ASSERT_EQ(p.height, kPanelHeight + kStripHeight);
    EXPECT_TRUE(areAlike(p, 0, p, 2, 0, kPanelHeight));
    EXPECT_FALSE(areAlike(p, 0, p, 1, 0, kPanelHeight));
    EXPECT_GT(p.dyedShare(0, 640, kPanelHeight), 0.04);
    EXPECT_EQ(p.dyedShare(644, 1284, kPanelHeight), 0.0) << "no heat where nothing differs";
}

TEST_F(Render, NamesWhatIsComparedAndTheScaleOfTheHeat) {
    expectDone("compare cloth --size 8 --frames 5 --picture x.png");
    const Picture p = picture("x.png");
    for (const int panel : {0, 1, 2}) {
        EXPECT_GT(inkShare(p, panel), 0.004) << panel;
        EXPECT_LT(inkShare(p, panel), 0.2) << panel;
        const int first = kPanel * panel, end = first + 640;
        const double colours =
            p.dyedShare(first, end) * p.height - p.dyedShare(first, end, kPanelHeight) * kPanelHeight;
        EXPECT_EQ(colours > 1.0, panel == 1) << "of the legend: " << panel;
    }
    EXPECT_FALSE(areAlike(p, 0, p, 2, kPanelHeight, p.height)) << "one says GPU, the other CPU";
    expectDone("compare cloth --size 8 --frames 6 --picture y.png");
    EXPECT_FALSE(areAlike(p, 0, picture("y.png"), 0, kPanelHeight, p.height)) << "the number of the frame";
}

TEST_F(Render, HeatShowsOneBitThatDiffers) {
    expectDone("simulate cloth --size 8 --frames 3 --out x.pc2");
    std::string file = readFile(folder_ / "x.pc2");
    file[32 + 12 * (64 * 3 + 36)] ^= 1;
    writeFile(folder_ / "x.pc2", file);
    const Finished done = pliant("compare cloth --size 8 --against x.pc2 --picture x.png");
    EXPECT_EQ(done.status, 1) << done.err;
    EXPECT_PRED_FORMAT2(IsSubstring, "1 of 64 vertices", done.out);
    EXPECT_PRED_FORMAT2(IsSubstring, "x.png", done.out);
    const double heat = picture("x.png").dyedShare(644, 1284, kPanelHeight);
    EXPECT_GT(heat, 0.0005);
    EXPECT_LT(heat, 0.02);
}

// Two vertices of one particle, of which the first is elsewhere in the file, or the second.
TEST_F(Render, ComparesWeldedVerticesByTheOneThatDiffers) {
    writeFile(folder_ / "welded.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 6 5\n");
    const std::string scene = " welded.obj --pin 0 --gravity 0,0,0 ";
    expectDone("simulate" + scene + "--frames 1 --out x.pc2");
    const std::string good = readFile(folder_ / "x.pc2");
    expectDone("compare" + scene + "--against x.pc2 --picture same.png");
    const Picture same = picture("same.png");
    EXPECT_TRUE(areAlike(same, 0, same, 2, 0, kPanelHeight));
    for (const std::size_t vertex : {1, 3}) {
        std::string file = good;
        const float elsewhere = 1.4f;
        std::memcpy(file.data() + 32 + 12 * (6 + vertex), &elsewhere, sizeof elsewhere);
        writeFile(folder_ / "x.pc2", file);
        EXPECT_EQ(pliant("compare" + scene + "--against x.pc2 --picture x.png").status, 1);
        const Picture p = picture("x.png");
        EXPECT_GT(p.dyedShare(644, 1284, kPanelHeight), same.dyedShare(644, 1284, kPanelHeight) + 0.001) << vertex;
        EXPECT_FALSE(areAlike(p, 0, p, 2, 0, kPanelHeight)) << vertex << ": seen where the file has it";
    }
}

// Pixels in which the lower right corner is blue or red beside what lies there without the legend.
TEST_F(Render, ShowsALegendOfTheStretch) {
    expectDone("render cloth --size 8 --frames 2 --width 640 --height 360 --show stretch --out x.png");
    const Picture p = picture("x.png");
    int blue = 0, red = 0;
    for (int y = 290; y < 360; ++y) {
        for (int x = 400; x < 640; ++x) {
            blue += p.at(x, y)[2] > p.at(x, y)[0] + 100 ? 1 : 0;
            red += p.at(x, y)[0] > p.at(x, y)[2] + 100 ? 1 : 0;
        }
    }
    EXPECT_GT(blue, 100);
    EXPECT_GT(red, 100);
}

// Only what is said differs: the same picture but for the corner with the score.
TEST_F(Render, ShowsTheBoardOfAGame) {
    expectDone("render pinball --frames 40 --width 640 --height 360 --out %02d.png");
    const Picture p = picture("40.png");
    int ink = 0, light = 0;
    for (int y = 8; y < 70; ++y) {
        for (int x = 500; x < 632; ++x) {
            ink += p.at(x, y)[0] < 90 ? 1 : 0;
            light += p.at(x, y)[0] > 245 ? 1 : 0;
        }
    }
    EXPECT_GT(ink, 200) << "letters";
    EXPECT_GT(light, 1000) << "on white";
}

TEST_F(Render, NamesTheIntegrators) {
    expectDone("render cloth-integrators --set only=4 --frames 1 --width 320 --height 180 --out x.png");
    const Picture rk4 = picture("x.png");
    expectDone("render cloth-integrators --set only=2 --frames 1 --width 320 --height 180 --out x.png");
    const Picture euler = picture("x.png");
    const auto widthOf = [](const Picture& p) {
        int first = p.width, last = 0;
        for (int y = 0; y < p.height; ++y) {
            for (int x = 0; x < p.width; ++x) {
                if (p.at(x, y)[0] < 100 && p.at(x, y)[2] < 110 && y > p.height / 2 && !p.isDyed(x, y)) {
                    first = std::min(first, x);
                    last = std::max(last, x);
                }
            }
        }
        return last - first;
    };
    EXPECT_GT(widthOf(rk4), 12);
    EXPECT_GT(widthOf(euler), 2 * widthOf(rk4)) << "'semi-implicit Euler' is longer than 'RK4'";
}

}  // namespace
}  // namespace pliant::tests
