#pragma once

#include "pliant/python/records.h"

namespace pliant::python {

/// A Snapshot as Python has it. No vector in it ever changes its size: arrays look into them.
struct State {
    Snapshot snapshot;
    std::vector<std::uint8_t>
        forced;  ///< per particle: 1 where forces move it, and snapshot.velocities counts; or empty

    State() = default;
    State(const Schedule& schedule, Snapshot taken);
};

template <>
inline constexpr bool kIsBound<State> = true;

/// Positions of a scene's particles, from a Snapshot or an array (n, 3).
std::vector<vec3> readPositions(py::handle from, const Scene& scene);

}  // namespace pliant::python
