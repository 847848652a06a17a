#pragma once

#include <span>

#include "pliant/export.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// Named places on a grid. "First row" is row 0, where GridDescription::corner lies.
enum class GridPlace {
    FirstRow,         ///< every particle of row 0
    LastRow,          ///< of row rows - 1
    FirstColumn,      ///< every particle of column 0
    LastColumn,       ///< of column columns - 1
    FirstRowStart,    ///< the corner of the first row and the first column
    FirstRowEnd,      ///< the corner of the first row and the last column
    LastRowStart,     ///< the corner of the last row and the first column
    LastRowEnd,       ///< the corner of the last row and the last column
    FirstRowCorners,  ///< both ends of the first row
    FourCorners,      ///< both ends of the first and the last row
};

/// Pins particles of the body, given by the user's own vertex numbers. Errors: no such body, one that breaks the rules
/// of Body, a vertex out of range (named). On error nothing is pinned. The same holds for the other pins.
PLIANT_API Status pinVertices(Scene& scene, std::uint32_t body, std::span<const std::uint32_t> vertices);

/// Pins a named place of a grid. Errors: the body is no grid.
PLIANT_API Status pinPlace(Scene& scene, std::uint32_t body, GridPlace place);

/// Pins the body's particles that lie in the box, its faces included [m]. Errors: a corner that is not finite, low
/// above high, no particle in the box.
PLIANT_API Status pinBox(Scene& scene, std::uint32_t body, vec3 low, vec3 high);

}  // namespace pliant
