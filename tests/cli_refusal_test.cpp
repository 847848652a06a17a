// What the `pliant` command refuses, and what it leaves behind when it fails.

#include <span>

#include "cli_support.h"

namespace pliant::tests {
namespace {

class CliRefusal : public CommandTest {};

struct BadScene {
    const char* line;
    const char* says;
};

// Files, and what they do not have.
constexpr BadScene kFiles[] = {
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
    {"flat.obj", "flat.obj:1: a vertex has 2 coordinates; it needs three"},
    {"twice.obj", "twice.obj:4: a face uses vertex 1 twice"},
    {"line.obj", "no area"},
    {"good.obj --pin corners", "no grid"},
    {"good.obj --pin 3", "vertex 3"},
    {"loose.obj --pin first", "no face uses it"},
    {"good.obj --size 4", "--size"},
};

// Ropes and flags.
constexpr BadScene kRopes[] = {
    {"rope --pin row", "no grid"},
    {"rope --length 1 --span 2", "shorter"},
    {"rope --size 2 --length 2 --span 1", "too few"},
    {"rope --length 0", "--length: '0' is not a number from 1e-06 to 1000000"},
    {"rope --span -1", "--span"},
    {"cloth --contact thin", "--contact: 'thin' is not a number from 1e-06 to 1000, nor on or off"},
    {"cloth --contact 0", "--contact: '0' is not a number from 1e-06 to 1000, nor on or off"},
    {"drape --size 8 --contact 4", "--contact 4: body 'cloth' would be 4 m thick and is 2 m long; both are in metres"},
    {"cloth --pin 0 --pin 3", "--pin is given more than once"},
    {"cloth --length 1", "--length"},
    {"cloth --span 1", "--span"},
    {"ropes --length 1", "--length"},
    {"ropes --pin first", "--pin"},
    {"ropes --wind 1,0,0", "--wind"},
    {"ropes --material silk", "--material"},
    {"ropes --size 0", "--size"},
    {"ropes --size 20000000", "20000000"},
    {"many-flags --pin row", "--pin"},
    {"many-flags --span 1", "--span"},
    {"many-flags --size 2000000", "2000000"},
};

// Numbers that are none, or out of range.
constexpr BadScene kNumbers[] = {
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
    {"cloth --size abc", "--size: 'abc' is not a whole number from 1 to 100000000"},
    {"cloth --size 2.5", "--size: '2.5' is not a whole number"},
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
    {"cloth --size 4 --method tiles --tiles never", "--tiles never"},
    {"cloth --size 4 --method jacobi --relaxation 0", "relaxation"},
    {"cloth --size 4 --method jacobi --relaxation 2", "relaxation"},
    {"cloth --size 4 --method jacobi --relaxation nan", "relaxation"},
};

// Knobs of scenes.
constexpr BadScene kKnobs[] = {
    {"cloth --size 4 --set speed=1", "'cloth' has no number 'speed'; it has none"},
    {"cloth --size 4 --set speed", "NAME=NUMBER"},
    {"cloth --size 4 --set speed=fast", "NAME=NUMBER"},
    {"cloth --size 4 --set speed=", "NAME=NUMBER"},
    {"rope2d --set speed=1", "'rope2d' has no number 'speed'; it has particles, spacing"},
    {"rope2d --set particles=1", "a whole number of 2 ... 400"},
    {"rope2d --set particles=2.5", "a whole number"},
    {"rope2d --set spacing=nan", "spacing"},
    {"rope2d --size 8", "--size"},
    {"rope2d --pin ends", "--pin"},
    {"rope2d --wind 1,0,0", "--wind"},
    {"rope2d --gravity 0,-1,1", "gravity is 1 m/s^2 along z"},
    {"cord --set stiffness=0", "a number of 1 ... 100000"},
    {"cord --stiffness 5", "--stiffness"},
    {"cloth --size 4 --nosuch", "--nosuch"},
    {"cloth rope", "rope"},
    {"cloth --nosuch 4", "not expected: --nosuch 4"},
};

void writeBadFiles(const TempFolder& folder) {
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 0 1\n";
    writeFile(folder / "good.obj", triangle + "f 1 2 3\n");
    writeFile(folder / "empty.obj", "");
    writeFile(folder / "nofaces.obj", triangle);
    writeFile(folder / "range.obj", triangle + "f 1 2 4\n");
    writeFile(folder / "nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 0 1\nf 1 2 3\n");
    writeFile(folder / "flat.obj", "v 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    writeFile(folder / "twice.obj", triangle + "f 1 2 1\n");
    writeFile(folder / "line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    writeFile(folder / "loose.obj", "v 9 9 9\n" + triangle + "f 2 3 4\n");
    for (const char* name : {"garbage.obj", "garbage.ply", "garbage.stl", "garbage.gltf", "garbage"}) {
        writeFile(folder / name, "\x01\x02 garbage \xff\xfe");
    }
}

TEST_F(CliRefusal, OptionsGoAfterACommand) {
    expectRefused("--help-scene cloth", {"'--help-scene' goes after a command", "commands: devices"});
    expectRefused("explode", {"no command 'explode'"});
}

TEST_F(CliRefusal, RefusesBadScenesAndOptions) {
    writeBadFiles(folder_);
    for (const std::span<const BadScene> scenes : {std::span<const BadScene>(kFiles), {kRopes}, {kNumbers}, {kKnobs}}) {
        for (const auto& [line, says] : scenes) {
            expectRefused(std::string("inspect ") + line, {says});
            expectRefused(std::string("compare --frames 2 ") + line, {says});
            expectRefused(std::string("simulate ") + line + " --frames 2 --out out.obj --out out.pc2", {says});
        }
    }
}

TEST_F(CliRefusal, RefusesBadCommandLines) {
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
        expectRefused(line, {says});
}

// No file may grow beyond 4 KiB, as on a disk that is full. In the last case the .pc2 fails when it is closed.
TEST_F(CliRefusal, LeavesNothingBehindOnAFullDisk) {
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

}  // namespace
}  // namespace pliant::tests
