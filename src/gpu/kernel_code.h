#pragma once

#include <span>

#include "schedule/schedule.h"

namespace pliant {

/// The SPIR-V of the kernel of a kind of pass, with or without the request to round to nearest even.
std::span<const std::uint32_t> kernelCode(PassKind kind, bool roundToEven);

/// The same of the kernel that takes its place in scenes with frames of reference; nothing for kinds that these do not
/// concern.
std::span<const std::uint32_t> kernelCodeInFrames(PassKind kind, bool roundToEven);

/// The same of the kernel that takes whole bodies through a step, each by a workgroup, or by one invocation alone.
std::span<const std::uint32_t> stepWholeBodiesCode(bool isAlone, bool inFrames, bool roundToEven);

/// The same of the kernels that write what is drawn.
enum class SurfaceKernel { PlaceVertices, PlaceVerticesInWorld, GatherNormals };
inline constexpr std::size_t kSurfaceKernelCount = 3;
std::span<const std::uint32_t> kernelCode(SurfaceKernel kernel, bool roundToEven);

/// And of those that run several passes in turn.
enum class TurnKernel { SolveSticks, SolveBends, SolveTets };
inline constexpr std::size_t kTurnKernelCount = 3;
std::span<const std::uint32_t> kernelCode(TurnKernel kernel, bool roundToEven);

/// And of the one in which an invocation takes a tile alone.
std::span<const std::uint32_t> sweepTilesAloneCode(bool roundToEven);

}  // namespace pliant
