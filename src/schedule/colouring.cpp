#include "schedule/colouring.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "schedule/rows.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
constexpr Index kNone = ~0u;

// Which colours meet at which vertex. A vertex of few edges looks at their colours; a hub keeps one bit per colour, so
// that a star of a million edges takes no quadratic time.
class ColourTable {
  public:
    ColourTable(Index vertexCount, const std::vector<Edge>& edges)
        : edges_(edges), rows_(makeRows(vertexCount, edges)), colours_(edges.size(), kNone), hubOf_(vertexCount, kNone) {
        for (Index v = 0; v < vertexCount; ++v) {
            const auto degree = static_cast<Index>(rows_.of(v).size());
            maxDegree_ = std::max(maxDegree_, degree);
            if (degree <= kFewEdges) continue;
            hubOf_[v] = static_cast<Index>(hubs_.size());
            hubs_.emplace_back();
        }
    }

    Index maxDegree() const { return maxDegree_; }
    Index colourOf(Index edge) const { return colours_[edge]; }
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

    Index firstFree(Index edge) const {
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
        while (~used[word] == 0) ++word;
        return 64 * word + static_cast<Index>(std::countr_one(used[word]));
    }

  private:
    static constexpr Index kFewEdges = 64;

    struct Hub {
        std::vector<bool> has;
        Index lowestFree = 0;  // every colour below it is in use
    };

    bool isHub(Index vertex) const { return hubOf_[vertex] != kNone; }
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
        while (hub.lowestFree < hub.has.size() && hub.has[hub.lowestFree]) ++hub.lowestFree;
    }

    Index firstFreeAtHub(Edge ends) const {
        Index colour = 0;
        for (const Index vertex : {ends.a, ends.b}) {
            if (isHub(vertex)) colour = std::max(colour, hubs_[hubOf_[vertex]].lowestFree);
        }
        while (has(ends.a, colour) || has(ends.b, colour)) ++colour;
        return colour;
    }

    const std::vector<Edge>& edges_;
    Rows rows_;
    std::vector<Index> colours_;
    std::vector<Index> hubOf_;
    std::vector<Hub> hubs_;
    Index maxDegree_ = 0;
};

// The path that leaves `from` by an edge of colour `x` and goes on by y, x, y, ... Empty if it arrives at `avoid`.
std::vector<Index> kempeChain(const ColourTable& table, const std::vector<Edge>& edges, Index from, Index avoid, Index x,
                              Index y) {
    std::vector<Index> chain;
    Index vertex = from;
    for (Index edge = table.find(vertex, x); edge != kNone; edge = table.find(vertex, x)) {
        chain.push_back(edge);
        vertex = edges[edge].a == vertex ? edges[edge].b : edges[edge].a;
        if (vertex == avoid) return {};
        std::swap(x, y);
    }
    return chain;
}

// x and y change places along the chain. Repainting goes through kNone, for a moment two edges of one colour would meet.
void swapAlong(ColourTable& table, const std::vector<Index>& chain, Index x, Index y) {
    std::vector<Index> swapped;
    for (const Index edge : chain) swapped.push_back(table.colourOf(edge) == x ? y : x);
    for (const Index edge : chain) table.paint(edge, kNone);
    for (std::size_t i = 0; i < chain.size(); ++i) table.paint(chain[i], swapped[i]);
}

// A colour below `limit` for the edge, made free at both ends by swapping along a chain if one can be found. Else kNone.
Index freeByChain(ColourTable& table, const std::vector<Edge>& edges, Index edge, Index limit) {
    constexpr int kTries = 64;
    const Edge ends = edges[edge];
    int tries = 0;
    for (Index x = 0; x < limit; ++x) {
        if (table.has(ends.a, x)) continue;
        for (Index y = 0; y < limit; ++y) {
            if (table.has(ends.b, y)) continue;
            if (tries++ == kTries) return kNone;
            const std::vector<Index> chain = kempeChain(table, edges, ends.b, ends.a, x, y);
            if (chain.empty()) continue;
            swapAlong(table, chain, x, y);
            return x;
        }
    }
    return kNone;
}

void paintAll(ColourTable& table, const std::vector<Edge>& edges) {
    const Index limit = table.maxDegree() + 1;
    for (Index edge = 0; edge < edges.size(); ++edge) {
        const Index first = table.firstFree(edge);
        const Index better = first < limit ? first : freeByChain(table, edges, edge, limit);
        table.paint(edge, better == kNone ? first : better);
    }
}

// Moves edges from colours above the mean to the emptiest colours that are free at both ends.
void balance(ColourTable& table, const std::vector<Edge>& edges, Index colourCount) {
    constexpr std::size_t kTries = 16;
    std::vector<Index> sizes(colourCount, 0);
    for (Index edge = 0; edge < edges.size(); ++edge) ++sizes[table.colourOf(edge)];
    const auto mean = static_cast<Index>(edges.size() / colourCount);

    std::vector<Index> small;
    for (Index colour = 0; colour < colourCount; ++colour) {
        if (sizes[colour] < mean) small.push_back(colour);
    }
    std::stable_sort(small.begin(), small.end(), [&](Index x, Index y) { return sizes[x] < sizes[y]; });
    for (Index edge = 0; edge < edges.size(); ++edge) {
        const Index from = table.colourOf(edge);
        if (sizes[from] <= mean + 1) continue;
        for (std::size_t k = 0; k < std::min(kTries, small.size()); ++k) {
            const Index to = small[k];
            if (table.has(edges[edge].a, to) || table.has(edges[edge].b, to)) continue;
            table.paint(edge, to);
            --sizes[from];
            if (++sizes[to] == mean) small.erase(small.begin() + std::ptrdiff_t(k));
            break;
        }
    }
}

}  // namespace

Colouring colourEdges(Index vertexCount, const std::vector<Edge>& edges) {
    Colouring colouring;
    if (edges.empty()) return colouring;
    ColourTable table(vertexCount, edges);
    colouring.maxDegree = table.maxDegree();
    paintAll(table, edges);
    for (Index edge = 0; edge < edges.size(); ++edge) {
        colouring.colourCount = std::max(colouring.colourCount, table.colourOf(edge) + 1);
    }
    balance(table, edges, colouring.colourCount);
    colouring.colours = table.takeColours();
    return colouring;
}

}  // namespace pliant
