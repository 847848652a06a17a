// Flat pictures of planar scenes, and what is drawn at particles in both kinds.

#include <glm/geometric.hpp>

#include "viewer_support.h"

namespace pliant::test {
namespace {

using viewer::Image;
using viewer::PictureMaker;
using viewer::Show;
using viewer::View;

constexpr float kPixelsPerMetre = 100.0f;

class FlatPicture : public ViewerTest {
  protected:
    static samples::SampleScene sampleOf(Scene scene) {
        samples::SampleScene sample;
        sample.scene = std::move(scene);
        sample.scene.planar = true;
        sample.inputs = [](double, double) { return StepInputs{}; };
        sample.outlook = samples::Outlook{};
        sample.outlook->isFlat = true;
        sample.outlook->distance = kHeight / kPixelsPerMetre;
        return sample;
    }
    static std::unique_ptr<viewer::Model> modelOf(samples::SampleScene sample) {
        const SchedulePtr schedule = take(compile(sample.scene));
        return take(viewer::Model::create(*device_, std::move(sample), schedule));
    }
    static View flatView() {
        View view;
        view.camera.isFlat = true;
        view.camera.yaw = view.camera.pitch = 0.0f;
        view.camera.distance = kHeight / kPixelsPerMetre;
        return view;
    }
    static vec3 colourAtPoint(const Image& image, float x, float y) {
        return meanAround(image, pixelOf(flatView().camera, vec3(x, y, 0.0f), kWidth, kHeight), 0);
    }
};

// A square of eight triangles around the origin, 0.8 m wide.
Scene squareScene() {
    GridDescription grid;
    grid.corner = vec3(-0.4f, -0.4f, 0.0f);
    grid.alongColumn = vec3(0.0f, 1.0f, 0.0f);
    grid.width = grid.height = 0.8f;
    grid.columns = grid.rows = 3;
    Scene scene;
    take(addGrid(scene, grid));
    scene.bends.clear();
    return scene;
}

Scene ropeAcross(float radiusOfView) {
    RopeDescription rope;
    rope.from = vec3(-radiusOfView, 0.0f, 0.0f);
    rope.to = vec3(radiusOfView, 0.0f, 0.0f);
    rope.count = 5;
    Scene scene;
    take(addRope(scene, rope));
    return scene;
}

float coveredMetres(const Image& with, const Image& without) {
    return static_cast<float>(differingPixels(with, without, 40).size()) / (kPixelsPerMetre * kPixelsPerMetre);
}

TEST_F(FlatPicture, CollidersAreTheirCutsThroughThePlane) {
    const auto model = modelOf(sampleOf(ropeAcross(0.01f)));
    const Image empty = pictureOf(*model, flatView());
    const auto areaOf = [&](Collider collider) {
        View view = flatView();
        collider.pose.position = vec3(0.05f, -0.1f, 0.0f);
        collider.pose.rotation = glm::quat(std::cos(0.3f), 0.0f, 0.0f, std::sin(0.3f));
        view.colliders = {collider};
        return coveredMetres(pictureOf(*model, view), empty);
    };
    Collider ball, capsule, box, cylinder;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.35f;
    EXPECT_NEAR(areaOf(ball), 3.14159f * 0.35f * 0.35f, 0.012f);
    capsule.shape = ColliderShape::Capsule;
    capsule.radius = 0.15f;
    capsule.halfHeight = 0.25f;
    EXPECT_NEAR(areaOf(capsule), 3.14159f * 0.15f * 0.15f + 0.5f * 0.3f, 0.012f);
    box.shape = ColliderShape::Box;
    box.halfExtents = vec3(0.4f, 0.1f, 0.5f);
    EXPECT_NEAR(areaOf(box), 0.8f * 0.2f, 0.012f);
    cylinder.shape = ColliderShape::Cylinder;
    cylinder.radius = 0.1f;
    cylinder.halfHeight = 0.3f;
    EXPECT_NEAR(areaOf(cylinder), 0.2f * 0.6f, 0.012f);
}

TEST_F(FlatPicture, APlaneFillsWhatIsBelowItAndHidesNothing) {
    const auto model = modelOf(sampleOf(squareScene()));
    View view = flatView();
    const Image empty = pictureOf(*model, view);
    Collider floor, ball;
    floor.pose.position.y = -0.45f;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.1f;
    ball.pose.position = vec3(0.65f, -0.5f, 0.0f);
    view.colliders = {ball, floor};
    const Image image = pictureOf(*model, view);
    EXPECT_EQ(colourAtPoint(image, -0.7f, 0.4f), colourAtPoint(empty, -0.7f, 0.4f));
    EXPECT_GT(glm::distance(colourAtPoint(image, -0.7f, -0.5f), colourAtPoint(empty, -0.7f, -0.5f)), 40.0f);
    EXPECT_LT(brightness(colourAtPoint(image, 0.557f, -0.5f)), 0.8f * brightness(colourAtPoint(image, -0.7f, -0.5f)))
        << "the rim of the ball";
    EXPECT_LT(glm::distance(colourAtPoint(image, 0.2f, 0.1f), colourAtPoint(empty, 0.2f, 0.1f)), 3.0f) << "the body";
}

TEST_F(FlatPicture, BodiesAreFilledWithDarkOutlinesOnLightPaper) {
    const auto model = modelOf(sampleOf(squareScene()));
    const Image image = pictureOf(*model, flatView());
    const vec3 inside = colourAtPoint(image, 0.1f, 0.17f), paper = colourAtPoint(image, 0.63f, 0.13f);
    const vec3 edge = colourAtPoint(image, 0.4f, 0.15f);
    EXPECT_GT(inside.x - inside.z, 60.0f) << "the first body is coral";
    EXPECT_LT(brightness(edge), 0.75f * brightness(inside));
    EXPECT_GT(brightness(paper), 200.0f);
    EXPECT_LT(std::abs(paper.x - paper.z), 15.0f);
    EXPECT_LT(glm::distance(colourAtPoint(image, 0.004f, 0.2f), inside), 3.0f) << "no line between its triangles";
}

TEST_F(FlatPicture, OutlinesAreAsWideWhereverTheCameraIs) {
    const auto model = modelOf(sampleOf(squareScene()));
    const auto widthAt = [&](float zoom) {
        View view = flatView();
        view.camera.distance *= zoom;
        const Image image = pictureOf(*model, view);
        const vec2 edge = pixelOf(view.camera, vec3(0.4f, 0.15f, 0.0f), kWidth, kHeight);
        const float fill = brightness(colourAt(image, edge - vec2(8.0f, 0.0f)));
        int dark = 0;
        for (float x = -7.0f; x <= 7.0f; x += 1.0f)
            dark += brightness(colourAt(image, edge + vec2(x, 0.0f))) < 0.8f * fill ? 1 : 0;
        return dark;
    };
    EXPECT_NEAR(widthAt(1.0f), 3, 1);
    EXPECT_NEAR(widthAt(3.0f), widthAt(1.0f), 1);
}

TEST_F(FlatPicture, RopesAreRoundLinesAndSmoothCurves) {
    // A quarter turn with few particles: the line runs outside of its chords.
    Scene scene = ropeAcross(0.5f);
    for (int i = 0; i < 5; ++i) {
        const float angle = 3.14159265f * static_cast<float>(i) / 4.0f;
        scene.positions[std::size_t(i)] = 0.5f * vec3(-std::cos(angle), std::sin(angle), 0.0f);
    }
    const auto model = modelOf(sampleOf(std::move(scene)));
    const Image image = pictureOf(*model, flatView());
    const float between = 3.14159265f * 1.5f / 4.0f;
    const vec2 onCircle = 0.492f * vec2(-std::cos(between), std::sin(between));
    const vec2 onChord = 0.455f * vec2(-std::cos(between), std::sin(between));
    EXPECT_GT(colourAtPoint(image, onCircle.x, onCircle.y).x - colourAtPoint(image, onCircle.x, onCircle.y).z, 50.0f);
    EXPECT_LT(std::abs(colourAtPoint(image, onChord.x, onChord.y).x - colourAtPoint(image, onChord.x, onChord.y).z),
              20.0f);
}

TEST_F(FlatPicture, DotsArePinnedRedAndFreeGreenAsThePinsChange) {
    samples::SampleScene sample = sampleOf(ropeAcross(0.5f));
    sample.scene.environment.gravity = vec3(0.0f);
    sample.scene.pinned = {1, 0, 0, 0, 0};
    sample.showsParticles = true;
    const auto model = modelOf(std::move(sample));
    const auto isRed = [](vec3 colour) { return colour.x > colour.y + 60.0f; };
    const auto isGreen = [](vec3 colour) { return colour.y > colour.x + 60.0f; };
    const Image before = pictureOf(*model, flatView());
    EXPECT_TRUE(isRed(colourAtPoint(before, -0.5f, 0.0f)));
    EXPECT_TRUE(isGreen(colourAtPoint(before, 0.0f, 0.0f)));
    EXPECT_TRUE(isGreen(colourAtPoint(before, 0.5f, 0.0f)));
    const StepInputs inputs{{{4, PinInput::Action::Hold}, {0, PinInput::Action::Release}}, {}, {}};
    take(device_->submitAndWait([&](VkCommandBuffer commands) { return model->recordStep(commands, {}, inputs); }));
    const Image after = pictureOf(*model, flatView());
    EXPECT_TRUE(isGreen(colourAtPoint(after, -0.5f, 0.0f)));
    EXPECT_TRUE(isRed(colourAtPoint(after, 0.5f, 0.0f)));
    View bare = flatView();
    bare.hasParticles = false;
    EXPECT_FALSE(isGreen(colourAtPoint(pictureOf(*model, bare), 0.0f, 0.0f)));
}

TEST_F(FlatPicture, OrnamentsAreWhereTheirParticlesAre) {
    for (const bool isFlat : {true, false}) {
        samples::SampleScene sample = sampleOf(ropeAcross(0.5f));
        sample.ornaments = {{0, ColliderShape::Box, 0.1f, vec3(0.15f)}, {4, ColliderShape::Sphere, 0.15f, vec3(0.1f)}};
        const std::vector<vec3> places = sample.scene.positions;
        const auto plain = modelOf(sampleOf(sample.scene));
        const auto model = modelOf(std::move(sample));
        View view = isFlat ? flatView() : viewAt(2.0f);
        const auto isDrawnAt = [&](vec3 point) {
            const vec2 pixel = pixelOf(view.camera, point, kWidth, kHeight);
            return glm::distance(colourAt(pictureOf(*model, view), pixel), colourAt(pictureOf(*plain, view), pixel)) >
                   30.0f;
        };
        const vec3 corner(-0.12f, 0.12f, 0.0f), above(0.0f, 0.12f, 0.0f);
        EXPECT_TRUE(isDrawnAt(places[0] + corner)) << "a box has corners";
        EXPECT_TRUE(isDrawnAt(places[4] + above));
        EXPECT_FALSE(isDrawnAt(places[4] - corner)) << "a ball has none";
        std::vector<vec3> moved = places;
        for (vec3& p : moved)
            p.y += 0.3f;
        take(model->restore({moved, moved}));
        take(plain->restore({moved, moved}));
        EXPECT_TRUE(isDrawnAt(moved[0] + corner));
        EXPECT_FALSE(isDrawnAt(places[0] - vec3(0.0f, 0.1f, 0.0f)));
    }
}

TEST_F(FlatPicture, ShowsStretchAndColoursToo) {
    Scene scene = squareScene();
    for (SceneStick& stick : scene.sticks)
        stick.restLength *= 0.9f;
    const auto model = modelOf(sampleOf(std::move(scene)));
    View view = flatView();
    view.show = Show::Stretch;
    const vec3 red = colourAtPoint(pictureOf(*model, view), 0.1f, 0.17f);
    EXPECT_GT(red.x, red.y + 100.0f);
    view.show = Show::Colours;
    view.wireframe = true;
    const Image lines = pictureOf(*model, view);
    EXPECT_GT(brightness(colourAtPoint(lines, 0.1f, 0.17f)), 180.0f) << "paper between the sticks";
}

}  // namespace
}  // namespace pliant::test
