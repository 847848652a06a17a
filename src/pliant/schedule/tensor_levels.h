#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pliant/schedule/plates.h"

namespace pliant {

/// A share of something else.
struct Share {
    std::uint32_t of = 0;
    double number = 0.0;
};

/// Rows of shares, one after another.
struct ShareRows {
    std::vector<std::uint32_t> first{0};  ///< of each row, and one more for the end
    std::vector<Share> all;

    void add(const std::vector<Share>& row) {
        all.insert(all.end(), row.begin(), row.end());
        first.push_back(static_cast<std::uint32_t>(all.size()));
    }
    std::span<const Share> operator[](std::size_t i) const {
        return {all.data() + first[i], all.data() + first[i + 1]};
    }
    std::size_t count() const { return first.size() - 1; }
};

/// The same the other way round: rows of what has shares of each of `count`.
ShareRows turned(const ShareRows& rows, std::size_t count);

/// Clusters of one level of plates, and what nodes, or clusters of the level before, have of their tensors: shares that
/// add up to 1, or none where one pass is good enough.
///
/// A cluster is a node with those around it, nodes of many neighbours first; what is left over joins one that it
/// touches. Its tensor fades out over those beside it: shares are those of the cluster's own nodes, evened out five
/// times with the mean of what is around each. Tensors of less even shares bend the mesh beside their clusters: in a
/// model, once leaves a strip of 40 by 10 two fifths softer, three times a sixteenth.
struct TensorClusters {
    std::uint32_t count = 0;
    ShareRows shares;
};

/// The finest first, while there are any whose hinges one pass would leave too soft. Clusters are three times as wide
/// as those of the level before, and 81 times less soft. Deterministic, and linear in nodes.
std::vector<TensorClusters> makeTensorLevels(const PlateNet& net);

}  // namespace pliant
