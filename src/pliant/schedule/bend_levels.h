#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pliant/schedule/clusters.h"
#include "pliant/schedule/schedule.h"

namespace pliant {

/// From a bend to one between clusters.
struct BendShare {
    std::uint32_t bend;  ///< its number in its level
    double number;       ///< share of its moment; of compliance [m/N]
};

/// Lists, one after another.
struct BendShares {
    std::vector<std::uint32_t> first{0};  ///< of each list, and one more for the end
    std::vector<BendShare> all;
};

/// A bend between clusters of one level.
struct ClusterBend {
    BendKind kind = BendKind::Line;
    std::array<std::uint32_t, 4> clusters{};  ///< of a line the fourth repeats the third
    std::array<float, 4> weights{};
    float damping = 0.0f;  ///< [s]
};

/// Clusters of one level, and bends between them.
struct BendLevel {
    ClusterLevel clusters;  ///< without sticks
    std::vector<ClusterBend> bends;
    BendShares given;     ///< per bend of the level before, or of the scene: those that give it moments
    BendShares together;  ///< per bend: itself first, then those of its level that it shares compliance with
};

/// Levels of bends of ropes and grids, the finest first, see src/pliant/shared/bend.h. Their vertices are particles of
/// the schedule.
///
/// Lines of particles are cut into threes, what is left over joins the last; lines of which all are pinned stay by
/// themselves. A rope or a grid has one more level as long as the last has bends that one pass over them would leave
/// softer than they should be, in substeps as long as kLongestBending. Bends count that have the weights and the
/// corners of bendsOfLine() and bendsOfGrid(), and grids whose masses are those of rows times those of columns.
///
/// Linear in particles and bends. Deterministic.
std::vector<BendLevel> makeBendLevels(const Scene& scene, const Schedule& schedule);

/// Time between two passes over bends that levels are made for [s].
inline constexpr double kLongestBending = 4.0 / 720.0;

/// Softness up to here: one pass over bends is as good as many.
inline constexpr double kExactBending = 0.03;

/// How far a bend gives way to a unit of pull where nothing is pinned [1/kg].
double mobilityOf(const std::array<float, 4>& weights, const std::array<double, 4>& masses);

/// W h^2 / compliance, h = kLongestBending: what one pass over a bend would leave it too soft by, times three.
double softnessOf(double mobility, double compliance);

}  // namespace pliant
