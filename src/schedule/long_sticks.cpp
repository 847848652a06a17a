#include "schedule/long_sticks.h"

#include <tbb/parallel_invoke.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "parallel.h"

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

// How much a surface turns at most along a stick: by its normals at both ends, and by how much the stick rises above
// them, which tells pleats from a plane.
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

// A walk over sticks. Of equal numbers of hops there is one for every directed stick that they begin with: entry e of
// the graph's rows.
struct Walk {
    Index last;        // the entry it ends with, kNone where it ends too early; the rest has no meaning then
    float length;      // sum of its sticks [m]
    float restLength;  // of their ends at rest [m]
    float turning;     // how much the normal turns on the way [rad]
};

struct Walker {
    const StickNet& net;
    SurfaceGraph graph;         // of the structural sticks
    std::vector<Index> source;  // per entry: the vertex it leaves
    std::vector<Index> next;    // per entry: the one straightest on, or kNone

    explicit Walker(const StickNet& n)
        : net(n), graph(makeSurfaceGraph(static_cast<Index>(n.positions.size()), n.structural)) {
        source.resize(graph.neighbour.size());
        next.resize(source.size());
        forAll(graph.vertexCount(), [&](std::size_t v) {
            std::fill(source.begin() + graph.first[v], source.begin() + graph.first[v + 1], static_cast<Index>(v));
        });
        forAll(source.size(), [&](std::size_t e) { next[e] = straightOn(static_cast<Index>(e)); });
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

    Walk ofOneHop(Index entry) const {
        const glm::vec3 from = net.normals[source[entry]], to = net.normals[graph.neighbour[entry]];
        const dvec3 way = along(entry);
        const double rest = glm::length(way);
        const bool hasNormals = from != glm::vec3(0.0f) && to != glm::vec3(0.0f);
        const double turning = hasNormals ? turningOf(from, to, way) : kUnknownTurning;
        return {entry, graph.length[entry], static_cast<float>(rest), static_cast<float>(turning)};
    }

    // Twice as far, by another walk of as many hops.
    Walk doubled(const std::vector<Walk>& walks, Index entry) const {
        const Walk& one = walks[entry];
        const Index middle = one.last == kNone ? kNone : next[one.last];
        if (middle == kNone) return {kNone, 0.0f, 0.0f, 0.0f};
        const Walk& other = walks[middle];
        return {other.last, one.length + other.length, one.restLength + other.restLength, one.turning + other.turning};
    }

    Span stickOf(const Walk& walk, Index from) const {
        const Index to = graph.neighbour[walk.last];
        return {from, to, static_cast<float>(boundOf(walk, from, to))};
    }

    // How far apart the ends of a walk can get.
    double boundOf(const Walk& walk, Index from, Index to) const {
        const double sum = walk.length, rest = walk.restLength, turning = walk.turning;
        // Longer sticks than at rest are a strain limit, which the straight way has too.
        const double stretch = rest > 0.0 ? sum / rest : 1.0;
        if (turning > kMostTurning || stretch < 1.0 - kRestTolerance) return sum;
        const double distance = glm::length(dvec3(net.positions[to]) - dvec3(net.positions[from]));
        const double straight = distance * std::max(stretch, 1.0) / (1.0 - turning * turning / 8.0) * (1.0 + 1e-6);
        return std::min(sum, straight);
    }
};

// By diameter, whether parts of the net that are so wide want sticks of so many hops; 0 for diameters that none has.
std::vector<std::uint8_t> wantedAt(Index hops, const std::vector<Index>& diameter, Index widest) {
    constexpr std::uint8_t kUnknown = 2;
    std::vector<std::uint8_t> wanted(widest + 1, kUnknown);
    for (const Index d : diameter) {
        if (wanted[d] != kUnknown) continue;
        const std::vector<Index> all = hopsFor(d);
        wanted[d] = std::find(all.begin(), all.end(), hops) != all.end() ? 1 : 0;
    }
    return wanted;
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
    std::vector<Index> diameter;
    std::optional<Walker> walker;
    tbb::parallel_invoke([&] { diameter = diameters(makeSurfaceGraph(count, all)); }, [&] { walker.emplace(net); });
    const Index widest = diameter.empty() ? 0 : *std::max_element(diameter.begin(), diameter.end());
    const Index coarsest = hopsFor(widest).empty() ? 0 : hopsFor(widest).front();

    std::vector<LongLevel> levels;
    if (coarsest == 0) return levels;
    std::vector<Walk> walks(walker->source.size()), twice(walks.size());
    forAll(walks.size(), [&](std::size_t e) { walks[e] = walker->ofOneHop(static_cast<Index>(e)); });
    for (Index hops = 2; hops <= coarsest; hops *= 2) {
        forAll(walks.size(), [&](std::size_t e) { twice[e] = walker->doubled(walks, static_cast<Index>(e)); });
        std::swap(walks, twice);
        const std::vector<std::uint8_t> wanted = wantedAt(hops, diameter, widest);
        if (std::find(wanted.begin(), wanted.end(), 1) == wanted.end()) continue;
        LongLevel level{hops, {}};
        level.sticks = gather<Span>(walks.size(), [&](std::size_t e, std::vector<Span>& sticks) {
            const Index from = walker->source[e], last = walks[e].last;
            const bool isFirst = last != kNone && walker->graph.neighbour[last] > from;
            if (isFirst && wanted[diameter[from]]) sticks.push_back(walker->stickOf(walks[e], from));
        });
        if (!level.sticks.empty()) levels.push_back(std::move(level));
    }
    std::reverse(levels.begin(), levels.end());
    return levels;
}

}  // namespace pliant
