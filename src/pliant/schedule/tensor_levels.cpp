#include "pliant/schedule/tensor_levels.h"

#include <algorithm>

#include "pliant/schedule/bend_levels.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
constexpr Index kNone = ~0u;
constexpr int kRounds = 5;
constexpr std::size_t kMany = 16;   // neighbours
constexpr double kOfOthers = 0.67;  // in each round, of the mean of those around
constexpr double kLeast = 0.02;     // shares below it are left out
constexpr double kSofter = 81.0;    // than clusters three times as wide

// Who is beside whom, each list ascending.
using Beside = std::vector<std::vector<Index>>;

void sortLists(Beside& beside) {
    for (std::vector<Index>& list : beside) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
}

Beside besideOf(const PlateNet& net) {
    Beside beside(net.particles.size());
    for (const PlateTriangle& triangle : net.triangles)
        for (int k = 0; k < 3; ++k) {
            const Index a = triangle.nodes[k], b = triangle.nodes[(k + 1) % 3];
            beside[a].push_back(b);
            beside[b].push_back(a);
        }
    sortLists(beside);
    return beside;
}

// Which cluster each is in; kNone where one pass is good enough.
struct Grown {
    std::vector<Index> of;
    Index count = 0;
};

Grown grow(const Beside& beside, const std::vector<double>& softness) {
    Grown clusters{std::vector<Index>(beside.size(), kNone), 0};
    const auto isFree = [&](Index i) { return clusters.of[i] == kNone; };
    const auto seed = [&](Index i) {
        if (!(softness[i] > kExactBending) || !isFree(i)) return;
        if (!std::all_of(beside[i].begin(), beside[i].end(), isFree)) return;
        clusters.of[i] = clusters.count;
        for (const Index j : beside[i])
            clusters.of[j] = clusters.count;
        ++clusters.count;
    };
    for (Index i = 0; i < beside.size(); ++i)
        if (beside[i].size() > kMany) seed(i);  // else every cluster around a hub knows of every other
    for (Index i = 0; i < beside.size(); ++i)
        seed(i);
    for (Index i = 0; i < beside.size(); ++i) {
        if (!(softness[i] > kExactBending) || !isFree(i)) continue;
        const auto found = std::find_if_not(beside[i].begin(), beside[i].end(), isFree);
        clusters.of[i] = found == beside[i].end() ? clusters.count++ : clusters.of[*found];
    }
    return clusters;
}

void addTo(std::vector<Share>& row, Index of, double number) {
    const auto found = std::find_if(row.begin(), row.end(), [&](const Share& share) { return share.of == of; });
    if (found != row.end()) found->number += number;
    else row.push_back({of, number});
}

void leaveOutSmall(std::vector<Share>& row) {
    std::erase_if(row, [](const Share& share) { return share.number < kLeast; });
    double sum = 0.0;
    for (const Share& share : row)
        sum += share.number;
    for (Share& share : row)
        share.number /= sum;
}

ShareRows sharesOf(const Beside& beside, const Grown& clusters) {
    std::vector<std::vector<Share>> rows(beside.size());
    for (Index i = 0; i < rows.size(); ++i)
        if (clusters.of[i] != kNone) rows[i].push_back({clusters.of[i], 1.0});
    for (int round = 0; round < kRounds; ++round) {
        std::vector<std::vector<Share>> evened(rows.size());
        for (Index i = 0; i < rows.size(); ++i) {
            const double ofEach = beside[i].empty() ? 0.0 : kOfOthers / double(beside[i].size());
            for (const Share& share : rows[i])
                addTo(evened[i], share.of, beside[i].empty() ? share.number : (1.0 - kOfOthers) * share.number);
            for (const Index j : beside[i])
                for (const Share& share : rows[j])
                    addTo(evened[i], share.of, ofEach * share.number);
        }
        rows = std::move(evened);
    }
    ShareRows shares;
    for (std::vector<Share>& row : rows) {
        leaveOutSmall(row);
        shares.add(row);
    }
    return shares;
}

Beside besideOf(const Beside& below, const Grown& clusters) {
    Beside beside(clusters.count);
    for (Index i = 0; i < below.size(); ++i)
        for (const Index j : below[i])
            if (clusters.of[i] != kNone && clusters.of[i] != clusters.of[j])
                beside[clusters.of[i]].push_back(clusters.of[j]);
    sortLists(beside);
    return beside;
}

}  // namespace

ShareRows turned(const ShareRows& rows, std::size_t count) {
    std::vector<std::vector<Share>> lists(count);
    for (std::size_t i = 0; i < rows.count(); ++i)
        for (const Share& share : rows[i])
            lists[share.of].push_back({static_cast<Index>(i), share.number});
    ShareRows result;
    for (const std::vector<Share>& list : lists)
        result.add(list);
    return result;
}

std::vector<TensorClusters> makeTensorLevels(const PlateNet& net) {
    std::vector<TensorClusters> levels;
    Beside beside = besideOf(net);
    std::vector<double> softness = net.softness;
    while (true) {
        const Grown clusters = grow(beside, softness);
        if (clusters.count == 0) return levels;
        levels.push_back({clusters.count, sharesOf(beside, clusters)});
        std::vector<double> next(clusters.count, 0.0);
        for (Index i = 0; i < clusters.of.size(); ++i)
            if (clusters.of[i] != kNone) next[clusters.of[i]] = softness[i] / kSofter;
        beside = besideOf(beside, clusters);
        // One that is all of its plate has nothing above it.
        for (Index i = 0; i < clusters.count; ++i)
            if (beside[i].empty()) next[i] = 0.0;
        softness = std::move(next);
    }
}

}  // namespace pliant
