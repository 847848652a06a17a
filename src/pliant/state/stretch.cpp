#include "pliant/state/stretch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pliant/maths.h"

namespace pliant {

Stretch measureStretch(const Scene& scene, const std::vector<vec3>& positions) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr Stretch kNone{kNan, kNan, kNan, kNan};
    if (positions.size() != scene.positions.size()) return kNone;
    std::vector<double> errors;
    errors.reserve(scene.sticks.size());
    double sum = 0.0, pressed = 0.0;
    for (const SceneStick& stick : scene.sticks) {
        if (stick.kind != StickKind::Structural || stick.restLength <= 0.0f) continue;
        const double x = double(positions[stick.a].x) - positions[stick.b].x;
        const double y = double(positions[stick.a].y) - positions[stick.b].y;
        const double z = double(positions[stick.a].z) - positions[stick.b].z;
        const double rest = stick.restLength;
        const double error = (std::sqrt(x * x + y * y + z * z) - rest) / rest;
        errors.push_back(std::max(error, 0.0));
        sum += errors.back();
        pressed += errors.back() - error;
    }
    if (errors.empty()) return {};
    if (std::isnan(pressed)) return kNone;
    const auto p99 = errors.begin() + std::ptrdiff_t((errors.size() - 1) * 99 / 100);
    std::nth_element(errors.begin(), p99, errors.end());
    const auto count = double(errors.size());
    return {sum / count, *p99, *std::max_element(p99, errors.end()), pressed / count};
}

std::size_t countNonFinite(const std::vector<vec3>& positions) {
    return static_cast<std::size_t>(
        std::count_if(positions.begin(), positions.end(), [](vec3 p) { return !isFinite(p); }));
}

}  // namespace pliant
