// Particles that keep each other off, GPU against CPU, to the bit: enough of them that a pass is cut into pieces and
// that buckets and lists have several, whose order is up to chance.

#include "blades_support.h"
#include "coarse_meshes.h"
#include "frames_support.h"
#include "gpu_support.h"
#include "neighbour_support.h"
#include "pliant/scene/obstacle.h"
#include "rigid_support.h"
#include "rims_support.h"
#include "small_things.h"

namespace pliant::test {
namespace {

class NeighbourParity : public GpuTest {
  protected:
    static void run(const Scene& scene, int frames, const StepInputs& inputs, const StepSettings& settings = {}) {
        runWith(
            scene, frames, [&](int) { return inputs; }, settings);
    }
    template <class InputsOf>
    static void runWith(const Scene& scene, int frames, InputsOf&& inputsOf, const StepSettings& settings = {}) {
        const SchedulePtr schedule = take(compile(scene));
        runFrom(schedule, thrownTogether(*schedule), frames, inputsOf, settings);
    }
    template <class InputsOf>
    static void runFrom(const SchedulePtr& schedule, const Snapshot& start, int frames, InputsOf&& inputsOf,
                        const StepSettings& settings) {
        GpuSolver gpu = gpuSolver(schedule);
        CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
        CpuSolver threaded = take(CpuSolver::create(schedule, {4, true}));
        take(gpu.restore(start));
        take(reference.restore(start));
        take(threaded.restore(start));
        for (int frame = 0; frame < frames; ++frame) {
            const StepInputs inputs = inputsOf(frame);
            take(gpu.step(settings, inputs));
            take(reference.step(settings, inputs));
            take(threaded.step(settings, inputs));
            const Snapshot expected = reference.snapshot();
            ASSERT_EQ(take(compare(threaded.snapshot(), expected)).differing, 0u) << "threads, frame " << frame;
            ASSERT_EQ(take(compare(take(gpu.snapshot()), expected)).differing, 0u) << "GPU, frame " << frame;
        }
        EXPECT_NE(hashOf(reference.snapshot()), hashOf(start));
    }
};

TEST_F(NeighbourParity, ACrowdGivesTheSameBitsEverywhere) {
    run(crowdedScene(), 20, onFloor());
}

// Layers that bear each other, and a box as heavy as a hundred of them.
TEST_F(NeighbourParity, SoDoesAPile) {
    run(pileUnder(15.0, 4), 12, onFloor());
}

// A sheet and a rope that is joined to it fall upon each other, and list strays on the way.
TEST_F(NeighbourParity, SoDoesWhatIsJoined) {
    run(sheetWithRope(true), 60, onFloor());
}

// Faces and edges that touch push each other; lists leave out what is around a particle, strays among it.
TEST_F(NeighbourParity, SoDoesAThinCrowd) {
    run(thinCrowd(), 8, onBall());
}

// A dress that hangs by its neck; one of its particles is held at first.
TEST_F(NeighbourParity, SoDoesADressOnABody) {
    Scene scene = dressOnBody(40, 16);
    scene.pinned[3] = 1;
    runWith(scene, 20, [](int frame) {
        StepInputs inputs;
        if (frame == 8) inputs.pins.push_back({.particle = 3, .action = PinInput::Action::Release});
        return inputs;
    });
}

// What is folded at rest, and what never counts as flat.
TEST_F(NeighbourParity, SoDoCoarseMeshes) {
    Scene scene;
    for (const MeshDescription& mesh : {pleated(5, 0.006f), twoPages(0.02f), leavesOfBook(4)})
        take(addContact(scene, take(addMesh(scene, mesh))));
    run(scene, 20, onFloor());
}

// Of two that reach unequally far one alone lists the other; so does what is held.
TEST_F(NeighbourParity, SoDoSmallThingsOnLargeFaces) {
    run(smallThings(), 3, {});
    const HeldBalls held = heldBalls();
    runWith(held.scene, 4, [&](int frame) {
        StepInputs inputs = ballsAt(held, vec3(0.003f * float(frame % 5), 0.01f * float(frame % 4), 0.0f));
        inputs.pins[5].action = frame % 2 == 0 ? PinInput::Action::Release : PinInput::Action::Hold;
        return inputs;
    });
}

// A small thing that is caught far from all else, brought to large faces while nothing else moves and lists hold, and
// let go there.
TEST_F(NeighbourParity, SoDoesASmallThingThatIsCaught) {
    Scene scene;
    scene.environment.gravity = vec3(0.0f);
    addLargeCells(scene);
    const vec3 place = placeInCell(1, 1, 0);
    const std::uint32_t loose = addParticle(scene, place + vec3(0.0f, 0.2f, 0.0f), 0.01f);
    scene.contacts.push_back({loose, 1, 0.01f});
    const SchedulePtr schedule = take(compile(scene));
    const auto isCaught = [&](int frame) {
        StepInputs inputs;
        const float height = 0.2f - 0.08f * float(std::min(frame, 13) - 10);
        PinInput pin{.particle = loose, .target = place + vec3(0.0f, height, 0.0f)};
        if (frame == 15) pin.action = PinInput::Action::Release;
        if (frame >= 10 && frame <= 15) inputs.pins.push_back(pin);
        return inputs;
    };
    runFrom(schedule, thrown(*schedule, [](std::size_t) { return vec3(0.0f); }), 16, isCaught, {});
}

// Of so many faces around a corner some are folded, and neither the first ones nor the last.
TEST_F(NeighbourParity, SoDoManyFacesAtOneCorner) {
    for (const std::uint32_t seed : {25u, 38u}) {
        SCOPED_TRACE(seed);
        MeshDescription disc = crumpledDisc(seed);
        disc.fabric = take(fabricNamed("silk"));
        Scene scene;
        take(addContact(scene, take(addMesh(scene, disc))));
        const SchedulePtr schedule = take(compile(scene));
        const Snapshot start = thrown(*schedule, [](std::size_t) { return vec3(0.0f); });
        runFrom(schedule, start, 26, [](int) { return onFloor(); }, {});
    }
}

TEST_F(NeighbourParity, SoDoLayersOfOneMesh) {
    run(layersOfOneMesh(0.04f), 30, onFloor());
}

// More layers than there are rounds; and when the floor is taken away nothing shows of what bore them.
TEST_F(NeighbourParity, SoDoesAHighPileWhoseFloorIsTakenAway) {
    const SchedulePtr schedule = take(compile(pileUnder(15.0, 14)));
    GpuSolver gpu = gpuSolver(schedule), fresh = gpuSolver(schedule);
    CpuSolver reference = take(CpuSolver::create(schedule, {2, true}));
    for (int frame = 0; frame < 25; ++frame)
        take(reference.step({}, onFloor()));
    take(gpu.restore(reference.snapshot()));
    for (int frame = 0; frame < 2; ++frame) {
        take(gpu.step({}, onFloor()));
        take(reference.step({}, onFloor()));
    }
    ASSERT_EQ(take(compare(take(gpu.snapshot()), reference.snapshot())).differing, 0u);
    take(fresh.restore(reference.snapshot()));
    for (const std::uint32_t substeps : {1u, 12u}) {
        StepSettings settings;
        settings.substeps = substeps;
        settings.dt = substeps * kDefaultSubstep;
        take(gpu.step(settings));
        take(fresh.step(settings));
        take(reference.step(settings));
    }
    EXPECT_EQ(take(compare(take(gpu.snapshot()), reference.snapshot())).differing, 0u);
    EXPECT_EQ(take(compare(take(fresh.snapshot()), reference.snapshot())).differing, 0u);
}

// Each body's colliders are those of its frame.
TEST_F(NeighbourParity, SoDoesAPileBesideWhatIsInAFrame) {
    Scene scene = pileUnder(15.0, 3);
    const std::uint32_t aboard = take(addGrid(scene, sheet(6, 0.3f, vec3(0.0f, 0.2f, 0.0f))));
    scene.frames.emplace_back();
    scene.frames[0].pose.origin = {3.0, 0.0, 0.0};
    scene.bodies[aboard].frame = 0;
    run(scene, 12, onFloor());
}

// Crowds in the world and in a lift, whose places are the same.
TEST_F(NeighbourParity, SoDoCrowdsInFrames) {
    const Scene scene = crowdsInFrames(1);
    runWith(scene, 9, [&](int frame) {
        StepInputs inputs = onFloor();
        inputs.frames = framesIn(frame, scene);
        inputs.colliders.emplace_back();
        inputs.colliders.back().frame = 0;
        return inputs;
    });
}

// So few that buffers have more room than there are particles in them.
TEST_F(NeighbourParity, SoDoTwoThatMeet) {
    Scene scene;
    scene.environment.gravity = vec3(0.0f);
    addParticle(scene, vec3(-0.2f, 0.0f, 0.0f), 1.0f);
    addParticle(scene, vec3(0.2f, 0.01f, 0.0f), 3.0f);
    scene.contacts.push_back({0, 2, 0.1f});
    run(scene, 40, {});
}

TEST_F(NeighbourParity, SoDoesOneWithNoRoomForAllNeighbours) {
    Scene scene;
    for (int k = 0; k < 6; ++k)
        addSheet(scene, 12, 0.3f, vec3(0.01f * float(k), 0.5f + 0.004f * float(k), 0.0f));
    run(scene, 8, onFloor());
}

TEST_F(NeighbourParity, SoDoesOneWhoseParticlesAreLost) {
    Scene scene = crowdedScene();
    const std::uint32_t body = take(addGrid(scene, sheet(6, 0.3f, vec3(0.0f, 1.7f, 0.0f))));
    take(addContact(scene, body));
    scene.environment.gravity = vec3(0.0f, -1e9f, 0.0f);  // all but the held one leave this world
    StepSettings settings;
    settings.dt = 10.0;
    settings.substeps = 12;
    run(scene, 3, {}, settings);
}

// A ball that goes through the midst of a crowd, and turns.
TEST_F(NeighbourParity, SoDoesOneWithAnObstacleThatMoves) {
    Scene scene = crowdedScene();
    const vec3 centre(-0.5f, 0.7f, 0.0f), up(0.0f, 1.0f, 0.0f);
    const MeshDescription ball = sphereMesh(centre, 0.12f, 2);
    ObstacleDescription description;
    description.vertices = ball.vertices;
    description.faceSizes = ball.faceSizes;
    description.faceCorners = ball.faceCorners;
    description.friction = 0.8f;
    const Obstacle obstacle = take(addObstacle(scene, description));
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
    for (int frame = 1; frame <= 15; ++frame) {
        std::vector<vec3> vertices = ball.vertices;
        const auto number = static_cast<float>(frame);
        for (vec3& place : vertices)
            place = centre + vec3(0.07f * number, 0.0f, 0.0f) + glm::angleAxis(0.2f * number, up) * (place - centre);
        StepInputs inputs = onFloor();
        take(moveObstacle(scene, obstacle, vertices, inputs));
        if (frame == 12) inputs.pins[7].action = PinInput::Action::Release;  // and then has neighbours of its own
        take(gpu.step({}, inputs));
        take(reference.step({}, inputs));
        ASSERT_EQ(take(compare(take(gpu.snapshot()), reference.snapshot())).differing, 0u) << frame;
    }
}

// A sheet that is torn between blades which turn: particles take the bases of others, round after round.
TEST_F(NeighbourParity, SoDoTwoWhoseBasesClash) {
    Scene uneven;
    take(addContact(uneven, take(addMesh(uneven, unevenSheet(40, 0.28f, 5)))));
    for (const Blades& blades : {sheetAboveBlades(60), bladesBelow(std::move(uneven))}) {
        SCOPED_TRACE(blades.sheetCount);
        const SchedulePtr schedule = take(compile(blades.scene));
        GpuSolver gpu = gpuSolver(schedule);
        CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
        CpuSolver threaded = take(CpuSolver::create(schedule, {4, true}));
        CpuSolver without = take(CpuSolver::create(withoutAlignedBases(*schedule), {2, true}));
        const Snapshot start = blades.thrownDown(*schedule, 20.0f);
        take(gpu.restore(start));
        for (CpuSolver* solver : {&reference, &threaded, &without})
            take(solver->restore(start));
        for (int k = 1; k <= 32; ++k) {
            const StepInputs inputs = blades.turnedBy(10.0 * kDefaultSubstep * k);
            take(gpu.step(oneSubstep(), inputs));
            for (CpuSolver* solver : {&reference, &threaded, &without})
                take(solver->step(oneSubstep(), inputs));
            if (k % 4 != 0) continue;
            const Snapshot expected = reference.snapshot();
            ASSERT_EQ(take(compare(threaded.snapshot(), expected)).differing, 0u) << "threads, substep " << k;
            ASSERT_EQ(take(compare(take(gpu.snapshot()), expected)).differing, 0u) << "GPU, substep " << k;
        }
        EXPECT_NE(hashOf(without.snapshot()), hashOf(reference.snapshot())) << "none clashed";
    }
}

TEST_F(NeighbourParity, SoDoesOneOfUnevenTriangles) {
    Scene scene;
    take(addContact(scene, take(addMesh(scene, unevenSheet(24, 0.68f, 1)))));
    addSheet(scene, 12, 0.3f, vec3(0.0f, 0.75f, 0.0f));
    run(scene, 12, onBall());
}

// Two sheets that hit each other, crumple, and are cut; with discs among them whose middles have too many edges to look
// at all: around one pair of them, or around two.
TEST_F(NeighbourParity, SoDoesOneWhoseWaysAreCut) {
    Scene scene;
    addSheet(scene, 24, 0.5f, vec3(0.0f, 0.47f, 0.0f));
    addSheet(scene, 24, 0.5f, vec3(0.03f, 0.53f, 0.01f));
    addFans(scene, 230, vec3(0.0f, 0.5f, 0.6f));
    addFans(scene, 150, vec3(0.6f, 0.5f, 0.0f));
    addFans(scene, 150, vec3(0.6f, 0.508f, 0.0f));
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
    const Snapshot start = thrown(
        *schedule, [&](std::size_t i) { return vec3(0.0f, scene.positions[i].y < 0.5f ? 25.0f : -25.0f, 0.0f); });
    take(gpu.restore(start));
    take(reference.restore(start));
    for (int frame = 0; frame < 6; ++frame) {
        take(gpu.step());
        take(reference.step());
        ASSERT_EQ(take(compare(take(gpu.snapshot()), reference.snapshot())).differing, 0u) << frame;
        EXPECT_EQ(intersections(reference.snapshot().positions, trianglesOf(scene)), 0u) << frame;
    }
    EXPECT_GT(reference.snapshot().crowded, 0u);
}

// A rope that lies in a mesh of few particles, and that a hand gathers: some stray while lists hold whose life would be
// another one by now.
Scene ropeThroughMesh() {
    Scene scene;
    RopeDescription rope;
    rope.count = 20;
    rope.material = limited(1e-4f, 0.5f);
    take(addContact(scene, take(addRope(scene, rope))));
    take(pinVertices(scene, 0, std::vector<std::uint32_t>{0}));
    MeshDescription mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.faceCorners = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    mesh.faceSizes.assign(4, 3);
    mesh.structural = rope.material;
    take(addContact(scene, take(addMesh(scene, mesh)), {.thickness = 0.25f, .friction = 0.5f, .mask = 3}));
    return scene;
}

TEST_F(NeighbourParity, SoDoesARopeThatIsGathered) {
    const SchedulePtr schedule = take(compile(ropeThroughMesh()));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
    for (int frame = 0; frame < 12; ++frame) {
        StepInputs inputs;
        inputs.pins = {{5, PinInput::Action::Move, vec3(0.0f, 0.01f * static_cast<float>(frame), 0.0f)}};
        take(gpu.step({}, inputs));
        take(reference.step({}, inputs));
        ASSERT_EQ(take(compare(take(gpu.snapshot()), reference.snapshot())).differing, 0u) << frame;
    }
}

// Small sheets over a large one that lies still: as far above it as they come near it in the next substep, at more than
// what anything looks ahead; as many go the other way.
struct FastOnes {
    Scene scene;
    Snapshot touching, fast;

    FastOnes() {
        const std::uint32_t still = addSheet(scene, 24, 0.46f, vec3(0.0f));
        take(pinVertices(scene, still, std::vector<std::uint32_t>{0}));
        for (int k = 0; k < 24; ++k)
            addSheet(scene, 3, 0.04f, vec3(0.1f * float(k % 4) - 0.15f, 1.0f, 0.07f * float(k / 4) - 0.175f));
        scene.environment.gravity = vec3(0.0f);
        touching = fast = thrown(*take(compile(scene)), [](std::size_t) { return vec3(0.0f); });
        for (std::uint32_t b = 1; b < scene.bodies.size(); ++b) {
            const float way = 0.16f, height = 0.003f * float(b) - 0.03f;
            for (std::uint32_t i = scene.bodies[b].firstParticle; i < scene.bodies[b].firstParticle + 9; ++i) {
                touching.positions[i].y = touching.previous[i].y = 0.015f;
                const bool isAway = b % 2 == 0;
                fast.positions[i].y = isAway ? 40.0f + height : height + way;
                fast.previous[i].y = fast.positions[i].y + (isAway ? -way : way);
            }
        }
    }
};

// Not even where one comes near another that does not look so far.
TEST_F(NeighbourParity, NothingOfAnEarlierStateShows) {
    const FastOnes ones;
    const SchedulePtr schedule = take(compile(ones.scene));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver used = take(CpuSolver::create(schedule, {1, false})), fresh = take(CpuSolver::create(schedule));
    const StepSettings settings = oneSubstep();
    take(fresh.restore(ones.fast));
    for (const Snapshot& start : {ones.touching, ones.fast}) {
        take(gpu.restore(start));
        take(used.restore(start));
        for (int frame = 0; frame < 3; ++frame) {
            take(gpu.step(settings));
            take(used.step(settings));
        }
    }
    for (int frame = 0; frame < 3; ++frame)
        take(fresh.step(settings));
    EXPECT_EQ(take(compare(used.snapshot(), fresh.snapshot())).differing, 0u);
    EXPECT_EQ(take(compare(take(gpu.snapshot()), fresh.snapshot())).differing, 0u);
}

TEST_F(NeighbourParity, AndFarAway) {
    Scene scene = crowdedScene();
    for (vec3& place : scene.positions)
        place += vec3(900.0f, 0.0f, -1500.0f);
    run(scene, 6, onFloor());
}

}  // namespace
}  // namespace pliant::test
