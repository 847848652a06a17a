// The window: opens, draws, changes its size and closes without a word from validation; and says so where there is no
// display. PLIANT_TEST_VALIDATION=0 leaves validation out, for machines that have no layer.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "command.h"
#include "pictures.h"

namespace pliant::tests {
namespace {

constexpr const char* kDisplay = "/usr/bin/xvfb-run";
constexpr const char* kHand = "/usr/bin/xdotool";

bool isThere(const char* program) {
    return std::filesystem::exists(program);
}

// The command on a display of its own, or a line of shell in which it is $0. That display goes on without clients: one
// that starts anew whenever the last has gone refuses who comes at that moment.
Finished onDisplay(const TempFolder& folder, const Words& words) {
    const char* wanted = std::getenv("PLIANT_TEST_VALIDATION");
    ::setenv("PLIANT_VALIDATION", wanted ? wanted : "1", 1);
    Words all = {"/usr/bin/timeout", "--kill-after=5", "500", kDisplay, "-a", "-s", "-screen 0 800x600x24 -noreset"};
    all.insert(all.end(), words.begin(), words.end());
    return run(folder, all);
}

// Share of the pixels of columns [from, to) that are dark, as the panel is.
double darkShare(const Picture& picture, int from, int to) {
    int count = 0;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = from; x < to; ++x) {
            const std::uint8_t* p = picture.at(x, y);
            count += std::max({p[0], p[1], p[2]}) < 70 ? 1 : 0;
        }
    }
    return double(count) / ((to - from) * picture.height);
}

// Share of the pixels of columns [from, to) that differ plainly.
double differingShare(const Picture& a, const Picture& b, int from, int to) {
    int count = 0;
    for (int y = 0; y < a.height; ++y) {
        for (int x = from; x < to; ++x) {
            int most = 0;
            for (int c = 0; c < 3; ++c)
                most = std::max(most, std::abs(int(a.at(x, y)[c]) - int(b.at(x, y)[c])));
            count += most > 20 ? 1 : 0;
        }
    }
    return double(count) / ((to - from) * a.height);
}

TEST(View, SaysWhereThereIsNoDisplay) {
    const TempFolder folder;
    const Finished end =
        run(folder, {"/usr/bin/env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", PLIANT_COMMAND, "view", "cloth"});
    EXPECT_EQ(end.status, 2);
    EXPECT_TRUE(end.err.starts_with("pliant: there is no display")) << end.err;
    EXPECT_TRUE(end.err.ends_with("pliant render makes pictures without one\n")) << end.err;
    EXPECT_EQ(std::count(end.err.begin(), end.err.end(), '\n'), 1);
    EXPECT_EQ(end.out, "");
}

TEST(View, RefusesAScreenshotThatCannotBeWritten) {
    const TempFolder folder;
    EXPECT_NE(run(folder, {PLIANT_COMMAND, "view", "cloth", "--screenshot", "x.jpg"}).err.find("must end in .png"),
              std::string::npos);
    EXPECT_NE(run(folder, {PLIANT_COMMAND, "view", "cloth", "--screenshot", "none/x.png"}).err.find("none/x.png"),
              std::string::npos);
}

class ViewOnDisplay : public testing::Test {
  protected:
    void SetUp() override {
        if (!isThere(kDisplay)) GTEST_SKIP() << "no " << kDisplay << " (Debian: xvfb, xauth)";
    }
    const TempFolder folder_;
};

TEST_F(ViewOnDisplay, DrawsTheClothAndThePanel) {
    const Finished end = onDisplay(folder_, {PLIANT_COMMAND, "view", "cloth", "--size", "16", "--width", "600",
                                             "--height", "400", "--frames", "12", "--screenshot", "x.png"});
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(end.err, "");
    EXPECT_EQ(folder_.names(), std::set<std::string>{"x.png"});
    const Picture picture = readPicture(folder_ / "x.png");
    ASSERT_EQ(picture.width, 600);
    ASSERT_EQ(picture.height, 400);
    EXPECT_GT(darkShare(picture, 20, 280), 0.5) << "the panel";
    EXPECT_LT(darkShare(picture, 340, 600), 0.1);
    EXPECT_GT(picture.dyedShare(330, 600), 0.02) << "the cloth";
}

// The hands wait for the window alone: what they do before its first frame is done in order after it, however long
// frames take. (While there is no window yet, search may stumble over those that come and go.)
Words handled(const std::string& options, const std::string& hands) {
    const std::string script =
        "$0 view " + options +
        " & pliant=$!; "
        "until window=$(xdotool search --onlyvisible --name '^Pliant$' 2>/dev/null) || ! kill -0 $pliant 2>/dev/null; "
        "do sleep 0.05; done; " +
        hands + "; wait $pliant";
    return {"/bin/sh", "-c", script, PLIANT_COMMAND};
}

// So many steps of a scene that is paused; each press is one, so no clock has a say in it.
std::string steps(int count) {
    std::string keys = " key --delay 1";
    for (int i = 0; i < count; ++i)
        keys += " period";
    return keys;
}

class ViewWithHands : public ViewOnDisplay {
  protected:
    void SetUp() override {
        ViewOnDisplay::SetUp();
        if (!isThere(kHand)) GTEST_SKIP() << "no " << kHand << " (Debian: xdotool)";
    }
    Picture shot(const std::string& options, const std::string& hands) {
        const Finished end = onDisplay(folder_, handled(options + " --screenshot x.png", hands));
        EXPECT_EQ(end.status, 0);
        EXPECT_EQ(end.err, "");
        return readPicture(folder_ / "x.png");
    }
};

TEST_F(ViewWithHands, FollowsTheSizeOfTheWindow) {
    const Picture picture = shot("rope --size 20 --width 200 --height 150",
                                 "xdotool windowsize --sync $window 640 480; xdotool mousemove 100 100 key Escape");
    EXPECT_EQ(picture.width, 640);
    EXPECT_EQ(picture.height, 480);
}

TEST_F(ViewOnDisplay, TellsABadSceneOrDevice) {
    const Finished scene = onDisplay(folder_, {PLIANT_COMMAND, "view", "nothing"});
    EXPECT_EQ(scene.status, 2);
    EXPECT_NE(scene.err.find("there is no scene 'nothing'"), std::string::npos) << scene.err;
    const Finished device = onDisplay(folder_, {PLIANT_COMMAND, "view", "rope", "--device", "no such device"});
    EXPECT_EQ(device.status, 2);
    EXPECT_NE(device.err.find("no such device"), std::string::npos) << device.err;
}

TEST_F(ViewWithHands, KeysChangeWhatIsShown) {
    const std::string scene = "cloth --size 12 --paused --width 600 --height 400";
    const std::string hands = "xdotool mousemove 450 350";
    const Picture before = shot(scene, hands + " key Escape");
    const Picture wires = shot(scene, hands + " key w key Escape");
    const Picture stretch = shot(scene, hands + " key 2 key Escape");
    const Picture alone = shot(scene, hands + " key h key Escape");
    const Picture contacts = shot(scene, hands + " key 4 key Escape");
    ASSERT_EQ(before.width, 600);
    EXPECT_GT(differingShare(stretch, contacts, 340, 600), 0.003) << "another legend";
    EXPECT_LT(differingShare(before, alone, 340, 600), 0.001) << "hidden or not, the panel leaves the scene alone";
    EXPECT_GT(darkShare(before, 20, 280), 0.5);
    EXPECT_LT(darkShare(alone, 20, 280), 0.1) << "the panel is hidden";
    EXPECT_GT(differingShare(before, wires, 340, 600), 0.003) << "edges on the cloth";
    EXPECT_GT(before.dyedShare(340, 600), 0.01);
    constexpr int kLegend = 325;  // where it begins
    EXPECT_LT(stretch.dyedShare(340, 600, kLegend), 0.2 * before.dyedShare(340, 600, kLegend)) << "white at rest";
    EXPECT_GT(stretch.dyedShare(340, 600), stretch.dyedShare(340, 600, kLegend) + 0.004) << "the legend";
}

TEST_F(ViewWithHands, DragsTurnTheView) {
    const std::string scene = "cloth --size 12 --paused --width 600 --height 400";
    const Picture before = shot(scene, "xdotool mousemove 450 350 key Escape");
    const Picture turned = shot(scene, "xdotool mousemove 450 350 mousedown 2 mousemove 500 300 mouseup 2 key Escape");
    EXPECT_GT(differingShare(before, turned, 340, 600), 0.02);
}

// Share of the pixels around a place whose red, or else green, is far above the other.
double shareAround(const Picture& picture, int x, int y, bool isRed) {
    constexpr int kReach = 6;
    int count = 0;
    for (int dy = -kReach; dy <= kReach; ++dy) {
        for (int dx = -kReach; dx <= kReach; ++dx) {
            const std::uint8_t* p = picture.at(x + dx, y + dy);
            const int more = p[0] - p[1];
            count += (isRed ? more : -more) > 60 ? 1 : 0;
        }
    }
    return double(count) / ((2 * kReach + 1) * (2 * kReach + 1));
}

TEST_F(ViewWithHands, TheFirstParticleOfTheRopeGoesWhereTheCursorIs) {
    const std::string scene = "rope2d --paused --width 640 --height 420";
    const Picture led = shot(scene, "xdotool mousemove 500 90" + steps(60) + " key Escape");
    ASSERT_EQ(led.width, 640);
    EXPECT_GT(shareAround(led, 500, 90, true), 0.15) << "a red dot";
    const Picture freed = shot(scene, "xdotool mousemove 500 90" + steps(60) + " key s" + steps(60) + " key Escape");
    EXPECT_LT(shareAround(freed, 500, 90, true), 0.05) << "unlocked, it has fallen";
}

// Every key, drags with each button over the cloth, and the way out. The pauses let it draw in between; nothing that is
// expected hangs on how long they last.
TEST_F(ViewWithHands, TakesAllOfThemWithoutAWordFromValidation) {
    const std::string hands =
        "drag() { xdotool mousemove 400 220 mousedown $1; sleep 0.2; "
        "for i in 1 2 3 4; do xdotool mousemove_relative -- $2 $3; sleep 0.05; done; }; "
        "drag 1 5 -20; xdotool key p; xdotool mouseup 1; drag 2 9 9; xdotool mouseup 2; "
        "xdotool keydown shift; drag 2 5 -9; xdotool mouseup 2 keyup shift; xdotool click 4 click 5 click 5; "
        "for k in 2 w 3 h s e e space period Right p p h space r 1 f w; do xdotool key $k; sleep 0.05; done; "
        "sleep 0.3; xdotool key Escape";
    const Finished end = onDisplay(folder_, handled("cloth --size 12 --pin row --width 500 --height 400", hands));
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(end.err, "");
}

// A person plays, and the same keys give the same game without a window.
TEST_F(ViewWithHands, RecordsAGameThatCanBePlayedAgain) {
    const std::string hands = "xdotool mousemove 450 350 keydown space" + steps(25) + " keyup space" + steps(20) +
                              " keydown Left" + steps(5) + " keyup Left keydown d" + steps(5) + " keyup d key Escape";
    const Finished end =
        onDisplay(folder_, handled("pinball --paused --width 600 --height 400 --record game.json", hands));
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(end.err, "");
    const std::string keys = readFile(folder_ / "game.json");
    for (const std::string key : {"launch", "left", "right"})
        EXPECT_NE(keys.find("\"" + key + "\""), std::string::npos) << keys;
    const Finished compared = run(folder_, {PLIANT_COMMAND, "compare", "pinball", "--play", "game.json"});
    EXPECT_EQ(compared.status, 0) << compared.err;
}

TEST_F(ViewOnDisplay, RecordsGamesAlone) {
    const Finished end = onDisplay(folder_, {PLIANT_COMMAND, "view", "rope", "--record", "game.json"});
    EXPECT_EQ(end.status, 2);
    EXPECT_NE(end.err.find("'rope' is no game"), std::string::npos) << end.err;
    EXPECT_TRUE(folder_.names().empty());
}

}  // namespace
}  // namespace pliant::tests
