// A plugin that holds Pliant, all of it: linking_test.cpp opens it.

#include <fmt/format.h>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/export.h"
#include "pliant/gpu/gpu_solver.h"
#include "pliant/scene/rope.h"

namespace {

pliant::Result<std::size_t> differingParticles() {
    pliant::Scene scene;
    if (const auto rope = pliant::addRope(scene, {}); !rope) return rope.error();
    const auto schedule = pliant::compile(scene);
    if (!schedule) return schedule.error();
    const auto gpu = pliant::Gpu::create();
    if (!gpu) return gpu.error();
    auto onGpu = pliant::GpuSolver::create(*gpu, *schedule);
    if (!onGpu) return onGpu.error();
    auto onCpu = pliant::CpuSolver::create(*schedule);
    if (!onCpu) return onCpu.error();
    for (int frame = 0; frame < 2; ++frame) {
        if (const pliant::Status status = onGpu->step(); !status) return status.error();
        if (const pliant::Status status = onCpu->step(); !status) return status.error();
    }
    const auto snapshot = onGpu->snapshot();
    if (!snapshot) return snapshot.error();
    const auto comparison = pliant::compare(*snapshot, onCpu->snapshot());
    if (!comparison) return comparison.error();
    return comparison->differing;
}

}  // namespace

/// How many particles differ between GPU and CPU; -1 for an error, which is said on standard error.
extern "C" PLIANT_API int pliantDiffering() {
    const auto differing = differingParticles();
    if (differing) return static_cast<int>(*differing);
    fmt::print(stderr, "{}\n", differing.error().message);
    return -1;
}
