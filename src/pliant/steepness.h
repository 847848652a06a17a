#pragma once

#include <algorithm>

namespace pliant {

/// Below this share of the sum of squared gradients at rest a push fades out, see shared/measure.h. Of enclosures:
/// where all has shrunk to a tenth of its size, in space. Gas may be pressed together that far.
inline constexpr double kFadingEnclosure = 1e-4;
/// Of tetrahedra: where they are slivers, which would shoot off to become large again.
inline constexpr double kFadingTet = 1e-2;

/// A compliance by the square of the measure at rest. What is next to nothing becomes 0 and what is next to everything
/// stays within range of a float when it is divided by the square of a step: neither can be seen beside inverse masses.
inline float scaledCompliance(double compliance, double measure) {
    const double scaled = compliance / (measure * measure);
    return scaled < 1e-25 ? 0.0f : static_cast<float>(std::min(scaled, 1e15));
}

}  // namespace pliant
