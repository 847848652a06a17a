// Frames of reference that scenes, steps and snapshots may not have: each is told with its index and the rule.

#include "frames_support.h"
#include "pliant/cpu/cpu_solver.h"

namespace pliant::test {
namespace {

using Action = FrameInput::Action;

TEST(FramesOfAScene, AreNotJoined) {
    const auto error = [](auto&& change) {
        Scene scene = clothScene(4);
        take(addRope(scene, {}));
        scene.frames = {{"ship"}, {"lift"}};
        scene.bodies[1].frame = 1;
        change(scene);
        return messageOf(compile(scene));
    };
    const auto contains = [](const std::string& text, std::initializer_list<const char*> parts) {
        for (const char* part : parts)
            EXPECT_CONTAINS(text, part);
    };
    const std::string stick = error([](Scene& s) { take(addStick(s, 3, 17)); });
    contains(stick, {"stick ", "joins particles 3 and 17", "the world", "frame 1 ('lift')"});
    contains(error([](Scene& s) {
                 s.bends.push_back({BendKind::Line, {15, 16, 17, 17}, {1, -2, 1, 0}});
             }),
             {"bend ", "joins particles 15 and 16"});
    contains(error([](Scene& s) { s.shapes.push_back({{1, 2, 18}}); }), {"shape 0 joins particles 1 and 18"});
    contains(error([](Scene& s) {
                 s.positions[20].y += 1.0f;
                 s.tets.push_back({{0, 4, 1, 20}, 0.1f});
             }),
             {"tetrahedron 0 joins particles 0 and 20"});
    contains(error([](Scene& s) { s.bodies[1].vertexParticles[2] = 5; }), {"body 1", "its particle 5 is in the world"});
    contains(error([](Scene& s) { s.bodies[0].frame = 2; }), {"body 0 ('", "is in frame 2, but the scene has 2"});
    contains(error([](Scene& s) { s.bodies[1].integrator = Integrator::RungeKutta4; }), {"body 1", "only Verlet"});
    contains(error([](Scene& s) { s.bodies[1].firstParticle = 3; }), {"particle 3 belongs to bodies 0 and 1"});
    contains(error([](Scene& s) { s.frames.clear(); }), {"body 1", "frame 1, but the scene has 0"});
    contains(error([](Scene& s) { s.frames.resize(65); }), {"65 frames; at most 64"});
    contains(error([](Scene& s) { s.frames[1].inertia = 1.5; }), {"frame 1 ('lift')", "1.5", "from 0 to 1"});
    contains(error([](Scene& s) { s.frames[0].inertia = NAN; }), {"frame 0 ('ship')", "nan"});
    contains(error([](Scene& s) { s.frames[0].pose.origin.y = INFINITY; }), {"frame 0 ('ship')", "origin", "inf"});
    contains(error([](Scene& s) { s.frames[0].pose.rotation.w = 2.0; }), {"frame 0 ('ship')", "rotation", "length 2"});
    contains(error([](Scene& s) {
                 s = Scene();
                 addParticle(s, vec3(0.0f), 1.0f);
                 s.planar = true;
                 s.frames = {{"ship"}};
             }),
             {"1 frames; a planar scene has none"});
}

TEST(FramesOfAStep, AreChecked) {
    Scene scene = clothScene(4);
    scene.frames = {{"ship"}, {"lift"}};
    scene.bodies[0].frame = 0;
    CpuSolver solver = solverFor(scene);
    const Snapshot start = solver.snapshot();
    const auto error = [&](const StepInputs& inputs) {
        const std::string message = messageOf(solver.step(settings(2), inputs));
        EXPECT_EQ(solver.snapshot(), start);
        return message;
    };
    const auto frames = [&](std::vector<FrameInput> inputs) {
        StepInputs step;
        step.frames = std::move(inputs);
        return error(step);
    };
    EXPECT_CONTAINS(frames({{.frame = 1}, {.frame = 2}}), "frame input 1 names frame 2, but the scene has 2");
    EXPECT_CONTAINS(frames({{.frame = 1}, {.frame = 0}, {.frame = 1}}), "frame 1 has two inputs");
    EXPECT_CONTAINS(frames({{.frame = 0, .action = Action(2)}}), "frame input 0 has the unknown action 2");
    EXPECT_CONTAINS(frames({{.frame = 0, .pose = {dvec3(0.0), {0.5, 0.0, 0.0, 0.0}}}}), "of length 0.5");
    EXPECT_CONTAINS(frames({{.frame = 0, .pose = {dvec3(2e12, 0.0, 0.0)}}}), "within 1000000000000 m");
    EXPECT_CONTAINS(frames({{.frame = 0, .inertia = -0.1}}), "frame input 0: the share of inertial forces is -0.1");
    EXPECT_CONTAINS(frames({{.frame = 0, .pose = {dvec3(2e6, 0.0, 0.0)}}}), "at most 1000000 m, unless it jumps");
    StepInputs collider, pin, far;
    collider.colliders.resize(2);
    collider.colliders[1].frame = 2;
    EXPECT_CONTAINS(error(collider), "collider 1 is in frame 2, but the scene has 2");
    pin.pins = {{.particle = 0, .frame = 7}};
    EXPECT_CONTAINS(error(pin), "pin 0 has a target in frame 7, but the scene has 2");
    far.pins = {{.particle = 0, .frame = kWorld}};
    far.frames = {{.frame = 0, .action = Action::Jump, .pose = {dvec3(1e10, 0.0, 0.0)}}};
    EXPECT_CONTAINS(error(far), "pin 0 has its target at");
}

TEST(FramesOfASnapshot, AreChecked) {
    CpuSolver solver = solverFor(inFrame(clothScene(4)));
    const Snapshot start = solver.snapshot();
    const auto error = [&](auto&& change) {
        Snapshot damaged = start;
        change(damaged.frames);
        const std::string message = messageOf(solver.restore(damaged));
        EXPECT_EQ(solver.snapshot(), start);
        return message;
    };
    EXPECT_CONTAINS(error([](auto& f) { f.resize(2); }), "the snapshot has 2 frames, but the schedule has 1");
    EXPECT_CONTAINS(error([](auto& f) { f[0].pose.origin.x = NAN; }), "frame 0 of the snapshot: the origin");
    EXPECT_CONTAINS(error([](auto& f) { f[0].inertia = 2.0; }), "frame 0 of the snapshot: the share");
    EXPECT_CONTAINS(error([](auto& f) { f[0].turned.z = INFINITY; }), "its last way or turn");
    Snapshot without = start;
    without.frames.clear();
    EXPECT_TRUE(solver.restore(without));
    EXPECT_EQ(solver.snapshot(), start);
}

}  // namespace
}  // namespace pliant::test
