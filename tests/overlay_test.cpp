// What is written on pictures: letters, labels, boards and legends. The pictures that hold them are in render_test.cpp.

#include "viewer/overlay.h"

#include <cmath>
#include <glm/gtc/color_space.hpp>
#include <glm/matrix.hpp>

#include "support.h"
#include "viewer/font.h"
#include "viewer/shaders/ramps.h"

namespace pliant::test {
namespace {

using namespace viewer;

// Of DejaVu Sans, in its units: a line is 1901 above and 483 below the base line; the I is an upright bar.
constexpr float kUnitsPerLine = 1901.0f + 483.0f, kBarWidth = 201.0f, kBarHeight = 1493.0f;

Image plain(std::uint32_t width, std::uint32_t height, std::uint8_t shade) {
    return {width, height, std::vector<std::uint8_t>(4 * std::size_t(width) * height, shade)};
}

float shadeAt(const Image& image, std::uint32_t x, std::uint32_t y) {
    const std::uint8_t* p = image.at(x, y);
    return (float(p[0]) + float(p[1]) + float(p[2])) / 3.0f;
}

TEST(Font, CoversABarAsWideAndHighAsItsI) {
    for (const float size : {12.0f, 17.0f, 100.0f}) {
        float area = 0.0f, left = 1e9f, right = 0.0f, top = 1e9f, foot = 0.0f;
        coverBy("I", {20.3f, 10.0f}, size, {200, 200}, [&](int x, int y, float share) {
            area += share;
            left = std::min(left, float(x));
            right = std::max(right, float(x) + 1.0f);
            top = std::min(top, float(y));
            foot = std::max(foot, float(y) + 1.0f);
        });
        const float scale = size / kUnitsPerLine;
        EXPECT_NEAR(area, kBarWidth * kBarHeight * scale * scale, 0.03f * area) << size;
        EXPECT_NEAR(right - left, kBarWidth * scale, 2.0f) << size;
        EXPECT_NEAR(foot - top, kBarHeight * scale, 1.1f) << size;
        EXPECT_NEAR(foot, 10.0f + 1901.0f * scale, 1.0f) << size;
    }
}

TEST(Font, WidthsAddUpAndGrowWithTheSize) {
    EXPECT_FLOAT_EQ(widthOf("RK4 Euler", 20.0f), widthOf("RK4 ", 20.0f) + widthOf("Euler", 20.0f));
    EXPECT_NEAR(widthOf("Verlet", 40.0f), 2.0f * widthOf("Verlet", 20.0f), 1e-3f);
    EXPECT_LT(widthOf("iii", 20.0f), widthOf("mmm", 20.0f));
    EXPECT_EQ(widthOf("", 20.0f), 0.0f);
    EXPECT_FLOAT_EQ(widthOf("\u00b5", 20.0f), widthOf("\u00b5m", 20.0f) - widthOf("m", 20.0f)) << "one letter";
}

TEST(Font, FitsATextAndTakesBytesThatAreNoUtf8) {
    EXPECT_EQ(fitted("short", 15.0f, 500.0f), "short");
    const std::string cut = fitted("llvmpipe (LLVM 15.0.6, 256 bits)", 15.0f, 120.0f);
    EXPECT_TRUE(cut.starts_with("llvmpipe") && cut.ends_with("\u2026")) << cut;
    EXPECT_LE(widthOf(cut, 15.0f), 120.0f);
    for (const char* bad : {"\xff", "\xe2\x82", "\xc3(", "\x80"}) {
        EXPECT_GE(widthOf(bad, 20.0f), widthOf("?", 20.0f)) << bad;
        coverBy(bad, {0.0f, 0.0f}, 20.0f, {40, 40}, [](int, int, float) {});
    }
}

TEST(Font, TellsOnlyWhatLiesInThePicture) {
    coverBy("WWWW", {-10.0f, -5.0f}, 30.0f, {20, 10},
            [](int x, int y, float) { EXPECT_TRUE(x >= 0 && x < 20 && y >= 0 && y < 10) << x << ", " << y; });
}

// Dark letters on something light, whatever is below; and nothing else changes.
TEST(Overlay, IsReadableOnAnyGroundAndLeavesTheRestAlone) {
    for (const int shade : {0, 128, 255}) {
        Image image = plain(200, 100, static_cast<std::uint8_t>(shade));
        Overlay overlay;
        const Paper paper{{200.0f, 100.0f}, 13.0f};
        addHeadlines(overlay, paper, Side::Right, std::vector<Headline>{{"score 450", 1.5f}, {"ball 1 of 3"}});
        paint(overlay, image);
        const Box& box = overlay.boxes.at(0);
        float darkest = 255.0f, lightest = 0.0f;
        int changed = 0;
        for (std::uint32_t y = 0; y < image.height; ++y) {
            for (std::uint32_t x = 0; x < image.width; ++x) {
                const bool isInside = float(x) + 1.0f > box.low.x && float(x)<box.high.x&& float(y) + 1.0f> box.low.y &&
                                      float(y) < box.high.y;
                if (!isInside) {
                    EXPECT_EQ(shadeAt(image, x, y), float(shade)) << x << ", " << y;
                    continue;
                }
                darkest = std::min(darkest, shadeAt(image, x, y));
                lightest = std::max(lightest, shadeAt(image, x, y));
                changed += shadeAt(image, x, y) != float(shade) ? 1 : 0;
            }
        }
        EXPECT_LT(darkest, 60.0f) << shade;
        EXPECT_GT(lightest, 190.0f) << shade;
        EXPECT_GT(changed, 200) << shade;
    }
}

bool overlap(const Box& a, const Box& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

class Labels : public testing::Test {
  protected:
    // In a picture 400 wide that looks at the origin from ahead.
    Overlay overlayOf(const std::vector<samples::Label>& labels) {
        Camera camera;
        camera.yaw = camera.pitch = 0.0f;
        Overlay overlay;
        addLabels(overlay, {{400.0f, 200.0f}, 13.0f}, labels, camera);
        return overlay;
    }
};

TEST_F(Labels, StandOverTheirPlaces) {
    const Overlay overlay = overlayOf({{"RK4", vec3(0.0f)}});
    ASSERT_EQ(overlay.boxes.size(), 1u);
    EXPECT_NEAR(0.5f * (overlay.boxes[0].low.x + overlay.boxes[0].high.x), 200.0f, 0.1f);
    EXPECT_NEAR(overlay.boxes[0].high.y, 100.0f, 0.1f);
    ASSERT_EQ(overlay.words.size(), 1u);
    EXPECT_EQ(overlay.words[0].text, "RK4");
}

TEST_F(Labels, NeverOverlapAndStayInThePicture) {
    std::vector<samples::Label> labels;
    for (const float x : {-2.6f, -0.8f, -0.4f, 0.0f, 0.4f, 0.8f, 2.6f})
        labels.push_back({"Verlet with constraints", vec3(x, 0.0f, 0.0f)});
    const Overlay overlay = overlayOf(labels);
    ASSERT_EQ(overlay.boxes.size(), labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        EXPECT_GE(overlay.boxes[i].low.x, 0.0f);
        EXPECT_LE(overlay.boxes[i].high.x, 400.0f);
        for (std::size_t k = 0; k < i; ++k)
            EXPECT_FALSE(overlap(overlay.boxes[i], overlay.boxes[k])) << i << " and " << k;
    }
    EXPECT_EQ(overlay.words[0].text, "Verlet with") << "broken in two lines before any is raised";
}

TEST_F(Labels, AreLeftOutWhereTheirPlaceIsOutOfSight) {
    EXPECT_TRUE(overlayOf({{"behind", vec3(0.0f, 0.0f, 9.0f)}, {"aside", vec3(9.0f, 0.0f, 0.0f)}}).words.empty());
}

std::vector<std::string> textsOf(const Overlay& overlay) {
    std::vector<std::string> texts;
    for (const Words& words : overlay.words)
        texts.push_back(words.text);
    return texts;
}

TEST(Legend, OfStretchHasItsColoursAndPerCent) {
    const Paper paper{{640.0f, 360.0f}, 13.0f};
    Overlay overlay;
    addLegend(overlay, paper, legendOfStretch(0.02f));
    EXPECT_EQ(textsOf(overlay), (std::vector<std::string>{"stretch of the sticks", "-2 %", "0", "+2 %"}));
    Image image = plain(640, 360, 90);
    paint(overlay, image);

    // Row of the bar: where the picture is bluest, and where it is reddest.
    std::uint32_t blueX = 0, blueY = 0, redX = 0;
    int bluest = 0, reddest = 0;
    for (std::uint32_t y = 0; y < image.height; ++y) {
        for (std::uint32_t x = 0; x < image.width; ++x) {
            const int blueness = image.at(x, y)[2] - image.at(x, y)[0];
            const int redness = image.at(x, y)[0] - image.at(x, y)[2];
            if (blueness > bluest) bluest = blueness, blueX = x, blueY = y;
            if (redness > reddest) reddest = redness, redX = x;
        }
    }
    ASSERT_LT(blueX, redX);
    for (std::uint32_t x = blueX; x <= redX; ++x) {
        const float share = (float(x - blueX) + 0.5f) / float(redX - blueX + 1);
        const vec3 expected = 255.0f * glm::convertLinearToSRGB(stretchColour(2.0f * share - 1.0f));
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(image.at(x, blueY + 1)[i], expected[i], 1.0f) << share;
    }
}

// Titles stay within their boxes.
TEST(Legend, OfContactsAndOfSleepFitTheirBoxes) {
    const Paper paper = paperOf(640, 400);
    for (const Legend& legend : {legendOfContacts(), legendOfSleep()}) {
        Overlay overlay;
        addLegend(overlay, paper, legend);
        const Box& backing = overlay.boxes[0];
        for (const Words& words : overlay.words) {
            EXPECT_GE(words.corner.x, backing.low.x) << words.text;
            EXPECT_LE(words.corner.x + widthOf(words.text, words.size), backing.high.x) << words.text;
        }
    }
}

TEST(Legend, IsLeftOutWhereThereIsNoRoom) {
    Overlay overlay;
    addLegend(overlay, paperOf(160, 90), legendOfStretch(0.05f));
    EXPECT_TRUE(overlay.boxes.empty() && overlay.words.empty());
}

TEST(Paper, HasLettersThatCanBeRead) {
    for (const auto& [width, height] : {std::pair(1280u, 720u), std::pair(640u, 360u), std::pair(3840u, 2160u)}) {
        EXPECT_GE(paperOf(width, height).line, 13.0f);
        EXPECT_GE(paperOf(width, height).line, float(height) / 45.0f);
    }
}

}  // namespace
}  // namespace pliant::test
