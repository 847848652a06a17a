#include "pliant/scene/polygon.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

using Index = std::uint32_t;
using Edge = std::array<Index, 2>;
using glm::dvec2;

double cross(dvec2 a, dvec2 b) {
    return a.x * b.y - a.y * b.x;
}

// Twice the area of a triangle, positive for counter-clockwise.
double turn(dvec2 a, dvec2 b, dvec2 c) {
    return cross(b - a, c - a);
}

// Of a point on the line through the edge: whether it is on the edge.
bool isBetween(dvec2 a, dvec2 b, dvec2 p) {
    return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
           p.y <= std::max(a.y, b.y);
}

bool touch(dvec2 a, dvec2 b, dvec2 c, dvec2 d) {
    const double abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
    const auto opposite = [](double s, double t) { return (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0); };
    if (opposite(abc, abd) && opposite(cda, cdb)) return true;
    return (abc == 0.0 && isBetween(a, b, c)) || (abd == 0.0 && isBetween(a, b, d)) ||
           (cda == 0.0 && isBetween(c, d, a)) || (cdb == 0.0 && isBetween(c, d, b));
}

// The polygon as a ring that shrinks as ears are clipped off it.
class Ring {
  public:
    explicit Ring(const Polygon& polygon)
        : points_(polygon.begin(), polygon.end()),
          before_(points_.size()),
          after_(points_.size()),
          isEar_(points_.size()) {
        const auto count = static_cast<Index>(points_.size());
        for (Index i = 0; i < count; ++i) {
            before_[i] = (i + count - 1) % count;
            after_[i] = (i + 1) % count;
        }
        for (Index i = 0; i < count; ++i)
            isEar_[i] = looksLikeEar(i);
    }

    std::array<Index, 3> clipBestEar() {
        Index best = first_;
        double least = std::numeric_limits<double>::infinity();
        for (Index i = first_, more = 1; more; i = after_[i], more = i != first_) {
            if (!isEar_[i] || !(squaredDiagonal(i) < least)) continue;
            least = squaredDiagonal(i);
            best = i;
        }
        return clip(best);
    }

  private:
    double squaredDiagonal(Index i) const {
        const dvec2 d = points_[after_[i]] - points_[before_[i]];
        return glm::dot(d, d);
    }

    // A corner that turns left, with no other point in its triangle or on the cut.
    bool looksLikeEar(Index i) const {
        const dvec2 a = points_[before_[i]], b = points_[i], c = points_[after_[i]];
        if (!(turn(a, b, c) > 0.0)) return false;
        for (Index j = after_[after_[i]]; j != before_[i]; j = after_[j]) {
            const dvec2 p = points_[j];
            if (turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0) return false;
        }
        return true;
    }

    std::array<Index, 3> clip(Index i) {
        const Index a = before_[i], c = after_[i];
        after_[a] = c;
        before_[c] = a;
        first_ = a;
        isEar_[a] = looksLikeEar(a);
        isEar_[c] = looksLikeEar(c);
        return {a, i, c};
    }

    std::vector<dvec2> points_;
    std::vector<Index> before_, after_;
    std::vector<std::uint8_t> isEar_;
    Index first_ = 0;
};

// Into the body, half way between the directions at right angles to both edges; 0 where they fold back.
dvec2 innerDirection(const Polygon& polygon, std::size_t i) {
    const std::size_t count = polygon.size();
    const dvec2 here(polygon[i]);
    const dvec2 in = here - dvec2(polygon[(i + count - 1) % count]), out = dvec2(polygon[(i + 1) % count]) - here;
    const double inLength = std::sqrt(glm::dot(in, in)), outLength = std::sqrt(glm::dot(out, out));
    const dvec2 along = in * outLength + out * inLength;
    return {-along.y, along.x};
}

}  // namespace

double areaOf(const Polygon& polygon) {
    double twice = 0.0;
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
        twice += turn(dvec2(polygon[0]), dvec2(polygon[i]), dvec2(polygon[i + 1]));
    return 0.5 * twice;
}

std::optional<Edge> touchingEdges(const Polygon& polygon) {
    const auto count = static_cast<Index>(polygon.size());
    const auto end = [&](Index edge) { return dvec2(polygon[(edge + 1) % count]); };
    const auto low = [&](Index edge) { return std::min(double(polygon[edge].x), end(edge).x); };
    const auto high = [&](Index edge) { return std::max(double(polygon[edge].x), end(edge).x); };
    std::vector<Index> edges(count);
    for (Index i = 0; i < count; ++i)
        edges[i] = i;
    std::stable_sort(edges.begin(), edges.end(), [&](Index a, Index b) { return low(a) < low(b); });
    for (Index i = 0; i < count; ++i) {
        for (Index j = i + 1; j < count && low(edges[j]) <= high(edges[i]); ++j) {
            const Index a = std::min(edges[i], edges[j]), b = std::max(edges[i], edges[j]);
            const bool areNeighbours = b == a + 1 || (a == 0 && b == count - 1);
            const Index shared = b == a + 1 ? b : 0, from = b == a + 1 ? a : b;
            if (areNeighbours) {  // only where the second folds back onto the first
                const dvec2 in = dvec2(polygon[shared]) - dvec2(polygon[from]),
                            out = end(shared) - dvec2(polygon[shared]);
                if (cross(in, out) == 0.0 && !(glm::dot(in, out) > 0.0)) return Edge{a, b};
            } else if (touch(dvec2(polygon[a]), end(a), dvec2(polygon[b]), end(b))) {
                return Edge{a, b};
            }
        }
    }
    return std::nullopt;
}

std::vector<std::array<Index, 3>> triangulate(const Polygon& polygon) {
    std::vector<std::array<Index, 3>> triangles;
    Ring ring(polygon);
    for (std::size_t left = polygon.size(); left >= 3; --left)
        triangles.push_back(ring.clipBestEar());
    return triangles;
}

std::vector<Index> opposites(const Polygon& polygon) {
    const auto count = static_cast<Index>(polygon.size());
    std::vector<Index> found(count);
    for (Index i = 0; i < count; ++i) {
        found[i] = i;
        const dvec2 here(polygon[i]), look = innerDirection(polygon, i);
        double nearest = std::numeric_limits<double>::infinity();
        for (Index k = 1; k + 1 < count; ++k) {  // all edges but the point's own two
            const Index from = (i + k) % count, to = (i + k + 1) % count;
            const dvec2 a = dvec2(polygon[from]) - here, along = dvec2(polygon[to]) - dvec2(polygon[from]);
            const double slant = cross(look, along);
            if (slant == 0.0) continue;
            const double distance = cross(a, along) / slant, share = cross(a, look) / slant;
            if (!(distance > 0.0 && distance < nearest && share >= 0.0 && share <= 1.0)) continue;
            nearest = distance;
            const Index nearer = share < 0.5 ? from : to;
            const bool isNeighbour = nearer == (i + 1) % count || nearer == (i + count - 1) % count;
            found[i] = isNeighbour ? i : nearer;
        }
    }
    return found;
}

}  // namespace pliant
