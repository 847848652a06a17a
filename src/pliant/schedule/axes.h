#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pliant/scene/scene.h"

namespace pliant {

/// Particles of a rope, or rows or columns of a grid, or what stands in for them on a coarser level.
struct Axis {
    std::vector<double> places;  ///< in lengths of a stick, from the first particle
    std::vector<double> masses;  ///< [kg], but for a factor
    std::vector<char> isPinned;  ///< all that lies there

    std::uint32_t count() const { return static_cast<std::uint32_t>(places.size()); }
};

/// Particle (column, row) has the mass of its column times that of its row. A rope is a grid of one row.
struct GridAxes {
    Axis columns, rows;
};

/// None of a body that is neither rope nor grid, that another integrator than Verlet moves, or whose masses are not
/// those of rows times those of columns.
std::optional<GridAxes> axesOf(const Scene& scene, const Body& body);

/// Where the places of an axis go on the next level.
struct Threes {
    std::vector<std::uint32_t> of;     ///< per place: that of the next level
    std::vector<std::uint32_t> first;  ///< first place of each, and one more for the end
    Axis coarse;                       ///< the next level
    std::vector<double> shares;        ///< per place: of the mass of all that goes there
};

/// Threes; what is left over joins the last. Of places at which all is pinned each is by itself.
Threes cutIntoThrees(const Axis& axis);

}  // namespace pliant
