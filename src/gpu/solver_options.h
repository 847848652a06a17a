#pragma once

#include <cstdint>
#include <optional>

namespace pliant {

/// How a solver uses its device. It changes no bit of the results.
struct GpuSolverOptions {
    /// Invocations in a workgroup: a power of two from 8 to 1024, within the device's limits; 0: chosen for the device.
    std::uint32_t workgroupSize = 0;

    /// Neighbouring passes over at most so many sticks, bends or tetrahedra each are run by one workgroup in turn: one
    /// dispatch instead of many. 0: never; none: chosen for the device.
    std::optional<std::uint32_t> itemsInTurn;
};

}  // namespace pliant
