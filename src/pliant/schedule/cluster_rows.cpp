#include "pliant/schedule/cluster_rows.h"

#include <algorithm>
#include <utility>

#include "pliant/schedule/sorting.h"

namespace pliant {

using Index = std::uint32_t;

ClusterRows::ClusterRows(const Schedule& schedule, std::vector<const ClusterLevel*> levels, Index stickLevelCount)
    : schedule_(schedule), levels_(std::move(levels)), stickLevelCount_(stickLevelCount) {
    std::vector<Index> keys;
    for (Index level = 0; level < levels_.size(); ++level) {
        keyOf_.emplace_back(levels_[level]->masses.size());
        first_.push_back(static_cast<Index>(keys.size()));
        const std::vector<Index>& clusterOf = levels_[level]->clusterOf;
        for (Index v = 0; v < clusterOf.size(); ++v)
            if (clusterOf[v] != kNoCluster) keyOf_[level][clusterOf[v]] = keyOfNode(level, v);
        keys.insert(keys.end(), keyOf_[level].begin(), keyOf_[level].end());
    }
    const std::vector<Index> sorted = sortedBy(countUp(keys.size()), keyCount(), [&](Index i) { return keys[i]; });
    place_.resize(keys.size());
    for (Index place = 0; place < sorted.size(); ++place)
        place_[sorted[place]] = place;
    firstWhole_ = static_cast<Index>(std::count(keys.begin(), keys.end(), 0u));
}

Index ClusterRows::keyOfNode(Index level, Index node) const {
    return isFirst(level) ? wholeKey(schedule_, node) : keyOf_[level - 1][node];
}

void ClusterRows::addClusters(Index number, std::vector<Cluster>& clusters, std::vector<ClusterMember>& members) const {
    const ClusterLevel& level = *levels_[number];
    const auto count = static_cast<Index>(level.masses.size());
    std::vector<Index> nodes;
    for (Index v = 0; v < level.clusterOf.size(); ++v)
        if (level.clusterOf[v] != kNoCluster) nodes.push_back(v);
    const auto clusterOf = [&](Index node) { return level.clusterOf[node]; };
    const std::vector<Index> own = sortedBy(nodes, count, clusterOf), first = groupStarts(nodes, count, clusterOf);
    const auto key = [&](Index c) { return keyOf(number, c); };
    for (const Index c : sortedBy(countUp(count), keyCount(), key)) {
        Cluster cluster{};
        cluster.row = cluster.parent = of(number, c);
        const Index parent = isLast(number) ? kNoCluster : levels_[number + 1]->clusterOf[c];
        if (parent != kNoCluster) cluster.parent = of(number + 1, parent);
        cluster.firstMember = static_cast<Index>(members.size());
        cluster.memberCount = first[c + 1] - first[c];
        cluster.inverseMass = static_cast<float>(1.0 / level.masses[c]);
        for (Index m = first[c]; m < first[c + 1]; ++m)
            members.push_back({ofNode(number, own[m]), static_cast<float>(level.shares[own[m]])});
        clusters.push_back(cluster);
    }
}

void ClusterRows::addClusterOf(Index level, std::vector<Index>& rows) const {
    const std::vector<Index>& clusterOf = levels_[level]->clusterOf;
    rows.reserve(rows.size() + particleCount());
    for (Index v = 0; v < particleCount(); ++v)
        rows.push_back(clusterOf[v] == kNoCluster ? v : of(level, clusterOf[v]));
}

}  // namespace pliant
