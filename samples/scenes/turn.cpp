#include "scenes/turn.h"

#include <cmath>

namespace pliant::samples {

// The series of both, of an angle that is a sixteenth, and doubled four times: (c + i s)^2 = c^2 - s^2 + 2 i c s.
glm::dvec2 directionAt(double angle) {
    const double x = angle / 16.0, square = x * x;
    double cosine = 0.0, sine = 0.0;
    for (int term = 12; term >= 0; term -= 2) {
        cosine = 1.0 - cosine * square / ((term + 1.0) * (term + 2.0));
        sine = 1.0 - sine * square / ((term + 2.0) * (term + 3.0));
    }
    glm::dvec2 result(cosine, sine * x);
    for (int i = 0; i < 4; ++i)
        result = {result.x * result.x - result.y * result.y, 2.0 * result.x * result.y};
    return result;
}

// With the half angle: cos^2 = (1 + cos) / 2, sin = sin of the whole / (2 cos).
glm::quat turnUpTo(glm::dvec2 direction) {
    const double half = std::sqrt(0.5 * (1.0 + direction.y));
    return {static_cast<float>(half), 0.0f, 0.0f, static_cast<float>(-0.5 * direction.x / half)};
}

}  // namespace pliant::samples
