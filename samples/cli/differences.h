#pragma once

#include <optional>

#include "state/snapshot.h"

namespace pliant::cli {

/// By how much two runs differ in all their frames together.
struct Differences {
    std::vector<float> largest;  ///< per particle, in any frame [m, m/s]; more than 0 wherever a bit differs
    double maxAbs = 0.0;         ///< [m]
    std::uint64_t maxUlp = 0;
    std::optional<std::uint32_t> firstFrame;
    std::optional<std::size_t> firstParticle;
    std::size_t turns = 0;           ///< shapes whose turns differ, in the frame with most of them
    std::uint64_t lost = 0;          ///< positions that were not kept, on the side that lost more
    std::vector<vec3> lastA, lastB;  ///< positions in the last frame

    explicit Differences(std::size_t particles) : largest(particles, 0.0f) {}

    void add(std::uint32_t frame, const Snapshot& a, const Snapshot& b, const Comparison& comparison);

    std::size_t count() const;  ///< of the particles that differ
};

}  // namespace pliant::cli
