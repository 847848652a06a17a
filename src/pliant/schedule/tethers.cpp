#include "pliant/schedule/tethers.h"

#include <algorithm>
#include <cassert>

#include "pliant/threads.h"

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

// Distances from pins, asked for in turns: one pin of every component at a time. Where no component has more pins than
// there are turns, each gets its turn, and all are measured at once beforehand; else one after another.
class PinDistances {
  public:
    PinDistances(const SurfaceGraph& graph, const std::vector<Pin>& pins, Index turns)
        : graph_(graph), rank_(graph.vertexCount(), 0) {
        std::vector<Index> pinsOf(graph.componentCount, 0);
        for (const Pin& pin : pins)
            rank_[pin.vertex] = pinsOf[graph.component[pin.vertex]]++;
        const Index most = pinsOf.empty() ? 0 : *std::max_element(pinsOf.begin(), pinsOf.end());
        if (most > turns || most < 2) return;
        byRank_.resize(most);
        parallelEach(most, [&](Index rank) {
            std::vector<Index> sources;
            for (const Pin& pin : pins) {
                if (rank_[pin.vertex] == rank) sources.push_back(pin.vertex);
            }
            byRank_[rank] = distancesFrom(graph, sources);
        });
    }

    Distances from(const std::vector<Index>& onePerComponent) const {
        if (byRank_.empty()) return distancesFrom(graph_, onePerComponent);
        std::vector<Index> rankIn(graph_.componentCount, kNone);
        for (const Index vertex : onePerComponent)
            rankIn[graph_.component[vertex]] = rank_[vertex];
        Distances all;
        all.distance.assign(graph_.vertexCount(), std::numeric_limits<float>::infinity());
        all.source.assign(graph_.vertexCount(), kNoSource);
        for (Index v = 0; v < graph_.vertexCount(); ++v) {
            const Index rank = rankIn[graph_.component[v]];
            if (rank == kNone) continue;
            all.distance[v] = byRank_[rank].distance[v];
            all.source[v] = byRank_[rank].source[v];
        }
        return all;
    }

  private:
    const SurfaceGraph& graph_;
    std::vector<Index> rank_;  // of a pin among those of its component
    std::vector<Distances> byRank_;
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
    const PinDistances pinDistances(graph, pins, most);
    std::vector<std::vector<Index>> chosen;
    std::vector<Distances> fromChosen;
    while (chosen.size() < most) {
        std::vector<Index> next = chooseFarthest(pins, graph);
        if (next.empty()) break;
        fromChosen.push_back(pinDistances.from(next));
        joinNearest(pins, static_cast<Index>(chosen.size()), fromChosen.back());
        chosen.push_back(std::move(next));
    }

    parallelEach(chosen.size(), [&](std::size_t cluster) {
        const std::vector<Index> sources = pinsOfCluster(pins, static_cast<Index>(cluster));
        const bool hasOthers = sources.size() > chosen[cluster].size();
        if (hasOthers) fromChosen[cluster] = distancesFrom(graph, sources);
    });
    TetherTable table;
    table.anchors.reserve(chosen.size() * pinned.size());
    table.lengths.reserve(chosen.size() * pinned.size());
    for (const Distances& distances : fromChosen)
        appendTethers(table, distances, pinned, slack);
    return table;
}

}  // namespace pliant
