#include "pliant/schedule/geodesic.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>

#include "pliant/schedule/rows.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A source S that is known only by its distances from A and B, and a vertex C: both are placed in the plane of the
// triangle, on different sides of AB.
//
//            C           x along AB from A, y towards C
//          / | \         Sx = (SA^2 - SB^2 + AB^2) / (2 AB),   Sy = -sqrt(SA^2 - Sx^2)
//         /  |  \        C in the same way from AC, BC
//        A---x---B
//         \  |  /        Novotni and Klein 2002, section 3.2
//            S
struct Apex {
    double x, y;  // y without its sign; 0 where there is no such triangle, or a flat one
};

Apex apexOver(double ab, double fromA, double fromB) {
    if (ab <= 0.0) return {0.0, 0.0};
    const double x = ((fromA - fromB) * (fromA + fromB) + ab * ab) / (2.0 * ab), ySquared = fromA * fromA - x * x;
    return {x, ySquared > 0.0 ? std::sqrt(ySquared) : 0.0};
}

// How far C is from S. Infinity if the straight line between them does not pass between A and B, or S is on the line
// AB: then the way along the spans is the shortest.
//
// It never gives too little on a flat sheet, even if SA and SB are too long: where the line passes between A and B,
// |SC| is the least of |SX| + |XC| over all X on AB, and by Stewart's theorem |SX| grows with SA and with SB.
double distanceAcross(double ab, const Apex& c, const Apex& s) {
    if (!(c.y > 0.0) || !(s.y > 0.0)) return kInfinity;
    const double height = c.y + s.y, crossing = (s.x * c.y + c.x * s.y) / height;
    if (!(crossing >= 0.0 && crossing <= ab)) return kInfinity;
    return std::sqrt((c.x - s.x) * (c.x - s.x) + height * height);
}

// Calls visit(i, k) for i in `few` and k in `many` that name the same vertex; both ascend. Where one is much longer the
// other is walked and looked up in it: hubs of a million spans take no quadratic time.
template <class Few, class Many, class VertexOfFew, class VertexOfMany, class Visit>
void forEachCommonIn(const Few& few, const Many& many, VertexOfFew&& ofFew, VertexOfMany&& ofMany, Visit&& visit) {
    constexpr std::size_t kMuchLonger = 8;
    const bool isHub = many.size() > kMuchLonger * few.size();
    auto in = many.begin();
    for (const auto& item : few) {
        const Index vertex = ofFew(item);
        if (isHub) in = std::partition_point(in, many.end(), [&](const auto& m) { return ofMany(m) < vertex; });
        while (in != many.end() && ofMany(*in) < vertex)
            ++in;
        if (in == many.end()) return;
        if (ofMany(*in) == vertex) visit(item, *in);
    }
}

// A vertex that waits at a distance; the nearest comes first, of several the lowest.
struct Waiting {
    double distance;
    Index vertex;

    bool operator>(const Waiting& other) const {
        return distance != other.distance ? distance > other.distance : vertex > other.vertex;
    }
};

// A queue for a front that moves on by at most `longest` at a time: strips of equal width, of which only the nearest is
// kept as a heap. That one is small enough for the first-level cache; the order is that of one heap over all.
class FrontQueue {
  public:
    explicit FrontQueue(double longest) : stripsPerMetre_(longest > 0.0 ? (kStrips - 2) / longest : 0.0) {}

    // Not farther than `longest` beyond what was popped last; anything at all where nothing waits.
    void push(const Waiting& waiting) {
        const auto strip = static_cast<std::uint64_t>(waiting.distance * stripsPerMetre_);
        if (count_++ == 0) nearest_ = strip;
        if (strip > nearest_) {
            assert(strip - nearest_ < kStrips);
            strips_[strip % kStrips].push_back(waiting);
            return;
        }
        heap_.push_back(waiting);
        std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    }

    bool isEmpty() const { return count_ == 0; }

    Waiting pop() {
        if (heap_.empty()) moveOn();
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
        const Waiting first = heap_.back();
        heap_.pop_back();
        --count_;
        return first;
    }

  private:
    static constexpr std::uint64_t kStrips = 64;

    void moveOn() {
        do
            ++nearest_;
        while (strips_[nearest_ % kStrips].empty());
        heap_.swap(strips_[nearest_ % kStrips]);
        std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
    }

    double stripsPerMetre_;
    std::uint64_t nearest_ = 0;  // the strip that the heap holds, with all before it
    std::size_t count_ = 0;
    std::vector<Waiting> heap_;
    std::array<std::vector<Waiting>, kStrips> strips_;
};

// The front that grows from the sources. A vertex is final once it has been the nearest of the front, but for triangles
// with an obtuse angle at C: there the line to C may pass between A and B although B is farther away, so that C was
// final too early. It is then taken back into the front. Without this, distances in a jittered grid are up to 10 % too
// long; with it, exact.
class Front {
  public:
    explicit Front(const SurfaceGraph& graph)
        : graph_(graph),
          reached_(graph.vertexCount()),
          queue_(graph.length.empty() ? 0.0 : *std::max_element(graph.length.begin(), graph.length.end())) {}

    void start(Index vertex) {
        assert(vertex < graph_.vertexCount());
        improve(vertex, 0.0, vertex);
    }

    void growToTheEnd() {
        while (!queue_.isEmpty()) {
            const Index vertex = queue_.pop().vertex;
            if (reached_[vertex].isFinal) continue;
            reached_[vertex].isFinal = 1;
            passOn(vertex);
        }
    }

    double distance(Index vertex) const { return reached_[vertex].distance; }
    Index source(Index vertex) const { return reached_[vertex].source; }

  private:
    struct Reached {
        double distance = kInfinity;
        Index source = kNoSource;
        bool isFinal = false;
        std::uint8_t timesTakenBack = 0;
    };

    // A final neighbour B of A with the same source, and where that lies over AB.
    struct Base {
        Index vertex;
        double ab;
        Apex source;
    };

    void improve(Index vertex, double distance, Index source) {
        if (distance > reached_[vertex].distance) return;
        if (distance == reached_[vertex].distance) {
            reached_[vertex].source = std::min(reached_[vertex].source, source);
            return;
        }
        reached_[vertex].distance = distance;
        reached_[vertex].source = source;
        queue_.push({distance, vertex});  // what it waits with already is skipped later
    }

    void passOn(Index a) {
        listBases(a);
        for (Index entry = graph_.first[a]; entry < graph_.first[a + 1]; ++entry) {
            const Index c = graph_.neighbour[entry];
            const double ac = graph_.length[entry];
            if (!reached_[c].isFinal) improve(c, reached_[a].distance + ac, reached_[a].source);
            // Nothing that passes A can make C nearer than that, so on the way back to the source there is nothing to
            // do.
            const bool canImprove = !reached_[c].isFinal || isMuchLess(reached_[a].distance - ac, reached_[c].distance);
            if (canImprove) passOnAcross(a, c, ac);
        }
    }

    // Two distances from different sources do not place a source.
    bool isBase(Index b, Index a) const { return reached_[b].isFinal && reached_[b].source == reached_[a].source; }

    void listBases(Index a) {
        bases_.clear();
        for (Index entry = graph_.first[a]; entry < graph_.first[a + 1]; ++entry) {
            const Index b = graph_.neighbour[entry];
            if (!isBase(b, a)) continue;
            const double ab = graph_.length[entry];
            const Apex source = apexOver(ab, reached_[a].distance, reached_[b].distance);
            if (source.y > 0.0) bases_.push_back({b, ab, source});
        }
    }

    // More than rounding.
    static bool isMuchLess(double x, double y) { return x < y * (1.0 - 1e-7); }

    void takeBack(Index vertex, double distance, Index source) {
        constexpr std::uint8_t kMostTimes = 4;  // keeps the time bounded; flat sheets need three
        if (!isMuchLess(distance, reached_[vertex].distance) || reached_[vertex].timesTakenBack == kMostTimes) return;
        ++reached_[vertex].timesTakenBack;
        reached_[vertex].isFinal = 0;
        improve(vertex, distance, source);
    }

    void passOnAcross(Index a, Index c, double ac) {
        const std::span<const Index> row = graph_.of(c);
        const auto vertexOfBase = [](const Base& base) { return base.vertex; };
        const auto vertexOfRow = [](Index vertex) { return vertex; };
        const auto visit = [&](const Base& base, const Index& inRow) {
            if (!isBase(base.vertex, a)) return;  // it has been taken back
            const double bc = graph_.length[static_cast<std::size_t>(&inRow - graph_.neighbour.data())];
            const double distance = distanceAcross(base.ab, apexOver(base.ab, ac, bc), base.source);
            if (distance == kInfinity) return;
            if (reached_[c].isFinal) takeBack(c, distance, reached_[a].source);
            else improve(c, distance, reached_[a].source);
        };
        if (bases_.size() <= row.size()) return forEachCommonIn(bases_, row, vertexOfBase, vertexOfRow, visit);
        forEachCommonIn(row, bases_, vertexOfRow, vertexOfBase,
                        [&](const Index& inRow, const Base& base) { visit(base, inRow); });
    }

    const SurfaceGraph& graph_;
    std::vector<Reached> reached_;
    FrontQueue queue_;
    std::vector<Base> bases_;  // of the vertex that is passed on
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
    distances.source.resize(graph.vertexCount());
    for (Index v = 0; v < graph.vertexCount(); ++v) {
        distances.distance[v] = roundedUp(front.distance(v));
        distances.source[v] = front.source(v);
    }
    return distances;
}

}  // namespace pliant
