// GPU against CPU, to the bit, when what happens changes from step to step: pins, colliders, wind, and whatever a scene
// can hold beside plain sticks.

#include <fmt/format.h>

#include <algorithm>
#include <glm/gtc/quaternion.hpp>
#include <set>

#include "gpu_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "whole_support.h"

namespace pliant::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Fabric dampedFabric() {
    Fabric fabric = take(fabricNamed("rubber"));
    fabric.bendingStiffness = 1e-4f;
    fabric.damping = 2e-3f;
    return fabric;
}

// Lying in y = 0 from (0, 0) to (1, 1) in x and z, its bends of lines and quads.
void addCloth(Scene& scene, std::uint32_t size) {
    GridDescription grid;
    grid.columns = grid.rows = size;
    grid.fabric = dampedFabric();
    take(addGrid(scene, grid));
}

// A cloth, a stiff rope of damped sticks and a bumpy mesh with rest angles, all above the same colliders; the corners
// of the cloth and the ends of the rope are pinned.
Scene everythingScene(std::uint32_t size) {
    Scene scene;
    scene.levels = false;
    addCloth(scene, size);
    RopeDescription rope;
    rope.from = vec3(0.0f, 0.1f, 0.4f);
    rope.to = vec3(1.0f, 0.1f, 0.6f);
    rope.count = 40;
    rope.material.damping = 1e-3f;
    rope.bendingStiffness = 1e-4f;
    take(addRope(scene, rope));
    MeshDescription mesh = irregularMesh(24);
    for (vec3& vertex : mesh.vertices)
        vertex = vertex * 0.4f + vec3(0.5f, 0.3f, 0.5f);
    mesh.fabric = dampedFabric();
    take(addMesh(scene, mesh));
    take(pinPlace(scene, 0, GridPlace::FourCorners));
    take(pinVertices(scene, 1, std::vector<std::uint32_t>{0, 39}));
    scene.environment.airDensity = 1.2f;
    scene.environment.wind = vec3(1.0f, 0.0f, 0.0f);
    return scene;
}

// All five shapes, spread below the cloth; they rise, go sideways and turn, but for the plane, which comes up slowly.
std::vector<Collider> movingColliders(int frame) {
    const vec3 kPlaces[] = {{0.0f, -0.2f, 0.0f},
                            {0.25f, -0.2f, 0.25f},
                            {0.75f, -0.2f, 0.25f},
                            {0.25f, -0.2f, 0.75f},
                            {0.75f, -0.2f, 0.75f}};
    std::vector<Collider> colliders = colliderOfEachShape();
    for (int i = 0; i < 5; ++i) {
        const vec3 velocity = i == 0 ? vec3(0.0f, 0.004f, 0.0f) : vec3(0.01f, 0.012f, -0.008f);
        const auto poseIn = [&](int time) {
            return poseOf(kPlaces[i] + velocity * float(time), i == 0 ? 0.0f : 0.1f * float(time * i));
        };
        colliders[i].before = poseIn(frame);
        colliders[i].pose = poseIn(frame + 1);
    }
    return colliders;
}

std::vector<Collider> restingColliders() {
    std::vector<Collider> colliders = movingColliders(3);
    for (Collider& c : colliders)
        c.before.reset();
    return colliders;
}

// The first corner goes round in a circle.
PinInput movingPin(int frame) {
    const float angle = 0.4f * float(frame + 1);
    return {0, PinInput::Action::Move, vec3(0.1f * std::sin(angle), 0.1f - 0.1f * std::cos(angle), 0.02f * angle)};
}

// Particles held and released in the course of 12 frames; those that were pinned in the scene among them.
std::vector<PinInput> lockedAndReleased(int frame, std::uint32_t size) {
    const std::uint32_t lastCorner = size * size - 1, middle = size * size / 2;
    switch (frame) {
        case 2: return {{middle, PinInput::Action::Hold}};
        case 4: return {{0, PinInput::Action::Release}, {lastCorner, PinInput::Action::Release}};
        case 6: return {{middle, PinInput::Action::Release}, {1, PinInput::Action::Hold}};
        case 7: return {{middle, PinInput::Action::Move, vec3(0.5f, 0.1f, 0.5f)}, {lastCorner, PinInput::Action::Hold}};
        case 9: return {{size - 1, PinInput::Action::Release}, {1, PinInput::Action::Release}};
        default: return {};
    }
}

std::optional<vec3> changingWind(int frame) {
    if (frame % 4 == 3) return std::nullopt;
    return vec3(2.0f * float(frame % 3), -1.0f, 6.0f - float(frame));
}

constexpr std::uint32_t kSize = 36;  // of the cloth: large enough to be shared out to threads

StepInputs allAtOnce(int frame) {
    StepInputs inputs{lockedAndReleased(frame, kSize), movingColliders(frame), changingWind(frame)};
    const bool isFree =
        std::none_of(inputs.pins.begin(), inputs.pins.end(), [](auto& pin) { return pin.particle == 0; });
    if (frame < 4 && isFree) inputs.pins.push_back(movingPin(frame));
    return inputs;
}

struct Case {
    std::string name;
    StepInputs (*inputs)(int frame);
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.name;
}

std::vector<Case> allCases() {
    return {{"NoInputs", [](int) { return StepInputs{}; }},
            {"MovingPin",
             [](int frame) {
                 return StepInputs{{movingPin(frame)}, {}, {}};
             }},
            {"EndsPulledApart",
             [](int frame) {
                 const std::uint32_t first = kSize * kSize, last = first + 39;  // of the rope
                 const float way = 0.02f * float(frame + 1);
                 StepInputs inputs;
                 inputs.pins = {{first, PinInput::Action::Move, vec3(-way, 0.1f, 0.4f)},
                                {last, PinInput::Action::Move, vec3(1.0f + way, 0.1f, 0.6f)}};
                 return inputs;
             }},
            {"PulledPin",
             [](int frame) {
                 StepInputs inputs;
                 const float sway = float(frame % 5);
                 inputs.pins = {{40, PinInput::Action::Pull, vec3(0.4f, 0.2f * sway, 0.5f), 1e-3f},
                                {0, PinInput::Action::Pull, vec3(2.0f), 0.0f}};  // a pinned one
                 return inputs;
             }},
            {"LockedAndReleased",
             [](int frame) {
                 return StepInputs{lockedAndReleased(frame, kSize), {}, {}};
             }},
            {"CollidersAtRest",
             [](int) {
                 return StepInputs{{}, restingColliders(), {}};
             }},
            {"MovingColliders",
             [](int frame) {
                 return StepInputs{{}, movingColliders(frame), {}};
             }},
            {"ChangingWind",
             [](int frame) {
                 return StepInputs{{}, {}, changingWind(frame)};
             }},
            {"AllAtOnce", allAtOnce}};
}

class ParityOfInputs : public GpuTest, public testing::WithParamInterface<std::tuple<Case, Method>> {};

TEST_P(ParityOfInputs, GpuEqualsCpuOnAnyNumberOfThreads) {
    const auto& [inputs, method] = GetParam();
    const SchedulePtr schedule = take(compile(everythingScene(kSize), kForAllMethods));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
    CpuSolver threaded = take(CpuSolver::create(schedule, {2, true}));
    CpuSolver undisturbed = take(CpuSolver::create(schedule));
    for (int frame = 0; frame < 13; ++frame) {
        const StepSettings s = settings(frame % 2 == 0 ? 4 : 3, method == Method::GaussSeidel ? 1 : 2, method);
        take(gpu.step(s, inputs.inputs(frame)));
        take(reference.step(s, inputs.inputs(frame)));
        take(threaded.step(s, inputs.inputs(frame)));
        take(undisturbed.step(s));
        const Snapshot expected = reference.snapshot();
        expectEqual(take(gpu.snapshot()), expected, fmt::format("GPU, frame {}", frame + 1));
        expectEqual(threaded.snapshot(), expected, fmt::format("threads, frame {}", frame + 1));
        if (HasFailure()) return;
    }
    const bool mattered = reference.snapshot().positions != undisturbed.snapshot().positions;
    EXPECT_EQ(mattered, inputs.name != "NoInputs") << "this case tests nothing";
    EXPECT_EQ(reference.snapshot().lost, 0u);
}

std::string nameOf(const testing::TestParamInfo<std::tuple<Case, Method>>& info) {
    const char* kMethods[] = {"Auto", "GaussSeidel", "Tiles", "Jacobi", "Hybrid"};
    return std::get<0>(info.param).name + kMethods[int(std::get<1>(info.param))];
}

INSTANTIATE_TEST_SUITE_P(Scenes, ParityOfInputs,
                         testing::Combine(testing::ValuesIn(allCases()),
                                          testing::Values(Method::GaussSeidel, Method::Jacobi, Method::Hybrid)),
                         nameOf);

class Inputs : public GpuTest {
  protected:
    void follow(const Scene& scene, const StepSettings& usual, const StepSettings& loose);
};

// What the scene of the cases above must have, for them to say anything.
TEST_F(Inputs, TheSceneHasEverything) {
    const SchedulePtr schedule = take(compile(everythingScene(kSize)));
    take(validate(*schedule));
    std::set<std::uint32_t> kinds, responses;
    for (const Pass& pass : schedule->bending)
        kinds.insert(pass.response);
    for (const Pass& pass : schedule->gaussSeidel)
        responses.insert(pass.response);
    EXPECT_EQ(kinds.size(), kBendKindCount);
    EXPECT_TRUE(responses.contains(kStickDamped));
    EXPECT_TRUE(std::any_of(schedule->bendNumbers.begin(), schedule->bendNumbers.end(),
                            [](const BendNumbers& bend) { return bend.damping > 0.0f; }));
    EXPECT_GT(schedule->triangles.size(), 2000u);
    EXPECT_GT(schedule->tethersPerParticle, 1u);
    EXPECT_GT(schedule->colourCount, kHybridColours);
}

// Inputs travel in the command buffer: each step sees its own, though all are recorded before any runs.
TEST_F(Inputs, StepsRecordedTogetherSeeEachItsOwn) {
    const SchedulePtr schedule = take(compile(everythingScene(kSize)));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    for (int batch = 0; batch < 3; ++batch) {
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            for (int frame = 4 * batch; frame < 4 * batch + 4; ++frame)
                take(gpu.recordStep(commands, settings(2), allAtOnce(frame)));
            return {};
        }));
        for (int frame = 4 * batch; frame < 4 * batch + 4; ++frame)
            take(cpu.step(settings(2), allAtOnce(frame)));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("batch {}", batch));
    }
}

// Nothing is recorded and nothing remembered of a step that is refused.
TEST_F(Inputs, ARefusedStepChangesNothing) {
    const SchedulePtr schedule = take(compile(everythingScene(9)));
    GpuSolver gpu = gpuSolver(schedule);
    take(gpu.step(settings(2)));
    const Snapshot before = take(gpu.snapshot());
    StepInputs nowhere{{{3, PinInput::Action::Hold}, {4, PinInput::Action::Move, vec3(0.0f, kNan, 0.0f)}}, {}, {}};
    EXPECT_CONTAINS(messageOf(gpu.step(settings(2), nowhere)), "pin 1");
    take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
        EXPECT_CONTAINS(messageOf(gpu.recordStep(commands, settings(2), nowhere)), "pin 1");
        return {};
    }));
    EXPECT_EQ(take(gpu.snapshot()), before);
}

// Pins that are not the scene's go along with a snapshot, and with them the tethers.
TEST_F(Inputs, SnapshotsCarryChangedPinsFromBackendToBackend) {
    const SchedulePtr schedule = take(compile(everythingScene(kSize)));
    CpuSolver reference = take(CpuSolver::create(schedule));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    const auto step = [&](auto& solver, int first, int last) {
        for (int frame = first; frame < last; ++frame)
            take(solver.step(settings(3), allAtOnce(frame)));
    };
    step(reference, 0, 15);
    step(gpu, 0, 5);
    take(cpu.restore(take(gpu.snapshot())));
    step(cpu, 5, 8);
    take(gpu.restore(cpu.snapshot()));
    step(gpu, 8, 15);
    expectEqual(take(gpu.snapshot()), reference.snapshot(), "after two moves");

    // Back to the scene's own pins, and on: the tethers are the scene's again.
    Snapshot start = initialSnapshot(*schedule);
    start.pinned.clear();
    take(gpu.restore(start));
    CpuSolver fresh = take(CpuSolver::create(schedule));
    step(gpu, 0, 2);
    step(fresh, 0, 2);
    expectEqual(take(gpu.snapshot()), fresh.snapshot(), "from the start");
}

// Of a rope of 200: what is measured along it is the same after pins have come and gone, and after a restore to a
// solver that has others. Without it, as `loose` has it, the rope goes elsewhere.
void Inputs::follow(const Scene& scene, const StepSettings& usual, const StepSettings& loose) {
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver gpu = gpuSolver(schedule), other = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    CpuSolver without = take(CpuSolver::create(schedule));
    const auto inputsOf = [](int frame) -> StepInputs {
        if (frame == 4) return {{{0, PinInput::Action::Release}, {150, PinInput::Action::Hold}}, {}, {}};
        if (frame == 8) return {{{60, PinInput::Action::Hold}, {199, PinInput::Action::Hold}}, {}, {}};
        return {};
    };
    for (int frame = 0; frame < 12; ++frame) {
        take(gpu.step(usual, inputsOf(frame)));
        take(cpu.step(usual, inputsOf(frame)));
        take(without.step(loose, inputsOf(frame)));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("frame {}", frame + 1));
        if (frame == 5 || frame == 9) take(other.restore(cpu.snapshot()));
        if (frame > 5) {
            if (frame != 9) take(other.step(usual, inputsOf(frame)));
            expectEqual(take(other.snapshot()), cpu.snapshot(), fmt::format("restored, frame {}", frame + 1));
        }
    }
    EXPECT_NE(cpu.snapshot().positions, without.snapshot().positions) << "it does not matter here";
    Snapshot start = initialSnapshot(*schedule);
    start.pinned.clear();  // as in the scene
    take(gpu.restore(start));
    take(cpu.restore(start));
    take(gpu.step(usual));
    take(cpu.step(usual));
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), "from the start");
}

TEST_F(Inputs, TethersFollowPinsAndSnapshots) {
    Scene scene = ropeScene(200);
    scene.levels = false;
    StepSettings loose = settings(2);
    loose.tethers = false;
    follow(scene, settings(2), loose);
}

TEST_F(Inputs, StrandsFollowPinsAndSnapshots) {
    StepSettings taut = settings(12);
    taut.tethers = false;
    StepSettings loose = taut;
    loose.levels = false;
    follow(slackRope(1.002, 200), taut, loose);
}

// Colliders are written between dispatches, also where the step is submitted in parts.
TEST_F(Inputs, AVeryLongStepWithMovingColliders) {
    Scene scene = ropeScene(5);
    scene.levels = false;
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    StepSettings s = settings(400, 12);
    s.dt = 0.3;
    Collider ball{.shape = ColliderShape::Sphere, .radius = 0.2f};
    ball.before = poseOf(vec3(0.7f, -0.5f, 0.0f), 0.0f);
    ball.pose = poseOf(vec3(0.7f, 0.3f, 0.05f), 1.0f);
    const StepInputs inputs{{{0, PinInput::Action::Move, vec3(0.1f, 0.2f, 0.3f)}}, {ball}, {}};
    take(gpu.step(s, inputs));  // 11,600 dispatches
    take(cpu.step(s, inputs));
    expectEqual(take(gpu.snapshot()), cpu.snapshot(), "11,600 dispatches");
    CpuSolver alone = take(CpuSolver::create(schedule));
    take(alone.step(s, {inputs.pins, {}, {}}));
    EXPECT_NE(alone.snapshot().positions, cpu.snapshot().positions) << "the ball was not hit";
}

// Out of two balls, with contact and without, in whole bodies and pass by pass.
TEST_F(Inputs, WaysOutOfColliders) {
    const Collider below{.shape = ColliderShape::Sphere, .radius = 0.3f, .pose = {vec3(0.4f, -0.25f, 0.5f)}};
    const Collider above{.shape = ColliderShape::Sphere, .radius = 0.2f, .pose = {vec3(0.8f, 0.17f, 0.5f)}};
    for (const bool hasContact : {false, true}) {
        Scene scene;
        addCloth(scene, 20);
        if (hasContact) take(addContact(scene, 0));
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver cpu = take(CpuSolver::create(schedule));
        GpuSolver gpu = gpuSolver(schedule), passes = gpuSolver(schedule, {.wholeBodies = false});
        for (int frame = 0; frame < 4; ++frame) {
            for (GpuSolver* solver : {&gpu, &passes})
                take(solver->step(settings(6), {{}, {below, above}, {}}));
            take(cpu.step(settings(6), {{}, {below, above}, {}}));
            const Snapshot now = cpu.snapshot();
            expectEqual(take(gpu.snapshot()), now, fmt::format("contact {}, frame {}", hasContact, frame));
            expectEqual(take(passes.snapshot()), now, fmt::format("contact {}, frame {}, passes", hasContact, frame));
        }
    }
}

// One workgroup has 64 invocations.
TEST_F(Inputs, SizesAroundAWorkgroup) {
    for (const std::uint32_t count : {1u, 2u, 63u, 64u, 65u}) {
        Scene scene = ropeScene(count);
        scene.levels = false;
        const SchedulePtr schedule = take(compile(scene));
        GpuSolver gpu = gpuSolver(schedule);
        CpuSolver cpu = take(CpuSolver::create(schedule));
        for (int frame = 0; frame < 12; ++frame) {
            StepInputs inputs{{}, movingColliders(frame), {}};
            for (std::uint32_t i = 0; i < count; ++i) {  // as many pins as particles, all three actions
                const auto action = PinInput::Action((i + std::uint32_t(frame)) % 3);
                inputs.pins.push_back({i, action, vec3(float(i), 0.1f * float(frame), 0.5f)});
            }
            if (frame % 3 == 2) inputs.pins.clear();
            take(gpu.step(settings(3), inputs));
            take(cpu.step(settings(3), inputs));
            expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("{} particles, frame {}", count, frame + 1));
        }
    }
}

// Springs that throw particles out of this world: both backends put them back to the same places and count the same.
TEST_F(Inputs, LostParticlesGoBackToTheSamePlaces) {
    for (const Method method : {Method::GaussSeidel, Method::Jacobi, Method::Hybrid}) {
        Scene scene = everythingScene(kSize);
        const std::uint32_t absurd = addMaterial(scene, hooke(1e15f));
        for (std::uint32_t i = 0; i < 10; ++i)
            take(addStick(scene, 100 * i, 100 * i + 37 + i, absurd));
        const SchedulePtr schedule = take(compile(scene, kForAllMethods));
        GpuSolver gpu = gpuSolver(schedule);
        CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
        CpuSolver threaded = take(CpuSolver::create(schedule, {2, true}));
        for (int frame = 0; frame < 12; ++frame) {
            take(gpu.step(settings(3, 1, method), allAtOnce(frame)));
            take(reference.step(settings(3, 1, method), allAtOnce(frame)));
            take(threaded.step(settings(3, 1, method), allAtOnce(frame)));
            expectEqual(take(gpu.snapshot()), reference.snapshot(), fmt::format("GPU, frame {}", frame + 1));
            expectEqual(threaded.snapshot(), reference.snapshot(), fmt::format("threads, frame {}", frame + 1));
            if (HasFailure()) return;
        }
        const Snapshot end = reference.snapshot();
        EXPECT_GT(end.lost, 0u) << "this tests nothing";
        for (const vec3& p : end.positions)
            EXPECT_LT(double(p.x) * p.x + double(p.y) * p.y + double(p.z) * p.z, 1e24);
    }
}

TEST_F(Inputs, TheCountOfLostParticlesGoesWithASnapshot) {
    const SchedulePtr schedule = take(compile(ropeScene(10)));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    Snapshot s = initialSnapshot(*schedule);
    s.lost = 12345;
    take(gpu.restore(s));
    EXPECT_EQ(take(gpu.snapshot()).lost, 12345u);
    take(gpu.step());
    take(cpu.restore(take(gpu.snapshot())));
    EXPECT_EQ(cpu.snapshot().lost, 12345u);
}

}  // namespace
}  // namespace pliant::test
