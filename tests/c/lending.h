#pragma once

// An application's device, lent to Pliant.

#include "scenes.h"
// After pliant.h, as application.c has it before.
#include "application.h"

static inline PliantBorrowedDevice lent(const Application* application) {
    PliantBorrowedDevice device;
    OK(pliantDefaultBorrowedDevice(&device, sizeof device));
    device.getInstanceProcAddr = application->getInstanceProcAddr;
    device.instance = application->instance;
    device.physicalDevice = application->physicalDevice;
    device.device = application->device;
    device.apiVersion = VK_API_VERSION_1_2;
    device.queueFamily = application->queueFamily;
    return device;
}

static inline void upload(Application* application, PliantSolver* solver, PliantSurface* surface) {
    const VkCommandBuffer commands = beginCommands(application);
    OK(pliantRecordUpload(solver, commands));
    if (surface) OK(pliantRecordSurfaceUpload(surface, commands));
    runCommands(application);
    OK(pliantReleaseUpload(solver));
    if (surface) OK(pliantReleaseSurfaceUpload(surface));
}

static inline uint64_t recordedState(Application* application, PliantSolver* solver) {
    PliantSnapshot* snapshot = NULL;
    OK(pliantRecordSnapshot(solver, beginCommands(application)));
    runCommands(application);
    OK(pliantTakeRecordedSnapshot(solver, &snapshot));
    const uint64_t hash = hashOf(snapshot);
    pliantDestroySnapshot(snapshot);
    return hash;
}
