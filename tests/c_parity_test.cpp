// What is described through C is what is described in C++: the same bits come out.

#include <atomic>
#include <thread>

#include "c/scenes.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "pliant/scene/lattice.h"
#include "pliant/scene/obstacle.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/soft_body.h"
#include "pliant/scene/tet_body.h"
#include "pliant/state/rigid_motion.h"
#include "support.h"

namespace pliant::test {
namespace {

// The hash of the state after five steps.
std::uint64_t stateAfter(const PliantScene* scene, bool hasInputs) {
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver* solver = nullptr;
    OK(pliantCreateCpuSolver(schedule, nullptr, &solver));
    Hands hands;
    for (int frame = 0; frame < 5; ++frame)
        OK(pliantStep(solver, nullptr, hasInputs ? inputsOf(&hands, frame) : nullptr));
    const std::uint64_t hash = stateOf(solver);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    EXPECT_EQ(failures, 0) << pliantErrorMessage();
    return hash;
}

// As inputsOf() in c/scenes.h.
StepInputs inputsInCpp(int frame) {
    StepInputs inputs;
    Collider ball{.shape = ColliderShape::Sphere, .radius = 0.2f};
    ball.before = Pose{vec3(0.0f, -0.5f + 0.02f * float(frame), 0.0f)};
    ball.pose.position.y = -0.5f + 0.02f * float(frame + 1);
    inputs.colliders = {ball};
    const auto action = frame < 3 ? PinInput::Action::Move : PinInput::Action::Release;
    if (frame < 4) inputs.pins = {{5, action, vec3(0.0f, 0.01f * float(frame), 0.0f)}};
    inputs.wind = vec3(3.0f, 0.0f, 0.0f);
    return inputs;
}

std::uint64_t stateAfter(const Scene& scene, bool hasInputs) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    for (int frame = 0; frame < 5; ++frame)
        take(solver.step({}, hasInputs ? inputsInCpp(frame) : StepInputs()));
    return hashOf(solver.snapshot());
}

TEST(CParity, AClothWithInputs) {
    Scene scene;
    scene.environment.airDensity = 1.2f;
    GridDescription grid;
    grid.columns = grid.rows = 20;
    grid.fabric = take(fabricNamed("cotton"));
    grid.fabric->compressionCompliance = 0.3f;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    PliantScene* described = ::clothScene(20);
    EXPECT_EQ(stateAfter(described, true), stateAfter(scene, true));
    EXPECT_NE(stateAfter(described, false), stateAfter(scene, true)) << "inputs say nothing";
    pliantDestroyScene(described);
}

template <class Description>
void addTetrahedron(Description& to) {
    for (int i = 0; i < 4; ++i)
        to.vertices.emplace_back(kTetrahedron[3 * i], kTetrahedron[3 * i + 1], kTetrahedron[3 * i + 2]);
    to.faceCorners.assign(kTetrahedronFaces, kTetrahedronFaces + 12);
    to.faceSizes.assign(4, 3);
}

void addTetrahedra(Scene& scene, const StickMaterial& soft) {
    BlockDescription block;
    block.cells = {2, 2, 2};
    block.centre.y = 3.0f;
    block.material.edge = soft;
    take(addBlock(scene, block));
    LatticeDescription lattice;
    addTetrahedron(lattice);
    lattice.cellSize = 0.4f;
    lattice.material.edge = soft;
    take(addLattice(scene, lattice));
    TetMesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.tets = {{0, 1, 2, 3}};
    take(addTetMesh(scene, mesh, {}, "tetrahedra"));
}

TEST(CParity, BodiesOfEveryKind) {
    StickMaterial soft = limited(1e-4f, 0.5f);
    soft.compressionCompliance = 1e-3f;
    Scene scene;
    RopeDescription rope;
    rope.count = 20;
    rope.material = soft;
    rope.bendingStiffness = 1e-4f;
    take(addRope(scene, rope));
    take(pinVertices(scene, 0, std::vector<std::uint32_t>{0}));
    MeshDescription mesh;
    addTetrahedron(mesh);
    mesh.structural = soft;
    take(addMesh(scene, mesh));
    Enclosure gas{.filling = Filling::Gas, .pressure = 100.0f, .outside = 100.0f};
    gas.boundary = boundaryOf(scene.bodies[1], scene.positions);
    scene.enclosures.push_back(gas);
    take(addContact(scene, 1, {.thickness = 0.25f, .friction = 0.5f, .mask = 3}));
    take(addContact(scene, 0));
    addTetrahedra(scene, soft);
    const std::uint32_t first = addParticle(scene, vec3(5, 0, 0), 0.1f);
    addParticle(scene, vec3(5, 0, 1), 0.2f);
    addParticle(scene, vec3(6, 0, 0), 0.3f);
    take(addStick(scene, first, first + 1, addMaterial(scene, soft)));
    take(addStick(scene, first + 1, first + 2, addMaterial(scene, soft)));
    scene.sticks[scene.sticks.size() - 2].restLength = 1.0f;
    scene.sticks.back().restLength = 0.9f;
    scene.pinned[first] = 1;
    PliantScene* described = fullScene();
    EXPECT_EQ(stateAfter(described, false), stateAfter(scene, false));
    pliantDestroyScene(described);
}

TEST(CParity, AnObstacleThatMoves) {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 12;
    grid.corner = vec3(-0.5f, 1.2f, -0.5f);
    take(addGrid(scene, grid));
    take(addContact(scene, 0));
    ObstacleDescription description;
    addTetrahedron(description);
    description.thickness = 0.2f;
    description.friction = 0.6f;
    const Obstacle obstacle = take(addObstacle(scene, description));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    PliantScene* described = obstacleScene();
    PliantSchedule* schedule = scheduleOf(described);
    PliantSolver* other = nullptr;
    OK(pliantCreateCpuSolver(schedule, nullptr, &other));
    for (int frame = 0; frame < 10; ++frame) {
        std::vector<vec3> vertices = description.vertices;
        for (vec3& place : vertices)
            place.y += 0.02f * float(frame + 1);
        StepInputs inputs;
        take(moveObstacle(scene, obstacle, vertices, inputs));
        take(solver.step({}, inputs));
        Lift lift;
        OK(pliantStep(other, nullptr, liftedBy(&lift, described, frame)));
    }
    EXPECT_EQ(stateOf(other), hashOf(solver.snapshot()));
    EXPECT_EQ(failures, 0) << pliantErrorMessage();
    pliantDestroySolver(other);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(described);
}

TEST(CParity, ARigidBodyThatIsThrown) {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 12;
    grid.corner = vec3(0.0f, 1.0f, 0.0f);
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FourCorners));
    take(addContact(scene, 0));
    RigidBodyDescription description;
    addTetrahedron(description);
    description.mass = 0.75f;
    description.spacing = 0.25f;
    description.thickness = 0.2f;
    description.friction = 0.6f;
    description.pose.position = vec3(0.25f, 1.5f, 0.0f);
    const RigidBody rigid = take(addRigidBody(scene, description));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    Snapshot thrown = solver.snapshot();
    take(setMotion(scene, rigid, {glm::dvec3(0.25, 0.0, 0.0), glm::dvec3(0.0, 1.0, 0.5)}, 1.0 / 720, thrown));
    take(solver.restore(thrown));
    PliantScene* described = rigidScene();
    PliantSchedule* schedule = scheduleOf(described);
    PliantSolver* other = nullptr;
    OK(pliantCreateCpuSolver(schedule, nullptr, &other));
    throwRigid(other, described);
    for (int frame = 0; frame < 30; ++frame) {
        take(solver.step());
        OK(pliantStep(other, nullptr, nullptr));
    }
    EXPECT_EQ(stateOf(other), hashOf(solver.snapshot()));
    EXPECT_EQ(failures, 0) << pliantErrorMessage();
    pliantDestroySolver(other);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(described);
}

// As planarScene() in c/scenes.h.
Scene softBodyInThePlane() {
    Scene scene;
    scene.planar = true;
    SoftBodyDescription soft;
    soft.outline = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    soft.filling = Enclosure{};
    soft.isCrossed = true;
    soft.shapeCompliance = 0.0f;
    take(addSoftBody(scene, soft));
    return scene;
}

TEST(CParity, ASoftBodyInThePlane) {
    const Scene scene = softBodyInThePlane();
    PliantScene* described = planarScene();
    EXPECT_EQ(stateAfter(described, false), stateAfter(scene, false));
    pliantDestroyScene(described);
}

TEST(CParity, ABodyThatSleeps) {
    Scene scene = softBodyInThePlane();
    scene.sleep = Sleep{0.05f, 0.05f};
    PliantScene* described = planarScene();
    PliantSceneSettings settings;
    OK(pliantGetSceneSettings(described, &settings, sizeof settings));
    EXPECT_EQ(settings.sleeps, 0u);
    settings.sleeps = 1;
    settings.sleepDistance = settings.sleepTime = 0.05f;
    OK(pliantSetSceneSettings(described, &settings));
    EXPECT_EQ(stateAfter(described, false), stateAfter(scene, false));
    scene.sleep.reset();
    EXPECT_NE(stateAfter(described, false), stateAfter(scene, false));
    pliantDestroyScene(described);
}

// One schedule, a solver in each thread; and each thread's last error is its own.
TEST(CParity, ThreadsShareASchedule) {
    PliantScene* described = ::clothScene(12);
    PliantSchedule* schedule = scheduleOf(described);
    REFUSED(pliantCompile(nullptr, nullptr, &schedule), "scene is null");
    std::uint64_t hashes[2] = {1, 2};
    const auto solve = [&](std::uint64_t& hash) {
        EXPECT_STREQ(pliantErrorMessage(), "");
        PliantSolver* solver = nullptr;
        OK(pliantCreateCpuSolver(schedule, nullptr, &solver));
        for (int frame = 0; frame < 5; ++frame)
            OK(pliantStep(solver, nullptr, nullptr));
        hash = stateOf(solver);
        pliantDestroySolver(solver);
        REFUSED(pliantStep(nullptr, nullptr, nullptr), "solver is null");
    };
    std::thread first(solve, std::ref(hashes[0])), second(solve, std::ref(hashes[1]));
    first.join();
    second.join();
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_CONTAINS(pliantErrorMessage(), "scene is null");
    EXPECT_EQ(failures, 0);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(described);
}

// One of the two takes the step, or is told that the other one does: every step that is taken is a whole one.
TEST(CParity, AHandleIsForOneThreadAtATime) {
    PliantScene* described = ::clothScene(60);
    PliantSchedule* schedule = scheduleOf(described);
    PliantSolver* solver = nullptr;
    OK(pliantCreateCpuSolver(schedule, nullptr, &solver));
    std::atomic<int> taken = 0, refused = 0;
    const auto solve = [&] {
        while (refused == 0) {
            if (pliantStep(solver, nullptr, nullptr) == PLIANT_OK) {
                ++taken;
            } else {
                EXPECT_CONTAINS(pliantErrorMessage(), "solver is in use by another thread");
                ++refused;
            }
        }
    };
    std::thread first(solve), second(solve);
    first.join();
    second.join();
    PliantSolver* alone = nullptr;
    OK(pliantCreateCpuSolver(schedule, nullptr, &alone));
    for (int frame = 0; frame < taken; ++frame)
        OK(pliantStep(alone, nullptr, nullptr));
    EXPECT_EQ(stateOf(solver), stateOf(alone));
    pliantDestroySolver(alone);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(described);
}

}  // namespace
}  // namespace pliant::test
