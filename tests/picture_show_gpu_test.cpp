#include <glm/geometric.hpp>
#include <glm/gtc/color_space.hpp>

#include "viewer/shaders/ramps.h"
#include "viewer_support.h"

namespace pliant::test {
namespace {

using viewer::Image;
using viewer::Show;
using viewer::View;

class ShowTest : public ViewerTest {
  protected:
    const vec2 kMiddle{0.5f * kWidth, 0.5f * kHeight};

    // Of an upright cloth that is stretched by `factor` against its rest lengths.
    vec3 colourOfStretch(float factor) {
        const auto model = modelOf(shuffledCloth(6));
        Snapshot snapshot = take(model->snapshot());
        for (vec3& p : snapshot.positions)
            p *= factor;
        snapshot.previous = snapshot.positions;
        take(model->restore(snapshot));
        View view = viewAt(2.0f);
        view.show = Show::Stretch;
        return meanAround(pictureOf(*model, view), kMiddle, 15);
    }
};

TEST_F(ShowTest, StretchedIsRedPressedIsBlueAndRestIsWhite) {
    const vec3 stretched = colourOfStretch(1.05f), pressed = colourOfStretch(0.95f), rest = colourOfStretch(1.0f);
    EXPECT_GT(stretched.x, 2.0f * stretched.y);
    EXPECT_GT(stretched.x, 2.0f * stretched.z);
    EXPECT_GT(pressed.z, 1.5f * pressed.x);
    EXPECT_LT(glm::distance(rest, vec3(brightness(rest))), 15.0f);
    EXPECT_GT(brightness(rest), 140.0f);
}

TEST_F(ShowTest, HalfTheStretchIsBetweenWhiteAndRed) {
    const vec3 some = colourOfStretch(1.025f), full = colourOfStretch(1.05f), rest = colourOfStretch(1.0f);
    EXPECT_GT(some.y, full.y + 20.0f);
    EXPECT_LT(some.y, rest.y - 20.0f);
}

TEST_F(ShowTest, HeatIsOfTheParticlesThatAreHot) {
    const Scene scene = shuffledCloth(9);
    const auto model = modelOf(scene);
    std::vector<float> heat;
    for (const vec3& p : scene.positions)
        heat.push_back(p.x * p.y > 0.0f ? 1.0f : 0.0f);
    take(model->setHeat(heat));
    View view = viewAt(2.0f);
    view.show = Show::Heat;
    const Image image = pictureOf(*model, view);
    for (const vec2 quarter : {vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, 1)}) {
        const vec3 place(0.32f * quarter, 0.0f);
        const vec3 colour = meanAround(image, pixelOf(view.camera, place, kWidth, kHeight), 4);
        if (quarter.x * quarter.y > 0.0f) {
            EXPECT_GT(colour.x, 2.0f * colour.y) << "hot";
        } else {
            EXPECT_LT(glm::distance(colour, vec3(brightness(colour))), 15.0f) << "cold";
            EXPECT_GT(brightness(colour), 140.0f);
        }
    }
    EXPECT_CONTAINS(messageOf(model->setHeat({1.0f})), "81 particles");
}

// The legends beside a picture are drawn on the CPU: in the plane, where there is no light, the picture has the same
// colours to the last step but one of eight bits.
TEST_F(ShowTest, LegendsHaveTheColoursOfThePicture) {
    const auto model = modelOf(shuffledCloth(6));
    View view = viewAt(1.6f);
    view.camera.isFlat = true;
    const auto expectAtMiddle = [&](vec3 linear, float value) {
        const vec3 shown = meanAround(pictureOf(*model, view), kMiddle, 4);
        EXPECT_LT(glm::distance(shown, 255.0f * glm::convertLinearToSRGB(linear)), 2.0f) << value;
    };
    view.show = Show::Heat;
    for (const float heat : {0.0f, 0.2f, 0.45f, 0.8f, 1.0f}) {
        take(model->setHeat(std::vector<float>(36, heat)));
        expectAtMiddle(viewer::heatColour(heat), heat);
    }
    view.show = Show::Stretch;
    const Snapshot rest = take(model->snapshot());
    for (const float strain : {-0.05f, -0.02f, 0.01f, 0.04f}) {
        Snapshot snapshot = rest;
        for (vec3& p : snapshot.positions)
            p *= 1.0f + strain;
        snapshot.previous = snapshot.positions;
        take(model->restore(snapshot));
        expectAtMiddle(viewer::stretchColour(strain / view.fullStretch), strain);
    }
}

TEST_F(ShowTest, ColoursOfTheGraphAreMany) {
    Scene scene = uprightCloth(5);  // without the sticks against bending, which are drawn over the others
    std::erase_if(scene.sticks, [](const SceneStick& stick) { return stick.kind == StickKind::Bend; });
    const auto model = modelOf(scene);
    View view = viewAt(1.6f);
    view.show = Show::Colours;
    const Image image = pictureOf(*model, view);
    bool hue[3] = {};  // there are reddish, greenish and bluish lines
    for (std::uint32_t y = 0; y < kHeight; ++y) {
        for (std::uint32_t x = 0; x < kWidth; ++x) {
            const vec3 c = colourAt(image, vec2(x, y));
            for (int i = 0; i < 3; ++i)
                hue[i] |= c[i] > 1.6f * c[(i + 1) % 3] && c[i] > 1.6f * c[(i + 2) % 3];
        }
    }
    EXPECT_TRUE(hue[0] && hue[1] && hue[2]);
}

TEST_F(ShowTest, WireframeDarkensTheEdgesOnly) {
    const auto model = modelOf(uprightCloth(4));
    View view = viewAt(1.6f);
    const Image plain = pictureOf(*model, view);
    view.wireframe = true;
    const Image wires = pictureOf(*model, view);
    const std::vector<vec2> changed = differingPixels(plain, wires);
    EXPECT_GT(changed.size(), 300u);
    EXPECT_LT(changed.size(), 4000u);
    float before = 0.0f, after = 0.0f;
    for (const vec2 pixel : changed) {
        before += brightness(colourAt(plain, pixel));
        after += brightness(colourAt(wires, pixel));
    }
    EXPECT_LT(after, before);
}

TEST_F(ShowTest, HighlightChangesPixelsAroundItsParticleOnly) {
    const Scene scene = shuffledCloth(7);
    const auto model = modelOf(scene);
    View view = viewAt(2.0f, 0.3f);
    const Image plain = pictureOf(*model, view);
    const std::uint32_t particle = 7 * 4 + 2;
    view.highlighted = particle;
    const std::vector<vec2> changed = differingPixels(plain, pictureOf(*model, view));
    const vec2 centre = pixelOf(view.camera, scene.positions[particle], kWidth, kHeight);
    EXPECT_GT(changed.size(), 60u);
    for (const vec2 pixel : changed)
        EXPECT_LT(glm::distance(pixel, centre), 12.0f);
}

TEST_F(ShowTest, MarkersAreSeenAtTheirParticles) {
    const Scene scene = shuffledCloth(7);
    const auto model = modelOf(scene);
    View view = viewAt(2.0f);
    const Image plain = pictureOf(*model, view);
    view.markers = {5, 6, 30, 48};
    const Image marked = pictureOf(*model, view);
    for (const std::uint32_t particle : view.markers) {
        const vec2 pixel = pixelOf(view.camera, scene.positions[particle], kWidth, kHeight);
        EXPECT_GT(glm::distance(colourAt(plain, pixel), colourAt(marked, pixel)), 40.0f);
    }
    EXPECT_LT(differingPixels(plain, marked).size(), 4u * 150u);
}

}  // namespace
}  // namespace pliant::test
