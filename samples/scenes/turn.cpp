#include "scenes/turn.h"

#include <cmath>

namespace pliant::samples {

// With the half angle: cos^2 = (1 + cos) / 2, sin = sin of the whole / (2 cos).
glm::quat turnUpTo(glm::dvec2 direction) {
    const double half = std::sqrt(0.5 * (1.0 + direction.y));
    return {static_cast<float>(half), 0.0f, 0.0f, static_cast<float>(-0.5 * direction.x / half)};
}

}  // namespace pliant::samples
