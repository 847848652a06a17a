// Pliant as a program in C99 uses it, on the CPU.

#include <stdlib.h>

#include "scenes.h"

static void itSaysItsVersion(void) {
    CHECK(strcmp(pliantVersion(), PLIANT_VERSION) == 0);
    CHECK(strcmp(pliantErrorMessage(), "") == 0);
}

// A struct as bytes of some other number, to see that all of it is filled.
#define FILLED(Name)                                                            \
    do {                                                                        \
        Pliant##Name value;                                                     \
        memset(&value, 0xcd, sizeof value);                                     \
        OK(pliantDefault##Name(&value, sizeof value));                          \
        CHECK(value.structSize == sizeof value);                                \
        REFUSED(pliantDefault##Name(&value, sizeof value - 1), "Pliant" #Name); \
        REFUSED(pliantDefault##Name(NULL, sizeof value), "null");               \
    } while (0)

static void everyStructHasDefaults(void) {
    FILLED(StickMaterial);
    FILLED(Fabric);
    FILLED(SceneSettings);
    FILLED(Rope);
    FILLED(Grid);
    FILLED(Mesh);
    FILLED(TetMaterial);
    FILLED(Block);
    FILLED(Lattice);
    FILLED(TetBody);
    FILLED(Enclosure);
    FILLED(Contact);
    FILLED(Obstacle);
    FILLED(RigidBody);
    FILLED(SoftBody);
    FILLED(Collider);
    FILLED(Pin);
    FILLED(Frame);
    FILLED(FrameInput);
    FILLED(CompileOptions);
    FILLED(StepSettings);
    FILLED(StepInputs);
    FILLED(CpuOptions);
    FILLED(GpuOptions);
    FILLED(BorrowedDevice);
    FILLED(GpuSolverOptions);
    FILLED(RenderMesh);
    FILLED(VertexLayout);
    FILLED(VertexSource);
    PliantGrid grid = gridOf(8);
    CHECK(grid.width == 1.0f && grid.alongRow.x == 1.0f && !grid.fabric);
    PliantStickMaterial material;
    OK(pliantDefaultStickMaterial(&material, sizeof material));
    CHECK(isinf(material.strainLimit) && material.compressionCompliance == 0.0f);
}

static PliantSceneInfo infoOf(const PliantScene* scene) {
    PliantSceneInfo info;
    OK(pliantGetSceneInfo(scene, &info, sizeof info));
    return info;
}

static void aSceneTellsWhatIsInIt(void) {
    PliantScene* scene = fullScene();
    PliantSceneInfo info = infoOf(scene);
    CHECK(info.bodyCount == 5 && info.frameCount == 0 && info.pinnedCount == 2 && info.materialCount > 1);
    CHECK(info.particleCount > 20 + 4 + 27 + 4 + 3 && info.stickCount > 19 && info.bendCount == 18);
    PliantBodyInfo rope, carried;
    OK(pliantGetBodyInfo(scene, 0, &rope, sizeof rope));
    CHECK(rope.firstParticle == 0 && rope.particleCount == 20 && rope.vertexCount == 20 && rope.faceCount == 0);
    OK(pliantGetBodyInfo(scene, 3, &carried, sizeof carried));
    CHECK(carried.vertexCount == 4 && carried.faceCount == 4 && carried.particleCount > 4);
    uint32_t particles[20], few[4];
    OK(pliantGetVertexParticles(scene, 0, particles, 20));
    CHECK(particles[0] == 0 && particles[19] == 19);
    OK(pliantGetVertexParticles(scene, 3, few, 4));
    CHECK(few[2] >= carried.firstParticle && few[2] - carried.firstParticle < carried.particleCount);
    pliantDestroyScene(scene);
}

static void restoredStatesGoOnAlike(void) {
    PliantScene* scene = clothScene(16);
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver *one = NULL, *other = NULL;
    PliantSnapshot *early = NULL, *late = NULL;
    PliantComparison comparison;
    PliantCpuOptions threads;
    PliantStepSettings settings;
    Hands hands;
    OK(pliantDefaultCpuOptions(&threads, sizeof threads));
    threads.threads = 2;
    OK(pliantDefaultStepSettings(&settings, sizeof settings));
    settings.substeps = 8;
    OK(pliantCreateCpuSolver(schedule, NULL, &one));
    OK(pliantCreateCpuSolver(schedule, &threads, &other));
    pliantDestroySchedule(schedule);  // solvers have their share of it
    for (int frame = 0; frame < 3; ++frame)
        OK(pliantStep(one, &settings, inputsOf(&hands, frame)));
    OK(pliantTakeSnapshot(one, &early));
    OK(pliantRestore(other, early));
    for (int frame = 3; frame < 6; ++frame) {
        OK(pliantStep(one, &settings, inputsOf(&hands, frame)));
        OK(pliantStep(other, &settings, inputsOf(&hands, frame)));
    }
    CHECK(stateOf(one) == stateOf(other));
    OK(pliantTakeSnapshot(other, &late));
    OK(pliantCompare(early, early, &comparison, sizeof comparison));
    CHECK(comparison.differing == 0 && comparison.maxAbs == 0.0);
    OK(pliantCompare(early, late, &comparison, sizeof comparison));
    CHECK(comparison.differing > 200 && comparison.firstParticle <= 1 && comparison.maxAbs > 0.01);
    PliantSnapshotInfo info;
    OK(pliantGetSnapshotInfo(late, &info, sizeof info));
    CHECK(info.particleCount == 256 && info.stepCount == 6 && info.substepCount == 48 && info.lost == 0 &&
          info.crowded == 0);
    pliantDestroySnapshot(early);
    pliantDestroySnapshot(late);
    pliantDestroySolver(one);
    pliantDestroySolver(other);
    pliantDestroyScene(scene);
}

static double fastestOf(const float* velocities, int count) {
    double fastest = 0.0;
    for (const float* v = velocities; v < velocities + 3 * count; v += 3)
        fastest = fmax(fastest, sqrt((double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2]));
    return fastest;
}

static void aSceneGrowsWhileItMoves(void) {
    PliantScene* scene = clothScene(8);
    PliantSchedule *small = scheduleOf(scene), *large = NULL;
    PliantSolver *before = NULL, *after = NULL;
    PliantSnapshot *old = NULL, *grown = NULL;
    PliantGrid grid = gridOf(4);
    float places[3 * 80], expected[3 * 64];
    OK(pliantCreateCpuSolver(small, NULL, &before));
    for (int frame = 0; frame < 5; ++frame)
        OK(pliantStep(before, NULL, NULL));
    OK(pliantTakeSnapshot(before, &old));
    grid.corner.x = 50.0f;
    OK(pliantAddGrid(scene, &grid, NULL));
    large = scheduleOf(scene);
    OK(pliantCarryOver(old, large, &grown));
    REFUSED(pliantCarryOver(grown, small, &old), "80 particles; the schedule has 64");
    OK(pliantGetPositions(grown, places, 80));
    OK(pliantGetPositions(old, expected, 64));
    CHECK(memcmp(places, expected, sizeof expected) == 0);
    CHECK(places[3 * 64] == 50.0f);
    OK(pliantCreateCpuSolver(large, NULL, &after));
    OK(pliantRestore(after, grown));
    OK(pliantStep(after, NULL, NULL));
    pliantDestroySnapshot(old);
    pliantDestroySnapshot(grown);
    pliantDestroySolver(before);
    pliantDestroySolver(after);
    pliantDestroySchedule(small);
    pliantDestroySchedule(large);
    pliantDestroyScene(scene);
}

static void statesAreCopiedOut(void) {
    enum { kCount = 64 };
    PliantScene* scene = clothScene(8);
    PliantSchedule* schedule = tiledScheduleOf(scene);
    PliantSolver* solver = NULL;
    PliantSnapshot* snapshot = NULL;
    static float places[3 * kCount], velocities[3 * kCount], vertices[3 * kCount], world[3 * kCount];
    uint32_t order[kCount], seen[kCount] = {0};
    PliantReport report;
    const PliantDVec3 origin = {1.0, 0.0, 0.0};
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    for (int frame = 0; frame < 5; ++frame)
        OK(pliantStep(solver, NULL, NULL));
    OK(pliantTakeSnapshot(solver, &snapshot));
    OK(pliantGetPositions(snapshot, places, kCount));
    OK(pliantGetVelocities(scene, snapshot, velocities, kCount));
    OK(pliantGetBodyVertices(scene, snapshot, 0, vertices, kCount));
    OK(pliantGetWorldPositions(schedule, snapshot, &origin, world, kCount));
    OK(pliantMakeReport(scene, snapshot, NULL, 0, &report, sizeof report));
    CHECK(memcmp(places, vertices, sizeof places) == 0);
    CHECK(places[0] == 0.0f && places[3 * 7] == 1.0f && places[3 * 63 + 1] < -0.01f);
    CHECK(world[0] == -1.0f && world[3 * 7] == 0.0f);
    CHECK(report.fastest > 0.1 && fabs(fastestOf(velocities, kCount) - report.fastest) < 1e-6 * report.fastest);
    CHECK(report.kineticEnergy > 0.0 && report.lost == 0 && report.crowded == 0 && report.penetrations == 0);
    OK(pliantGetSceneParticles(schedule, order, kCount));
    for (int i = 0; i < kCount; ++i)
        ++seen[order[i]];
    int moved = 0;
    for (int i = 0; i < kCount; ++i) {
        CHECK(seen[i] == 1);
        moved += order[i] != (uint32_t)i;
    }
    CHECK(moved > kCount / 2);
    uint32_t drawn[kCount];
    OK(pliantGetSurfaceVertices(schedule, scene, 0, drawn, kCount));
    for (int i = 0; i < kCount; ++i)
        CHECK(order[drawn[i]] == (uint32_t)i);
    pliantDestroySnapshot(snapshot);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

static void carriedVerticesAndLooseOnesAreThere(void) {
    PliantScene* scene = fullScene();
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver* solver = NULL;
    PliantSnapshot* snapshot = NULL;
    float vertices[12];
    uint32_t drawn[5];
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    OK(pliantTakeSnapshot(solver, &snapshot));
    OK(pliantGetBodyVertices(scene, snapshot, 3, vertices, 4));
    for (int i = 0; i < 12; ++i)
        CHECK(fabsf(vertices[i] - kTetrahedron[i]) < 1e-5f);
    OK(pliantGetSurfaceVertices(schedule, scene, 3, drawn, 5));
    CHECK(drawn[0] >= infoOf(scene).particleCount);
    // The fifth vertex is of no face.
    const float corners[] = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 7, 7, 7};
    const uint32_t quad[] = {0, 1, 2, 3}, four = 4;
    float places[15];
    PliantMesh mesh;
    PliantScene* other = NULL;
    PliantSchedule* ofOther = NULL;
    OK(pliantCreateScene(&other));
    OK(pliantDefaultMesh(&mesh, sizeof mesh));
    mesh.surface.vertices = corners;
    mesh.surface.vertexCount = 5;
    mesh.surface.faceSizes = &four;
    mesh.surface.faceCount = 1;
    mesh.surface.faceCorners = quad;
    mesh.surface.cornerCount = 4;
    OK(pliantAddMesh(other, &mesh, NULL));
    ofOther = scheduleOf(other);
    OK(pliantGetVertexParticles(other, 0, drawn, 5));
    CHECK(drawn[3] != PLIANT_NO_PARTICLE && drawn[4] == PLIANT_NO_PARTICLE);
    OK(pliantGetSurfaceVertices(ofOther, other, 0, drawn, 5));
    CHECK(drawn[3] < 4 && drawn[4] == PLIANT_NO_PARTICLE);
    REFUSED(pliantGetBodyVertices(other, snapshot, 0, places, 5), "but the scene has 4");
    REFUSED(pliantGetSurfaceVertices(schedule, other, 0, drawn, 5), "compiled from another");
    REFUSED(pliantGetSurfaceVertices(ofOther, other, 0, drawn, 4), "there is room for 4 vertices, but there are 5");
    pliantDestroySchedule(ofOther);
    pliantDestroyScene(other);
    pliantDestroySnapshot(snapshot);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

// What falls in a frame that moves away is left behind in the world alone.
static void framesOfReferenceCarry(void) {
    PliantScene* scene = NULL;
    PliantFrame ship;
    PliantFrameInput input;
    PliantStepInputs inputs;
    PliantRope rope;
    PliantSolver* solver = NULL;
    PliantSnapshot* snapshot = NULL;
    uint32_t frame = 99;
    float local[6], world[6];
    OK(pliantCreateScene(&scene));
    OK(pliantDefaultFrame(&ship, sizeof ship));
    ship.name = "ship";
    ship.pose.origin.x = 1e7;
    OK(pliantAddFrame(scene, &ship, &frame));
    OK(pliantDefaultRope(&rope, sizeof rope));
    rope.count = 2;
    OK(pliantAddRope(scene, &rope, NULL));
    OK(pliantSetBodyFrame(scene, 0, frame));
    OK(pliantPinBox(scene, 0, rope.from, rope.to));
    PliantSchedule* schedule = scheduleOf(scene);
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    OK(pliantDefaultFrameInput(&input, sizeof input));
    input.pose.origin.x = 1e7 + 0.5;
    OK(pliantDefaultStepInputs(&inputs, sizeof inputs));
    inputs.frames = &input;
    inputs.frameCount = 1;
    OK(pliantStep(solver, NULL, &inputs));
    OK(pliantTakeSnapshot(solver, &snapshot));
    OK(pliantGetPositions(snapshot, local, 2));
    CHECK(local[0] == 0.0f && local[3] == 1.0f);
    OK(pliantGetWorldPositions(schedule, snapshot, &ship.pose.origin, world, 2));
    CHECK(world[0] == 0.5f && world[3] == 1.5f);
    input.inertia = NAN;
    const uint64_t before = stateOf(solver);
    CHECK(pliantStep(solver, NULL, &inputs) == PLIANT_BAD_INPUT);
    CHECK(stateOf(solver) == before);
    REFUSED(pliantSetBodyFrame(scene, 0, 1), "there is no frame 1");
    ship.pose.origin.y = NAN;
    REFUSED(pliantAddFrame(scene, &ship, &frame), "frame");
    CHECK(infoOf(scene).frameCount == 1);
    pliantDestroySnapshot(snapshot);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

static void shapesIntegratorsAndThePlane(void) {
    PliantScene* scene = clothScene(4);
    const uint32_t members[] = {4, 5, 6}, twice[] = {4, 4};
    REFUSED(pliantAddShape(scene, members, 1, 0.0f), "shape 0");
    REFUSED(pliantAddShape(scene, twice, 2, 0.0f), "shape 0");
    REFUSED(pliantAddShape(scene, members, 3, NAN), "compliance of nan");
    OK(pliantAddShape(scene, members, 3, 1e-3f));
    OK(pliantSetIntegrator(scene, 0, PLIANT_RUNGE_KUTTA_4));
    REFUSED(pliantSetIntegrator(scene, 0, 6), "integrator is 6; it must be from 0 to 5");
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver* solver = NULL;
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    OK(pliantStep(solver, NULL, NULL));
    PliantSnapshot* state = NULL;
    PliantReport report;
    float velocities[3 * 16];
    OK(pliantTakeSnapshot(solver, &state));
    OK(pliantGetVelocities(scene, state, velocities, 16));
    OK(pliantMakeReport(scene, state, NULL, 0, &report, sizeof report));
    CHECK(report.fastest > 0.1 && fabs(fastestOf(velocities, 16) - report.fastest) < 1e-6 * report.fastest);
    pliantDestroySnapshot(state);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);

    scene = planarScene();
    CHECK(infoOf(scene).particleCount == 4);
    schedule = scheduleOf(scene);
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    OK(pliantStep(solver, NULL, NULL));
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    PliantGrid grid = gridOf(3);  // lies in y = 0
    PliantEnclosure water;
    OK(pliantDefaultEnclosure(&water, sizeof water));
    REFUSED(pliantEncloseBody(scene, 0, &water), "planar");
    OK(pliantAddGrid(scene, &grid, NULL));
    schedule = NULL;
    REFUSED(pliantCompile(scene, NULL, &schedule), "planar scene z must be 0");
    CHECK(!schedule);
    pliantDestroyScene(scene);
}

// A sheet lies on the top of what goes up, 1 m and 40 cm above the ground in the end.
static void obstaclesBearAndLift(void) {
    enum { kSheet = 12 * 12 };
    PliantScene* scene = obstacleScene();
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver* solver = NULL;
    PliantSnapshot* state = NULL;
    static Lift lift;
    static float sheet[3 * kSheet];
    float top[12];
    PliantBodyInfo info;
    OK(pliantGetBodyInfo(scene, 1, &info, sizeof info));
    CHECK(info.vertexCount == 4 && info.faceCount == 4 && info.firstParticle == kSheet && info.particleCount > 100);
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    for (int frame = 0; frame < 20; ++frame)
        OK(pliantStep(solver, NULL, liftedBy(&lift, scene, frame)));
    OK(pliantTakeSnapshot(solver, &state));
    OK(pliantGetBodyVertices(scene, state, 0, sheet, kSheet));
    OK(pliantGetBodyVertices(scene, state, 1, top, 4));
    CHECK(fabsf(top[7] - 1.4f) < 1e-6f && top[6] == 0.0f);
    float highest = 0.0f;
    for (int i = 0; i < kSheet; ++i)
        highest = fmaxf(highest, sheet[3 * i + 1]);
    CHECK(highest > 1.45f && highest < 1.7f);
    pliantDestroySnapshot(state);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

// It falls on a sheet that corners hold, which catches it; its mesh is where its pose says.
static void rigidBodiesAreCaught(void) {
    PliantScene* scene = rigidScene();
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver* solver = NULL;
    PliantSnapshot* state = NULL;
    PliantFramePose start, pose;
    float mesh[12];
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    OK(pliantTakeSnapshot(solver, &state));
    OK(pliantGetRigidPose(scene, state, 1, &start));
    CHECK(fabs(start.origin.x - 0.25) < 1e-6 && fabs(start.origin.y - 1.5) < 1e-6 && fabs(start.rotation.w) > 0.999999);
    pliantDestroySnapshot(state);
    throwRigid(solver, scene);
    for (int frame = 0; frame < 60; ++frame)
        OK(pliantStep(solver, NULL, NULL));
    OK(pliantTakeSnapshot(solver, &state));
    OK(pliantGetRigidPose(scene, state, 1, &pose));
    OK(pliantGetBodyVertices(scene, state, 1, mesh, 4));
    CHECK(pose.origin.y < 1.3 && pose.origin.y > 0.3);
    CHECK(fabs(mesh[0] - pose.origin.x) < 1e-5 && fabs(mesh[1] - pose.origin.y) < 1e-5);
    const double along = hypot(hypot(mesh[3] - mesh[0], mesh[4] - mesh[1]), mesh[5] - mesh[2]);
    CHECK(fabs(along - 1.0) < 1e-5);
    pliantDestroySnapshot(state);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

// A rope of two particles through a sheet: on a diagonal, which two triangles have.
static void crossingsAreFound(void) {
    PliantScene* scene = clothScene(8);
    PliantRope rope;
    uint32_t particles[10] = {0}, count = 7;
    OK(pliantDefaultRope(&rope, sizeof rope));
    PliantSchedule* sheet = scheduleOf(scene);
    PliantSolver *one = NULL, *other = NULL;
    PliantSnapshot *apart = NULL, *crossed = NULL;
    OK(pliantCreateCpuSolver(sheet, NULL, &one));
    OK(pliantTakeSnapshot(one, &apart));
    OK(pliantFindCrossings(scene, apart, particles, 2, &count));
    CHECK(count == 0);
    const float middle = 0.5f;
    rope.from = (PliantVec3){middle, 1.0f, middle};
    rope.to = (PliantVec3){middle, -1.0f, middle};
    rope.count = 2;
    OK(pliantAddRope(scene, &rope, NULL));
    PliantSchedule* both = scheduleOf(scene);
    OK(pliantCreateCpuSolver(both, NULL, &other));
    OK(pliantTakeSnapshot(other, &crossed));
    OK(pliantFindCrossings(scene, crossed, NULL, 0, &count));
    CHECK(count == 2);
    OK(pliantFindCrossings(scene, crossed, particles, 1, &count));
    CHECK(count == 2 && particles[0] == 64 && particles[1] == 65 && particles[5] == 0);
    OK(pliantFindCrossings(scene, crossed, particles, 2, &count));
    CHECK(particles[5] == 64 && particles[6] == 65);
    for (int k = 2; k < 5; ++k)
        CHECK(particles[k] < 64 && particles[5 + k] < 64);
    REFUSED(pliantFindCrossings(scene, crossed, NULL, 1, &count), "particles is null");
    PliantUntangled untangled;
    REFUSED(pliantUntangle(scene, apart, 500, &untangled, sizeof untangled), "64 particles, but the scene has 66");
    REFUSED(pliantUntangle(scene, crossed, 500, &untangled, 8), "structSize is 8, but a PliantUntangled");
    OK(pliantUntangle(scene, crossed, 500, &untangled, sizeof untangled));
    CHECK(untangled.before == 2 && untangled.after == 0 && untangled.rounds > 0 && untangled.farthest > 0.01);
    OK(pliantFindCrossings(scene, crossed, NULL, 0, &count));
    CHECK(count == 0);
    OK(pliantRestore(other, crossed));
    REFUSED(pliantFindCrossings(scene, apart, particles, 1, &count), "64 particles, but the scene has 66");
    pliantDestroySnapshot(apart);
    pliantDestroySnapshot(crossed);
    pliantDestroySolver(one);
    pliantDestroySolver(other);
    pliantDestroySchedule(sheet);
    pliantDestroySchedule(both);
    pliantDestroyScene(scene);
}

int main(void) {
    itSaysItsVersion();
    everyStructHasDefaults();
    aSceneTellsWhatIsInIt();
    restoredStatesGoOnAlike();
    aSceneGrowsWhileItMoves();
    statesAreCopiedOut();
    crossingsAreFound();
    carriedVerticesAndLooseOnesAreThere();
    framesOfReferenceCarry();
    shapesIntegratorsAndThePlane();
    obstaclesBearAndLift();
    rigidBodiesAreCaught();
    if (failures == 0) printf("all is well\n");
    return failures == 0 ? 0 : 1;
}
