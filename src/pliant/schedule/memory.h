#pragma once

#include "pliant/schedule/schedule.h"

namespace pliant {

/// Bytes that something takes.
struct MemoryUse {
    const char* what;
    std::uint64_t bytes;
};

/// What a schedule takes on the host; nothing that is empty.
std::vector<MemoryUse> hostMemory(const Schedule& schedule);

/// What a CpuSolver of it takes besides.
std::vector<MemoryUse> solverMemory(const Schedule& schedule);

std::uint64_t sumOf(const std::vector<MemoryUse>& uses);

}  // namespace pliant
