#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>

namespace pliant::samples {

/// Cosine and sine of an angle [rad], |angle| <= 7. Not those of the machine's library, whose last bit depends on it.
glm::dvec2 directionAt(double angle);

/// About z, so that the y axis points along the direction, which has length 1 and is not (0, -1).
glm::quat turnUpTo(glm::dvec2 direction);

}  // namespace pliant::samples
