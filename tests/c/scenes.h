#pragma once

// Scenes that the programs in C share.

#include <math.h>

#include "check.h"

static const float kTetrahedron[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const uint32_t kTetrahedronFaces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
static const uint32_t kOneTet[] = {0, 1, 2, 3};

static inline PliantGrid gridOf(uint32_t size) {
    PliantGrid grid;
    OK(pliantDefaultGrid(&grid, sizeof grid));
    grid.columns = grid.rows = size;
    return grid;
}

// A square of cotton in moving air, hung by two corners.
static inline PliantScene* clothScene(uint32_t size) {
    PliantScene* scene = NULL;
    PliantSceneSettings settings;
    PliantFabric cotton;
    PliantGrid grid = gridOf(size);
    OK(pliantCreateScene(&scene));
    OK(pliantDefaultSceneSettings(&settings, sizeof settings));
    settings.airDensity = 1.2f;
    OK(pliantSetSceneSettings(scene, &settings));
    OK(pliantFabricNamed("cotton", &cotton, sizeof cotton));
    cotton.compressionCompliance = 0.3f;
    grid.fabric = &cotton;
    OK(pliantAddGrid(scene, &grid, NULL));
    OK(pliantPinPlace(scene, 0, PLIANT_FIRST_ROW_CORNERS));
    return scene;
}

static inline PliantPolygons tetrahedron(void) {
    PliantPolygons surface = {0};
    surface.vertices = kTetrahedron;
    surface.vertexCount = 4;
    surface.faceCorners = kTetrahedronFaces;
    surface.cornerCount = 12;
    return surface;
}

static inline PliantStickMaterial softSticks(void) {
    PliantStickMaterial soft;
    OK(pliantDefaultStickMaterial(&soft, sizeof soft));
    soft.response = PLIANT_COMPLIANT;
    soft.compliance = 1e-4f;
    soft.compressionCompliance = 1e-3f;
    soft.strainLimit = 0.5f;
    return soft;
}

static inline void addSoftRope(PliantScene* scene) {
    const PliantStickMaterial soft = softSticks();
    PliantRope rope;
    uint32_t body = 99;
    OK(pliantDefaultRope(&rope, sizeof rope));
    rope.count = 20;
    rope.material = &soft;
    rope.bendingStiffness = 1e-4f;
    OK(pliantAddRope(scene, &rope, &body));
    CHECK(body == 0);
    OK(pliantPinVertices(scene, body, &body, 1));
}

// A tetrahedron of skin, filled with gas, which the rope touches.
static inline void addFilledMesh(PliantScene* scene) {
    const PliantStickMaterial soft = softSticks();
    PliantMesh mesh;
    PliantEnclosure gas;
    PliantContact contact;
    uint32_t body = 99;
    OK(pliantDefaultMesh(&mesh, sizeof mesh));
    mesh.surface = tetrahedron();
    mesh.structural = &soft;
    OK(pliantAddMesh(scene, &mesh, &body));
    OK(pliantDefaultEnclosure(&gas, sizeof gas));
    gas.filling = PLIANT_GAS;
    gas.pressure = gas.outside = 100.0f;
    OK(pliantEncloseBody(scene, body, &gas));
    OK(pliantDefaultContact(&contact, sizeof contact));
    contact.thickness = 0.25f;
    contact.friction = 0.5f;
    contact.mask = 3;
    OK(pliantAddContact(scene, body, &contact));
    OK(pliantAddContact(scene, 0, NULL));
}

// A block, a lattice and a body of one tetrahedron.
static inline void addJellies(PliantScene* scene) {
    const PliantStickMaterial soft = softSticks();
    PliantTetMaterial jelly;
    PliantBlock block;
    PliantLattice lattice;
    PliantTetBody tets;
    uint32_t body = 99;
    OK(pliantDefaultTetMaterial(&jelly, sizeof jelly));
    jelly.edge = &soft;
    OK(pliantDefaultBlock(&block, sizeof block));
    block.cells[0] = block.cells[1] = block.cells[2] = 2;
    block.centre.y = 3.0f;
    block.material = &jelly;
    OK(pliantAddBlock(scene, &block, &body));
    OK(pliantDefaultLattice(&lattice, sizeof lattice));
    lattice.surface = tetrahedron();
    lattice.cellSize = 0.4f;
    lattice.material = &jelly;
    OK(pliantAddLattice(scene, &lattice, &body));
    OK(pliantDefaultTetBody(&tets, sizeof tets));
    tets.points = kTetrahedron;
    tets.pointCount = 4;
    tets.corners = kOneTet;
    tets.tetCount = 1;
    OK(pliantAddTetBody(scene, &tets, &body));
    CHECK(body == 4);
}

// Particles and sticks of the program's own.
static inline void addOwnChain(PliantScene* scene) {
    const PliantStickMaterial soft = softSticks();
    const float places[] = {5, 0, 0, 5, 0, 1, 6, 0, 0};
    const float masses[] = {0.1f, 0.2f, 0.3f};
    const float lengths[] = {1.0f, 0.9f};
    uint32_t material = 99, first = 99;
    OK(pliantAddParticles(scene, places, masses, 3, &first));
    OK(pliantAddMaterial(scene, &soft, &material));
    const uint32_t joined[] = {first, first + 1, first + 1, first + 2};
    OK(pliantAddSticks(scene, joined, lengths, 2, material, PLIANT_STRUCTURAL));
    OK(pliantPinParticles(scene, &first, 1));
}

// Bodies of every kind beside each other, in the order that c_parity_test.cpp has them in.
static inline PliantScene* fullScene(void) {
    PliantScene* scene = NULL;
    OK(pliantCreateScene(&scene));
    addSoftRope(scene);
    addFilledMesh(scene);
    addJellies(scene);
    addOwnChain(scene);
    return scene;
}

static inline PliantObstacle tetrahedronInTheWay(void) {
    PliantObstacle obstacle;
    OK(pliantDefaultObstacle(&obstacle, sizeof obstacle));
    obstacle.surface = tetrahedron();
    obstacle.thickness = 0.2f;
    obstacle.friction = 0.6f;
    return obstacle;
}

// A sheet, body 0, just above the top of a tetrahedron, body 1.
static inline PliantScene* obstacleScene(void) {
    PliantScene* scene = NULL;
    PliantGrid grid = gridOf(12);
    PliantObstacle obstacle = tetrahedronInTheWay();
    uint32_t body = 99;
    OK(pliantCreateScene(&scene));
    grid.corner.x = grid.corner.z = -0.5f;
    grid.corner.y = 1.2f;
    OK(pliantAddGrid(scene, &grid, NULL));
    OK(pliantAddContact(scene, 0, NULL));
    OK(pliantAddObstacle(scene, &obstacle, &body));
    CHECK(body == 1);
    return scene;
}

static inline PliantRigidBody tetrahedronThatFalls(void) {
    PliantRigidBody rigid;
    OK(pliantDefaultRigidBody(&rigid, sizeof rigid));
    rigid.surface = tetrahedron();
    rigid.mass = 0.75f;
    rigid.spacing = 0.25f;
    rigid.thickness = 0.2f;
    rigid.friction = 0.6f;
    rigid.pose.position.x = 0.25f;
    rigid.pose.position.y = 1.5f;
    return rigid;
}

// A sheet, body 0, and above it a rigid tetrahedron, body 1.
static inline PliantScene* rigidScene(void) {
    PliantScene* scene = NULL;
    PliantGrid grid = gridOf(12);
    PliantRigidBody rigid = tetrahedronThatFalls();
    uint32_t body = 99;
    OK(pliantCreateScene(&scene));
    grid.corner.y = 1.0f;
    OK(pliantAddGrid(scene, &grid, NULL));
    OK(pliantPinPlace(scene, 0, PLIANT_FOUR_CORNERS));
    OK(pliantAddContact(scene, 0, NULL));
    OK(pliantAddRigidBody(scene, &rigid, &body));
    CHECK(body == 1);
    return scene;
}

// Has it fly sideways and turn.
static inline void throwRigid(PliantSolver* solver, const PliantScene* scene) {
    const PliantDVec3 velocity = {0.25, 0.0, 0.0}, turning = {0.0, 1.0, 0.5};
    PliantSnapshot* state = NULL;
    OK(pliantTakeSnapshot(solver, &state));
    OK(pliantSetRigidMotion(scene, 1, &velocity, &turning, 1.0 / 720, state));
    OK(pliantRestore(solver, state));
    pliantDestroySnapshot(state);
}

// The tetrahedron goes up by 2 cm in each frame.
typedef struct Lift {
    float vertices[12];
    PliantPin pins[1024];
    PliantStepInputs inputs;
} Lift;

static inline const PliantStepInputs* liftedBy(Lift* lift, const PliantScene* scene, int frame) {
    PliantBodyInfo info;
    OK(pliantGetBodyInfo(scene, 1, &info, sizeof info));
    for (int i = 0; i < 12; ++i)
        lift->vertices[i] = kTetrahedron[i] + (i % 3 == 1 ? 0.02f * (float)(frame + 1) : 0.0f);
    OK(pliantMoveObstacle(scene, 1, lift->vertices, 4, lift->pins, 1024));
    OK(pliantDefaultStepInputs(&lift->inputs, sizeof lift->inputs));
    lift->inputs.pins = lift->pins;
    lift->inputs.pinCount = info.particleCount;
    return &lift->inputs;
}

static inline PliantScene* planarScene(void) {
    PliantScene* scene = NULL;
    PliantSceneSettings settings;
    PliantSoftBody soft;
    PliantEnclosure water;
    PliantStickMaterial cross;
    const float outline[] = {0, 0, 1, 0, 1, 1, 0, 1};
    OK(pliantCreateScene(&scene));
    OK(pliantGetSceneSettings(scene, &settings, sizeof settings));
    settings.isPlanar = 1;
    OK(pliantSetSceneSettings(scene, &settings));
    OK(pliantDefaultEnclosure(&water, sizeof water));
    OK(pliantDefaultStickMaterial(&cross, sizeof cross));
    OK(pliantDefaultSoftBody(&soft, sizeof soft));
    soft.outline = outline;
    soft.pointCount = 4;
    soft.filling = &water;
    soft.cross = &cross;
    soft.keepsShape = 1;
    OK(pliantAddSoftBody(scene, &soft, NULL));
    return scene;
}

static inline PliantSchedule* scheduleOf(const PliantScene* scene) {
    PliantSchedule* schedule = NULL;
    OK(pliantCompile(scene, NULL, &schedule));
    return schedule;
}

// In small tiles, so that particles are in an order of their own.
static inline PliantSchedule* tiledScheduleOf(const PliantScene* scene) {
    PliantSchedule* schedule = NULL;
    PliantCompileOptions options;
    OK(pliantDefaultCompileOptions(&options, sizeof options));
    options.tiles = PLIANT_TILES_ALWAYS;
    options.tileParticles = 16;
    options.wholeParticles = 0;
    OK(pliantCompile(scene, &options, &schedule));
    return schedule;
}

// A ball that comes nearer, wind, and a hand on particle 5.
typedef struct Hands {
    PliantCollider ball;
    PliantPin pin;
    PliantVec3 wind;
    PliantStepInputs inputs;
} Hands;

static inline const PliantStepInputs* inputsOf(Hands* hands, int frame) {
    OK(pliantDefaultCollider(&hands->ball, sizeof hands->ball));
    hands->ball.shape = PLIANT_SPHERE;
    hands->ball.radius = 0.2f;
    hands->ball.isMoving = 1;
    hands->ball.before.position.y = -0.5f + 0.02f * (float)frame;
    hands->ball.pose.position.y = -0.5f + 0.02f * (float)(frame + 1);
    OK(pliantDefaultPin(&hands->pin, sizeof hands->pin));
    hands->pin.particle = 5;
    hands->pin.action = frame < 3 ? PLIANT_PIN_MOVE : PLIANT_PIN_RELEASE;
    hands->pin.target.y = 0.01f * (float)frame;
    hands->wind.x = 3.0f;
    hands->wind.y = hands->wind.z = 0.0f;
    OK(pliantDefaultStepInputs(&hands->inputs, sizeof hands->inputs));
    hands->inputs.colliders = &hands->ball;
    hands->inputs.colliderCount = 1;
    hands->inputs.pins = &hands->pin;
    hands->inputs.pinCount = frame < 4 ? 1 : 0;
    hands->inputs.wind = &hands->wind;
    return &hands->inputs;
}
