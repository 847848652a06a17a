#pragma once

#include <cstdint>
#include <vector>

#include "pliant/export.h"
#include "pliant/schedule/geodesic.h"

namespace pliant {

/// Most tethers that a particle has.
inline constexpr std::uint32_t kTethersPerParticle = 4;

/// Length of a tether that is not there [m].
inline constexpr float kNoTether = 1e9f;

/// Long-range attachments: a particle may not get farther from a pinned one than the way along the surface is long
/// (Kim, Chentanez and Mueller, "Long Range Attachments", SCA 2012). They pull and never push.
struct TetherTable {
    std::uint32_t perParticle = 0;       ///< K, 0 if nothing is pinned
    std::vector<std::uint32_t> anchors;  ///< at [k * particles + i] the pinned particle, or i where there is none
    std::vector<float> lengths;          ///< in the same order [m], kNoTether where there is none
};

/// The pinned particles of every connected part of the surface are divided into up to `most` clusters, well
/// spread by farthest-point sampling along the surface (Gonzalez 1985), and every free particle is tethered to the
/// nearest pinned one of each cluster of its part. perParticle is the largest number of clusters of any part.
///
/// `pinned` holds one entry per vertex, not 0 where it is pinned. Lengths are multiplied by 1 + slack, slack >= 0.
/// Deterministic. Takes at most 2 perParticle times as long as distancesFrom(), however many parts there are.
PLIANT_API TetherTable makeTethers(const SurfaceGraph& graph, const std::vector<std::uint8_t>& pinned, float slack,
                                   std::uint32_t most = kTethersPerParticle);

}  // namespace pliant
