#include "viewer/camera.h"

#include <glm/geometric.hpp>

#include "support.h"

namespace pliant::test {
namespace {

using glm::vec2;
using viewer::Bounds;
using viewer::Camera;
using viewer::Ray;

constexpr vec2 kSize(640.0f, 360.0f);

Camera someCamera() {
    Camera camera;
    camera.target = vec3(0.3f, -1.2f, 2.0f);
    camera.distance = 3.5f;
    camera.yaw = 1.1f;
    camera.pitch = -0.4f;
    return camera;
}

vec2 pixelOf(const Camera& camera, vec3 point) {
    return viewer::pixelOf(camera, point, kSize).value_or(vec2(NAN));
}

samples::SampleScene sampleOf(Scene scene, std::vector<Collider> colliders = {}) {
    samples::SampleScene sample;
    sample.scene = std::move(scene);
    sample.inputs = [colliders](double, double) { return StepInputs{{}, colliders, {}}; };
    return sample;
}

bool isSeen(const Camera& camera, vec3 point) {
    const vec2 pixel = pixelOf(camera, point);
    return pixel.x > 0.0f && pixel.y > 0.0f && pixel.x < kSize.x && pixel.y < kSize.y;
}

TEST(Camera, SeesItsTargetInTheMiddle) {
    const Camera camera = someCamera();
    EXPECT_LT(glm::distance(pixelOf(camera, camera.target), 0.5f * kSize), 0.01f);
    EXPECT_NEAR(glm::distance(camera.eye(), camera.target), camera.distance, 1e-5f);
    EXPECT_FALSE(viewer::pixelOf(camera, 2.0f * camera.eye() - camera.target, kSize)) << "behind the eye";
}

// Every particle at the start, and every word, to the right of the panel.
TEST(Camera, SeesTheTutorialsWholeBesideThePanel) {
    constexpr vec2 kWindow(1280.0f, 800.0f);
    constexpr float kPanel = 312.0f;
    for (const char* name : {"rope2d", "cord", "softbody2d", "pinball", "cloth-integrators", "jelly", "balloon"}) {
        samples::SceneOptions options;
        options.scene = name;
        const samples::SampleScene sample = take(samples::makeScene(options));
        std::vector<vec3> places = sample.scene.positions;
        for (const samples::Label& label : sample.labels)
            places.push_back(label.place);
        if (std::string(name) == "softbody2d") std::erase_if(places, [](vec3 p) { return p.y > 3.0f; });  // they fall
        Camera camera = viewer::cameraFor(sample);
        camera.leaveAside({kWindow, kPanel}, sample.outlook->aspect);
        for (const vec3 p : places) {
            const vec2 pixel = viewer::pixelOf(camera, p, kWindow).value_or(vec2(NAN));
            ASSERT_TRUE(pixel.x > kPanel && pixel.x < kWindow.x && pixel.y > 0.0f && pixel.y < kWindow.y)
                << name << " at " << pixel.x << ", " << pixel.y;
        }
    }
}

TEST(Camera, LooksAlongMinusZWithoutTurn) {
    Camera camera;
    camera.yaw = camera.pitch = 0.0f;
    const vec3 ahead = glm::normalize(camera.target - camera.eye());
    EXPECT_LT(glm::distance(ahead, vec3(0.0f, 0.0f, -1.0f)), 1e-6f);
    EXPECT_GT(pixelOf(camera, vec3(0.5f, 0.0f, 0.0f)).x, 0.5f * kSize.x);
    EXPECT_LT(pixelOf(camera, vec3(0.0f, 0.5f, 0.0f)).y, 0.5f * kSize.y) << "up in the world is up in the picture";
}

TEST(Camera, AFlatOneSeesThePlaneWithoutPerspective) {
    Camera camera;
    camera.isFlat = true;
    camera.yaw = camera.pitch = 0.0f;
    camera.target = vec3(40.0f, -120.0f, 0.0f);
    camera.distance = 720.0f;  // two units a pixel
    EXPECT_LT(glm::distance(pixelOf(camera, camera.target), 0.5f * kSize), 0.01f);
    for (const vec3 p : {vec3(0.0f), vec3(300.0f, 100.0f, 0.0f), vec3(-250.0f, -400.0f, 0.0f)}) {
        const vec2 pixel = pixelOf(camera, p);
        const vec2 expected = 0.5f * kSize + vec2(p.x - camera.target.x, camera.target.y - p.y) / 2.0f;
        EXPECT_LT(glm::distance(pixel, expected), 0.01f);
        const Ray ray = viewer::rayThrough(camera, pixel, kSize);
        EXPECT_EQ(ray.direction, vec3(0.0f, 0.0f, -1.0f));
        EXPECT_LT(glm::distance(vec2(ray.origin), vec2(p)), 0.01f);
        EXPECT_GT(ray.origin.z, 0.0f);
    }
    EXPECT_NEAR(camera.metresPerPixel(kSize.y), 2.0f, 1e-5f);
    const Camera before = camera;
    camera.orbit(vec2(50.0f, 20.0f));
    EXPECT_EQ(camera, before) << "it stays in front";
    Bounds bounds;
    bounds.add(vec3(-100.0f, 0.0f, 0.0f));
    bounds.add(vec3(500.0f, 200.0f, 0.0f));
    camera.frame(bounds);
    EXPECT_EQ(camera.target, vec3(200.0f, 100.0f, 0.0f));
    EXPECT_TRUE(isSeen(camera, vec3(500.0f, 200.0f, 0.0f)) && isSeen(camera, vec3(-100.0f, 0.0f, 0.0f)));
}

TEST(Camera, DepthGoesFromZeroToOne) {
    const Camera camera = someCamera();
    const glm::mat4 projection = camera.projection(1.0f);
    const auto depthAt = [&](float ahead) {
        const glm::vec4 clip = projection * glm::vec4(0.0f, 0.0f, -ahead, 1.0f);
        return clip.z / clip.w;
    };
    EXPECT_GT(depthAt(camera.distance), 0.0f);
    EXPECT_LT(depthAt(camera.distance), depthAt(2.0f * camera.distance));
    EXPECT_LT(depthAt(20.0f * camera.distance), 1.0f);
}

TEST(Camera, OrbitKeepsTheDistanceAndStopsBelowThePole) {
    Camera camera = someCamera();
    camera.orbit(vec2(300.0f, -120.0f));
    EXPECT_NEAR(glm::distance(camera.eye(), camera.target), 3.5f, 1e-5f);
    EXPECT_EQ(camera.target, someCamera().target);
    camera.orbit(vec2(0.0f, 1e5f));
    EXPECT_LE(camera.pitch, 1.55f);
    EXPECT_LT(glm::distance(pixelOf(camera, camera.target), 0.5f * kSize), 0.1f);
}

// A point at the target's distance stays under the mouse.
TEST(Camera, PanFollowsTheMouse) {
    const Camera before = someCamera();
    Camera after = before;
    after.pan(vec2(40.0f, -25.0f), kSize.y);
    const vec2 moved = pixelOf(after, before.target) - pixelOf(before, before.target);
    EXPECT_NEAR(moved.x, 40.0f, 0.05f);
    EXPECT_NEAR(moved.y, -25.0f, 0.05f);
    EXPECT_NEAR(after.distance, before.distance, 1e-6f);
}

TEST(Camera, ZoomsInAndBack) {
    Camera camera = someCamera();
    camera.zoom(3.0f);
    EXPECT_LT(camera.distance, 3.0f);
    camera.zoom(-3.0f);
    EXPECT_NEAR(camera.distance, 3.5f, 1e-4f);
}

TEST(Camera, RayIsTheInverseOfProjection) {
    const Camera camera = someCamera();
    for (const vec2 pixel : {vec2(0.0f), vec2(320.0f, 180.0f), vec2(601.5f, 22.25f), vec2(640.0f, 360.0f)}) {
        const Ray ray = viewer::rayThrough(camera, pixel, kSize);
        EXPECT_NEAR(glm::length(ray.direction), 1.0f, 1e-5f);
        for (const float away : {0.5f, 3.0f, 40.0f})
            EXPECT_LT(glm::distance(pixelOf(camera, ray.origin + away * ray.direction), pixel), 0.05f);
    }
}

TEST(CameraFor, TakesTheScenesOutlook) {
    samples::SampleScene sample = sampleOf(clothScene(4));
    sample.outlook = samples::Outlook{.target = vec3(1.0f, 2.0f, 3.0f), .distance = 7.0f, .yaw = 0.1f, .pitch = 0.2f};
    const Camera camera = viewer::cameraFor(sample);
    EXPECT_EQ(camera.target, vec3(1.0f, 2.0f, 3.0f));
    EXPECT_EQ(camera.distance, 7.0f);
    EXPECT_EQ(camera.yaw, 0.1f);
    EXPECT_EQ(camera.pitch, 0.2f);
}

TEST(CameraFor, SeesTheWholeScene) {
    const Scene scene = clothScene(5);
    const Camera camera = viewer::cameraFor(sampleOf(scene));
    for (const vec3& p : scene.positions)
        EXPECT_TRUE(isSeen(camera, p));
    EXPECT_LT(camera.distance, 5.0f) << "and not from far away";
}

// A body that stands in the floor is pushed up out of it; one above it falls onto it.
TEST(CameraFor, SeesWhereABodyWillLie) {
    const Scene scene = clothScene(5);
    for (const float height : {-0.8f, 0.2f}) {
        Collider floor;
        floor.pose.position.y = height;
        const Camera camera = viewer::cameraFor(sampleOf(scene, {floor}));
        for (const vec3& p : scene.positions)
            EXPECT_TRUE(isSeen(camera, vec3(p.x, height, p.z))) << height;
    }
}

TEST(CameraFor, SeesHowLowABodyHangs) {
    Scene scene = clothScene(5);  // flat
    scene.pinned.assign(scene.positions.size(), 0);
    scene.pinned[0] = scene.pinned[4] = 1;
    const Camera camera = viewer::cameraFor(sampleOf(scene));
    const vec3 pins = 0.5f * (scene.positions[0] + scene.positions[4]);
    EXPECT_TRUE(isSeen(camera, pins - vec3(0.0f, 1.0f, 0.0f)));
}

TEST(Camera, FramesWhatIsBesideAPanel) {
    Bounds bounds;
    bounds.add(vec3(-2.0f, 0.0f, -1.0f));
    bounds.add(vec3(3.0f, 1.0f, 2.0f));
    for (const float covered : {0.0f, 200.0f, 450.0f}) {
        Camera camera = someCamera();
        camera.frame(bounds);
        camera.leaveAside({kSize, covered});
        EXPECT_EQ(camera.yaw, someCamera().yaw);
        for (const vec3& p : {bounds.low, bounds.high}) {
            EXPECT_TRUE(isSeen(camera, p));
            EXPECT_GT(pixelOf(camera, p).x, covered);
        }
        const vec2 middle = pixelOf(camera, 0.5f * (bounds.low + bounds.high));
        EXPECT_NEAR(middle.x, 0.5f * (kSize.x + covered), 1.0f);
        EXPECT_NEAR(middle.y, 0.5f * kSize.y, 1.0f);
    }
}

TEST(CameraFor, SeesFiniteCollidersButNotAllOfAPlane) {
    Collider ball, floor;
    ball.shape = Shape::Sphere;
    ball.radius = 0.4f;
    ball.pose.position = vec3(3.0f, 1.0f, 0.0f);
    floor.pose.position.y = -100.0f;
    const Camera camera = viewer::cameraFor(sampleOf(clothScene(5), {ball, floor}));
    EXPECT_TRUE(isSeen(camera, ball.pose.position + vec3(0.4f, 0.0f, 0.0f)));
    EXPECT_LT(camera.distance, 20.0f);
}

}  // namespace
}  // namespace pliant::test
