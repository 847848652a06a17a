#pragma once

#include <cstdint>

#include "pliant/export.h"

namespace pliant {

struct DeviceInfo;

/// In which order the invocations of a kernel take its items. No bit depends on it: tests try all three, so that a race
/// or a missing barrier shows, on software Vulkan too.
enum class ItemOrder : std::uint32_t {
    Numbered,   ///< ascending, as Vulkan numbers them
    Backwards,  ///< the last item first
    Shuffled,   ///< workgroups, and invocations within each
};

/// How a device is driven: what is known of it and Vulkan does not tell. It changes no bit of the results.
struct GpuTraits {
    bool isCpu = false;                  ///< one invocation takes a tile or a whole body alone
    std::uint32_t passWorkgroup = 64;    ///< invocations of a pass's workgroups, at most
    std::uint32_t stickWorkgroup = 64;   ///< the same of a pass over sticks
    std::uint32_t chainWorkgroup = 512;  ///< of the one workgroup that runs a chain of short passes, at most
    std::uint32_t chainedItems = 1024;   ///< of a short pass, at most; 0: one for each invocation of that workgroup
    /// Invocations that share a particle which others touch, at most. With more than one a workgroup looks for the
    /// neighbours of eight particles together.
    std::uint32_t contactLanes = 4;
    std::uint64_t mostLoops = ~std::uint64_t(0);  ///< the loops of an invocation go round no more often, in all
    /// [bytes] of its own that an invocation may have at least: what TileForm::Invocation keeps a tile or a body in.
    std::uint32_t ownBytes = 8192;
    double sticksPerSecond = 2e8;  ///< [1/s] at least, one pass after another; dispatches are cut by it: pass_work.h
    double loopsPerSecond = 5e5;   ///< [1/s] rounds of an invocation's loops, at least; likewise
    ItemOrder itemOrder = ItemOrder::Numbered;  ///< other than Numbered for tests alone
    /// Kernels of a step in which all sleeps (scene/sleep.h) are left out by the device itself, if it has
    /// VK_EXT_conditional_rendering.
    bool skipsSleep = true;
    bool isMemoryDirty = false;  ///< for tests: buffers that are not filled at creation begin as NaN
};

/// What was measured of software Vulkan, or the defaults above. Workgroups are powers of two from 8 to 1024, lanes
/// from 1 to 1024, loops at least kLeastLoops, also in kLongestDispatch, and at least a stick is solved per second, or
/// Gpu::create() says so.
PLIANT_API GpuTraits traitsOf(const DeviceInfo& device);
/// GpuTraits::mostLoops is at least this.
inline constexpr std::uint64_t kLeastLoops = 10'000;

}  // namespace pliant
