#pragma once

#include <span>
#include <vector>

#include "pliant/schedule/pass_kinds.h"

namespace pliant {

/// The forms that the kernel of a kind of pass may have.
enum class KernelForm {
    Single,    ///< an invocation takes an item of one pass
    Chained,   ///< one workgroup runs several short passes one after another
    InFrames,  ///< in place of Single in scenes with frames of reference
};
inline constexpr std::size_t kKernelFormCount = 3;

/// The SPIR-V of the kernel of a kind of pass; nothing if the kind has no such form. All kernels ask the device to
/// round to nearest even, and to keep NaN, infinities and the signs of zeros.
std::span<const std::uint32_t> kernelCode(PassKind kind, KernelForm form);

/// The same of the kernel that takes whole bodies through a step, each by a workgroup, or by one invocation alone.
std::span<const std::uint32_t> stepWholeBodiesCode(bool isAlone, bool inFrames);

/// The same of the kernels that write what is drawn.
enum class SurfaceKernel { PlaceVertices, PlaceVerticesInWorld, GatherNormals, GatherTangents, ReduceBounds };
std::span<const std::uint32_t> kernelCode(SurfaceKernel kernel);

/// And of the one in which an invocation takes a tile alone, and of that of Integrate which reads texels.
std::span<const std::uint32_t> sweepTilesAloneCode();
std::span<const std::uint32_t> integrateByTexelsCode();

/// And of the one that runs a chain of passes over coarse levels.
std::span<const std::uint32_t> levelsChainedCode();

/// And of the one in which a workgroup looks for the neighbours of a group of particles together.
std::span<const std::uint32_t> findNeighboursTogetherCode();

/// And of the one that places an obstacle whose vertices are in a buffer of the application's.
std::span<const std::uint32_t> placeObstacleCode();

/// A kernel for a device that does not know how to do what it asks for: without that.
std::vector<std::uint32_t> withoutRounding(std::span<const std::uint32_t> code);

/// All of them.
struct NamedKernel {
    const char* name;  ///< "SolveSticks"
    std::span<const std::uint32_t> code;
};
std::vector<NamedKernel> allKernels();

}  // namespace pliant
