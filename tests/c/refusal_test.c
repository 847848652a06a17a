// What is refused: each time a code and a sentence, and nothing has changed.

#include <stdlib.h>

#include "scenes.h"

static PliantSceneInfo infoOf(const PliantScene* scene) {
    PliantSceneInfo info;
    OK(pliantGetSceneInfo(scene, &info, sizeof info));
    return info;
}

static int hasAsMuchAs(const PliantScene* scene, const PliantSceneInfo* before) {
    PliantSceneInfo now = infoOf(scene);
    return memcmp(&now, before, sizeof now) == 0;
}

static void nullsAreNamed(PliantScene* scene, PliantSchedule* schedule, PliantSolver* solver) {
    PliantGrid grid = gridOf(4);
    PliantSnapshot* snapshot = NULL;
    PliantSceneInfo info;
    PliantVec3 low = {0, 0, 0};
    uint32_t index = 7;
    uint64_t hash = 7;
    float place[3];
    REFUSED(pliantCreateScene(NULL), "pliantCreateScene: scene is null");
    REFUSED(pliantAddGrid(NULL, &grid, &index), "pliantAddGrid: scene is null");
    REFUSED(pliantAddGrid(scene, NULL, &index), "description is null");
    REFUSED(pliantAddMaterial(scene, NULL, &index), "material is null");
    REFUSED(pliantAddParticles(scene, NULL, NULL, 1, &index), "positions is null");
    REFUSED(pliantAddSticks(scene, NULL, NULL, 1, 0, 0), "ends is null, but its count is 1");
    REFUSED(pliantPinVertices(scene, 0, NULL, 1), "vertices is null, but its count is 1");
    REFUSED(pliantPinParticles(scene, NULL, 1), "particles is null, but its count is 1");
    REFUSED(pliantPinPlace(NULL, 0, 0), "scene is null");
    REFUSED(pliantPinBox(NULL, 0, low, low), "scene is null");
    REFUSED(pliantSetSceneSettings(scene, NULL), "settings is null");
    REFUSED(pliantGetSceneInfo(NULL, &info, sizeof info), "scene is null");
    REFUSED(pliantGetSceneInfo(scene, NULL, sizeof info), "the PliantSceneInfo to be filled is null");
    REFUSED(pliantGetSceneInfo(scene, &info, 3), "structSize is 3");
    REFUSED(pliantFabricNamed(NULL, NULL, 0), "name is null");
    REFUSED(pliantCompile(scene, NULL, NULL), "schedule is null");
    REFUSED(pliantCreateCpuSolver(NULL, NULL, NULL), "schedule is null");
    REFUSED(pliantCreateGpuSolver(NULL, schedule, NULL, NULL), "gpu is null");
    REFUSED(pliantStep(NULL, NULL, NULL), "solver is null");
    REFUSED(pliantTakeSnapshot(solver, NULL), "snapshot is null");
    REFUSED(pliantRestore(solver, NULL), "snapshot is null");
    REFUSED(pliantHashSnapshot(NULL, &hash), "snapshot is null");
    REFUSED(pliantGetPositions(NULL, place, 1), "snapshot is null");
    OK(pliantTakeSnapshot(solver, &snapshot));
    REFUSED(pliantGetPositions(snapshot, NULL, 1000), "positions is null");
    REFUSED(pliantGetPositions(snapshot, place, 1), "there is room for 1 positions, but there are 64");
    REFUSED(pliantCompare(snapshot, NULL, NULL, 0), "b is null");
    pliantDestroySnapshot(snapshot);
    CHECK(index == 7 && hash == 7);
}

// Of the functions that want a GPU, where there is none in play.
static void theCpuRecordsNothing(PliantScene* scene, PliantSolver* solver) {
    PliantVertexStream stream;
    PliantSurface* surface = NULL;
    PliantSnapshot* snapshot = NULL;
    REFUSED(pliantRecordUpload(solver, NULL), "the solver is on the CPU");
    REFUSED(pliantReleaseUpload(solver), "the solver is on the CPU");
    REFUSED(pliantRecordStep(solver, NULL, NULL, NULL), "the solver is on the CPU");
    REFUSED(pliantRecordSnapshot(solver, NULL), "the solver is on the CPU");
    REFUSED(pliantTakeRecordedSnapshot(solver, &snapshot), "the solver is on the CPU");
    REFUSED(pliantGetPositionBuffer(solver, &stream), "the solver is on the CPU");
    REFUSED(pliantCreateSurface(solver, scene, NULL, &surface), "not on a borrowed device");
    REFUSED(pliantRecordSurface(NULL, NULL, 1.0f, NULL), "surface is null");
    CHECK(!surface && !snapshot);
}

static void sizesMustBeRight(PliantScene* scene, PliantSolver* solver) {
    PliantGrid grid = gridOf(4);
    PliantStepSettings settings;
    PliantStepInputs inputs;
    PliantPin pins[2];
    grid.structSize = 0;
    REFUSED(pliantAddGrid(scene, &grid, NULL), "PliantGrid::structSize is 0, but ");
    grid = gridOf(4);
    PliantStickMaterial material;
    memset(&material, 0, sizeof material);
    grid.shear = &material;
    REFUSED(pliantAddGrid(scene, &grid, NULL), "PliantStickMaterial::structSize is 0");
    OK(pliantDefaultStepSettings(&settings, sizeof settings));
    settings.structSize += 8;
    REFUSED(pliantStep(solver, &settings, NULL), "PliantStepSettings::structSize");
    OK(pliantDefaultStepInputs(&inputs, sizeof inputs));
    OK(pliantDefaultPin(&pins[0], sizeof pins[0]));
    pins[1] = pins[0];
    pins[1].structSize = 4;
    inputs.pins = pins;
    inputs.pinCount = 2;
    REFUSED(pliantStep(solver, NULL, &inputs), "pin 1: PliantPin::structSize is 4");
    inputs.pins = NULL;
    REFUSED(pliantStep(solver, NULL, &inputs), "pin is null, but its count is 2");
}

static void badSettingsAreToldAtOnce(PliantScene* scene) {
    PliantSceneSettings settings, now;
    OK(pliantGetSceneSettings(scene, &settings, sizeof settings));
    now = settings;
    now.gravity.y = NAN;
    REFUSED(pliantSetSceneSettings(scene, &now), "gravity must be finite");
    now = settings;
    now.damping = -1.0f;
    REFUSED(pliantSetSceneSettings(scene, &now), "damping is -1");
    now = settings;
    now.tetherSlack = NAN;
    REFUSED(pliantSetSceneSettings(scene, &now), "slack");
    now = settings;
    now.sleeps = 1;
    now.sleepDistance = 0.0f;
    REFUSED(pliantSetSceneSettings(scene, &now), "fall asleep is 0 m");
    OK(pliantGetSceneSettings(scene, &now, sizeof now));
    CHECK(now.gravity.y == settings.gravity.y && now.damping == settings.damping && now.tetherSlack == 0.0f);
}

static void badSheetsAndRopesChangeNothing(PliantScene* scene) {
    const PliantSceneInfo before = infoOf(scene);
    uint32_t body = 7;
    PliantGrid grid = gridOf(4);
    grid.corner.x = NAN;
    REFUSED(pliantAddGrid(scene, &grid, &body), "nan");
    grid = gridOf(0);
    REFUSED(pliantAddGrid(scene, &grid, &body), "cloth");
    grid = gridOf(4);
    PliantStickMaterial material;
    OK(pliantDefaultStickMaterial(&material, sizeof material));
    material.response = PLIANT_COMPLIANT;
    material.compliance = NAN;
    grid.bend = &material;
    REFUSED(pliantAddGrid(scene, &grid, &body), "compliance of nan");
    REFUSED(pliantAddMaterial(scene, &material, &body), "compliance of nan");
    material.response = 3;
    REFUSED(pliantAddMaterial(scene, &material, &body), "PliantStickMaterial::response is 3");
    PliantFabric fabric;
    REFUSED(pliantFabricNamed("tin", &fabric, sizeof fabric), "cotton");
    OK(pliantFabricNamed("silk", &fabric, sizeof fabric));
    fabric.bendingStiffness = NAN;
    grid = gridOf(4);
    grid.fabric = &fabric;
    REFUSED(pliantAddGrid(scene, &grid, &body), "bending");
    PliantRope rope;
    OK(pliantDefaultRope(&rope, sizeof rope));
    rope.to.z = NAN;
    REFUSED(pliantAddRope(scene, &rope, &body), "rope");
    CHECK(body == 7 && hasAsMuchAs(scene, &before));
}

static void badMeshesAndSolidsChangeNothing(PliantScene* scene) {
    const PliantSceneInfo before = infoOf(scene);
    uint32_t body = 7;
    PliantMesh mesh;
    OK(pliantDefaultMesh(&mesh, sizeof mesh));
    REFUSED(pliantAddMesh(scene, &mesh, &body), "has no faces");
    mesh.surface.cornerCount = 12;
    REFUSED(pliantAddMesh(scene, &mesh, &body), "PliantPolygons::faceCorners is null");
    mesh.surface = tetrahedron();
    mesh.surface.vertices = NULL;
    REFUSED(pliantAddMesh(scene, &mesh, &body), "PliantPolygons::vertices is null");
    mesh.surface = tetrahedron();
    mesh.surface.vertexCount = 3;
    REFUSED(pliantAddMesh(scene, &mesh, &body), "uses vertex 3, but there are 3");
    mesh.surface = tetrahedron();
    mesh.surface.cornerCount = 11;
    REFUSED(pliantAddMesh(scene, &mesh, &body), "multiple of 3");
    PliantTetBody tets;
    const uint32_t outside[] = {0, 1, 2, 4};
    OK(pliantDefaultTetBody(&tets, sizeof tets));
    tets.points = kTetrahedron;
    tets.pointCount = 4;
    tets.corners = outside;
    tets.tetCount = 1;
    REFUSED(pliantAddTetBody(scene, &tets, &body), "tetrahedra");
    PliantBlock block;
    OK(pliantDefaultBlock(&block, sizeof block));
    block.size.y = NAN;
    REFUSED(pliantAddBlock(scene, &block, &body), "block");
    PliantLattice lattice;
    OK(pliantDefaultLattice(&lattice, sizeof lattice));
    lattice.surface = tetrahedron();
    lattice.cellSize = NAN;
    REFUSED(pliantAddLattice(scene, &lattice, &body), "cell");
    PliantSoftBody soft;
    OK(pliantDefaultSoftBody(&soft, sizeof soft));
    REFUSED(pliantAddSoftBody(scene, &soft, &body), "not planar");
    CHECK(body == 7 && hasAsMuchAs(scene, &before));
}

static void badFillingsAndContactsChangeNothing(PliantScene* scene) {
    const PliantSceneInfo before = infoOf(scene);
    PliantEnclosure gas;
    OK(pliantDefaultEnclosure(&gas, sizeof gas));
    REFUSED(pliantEncloseBody(scene, 0, &gas), "enclosure 0");
    REFUSED(pliantEncloseBody(scene, 5, &gas), "there is no body 5; the scene has 1");
    gas.filling = 2;
    REFUSED(pliantEncloseBody(scene, 0, &gas), "PliantEnclosure::filling is 2");
    PliantContact contact;
    OK(pliantDefaultContact(&contact, sizeof contact));
    REFUSED(pliantAddContact(scene, 5, &contact), "there is no body 5");
    contact.friction = NAN;
    REFUSED(pliantAddContact(scene, 0, &contact), "friction");
    REFUSED(pliantAddContact(NULL, 0, NULL), "scene");
    CHECK(hasAsMuchAs(scene, &before));
}

// Places that are none, in the arrays of what is added.
static void arraysWithNanChangeNothing(PliantScene* scene) {
    const PliantSceneInfo before = infoOf(scene);
    uint32_t body = 7;
    float nowhere[12];
    memcpy(nowhere, kTetrahedron, sizeof nowhere);
    nowhere[7] = NAN;
    PliantMesh mesh;
    OK(pliantDefaultMesh(&mesh, sizeof mesh));
    mesh.surface = tetrahedron();
    mesh.surface.vertices = nowhere;
    REFUSED(pliantAddMesh(scene, &mesh, &body), "vertex 2");
    PliantLattice lattice;
    OK(pliantDefaultLattice(&lattice, sizeof lattice));
    lattice.surface = mesh.surface;
    REFUSED(pliantAddLattice(scene, &lattice, &body), "vertex 2");
    PliantObstacle obstacle = tetrahedronInTheWay();
    obstacle.surface = mesh.surface;
    REFUSED(pliantAddObstacle(scene, &obstacle, &body), "vertex 2");
    const uint32_t corners[] = {0, 1, 2, 3};
    PliantTetBody tets;
    OK(pliantDefaultTetBody(&tets, sizeof tets));
    tets.points = nowhere;
    tets.pointCount = 4;
    tets.corners = corners;
    tets.tetCount = 1;
    REFUSED(pliantAddTetBody(scene, &tets, &body), "a volume of nan");
    CHECK(body == 7 && hasAsMuchAs(scene, &before));
    PliantScene* flat = planarScene();
    const float outline[] = {0, 0, 1, 0, NAN, 1};
    PliantSoftBody soft;
    OK(pliantDefaultSoftBody(&soft, sizeof soft));
    soft.outline = outline;
    soft.pointCount = 3;
    REFUSED(pliantAddSoftBody(flat, &soft, &body), "point 2");
    CHECK(body == 7);
    pliantDestroyScene(flat);
}

static void badObstaclesChangeNothing(void) {
    PliantScene* scene = obstacleScene();
    const PliantSceneInfo before = infoOf(scene);
    const PliantObstacle good = tetrahedronInTheWay();
    PliantObstacle bad = good;
    uint32_t body = 7;
    bad.structSize = 8;
    REFUSED(pliantAddObstacle(scene, &bad, &body), "PliantObstacle::structSize is 8");
    bad = good;
    bad.surface.vertexCount = 3;
    REFUSED(pliantAddObstacle(scene, &bad, &body), "uses vertex 3, but there are 3");
    bad = good;
    bad.thickness = -1.0f;
    REFUSED(pliantAddObstacle(scene, &bad, &body), "thickness of -1 m");
    bad = good;
    bad.friction = NAN;
    REFUSED(pliantAddObstacle(scene, &bad, &body), "friction of nan");
    bad = good;
    bad.spacing = 1e-6f;
    REFUSED(pliantAddObstacle(scene, &bad, &body), "at most 4194304");
    REFUSED(pliantAddObstacle(NULL, &good, &body), "scene is null");
    REFUSED(pliantAddObstacle(scene, NULL, &body), "obstacle is null");
    REFUSED(pliantAddContact(scene, 1, NULL), "contact");
    CHECK(body == 7 && hasAsMuchAs(scene, &before));
    float nowhere[12];
    static PliantPin pins[1024];
    memcpy(nowhere, kTetrahedron, sizeof nowhere);
    nowhere[5] = NAN;
    REFUSED(pliantMoveObstacle(NULL, 1, kTetrahedron, 4, pins, 1024), "scene is null");
    REFUSED(pliantMoveObstacle(scene, 1, NULL, 4, pins, 1024), "vertices is null");
    REFUSED(pliantMoveObstacle(scene, 1, kTetrahedron, 4, NULL, 1024), "pins is null");
    REFUSED(pliantMoveObstacle(scene, 2, kTetrahedron, 4, pins, 1024), "there is no body 2");
    REFUSED(pliantMoveObstacle(scene, 0, kTetrahedron, 4, pins, 1024), "body 0 is no obstacle");
    REFUSED(pliantMoveObstacle(scene, 1, kTetrahedron, 3, pins, 1024), "has 4 vertices, not 3");
    REFUSED(pliantMoveObstacle(scene, 1, nowhere, 4, pins, 1024), "vertex 1 of obstacle 'obstacle'");
    REFUSED(pliantMoveObstacle(scene, 1, kTetrahedron, 4, pins, 20), "there is room for 20 pins, but there are");
    CHECK(pins[0].structSize == 0 && pins[19].structSize == 0);
    pliantDestroyScene(scene);
    scene = planarScene();
    REFUSED(pliantAddObstacle(scene, &good, &body), "planar");
    CHECK(body == 7 && infoOf(scene).bodyCount == 1);
    pliantDestroyScene(scene);
}

static void badRigidBodiesChangeNothing(void) {
    PliantScene* scene = rigidScene();
    const PliantSceneInfo before = infoOf(scene);
    const PliantRigidBody good = tetrahedronThatFalls();
    const PliantDVec3 still = {0, 0, 0}, fast = {0, 2e4, 0};
    PliantRigidBody bad = good;
    PliantSnapshot* state = NULL;
    PliantSolver* solver = NULL;
    PliantSchedule* schedule = scheduleOf(scene);
    PliantFramePose pose = {{7, 0, 0}, {0, 0, 0, 1}};
    uint32_t body = 7;
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    OK(pliantTakeSnapshot(solver, &state));
    bad.structSize = 8;
    REFUSED(pliantAddRigidBody(scene, &bad, &body), "PliantRigidBody::structSize is 8");
    bad = good;
    bad.surface.cornerCount = 9;
    REFUSED(pliantAddRigidBody(scene, &bad, &body), "a closed mesh has one each way");
    bad = good;
    bad.mass = -1.0f;
    REFUSED(pliantAddRigidBody(scene, &bad, &body), "mass of -1 kg");
    REFUSED(pliantAddRigidBody(NULL, &good, &body), "scene is null");
    REFUSED(pliantAddRigidBody(scene, NULL, &body), "rigid is null");
    CHECK(body == 7 && hasAsMuchAs(scene, &before));
    REFUSED(pliantGetRigidPose(scene, state, 0, &pose), "body 0 is not rigid");
    REFUSED(pliantGetRigidPose(scene, state, 2, &pose), "there is no body 2");
    REFUSED(pliantGetRigidPose(scene, NULL, 1, &pose), "snapshot is null");
    REFUSED(pliantGetRigidPose(scene, state, 1, NULL), "pose is null");
    CHECK(pose.origin.x == 7);
    REFUSED(pliantSetRigidMotion(scene, 0, &still, &still, 0.001, state), "body 0 is not rigid");
    REFUSED(pliantSetRigidMotion(scene, 1, &still, &fast, 0.001, state), "at most 10000");
    REFUSED(pliantSetRigidMotion(scene, 1, &still, &still, 0.0, state), "a first substep of 0 s");
    REFUSED(pliantSetRigidMotion(scene, 1, NULL, &still, 0.001, state), "velocity is null");
    REFUSED(pliantSetRigidMotion(scene, 1, &still, NULL, 0.001, state), "turning is null");
    REFUSED(pliantSetRigidMotion(scene, 1, &still, &still, 0.001, NULL), "snapshot is null");
    pliantDestroySnapshot(state);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

static void badIndicesChangeNothing(PliantScene* scene) {
    const PliantSceneInfo before = infoOf(scene);
    const float places[] = {0, 0, 0, 0, NAN, 0};
    const float masses[] = {1.0f, 1.0f}, massless[] = {1.0f, 0.0f};
    const uint32_t ends[] = {0, 1, 2, 64}, same[] = {0, 1, 3, 3}, two[] = {0, 1, 2, 3};
    const float lengths[] = {1.0f, NAN};
    const uint32_t vertices[] = {1, 64};
    uint32_t first = 7;
    PliantBodyInfo info;
    PliantVec3 low = {2, 2, 2}, high = {3, 3, 3}, nowhere = {0, NAN, 0};
    REFUSED(pliantAddParticles(scene, places, masses, 2, &first), "particle 65 would lie at (0, nan, 0)");
    REFUSED(pliantAddParticles(scene, kTetrahedron, massless, 2, &first), "mass of 0 kg");
    REFUSED(pliantAddParticles(scene, places, masses, 0, &first), "0 particles");
    REFUSED(pliantAddSticks(scene, ends, NULL, 2, 0, 0), "particles 2 and 64");
    REFUSED(pliantAddSticks(scene, same, NULL, 2, 0, 0), "to itself");
    REFUSED(pliantAddSticks(scene, two, lengths, 2, 0, 0), "restLengths[1] is nan");
    REFUSED(pliantAddSticks(scene, two, NULL, 2, 99, 0), "material 99");
    REFUSED(pliantAddSticks(scene, two, NULL, 2, 0, 3), "kind is 3");
    REFUSED(pliantPinVertices(scene, 0, vertices, 2), "vertex 64");
    REFUSED(pliantPinVertices(scene, 1, vertices, 1), "no body 1");
    REFUSED(pliantPinParticles(scene, vertices, 2), "cannot pin particle 64; the scene has 64");
    REFUSED(pliantPinPlace(scene, 0, 10), "place is 10; it must be from 0 to 9");
    REFUSED(pliantPinBox(scene, 0, low, high), "no ");
    CHECK(pliantPinBox(scene, 0, nowhere, high) == PLIANT_BAD_INPUT);
    REFUSED(pliantGetBodyInfo(scene, 1, &info, sizeof info), "there is no body 1");
    REFUSED(pliantGetVertexParticles(scene, 0, &first, 1), "room for 1 vertices, but there are 64");
    REFUSED(pliantSetBodyFrame(scene, 0, 0), "there is no frame 0; the scene has 0");
    REFUSED(pliantSetIntegrator(scene, 3, 0), "there is no body 3");
    CHECK(first == 7 && hasAsMuchAs(scene, &before));
}

static void badStepsMoveNothing(PliantSolver* solver) {
    const uint64_t before = stateOf(solver);
    PliantStepSettings settings;
    Hands hands;
    PliantStepInputs inputs = *inputsOf(&hands, 0);
    OK(pliantDefaultStepSettings(&settings, sizeof settings));
    settings.dt = NAN;
    CHECK(pliantStep(solver, &settings, NULL) == PLIANT_BAD_INPUT);
    OK(pliantDefaultStepSettings(&settings, sizeof settings));
    settings.iterations = 0;
    CHECK(pliantStep(solver, &settings, NULL) == PLIANT_BAD_INPUT);
    settings.iterations = 1;
    settings.method = 5;
    REFUSED(pliantStep(solver, &settings, NULL), "PliantStepSettings::method is 5");
    settings.method = PLIANT_JACOBI;
    CHECK(pliantStep(solver, &settings, NULL) == PLIANT_BAD_INPUT);
    hands.pin.particle = 64;
    REFUSED(pliantStep(solver, NULL, &inputs), "64");
    hands.pin.particle = 5;
    hands.pin.action = 4;
    REFUSED(pliantStep(solver, NULL, &inputs), "PliantPin::action is 4");
    hands.pin.action = PLIANT_PIN_MOVE;
    hands.pin.target.x = NAN;
    REFUSED(pliantStep(solver, NULL, &inputs), "nan");
    hands.pin.target.x = 0.0f;
    hands.ball.radius = NAN;
    REFUSED(pliantStep(solver, NULL, &inputs), "radius");
    hands.ball.radius = 1.0f;
    hands.ball.shape = 5;
    REFUSED(pliantStep(solver, NULL, &inputs), "PliantCollider::shape is 5");
    hands.ball.shape = PLIANT_SPHERE;
    hands.wind.x = NAN;
    REFUSED(pliantStep(solver, NULL, &inputs), "wind");
    CHECK(stateOf(solver) == before);
}

static void strangersAreNotRestored(PliantSolver* solver, const PliantScene* scene) {
    const uint64_t before = stateOf(solver);
    PliantScene* small = clothScene(4);
    PliantSchedule* schedule = scheduleOf(small);
    PliantSolver* other = NULL;
    PliantSnapshot *stranger = NULL, *own = NULL;
    PliantComparison comparison;
    PliantReport report;
    PliantCpuOptions options;
    float places[3 * 64];
    OK(pliantDefaultCpuOptions(&options, sizeof options));
    options.threads = 0xffffffffu;
    CHECK(pliantCreateCpuSolver(schedule, &options, &other) == PLIANT_BAD_INPUT && !other);
    OK(pliantCreateCpuSolver(schedule, NULL, &other));
    OK(pliantTakeSnapshot(other, &stranger));
    OK(pliantTakeSnapshot(solver, &own));
    REFUSED(pliantRestore(solver, stranger), "16");
    REFUSED(pliantCompare(own, stranger, &comparison, sizeof comparison), "64 and 16");
    REFUSED(pliantCompare(own, own, &comparison, 8), "structSize is 8, but a PliantComparison");
    REFUSED(pliantMakeReport(scene, stranger, NULL, 0, &report, sizeof report), "16 particles, but the scene has 64");
    REFUSED(pliantMakeReport(scene, own, NULL, 1, &report, sizeof report), "collider is null");
    REFUSED(pliantGetVelocities(scene, stranger, places, 64), "16 particles, but the scene has 64");
    REFUSED(pliantGetWorldPositions(schedule, own, NULL, places, 64), "64");
    REFUSED(pliantGetSceneParticles(schedule, (uint32_t*)places, 3), "room for 3 particles");
    CHECK(stateOf(solver) == before);
    pliantDestroySnapshot(stranger);
    pliantDestroySnapshot(own);
    pliantDestroySolver(other);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(small);
}

static void whatCannotBeCompiledIsNot(void) {
    PliantScene* scene = NULL;
    PliantSchedule* schedule = NULL;
    PliantCompileOptions options;
    OK(pliantCreateScene(&scene));
    REFUSED(pliantCompile(scene, NULL, &schedule), "no particles");
    OK(pliantDefaultCompileOptions(&options, sizeof options));
    options.tiles = 3;
    REFUSED(pliantCompile(scene, &options, &schedule), "PliantCompileOptions::tiles is 3");
    CHECK(!schedule);
    pliantDestroyScene(scene);
}

static void nothingIsDestroyedTwice(void) {
    pliantDestroyScene(NULL);
    pliantDestroySchedule(NULL);
    pliantDestroySolver(NULL);
    pliantDestroySnapshot(NULL);
    pliantDestroySurface(NULL);
    pliantDestroyGpu(NULL);
}

// Where nothing else has come to their place.
static void whatIsOverIsRefused(void) {
    PliantScene* scene = clothScene(3);
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver* solver = NULL;
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    REFUSED(pliantStep((PliantSolver*)scene, NULL, NULL), "solver is no such handle");
    pliantDestroySolver((PliantSolver*)scene);
    CHECK(strstr(pliantErrorMessage(), "is no such handle") != NULL);
    OK(pliantAddContact(scene, 0, NULL));
    pliantDestroySolver(solver);
    REFUSED(pliantStep(solver, NULL, NULL), "solver is no such handle");
    pliantDestroySolver(solver);
    CHECK(strstr(pliantErrorMessage(), "is no such handle") != NULL);
    pliantDestroyScene(scene);
    REFUSED(pliantCompile(scene, NULL, &schedule), "scene is no such handle");
    pliantDestroySchedule(schedule);
}

int main(void) {
    PliantScene* scene = clothScene(8);
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver* solver = NULL;
    OK(pliantCreateCpuSolver(schedule, NULL, &solver));
    OK(pliantStep(solver, NULL, NULL));
    nullsAreNamed(scene, schedule, solver);
    theCpuRecordsNothing(scene, solver);
    sizesMustBeRight(scene, solver);
    badSettingsAreToldAtOnce(scene);
    badSheetsAndRopesChangeNothing(scene);
    badMeshesAndSolidsChangeNothing(scene);
    badFillingsAndContactsChangeNothing(scene);
    arraysWithNanChangeNothing(scene);
    badObstaclesChangeNothing();
    badRigidBodiesChangeNothing();
    badIndicesChangeNothing(scene);
    badStepsMoveNothing(solver);
    strangersAreNotRestored(solver, scene);
    whatCannotBeCompiledIsNot();
    nothingIsDestroyedTwice();
    whatIsOverIsRefused();
    OK(pliantStep(solver, NULL, NULL));
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
    if (failures == 0) printf("all is well\n");
    return failures == 0 ? 0 : 1;
}
