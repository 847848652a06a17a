// What else acts on particles that forces move: pins, colliders, sticks, and the edge of the world.

#include "forces_support.h"
#include "pliant/schedule/families.h"

namespace pliant::test {
namespace {

using enum Integrator;

constexpr Integrator kAll[] = {ExplicitEuler, SemiImplicitEuler, VelocityVerlet, RungeKutta4, BackwardEuler};

Scene freeParticle(Integrator integrator) {
    Scene scene;
    addParticle(scene, vec3(0.0f, 1.0f, 0.0f), 2.0f);
    moveBy(scene, integrator);
    return scene;
}

// Nothing moves it but its integrator: its velocity is what the integrator says, to the bit.
TEST(SettleVelocities, LeavesAloneWhatNobodyHasMoved) {
    Scene scene = freeParticle(SemiImplicitEuler);
    scene.environment.gravity = vec3(0.3f, -9.81f, 0.1f);
    const Snapshot state = stateAfter(scene, 1.0, 128);
    vec3 v(0.0f);
    for (int i = 0; i < 128; ++i)
        v += scene.environment.gravity * 0.0078125f;
    EXPECT_EQ(state.velocities[0], v);
}

TEST(Fall, IsThatOfGalileoAndOfStokes) {
    for (const Integrator integrator : kAll) {
        Scene scene = freeParticle(integrator);
        scene.environment.gravity = vec3(0.0f, -9.81f, 0.0f);
        EXPECT_NEAR(stateAfter(scene, 1.0, 1000).velocities[0].y, -9.81, 1e-4) << int(integrator);
        scene.environment.damping = 2.0f;
        const double limit = 9.81 / 2.0;
        EXPECT_NEAR(stateAfter(scene, 1.0, 1000).velocities[0].y, -limit * (1.0 - std::exp(-2.0)), 0.01)
            << int(integrator);
    }
}

TEST(Pins, CarryReleaseAndHoldWhatForcesMove) {
    for (const Integrator integrator : kAll) {
        Scene scene = freeParticle(integrator);
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        const auto pin = [](PinInput::Action action, vec3 target) {
            StepInputs inputs;
            inputs.pins = {{0, action, target}};
            return inputs;
        };
        StepSettings s = settings(4);
        s.dt = 0.1;
        take(solver.step(s, pin(PinInput::Action::Move, vec3(0.2f, 1.0f, 0.0f))));
        EXPECT_EQ(solver.snapshot().positions[0], vec3(0.2f, 1.0f, 0.0f));
        EXPECT_NEAR(solver.snapshot().velocities[0].x, 2.0f, 1e-5f) << int(integrator);
        take(solver.step(s, pin(PinInput::Action::Release, {})));  // flies on
        EXPECT_NEAR(solver.snapshot().positions[0].x, 0.4f, 1e-5f) << int(integrator);
        EXPECT_NEAR(solver.snapshot().velocities[0].x, 2.0f, 1e-5f) << int(integrator);
        const vec3 where = solver.snapshot().positions[0];
        take(solver.step(s, pin(PinInput::Action::Hold, {})));
        EXPECT_EQ(solver.snapshot().positions[0], where);
        EXPECT_EQ(solver.snapshot().velocities[0], vec3(0.0f));
        take(solver.step(s));
        EXPECT_EQ(solver.snapshot().positions[0], where);
        take(solver.step(s, pin(PinInput::Action::Release, {})));
        EXPECT_EQ(solver.snapshot().positions[0], where);
        StepInputs pull = pin(PinInput::Action::Pull, where + vec3(0.0f, 0.0f, 1.0f));
        pull.pins[0].compliance = 0.5f;  // 2 N at first, for 0.1 s
        take(solver.step(s, pull));
        EXPECT_NEAR(solver.snapshot().velocities[0].z, 0.1f, 0.005f) << int(integrator);
    }
}

TEST(Colliders, StopWhatForcesMove) {
    for (const Integrator integrator : kAll) {
        Scene scene = freeParticle(integrator);
        scene.environment.gravity = vec3(0.0f, -9.81f, 0.0f);
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        StepInputs inputs;
        inputs.colliders.push_back(Collider{});
        for (int frame = 0; frame < 90; ++frame)
            take(solver.step(settings(10), inputs));
        const Snapshot state = solver.snapshot();
        EXPECT_NEAR(state.positions[0].y, inputs.colliders[0].thickness, 1e-3) << int(integrator);
        EXPECT_NEAR(state.velocities[0].y, 0.0f, 0.02f) << int(integrator);
    }
}

// A rigid stick between two of them is a constraint: a dumb-bell that flies and turns keeps its length, its momentum
// and how fast it turns.
TEST(Sticks, BetweenWhatForcesMoveAreConstraints) {
    for (const Integrator integrator : kAll) {
        Scene scene;
        addParticle(scene, vec3(-0.5f, 0.0f, 0.0f), 1.0f);
        addParticle(scene, vec3(0.5f, 0.0f, 0.0f), 1.0f);
        take(addStick(scene, 0, 1));
        moveBy(scene, integrator);
        const SchedulePtr schedule = take(compile(scene));
        ASSERT_EQ(schedule->sceneStick.size(), 1u);
        ASSERT_TRUE(schedule->springEnds.empty());
        CpuSolver solver = take(CpuSolver::create(schedule));
        Snapshot start = initialSnapshot(*schedule);
        start.velocities = {vec3(1.0f, 1.0f, 0.0f), vec3(1.0f, -1.0f, 0.0f)};
        take(solver.restore(start));
        for (int frame = 0; frame < 60; ++frame)
            take(solver.step(settings(20)));
        const Snapshot s = solver.snapshot();
        EXPECT_NEAR(glm::length(s.positions[1] - s.positions[0]), 1.0f, 1e-5f) << int(integrator);
        const vec3 momentum = s.velocities[0] + s.velocities[1], turning = s.velocities[1] - s.velocities[0];
        EXPECT_NEAR(momentum.x, 2.0f, 5e-3f) << int(integrator);
        EXPECT_NEAR(momentum.y, 0.0f, 5e-3f) << int(integrator);
        EXPECT_NEAR(glm::length(turning), 2.0f, 0.01f) << int(integrator);
    }
}

TEST(Springs, AreForcesOnlyWithinOneIntegrator) {
    Scene scene;
    for (int i = 0; i < 6; ++i)
        addParticle(scene, vec3(float(i), 0.0f, 0.0f), 1.0f);
    const std::uint32_t material = addMaterial(scene, spring(10.0f));
    for (std::uint32_t i = 0; i + 1 < 6; ++i)
        take(addStick(scene, i, i + 1, material));
    for (std::uint32_t b = 0; b < 3; ++b) {
        Body body;
        body.firstParticle = 2 * b;
        body.particleCount = 2;
        body.vertexParticles = {2 * b, 2 * b + 1};
        body.integrator = b == 0 ? RungeKutta4 : b == 1 ? Verlet : SemiImplicitEuler;
        scene.bodies.push_back(body);
    }
    const SchedulePtr schedule = take(compile(scene));
    EXPECT_EQ(schedule->firstForced, 2u);
    EXPECT_EQ(schedule->springEnds.size(), 4u);
    EXPECT_EQ(schedule->sceneStick.size(), 3u);
    EXPECT_EQ(schedule->integrate.size(), 1u + 2u + 8u);
    EXPECT_EQ(schedule->sceneParticle, (std::vector<std::uint32_t>{2, 3, 4, 5, 0, 1}));
    const std::string text = describe(*schedule);
    for (const char* part : {"2 springs", "RK4, fourth", "semi-implicit", "AddForces", "SettleVelocities"})
        EXPECT_CONTAINS(text, part);
    EXPECT_NE(schedule->hash, take(compile([&] {
                                  Scene other = scene;
                                  other.materials[material].stiffness = 11.0f;
                                  return other;
                              }()))
                                  ->hash);
}

TEST(Springs, OneSidedOnesOnlyPull) {
    Scene scene = oscillator(VelocityVerlet, 100.0f, 1.0f, -0.2f);
    scene.materials[scene.sticks[0].material].oneSided = true;
    EXPECT_EQ(stateAfter(scene, 0.1, 20).positions[1].x, -0.2f);
    scene.positions[1].x = 0.2f;
    EXPECT_LT(stateAfter(scene, 0.1, 20).positions[1].x, 0.15f);
}

// Far beyond the bound a net flies apart, and nothing of it is ever nowhere, or drags along what it does not touch.
TEST(Explosion, KeepsAllNumbersFinite) {
    for (const Integrator integrator : {ExplicitEuler, SemiImplicitEuler, VelocityVerlet, RungeKutta4}) {
        Scene scene = smallNet(integrator);
        scene.materials[scene.sticks[0].material].stiffness = 1e6f;
        const auto other = addParticle(scene, vec3(3.0f, 0.0f, 0.0f), 1.0f);
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 100; ++frame)
            take(solver.step(settings(8)));
        const Snapshot state = solver.snapshot();
        EXPECT_GT(state.lost, 0u) << int(integrator);
        for (std::size_t i = 0; i < state.positions.size(); ++i) {
            EXPECT_LT(glm::length(dvec3(state.positions[i])), 2.01e9) << int(integrator);
            EXPECT_LT(glm::length(dvec3(state.velocities[i])), 2.01e9) << int(integrator);
        }
        EXPECT_EQ(state.positions[other].x, 3.0f);
        take(solver.restore(state));
    }
}

TEST(Snapshot, CarriesVelocities) {
    const Scene scene = smallNet(RungeKutta4, 0.1f);
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver whole = take(CpuSolver::create(schedule)), first = take(CpuSolver::create(schedule)),
              second = take(CpuSolver::create(schedule));
    for (int i = 0; i < 20; ++i)
        take(whole.step(settings(3)));
    for (int i = 0; i < 10; ++i)
        take(first.step(settings(3)));
    Snapshot middle = first.snapshot();
    take(second.restore(middle));
    for (int i = 0; i < 10; ++i)
        take(second.step(settings(3)));
    EXPECT_EQ(hashOf(second.snapshot()), hashOf(whole.snapshot()));
    Snapshot faster = middle;
    faster.velocities[5].x += 1.0f;
    EXPECT_NE(hashOf(faster), hashOf(middle));
    EXPECT_EQ(take(compare(faster, middle)).firstParticle, 5u);
    faster.velocities.pop_back();
    EXPECT_CONTAINS(messageOf(second.restore(faster)), "8 velocities");
    EXPECT_CONTAINS(messageOf(compare(faster, middle)), "velocities");
    middle.velocities[3].y = NAN;
    EXPECT_CONTAINS(messageOf(second.restore(middle)), "particle 3");
    EXPECT_TRUE(take(CpuSolver::create(take(compile(clothScene(3))))).snapshot().velocities.empty());
}

TEST(ValidateForces, RefusesWhatDoesNotGoTogether) {
    Scene scene = smallNet(Verlet, 0.1f);
    EXPECT_CONTAINS(messageOf(validate(scene)), "stick 0 has a damping of 0.1 s, but a Hooke stick has none");
    scene = smallNet(RungeKutta4);
    scene.bodies[0].particleCount = 10;
    EXPECT_CONTAINS(messageOf(validate(scene)), "body 0 ('cloth') has 10 particles from 0 on");
    scene.bodies[0].particleCount = 9;
    scene.bodies.push_back(scene.bodies[0]);
    EXPECT_TRUE(validate(scene));
    scene.bodies[1].integrator = Verlet;
    EXPECT_CONTAINS(messageOf(validate(scene)), "particle 0 belongs to bodies 0 and 1");
}

struct Damage {
    const char* message;
    void (*doIt)(Schedule&);
};

TEST(Validate, FindsDamageToForces) {
    Scene scene = smallNet(RungeKutta4);
    RopeDescription rope;
    rope.count = 4;
    rope.material = spring(10.0f);
    take(addRope(scene, rope));
    take(addRope(scene, rope));
    scene.bodies[1].integrator = SemiImplicitEuler;
    const SchedulePtr whole = take(compile(scene));
    take(validate(*whole));
    const Damage kDamages[] = {
        {"unknown response", [](Schedule& s) { s.integrate[2].response = 9; }},
        {"stage of the integrator", [](Schedule& s) { s.integrate.pop_back(); }},
        {"stage of the integrator", [](Schedule& s) { std::swap(s.integrate[4], s.integrate[6]); }},
        {"empty or out of range", [](Schedule& s) { s.integrate[1].count = 0; }},
        {"is out of range", [](Schedule& s) { s.integrate.erase(s.integrate.begin()); }},
        {"against firstForced", [](Schedule& s) { s.integrate[0].count += 1; }},
        {"settle passes cover", [](Schedule& s) { s.settle.clear(); }},
        {"another kind in settle", [](Schedule& s) { s.settle.push_back(s.integrate[0]); }},
        {"wrong number", [](Schedule& s) { s.springFirst.pop_back(); }},
        {"do not cover", [](Schedule& s) { s.springFirst.back() -= 1; }},
        {"out of order", [](Schedule& s) { s.springFirst[3] = 0; }},
        {"same passes", [](Schedule& s) { s.springEnds[2].other = 0; }},
        {"same passes", [](Schedule& s) { s.springEnds.back().other = s.firstForced; }},
        {"negative number", [](Schedule& s) { s.springEnds[2].stiffness = -1.0f; }},
        {"missing at one", [](Schedule& s) { s.springEnds[0].other = s.firstForced + 3; }},
    };
    for (const Damage& damage : kDamages) {
        Schedule broken = *whole;
        damage.doIt(broken);
        EXPECT_CONTAINS(messageOf(validate(broken)), damage.message);
    }
}

}  // namespace
}  // namespace pliant::test
