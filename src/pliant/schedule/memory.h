#pragma once

#include "pliant/export.h"
#include "pliant/schedule/schedule.h"

namespace pliant {

/// Bytes that something takes.
struct MemoryUse {
    const char* what;     ///< in words: what the bytes hold
    std::uint64_t bytes;  ///< above 0
};

/// What a schedule takes on the host; nothing that is empty.
PLIANT_API std::vector<MemoryUse> hostMemory(const Schedule& schedule);

/// What a CpuSolver of it takes besides.
PLIANT_API std::vector<MemoryUse> solverMemory(const Schedule& schedule);

/// The bytes of all of them.
PLIANT_API std::uint64_t sumOf(const std::vector<MemoryUse>& uses);

}  // namespace pliant
