// Hands: what is pulled follows the cursor, pins come and go, the mouse turns the camera elsewhere.

#include "viewer/touch.h"

#include "pliant/cpu/cpu_solver.h"
#include "support.h"
#include "viewer/pointer.h"

namespace pliant::viewer {
namespace {

using test::take;

constexpr double kStep = 1.0 / 60.0;
constexpr vec2 kSize(800.0f, 600.0f);

// Where a place is seen, in pixels.
vec2 seenAt(const Camera& camera, vec3 place) {
    const glm::vec4 clip = camera.projection(kSize.x / kSize.y) * camera.view() * glm::vec4(place, 1.0f);
    return (vec2(clip) / clip.w * 0.5f + 0.5f) * kSize;
}

vec3 facing(const Camera& camera) {
    return glm::normalize(camera.eye() - camera.target);
}

Camera slanted() {
    Camera camera;
    camera.target = vec3(0.3f, -0.2f, 0.1f);
    camera.yaw = 0.8f;
    camera.pitch = 0.4f;
    return camera;
}

TEST(Touch, TheTargetFollowsTheCursorInThePlaneOfTheScreen) {
    const Camera camera = slanted();
    const vec3 particle(0.1f, 0.2f, -0.4f);
    const vec2 grabbedAt = seenAt(camera, particle) + vec2(5.0f, -3.0f);  // a little beside it
    Touch touch;
    touch.reset({0});
    touch.grab({0, particle, false, 1e-3f}, rayThrough(camera, grabbedAt, kSize), facing(camera));
    EXPECT_EQ(touch.held(), 0u);
    EXPECT_EQ(touch.target(), particle) << "nothing jumps when it is grabbed";
    for (const vec2 way : {vec2(100.0f, 0.0f), vec2(-80.0f, 60.0f), vec2(0.0f, -200.0f)}) {
        touch.follow(rayThrough(camera, grabbedAt + way, kSize));
        const vec3 target = *touch.target();
        EXPECT_NEAR(glm::dot(target - particle, facing(camera)), 0.0f, 1e-5f);
        const vec2 seen = seenAt(camera, target) - seenAt(camera, particle);
        EXPECT_NEAR(seen.x, way.x, 0.05f);
        EXPECT_NEAR(seen.y, way.y, 0.05f);
    }
    touch.letGo();
    EXPECT_FALSE(touch.held());
}

TEST(Touch, RaysThatDoNotMeetThePlaneLeaveTheTarget) {
    EXPECT_FALSE(placeInPlane({vec3(0.0f), vec3(1.0f, 0.0f, 0.0f)}, vec3(0.0f, 1.0f, 0.0f), vec3(0.0f, 1.0f, 0.0f)));
    EXPECT_FALSE(placeInPlane({vec3(0.0f), vec3(0.0f, -1.0f, 0.0f)}, vec3(0.0f, 1.0f, 0.0f), vec3(0.0f, 1.0f, 0.0f)));
    EXPECT_EQ(placeInPlane({vec3(0.0f), vec3(0.0f, 1.0f, 0.0f)}, vec3(5.0f, 2.0f, 0.0f), vec3(0.0f, 1.0f, 0.0f)),
              vec3(0.0f, 2.0f, 0.0f));
}

TEST(Touch, PinsAndReleasesOnce) {
    Touch touch;
    touch.reset({1, 0, 0});
    EXPECT_EQ(touch.pinned(), std::vector<std::uint32_t>{0});
    touch.togglePin(0);
    touch.togglePin(2);
    EXPECT_EQ(touch.pinned(), std::vector<std::uint32_t>{2});
    StepInputs inputs;
    inputs.pins = {{2, PinInput::Action::Move, vec3(1.0f)}};  // the scene's own
    touch.addTo(inputs, kStep);
    ASSERT_EQ(inputs.pins.size(), 2u);
    EXPECT_EQ(inputs.pins[0].action, PinInput::Action::Release);
    EXPECT_EQ(inputs.pins[1].action, PinInput::Action::Hold);
    touch.stepTaken(kStep);
    StepInputs next;
    touch.addTo(next, kStep);
    EXPECT_TRUE(next.pins.empty()) << "told once";
}

TEST(Touch, AHandGivesWayToTheScene) {
    Touch touch;
    touch.reset({0, 0});
    touch.grab({1, vec3(0.0f), false, 1e-3f}, {vec3(0.0f, 0.0f, 2.0f), vec3(0.0f, 0.0f, -1.0f)},
               vec3(0.0f, 0.0f, 1.0f));
    StepInputs inputs;
    inputs.pins = {{1, PinInput::Action::Move, vec3(1.0f)}};
    touch.addTo(inputs, kStep);
    ASSERT_EQ(inputs.pins.size(), 1u);
    EXPECT_EQ(inputs.pins[0].action, PinInput::Action::Move);
}

TEST(Touch, APinnedParticleIsLedAtTheSpeedOfAHand) {
    Touch touch;
    touch.reset({1});
    const vec3 towards(0.0f, 0.0f, 1.0f), eye(0.0f, 0.0f, 5.0f);
    touch.grab({0, vec3(0.0f), true, 0.0f}, {eye, -towards}, towards);
    touch.follow({eye, glm::normalize(vec3(1.0f, 0.0f, 0.0f) - eye)});
    vec3 last(0.0f);
    for (int i = 0; i < 30; ++i) {
        StepInputs inputs;
        touch.addTo(inputs, kStep);
        ASSERT_EQ(inputs.pins.size(), 1u);
        EXPECT_EQ(inputs.pins[0].action, PinInput::Action::Move);
        EXPECT_LE(glm::distance(inputs.pins[0].target, last), 1.001 * Touch::kHandSpeed * kStep);
        last = inputs.pins[0].target;
        touch.stepTaken(kStep);
    }
    EXPECT_NEAR(last.x, 1.0f, 1e-5f);
}

TEST(Touch, WhatAPersonReleasesTheSceneDoesNotHold) {
    Touch touch;
    touch.reset({1, 1});
    touch.togglePin(0);
    StepInputs own;
    own.pins = {{0, PinInput::Action::Move, vec3(1.0f)}, {1, PinInput::Action::Move, vec3(2.0f)}};
    StepInputs inputs = own;
    touch.addTo(inputs, kStep);
    touch.stepTaken(kStep, inputs);
    inputs = own;
    touch.addTo(inputs, kStep);
    ASSERT_EQ(inputs.pins.size(), 1u);
    EXPECT_EQ(inputs.pins[0].particle, 1u);
    touch.stepTaken(kStep, inputs);
    touch.togglePin(0);
    touch.addTo(inputs = own, kStep);
    touch.stepTaken(kStep, inputs);
    touch.addTo(inputs = own, kStep);
    EXPECT_EQ(inputs.pins.size(), 2u) << "pinned again, it is the scene's";
}

TEST(Touch, AFollowerGoesToTheCursorAtTheSpeedOfAHand) {
    constexpr float kSpeed = 600.0f;
    const vec3 towards(0.0f, 0.0f, 1.0f);
    Touch touch;
    touch.reset({0, 1}, kSpeed);
    touch.setFollower(1, vec3(10.0f, 0.0f, 0.0f));
    vec3 last(10.0f, 0.0f, 0.0f);
    const auto step = [&](vec3 scenes) {
        StepInputs inputs;
        inputs.pins = {{1, PinInput::Action::Move, scenes}};
        touch.addTo(inputs, kStep);
        EXPECT_EQ(inputs.pins.size(), 1u);
        touch.stepTaken(kStep, inputs);
        const vec3 place = inputs.pins.at(0).target;
        EXPECT_LE(glm::distance(place, last), 1.001 * kSpeed * kStep);
        return last = place;
    };
    EXPECT_EQ(step(vec3(15.0f, 2.0f, 0.0f)), vec3(15.0f, 2.0f, 0.0f)) << "where the scene leads it, at first";
    touch.lead({vec3(-80.0f, 40.0f, 400.0f), -towards}, towards);
    EXPECT_NE(step(vec3(16.0f, 2.0f, 0.0f)), vec3(-80.0f, 40.0f, 0.0f));
    for (int i = 0; i < 20; ++i)
        step(vec3(17.0f, 2.0f, 0.0f));
    EXPECT_EQ(last, vec3(-80.0f, 40.0f, 0.0f));

    touch.togglePin(1);
    StepInputs freed;
    freed.pins = {{1, PinInput::Action::Move, vec3(0.0f)}};
    touch.addTo(freed, kStep);
    ASSERT_EQ(freed.pins.size(), 1u);
    EXPECT_EQ(freed.pins[0].action, PinInput::Action::Release);
    touch.stepTaken(kStep, freed);
    touch.togglePin(1, vec3(-70.0f, -60.0f, 0.0f));
    StepInputs held;
    touch.addTo(held, kStep);
    touch.stepTaken(kStep, held);
    last = vec3(-70.0f, -60.0f, 0.0f);
    step(vec3(0.0f));  // from where it was pinned again
}

// Cloth and rope of any weight are carried by a hand, and hang a few centimetres below it.
TEST(Touch, WhatIsPulledComesAlongAndHangsOnTheHand) {
    Scene scene = test::clothScene(10);
    scene.pinned.assign(scene.pinned.size(), 0);
    scene.environment.damping = 4.0f;
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    const vec3 start = scene.positions[0], towards(0.0f, 0.0f, 1.0f), eye = start + vec3(0.0f, 0.0f, 4.0f);
    Touch touch;
    touch.reset(scene.pinned);
    touch.grab({0, start, false, pullCompliance(scene, 0)}, {eye, -towards}, towards);
    touch.follow({eye, glm::normalize(start + vec3(0.2f, 0.5f, 0.0f) - eye)});
    const vec3 hand = *touch.target();
    for (int i = 0; i < 360; ++i) {
        StepInputs inputs;
        touch.addTo(inputs, kStep);
        take(solver.step({}, inputs));
        touch.stepTaken(kStep);
    }
    const vec3 held = solver.snapshot().positions[0];
    EXPECT_NEAR(held.x, hand.x, 0.02f);
    EXPECT_LT(held.y, hand.y - 0.01f);
    EXPECT_GT(held.y, hand.y - 0.08f);
}

// A mouse over a scene in which everything left of the middle is a particle.
struct Mouse {
    Camera camera;
    Touch touch;
    Pointer pointer{camera, touch, [](vec2 at) {
                        return at.x < kSize.x / 2.0f ? std::optional(Grip{0, vec3(0.0f), false, 1e-3f}) : std::nullopt;
                    }};
    Mouse() { touch.reset({0}); }

    void drag(Button button, bool shift, vec2 from, vec2 to) {
        pointer.press(button, shift, from, kSize);
        pointer.move(to, kSize);
    }
};

TEST(Pointer, PullsAParticleAndLetsItGo) {
    Mouse mouse;
    mouse.drag(Button::Left, false, {100.0f, 300.0f}, {160.0f, 260.0f});
    EXPECT_EQ(mouse.touch.held(), 0u);
    EXPECT_NE(*mouse.touch.target(), vec3(0.0f));
    EXPECT_EQ(mouse.camera.yaw, Camera().yaw) << "the camera stands still";
    mouse.pointer.release(Button::Middle);
    EXPECT_TRUE(mouse.touch.held()) << "another button has nothing to do with it";
    mouse.pointer.release(Button::Left);
    EXPECT_FALSE(mouse.touch.held());
    EXPECT_FALSE(mouse.pointer.isBusy());
}

TEST(Pointer, MovesAlongAFlatScene) {
    for (const Button button : {Button::Left, Button::Middle}) {
        Mouse mouse;
        mouse.camera.isFlat = true;
        mouse.camera.yaw = mouse.camera.pitch = 0.0f;
        mouse.drag(button, false, {700.0f, 300.0f}, {600.0f, 320.0f});
        EXPECT_EQ(mouse.camera.yaw, 0.0f);
        const float metres = mouse.camera.distance / kSize.y;
        EXPECT_NEAR(mouse.camera.target.x, 100.0f * metres, 1e-5f);
        EXPECT_NEAR(mouse.camera.target.y, 20.0f * metres, 1e-5f);
        EXPECT_EQ(mouse.camera.target.z, 0.0f);
    }
}

TEST(Pointer, TurnsTheCameraElsewhere) {
    Mouse left;
    left.drag(Button::Left, false, {700.0f, 300.0f}, {600.0f, 300.0f});
    EXPECT_NE(left.camera.yaw, Camera().yaw);
    EXPECT_FALSE(left.touch.held());
    Mouse middle;
    middle.drag(Button::Middle, false, {100.0f, 300.0f}, {200.0f, 350.0f});
    EXPECT_NE(middle.camera.yaw, Camera().yaw);
    EXPECT_NE(middle.camera.pitch, Camera().pitch);
    Mouse shifted;
    shifted.drag(Button::Middle, true, {100.0f, 300.0f}, {200.0f, 350.0f});
    EXPECT_EQ(shifted.camera.yaw, Camera().yaw);
    EXPECT_NE(shifted.camera.target, Camera().target);
    shifted.pointer.scroll(3.0f);
    EXPECT_LT(shifted.camera.distance, Camera().distance);
}

}  // namespace
}  // namespace pliant::viewer
