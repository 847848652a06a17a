#pragma once

#include <cstdint>
#include <optional>

namespace pliant {

/// What takes a tile in the passes of Method::Tiles, and a whole body.
enum class TileForm : std::uint8_t {
    Auto,       ///< chosen for the device: invocations on one that is a CPU, where its limits allow it, else workgroups
    Workgroup,  ///< 16 bytes of shared memory for each particle of the largest tile, 32 of a whole body
    Invocation,  ///< 16 bytes of its own memory, 44 for a whole body: for processors with large caches
};

/// How a solver uses its device. It changes no bit of the results.
struct GpuSolverOptions {
    /// Invocations in a workgroup: a power of two from 8 to 1024, within the device's limits; 0: chosen for the device.
    std::uint32_t workgroupSize = 0;

    /// Neighbouring passes over at most so many sticks, bends or elements each, and over twice as many clusters of
    /// coarse levels, are run by one workgroup, as a chain: one dispatch instead of many. 0: never; none: chosen for
    /// the device.
    std::optional<std::uint32_t> chainedItems;

    TileForm tileForm = TileForm::Auto;  ///< also of a whole body

    /// Whole bodies (CompileOptions::wholeParticles) go through a step in one dispatch, where the device has room for
    /// them and so many storage buffers per kernel: 27 by invocation, 31 by workgroup, and two more in scenes with
    /// frames of reference. false: pass after pass.
    bool wholeBodies = true;
};

}  // namespace pliant
