// What pictures show of a state: what touches, how thick it is, what sleeps.

#include <glm/geometric.hpp>

#include "pliant/scene/block.h"
#include "viewer/insight.h"
#include "viewer/touching.h"
#include "viewer_support.h"

namespace pliant::test {
namespace {

using viewer::Image;
using viewer::Show;
using viewer::Touching;
using viewer::View;

// Two loose particles so far apart, each in a contact of its own.
Scene pairOf(float apart, const Contact& first = {0, 1, 0.1f}, const Contact& second = {1, 1, 0.1f}) {
    Scene scene;
    addParticle(scene, vec3(0.0f), 1.0f);
    addParticle(scene, vec3(apart, 0.0f, 0.0f), 1.0f);
    scene.contacts = {first, second};
    return scene;
}

std::vector<Touching> touchingAt(const Scene& scene, std::span<const vec3> places,
                                 std::span<const Collider> colliders = {}) {
    return viewer::touchingIn(scene, *take(compile(scene)), places, colliders);
}

std::vector<Touching> touchingOf(const Scene& scene, std::span<const Collider> colliders = {}) {
    return touchingAt(scene, scene.positions, colliders);
}

TEST(Touching, ParticlesDoThatAreNearerThanTheirThicknesses) {
    const std::vector<Touching> pressed = touchingOf(pairOf(0.08f));
    for (const Touching& one : pressed) {
        EXPECT_TRUE(one.touches);
        EXPECT_NEAR(one.pressed, 0.2f, 1e-5f);
    }
    EXPECT_EQ(pressed[0].away, vec3(-1.0f, 0.0f, 0.0f));
    EXPECT_EQ(pressed[1].away, vec3(1.0f, 0.0f, 0.0f));
    EXPECT_TRUE(touchingOf(pairOf(0.101f))[0].touches) << "just";
    EXPECT_EQ(touchingOf(pairOf(0.101f))[0].pressed, 0.0f);
    EXPECT_FALSE(touchingOf(pairOf(0.11f))[0].touches);
    EXPECT_TRUE(touchingOf(pairOf(0.19f, {0, 1, 0.1f}, {1, 1, 0.3f}))[1].touches) << "the mean of both";
    EXPECT_FALSE(touchingOf(pairOf(0.22f, {0, 1, 0.1f}, {1, 1, 0.3f}))[1].touches);
}

TEST(Touching, IsForThoseThatMay) {
    EXPECT_FALSE(touchingOf(pairOf(0.08f, {0, 1, 0.1f, 0.3f, 1, 1}, {1, 1, 0.1f, 0.3f, 2}))[0].touches) << "the mask";
    Scene one = pairOf(0.08f);
    one.contacts = {{0, 2, 0.1f}};
    EXPECT_FALSE(touchingOf(one)[0].touches) << "neighbours at rest";
    std::vector<vec3> places = one.positions;
    one.positions[1].x = 0.2f;
    EXPECT_TRUE(touchingAt(one, places)[0].touches) << "far from each other at rest";
    places[1].x = std::nanf("");
    EXPECT_FALSE(touchingAt(one, places)[0].touches);
}

// A rope's end that is tied to a sheet's corner is left to what ties it, as in the solver.
TEST(Touching, IsNotForWhatIsJoined) {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 4;
    const std::uint32_t sheet = take(addGrid(scene, grid));
    RopeDescription rope;
    rope.from = scene.positions[0] + vec3(0.0f, 0.1f, 0.0f);
    rope.to = rope.from + vec3(0.0f, 1.0f, 0.0f);
    rope.count = 6;
    const std::uint32_t string = take(addRope(scene, rope));
    take(addContact(scene, sheet));
    take(addContact(scene, string));
    EXPECT_TRUE(touchingOf(scene)[16].touches);
    take(addStick(scene, 0, 16));
    for (const Touching& one : touchingOf(scene))
        EXPECT_FALSE(one.touches);
}

// What gets into a solid touches none of the particles within, as in the solver.
TEST(Touching, IsNotForThoseWithinASolid) {
    Scene scene;
    BlockDescription block;
    block.cells = {2, 2, 2};
    take(addContact(scene, take(addBlock(scene, block)), {.thickness = 0.1f}));
    const auto within = static_cast<std::uint32_t>(scene.positions.size());
    addParticle(scene, block.centre, 1.0f);
    scene.contacts.push_back({within, 1, 0.1f});
    EXPECT_FALSE(touchingOf(scene)[within].touches);
    scene.tets.clear();  // a surface, and what it is around
    EXPECT_TRUE(touchingOf(scene)[within].touches);
}

TEST(Touching, ParticlesHeldFromBothSidesArePushedNowhere) {
    Scene scene = pairOf(0.08f);
    addParticle(scene, vec3(-0.08f, 0.0f, 0.0f), 1.0f);
    scene.contacts.push_back({2, 1, 0.1f});
    const std::vector<Touching> all = touchingOf(scene);
    EXPECT_TRUE(all[0].touches);
    EXPECT_EQ(all[0].away, vec3(0.0f));
    EXPECT_EQ(all[2].away, vec3(-1.0f, 0.0f, 0.0f));
}

TEST(Touching, CollidersAreTouchedWithoutAContact) {
    Scene scene;
    addParticle(scene, vec3(0.0f, 0.0f, 0.304f), 1.0f);
    addParticle(scene, vec3(0.0f, 0.4f, 0.0f), 1.0f);
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.3f;
    const std::vector<Touching> all = touchingOf(scene, std::vector{ball});
    EXPECT_NEAR(all[0].pressed, 0.2f, 1e-3f);
    EXPECT_LT(glm::distance(all[0].away, vec3(0.0f, 0.0f, 1.0f)), 1e-3f);
    EXPECT_FALSE(all[1].touches);
    scene.pinned[0] = 1;
    EXPECT_FALSE(touchingOf(scene, std::vector{ball})[0].touches) << "it is not pushed";
}

class InsightTest : public ViewerTest {
  protected:
    const vec2 kMiddle{0.5f * kWidth, 0.5f * kHeight};

    // As the command draws it.
    static Image shown(viewer::Model& model, View view, Show show) {
        view.show = show;
        take(viewer::lookInto(model, view));
        return pictureOf(model, view);
    }

    static bool isGrey(vec3 colour) { return glm::distance(colour, vec3(brightness(colour))) < 15.0f; }
};

// A ball behind a cloth, and in the midst of it.
TEST_F(InsightTest, WhatTouchesIsColouredAndHasNeedles) {
    const auto model = modelOf(shuffledCloth(21));
    View view = viewAt(2.0f);
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.3f;
    ball.pose.position.z = -0.302f;
    view.colliders = {ball};
    const Image image = shown(*model, view, Show::Contacts);
    const vec3 middle = meanAround(image, kMiddle, 2);
    EXPECT_GT(middle.x, 1.3f * middle.z) << "yellow";
    EXPECT_TRUE(isGrey(meanAround(image, pixelOf(view.camera, vec3(0.35f, 0.35f, 0.0f), kWidth, kHeight), 3)));
    view.camera.yaw = 1.2f;  // from the side needles stand out of it
    const Image aside = shown(*model, view, Show::Contacts);
    take(model->setNeedles({}));
    View without = view;
    without.show = Show::Contacts;
    const std::vector<vec2> needles = differingPixels(aside, pictureOf(*model, without));
    EXPECT_GT(needles.size(), 4u);
    for (const vec2 pixel : needles)
        EXPECT_LT(glm::distance(pixel, kMiddle), 16.0f);
    view.colliders.clear();
    EXPECT_TRUE(isGrey(meanAround(shown(*model, view, Show::Contacts), kMiddle, 2))) << "the ball is gone";
    EXPECT_CONTAINS(messageOf(model->setNeedles(std::vector<vec4>(2 * 21 * 21 + 2))), "room for 882");
}

TEST_F(InsightTest, ThicknessReachesBeyondTheCloth) {
    Scene scene = uprightCloth(9);
    take(addContact(scene, 0, {.thickness = 0.2f}));
    const auto model = modelOf(scene);
    const View view = viewAt(2.0f);
    const Image fabric = shown(*model, view, Show::Fabric), thick = shown(*model, view, Show::Thickness);
    const vec2 within = pixelOf(view.camera, vec3(0.57f, 0.0f, 0.0f), kWidth, kHeight);
    const vec2 beyond = pixelOf(view.camera, vec3(0.68f, 0.0f, 0.0f), kWidth, kHeight);
    EXPECT_GT(glm::distance(meanAround(fabric, within, 0), meanAround(thick, within, 0)), 40.0f);
    EXPECT_LT(glm::distance(meanAround(fabric, beyond, 0), meanAround(thick, beyond, 0)), 10.0f);
}

// Two cloths without gravity, of which the right one goes on towards the eye.
TEST_F(InsightTest, WhatSleepsIsBlue) {
    Scene grids;
    GridDescription grid;
    grid.columns = grid.rows = 6;
    grid.width = grid.height = 0.4f;
    grid.alongColumn = vec3(0.0f, -1.0f, 0.0f);
    for (const float x : {0.1f, -0.5f}) {
        grid.corner = vec3(x, 0.2f, 0.0f);
        take(addGrid(grids, grid));
    }
    Scene scene = shuffledMeshOf(grids);
    scene.environment.gravity = vec3(0.0f);
    scene.sleep = Sleep{0.01f, 0.03f};
    const auto model = modelOf(scene);
    const View view = viewAt(2.0f);
    const auto colourOf = [&](float x) {
        return meanAround(shown(*model, view, Show::Sleep), pixelOf(view.camera, vec3(x, 0.0f, 0.0f), kWidth, kHeight),
                          4);
    };
    EXPECT_TRUE(isGrey(colourOf(-0.3f))) << "awake";
    Snapshot start = take(model->snapshot());
    start.previousSubstep = StepSettings().dt / 12.0;
    for (std::size_t i = 0; i < start.positions.size(); ++i)
        if (start.positions[i].x > 0.0f) start.previous[i].z -= 0.5f * static_cast<float>(start.previousSubstep);
    take(model->restore(start));
    for (int step = 0; step < 5; ++step)
        take(device_->submitAndWait([&](VkCommandBuffer commands) { return model->recordStep(commands, {}, {}); }));
    const vec3 asleep = colourOf(-0.3f);
    EXPECT_GT(asleep.z, 1.5f * asleep.x);
    EXPECT_TRUE(isGrey(colourOf(0.3f))) << "it moves";
}

TEST(Insight, SaysWhereThereIsNothingToBeShown) {
    StepInputs inputs;
    samples::SampleScene sample{clothScene(4), [&](double, double) { return inputs; }};
    EXPECT_CONTAINS(viewer::lackOf(Show::Thickness, sample), "has no contact");
    EXPECT_CONTAINS(viewer::lackOf(Show::Contacts, sample), "no contact and no colliders");
    EXPECT_CONTAINS(viewer::lackOf(Show::Sleep, sample), "--sleep on");
    inputs.colliders.emplace_back();
    EXPECT_EQ(viewer::lackOf(Show::Contacts, sample), "");
    inputs.colliders.clear();
    sample.scene.sleep.emplace();
    take(addContact(sample.scene, 0));
    for (const Show show : {Show::Contacts, Show::Thickness, Show::Sleep})
        EXPECT_EQ(viewer::lackOf(show, sample), "");
}

}  // namespace
}  // namespace pliant::test
