#include "viewer/camera_motion.h"

#include <glm/geometric.hpp>

#include "support.h"

namespace pliant::test {
namespace {

using glm::vec2;
using viewer::Bounds;
using viewer::Camera;
using viewer::CameraMotion;
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
    for (const char* name :
         {"rope2d", "cord", "softbody2d", "pinball", "cloth-integrators", "jelly", "balloon", "weave"}) {
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

TEST(CameraFor, SeesThatNothingHangsFromWhatIsPinnedWhole) {
    Scene scene = clothScene(5);
    scene.pinned.assign(scene.positions.size(), 0);
    const Camera free = viewer::cameraFor(sampleOf(scene));
    scene.pinned.assign(scene.positions.size(), 1);
    const Camera pinned = viewer::cameraFor(sampleOf(scene));
    EXPECT_EQ(pinned.distance, free.distance);
    EXPECT_EQ(pinned.target, free.target);
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

// Around a place, this far each way.
std::vector<vec3> boxOfPoints(vec3 middle, vec3 reach) {
    std::vector<vec3> points;
    for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y)
            for (int z = -2; z <= 2; ++z)
                points.push_back(middle + 0.5f * vec3(x, y, z) * reach);
    return points;
}

constexpr float kAspect = kSize.x / kSize.y;

struct Filmed {
    std::vector<vec3> atStart = boxOfPoints(vec3(0.0f, 1.0f, 0.0f), vec3(0.5f));
    Camera camera = framed(atStart);

    static Camera framed(const std::vector<vec3>& points) {
        Camera camera;
        camera.frame(viewer::boundsOf(points, {}));
        camera.distance *= 1.3f;
        return camera;
    }
    Camera at(CameraMotion motion, const std::vector<vec3>& points) const {
        return viewer::MovingCamera(motion, camera, kAspect, atStart).at(points);
    }
};

bool seesAll(const Camera& camera, const std::vector<vec3>& points) {
    return std::all_of(points.begin(), points.end(), [&](vec3 p) { return isSeen(camera, p); });
}

TEST(MovingCamera, StaysWhereItIsToldTo) {
    const Filmed film;
    const std::vector<vec3> fallen = boxOfPoints(vec3(0.0f, -80.0f, 0.0f), vec3(0.5f));
    EXPECT_EQ(film.at(CameraMotion::Stay, fallen), film.camera);
    EXPECT_FALSE(seesAll(film.camera, fallen));
}

TEST(MovingCamera, FollowsTheMiddleOfTheScene) {
    const Filmed film;
    const vec3 way(3.0f, -8.0f, 1.5f);
    const Camera camera = film.at(CameraMotion::Follow, boxOfPoints(vec3(0.0f, 1.0f, 0.0f) + way, vec3(0.5f)));
    EXPECT_LT(glm::distance(camera.target, film.camera.target + way), 1e-4f);
    EXPECT_EQ(camera.distance, film.camera.distance);
    EXPECT_EQ(camera.yaw, film.camera.yaw);
}

TEST(MovingCamera, FitsWhatLeavesThePictureAndNothingElse) {
    const Filmed film;
    const auto fitted = [&](vec3 middle, vec3 reach) { return film.at(CameraMotion::Fit, boxOfPoints(middle, reach)); };
    EXPECT_EQ(fitted(vec3(0.05f, 0.9f, 0.0f), vec3(0.5f)), film.camera) << "all of it is still in view";
    for (const vec3 way : {vec3(0, -1, 0), vec3(0, -80, 0), vec3(4, 0, 0), vec3(0, 0, 9), vec3(-3, 2, -40)}) {
        const std::vector<vec3> moved = boxOfPoints(vec3(0.0f, 1.0f, 0.0f) + way, vec3(0.5f));
        const Camera camera = film.at(CameraMotion::Fit, moved);
        EXPECT_TRUE(seesAll(camera, moved)) << way.x << " " << way.y << " " << way.z;
        EXPECT_LT(camera.distance, 1.5f * film.camera.distance) << "it has not grown";
        EXPECT_EQ(camera.yaw, film.camera.yaw);
        EXPECT_EQ(camera.pitch, film.camera.pitch);
    }
    const std::vector<vec3> grown = boxOfPoints(vec3(0.0f, 1.0f, 0.0f), vec3(4.0f, 0.5f, 7.0f));
    EXPECT_TRUE(seesAll(fitted(vec3(0.0f, 1.0f, 0.0f), vec3(4.0f, 0.5f, 7.0f)), grown));
}

// A movie shows no jump: from one frame of a fall to the next the camera goes about as far as what falls.
TEST(MovingCamera, MovesAsSmoothlyAsTheScene) {
    const Filmed film;
    Camera before = film.camera;
    for (int frame = 1; frame <= 300; ++frame) {
        const float time = static_cast<float>(frame) / 60.0f, fallen = 4.905f * time * time;
        const Camera now =
            film.at(CameraMotion::Fit, boxOfPoints(vec3(0.0f, 1.0f - fallen, 0.0f), vec3(0.5f + 0.1f * time)));
        const float step = 9.81f * time / 60.0f;
        EXPECT_LT(glm::distance(now.target, before.target), 3.0f * step + 0.02f) << frame;
        EXPECT_LT(std::abs(now.distance / before.distance - 1.0f), 0.03f) << frame;
        before = now;
    }
    EXPECT_LT(before.target.y, -110.0f);
}

TEST(MovingCamera, LeavesBehindWhatIsGone) {
    const Filmed film;
    std::vector<vec3> points = film.atStart;
    points.front() = vec3(2e9f, 0.0f, 0.0f);
    points.back() = vec3(0.0f, -1e5f, 0.0f);
    EXPECT_EQ(film.at(CameraMotion::Fit, points), film.camera);
    EXPECT_LT(glm::distance(film.at(CameraMotion::Follow, points).target, film.camera.target), 0.05f);
}

// Who looks at a part of a scene wants to see that.
TEST(MovingCamera, DoesNotChaseWhatItNeverSaw) {
    Filmed film;
    film.camera.distance *= 0.2f;
    std::vector<vec3> points = film.atStart;
    for (vec3& p : points)
        p.x *= 0.97f;
    EXPECT_EQ(film.at(CameraMotion::Fit, points), film.camera);
}

TEST(AnythingSeen, IsSaidOfCornersEdgesTrianglesAndColliders) {
    Camera camera;  // looks from (0, 0, 4) along -z
    camera.yaw = camera.pitch = 0.0f;
    const auto isSeen = [&](const std::vector<vec3>& places, const Surface& surface,
                            std::vector<Collider> colliders = {}) {
        return viewer::isAnythingSeen(camera, kAspect, surface, places, colliders);
    };
    const Surface triangle{{}, {0, 1, 2}, {}, {}, {}}, line{{}, {}, {0, 1}, {}, {}};
    const std::vector<vec3> around = {vec3(-90, -50, 0), vec3(90, -50, 0), vec3(0, 90, 0)};
    const std::vector<vec3> below = {vec3(-90, -50, 0), vec3(90, -50, 0), vec3(0, -30, 0)};
    EXPECT_TRUE(isSeen({vec3(0.1f)}, {}));
    EXPECT_FALSE(isSeen({vec3(0.0f, -3.0f, 0.0f)}, {}));
    EXPECT_FALSE(isSeen({vec3(0.0f, 0.0f, 9.0f)}, {})) << "behind the eye";
    EXPECT_TRUE(isSeen(around, triangle)) << "it covers the picture";
    EXPECT_FALSE(isSeen(below, triangle));
    EXPECT_FALSE(isSeen(around, {}));
    EXPECT_TRUE(isSeen({vec3(-90, 0, 0), vec3(90, 0, 0)}, line));
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.3f;
    EXPECT_TRUE(isSeen(below, triangle, {ball}));
    ball.pose.position.y = -5.0f;
    EXPECT_FALSE(isSeen(below, triangle, {ball, Collider{}}));
}

TEST(CameraFor, SeesFiniteCollidersButNotAllOfAPlane) {
    Collider ball, floor;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.4f;
    ball.pose.position = vec3(3.0f, 1.0f, 0.0f);
    floor.pose.position.y = -100.0f;
    const Camera camera = viewer::cameraFor(sampleOf(clothScene(5), {ball, floor}));
    EXPECT_TRUE(isSeen(camera, ball.pose.position + vec3(0.4f, 0.0f, 0.0f)));
    EXPECT_LT(camera.distance, 20.0f);
}

}  // namespace
}  // namespace pliant::test
