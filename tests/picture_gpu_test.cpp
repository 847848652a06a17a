#include <fstream>
#include <glm/geometric.hpp>

#include "pliant/scene/solids.h"
#include "viewer/model_tables.h"
#include "viewer_support.h"

namespace pliant::test {
namespace {

using viewer::Image;
using viewer::PictureMaker;
using viewer::Show;
using viewer::View;

class PictureTest : public ViewerTest {};

TEST_F(PictureTest, FlatClothCoversWhatGeometrySays) {
    const auto model = modelOf(uprightCloth(12));
    View view = viewAt(2.0f);
    view.show = Show::Heat;  // two pictures that differ in the cloth alone
    const auto maker = take(PictureMaker::create(*device_, kWidth, kHeight));
    take(model->setHeat(std::vector<float>(144, 1.0f)));
    const Image hot = take(maker->take(*model, view));
    take(model->setHeat(std::vector<float>(144, 0.0f)));
    const Image cold = take(maker->take(*model, view));

    const vec2 middle(0.5f * kWidth, 0.5f * kHeight);
    const float whole = colourAt(cold, middle).y - colourAt(hot, middle).y;  // green goes most
    const float covered = static_cast<float>(differingPixels(hot, cold, static_cast<int>(0.5f * whole)).size());
    const vec2 low = pixelOf(view.camera, vec3(-0.5f, 0.5f, 0.0f), kWidth, kHeight);
    const vec2 high = pixelOf(view.camera, vec3(0.5f, -0.5f, 0.0f), kWidth, kHeight);
    const float expected = (high.x - low.x) * (high.y - low.y);
    EXPECT_NEAR(covered / expected, 1.0f, 0.02f) << "of " << expected << " pixels";
}

TEST_F(PictureTest, CornersAreWhereTheCameraPutsThem) {
    const auto model = modelOf(uprightCloth(8));
    View view = viewAt(2.4f, 0.5f, 0.2f);
    view.show = Show::Heat;
    const auto maker = take(PictureMaker::create(*device_, kWidth, kHeight));
    take(model->setHeat(std::vector<float>(64, 1.0f)));
    const Image hot = take(maker->take(*model, view));
    take(model->setHeat(std::vector<float>(64, 0.0f)));
    const Image cold = take(maker->take(*model, view));

    for (const vec2 corner : {vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, 1)}) {
        const vec2 inside = pixelOf(view.camera, vec3(0.5f * 0.92f * corner, 0.0f), kWidth, kHeight);
        const vec2 outside = pixelOf(view.camera, vec3(0.5f * 1.10f * corner, 0.0f), kWidth, kHeight);
        EXPECT_GT(glm::distance(colourAt(hot, inside), colourAt(cold, inside)), 60.0f);
        EXPECT_LT(glm::distance(colourAt(hot, outside), colourAt(cold, outside)), 4.0f);
    }
}

TEST_F(PictureTest, BothSidesAreLitInTintsOfTheirOwn) {
    const auto model = modelOf(uprightCloth(12));
    const vec2 middle(0.5f * kWidth, 0.5f * kHeight);
    const vec3 front = meanAround(pictureOf(*model, viewAt(2.0f)), middle, 20);
    const vec3 back = meanAround(pictureOf(*model, viewAt(2.0f, 3.14159265f)), middle, 20);
    EXPECT_GT(brightness(front), 40.0f);
    EXPECT_GT(brightness(back), 40.0f);
    EXPECT_GT(glm::distance(glm::normalize(front), glm::normalize(back)), 0.15f) << "hues";
    EXPECT_GT(front.x / front.z, 1.5f * back.x / back.z) << "the first body's front is coral, its back cream";
}

Scene meshScene(const MeshDescription& mesh) {
    Scene scene;
    take(addMesh(scene, mesh));
    return scene;
}

// The corners of a box of 1 m are those of a box: each side is as bright at its edge as in its middle.
TEST_F(PictureTest, EdgesOfABoxAreSharp) {
    MeshDescription box;
    for (int i = 0; i < 8; ++i)
        box.vertices.push_back(vec3(i & 1, i >> 1 & 1, i >> 2 & 1) - 0.5f);
    box.faceSizes = {4, 4, 4, 4, 4, 4};
    box.faceCorners = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
    const auto model = modelOf(meshScene(box));
    const View view = viewAt(2.6f, 0.7f, 0.5f);
    const Image image = pictureOf(*model, view);
    const vec3 sides[][3] = {{vec3(0, 0, 0.5f), vec3(0.5f, 0, 0), vec3(0, 0.5f, 0)},
                             {vec3(0.5f, 0, 0), vec3(0, 0.5f, 0), vec3(0, 0, 0.5f)},
                             {vec3(0, 0.5f, 0), vec3(0, 0, 0.5f), vec3(0.5f, 0, 0)}};
    for (const auto& [middle, along, across] : sides) {
        const float bright = brightness(meanAround(image, pixelOf(view.camera, middle, kWidth, kHeight), 1));
        for (const vec3 edge : {along, across, 0.7f * along + 0.7f * across}) {
            const vec2 pixel = pixelOf(view.camera, middle + 0.8f * edge, kWidth, kHeight);
            EXPECT_NEAR(brightness(meanAround(image, pixel, 1)), bright, 6.0f) << pixel.x << ", " << pixel.y;
        }
    }
}

TEST(Creases, AreWhereABodyIsSharpAndNowhereElse) {
    const auto creasesOf = [](const Scene& scene) {
        const SchedulePtr schedule = take(compile(scene));
        std::vector<vec3> places;
        for (const std::uint32_t particle : schedule->sceneParticle)
            places.push_back(scene.positions[particle]);
        return viewer::creasesOf(surfaceOf(scene, *schedule), places);
    };
    EXPECT_EQ(creasesOf(clothScene(8)).cornerCount, 0u);
    EXPECT_EQ(creasesOf(meshScene(sphereMesh(vec3(0.0f), 1.0f, 1))).cornerCount, 0u);
    // A roof over a flat yard: 3 x 2 squares, folded up by 90 degrees along one line.
    MeshDescription roof;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            roof.vertices.emplace_back(std::min(column, 2), std::max(column - 2, 0), row);
    for (std::uint32_t row = 0; row < 2; ++row) {
        for (std::uint32_t column = 0; column < 3; ++column) {
            const std::uint32_t at = 4 * row + column;
            roof.faceSizes.push_back(4);
            roof.faceCorners.insert(roof.faceCorners.end(), {at, at + 4, at + 5, at + 1});
        }
    }
    const viewer::Creases creases = creasesOf(meshScene(roof));
    EXPECT_EQ(creases.smooth.size() + creases.cornerCount, 3u * 12u);
    EXPECT_EQ(creases.cornerCount, 3u * 8u) << "both triangles of the two squares beside the fold, twice";
}

// The shadow that a coarse ball throws on itself begins where its light ends, and not along its triangles.
TEST_F(PictureTest, ABallDarkensWithoutSteps) {
    const auto model = modelOf(meshScene(sphereMesh(vec3(0.0f), 1.0f, 3)));
    for (const float yaw : {0.0f, 1.2f}) {
        const View view = viewAt(4.0f, yaw, 0.1f);
        const Image image = pictureOf(*model, view);
        const vec2 middle = pixelOf(view.camera, vec3(0.0f), kWidth, kHeight);
        const float radius = middle.y - pixelOf(view.camera, vec3(0.0f, 1.0f, 0.0f), kWidth, kHeight).y;
        float largest = 0.0f;
        for (int y = -int(0.8f * radius); y < int(0.8f * radius); ++y) {
            for (const float x : {-0.3f, 0.0f, 0.3f}) {
                const vec2 here = middle + vec2(x * radius, y);
                const float step = brightness(colourAt(image, here)) - brightness(colourAt(image, here + vec2(0, 1)));
                largest = std::max(largest, std::abs(step));
            }
        }
        EXPECT_LT(largest, 9.0f) << "of 255, from one pixel to the next";
    }
}

// From above, a little cloth over a ground: beside its shadow the ground is brighter.
TEST_F(PictureTest, ClothThrowsAShadow) {
    const auto model = modelOf(clothScene(10));
    View view = viewAt(4.0f, 0.0f, 0.9f);
    Collider ground;
    ground.pose.position.y = -0.6f;
    view.colliders = {ground};
    view.camera.target = vec3(0.5f, -0.3f, 0.5f);
    const Image image = pictureOf(*model, view);
    // The light comes from the upper left in front: (-0.50, 0.80, 0.42).
    const vec3 shade(0.5f + 0.6f * 0.5f / 0.8f, -0.6f, 0.5f - 0.6f * 0.42f / 0.8f);
    const float inShade = brightness(colourAt(image, pixelOf(view.camera, shade + vec3(0.35f, 0, 0), kWidth, kHeight)));
    const float inLight = brightness(colourAt(image, pixelOf(view.camera, vec3(-0.8f, -0.6f, 0.5f), kWidth, kHeight)));
    EXPECT_GT(inLight, 1.25f * inShade);
    EXPECT_GT(inShade, 30.0f) << "the sky still lights it";
}

TEST_F(PictureTest, CollidersStandWhereTheyAre) {
    const auto model = modelOf(uprightCloth(4));
    View view = viewAt(4.0f);
    const Image without = pictureOf(*model, view);
    for (const ColliderShape shape :
         {ColliderShape::Sphere, ColliderShape::Capsule, ColliderShape::Box, ColliderShape::Cylinder}) {
        Collider collider;
        collider.shape = shape;
        collider.radius = 0.3f;
        collider.halfHeight = 0.3f;
        collider.halfExtents = vec3(0.3f);
        collider.pose.position = vec3(1.1f, 0.2f, 0.5f);
        view.colliders = {collider};
        const Image with = pictureOf(*model, view);
        const vec2 middle = pixelOf(view.camera, collider.pose.position, kWidth, kHeight);
        const vec2 beside = pixelOf(view.camera, collider.pose.position + vec3(0.0f, 0.75f, 0.0f), kWidth, kHeight);
        EXPECT_GT(glm::distance(colourAt(with, middle), colourAt(without, middle)), 25.0f) << int(shape);
        EXPECT_LT(glm::distance(colourAt(with, beside), colourAt(without, beside)), 6.0f) << int(shape);
    }
}

TEST_F(PictureTest, RopeIsATubeOfItsRadius) {
    Scene scene;
    RopeDescription rope;
    rope.from = vec3(-0.5f, 0.4f, 0.0f);
    rope.to = vec3(0.5f, 0.4f, 0.0f);
    rope.count = 20;
    take(addRope(scene, rope));
    const auto model = modelOf(scene);
    View view = viewAt(0.5f);
    view.camera.target = vec3(0.0f, 0.4f, 0.0f);
    view.show = Show::Heat;
    take(model->setHeat(std::vector<float>(20, 1.0f)));
    const Image image = pictureOf(*model, view);

    const float pixelsPerMetre = 0.5f * kHeight / (0.5f * std::tan(0.5f * view.camera.fieldOfView));
    const float expected = 2.0f * viewer::ropeRadius(1.0f) * pixelsPerMetre;
    float width = 0.0f;  // of what is red across the middle
    for (std::uint32_t y = 0; y < kHeight; ++y) {
        const vec3 c = colourAt(image, vec2(kWidth / 2, y));
        if (c.x > 1.5f * c.z) width += 1.0f;
    }
    EXPECT_NEAR(width, expected, 1.5f);
    EXPECT_GT(expected, 4.0f);
}

TEST_F(PictureTest, TheSameStateGivesTheSamePicture) {
    const auto model = modelOf(clothScene(16));
    const View view = viewAt(3.0f, 0.4f, 0.3f);
    EXPECT_EQ(pictureOf(*model, view).pixels, pictureOf(*model, view).pixels);
}

TEST_F(PictureTest, StepsAreSeen) {
    const auto model = modelOf(clothScene(8));
    const View view = viewAt(3.0f, 0.4f, 0.3f);
    const auto maker = take(PictureMaker::create(*device_, kWidth, kHeight));
    const Snapshot start = take(model->snapshot());
    const Image before = take(maker->take(*model, view));
    for (int i = 0; i < 10; ++i) {
        take(device_->submitAndWait(
            [&](VkCommandBuffer commands) { return model->recordStep(commands, {}, StepInputs{}); }));
    }
    const Image after = take(maker->take(*model, view));
    EXPECT_GT(differingPixels(before, after).size(), 200u);
    take(model->restore(start));
    EXPECT_EQ(take(maker->take(*model, view)).pixels, before.pixels);
}

// What is left over is reported by the validation layer when its device goes.
TEST_F(PictureTest, NothingIsLeftBehind) {
    const auto device = makeDevice();
    for (int round = 0; round < 3; ++round) {
        const auto model = modelOn(*device, clothScene(4));
        const auto maker = take(PictureMaker::create(*device, kWidth, kHeight));
        EXPECT_EQ(take(maker->take(*model, viewAt(3.0f))).width, kWidth);
    }
}

TEST_F(PictureTest, SizesThatCannotBeAreRefused) {
    EXPECT_CONTAINS(messageOf(PictureMaker::create(*device_, 0, 100)), "0 x 100");
    const std::uint32_t most = device_->properties.limits.maxImageDimension2D;
    const std::string message = messageOf(PictureMaker::create(*device_, most + 1, 100));
    EXPECT_CONTAINS(message, std::to_string(most + 1));
    EXPECT_CONTAINS(message, "draws at most");
}

TEST_F(PictureTest, MarkersThatAreNoParticlesAreRefused) {
    const auto model = modelOf(clothScene(3));
    const auto maker = take(PictureMaker::create(*device_, kWidth, kHeight));
    View view = viewAt(3.0f);
    view.markers = {9};
    EXPECT_CONTAINS(messageOf(maker->take(*model, view)), "marker 9");
    view.markers = {};
    view.highlighted = 12;
    EXPECT_CONTAINS(messageOf(maker->take(*model, view)), "highlighted 12");
    view.highlighted = {};
    view.colliders.resize(kMostColliders + 1);
    EXPECT_CONTAINS(messageOf(maker->take(*model, view)), "65 colliders");
}

TEST_F(PictureTest, UnknownDevicesAreRefused) {
    EXPECT_CONTAINS(messageOf(viewer::Device::create({.device = "no such thing"})), "'no such thing'");
}

TEST_F(PictureTest, PngHoldsThePicture) {
    const std::string path = testing::TempDir() + "pliant_picture_test.png";
    take(viewer::writePng(path, pictureOf(*modelOf(clothScene(4)), viewAt(3.0f))));
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    ASSERT_GT(bytes.size(), 1000u);
    EXPECT_EQ(bytes.substr(1, 3), "PNG");
    EXPECT_EQ(static_cast<unsigned char>(bytes[19]), kWidth);
    std::remove(path.c_str());
    EXPECT_CONTAINS(messageOf(viewer::writePng("picture.jpg", {})), ".png");
}

}  // namespace
}  // namespace pliant::test
