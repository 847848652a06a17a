#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pliant/scene/collider.h"

namespace pliant {

/// What is to happen to one particle in a step. It stays so until told otherwise.
struct PinInput {
    /// What is done to it.
    enum class Action : std::uint8_t {
        Move,     ///< pinned, and at `target` when the step ends; it goes there in a straight line
        Hold,     ///< pinned where it is
        Release,  ///< free again, with its own mass
        Pull,     ///< in this step alone drawn towards `target` by a spring; a pinned particle stays where it is
    };
    std::uint32_t particle = 0;    ///< index in the scene
    Action action = Action::Move;  ///< what is done to it
    vec3 target{0.0f};             ///< [m], of Move and Pull; in the coordinates of `frame`
    /// [m/N], of Pull, 0 ... kLargestPullCompliance: how far the spring gives per force; stable whatever it is.
    float compliance = 0.0f;
    /// Frame of the scene that the target is given in, as it is when the step ends, or kWorld; none: the particle's
    /// own. The straight line is one in the particle's own frame.
    std::optional<std::uint32_t> frame;
};

/// Where a frame of reference is to be when the step ends. It stays there, with that share, until told otherwise.
struct FrameInput {
    /// How it gets there.
    enum class Action : std::uint8_t {
        Move,  ///< goes there during the step: in a straight line, turning about one axis by the shorter way
        Jump,  ///< is there at once, with all that is in it, and nobody feels it; the speed that it had goes along
    };
    std::uint32_t frame = 0;        ///< index in the scene
    Action action = Action::Move;   ///< how it gets there
    FramePose pose;                 ///< Move: at most 1e6 m from where it was
    std::optional<double> inertia;  ///< Frame::inertia from this step on
};

class GpuObstacle;

/// An obstacle that goes in this step where its vertices are in a buffer of the application's: see gpu/gpu_obstacle.h.
/// For GpuSolver alone. Such a step wakes what is asleep: nobody but the device knows whether the vertices have moved.
struct ObstacleInput {
    const GpuObstacle* obstacle =
        nullptr;               ///< of the solver that takes the step; it lives as long as that is in flight
    std::uint64_t offset = 0;  ///< [bytes] of the first vertex, from VertexSource::offset on, where a buffer has
                               ///< several poses; a multiple of 4
};

/// What may change from step to step without compiling anew. The same inputs give the same bits on both backends.
struct StepInputs {
    std::vector<PinInput> pins;            ///< a particle at most once, at most kMostPinInputs
    std::vector<Collider> colliders;       ///< all that there are in this step, at most kMostColliders
    std::optional<vec3> wind;              ///< velocity of the air in this step [m/s]; else Environment::wind
    std::vector<FrameInput> frames;        ///< a frame at most once; those that are not named rest
    std::vector<ObstacleInput> obstacles;  ///< an obstacle at most once, and without pins of its own
};

/// Of all that they say; never 0.
PLIANT_API std::uint64_t hashOf(const StepInputs& inputs);

/// Colliders that a step may have.
inline constexpr std::size_t kMostColliders = 64;
/// Pin inputs that a step may have.
inline constexpr std::size_t kMostPinInputs = 65536;
inline constexpr float kLargestPullCompliance = 1e6f;  ///< [m/N]

}  // namespace pliant
