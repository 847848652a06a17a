#include "schedule/geodesic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <queue>

#include "schedule/rows.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Distance of C from a source S that is known only by its distances from A and B: S is placed in the plane of the
// triangle, across AB from C. Infinity if the straight line from S to C does not pass between A and B.
//
//            C           x along AB from A, y towards C
//          / | \         Sx = (SA^2 - SB^2 + AB^2) / (2 AB),   Sy = -sqrt(SA^2 - Sx^2)
//         /  |  \        C in the same way from AC, BC
//        A---x---B
//         \  |  /        Novotni and Klein 2002, section 3.2
//            S
//
// It never gives too little on a flat sheet, even if SA and SB are too long: where the line passes between A and B,
// |SC| is the least of |SX| + |XC| over all X on AB, and by Stewart's theorem |SX| grows with SA and with SB.
double distanceAcross(double ab, double ac, double bc, double sa, double sb) {
    if (ab <= 0.0) return kInfinity;
    const double cx = ((ac - bc) * (ac + bc) + ab * ab) / (2.0 * ab), cySquared = ac * ac - cx * cx;
    const double sx = ((sa - sb) * (sa + sb) + ab * ab) / (2.0 * ab), sySquared = sa * sa - sx * sx;
    // No such triangle, or a flat one. With S on the line AB the way along the spans is the shortest.
    if (!(cySquared > 0.0) || !(sySquared > 0.0)) return kInfinity;
    const double cy = std::sqrt(cySquared), sy = std::sqrt(sySquared);
    const double height = cy + sy, crossing = (sx * cy + cx * sy) / height;
    if (!(crossing >= 0.0 && crossing <= ab)) return kInfinity;
    return std::sqrt((cx - sx) * (cx - sx) + height * height);
}

// Calls visit(i, k) for the entries i of row a and k of row c that name the same vertex. The shorter row is walked, and
// looked up in the longer one: hubs of a million spans take no quadratic time.
template <class Visit>
void forEachCommonNeighbour(const SurfaceGraph& graph, Index a, Index c, Visit visit) {
    constexpr std::size_t kMuchLonger = 8;
    const bool isSwapped = graph.of(a).size() > graph.of(c).size();
    const std::span<const Index> few = graph.of(isSwapped ? c : a), many = graph.of(isSwapped ? a : c);
    const bool isHub = many.size() > kMuchLonger * few.size();
    const Index* const begin = graph.neighbour.data();
    auto in = many.begin();
    for (const Index& vertex : few) {
        if (isHub) in = std::lower_bound(in, many.end(), vertex);
        while (in != many.end() && *in < vertex)
            ++in;
        if (in == many.end()) return;
        if (*in != vertex) continue;
        const Index entryInFew = static_cast<Index>(&vertex - begin), entryInMany = static_cast<Index>(&*in - begin);
        visit(isSwapped ? entryInMany : entryInFew, isSwapped ? entryInFew : entryInMany);
    }
}

// The front that grows from the sources. A vertex is final once it has been the nearest of the front, but for triangles
// with an obtuse angle at C: there the line to C may pass between A and B although B is farther away, so that C was
// final too early. It is then taken back into the front. Without this, distances in a jittered grid are up to 10 % too
// long; with it, exact.
class Front {
  public:
    explicit Front(const SurfaceGraph& graph)
        : graph_(graph),
          distance_(graph.vertexCount(), kInfinity),
          source_(graph.vertexCount(), kNoSource),
          isFinal_(graph.vertexCount(), 0),
          timesTakenBack_(graph.vertexCount(), 0) {}

    void start(Index vertex) {
        assert(vertex < graph_.vertexCount());
        improve(vertex, 0.0, vertex);
    }

    void growToTheEnd() {
        while (!queue_.empty()) {
            const Index vertex = queue_.top().vertex;
            queue_.pop();
            if (isFinal_[vertex]) continue;
            isFinal_[vertex] = 1;
            passOn(vertex);
        }
    }

    double distance(Index vertex) const { return distance_[vertex]; }
    std::vector<Index> takeSources() { return std::move(source_); }

  private:
    struct Waiting {
        double distance;
        Index vertex;

        bool operator>(const Waiting& other) const {
            return distance != other.distance ? distance > other.distance : vertex > other.vertex;
        }
    };

    void improve(Index vertex, double distance, Index source) {
        if (distance > distance_[vertex]) return;
        if (distance == distance_[vertex]) {
            source_[vertex] = std::min(source_[vertex], source);
            return;
        }
        distance_[vertex] = distance;
        source_[vertex] = source;
        queue_.push({distance, vertex});  // what it waits with already is skipped later
    }

    void passOn(Index a) {
        for (Index entry = graph_.first[a]; entry < graph_.first[a + 1]; ++entry) {
            const Index c = graph_.neighbour[entry];
            const double ac = graph_.length[entry];
            if (!isFinal_[c]) improve(c, distance_[a] + ac, source_[a]);
            // Nothing that passes A can make C nearer than that, so on the way back to the source there is nothing to
            // do.
            const bool canImprove = !isFinal_[c] || isMuchLess(distance_[a] - ac, distance_[c]);
            if (canImprove) passOnAcross(a, c, entry);
        }
    }

    // More than rounding.
    static bool isMuchLess(double x, double y) { return x < y * (1.0 - 1e-7); }

    void takeBack(Index vertex, double distance, Index source) {
        constexpr std::uint8_t kMostTimes = 4;  // keeps the time bounded; flat sheets need three
        if (!isMuchLess(distance, distance_[vertex]) || timesTakenBack_[vertex] == kMostTimes) return;
        ++timesTakenBack_[vertex];
        isFinal_[vertex] = 0;
        improve(vertex, distance, source);
    }

    // Two distances from different sources do not place a source.
    void passOnAcross(Index a, Index c, Index entryToC) {
        forEachCommonNeighbour(graph_, a, c, [&](Index aToB, Index cToB) {
            const Index b = graph_.neighbour[aToB];
            if (!isFinal_[b] || source_[b] != source_[a]) return;
            const double ab = graph_.length[aToB], ac = graph_.length[entryToC], bc = graph_.length[cToB];
            const double distance = distanceAcross(ab, ac, bc, distance_[a], distance_[b]);
            if (distance == kInfinity) return;
            if (isFinal_[c]) takeBack(c, distance, source_[a]);
            else improve(c, distance, source_[a]);
        });
    }

    const SurfaceGraph& graph_;
    std::vector<double> distance_;
    std::vector<Index> source_;
    std::vector<std::uint8_t> isFinal_;
    std::vector<std::uint8_t> timesTakenBack_;
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue_;
};

// Lengths come as floats, so a diagonal may be half a unit in the last place too short for its triangle.
float roundedUp(double distance) {
    constexpr double kRounding = 1e-6;
    const double wanted = distance * (1.0 + kRounding);
    const auto rounded = static_cast<float>(wanted);
    return double(rounded) < wanted ? std::nextafter(rounded, std::numeric_limits<float>::infinity()) : rounded;
}

// Rows sorted by neighbour, without sorting: going through the vertices in order, each adds itself to the rows of its
// neighbours.
SurfaceGraph makeSortedRows(Index vertexCount, const std::vector<Span>& spans) {
    const Rows rows = makeRows(vertexCount, spans);
    SurfaceGraph graph;
    graph.first = rows.first;
    graph.neighbour.resize(rows.entries.size());
    graph.length.resize(rows.entries.size());
    std::vector<Index> next(rows.first.begin(), rows.first.end() - 1);
    for (Index v = 0; v < vertexCount; ++v) {
        for (const Index entry : rows.of(v)) {
            const Span& span = spans[entry / 2];
            const Index place = next[span.a ^ span.b ^ v]++;
            graph.neighbour[place] = v;
            graph.length[place] = span.length;
        }
    }
    return graph;
}

void findComponents(SurfaceGraph& graph) {
    graph.component.assign(graph.vertexCount(), kNoSource);
    std::vector<Index> reached;
    for (Index start = 0; start < graph.vertexCount(); ++start) {
        if (graph.component[start] != kNoSource) continue;
        graph.component[start] = graph.componentCount;
        reached.assign(1, start);
        while (!reached.empty()) {
            const Index vertex = reached.back();
            reached.pop_back();
            for (const Index next : graph.of(vertex)) {
                if (graph.component[next] != kNoSource) continue;
                graph.component[next] = graph.componentCount;
                reached.push_back(next);
            }
        }
        ++graph.componentCount;
    }
}

}  // namespace

SurfaceGraph makeSurfaceGraph(Index vertexCount, const std::vector<Span>& spans) {
    assert(std::all_of(spans.begin(), spans.end(), [&](const Span& span) {
        return span.a < vertexCount && span.b < vertexCount && span.a != span.b && span.length >= 0.0f;
    }));
    SurfaceGraph graph = makeSortedRows(vertexCount, spans);
    Index kept = 0;
    for (Index v = 0; v < vertexCount; ++v) {
        const Index begin = graph.first[v], firstKept = kept;
        graph.first[v] = firstKept;
        for (Index entry = begin; entry < graph.first[v + 1]; ++entry) {
            const bool isParallel = kept > firstKept && graph.neighbour[kept - 1] == graph.neighbour[entry];
            if (isParallel) {
                graph.length[kept - 1] = std::min(graph.length[kept - 1], graph.length[entry]);
                continue;
            }
            graph.neighbour[kept] = graph.neighbour[entry];
            graph.length[kept++] = graph.length[entry];
        }
    }
    graph.first[vertexCount] = kept;
    graph.neighbour.resize(kept);
    graph.length.resize(kept);
    findComponents(graph);
    return graph;
}

// Pieces do not meet, so one is finished before the next is begun: thousands of small ones then take no longer than one
// large one.
Distances distancesFrom(const SurfaceGraph& graph, std::span<const Index> sources) {
    const auto pieceOf = [&](Index vertex) { return graph.component[vertex]; };
    std::vector<Index> sorted(sources.begin(), sources.end());
    std::stable_sort(sorted.begin(), sorted.end(), [&](Index a, Index b) { return pieceOf(a) < pieceOf(b); });
    Front front(graph);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        front.start(sorted[i]);
        const bool isLast = i + 1 == sorted.size() || pieceOf(sorted[i + 1]) != pieceOf(sorted[i]);
        if (isLast) front.growToTheEnd();
    }
    Distances distances;
    distances.distance.resize(graph.vertexCount());
    for (Index v = 0; v < graph.vertexCount(); ++v)
        distances.distance[v] = roundedUp(front.distance(v));
    distances.source = front.takeSources();
    return distances;
}

}  // namespace pliant
