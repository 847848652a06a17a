#include "differences.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::cli {
namespace {

// Of two places or velocities [m, m/s]. Infinite where only one of them is a place, and tiny where they differ but for the sign of a zero.
float differenceOf(vec3 a, vec3 b) {
    if (sameBits(a, b)) return 0.0f;
    float largest = std::numeric_limits<float>::min();
    for (int axis = 0; axis < 3; ++axis) {
        if (ulpDistance(a[axis], b[axis]) == 0) continue;
        const float difference = std::abs(a[axis] - b[axis]);
        if (std::isnan(difference)) return std::numeric_limits<float>::infinity();
        largest = std::max(largest, difference);
    }
    return largest;
}

}  // namespace

void Differences::add(std::uint32_t frame, const Snapshot& a, const Snapshot& b, const Comparison& comparison) {
    lost = std::max(a.lost, b.lost);
    lastA = a.positions;
    lastB = b.positions;
    turns = std::max(turns, comparison.differingTurns);
    if (comparison.differing == 0) return;
    maxAbs = std::max(maxAbs, comparison.maxAbs);
    maxUlp = std::max(maxUlp, comparison.maxUlp);
    if (!firstFrame) {
        firstFrame = frame;
        firstParticle = comparison.firstParticle;
    }
    for (std::size_t i = comparison.firstParticle; i < largest.size(); ++i) {
        const float now = differenceOf(a.positions[i], b.positions[i]);
        largest[i] = std::max({largest[i], now, differenceOf(a.previous[i], b.previous[i])});
        if (i < a.velocities.size()) largest[i] = std::max(largest[i], differenceOf(a.velocities[i], b.velocities[i]));
    }
}

std::size_t Differences::count() const {
    const auto differs = [](float difference) { return difference > 0.0f; };
    return static_cast<std::size_t>(std::count_if(largest.begin(), largest.end(), differs));
}

}  // namespace pliant::cli
