#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>

namespace pliant::samples {

/// About z, so that the y axis points along the direction, which has length 1 and is not (0, -1).
glm::quat turnUpTo(glm::dvec2 direction);

}  // namespace pliant::samples
