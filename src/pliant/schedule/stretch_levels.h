#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pliant/scene/scene.h"
#include "pliant/schedule/clusters.h"

namespace pliant {

/// What a stick between clusters gives one below it.
struct StretchShare {
    std::uint32_t stick;  ///< of the level below, or of the scene
    double number;        ///< share of its tension
};

/// An elastic stick between two clusters of one level, see src/pliant/shared/cluster.h.
struct StretchStick {
    std::array<std::uint32_t, 2> clusters;
    double length = 0.0;               ///< [m]
    double compliance = 0.0;           ///< [m/N]
    double damping = 0.0;              ///< [s]
    std::vector<StretchShare> shares;  ///< those below it that are on the ways from one to the other
};

/// Clusters of one level, and elastic sticks between them.
struct StretchLevel {
    ClusterLevel clusters;  ///< without sticks; of the first level of particles of the scene
    std::vector<StretchStick> sticks;
    std::uint32_t firstCluster = 0;  ///< the number of the first one among all of the level, see joinLevels()
};

/// Per particle of the scene: 1 if it is of a rope or grid some of whose sticks one sweep would leave softer than they
/// should be. Empty where there is none.
std::vector<std::uint8_t> findStretched(const Scene& scene);

/// Levels of ropes and grids whose sticks stretch without a limit, the finest first. Those are left out that have rigid
/// sticks, limited ones or woven triangles, or particles in other clusters: `isTaken`, per particle of the scene.
///
/// Particles go in threes along a rope, three by three on a grid, as bends have them. A rope or a grid has one more
/// level as long as the last has sticks that one sweep would leave softer than they should be, in substeps of 1/720 s.
/// Sticks count that are compliant, have no limit and resist being pressed as being stretched, between neighbours along
/// rows, columns and diagonals. Deterministic.
std::vector<StretchLevel> makeStretchLevels(const Scene& scene, const std::vector<std::uint8_t>& isTaken);

/// Puts their clusters behind those of the same level, and says where. Particles become those of the schedule.
void joinLevels(const std::vector<std::uint32_t>& localParticle, std::vector<StretchLevel>& stretch,
                std::vector<ClusterLevel>& levels);

}  // namespace pliant
