#include "schedule/tethers.h"

#include <cassert>

namespace pliant {
namespace {

using Index = std::uint32_t;
constexpr Index kNone = kNoSource;

// A pinned vertex, and the chosen one whose cluster it has joined.
struct Pin {
    Index vertex;
    Index cluster = 0;
    float toChosen = std::numeric_limits<float>::infinity();
};

// In every component the pin that is farthest from those chosen so far, the lowest of several. None where all of them
// are at no distance: they are chosen, or in the same place as one that is.
std::vector<Index> chooseFarthest(const std::vector<Pin>& pins, const SurfaceGraph& graph) {
    std::vector<Index> farthest(graph.componentCount, kNone);
    for (Index p = 0; p < pins.size(); ++p) {
        if (!(pins[p].toChosen > 0.0f)) continue;
        Index& best = farthest[graph.component[pins[p].vertex]];
        if (best == kNone || pins[p].toChosen > pins[best].toChosen) best = p;
    }
    std::vector<Index> chosen;
    for (const Index p : farthest) {
        if (p != kNone) chosen.push_back(pins[p].vertex);
    }
    return chosen;
}

void joinNearest(std::vector<Pin>& pins, Index cluster, const Distances& fromChosen) {
    for (Pin& pin : pins) {
        const float distance = fromChosen.distance[pin.vertex];
        if (!(distance < pin.toChosen)) continue;
        pin.toChosen = distance;
        pin.cluster = cluster;
    }
}

std::vector<Index> pinsOfCluster(const std::vector<Pin>& pins, Index cluster) {
    std::vector<Index> vertices;
    for (const Pin& pin : pins) {
        if (pin.cluster == cluster) vertices.push_back(pin.vertex);
    }
    return vertices;
}

void appendTethers(TetherTable& table, const Distances& distances, const std::vector<std::uint8_t>& pinned,
                   float slack) {
    for (Index v = 0; v < pinned.size(); ++v) {
        const bool hasTether = !pinned[v] && distances.source[v] != kNoSource;
        table.anchors.push_back(hasTether ? distances.source[v] : v);
        table.lengths.push_back(hasTether ? distances.distance[v] * (1.0f + slack) : kNoTether);
    }
    ++table.perParticle;
}

}  // namespace

TetherTable makeTethers(const SurfaceGraph& graph, const std::vector<std::uint8_t>& pinned, float slack,
                        std::uint32_t most) {
    assert(pinned.size() == graph.vertexCount() && slack >= 0.0f);
    std::vector<Pin> pins;
    for (Index v = 0; v < pinned.size(); ++v) {
        if (pinned[v]) pins.push_back({v});
    }

    // Components do not meet, so one pass serves all of them at once.
    std::vector<std::vector<Index>> chosen;
    std::vector<Distances> fromChosen;
    while (chosen.size() < most) {
        std::vector<Index> next = chooseFarthest(pins, graph);
        if (next.empty()) break;
        fromChosen.push_back(distancesFrom(graph, next));
        joinNearest(pins, static_cast<Index>(chosen.size()), fromChosen.back());
        chosen.push_back(std::move(next));
    }

    TetherTable table;
    table.anchors.reserve(chosen.size() * pinned.size());
    table.lengths.reserve(chosen.size() * pinned.size());
    for (Index cluster = 0; cluster < chosen.size(); ++cluster) {
        const std::vector<Index> sources = pinsOfCluster(pins, cluster);
        const bool hasOthers = sources.size() > chosen[cluster].size();
        if (hasOthers) fromChosen[cluster] = distancesFrom(graph, sources);
        appendTethers(table, fromChosen[cluster], pinned, slack);
    }
    return table;
}

}  // namespace pliant
