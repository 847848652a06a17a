// Pins that move, hold and release in the course of a run, and the tethers that follow them.

#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "support.h"

namespace pliant::test {
namespace {

using Action = PinInput::Action;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

CpuSolver solverFor(const Scene& scene) {
    return take(CpuSolver::create(take(compile(scene))));
}

void stepTimes(CpuSolver& solver, int count, const StepSettings& settings, const StepInputs& inputs = {}) {
    for (int i = 0; i < count; ++i)
        take(solver.step(settings, i == 0 ? inputs : StepInputs{}));
}

StepInputs move(std::uint32_t particle, vec3 target) {
    return {{{particle, Action::Move, target}}, {}, {}};
}
StepInputs hold(std::uint32_t particle) {
    return {{{particle, Action::Hold}}, {}, {}};
}
StepInputs release(std::uint32_t particle) {
    return {{{particle, Action::Release}}, {}, {}};
}

double distanceOf(vec3 a, vec3 b) {
    return glm::length(glm::dvec3(a) - glm::dvec3(b));
}

Scene withoutLevels(Scene scene) {
    scene.levels = false;
    return scene;
}

// Two free particles without gravity or damping, of 3 kg and 1 kg.
Scene twoParticles() {
    Scene scene;
    addParticle(scene, vec3(0.0f), 3.0f);
    addParticle(scene, vec3(1.0f, 0.0f, 0.0f), 1.0f);
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    return withoutLevels(scene);
}

// The place before the last substep is in the snapshot: (n - 1) / n of the way, for every number of substeps n.
TEST(MovePins, GoesInAStraightLineAtConstantSpeedAndEndsAtTheTarget) {
    const vec3 start(0.0f), target(0.3f, -0.1f, 0.77f), further(-1.1f, 2.0f, 0.5f);
    for (std::uint32_t substeps = 1; substeps <= 33; ++substeps) {
        CpuSolver solver = solverFor(withoutLevels(clothScene(4)));
        take(solver.step(settings(substeps), move(0, target)));
        Snapshot s = solver.snapshot();
        const float share = 1.0f - 1.0f / float(substeps);
        EXPECT_EQ(s.positions[0], target) << substeps;
        EXPECT_LT(distanceOf(s.previous[0], start + (target - start) * share), 3e-7) << substeps;

        take(solver.step(settings(substeps, 3), move(0, further)));
        s = solver.snapshot();
        EXPECT_EQ(s.positions[0], further) << substeps;
        EXPECT_LT(distanceOf(s.previous[0], target + (further - target) * share), 1e-6) << substeps;
        EXPECT_EQ(s.positions[3], clothScene(4).positions[3]) << "the other pin stays";
    }
}

TEST(MovePins, StaysAtTheTargetUntilToldOtherwise) {
    const vec3 target(0.125f, 0.3f, -0.2f);
    CpuSolver solver = solverFor(withoutLevels(clothScene(5)));
    take(solver.step(settings(4), move(2, target)));  // not pinned before
    EXPECT_EQ(solver.snapshot().pinned[2], 1);
    stepTimes(solver, 10, settings(4));
    EXPECT_EQ(solver.snapshot().positions[2], target);
    EXPECT_EQ(solver.snapshot().previous[2], target);
}

// What hangs on a pin is taken along: a rope of a metre is at most a metre away from where its end has gone.
TEST(MovePins, TakesAlongWhatHangsOnIt) {
    CpuSolver solver = solverFor(withoutLevels(ropeScene(60)));
    for (int frame = 1; frame <= 60; ++frame)
        take(solver.step(settings(10), move(0, vec3(0.1f * float(frame), 0.0f, 0.0f))));
    EXPECT_LT(distanceOf(solver.snapshot().positions[59], vec3(6.0f, 0.0f, 0.0f)), 1.0001);
}

TEST(HoldPins, KeepsTheBitsOfItsPlace) {
    CpuSolver solver = solverFor(withoutLevels(clothScene(12)));
    stepTimes(solver, 17, settings(5));
    const Snapshot before = solver.snapshot();
    ASSERT_NE(before.positions[100], before.previous[100]) << "it must be moving for this to say anything";
    for (const std::uint32_t substeps : {1u, 6u}) {
        take(solver.restore(before));
        take(solver.step(settings(substeps), hold(100)));
        stepTimes(solver, 5, settings(3));
        const Snapshot after = solver.snapshot();
        EXPECT_EQ(after.positions[100], before.positions[100]);
        EXPECT_EQ(after.previous[100], before.positions[100]);
        EXPECT_EQ(after.pinned[100], 1);
        EXPECT_NE(after.positions[101], before.positions[101]);
    }
}

TEST(HoldPins, SaidAgainToAPinnedOneChangesNothing) {
    const Scene scene = withoutLevels(clothScene(9));
    CpuSolver told = solverFor(scene), untold = solverFor(scene);
    for (int frame = 0; frame < 10; ++frame) {
        take(told.step(settings(3), hold(0)));
        take(untold.step(settings(3)));
    }
    EXPECT_EQ(told.snapshot(), untold.snapshot());
}

// Released, it falls like one that was never pinned, from the release on: y_n = -g h^2 n (n + 1) / 2. It is released in
// a step's first substep, after gravity has had its turn.
TEST(ReleasePins, FallsFreely) {
    Scene scene = withoutLevels(ropeScene(1));
    scene.environment.gravity = vec3(0.0f, -8.0f, 0.0f);
    scene.environment.damping = 0.0f;
    CpuSolver solver = solverFor(scene);
    StepSettings s = settings(16);
    s.dt = 1.0 / 64;  // h = 1 / 1024
    stepTimes(solver, 3, s);
    EXPECT_EQ(solver.snapshot().positions[0], vec3(0.0f));
    stepTimes(solver, 10, s, release(0));
    const double n = 160.0;
    EXPECT_EQ(solver.snapshot().positions[0].y, -8.0 / 1024 / 1024 * n * (n + 1) / 2);
    EXPECT_EQ(solver.snapshot().pinned[0], 0);
}

// A pin that is thrown flies on.
TEST(ReleasePins, KeepTheSpeedThatThePinHad) {
    Scene scene = twoParticles();
    CpuSolver solver = solverFor(scene);
    for (int frame = 1; frame <= 5; ++frame)
        take(solver.step(settings(4), move(0, vec3(0.0f, 0.1f * float(frame), 0.0f))));
    stepTimes(solver, 5, settings(4), release(0));
    EXPECT_NEAR(solver.snapshot().positions[0].y, 1.0f, 0.05f);
}

// Two particles drawn together by a stick: their centre of mass stays where it is if the released one has its own mass.
TEST(ReleasePins, HasItsOwnMassAgain) {
    for (const bool isPinnedInTheScene : {true, false}) {
        Scene scene = twoParticles();
        take(addStick(scene, 0, 1, addMaterial(scene, compliant(0.01f))));
        scene.sticks[0].restLength = 0.5f;
        scene.pinned[0] = isPinnedInTheScene ? 1 : 0;
        CpuSolver solver = solverFor(scene);
        take(solver.step(settings(1), hold(0)));  // moves the other one by a little, and it keeps its momentum
        take(solver.step(settings(1), release(0)));
        const auto momentum = [&] {
            const Snapshot s = solver.snapshot();
            return 3.0 * (double(s.positions[0].x) - s.previous[0].x) + double(s.positions[1].x) - s.previous[1].x;
        };
        const double before = momentum();
        stepTimes(solver, 30, settings(1));
        EXPECT_NE(solver.snapshot().positions[0].x, 0.0f);
        EXPECT_NEAR(momentum(), before, 2e-6) << isPinnedInTheScene;
    }
}

// Every particle of the rope is within its way along the rope of particle `anchor`.
void expectWithinReach(const Snapshot& s, std::uint32_t anchor, const std::string& where) {
    const std::uint32_t count = static_cast<std::uint32_t>(s.positions.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const double way = std::abs(double(i) - anchor) / (count - 1);
        EXPECT_LE(distanceOf(s.positions[i], s.positions[anchor]), way * 1.01 + 2e-4) << where << ", particle " << i;
    }
}

bool isWithinReach(const Snapshot& s, std::uint32_t anchor) {
    const std::size_t last = s.positions.size() - 1;
    return distanceOf(s.positions[last - anchor], s.positions[anchor]) <= 1.01;
}

// Two substeps a frame leave a rope of 200 sticks far too long unless its tethers are those of the pins it has now.
TEST(Tethers, FollowThePins) {
    const Scene scene = withoutLevels(ropeScene(200));
    const std::uint32_t last = 199;
    const StepInputs swap{{{0, Action::Release}, {last, Action::Hold}}, {}, {}};
    CpuSolver solver = solverFor(scene);
    stepTimes(solver, 30, settings(2));
    expectWithinReach(solver.snapshot(), 0, "as in the scene");
    stepTimes(solver, 2, settings(2), swap);
    expectWithinReach(solver.snapshot(), last, "after the step that changes the pins");
    const float heldAt = solver.snapshot().positions[last].y;
    stepTimes(solver, 60, settings(2));
    expectWithinReach(solver.snapshot(), last, "after it");
    EXPECT_LT(solver.snapshot().positions[0].y, heldAt - 0.5f) << "the released end hangs below the held one";

    CpuSolver loose = solverFor(scene);
    StepSettings withoutTethers = settings(2);
    withoutTethers.tethers = false;
    stepTimes(loose, 30, withoutTethers);
    stepTimes(loose, 61, withoutTethers, swap);
    EXPECT_FALSE(isWithinReach(loose.snapshot(), last)) << "this test proves nothing";
}

// The same from a scene without pins, whose table of tethers was empty; and back to none.
TEST(Tethers, ComeWithTheFirstPinAndGoWithTheLast) {
    Scene scene = withoutLevels(ropeScene(200));
    scene.pinned[0] = 0;
    CpuSolver solver = solverFor(scene);
    const StepInputs two{{{0, Action::Hold}, {100, Action::Hold}}, {}, {}};
    stepTimes(solver, 40, settings(2), two);
    const Snapshot held = solver.snapshot();
    for (std::uint32_t i = 100; i < 200; ++i)
        EXPECT_LE(distanceOf(held.positions[i], held.positions[100]), (i - 100) / 199.0 * 1.01 + 1e-6) << i;
    stepTimes(solver, 40, settings(2), {{{0, Action::Release}, {100, Action::Release}}, {}, {}});
    const Snapshot falling = solver.snapshot();
    for (std::uint32_t i = 0; i < 200; ++i)
        EXPECT_LT(falling.positions[i].y, held.positions[i].y - 0.1f) << i;
}

// A cloth let go by one of its two corners swings down below the other.
TEST(Tethers, DoNotHoldUpAReleasedCorner) {
    CpuSolver solver = solverFor(withoutLevels(clothScene(24)));
    stepTimes(solver, 30, settings(10));
    stepTimes(solver, 240, settings(10), release(23));
    const Snapshot s = solver.snapshot();
    EXPECT_EQ(s.positions[0], vec3(0.0f));
    EXPECT_LT(s.positions[23].y, -0.5f);
    EXPECT_LT(distanceOf(s.positions[23], s.positions[0]), 1.0001);
    EXPECT_LT(s.positions[24 * 24 - 1].y, -1.2f) << "the far corner hangs a diagonal below";
}

// The tethers of a restored state are those of its pins.
TEST(Tethers, ComeBackWithASnapshot) {
    const Scene scene = withoutLevels(ropeScene(200));
    CpuSolver solver = solverFor(scene), restored = solverFor(scene);
    stepTimes(solver, 5, settings(2), {{{0, Action::Release}, {120, Action::Hold}}, {}, {}});
    take(restored.restore(solver.snapshot()));
    stepTimes(solver, 40, settings(2));
    stepTimes(restored, 40, settings(2));
    EXPECT_EQ(solver.snapshot(), restored.snapshot());
}

// A snapshot that says nothing of pins has those of the scene, whatever the solver has at the time.
TEST(Tethers, AreTheScenesForASnapshotWithoutPins) {
    const Scene scene = withoutLevels(ropeScene(200));
    CpuSolver solver = solverFor(scene), fresh = solverFor(scene);
    stepTimes(solver, 5, settings(2), {{{0, Action::Release}, {120, Action::Hold}}, {}, {}});
    Snapshot start = fresh.snapshot();
    start.pinned.clear();
    take(solver.restore(start));
    stepTimes(solver, 40, settings(2));
    stepTimes(fresh, 40, settings(2));
    EXPECT_EQ(solver.snapshot(), fresh.snapshot());
}

TEST(PinInputs, ErrorsNameWhatIsWrongAndChangeNothing) {
    CpuSolver solver = solverFor(withoutLevels(clothScene(6)));
    stepTimes(solver, 3, settings(3));
    const Snapshot before = solver.snapshot();
    const auto refused = [&](std::vector<PinInput> pins) {
        const std::string message = messageOf(solver.step(settings(3), {std::move(pins), {}, {}}));
        EXPECT_EQ(solver.snapshot(), before);
        return message;
    };
    const PinInput good{7, Action::Hold};
    std::string message = refused({good, {36, Action::Release}});
    EXPECT_CONTAINS(message, "pin 1");
    EXPECT_CONTAINS(message, "particle 36");
    message = refused({good, {3, Action::Hold}, {7, Action::Move, vec3(1.0f)}});
    EXPECT_CONTAINS(message, "particle 7 has two pins");
    for (const vec3 target : {vec3(kNan, 0.0f, 0.0f), vec3(0.0f, 2e9f, 0.0f), vec3(0.0f, 0.0f, -HUGE_VALF)})
        EXPECT_CONTAINS(refused({good, {3, Action::Release}, {8, Action::Move, target}}), "pin 2");
    EXPECT_CONTAINS(refused(std::vector<PinInput>(kMostPinInputs + 1, good)), "65537 pins");
    // The target of one that does not move is not looked at.
    take(solver.step(settings(3), {{{8, Action::Hold, vec3(kNan)}}, {}, {}}));
    EXPECT_EQ(solver.snapshot().positions[8], before.positions[8]);
}

TEST(PinInputs, AsManyAsAllowedAreTaken) {
    Scene scene;
    const auto count = static_cast<std::uint32_t>(kMostPinInputs);
    StepInputs inputs;
    for (std::uint32_t i = 0; i < count + 5; ++i) {
        addParticle(scene, vec3(float(i), 0.0f, 0.0f), 1.0f);
        if (i < count) inputs.pins.push_back({i, Action::Move, vec3(float(i), 1.0f, 0.0f)});
    }
    CpuSolver solver = solverFor(withoutLevels(scene));
    take(solver.step(settings(2), inputs));
    const Snapshot s = solver.snapshot();
    for (std::uint32_t i = 0; i < count; ++i)
        ASSERT_EQ(s.positions[i], vec3(float(i), 1.0f, 0.0f));
    EXPECT_LT(s.positions[count].y, 0.0f);
}

}  // namespace
}  // namespace pliant::test
