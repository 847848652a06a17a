#pragma once

#include <optional>
#include <vector>

#include "scene/collider.h"

namespace pliant {

/// What is to happen to one particle in a step. It stays so until told otherwise.
struct PinInput {
    enum class Action : std::uint8_t {
        Move,     ///< pinned, and at `target` when the step ends; it goes there in a straight line
        Hold,     ///< pinned where it is
        Release,  ///< free again, with its own mass
        Pull,     ///< in this step alone drawn towards `target` by a spring; a pinned particle stays where it is
    };
    std::uint32_t particle = 0;  ///< index in the scene
    Action action = Action::Move;
    vec3 target{0.0f};  ///< [m], of Move and Pull
    /// [m/N], of Pull, 0 ... kLargestPullCompliance: how far the spring gives per force; stable whatever it is.
    float compliance = 0.0f;
};

/// What may change from step to step without compiling anew. The same inputs give the same bits on both backends.
struct StepInputs {
    std::vector<PinInput> pins;       ///< a particle at most once, at most kMostPinInputs
    std::vector<Collider> colliders;  ///< all that there are in this step, at most kMostColliders
    std::optional<vec3> wind;         ///< velocity of the air in this step [m/s]; else Environment::wind
};

inline constexpr std::size_t kMostColliders = 64;
inline constexpr std::size_t kMostPinInputs = 65536;
inline constexpr float kLargestPullCompliance = 1e6f;  ///< [m/N]

}  // namespace pliant
