// Options that have no meaning where they are given, and files that a command would lose.

#include "cli_support.h"
#include "scenes/scenes.h"

namespace pliant::tests {
namespace {

class CliMeaning : public CommandTest {
  protected:
    CliMeaning() { writeFile(folder_ / "odd.obj", oddObj()); }

    std::string scheduleHash(const std::string& line) { return report("inspect " + line).at("hash"); }
    std::string stateHash(const std::string& line) {
        return report("simulate " + line + " --frames 20 --backend cpu").at("hash");
    }
};

// Small ones of all scenes, and large enough for coarse levels.
std::string smallOne(const std::string& scene) {
    if (scene == "jelly") return "jelly --set cells=3";
    if (scene == "cloth-integrators") return "cloth-integrators --set particles=5 --set only=4";
    if (scene == "softbody2d") return "softbody2d --set bodies=4";
    if (scene == "rope") return "rope --size 40";
    return samples::takes(scene, "--size") ? scene + " --size 24" : scene;
}

Words allScenes() {
    Words names{"odd.obj"};
    for (const samples::SceneEntry& entry : samples::sceneList())
        names.push_back(entry.name);
    return names;
}

const std::map<std::string, std::string> kValues = {
    {"--size", "=20"},      {"--length", "=3"},         {"--span", "=0.5"},          {"--pin", "=0,1"},
    {"--fill", "=odd.obj"}, {"--wind", "=3,1,0"},       {"--air", "=0.7"},           {"--damping", "=3"},
    {"--ground", "=-30"},   {"--material", "=silk"},    {"--compliance", "=0.0001"}, {"--stiffness", "=300"},
    {"--one-sided", ""},    {"--no-tethers", ""},       {"--no-levels", ""},         {"--plain", ""},
    {"--contact", "=on"},   {"--collider", "=odd.obj"},
};

TEST_F(CliMeaning, EveryOptionOfAScene) {
    ASSERT_EQ(kValues.size(), samples::optionsOfSomeScenes().size());
    for (const std::string& scene : allScenes()) {
        const std::string line = smallOne(scene) + (scene == "odd.obj" || scene.ends_with("drape") ? " --pin 2" : "");
        const std::string usual = scheduleHash(line);
        std::string usualState;  // of those alone that something is compared with
        for (const auto& [option, usualValue] : kValues) {
            const bool touchesByItself = scene == "drape" || scene == "flag" || scene == "balloon" || scene == "ship";
            const std::string value = option == "--contact" && touchesByItself ? "=off" : usualValue;
            SCOPED_TRACE(line + " " + option + value);
            if (line.find(option + " ") != std::string::npos) continue;
            if (!samples::takes(scene, option)) {
                expectRefused("inspect " + line + " " + option + value, {option + " has no meaning", scene});
            } else if (scene == "odd.obj" && option == "--no-levels") {
                continue;  // it is too small to have any
            } else if (option == "--collider") {
                EXPECT_NE(scheduleHash(line + " " + option + value), usual);
            } else if (option != "--ground" && option != "--fill") {
                if (scheduleHash(line + " " + option + value) != usual) continue;
                if (usualState.empty()) usualState = stateHash(line);
                EXPECT_NE(stateHash(line + " " + option + value), usualState) << "it does nothing";
            }
        }
    }
}

TEST_F(CliMeaning, WhatAlwaysTouchesSaysSo) {
    for (const char* scene : {"stack", "scarf", "curtain", "knot", "pile", "hammock"}) {
        expectRefused(std::string("inspect ") + scene + " --contact off",
                      {std::string("'") + scene + "': its bodies always touch; see --help-scene"});
    }
    expectRefused("inspect weave --contact on", {"no meaning for the scene 'weave'; see --help-scene"});
}

// It is that of the bodies, and not of what is in their way.
TEST_F(CliMeaning, ContactIsAsThickAsItIsSaid) {
    const std::string line = "cloth --size 12 --contact ";
    const std::string usual = scheduleHash(line + "on"), thin = scheduleHash(line + "0.004");
    EXPECT_NE(thin, usual);
    EXPECT_NE(scheduleHash(line + "0.005"), thin);
    const auto particles = [&](const std::string& options) {
        return report("inspect odd.obj --pin 2 --collider odd.obj --contact " + options).at("particles").get<int>();
    };
    EXPECT_EQ(particles("0.001"), particles("on"));
}

TEST_F(CliMeaning, EveryOptionOfSolving) {
    const struct {
        const char* line;
        const char* says;
    } kCases[] = {
        {"cloth --size 4 --relaxation 0.9", "--relaxation"},
        {"cloth --size 4 --method tiles --relaxation 0.9", "--relaxation"},
        {"cloth --size 4 --method jacobi --sweeps 2", "--sweeps"},
        {"cloth --size 4 --sweeps 2", "--sweeps"},
        {"cloth --size 40 --sweeps 2", "--sweeps"},
        {"cord --sweeps 2", "--sweeps"},
        {"cloth --size 40 --tile-size 64", "--tile-size"},
        {"large-cloth --method jacobi --tile-size 64", "--tile-size"},
        {"ropes --size 5 --tile-size 64", "--tile-size"},
        {"ropes --size 5 --tiles always", "--tiles"},
        {"cloth --size 40 --tiles always --method jacobi", "--tiles"},
        {"cord --bend-period 3", "--bend-period"},
        {"cloth-integrators --set particles=5 --set only=1 --order second", "--order"},
        {"rope --bend-period 3", "--bend-period"},
        {"cloth --size 4 --material sticks --bend-period 3", "--bend-period"},
        {"jelly --set cells=3 --bend-period 3", "--bend-period"},
        {"cloth --size 4 --wind 3,0,0 --air 0", "--wind has no meaning with --air 0"},
    };
    for (const auto& [line, says] : kCases)
        expectRefused(std::string("inspect ") + line, {says, "has no meaning"});
    for (const char* line :
         {"cloth --size 4 --method jacobi --relaxation 0.9", "cloth --size 40 --method tiles --sweeps 2",
          "cloth --size 40 --tiles always --tile-size 64 --sweeps 3", "large-cloth --tile-size 64 --sweeps 2",
          "cloth --size 4 --order second", "cloth --size 4 --bend-period 3", "odd.obj --bend-period 2",
          "balloon --bend-period 2", "cloth --size 4 --tiles never --method jacobi",
          "cloth --size 4 --wind 3,0,0 --air 1"})
        EXPECT_EQ(pliant(std::string("inspect ") + line).status, 0) << line;
    expectRefused("bench --quick --scenes many-flags,ropes --sizes 16", {"--sizes has no meaning"});
}

TEST_F(CliMeaning, AFloorIsBelowWhatIsPinned) {
    for (const char* line :
         {"cloth --size 8 --ground 0.5", "flag --size 8 --ground 1.5", "many-flags --size 4 --ground 1.2",
          "ropes --size 4 --ground 3", "odd.obj --pin 2 --ground 1"})
        expectRefused(std::string("simulate ") + line + " --frames 1", {"--ground", "pinned below the floor"});
    for (const char* line : {"cloth --size 8 --ground 0", "drape --size 8 --ground 0.5", "flag --size 8 --ground 0.5",
                             "many-flags --size 4 --ground 0.4", "odd.obj --ground 1"})
        EXPECT_EQ(pliant(std::string("inspect ") + line).status, 0) << line;
}

TEST_F(CliMeaning, SpacesInListsMeanNothing) {
    const struct {
        const char* spaced;
        const char* plain;
    } kCases[] = {{"--gravity '0, -5, 1'", "--gravity 0,-5,1"},
                  {"--wind ' 1 ,0, 2'", "--wind 1,0,2"},
                  {"--pin '0, 7 ,24'", "--pin 0,7,24"},
                  {"--pin 'box: 0,0,0, 1,0,1'", "--pin box:0,0,0,1,0,1"}};
    for (const auto& [spaced, plain] : kCases) {
        SCOPED_TRACE(spaced);
        const std::string line = "exec " PLIANT_COMMAND " simulate cloth --size 5 --frames 3 --backend cpu --json ";
        const json a = json::parse(shell(line + spaced).out, nullptr, false);
        ASSERT_TRUE(a.is_object()) << a;
        EXPECT_EQ(a.at("hash"), json::parse(shell(line + plain).out).at("hash"));
    }
    expectRefused("inspect cloth --gravity 0,,1", {"--gravity"});
}

TEST_F(CliMeaning, NoInputIsWrittenOver) {
    std::filesystem::create_symlink("odd.obj", folder_ / "link.obj");
    std::filesystem::create_hard_link(folder_ / "odd.obj", folder_ / "hard.obj");
    writeFile(folder_ / "odd.png", oddObj());
    ASSERT_EQ(pliant("simulate cloth --size 4 --frames 2 --backend cpu --out a.pc2").status, 0);
    std::filesystem::create_symlink("a.pc2", folder_ / "a.png");
    std::filesystem::create_symlink("odd.obj", folder_ / "odd.csv");
    const struct {
        const char* line;
        Words says;
    } kCases[] = {
        {"simulate odd.obj --frames 1 --out odd.obj", {"--out 'odd.obj'", "SCENE, 'odd.obj'"}},
        {"simulate odd.obj --frames 1 --out ./odd.obj", {"--out './odd.obj'"}},
        {"simulate odd.obj --frames 1 --out link.obj", {"--out 'link.obj'", "'odd.obj'"}},
        {"simulate link.obj --frames 1 --out odd.obj", {"--out 'odd.obj'", "'link.obj'"}},
        {"simulate odd.obj --frames 1 --out hard.obj", {"--out 'hard.obj'", "'odd.obj'"}},
        {"simulate odd.obj --frames 1 --report odd.csv", {"--report 'odd.csv'", "'odd.obj'"}},
        {"simulate jelly --fill odd.obj --frames 1 --out odd.obj", {"--out 'odd.obj'", "--fill, 'odd.obj'"}},
        {"simulate pinball --play odd.obj --frames 1 --out odd.obj", {"--out 'odd.obj'", "--play, 'odd.obj'"}},
        {"render odd.png --frames 1 --out odd.png", {"--out 'odd.png'", "SCENE"}},
        {"compare cloth --size 4 --against a.pc2 --picture a.png", {"--picture 'a.png'", "--against, 'a.pc2'"}},
    };
    for (const auto& [line, says] : kCases)
        expectRefused(line, says);
    EXPECT_EQ(readFile(folder_ / "odd.obj"), oddObj());
}

// What the link leads to is replaced, as by any program that writes.
TEST_F(CliMeaning, WritesThroughLinks) {
    std::filesystem::create_directory(folder_ / "else");
    std::filesystem::create_symlink("else/real.obj", folder_ / "x.obj");
    ASSERT_EQ(pliant("simulate cloth --size 4 --frames 1 --backend cpu --out x.obj").status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "x.obj"));
    EXPECT_EQ(linesOf(readFile(folder_ / "else/real.obj"), "v ").size(), 16u);
}

}  // namespace
}  // namespace pliant::tests
