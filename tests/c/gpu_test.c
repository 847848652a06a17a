// Pliant on the GPU as a program in C99 uses it: on a device of Pliant's own, and on one that the program lends.

#include <stdlib.h>

#include "follower.h"

static int messages = 0;

static void count(const char* message, void* user) {
    ++*(int*)user;
    printf("validation: %s\n", message);
}

static PliantGpu* ourGpu(void) {
    PliantGpuOptions options;
    PliantGpu* gpu = NULL;
    const char* validation = getenv("PLIANT_TEST_VALIDATION");
    OK(pliantDefaultGpuOptions(&options, sizeof options));
    options.device = getenv("PLIANT_TEST_DEVICE");
    options.validation = !validation || strcmp(validation, "0") != 0;
    options.onMessage = count;
    options.user = &messages;
    options.pipelineFolder = "";
    OK(pliantCreateGpu(&options, &gpu));
    return gpu;
}

static void devicesAreListed(const PliantGpu* gpu) {
    PliantDeviceInfo info, listed[8];
    uint32_t all = 0, again = 0;
    OK(pliantGetDeviceInfo(gpu, &info, sizeof info));
    CHECK(info.structSize == sizeof info && info.isUsable && info.memoryBytes > 0);
    OK(pliantListDevices(NULL, 0, 0, &all));
    OK(pliantListDevices(listed, sizeof listed[0], 8, &again));
    CHECK(all > 0 && all == again && strlen(listed[0].name) > 0);
    REFUSED(pliantListDevices(listed, 3, 8, &again), "structSize is 3, but a PliantDeviceInfo");
    REFUSED(pliantListDevices(NULL, sizeof info, 8, &again), "null");
    PliantGpuOptions options;
    PliantGpu* none = NULL;
    OK(pliantDefaultGpuOptions(&options, sizeof options));
    options.device = "no such device";
    FAILS(pliantCreateGpu(&options, &none), PLIANT_UNSUPPORTED, "no such device");
    CHECK(!none);
}

// The same steps on both; then each goes on from the other's state.
static void hasTheBitsOfTheCpu(const PliantGpu* gpu, PliantScene* scene) {
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver *onGpu = NULL, *onCpu = NULL;
    PliantSnapshot *a = NULL, *b = NULL;
    PliantGpuSolverOptions options;
    PliantComparison comparison;
    Hands hands;
    OK(pliantDefaultGpuSolverOptions(&options, sizeof options));
    options.workgroupSize = 7;
    REFUSED(pliantCreateGpuSolver(gpu, schedule, &options, &onGpu), "workgroup size of 7");
    CHECK(!onGpu);
    OK(pliantCreateGpuSolver(gpu, schedule, NULL, &onGpu));
    OK(pliantCreateCpuSolver(schedule, NULL, &onCpu));
    for (int frame = 0; frame < 4; ++frame) {
        OK(pliantStep(onGpu, NULL, inputsOf(&hands, frame)));
        OK(pliantStep(onCpu, NULL, inputsOf(&hands, frame)));
    }
    hands.pin.target.x = NAN;
    hands.inputs.pinCount = 1;
    hands.pin.action = PLIANT_PIN_MOVE;
    CHECK(pliantStep(onGpu, NULL, &hands.inputs) == PLIANT_BAD_INPUT);
    OK(pliantTakeSnapshot(onGpu, &a));
    OK(pliantTakeSnapshot(onCpu, &b));
    OK(pliantCompare(a, b, &comparison, sizeof comparison));
    CHECK(comparison.differing == 0 && comparison.differingTurns == 0 && hashOf(a) == hashOf(b));
    OK(pliantRestore(onGpu, b));
    OK(pliantRestore(onCpu, a));
    OK(pliantStep(onGpu, NULL, NULL));
    OK(pliantStep(onCpu, NULL, NULL));
    CHECK(stateOf(onGpu) == stateOf(onCpu));
    REFUSED(pliantRecordUpload(onGpu, NULL), "on a device of Pliant's own");
    PliantSurface* surface = NULL;
    REFUSED(pliantCreateSurface(onGpu, scene, NULL, &surface), "not on a borrowed device");
    PliantVertexStream stream = {0};
    OK(pliantGetPositionBuffer(onGpu, &stream));
    CHECK(stream.buffer && stream.offset == 0 && stream.stride == 16);
    pliantDestroySnapshot(a);
    pliantDestroySnapshot(b);
    pliantDestroySolver(onGpu);
    pliantDestroySolver(onCpu);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

static void recordedStepsHaveTheBitsOfTheCpu(Application* application, const PliantGpu* gpu) {
    PliantScene* scene = clothScene(20);
    PliantSchedule* schedule = scheduleOf(scene);
    PliantSolver *solver = NULL, *onCpu = NULL;
    PliantSnapshot *start = NULL, *none = NULL;
    PliantStepSettings bad;
    Hands hands;
    OK(pliantCreateGpuSolver(gpu, schedule, NULL, &solver));
    OK(pliantCreateCpuSolver(schedule, NULL, &onCpu));
    OK(pliantTakeSnapshot(onCpu, &start));
    REFUSED(pliantStep(solver, NULL, NULL), "is borrowed");
    REFUSED(pliantTakeSnapshot(solver, &none), "is borrowed");
    REFUSED(pliantTakeRecordedSnapshot(solver, &none), "before recordSnapshot()");
    REFUSED(pliantRecordStep(solver, application->commands, NULL, NULL), "before recordUpload()");
    upload(application, solver, NULL);
    REFUSED(pliantRecordStep(solver, NULL, NULL, NULL), "null command buffer");
    OK(pliantDefaultStepSettings(&bad, sizeof bad));
    bad.dt = NAN;
    const VkCommandBuffer commands = beginCommands(application);
    CHECK(pliantRecordStep(solver, commands, &bad, NULL) == PLIANT_BAD_INPUT);
    for (int frame = 0; frame < 5; ++frame) {
        OK(pliantRecordStep(solver, commands, NULL, inputsOf(&hands, frame)));
        OK(pliantStep(onCpu, NULL, inputsOf(&hands, frame)));
    }
    runCommands(application);
    CHECK(recordedState(application, solver) == stateOf(onCpu));
    OK(pliantRestore(solver, start));
    REFUSED(pliantRecordStep(solver, application->commands, NULL, NULL), "before recordUpload()");
    upload(application, solver, NULL);
    CHECK(recordedState(application, solver) == hashOf(start));
    CHECK(!none);
    pliantDestroySnapshot(start);
    pliantDestroySolver(solver);
    pliantDestroySolver(onCpu);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

// Tightly packed and interpolated, so that the surface writes vertices of its own.
static void aSurfaceHasTheVerticesOfTheCpu(Application* application, const PliantGpu* gpu) {
    enum { kCount = 64 };
    PliantScene *scene = clothScene(8), *another = clothScene(4);
    PliantSchedule* schedule = tiledScheduleOf(scene);
    PliantSolver *solver = NULL, *onCpu = NULL;
    PliantSurface* surface = NULL;
    PliantSurfaceBuffers buffers;
    PliantVertexLayout layout;
    PliantSnapshot* state = NULL;
    float expected[3 * kCount];
    uint32_t drawn[kCount];
    OK(pliantCreateGpuSolver(gpu, schedule, NULL, &solver));
    OK(pliantCreateCpuSolver(schedule, NULL, &onCpu));
    OK(pliantDefaultVertexLayout(&layout, sizeof layout));
    layout.positionStride = 13;
    REFUSED(pliantCreateSurface(solver, scene, &layout, &surface), "13");
    layout.positionStride = 12;
    layout.isInterpolated = 1;
    REFUSED(pliantCreateSurface(solver, another, &layout, &surface), "compiled from another");
    CHECK(!surface);
    OK(pliantCreateSurface(solver, scene, &layout, &surface));
    OK(pliantGetSurfaceBuffers(surface, &buffers, sizeof buffers));
    CHECK(buffers.vertexCount == kCount && buffers.positions.stride == 12 && buffers.normals.stride == 16);
    CHECK(buffers.triangles && buffers.triangleIndices == 7 * 7 * 6 && buffers.lineIndices == 0);
    upload(application, solver, surface);
    const VkCommandBuffer commands = beginCommands(application);
    OK(pliantRecordSurfaceState(surface, commands));
    for (int frame = 0; frame < 3; ++frame) {
        OK(pliantRecordStep(solver, commands, NULL, NULL));
        OK(pliantRecordSurfaceState(surface, commands));
        OK(pliantStep(onCpu, NULL, NULL));
    }
    REFUSED(pliantRecordSurface(surface, commands, 2.0f, NULL), "2");
    OK(pliantRecordSurface(surface, commands, 1.0f, NULL));
    recordReadBack(application, buffers.positions.buffer, 12 * kCount);
    runCommands(application);
    OK(pliantTakeSnapshot(onCpu, &state));
    OK(pliantGetPositions(state, expected, kCount));
    OK(pliantGetSurfaceVertices(schedule, scene, 0, drawn, kCount));
    for (int i = 0; i < kCount; ++i)
        CHECK(memcmp((const float*)application->mapped + 3 * drawn[i], expected + 3 * i, 12) == 0);
    pliantDestroySolver(solver);
    REFUSED(pliantRecordSurface(surface, application->commands, 1.0f, NULL), "solver has been destroyed");
    REFUSED(pliantGetSurfaceBuffers(surface, &buffers, sizeof buffers), "solver has been destroyed");
    pliantDestroySurface(surface);
    pliantDestroySnapshot(state);
    pliantDestroySolver(onCpu);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(another);
    pliantDestroyScene(scene);
}

// Four vertices at three corners of a cloth: two of them are one, as at a seam.
static const uint32_t kSeamTriangles[] = {0, 1, 2, 1, 3, 2};
static const int kSeamCorners[] = {0, 3, 12, 3};
static const float kSeamTexture[] = {0, 0, 1, 0, 0, 1, 1, 0};

static void badMeshesAreNotDrawn(Application* application, PliantSolver* solver, PliantScene* scene,
                                 const PliantVertexLayout* good) {
    PliantSurface* surface = NULL;
    PliantVertexLayout layout = *good;
    PliantRenderMesh mesh = *good->mesh;
    uint32_t outside[4];
    memcpy(outside, mesh.surfaceVertices, sizeof outside);
    outside[2] = 16;
    layout.mesh = &mesh;
    mesh.triangles = NULL;
    REFUSED(pliantCreateSurface(solver, scene, &layout, &surface), "triangles is null, but its count is 6");
    mesh = *good->mesh;
    mesh.surfaceVertices = outside;
    REFUSED(pliantCreateSurface(solver, scene, &layout, &surface), "vertex 2 of the render mesh is vertex 16");
    mesh = *good->mesh;
    mesh.textureCoordinates = NULL;
    REFUSED(pliantCreateSurface(solver, scene, &layout, &surface), "tangents need a render mesh with texture");
    layout = *good;
    layout.forAccelerationStructures = 1;
    REFUSED(pliantCreateSurface(solver, scene, &layout, &surface), "needs BorrowedDevice::hasAccelerationStructures");
    layout = *good;
    layout.tangentTarget.buffer = application->readBack;
    layout.tangentTarget.sizeBytes = 60;
    REFUSED(pliantCreateSurface(solver, scene, &layout, &surface), "tangentTarget has 60 bytes from offset 0 on");
    CHECK(!surface);
}

static const float* floatsIn(Application* application, VkBuffer buffer, uint32_t sizeBytes) {
    beginCommands(application);
    recordReadBack(application, buffer, sizeBytes);
    runCommands(application);
    return (const float*)application->mapped;
}

static void theSeamIsDrawn(Application* application, PliantSolver* solver, PliantSurface* surface) {
    PliantSurfaceBuffers buffers;
    OK(pliantGetSurfaceBuffers(surface, &buffers, sizeof buffers));
    CHECK(buffers.vertexCount == 4 && buffers.triangleIndices == 6 && buffers.lineIndices == 0);
    CHECK(buffers.previous.buffer && buffers.previous.stride == 12);
    CHECK(buffers.tangents.buffer && buffers.tangents.stride == 16);
    upload(application, solver, surface);
    const VkCommandBuffer commands = beginCommands(application);
    OK(pliantRecordSurface(surface, commands, 1.0f, NULL));
    recordReadBack(application, buffers.positions.buffer, 4 * 16);
    runCommands(application);
    for (int i = 0; i < 4; ++i) {
        const float* place = (const float*)application->mapped + 4 * i;
        const int corner = kSeamCorners[i];
        CHECK(place[0] == (corner == 3 ? 1.0f : 0.0f) && fabsf(place[2]) == (corner == 12 ? 1.0f : 0.0f));
    }
    const float* tangents = floatsIn(application, buffers.tangents.buffer, 4 * 16);
    for (int i = 0; i < 4; ++i)
        CHECK(fabsf(tangents[4 * i] - 1.0f) < 1e-6f && fabsf(tangents[4 * i + 3]) == 1.0f);
    const float* box = floatsIn(application, buffers.bounds.buffer, 32);
    CHECK(buffers.boundsCount == 1 && buffers.bounds.stride == 32 && box[0] == 0.0f && box[4] == 1.0f);
}

static void aMeshOfTheCallersIsDrawn(Application* application, const PliantGpu* gpu) {
    uint32_t vertices[4], drawn[16];
    PliantScene* scene = clothScene(4);
    PliantSchedule* schedule = tiledScheduleOf(scene);
    PliantSolver* solver = NULL;
    PliantSurface* surface = NULL;
    PliantRenderMesh mesh;
    PliantVertexLayout layout;
    OK(pliantGetSurfaceVertices(schedule, scene, 0, drawn, 16));
    for (int i = 0; i < 4; ++i)
        vertices[i] = drawn[kSeamCorners[i]];
    OK(pliantDefaultRenderMesh(&mesh, sizeof mesh));
    mesh.vertexCount = 4;
    mesh.surfaceVertices = vertices;
    mesh.triangles = kSeamTriangles;
    mesh.triangleIndices = 6;
    mesh.textureCoordinates = kSeamTexture;
    OK(pliantDefaultVertexLayout(&layout, sizeof layout));
    layout.mesh = &mesh;
    layout.previousStride = 12;
    layout.tangentStride = 16;
    layout.hasBounds = 1;
    OK(pliantCreateGpuSolver(gpu, schedule, NULL, &solver));
    badMeshesAreNotDrawn(application, solver, scene, &layout);
    OK(pliantCreateSurface(solver, scene, &layout, &surface));
    theSeamIsDrawn(application, solver, surface);
    pliantDestroySurface(surface);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

static void theDefaultSurfaceIsTheSolversBuffer(Application* application, const PliantGpu* gpu) {
    PliantScene* scene = clothScene(4);
    PliantSchedule* schedule = tiledScheduleOf(scene);
    PliantSolver* solver = NULL;
    PliantSurface* surface = NULL;
    PliantSurfaceBuffers buffers;
    PliantVertexStream positions = {0};
    OK(pliantCreateGpuSolver(gpu, schedule, NULL, &solver));
    OK(pliantCreateSurface(solver, scene, NULL, &surface));
    OK(pliantGetSurfaceBuffers(surface, &buffers, sizeof buffers));
    OK(pliantGetPositionBuffer(solver, &positions));
    CHECK(buffers.positions.buffer == positions.buffer && positions.stride == 16);
    upload(application, solver, surface);
    beginCommands(application);
    recordReadBack(application, positions.buffer, 16 * 16);
    runCommands(application);
    uint32_t order[16];
    OK(pliantGetSceneParticles(schedule, order, 16));
    for (int i = 0; i < 16; ++i) {
        const float* place = (const float*)application->mapped + 4 * i;
        CHECK(fabsf(place[0] - (float)(order[i] % 4) / 3.0f) < 1e-6f);
        CHECK((place[3] == 0.0f) == (order[i] == 0 || order[i] == 3));  // the pins
    }
    pliantDestroySurface(surface);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

// A cloth on a ship that moves, drawn about a place near the camera, far from the world's origin.
static void aSurfaceInTheWorldGoesWithItsFrame(Application* application, const PliantGpu* gpu) {
    PliantScene* scene = clothScene(4);
    PliantFrame ship;
    PliantFrameInput input;
    PliantStepInputs inputs;
    PliantVertexLayout layout;
    PliantSurfaceBuffers buffers;
    PliantSolver *solver = NULL, *onCpu = NULL;
    PliantSurface* surface = NULL;
    PliantSnapshot* state = NULL;
    const PliantDVec3 camera = {1e7, 2.0, 0.0};
    float expected[3 * 16];
    uint32_t frame = 99, order[16];
    OK(pliantDefaultFrame(&ship, sizeof ship));
    ship.pose.origin.x = 1e7;
    OK(pliantAddFrame(scene, &ship, &frame));
    OK(pliantSetBodyFrame(scene, 0, frame));
    PliantSchedule* schedule = tiledScheduleOf(scene);
    OK(pliantDefaultVertexLayout(&layout, sizeof layout));
    layout.inWorld = 1;
    OK(pliantCreateGpuSolver(gpu, schedule, NULL, &solver));
    OK(pliantCreateSurface(solver, scene, &layout, &surface));
    OK(pliantGetSurfaceBuffers(surface, &buffers, sizeof buffers));
    OK(pliantCreateCpuSolver(schedule, NULL, &onCpu));
    OK(pliantDefaultFrameInput(&input, sizeof input));
    input.pose.origin.x = 1e7 + 0.25;
    OK(pliantDefaultStepInputs(&inputs, sizeof inputs));
    inputs.frames = &input;
    inputs.frameCount = 1;
    upload(application, solver, surface);
    const VkCommandBuffer commands = beginCommands(application);
    OK(pliantRecordStep(solver, commands, NULL, &inputs));
    OK(pliantStep(onCpu, NULL, &inputs));
    OK(pliantRecordSurface(surface, commands, 1.0f, &camera));
    recordReadBack(application, buffers.positions.buffer, 16 * 16);
    runCommands(application);
    OK(pliantTakeSnapshot(onCpu, &state));
    OK(pliantGetWorldPositions(schedule, state, &camera, expected, 16));
    OK(pliantGetSceneParticles(schedule, order, 16));
    for (int i = 0; i < 16; ++i)
        CHECK(memcmp((const float*)application->mapped + 4 * i, expected + 3 * order[i], 12) == 0);
    CHECK(expected[0] == 0.25f && expected[1] == -2.0f);
    pliantDestroySnapshot(state);
    pliantDestroySurface(surface);
    pliantDestroySolver(solver);
    pliantDestroySolver(onCpu);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

static void whatIsNotLentIsNamed(const Application* application) {
    PliantBorrowedDevice device = lent(application);
    PliantGpu* none = NULL;
    device.device = NULL;
    REFUSED(pliantBorrowGpu(&device, &none), "device is null");
    device = lent(application);
    device.queueFamily = 1000;
    REFUSED(pliantBorrowGpu(&device, &none), "queueFamily is 1000");
    device.structSize = 8;
    REFUSED(pliantBorrowGpu(&device, &none), "PliantBorrowedDevice::structSize is 8");
    CHECK(!none);
}

// A driver whose device is lost while kernels are compiled.
static PFN_vkGetInstanceProcAddr instanceProc = NULL;
static PFN_vkGetDeviceProcAddr deviceProc = NULL;

static VKAPI_ATTR VkResult VKAPI_CALL losePipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                    const VkComputePipelineCreateInfo* infos,
                                                    const VkAllocationCallbacks* allocator, VkPipeline* pipelines) {
    (void)device, (void)cache, (void)count, (void)infos, (void)allocator, (void)pipelines;
    return VK_ERROR_DEVICE_LOST;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL losingDeviceProc(VkDevice device, const char* name) {
    if (strcmp(name, "vkCreateComputePipelines") == 0) return (PFN_vkVoidFunction)losePipelines;
    return deviceProc(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL losingInstanceProc(VkInstance instance, const char* name) {
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)losingDeviceProc;
    return instanceProc(instance, name);
}

static void lostDevicesAreToldApart(const Application* application) {
    PliantBorrowedDevice device = lent(application);
    PliantGpu* gpu = NULL;
    PliantSolver* solver = NULL;
    PliantScene* scene = clothScene(4);
    PliantSchedule* schedule = scheduleOf(scene);
    instanceProc = application->getInstanceProcAddr;
    deviceProc = (PFN_vkGetDeviceProcAddr)instanceProc(application->instance, "vkGetDeviceProcAddr");
    device.getInstanceProcAddr = losingInstanceProc;
    OK(pliantBorrowGpu(&device, &gpu));
    FAILS(pliantCreateGpuSolver(gpu, schedule, NULL, &solver), PLIANT_DEVICE_LOST, "vkCreateComputePipelines");
    CHECK(!solver);
    pliantDestroyGpu(gpu);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
}

int main(void) {
    PliantGpu *own = ourGpu(), *borrowed = NULL;
    Application application;
    if (!own || !openApplication(&application)) return 1;
    devicesAreListed(own);
    hasTheBitsOfTheCpu(own, clothScene(20));
    hasTheBitsOfTheCpu(own, fullScene());
    pliantDestroyGpu(own);

    const PliantBorrowedDevice device = lent(&application);
    OK(pliantBorrowGpu(&device, &borrowed));
    whatIsNotLentIsNamed(&application);
    lostDevicesAreToldApart(&application);
    recordedStepsHaveTheBitsOfTheCpu(&application, borrowed);
    aSurfaceHasTheVerticesOfTheCpu(&application, borrowed);
    aMeshOfTheCallersIsDrawn(&application, borrowed);
    theDefaultSurfaceIsTheSolversBuffer(&application, borrowed);
    aSurfaceInTheWorldGoesWithItsFrame(&application, borrowed);
    anObstacleFollowsABuffer(&application, borrowed);
    pliantDestroyGpu(borrowed);
    closeApplication(&application);
    CHECK(messages == 0);
    if (failures == 0) printf("all is well\n");
    return failures == 0 ? 0 : 1;
}
