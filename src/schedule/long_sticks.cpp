#include "schedule/long_sticks.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr Index kNone = ~0u;
constexpr double kStraight = 0.70710678;  // cosine of the sharpest turn of a walk
constexpr double kRestTolerance = 1e-3;   // a stick is at rest if its ends are so far apart, as a share of its length
constexpr double kMostTurning = 1.0;      // [rad]
constexpr double kUnknownTurning = 1e9;   // where ends say nothing about the way between

// Not below the arc sine of x in 0 ... 1, without a library whose last bit nobody knows.
double arcSine(double x) {
    const double sine = std::min(std::abs(x), 1.0);
    return sine + 0.571 * sine * sine * sine;
}

// How much a surface turns at most along a stick: by its normals at both ends, and by how much the stick rises above them, which
// tells pleats from a plane.
double turningOf(const dvec3& from, const dvec3& to, const dvec3& way) {
    const double size = glm::length(way);
    const double slopes = size > 0.0 ? arcSine(glm::dot(from, way) / size) + arcSine(glm::dot(to, way) / size) : 0.0;
    return std::max(2.0 * arcSine(0.5 * glm::length(from - to)), slopes);
}

// Farthest vertex from `start` in hops, with its distance, over vertices whose mark is not `round` yet.
struct Farthest {
    Index vertex;
    Index hops;
};

Farthest farthestFrom(const SurfaceGraph& graph, Index start, Index round, std::vector<Index>& mark,
                      std::vector<Index>& front) {
    front.assign(1, start);
    mark[start] = round;
    Index hops = 0, last = start;
    for (std::size_t done = 0; done < front.size(); ++hops) {
        const std::size_t end = front.size();
        for (; done < end; ++done) {
            last = front[done];
            for (const Index neighbour : graph.of(last)) {
                if (std::exchange(mark[neighbour], round) != round) front.push_back(neighbour);
            }
        }
    }
    return {last, hops - 1};
}

// Per vertex, how many hops wide its part of the net is: two sweeps, exact for ropes and grids, near enough for others.
std::vector<Index> diameters(const SurfaceGraph& graph) {
    std::vector<Index> diameter(graph.vertexCount(), kNone), mark(graph.vertexCount(), 0), front;
    for (Index v = 0; v < graph.vertexCount(); ++v) {
        if (diameter[v] != kNone) continue;
        const Farthest one = farthestFrom(graph, v, 1, mark, front);
        const Farthest other = farthestFrom(graph, one.vertex, 2, mark, front);
        for (const Index member : front)
            diameter[member] = other.hops;
    }
    return diameter;
}

// Walks of equal numbers of hops, one for every directed stick that they begin with: entry e of the graph's rows.
struct Walks {
    std::vector<Index> last;        // the entry they end with, kNone where they end too early
    std::vector<float> length;      // sum of their sticks [m]
    std::vector<float> restLength;  // of their sticks' ends at rest [m]
    std::vector<float> turning;     // how much the normal turns on the way [rad]
};

struct Walker {
    const StickNet& net;
    SurfaceGraph graph;         // of the structural sticks
    std::vector<Index> source;  // per entry: the vertex it leaves
    std::vector<Index> next;    // per entry: the one straightest on, or kNone

    explicit Walker(const StickNet& n)
        : net(n), graph(makeSurfaceGraph(static_cast<Index>(n.positions.size()), n.structural)) {
        source.resize(graph.neighbour.size());
        for (Index v = 0; v < graph.vertexCount(); ++v)
            std::fill(source.begin() + graph.first[v], source.begin() + graph.first[v + 1], v);
        for (Index e = 0; e < source.size(); ++e)
            next.push_back(straightOn(e));
    }

    dvec3 along(Index entry) const {
        return dvec3(net.positions[graph.neighbour[entry]]) - dvec3(net.positions[source[entry]]);
    }
    bool isLine(Index vertex) const { return graph.of(vertex).size() == 2 && net.normals[vertex] == glm::vec3(0.0f); }

    Index straightOn(Index entry) const {
        const Index here = graph.neighbour[entry];
        const dvec3 way = along(entry);
        Index best = kNone;
        double bestCosine = isLine(here) ? -2.0 : kStraight;
        for (Index e = graph.first[here]; e < graph.first[here + 1]; ++e) {
            if (graph.neighbour[e] == source[entry]) continue;
            const dvec3 onward = along(e);
            const double cosine = glm::dot(way, onward) / std::sqrt(glm::dot(way, way) * glm::dot(onward, onward));
            if (!(cosine > bestCosine) && !(isLine(here) && best == kNone)) continue;
            best = e;
            bestCosine = cosine;
        }
        return best;
    }

    Walks ofOneHop() const {
        Walks walks;
        for (Index e = 0; e < source.size(); ++e) {
            const glm::vec3 from = net.normals[source[e]], to = net.normals[graph.neighbour[e]];
            const dvec3 way = along(e);
            const double rest = glm::length(way);
            const bool hasNormals = from != glm::vec3(0.0f) && to != glm::vec3(0.0f);
            walks.last.push_back(e);
            walks.length.push_back(graph.length[e]);
            walks.restLength.push_back(static_cast<float>(rest));
            walks.turning.push_back(static_cast<float>(hasNormals ? turningOf(from, to, way) : kUnknownTurning));
        }
        return walks;
    }

    // Of twice as many hops.
    Walks doubled(const Walks& walks) const {
        Walks twice = walks;
        for (Index e = 0; e < source.size(); ++e) {
            const Index middle = walks.last[e] == kNone ? kNone : next[walks.last[e]];
            twice.last[e] = middle == kNone ? kNone : walks.last[middle];
            if (twice.last[e] == kNone) continue;
            twice.length[e] += walks.length[middle];
            twice.restLength[e] += walks.restLength[middle];
            twice.turning[e] += walks.turning[middle];
        }
        return twice;
    }

    Span stickOf(const Walks& walks, Index entry) const {
        const Index from = source[entry], to = graph.neighbour[walks.last[entry]];
        return {from, to, static_cast<float>(boundOf(walks, entry, from, to))};
    }

    // How far apart the ends of a walk can get.
    double boundOf(const Walks& walks, Index entry, Index from, Index to) const {
        const double sum = walks.length[entry], rest = walks.restLength[entry], turning = walks.turning[entry];
        // Longer sticks than at rest are a strain limit, which the straight way has too.
        const double stretch = rest > 0.0 ? sum / rest : 1.0;
        if (turning > kMostTurning || stretch < 1.0 - kRestTolerance) return sum;
        const double distance = glm::length(dvec3(net.positions[to]) - dvec3(net.positions[from]));
        const double straight = distance * std::max(stretch, 1.0) / (1.0 - turning * turning / 8.0) * (1.0 + 1e-6);
        return std::min(sum, straight);
    }
};

bool wants(const std::vector<Index>& hopsOfVertex, Index hops) {
    return std::find(hopsOfVertex.begin(), hopsOfVertex.end(), hops) != hopsOfVertex.end();
}

}  // namespace

std::vector<std::uint32_t> hopsFor(std::uint32_t diameter) {
    if (diameter < 8) return {};
    const Index finest = diameter < 160 ? 4 : 8;
    std::vector<Index> hops{finest};
    const Index second = finest * (diameter < 384 ? 4 : 8);
    if (second <= diameter / 2) hops.insert(hops.begin(), second);
    while (diameter / hops.front() > 32)
        hops.insert(hops.begin(), hops.front() * 8);
    return hops;
}

std::vector<LongLevel> makeLongSticks(const StickNet& net) {
    const auto count = static_cast<Index>(net.positions.size());
    std::vector<Span> all = net.structural;
    all.insert(all.end(), net.shear.begin(), net.shear.end());
    const std::vector<Index> diameter = diameters(makeSurfaceGraph(count, all));
    const Index widest = diameter.empty() ? 0 : *std::max_element(diameter.begin(), diameter.end());
    const Index coarsest = hopsFor(widest).empty() ? 0 : hopsFor(widest).front();

    std::vector<LongLevel> levels;
    if (coarsest == 0) return levels;
    const Walker walker(net);
    Walks walks = walker.ofOneHop();
    for (Index hops = 2; hops <= coarsest; hops *= 2) {
        walks = walker.doubled(walks);
        LongLevel level{hops, {}};
        std::vector<std::uint8_t> isWanted(widest + 1, 2);  // by diameter; 2: not known yet
        for (Index e = 0; e < walker.source.size(); ++e) {
            if (walks.last[e] == kNone || walker.graph.neighbour[walks.last[e]] <= walker.source[e]) continue;
            std::uint8_t& wanted = isWanted[diameter[walker.source[e]]];
            if (wanted == 2) wanted = wants(hopsFor(diameter[walker.source[e]]), hops) ? 1 : 0;
            if (wanted == 1) level.sticks.push_back(walker.stickOf(walks, e));
        }
        if (!level.sticks.empty()) levels.push_back(std::move(level));
    }
    std::reverse(levels.begin(), levels.end());
    return levels;
}

}  // namespace pliant
