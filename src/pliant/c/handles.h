#pragma once

// What is behind the handles of pliant/pliant.h.

#include <memory>
#include <optional>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/gpu_obstacle.h"
#include "pliant/gpu/gpu_solver.h"
#include "pliant/gpu/gpu_surface.h"
#include "pliant/pliant.h"
#include "pliant/scene/obstacle.h"
#include "pliant/scene/rigid_body.h"

struct PliantScene {
    pliant::Scene scene;
    std::vector<pliant::Obstacle> obstacles;  // in the order of their bodies
    std::vector<pliant::RigidBody> rigid;     // likewise
};

struct PliantSchedule {
    pliant::SchedulePtr schedule;
};

struct PliantGpu {
    std::shared_ptr<pliant::Gpu> gpu;
};

struct PliantSolver {
    std::optional<pliant::CpuSolver> cpu;  // one of the two
    std::shared_ptr<pliant::GpuSolver> gpu;
    pliant::StepInputs inputs;  // of the last step: memory for the next
};

struct PliantSurface {
    pliant::GpuSurface surface;
    std::weak_ptr<pliant::GpuSolver> solver;  // nothing can be recorded once it is gone
};

struct PliantGpuObstacle {
    pliant::GpuObstacle obstacle;
    std::weak_ptr<pliant::GpuSolver> solver;  // likewise
};

struct PliantSnapshot {
    pliant::Snapshot snapshot;
};
