#include "pliant/schedule/colouring.h"

#include <algorithm>
#include <bit>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "pliant/schedule/rows.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::vec3;
constexpr Index kNone = ~0u;

// Which colours meet at which vertex. A vertex of few edges looks at their colours; a hub keeps one bit per colour, so
// that a star of a million edges takes no quadratic time.
class ColourTable {
  public:
    ColourTable(Index vertexCount, const std::vector<Edge>& edges)
        : edges_(edges),
          rows_(makeRows(vertexCount, edges)),
          colours_(edges.size(), kNone),
          hubOf_(vertexCount, kNone) {
        for (Index v = 0; v < vertexCount; ++v) {
            const auto degree = static_cast<Index>(rows_.of(v).size());
            maxDegree_ = std::max(maxDegree_, degree);
            if (degree <= kFewEdges) continue;
            hubOf_[v] = static_cast<Index>(hubs_.size());
            hubs_.emplace_back();
        }
    }

    Index maxDegree() const { return maxDegree_; }
    Index degree(Index vertex) const { return static_cast<Index>(rows_.of(vertex).size()); }
    Index colourOf(Index edge) const { return colours_[edge]; }
    Index otherEnd(Index edge, Index vertex) const { return edges_[edge].a ^ edges_[edge].b ^ vertex; }
    std::span<const Index> entriesOf(Index vertex) const { return rows_.of(vertex); }
    std::vector<Index> takeColours() { return std::move(colours_); }

    void paint(Index edge, Index colour) {
        const Edge ends = edges_[edge];
        for (const Index vertex : {ends.a, ends.b}) {
            setHubBit(vertex, colours_[edge], false);
            setHubBit(vertex, colour, true);
        }
        colours_[edge] = colour;
    }

    // The edge of that colour at the vertex, or kNone.
    Index find(Index vertex, Index colour) const {
        if (isHub(vertex) && !hubHas(vertex, colour)) return kNone;
        for (const Index entry : rows_.of(vertex)) {
            if (colours_[entry / 2] == colour) return entry / 2;
        }
        return kNone;
    }

    bool has(Index vertex, Index colour) const {
        return isHub(vertex) ? hubHas(vertex, colour) : find(vertex, colour) != kNone;
    }

    Index firstFreeAt(Index vertex) const {
        Index colour = isHub(vertex) ? hubs_[hubOf_[vertex]].lowestFree : 0;
        while (has(vertex, colour))
            ++colour;
        return colour;
    }

    Index firstFreeFor(Index edge) const {
        const Edge ends = edges_[edge];
        if (isHub(ends.a) || isHub(ends.b)) return firstFreeAtHub(ends);
        // Two vertices of few edges cannot use up all the bits.
        std::uint64_t used[2 * kFewEdges / 64 + 1] = {};
        for (const Index vertex : {ends.a, ends.b}) {
            for (const Index entry : rows_.of(vertex)) {
                const Index colour = colours_[entry / 2];
                if (colour < 64 * std::size(used)) used[colour / 64] |= std::uint64_t(1) << (colour % 64);
            }
        }
        Index word = 0;
        while (~used[word] == 0)
            ++word;
        return 64 * word + static_cast<Index>(std::countr_one(used[word]));
    }

    bool isHub(Index vertex) const { return hubOf_[vertex] != kNone; }

  private:
    static constexpr Index kFewEdges = 64;

    struct Hub {
        std::vector<bool> has;
        Index lowestFree = 0;  // every colour below it is in use
    };

    bool hubHas(Index vertex, Index colour) const {
        const Hub& hub = hubs_[hubOf_[vertex]];
        return colour < hub.has.size() && hub.has[colour];
    }

    void setHubBit(Index vertex, Index colour, bool value) {
        if (!isHub(vertex) || colour == kNone) return;
        Hub& hub = hubs_[hubOf_[vertex]];
        if (colour >= hub.has.size()) hub.has.resize(colour + 1);
        hub.has[colour] = value;
        if (!value) hub.lowestFree = std::min(hub.lowestFree, colour);
        while (hub.lowestFree < hub.has.size() && hub.has[hub.lowestFree])
            ++hub.lowestFree;
    }

    Index firstFreeAtHub(Edge ends) const {
        Index colour = 0;
        for (const Index vertex : {ends.a, ends.b}) {
            if (isHub(vertex)) colour = std::max(colour, hubs_[hubOf_[vertex]].lowestFree);
        }
        while (has(ends.a, colour) || has(ends.b, colour))
            ++colour;
        return colour;
    }

    const std::vector<Edge>& edges_;
    Rows rows_;
    std::vector<Index> colours_;
    std::vector<Index> hubOf_;
    std::vector<Hub> hubs_;
    Index maxDegree_ = 0;
};

// The path that leaves `vertex` by an edge of colour x and goes on by y, x, y, ... Afterwards x and y have changed
// places along it. Edges are unpainted first: for a moment two of one colour would meet.
void invertPath(ColourTable& table, Index vertex, Index x, Index y) {
    std::vector<Index> path, swapped;
    for (Index edge = table.find(vertex, x); edge != kNone; edge = table.find(vertex, x)) {
        path.push_back(edge);
        swapped.push_back(y);
        vertex = table.otherEnd(edge, vertex);
        std::swap(x, y);
    }
    for (const Index edge : path)
        table.paint(edge, kNone);
    for (std::size_t i = 0; i < path.size(); ++i)
        table.paint(path[i], swapped[i]);
}

// Edges of the hub of a fan, the first one unpainted, to different vertices; the colour of each is free at the far end
// of the one before it. So each may take the next one's colour.
std::vector<Index> growFan(const ColourTable& table, Index hub, Index edge) {
    std::vector<Index> fan{edge};
    std::vector<Index> ends{table.otherEnd(edge, hub)};
    for (bool grows = true; grows;) {
        grows = false;
        for (const Index entry : table.entriesOf(hub)) {
            const Index next = entry / 2, end = table.otherEnd(next, hub);
            const bool isNew = std::find(ends.begin(), ends.end(), end) == ends.end();
            if (!isNew || table.colourOf(next) == kNone || table.has(ends.back(), table.colourOf(next))) continue;
            fan.push_back(next);
            ends.push_back(end);
            grows = true;
        }
    }
    return fan;
}

// Paints an edge for which no colour below `limit` is free at both ends, by repainting others. Where no two edges join
// the same vertices and the limit is maxDegree + 1 this always succeeds.
bool paintByFan(ColourTable& table, const std::vector<Edge>& edges, Index edge, Index limit) {
    const Edge ends = edges[edge];
    const Index hub = table.degree(ends.a) <= table.degree(ends.b) ? ends.a : ends.b;
    const std::vector<Index> fan = growFan(table, hub, edge);
    const Index atHub = table.firstFreeAt(hub);
    const Index atLast = table.firstFreeAt(table.otherEnd(fan.back(), hub));
    if (atHub >= limit || atLast >= limit) return false;
    invertPath(table, hub, atLast, atHub);

    // `atLast` is now free at the hub. Up to the first vertex where it is free too, every edge takes the next one's
    // colour.
    for (std::size_t last = 0; last < fan.size(); ++last) {
        const bool isStillFan = last == 0 || !table.has(table.otherEnd(fan[last - 1], hub), table.colourOf(fan[last]));
        if (!isStillFan) return false;
        if (table.has(table.otherEnd(fan[last], hub), atLast)) continue;
        for (std::size_t i = 0; i < last; ++i) {
            const Index colour = table.colourOf(fan[i + 1]);
            table.paint(fan[i + 1], kNone);
            table.paint(fan[i], colour);
        }
        table.paint(fan[last], atLast);
        return true;
    }
    return false;
}

// Paints the edges of one vertex after another, neighbours first, and gives what runs on in a straight line two colours
// in turn, 2 k and 2 k + 1; so does the next line beside it, in step. A grid's rows take two colours, its columns two,
// and each of its diagonals two.
class Grower {
  public:
    Grower(ColourTable& table, const std::vector<Edge>& edges, std::span<const vec4> positions)
        : table_(table), edges_(edges), positions_(positions), limit_(table.maxDegree() + 1) {}

    void paintAll(Index vertexCount) {
        std::vector<Index> parents(vertexCount, kNone), front;
        for (Index start = 0; start < vertexCount; ++start) {
            if (parents[start] != kNone) continue;
            parents[start] = start;
            front.assign(1, start);
            for (std::size_t done = 0; done < front.size(); ++done) {
                const Index vertex = front[done];
                for (const Index entry : table_.entriesOf(vertex)) {
                    const Index edge = entry / 2, other = table_.otherEnd(edge, vertex);
                    if (table_.colourOf(edge) == kNone) paint(edge, vertex, parents[vertex]);
                    if (parents[other] == kNone) {
                        parents[other] = vertex;
                        front.push_back(other);
                    }
                }
            }
        }
    }

  private:
    // A colour that continues a line, or a line beside it; the more alike, the better.
    struct Hint {
        float likeness;
        Index colour;
    };

    void paint(Index edge, Index vertex, Index parent) {
        hints_.clear();
        addHints(edge, vertex, vertex);
        addHints(edge, table_.otherEnd(edge, vertex), table_.otherEnd(edge, vertex));
        if (parent != vertex) addHints(edge, vertex, parent);
        for (const Hint& hint : hints_) {
            for (const Index colour : {hint.colour, hint.colour ^ 1}) {
                if (isFree(edge, colour)) return table_.paint(edge, colour);
            }
        }
        const bool isAtHub = table_.isHub(edges_[edge].a) || table_.isHub(edges_[edge].b) || table_.isHub(parent);
        const Index fresh = isAtHub ? kNone : freshPair(edge, parent);
        if (fresh != kNone) return table_.paint(edge, fresh);
        const Index free = table_.firstFreeFor(edge);
        if (free < limit_ || !paintByFan(table_, edges_, edge, limit_)) table_.paint(edge, table_.firstFreeFor(edge));
    }

    // From the painted edges of `other`, seen as `vertex` sees the edge.
    void addHints(Index edge, Index vertex, Index other) {
        constexpr float kLeastLikeness = 0.5f;
        if (positions_.empty() || table_.isHub(other)) return;
        const vec3 way = wayFrom(vertex, edge);
        for (const Index entry : table_.entriesOf(other)) {
            const Index colour = table_.colourOf(entry / 2);
            if (colour == kNone) continue;
            const vec3 beside = wayFrom(other, entry / 2);
            const float cosine = glm::dot(way, beside);
            const vec3 apart = cosine > 0.0f ? way - beside : way + beside;
            const float least = std::min(glm::dot(way, way), glm::dot(beside, beside));
            const float likeness = least - glm::dot(apart, apart);
            if (!(likeness > kLeastLikeness * least)) continue;
            addHint({likeness / least, cosine > 0.0f ? colour : colour ^ 1});
        }
    }

    // Behind those that are as alike.
    void addHint(Hint hint) {
        const auto isMoreAlike = [](const Hint& a, const Hint& b) { return a.likeness > b.likeness; };
        hints_.insert(std::upper_bound(hints_.begin(), hints_.end(), hint, isMoreAlike), hint);
    }

    vec3 wayFrom(Index vertex, Index edge) const {
        return vec3(positions_[table_.otherEnd(edge, vertex)]) - vec3(positions_[vertex]);
    }

    bool isFree(Index edge, Index colour) const {
        return colour < limit_ && !table_.has(edges_[edge].a, colour) && !table_.has(edges_[edge].b, colour);
    }

    // The first of two colours that nothing near has; kNone if there are none.
    Index freshPair(Index edge, Index parent) const {
        for (Index colour = 0; colour + 1 < limit_; colour += 2) {
            const bool isNew = isFree(edge, colour) && isFree(edge, colour + 1) && !table_.has(parent, colour) &&
                               !table_.has(parent, colour + 1);
            if (isNew) return colour;
        }
        return kNone;
    }

    ColourTable& table_;
    const std::vector<Edge>& edges_;
    std::span<const vec4> positions_;
    Index limit_;
    std::vector<Hint> hints_;
};

}  // namespace

Colouring colourEdges(Index vertexCount, const std::vector<Edge>& edges, std::span<const vec4> positions) {
    Colouring colouring;
    if (edges.empty()) return colouring;
    ColourTable table(vertexCount, edges);
    colouring.maxDegree = table.maxDegree();
    Grower(table, edges, positions).paintAll(vertexCount);
    for (Index edge = 0; edge < edges.size(); ++edge) {
        colouring.colourCount = std::max(colouring.colourCount, table.colourOf(edge) + 1);
    }
    colouring.colours = table.takeColours();
    return colouring;
}

}  // namespace pliant
