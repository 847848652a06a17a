#include "pliant/scene/layers.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "pliant/scene/faces.h"
#include "pliant/schedule/geodesic.h"
#include "pliant/shared/portable.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr double kNearEdges = 1.5;   // of the longest edge at a vertex
constexpr double kDetour = 2.0;      // of a way along edges around a fold
constexpr Index kMostSpokes = 1024;  // of a vertex that ways lead by
constexpr double kFar = 1e300;

// The power of two that is x or next below it; without a library. 0: there is none, or x is no number.
double powerBelow(double x) {
    constexpr std::uint64_t kExponent = 0x7ffull << 52;
    return x > 0.0 && x < kFar ? bitCast<double>(bitCast<std::uint64_t>(x) & kExponent) : 0.0;
}

// The edges of a body's faces, and its sticks.
SurfaceGraph edgesOf(const Scene& scene, const Body& body) {
    std::vector<Span> spans;
    const auto add = [&](Index a, Index b) {
        const Index first = body.firstParticle;
        if (a - first >= body.particleCount || b - first >= body.particleCount || a == b) return;  // another body's
        const double length = distanceBetween(scene.positions[a], scene.positions[b]);
        if (length < kFar) spans.push_back({a - first, b - first, static_cast<float>(length)});
    };
    for (const SceneStick& stick : scene.sticks)
        if (stick.kind != StickKind::Bend) add(stick.a, stick.b);
    forEachFaceEdge(body, add);
    return makeSurfaceGraph(body.particleCount, spans);
}

// Pairs are looked for size by size, of powers of two: those of which the lesser of the longest edges at both is of
// one.
class Layers {
  public:
    Layers(const Scene& scene, const Body& body, double most)
        : edges_(edgesOf(scene, body)),
          nearest_(most),
          longest_(body.particleCount, 0.0),
          ways_(body.particleCount, kFar) {
        const auto first = scene.positions.begin() + body.firstParticle;
        places_.assign(first, first + body.particleCount);
        for (Index i = 0; i < places_.size(); ++i)
            for (Index e = edges_.first[i]; e < edges_.first[i + 1]; ++e)
                longest_[i] = std::max(longest_[i], double(edges_.length[e]));
    }

    double nearest() {
        std::vector<double> sizes;
        for (const double longest : longest_)
            if (powerBelow(longest) > 0.0) sizes.push_back(powerBelow(longest));
        std::sort(sizes.begin(), sizes.end());
        sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
        for (const double size : sizes) {
            sortByCells(size);
            lookAround(size);
        }
        return nearest_;
    }

  private:
    static constexpr double kMostCells = 2e6;  // along each axis; 21 bits

    // Those with edges so long or longer: by x, then y, then z, so that three cells along z follow one another.
    void sortByCells(double size) {
        const double cell = std::min(nearest_, 2.0 * kNearEdges * size);
        const auto isOne = [&](Index i) { return powerBelow(longest_[i]) >= size; };
        dvec3 low(kFar);
        for (Index i = 0; i < places_.size(); ++i)
            if (isOne(i)) low = glm::min(low, places_[i]);
        sorted_.clear();
        for (Index i = 0; i < places_.size(); ++i) {
            if (!isOne(i)) continue;
            const dvec3 at = glm::min((places_[i] - low) / cell, dvec3(kMostCells)) + dvec3(1.0);
            sorted_.push_back({std::uint64_t(at.x) << 42 | std::uint64_t(at.y) << 21 | std::uint64_t(at.z), i});
        }
        std::sort(sorted_.begin(), sorted_.end());
    }

    // Each looks in its own cell and in half of those around it: the others find it.
    void lookAround(double size) {
        for (std::size_t at = 0; at < sorted_.size(); ++at)
            lookAt(size, at, at + 1, sorted_[at].first + 1);
        for (const auto& [x, y] : {std::pair(0, 1), std::pair(1, -1), std::pair(1, 0), std::pair(1, 1)}) {
            std::size_t from = 0;
            for (std::size_t at = 0; at < sorted_.size(); ++at) {
                const std::uint64_t there = sorted_[at].first + numberOf(x, y);
                while (from < sorted_.size() && sorted_[from].first + 1 < there)
                    ++from;
                lookAt(size, at, from, there + 1);
            }
        }
    }

    static std::uint64_t numberOf(int x, int y) {
        return (std::uint64_t(std::int64_t(x)) << 42) + (std::uint64_t(std::int64_t(y)) << 21);
    }

    // Against those from one on, up to this cell.
    void lookAt(double size, std::size_t at, std::size_t from, std::uint64_t last) {
        const Index i = sorted_[at].second;
        for (; from < sorted_.size() && sorted_[from].first <= last; ++from) {
            const Index j = sorted_[from].second;
            const double apart = glm::distance(places_[i], places_[j]), longest = std::min(longest_[i], longest_[j]);
            if (apart >= nearest_ || apart >= kNearEdges * longest || powerBelow(longest) != size) continue;
            if (!areWithinTwoEdges(i, j) && !isReached(i, j, kDetour * apart)) nearest_ = apart;
        }
    }

    bool areWithinTwoEdges(Index i, Index j) const {
        const auto mine = edges_.of(i), its = edges_.of(j);
        if (std::binary_search(mine.begin(), mine.end(), j)) return true;
        for (auto a = mine.begin(), b = its.begin(); a != mine.end() && b != its.end();) {
            if (*a == *b) return true;
            *a < *b ? ++a : ++b;
        }
        return false;
    }

    // Along edges, after Dijkstra 1959.
    bool isReached(Index from, Index to, double most) {
        using Step = std::pair<double, Index>;
        std::priority_queue<Step, std::vector<Step>, std::greater<>> next;
        std::vector<Index> seen{from};
        ways_[from] = 0.0;
        next.push({0.0, from});
        bool isThere = false;
        while (!next.empty() && !isThere) {
            const auto [way, at] = next.top();
            next.pop();
            isThere = at == to;
            if (way > ways_[at] || edges_.of(at).size() > kMostSpokes) continue;
            for (Index e = edges_.first[at]; e < edges_.first[at + 1]; ++e) {
                const Index end = edges_.neighbour[e];
                const double there = way + double(edges_.length[e]);
                if (there > most || there >= ways_[end]) continue;
                if (ways_[end] == kFar) seen.push_back(end);
                ways_[end] = there;
                next.push({there, end});
            }
        }
        for (const Index k : seen)
            ways_[k] = kFar;
        return isThere;
    }

    SurfaceGraph edges_;
    double nearest_;
    std::vector<dvec3> places_;
    std::vector<double> longest_, ways_;
    std::vector<std::pair<std::uint64_t, Index>> sorted_;  // cells, and who is there
};

}  // namespace

double nearestLayers(const Scene& scene, const Body& body, double most) {
    const auto isItsOwn = [&](Index i) { return i - body.firstParticle < body.particleCount; };
    const auto hasItsOwn = [&](const auto& of) {
        return std::any_of(of.particles.begin(), of.particles.end(), isItsOwn);
    };
    const bool isSolid = std::any_of(scene.shapes.begin(), scene.shapes.end(), hasItsOwn) ||
                         std::any_of(scene.tets.begin(), scene.tets.end(), hasItsOwn);
    if (body.faceSizes.empty() || !body.touchFaces.empty() || isSolid) return most;
    return Layers(scene, body, most).nearest();
}

}  // namespace pliant
