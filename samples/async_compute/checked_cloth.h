#pragma once

#include <memory>

#include <pliant/pliant.hpp>
#include "pliant/gpu/gpu_surface.h"
#include "two_queues.h"

namespace async_compute {

/// A cloth on a borrowed device, and the same cloth on the CPU.
struct Cloth {
    pliant::SchedulePtr schedule;
    pliant::Surface surface;
    pliant::GpuSolver solver;
    pliant::GpuSurface vertices;
    pliant::CpuSolver onCpu;
};

pliant::Result<std::unique_ptr<Cloth>> makeCloth(const TwoQueues& device);

/// Goes one step further on the CPU, and says where the vertices that were read back are not the same, bit by bit.
pliant::Status checkNextFrame(Cloth& cloth, const HostBuffer& positions, const HostBuffer& normals);

}  // namespace async_compute
