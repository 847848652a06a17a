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

/// The SPIR-V of the kernel of a kind of pass, with or without the request to round to nearest even; nothing if the
/// kind has no such form.
std::span<const std::uint32_t> kernelCode(PassKind kind, KernelForm form, bool roundToEven);

/// The same of the kernel that takes whole bodies through a step, each by a workgroup, or by one invocation alone.
std::span<const std::uint32_t> stepWholeBodiesCode(bool isAlone, bool inFrames, bool roundToEven);

/// The same of the kernels that write what is drawn.
enum class SurfaceKernel { PlaceVertices, PlaceVerticesInWorld, GatherNormals, GatherTangents, ReduceBounds };
std::span<const std::uint32_t> kernelCode(SurfaceKernel kernel, bool roundToEven);

/// And of the one in which an invocation takes a tile alone, and of that of Integrate which reads texels.
std::span<const std::uint32_t> sweepTilesAloneCode(bool roundToEven);
std::span<const std::uint32_t> integrateByTexelsCode(bool roundToEven);

/// And of the one that runs a chain of passes over coarse levels.
std::span<const std::uint32_t> levelsChainedCode(bool roundToEven);

/// And of the one in which a workgroup looks for the neighbours of a group of particles together.
std::span<const std::uint32_t> findNeighboursTogetherCode(bool roundToEven);

/// And of the one that places an obstacle whose vertices are in a buffer of the application's.
std::span<const std::uint32_t> placeObstacleCode(bool roundToEven);

/// All of them.
struct NamedKernel {
    const char* name;  ///< "SolveSticks"
    std::span<const std::uint32_t> code;
};
std::vector<NamedKernel> allKernels(bool roundToEven);

}  // namespace pliant
