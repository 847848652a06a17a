#pragma once

#include <vector>

#include "pliant/schedule/clusters.h"
#include "pliant/schedule/schedule.h"

namespace pliant {

/// Gives clusters their rows, behind the particles: those of sticks, then those of bends, level after level; but those
/// of whole bodies behind all others, body after body. A level is named by its number, that of bends counted on from
/// that of sticks.
class ClusterRows {
  public:
    ClusterRows(const Schedule& schedule, std::vector<const ClusterLevel*> levels, std::uint32_t stickLevelCount);

    std::uint32_t keyCount() const { return static_cast<std::uint32_t>(schedule_.tiles.size()) + 1; }
    /// See wholeKey().
    std::uint32_t keyOf(std::uint32_t level, std::uint32_t cluster) const { return keyOf_[level][cluster]; }
    std::uint32_t of(std::uint32_t level, std::uint32_t cluster) const {
        return particleCount() + place_[first_[level] + cluster];
    }
    /// Of what clusters of this level are made of.
    std::uint32_t ofNode(std::uint32_t level, std::uint32_t node) const {
        return isFirst(level) ? node : of(level - 1, node);
    }
    std::uint32_t firstWhole() const { return particleCount() + firstWhole_; }
    std::uint32_t stickLevelCount() const { return stickLevelCount_; }
    std::uint32_t levelCount() const { return static_cast<std::uint32_t>(levels_.size()); }

    /// Adds a level's clusters with their members, those of whole bodies last.
    void addClusters(std::uint32_t level, std::vector<Cluster>& clusters, std::vector<ClusterMember>& members) const;

    /// Per particle the row of its cluster of this level, which is the first of sticks or of bends; its own where it
    /// has none.
    void addClusterOf(std::uint32_t level, std::vector<std::uint32_t>& clusterOf) const;

  private:
    std::uint32_t particleCount() const { return static_cast<std::uint32_t>(schedule_.particles.size()); }
    bool isFirst(std::uint32_t level) const { return level == 0 || level == stickLevelCount_; }
    bool isLast(std::uint32_t level) const { return level + 1 == stickLevelCount_ || level + 1 == levels_.size(); }
    std::uint32_t keyOfNode(std::uint32_t level, std::uint32_t node) const;

    const Schedule& schedule_;
    std::vector<const ClusterLevel*> levels_;
    std::uint32_t stickLevelCount_;
    std::vector<std::vector<std::uint32_t>> keyOf_;  // level by level, of each cluster
    std::vector<std::uint32_t> first_, place_;       // clusters counted through all levels
    std::uint32_t firstWhole_ = 0;
};

}  // namespace pliant
