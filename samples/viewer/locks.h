#pragma once

#include <array>
#include <optional>

#include "viewer/touch.h"

namespace pliant::viewer {

/// The first and the last particles of a scene's ropes, to be locked and unlocked together.
struct Locks {
    enum End { Start, Last };
    std::array<std::vector<std::uint32_t>, 2> particles;  ///< per End

    bool isEmpty() const { return particles[Start].empty(); }
    bool isLocked(const Touch& touch, End end) const;
    /// `positions` of the scene, as it is.
    void toggle(Touch& touch, End end, std::span<const vec3> positions) const;
};

/// None of a scene that has many ropes, or something else.
Locks locksOf(const Scene& scene);

}  // namespace pliant::viewer
