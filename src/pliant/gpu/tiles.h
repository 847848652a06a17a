#pragma once

#include "pliant/export.h"
#include "pliant/gpu/gpu.h"
#include "pliant/gpu/solver_options.h"
#include "pliant/schedule/schedule.h"

namespace pliant {

/// Sizes of tiles and whole bodies that a device has room for: at most 1,024 particles, 16 bytes of its shared memory
/// for each of a tile, 32 for each of a whole body. The defaults of CompileOptions fit every device, so that results
/// are the same on all of them; with these they depend on the device.
PLIANT_API CompileOptions compileOptionsFor(const DeviceInfo& device);

/// `asked`, worked out where it is Auto: by invocation on a device that is a CPU, if the largest tile has at most
/// kMostAlone particles, within GpuTraits::ownBytes, and the buffers are not too long for texels; else by workgroup.
PLIANT_API TileForm tileFormOn(const Gpu& gpu, const Schedule& schedule, TileForm asked);

/// An invocation's own memory is a stack, whose size Vulkan does not tell.
inline constexpr std::uint32_t kMostAlone = 1024;

/// Whether the device can sweep over the schedule's tiles in that form. Errors: more memory, particles or texels
/// needed than there are (both numbers are named).
PLIANT_API Status checkTiles(const Gpu& gpu, const Schedule& schedule, TileForm form);

/// Particles of the largest tile, at least 1.
PLIANT_API std::uint32_t largestTile(const Schedule& schedule);

/// The response of all sticks in tiles, or kStickResponseCount where they differ.
PLIANT_API std::uint32_t responseOfTiles(const Schedule& schedule);

/// Invocations that share a tile: as many as the sticks of a run, within 64 ... 256 and the device's limits; as few as
/// possible on a CPU.
PLIANT_API std::uint32_t chooseTileWorkgroup(const Gpu& gpu, const Schedule& schedule);

/// Sweeps that a dispatch of so large workgroups can make over all tiles; 0: not even one, with the device's limit to
/// loops.
PLIANT_API std::uint32_t sweepsAtOnce(const Gpu& gpu, const Schedule& schedule, TileForm form, std::uint32_t workgroup);

}  // namespace pliant
