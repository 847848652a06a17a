#pragma once

// An obstacle whose vertices are on the device.

#include "lending.h"

// A sheet over a mesh that follows the particles of another cloth, which is the skin.
enum { kSkinCount = 16, kMostPins = 4096 };
typedef struct Follower {
    PliantScene *skin, *scene;
    PliantSchedule *skinSchedule, *schedule;
    PliantSolver *skinOnGpu, *skinOnCpu, *onGpu, *onCpu;
    uint32_t body;
    float vertices[3 * kSkinCount];  // as they lie on the device
} Follower;

static inline void lookAtSkin(Follower* f) {
    float inScene[3 * kSkinCount];
    uint32_t order[kSkinCount];
    PliantSnapshot* state = NULL;
    OK(pliantTakeSnapshot(f->skinOnCpu, &state));
    OK(pliantGetPositions(state, inScene, kSkinCount));
    OK(pliantGetSceneParticles(f->skinSchedule, order, kSkinCount));
    for (int i = 0; i < kSkinCount; ++i)
        memcpy(f->vertices + 3 * i, inScene + 3 * order[i], 12);
    pliantDestroySnapshot(state);
}

static inline Follower follower(const PliantGpu* gpu) {
    static const uint32_t triangles[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1};
    Follower f = {clothScene(4), clothScene(8), NULL, NULL, NULL, NULL, NULL, NULL, 0, {0}};
    PliantObstacle mesh;
    f.skinSchedule = scheduleOf(f.skin);
    OK(pliantCreateGpuSolver(gpu, f.skinSchedule, NULL, &f.skinOnGpu));
    OK(pliantCreateCpuSolver(f.skinSchedule, NULL, &f.skinOnCpu));
    lookAtSkin(&f);
    OK(pliantDefaultObstacle(&mesh, sizeof mesh));
    mesh.surface.vertices = f.vertices;
    mesh.surface.vertexCount = kSkinCount;
    mesh.surface.faceCorners = triangles;
    mesh.surface.cornerCount = 18;
    mesh.thickness = 0.05f;
    OK(pliantAddContact(f.scene, 0, NULL));
    OK(pliantAddObstacle(f.scene, &mesh, &f.body));
    f.schedule = scheduleOf(f.scene);
    OK(pliantCreateGpuSolver(gpu, f.schedule, NULL, &f.onGpu));
    OK(pliantCreateCpuSolver(f.schedule, NULL, &f.onCpu));
    return f;
}

static inline PliantGpuObstacle* skinOf(const Follower* f) {
    PliantGpuObstacle *figure = NULL, *none = NULL;
    PliantVertexSource source;
    PliantVertexStream stream;
    OK(pliantGetPositionBuffer(f->skinOnGpu, &stream));
    OK(pliantDefaultVertexSource(&source, sizeof source));
    REFUSED(pliantCreateGpuObstacle(f->onGpu, f->scene, f->body, &source, &none), "has no buffer");
    source.buffer = stream.buffer;
    source.stride = stream.stride;
    source.sizeBytes = 15 * 16;
    REFUSED(pliantCreateGpuObstacle(f->onGpu, f->scene, f->body, &source, &none), "252 bytes; the buffer has 240");
    source.sizeBytes = 16 * 16;
    REFUSED(pliantCreateGpuObstacle(f->onCpu, f->scene, f->body, &source, &none), "the solver is on the CPU");
    REFUSED(pliantCreateGpuObstacle(f->onGpu, f->scene, 0, &source, &none), "body 0 is no obstacle");
    REFUSED(pliantCreateGpuObstacle(f->onGpu, f->scene, f->body, NULL, &none), "source is null");
    CHECK(!none);
    OK(pliantCreateGpuObstacle(f->onGpu, f->scene, f->body, &source, &figure));
    return figure;
}

static inline void stepByHost(Follower* f) {
    static PliantPin pins[kMostPins];
    PliantBodyInfo info;
    PliantStepInputs inputs;
    OK(pliantStep(f->skinOnCpu, NULL, NULL));
    lookAtSkin(f);
    OK(pliantGetBodyInfo(f->scene, f->body, &info, sizeof info));
    OK(pliantMoveObstacle(f->scene, f->body, f->vertices, kSkinCount, pins, kMostPins));
    OK(pliantDefaultStepInputs(&inputs, sizeof inputs));
    inputs.pins = pins;
    inputs.pinCount = info.particleCount;
    OK(pliantStep(f->onCpu, NULL, &inputs));
}

static inline void anObstacleFollowsABuffer(Application* application, const PliantGpu* gpu) {
    Follower f = follower(gpu);
    PliantGpuObstacle* figure = skinOf(&f);
    PliantObstacleInput follow = {NULL, 0};
    PliantStepInputs inputs;
    OK(pliantDefaultStepInputs(&inputs, sizeof inputs));
    inputs.obstacles = &follow;
    inputs.obstacleCount = 1;
    upload(application, f.skinOnGpu, NULL);
    upload(application, f.onGpu, NULL);
    REFUSED(pliantRecordStep(f.onGpu, application->commands, NULL, &inputs), "obstacle 0: it is null");
    follow.obstacle = figure;
    inputs.obstacleCount = 61;
    REFUSED(pliantRecordStep(f.onGpu, application->commands, NULL, &inputs), "61 obstacles; it takes 60 at most");
    inputs.obstacleCount = 1;
    REFUSED(pliantRecordStep(f.onGpu, application->commands, NULL, &inputs), "before recordUpload()");
    REFUSED(pliantStep(f.onCpu, NULL, &inputs), "in a buffer on a device");
    const VkCommandBuffer commands = beginCommands(application);
    OK(pliantRecordGpuObstacleUpload(figure, commands));
    for (int frame = 0; frame < 4; ++frame) {
        OK(pliantRecordStep(f.skinOnGpu, commands, NULL, NULL));
        OK(pliantRecordStep(f.onGpu, commands, NULL, &inputs));
        stepByHost(&f);
    }
    runCommands(application);
    OK(pliantReleaseGpuObstacleUpload(figure));
    CHECK(recordedState(application, f.onGpu) == stateOf(f.onCpu));
    pliantDestroySolver(f.onGpu);
    REFUSED(pliantRecordStep(f.skinOnGpu, application->commands, NULL, &inputs), "solver has been destroyed");
    pliantDestroyGpuObstacle(figure);
    REFUSED(pliantRecordStep(f.skinOnGpu, application->commands, NULL, &inputs), "obstacle 0: it is no such handle");
    pliantDestroySolver(f.onCpu);
    pliantDestroySolver(f.skinOnGpu);
    pliantDestroySolver(f.skinOnCpu);
    pliantDestroySchedule(f.schedule);
    pliantDestroySchedule(f.skinSchedule);
    pliantDestroyScene(f.scene);
    pliantDestroyScene(f.skin);
}
