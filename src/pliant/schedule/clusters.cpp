#include "pliant/schedule/clusters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <span>
#include <utility>

#include "pliant/parallel.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr Index kFewestParticles = 32;   // across parts of the net with fewer, sticks carry news by themselves
constexpr double kMostTurning = 1.0;     // [rad]
constexpr double kMostDetour = 1.1;      // of a way that counts as straight
constexpr double kUnknownTurning = 1e9;  // where there is no surface
constexpr double kSameWay = 0.96592583;  // cosine of 15 degrees

// What clusters of a level are made of: vertices, or clusters of the level before. Lengths of the graph are upper
// bounds of how far apart the centres of two neighbours can get.
struct Nodes {
    SurfaceGraph graph;
    std::vector<double> masses;        // [kg]
    std::vector<dvec3> centres;        // [m]
    std::vector<dvec3> normals;        // of length 1, or 0
    std::vector<double> turning;       // how far normals within are off that one, at most [rad]
    std::vector<double> stretch;       // what lengths may be, by what they are at rest
    std::vector<std::uint8_t> isOpen;  // per edge of the graph, from the lower node: the surface goes straight across

    Index count() const { return static_cast<Index>(masses.size()); }
};

// Not below the arc sine of x in 0 ... 1, without a library whose last bit nobody knows.
double arcSine(double x) {
    const double sine = std::min(x, 1.0);
    return sine + 0.571 * sine * sine * sine;
}

// Not below the angle between two vectors of length 1.
double angleBetween(const dvec3& a, const dvec3& b) {
    return 2.0 * arcSine(0.5 * glm::length(a - b));
}

Nodes nodesOf(const ClusterNet& net) {
    Nodes nodes;
    const std::size_t count = net.positions.size();
    nodes.graph = makeSurfaceGraph(static_cast<Index>(count), net.spans);
    nodes.masses = net.masses;
    nodes.centres.assign(net.positions.begin(), net.positions.end());
    nodes.normals.assign(net.normals.begin(), net.normals.end());
    nodes.turning.resize(count);
    nodes.stretch.assign(count, 1.0);
    forAll(count, [&](std::size_t v) {
        double stretch = 0.0, turning = nodes.normals[v] == dvec3(0.0) ? kUnknownTurning : 0.0;
        for (Index e = nodes.graph.first[v]; e < nodes.graph.first[v + 1]; ++e) {
            const dvec3 way = nodes.centres[nodes.graph.neighbour[e]] - nodes.centres[v];
            const double rest = glm::length(way);
            if (rest == 0.0) continue;
            stretch = std::max(stretch, nodes.graph.length[e] / rest);
            // How far edges rise above the normal's plane tells pleats, whose normals are all alike, from a plane.
            turning = std::max(turning, 2.0 * arcSine(std::abs(glm::dot(nodes.normals[v], way)) / rest));
        }
        nodes.turning[v] = turning;
        if (stretch > 0.0) nodes.stretch[v] = stretch;
    });
    return nodes;
}

// Divides nodes into clusters, counted from 0; but for parts of the net that have fewer nodes.
class Grower {
  public:
    Grower(const SurfaceGraph& graph, Index fewest)
        : graph_(graph), clusterOf_(graph.vertexCount(), kNoCluster), sizeOfPart_(graph.componentCount, 0) {
        for (const Index part : graph.component)
            ++sizeOfPart_[part];
        for (Index v = 0; v < graph.vertexCount(); ++v)
            if (clusterOf_[v] == kNoCluster && sizeOfPart_[graph.component[v]] >= fewest) tryRoot(v);
        while (joinLeftovers()) {
        }
    }

    std::vector<Index> clusterOf() && { return std::move(clusterOf_); }
    Index count() const { return static_cast<Index>(sizes_.size()); }

  private:
    // A root has nothing but free nodes around it.
    void tryRoot(Index root) {
        const std::span<const Index> around = graph_.of(root);
        const auto isFree = [&](Index node) { return clusterOf_[node] == kNoCluster; };
        if (!std::all_of(around.begin(), around.end(), isFree)) return;
        clusterOf_[root] = count();
        for (const Index node : around)
            clusterOf_[node] = count();
        sizes_.push_back(static_cast<Index>(around.size() + 1));
    }

    // A layer of them, each to the smallest cluster that it touches. False when there is none any more.
    bool joinLeftovers() {
        std::vector<std::array<Index, 2>> joining;
        for (Index v = 0; v < graph_.vertexCount(); ++v) {
            if (clusterOf_[v] != kNoCluster) continue;
            Index best = kNoCluster;
            for (const Index neighbour : graph_.of(v)) {
                const Index cluster = clusterOf_[neighbour];
                if (cluster != kNoCluster && (best == kNoCluster || sizes_[cluster] < sizes_[best])) best = cluster;
            }
            if (best == kNoCluster) continue;
            joining.push_back({v, best});
            ++sizes_[best];
        }
        for (const auto& [v, cluster] : joining)
            clusterOf_[v] = cluster;
        return !joining.empty();
    }

    const SurfaceGraph& graph_;
    std::vector<Index> clusterOf_, sizeOfPart_, sizes_;
};

// Rows of members, ascending.
struct Members {
    std::vector<Index> first, node;

    Members(const std::vector<Index>& clusterOf, Index count) : first(count + 1, 0) {
        for (const Index cluster : clusterOf)
            if (cluster != kNoCluster) ++first[cluster + 1];
        for (Index c = 0; c < count; ++c)
            first[c + 1] += first[c];
        node.resize(first[count]);
        std::vector<Index> next(first.begin(), first.end() - 1);
        for (Index v = 0; v < clusterOf.size(); ++v)
            if (clusterOf[v] != kNoCluster) node[next[clusterOf[v]]++] = v;
    }

    std::span<const Index> of(Index cluster) const {
        return {node.data() + first[cluster], node.data() + first[cluster + 1]};
    }
};

// How far each member is from the mass of all on the mean, on the shortest ways within the cluster.
void addShortestWays(const SurfaceGraph& graph, std::span<const Index> members, const std::vector<double>& shares,
                     std::vector<double>& ways) {
    const std::size_t n = members.size();
    std::vector<double> between(n * n, std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < n; ++i) {
        between[i * n + i] = 0.0;
        for (Index e = graph.first[members[i]]; e < graph.first[members[i] + 1]; ++e) {
            const auto at = std::lower_bound(members.begin(), members.end(), graph.neighbour[e]);
            if (at != members.end() && *at == graph.neighbour[e])
                between[i * n + std::size_t(at - members.begin())] = graph.length[e];
        }
    }
    for (std::size_t k = 0; k < n; ++k)  // Floyd 1962
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                between[i * n + j] = std::min(between[i * n + j], between[i * n + k] + between[k * n + j]);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k)
            ways[members[i]] += shares[members[k]] * between[i * n + k];
}

// The same along a tree, for clusters of many members: not shorter, and in linear time.
void addTreeWays(const SurfaceGraph& graph, std::span<const Index> members, const std::vector<double>& shares,
                 std::vector<double>& ways) {
    struct Leaf {
        Index node, parent;  // parent: its place in the tree
        double length, depth, share;
    };
    std::vector<Leaf> tree{{members[0], 0, 0.0, 0.0, shares[members[0]]}};
    std::vector<std::uint8_t> isMet(members.size(), 0);
    isMet[0] = 1;
    for (std::size_t at = 0; at < tree.size(); ++at) {
        const Leaf leaf = tree[at];
        for (Index e = graph.first[leaf.node]; e < graph.first[leaf.node + 1]; ++e) {
            const auto found = std::lower_bound(members.begin(), members.end(), graph.neighbour[e]);
            if (found == members.end() || *found != graph.neighbour[e]) continue;
            if (std::exchange(isMet[std::size_t(found - members.begin())], std::uint8_t(1)) != 0) continue;
            tree.push_back(
                {*found, static_cast<Index>(at), graph.length[e], leaf.depth + graph.length[e], shares[*found]});
        }
    }
    double fromRoot = 0.0;
    for (std::size_t at = tree.size(); at-- > 1;) {
        fromRoot += shares[tree[at].node] * tree[at].depth;
        tree[tree[at].parent].share += tree[at].share;
    }
    ways[tree[0].node] = fromRoot;
    for (std::size_t at = 1; at < tree.size(); ++at)
        ways[tree[at].node] = ways[tree[tree[at].parent].node] + tree[at].length * (1.0 - 2.0 * tree[at].share);
}

// Per node, how far the mass of its cluster is from it on the mean, along the spans within.
std::vector<double> meanWays(const Nodes& nodes, const ClusterLevel& level, const Members& members) {
    constexpr std::size_t kMany = 32;
    std::vector<double> ways(nodes.count(), 0.0);
    forAll(level.masses.size(), [&](std::size_t c) {
        const std::span<const Index> all = members.of(static_cast<Index>(c));
        if (all.size() <= kMany) addShortestWays(nodes.graph, all, level.shares, ways);
        else addTreeWays(nodes.graph, all, level.shares, ways);
    });
    return ways;
}

// Clusters that touch, once for every span between them: how far apart their centres can get because of it.
std::vector<Span> touching(const Nodes& nodes, const std::vector<Index>& clusterOf, const std::vector<double>& ways) {
    std::vector<Span> pairs = gather<Span>(nodes.count(), [&](std::size_t v, std::vector<Span>& to) {
        const Index a = clusterOf[v];
        if (a == kNoCluster) return;
        for (Index e = nodes.graph.first[v]; e < nodes.graph.first[v + 1]; ++e) {
            const Index other = nodes.graph.neighbour[e], b = clusterOf[other];
            if (a < b && b != kNoCluster)
                to.push_back(
                    {a, b, static_cast<float>((ways[v] + nodes.graph.length[e] + ways[other]) * (1.0 + 1e-6))});
        }
    });
    return pairs;
}

// The edge from the lower of two neighbours to the other.
Index edgeOf(const SurfaceGraph& graph, Index a, Index b) {
    const std::span<const Index> near = graph.of(std::min(a, b));
    const auto at = std::lower_bound(near.begin(), near.end(), std::max(a, b));
    return graph.first[std::min(a, b)] + static_cast<Index>(at - near.begin());
}

// How much longer the way from one to the other is that goes by `place`.
double detour(const dvec3& from, const dvec3& place, const dvec3& to) {
    const double straight = glm::length(to - from);
    return straight > 0.0 ? (glm::length(place - from) + glm::length(to - place)) / straight : 1.0;
}

// Two clusters may lie side by side and hang together at one end alone, as trouser legs do: then mass is not carried
// straight from one to the other. Where it is, the middle of the spans between them is near the line between the
// centres.
std::vector<std::uint8_t> findOpen(const Nodes& nodes, const std::vector<Index>& clusterOf, const Nodes& coarse) {
    const SurfaceGraph& graph = coarse.graph;
    std::vector<dvec3> sums(graph.neighbour.size(), dvec3(0.0));
    std::vector<double> counts(sums.size(), 0.0);
    for (Index v = 0; v < nodes.count(); ++v)
        for (const Index other : nodes.graph.of(v)) {
            const Index a = clusterOf[v], b = clusterOf[other];
            if (a >= b || b == kNoCluster) continue;
            const Index e = edgeOf(graph, a, b);
            sums[e] += 0.5 * (nodes.centres[v] + nodes.centres[other]);
            counts[e] += 1.0;
        }
    std::vector<std::uint8_t> isOpen(sums.size(), 0);
    forAll(coarse.count(), [&](std::size_t a) {
        for (Index e = graph.first[a]; e < graph.first[a + 1]; ++e) {
            if (counts[e] == 0.0) continue;
            const double way = detour(coarse.centres[a], sums[e] / counts[e], coarse.centres[graph.neighbour[e]]);
            isOpen[e] = way <= kMostDetour ? 1 : 0;
        }
    });
    return isOpen;
}

Nodes coarser(const Nodes& nodes, const ClusterLevel& level, const Members& members, const std::vector<Span>& pairs) {
    Nodes coarse;
    const std::size_t count = level.masses.size();
    coarse.masses = level.masses;
    coarse.centres.resize(count);
    coarse.normals.resize(count);
    coarse.turning.resize(count);
    coarse.stretch.resize(count);
    forAll(count, [&](std::size_t c) {
        dvec3 centre(0.0), normal(0.0);
        double stretch = 0.0, turning = 0.0;
        for (const Index v : members.of(static_cast<Index>(c))) {
            centre += level.shares[v] * nodes.centres[v];
            normal += level.shares[v] * nodes.normals[v];
            stretch = std::max(stretch, nodes.stretch[v]);
        }
        const double size = glm::length(normal);
        normal = size > 1e-6 ? normal / size : dvec3(0.0);
        for (const Index v : members.of(static_cast<Index>(c)))
            turning = std::max(turning, nodes.turning[v] + angleBetween(normal, nodes.normals[v]));
        coarse.centres[c] = centre;
        coarse.normals[c] = normal;
        coarse.turning[c] = normal == dvec3(0.0) ? kUnknownTurning : turning;
        coarse.stretch[c] = stretch;
    });
    coarse.graph = makeSurfaceGraph(static_cast<Index>(count), pairs);
    coarse.isOpen = findOpen(nodes, level.clusterOf, coarse);
    return coarse;
}

double turningAlong(const Nodes& nodes, std::initializer_list<Index> nodesOfWay) {
    double turning = 0.0;
    Index before = *nodesOfWay.begin();
    for (const Index node : nodesOfWay) {
        turning += nodes.turning[node] + angleBetween(nodes.normals[before], nodes.normals[node]);
        before = node;
    }
    return turning;
}

// How far apart the first centre and the last can get: no farther than `way`, which is one along the spans by these
// nodes, and where it goes nearly straight over a surface that hardly turns, than their distance at rest allows.
double boundOf(const Nodes& nodes, std::initializer_list<Index> nodesOfWay, double way) {
    const double turning = turningAlong(nodes, nodesOfWay);
    if (turning > kMostTurning) return way;
    const dvec3 from = nodes.centres[*nodesOfWay.begin()], to = nodes.centres[*(nodesOfWay.end() - 1)];
    double stretch = 0.0;
    for (const Index* node = nodesOfWay.begin(); node != nodesOfWay.end(); ++node) {
        if (node != nodesOfWay.begin() && nodes.isOpen[edgeOf(nodes.graph, node[-1], *node)] == 0) return way;
        if (detour(from, nodes.centres[*node], to) > kMostDetour) return way;
        stretch = std::max(stretch, nodes.stretch[*node]);
    }
    return std::min(way, glm::length(to - from) * stretch / (1.0 - turning * turning / 8.0) * (1.0 + 1e-6));
}

// Ways of the graph become bounds.
void boundNeighbours(Nodes& nodes) {
    SurfaceGraph& graph = nodes.graph;
    forAll(graph.vertexCount(), [&](std::size_t a) {
        for (Index e = graph.first[a]; e < graph.first[a + 1]; ++e) {
            const Index low = std::min(Index(a), graph.neighbour[e]), high = std::max(Index(a), graph.neighbour[e]);
            graph.length[e] = static_cast<float>(boundOf(nodes, {low, high}, graph.length[e]));
        }
    });
}

// Gathers sticks, and knows which ways lead from each node already.
class Sticks {
  public:
    explicit Sticks(const Nodes& nodes) : nodes_(nodes), ways_(nodes.count()) {}

    void add(const Span& stick) {
        sticks_.push_back(stick);
        if (nodes_.centres[stick.a] == nodes_.centres[stick.b]) return;
        ways_[stick.a].push_back(wayFrom(stick.a, stick.b));
        ways_[stick.b].push_back(wayFrom(stick.b, stick.a));
    }

    void addIfNew(const Span& stick) {
        if (nodes_.centres[stick.a] == nodes_.centres[stick.b]) return;
        if (isNew(stick.a, stick.b) && isNew(stick.b, stick.a)) add(stick);
    }

    std::vector<Span> sorted() && {
        std::sort(sticks_.begin(), sticks_.end(),
                  [](const Span& x, const Span& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
        return std::move(sticks_);
    }

  private:
    dvec3 wayFrom(Index a, Index b) const { return glm::normalize(nodes_.centres[b] - nodes_.centres[a]); }
    bool isNew(Index a, Index b) const {
        const dvec3 way = wayFrom(a, b);
        return std::none_of(ways_[a].begin(), ways_[a].end(),
                            [&](const dvec3& other) { return glm::dot(way, other) > kSameWay; });
    }

    const Nodes& nodes_;
    std::vector<std::vector<dvec3>> ways_;  // per node
    std::vector<Span> sticks_;
};

// From a node to its neighbours' neighbours with higher numbers, that are none of its own: each once, by the shortest
// bound. Over a hub of very many it would be a stick for every two of them.
std::vector<Span> secondNeighbours(const Nodes& nodes, Index a) {
    constexpr std::size_t kHub = 64;
    const SurfaceGraph& graph = nodes.graph;
    const std::span<const Index> near = graph.of(a);
    std::vector<Span> seen;
    for (Index e = graph.first[a]; e < graph.first[a + 1]; ++e) {
        const Index middle = graph.neighbour[e];
        for (Index f = graph.first[middle]; graph.of(middle).size() <= kHub && f < graph.first[middle + 1]; ++f) {
            const Index b = graph.neighbour[f];
            if (b <= a || std::binary_search(near.begin(), near.end(), b)) continue;
            const double way = double(graph.length[e]) + graph.length[f];
            seen.push_back({a, b, static_cast<float>(boundOf(nodes, {a, middle, b}, way))});
        }
    }
    std::sort(seen.begin(), seen.end(),
              [](const Span& x, const Span& y) { return x.b != y.b ? x.b < y.b : x.length < y.length; });
    const auto isSame = [](const Span& x, const Span& y) { return x.b == y.b; };
    seen.erase(std::unique(seen.begin(), seen.end(), isSame), seen.end());
    return seen;
}

// Sticks to neighbours, and to their neighbours where no stick goes that way yet.
std::vector<Span> sticksOf(const Nodes& nodes) {
    const SurfaceGraph& graph = nodes.graph;
    Sticks sticks(nodes);
    for (Index a = 0; a < nodes.count(); ++a)
        for (Index e = graph.first[a]; e < graph.first[a + 1]; ++e)
            if (a < graph.neighbour[e]) sticks.add({a, graph.neighbour[e], graph.length[e]});
    for (Index a = 0; a < nodes.count(); ++a)
        for (const Span& stick : secondNeighbours(nodes, a))
            sticks.addIfNew(stick);
    return std::move(sticks).sorted();
}

ClusterLevel levelOf(const Nodes& nodes, Index fewest) {
    ClusterLevel level;
    Grower grower(nodes.graph, fewest);
    const Index count = grower.count();
    level.clusterOf = std::move(grower).clusterOf();
    level.masses.assign(count, 0.0);
    level.shares.assign(nodes.count(), 0.0);
    for (Index v = 0; v < nodes.count(); ++v)
        if (level.clusterOf[v] != kNoCluster) level.masses[level.clusterOf[v]] += nodes.masses[v];
    for (Index v = 0; v < nodes.count(); ++v)
        if (level.clusterOf[v] != kNoCluster) level.shares[v] = nodes.masses[v] / level.masses[level.clusterOf[v]];
    return level;
}

}  // namespace

std::vector<ClusterLevel> makeClusters(const ClusterNet& net) {
    std::vector<ClusterLevel> levels;
    Nodes nodes = nodesOf(net);
    for (;;) {
        ClusterLevel level = levelOf(nodes, levels.empty() ? kFewestParticles : 2);
        if (level.masses.empty()) return levels;
        const Members members(level.clusterOf, static_cast<Index>(level.masses.size()));
        const std::vector<Span> pairs = touching(nodes, level.clusterOf, meanWays(nodes, level, members));
        nodes = coarser(nodes, level, members, pairs);
        boundNeighbours(nodes);
        level.centres.assign(nodes.centres.begin(), nodes.centres.end());
        level.sticks = sticksOf(nodes);
        levels.push_back(std::move(level));
    }
}

}  // namespace pliant
