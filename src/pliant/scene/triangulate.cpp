#include "pliant/scene/triangulate.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <utility>

namespace pliant {
namespace {

using glm::dvec2;
using glm::dvec3;
using Index = std::uint32_t;

constexpr Index kNone = ~0u;
constexpr double kFlat = 1e-13;  // share of the whole triangle: the area of one whose corners are on a line

// Edge k of a triangle is the one across from its corner k; neighbour k is behind that.
struct Cell {
    std::array<Index, 3> corners;
    std::array<Index, 3> neighbours;
    bool isThere = true;
};

Index after(Index k) {
    return (k + 1) % 3;
}

class Triangulation {
  public:
    explicit Triangulation(const std::array<dvec3, 3>& corners) {
        const dvec3 along = corners[1] - corners[0], up = corners[2] - corners[0];
        const double length = glm::length(along), share = glm::dot(up, along) / length;
        plane_ = {dvec2(0.0), dvec2(length, 0.0), dvec2(share, glm::length(up - along * (share / length)))};
        for (int k = 0; k < 3; ++k) {
            dvec3 weights(0.0);
            weights[k] = 1.0;
            add(weights);
        }
        cells_.push_back({{0, 1, 2}, {kNone, kNone, kNone}});
    }

    void insert(const dvec3& weights) {
        const Index p = add(weights), in = find(p);
        const Cell old = cells_[in];
        const auto count = static_cast<Index>(cells_.size());
        const std::array<Index, 3> parts{in, count, count + 1};
        cells_.resize(count + 2);
        for (Index k = 0; k < 3; ++k) {
            // Corner 0 is the new one; edge 0 the old one, and edges 1 and 2 those to the other parts.
            cells_[parts[k]] = {{p, old.corners[after(k)], old.corners[after(after(k))]},
                                {old.neighbours[k], parts[after(k)], parts[after(after(k))]}};
            replace(old.neighbours[k], in, parts[k]);
        }
        last_ = in;
        for (const Index part : parts)
            settle(part);
    }

    std::vector<std::array<Index, 3>> triangles() const {
        std::vector<std::array<Index, 3>> result;
        for (const auto& [corners, neighbours, isThere] : cells_)
            if (isThere && areaOf(corners[0], corners[1], corners[2]) > kFlat) result.push_back(corners);
        return result;
    }

  private:
    Index add(const dvec3& weights) {
        weights_.push_back(weights);
        places_.push_back(plane_[0] * weights.x + plane_[1] * weights.y + plane_[2] * weights.z);
        return static_cast<Index>(weights_.size() - 1);
    }

    // The share of the whole triangle; 0 to the last bit for three on one of its edges.
    double areaOf(Index a, Index b, Index c) const {
        return glm::determinant(glm::dmat3(weights_[a], weights_[b], weights_[c]));
    }

    // The triangle that a point is in, or on an edge of: from the last one on, across edges that it is behind.
    Index find(Index p) const {
        Index at = last_;
        for (std::size_t steps = 0; steps < cells_.size(); ++steps) {
            const Cell& cell = cells_[at];
            Index next = kNone;
            for (Index k = 0; k < 3 && next == kNone; ++k)
                if (areaOf(cell.corners[after(k)], cell.corners[after(after(k))], p) < -kFlat)
                    next = cell.neighbours[k];
            if (next == kNone) return at;
            at = next;
        }
        return at;
    }

    void replace(Index cell, Index neighbour, Index by) {
        if (cell == kNone) return;
        for (Index& other : cells_[cell].neighbours)
            if (other == neighbour) other = by;
    }

    // Whether d is within the circle through a, b and c, which go round counter-clockwise.
    bool isInCircle(Index a, Index b, Index c, Index d) const {
        const auto row = [&](Index i) {
            const dvec2 x = places_[i] - places_[d];
            return dvec3(x, glm::dot(x, x));
        };
        const dvec3 one = row(a), two = row(b), three = row(c);
        const double squares = one.z + two.z + three.z;
        return glm::determinant(glm::dmat3(one, two, three)) > 1e-12 * squares * squares;
    }

    // Makes the edge across from corner 0 of a triangle, the point that was added, one of Delaunay's, and then those
    // behind it. A triangle without area is flipped in any case, or goes where nothing is behind it.
    void settle(Index first) {
        std::vector<Index> open{first};
        while (!open.empty()) {
            const Index at = open.back();
            open.pop_back();
            const auto [p, a, b] = cells_[at].corners;
            const Index behind = cells_[at].neighbours[0];
            const bool isFlat = areaOf(p, a, b) <= kFlat;
            if (behind == kNone && isFlat) remove(at);
            if (behind == kNone) continue;
            Index k = 0;
            while (cells_[behind].neighbours[k] != at)
                ++k;
            const Index far = cells_[behind].corners[k];
            if (!isFlat && !isInCircle(p, a, b, far)) continue;
            if (!(areaOf(p, a, far) > kFlat && areaOf(p, far, b) > kFlat)) continue;
            flip(at, behind, k);
            open.insert(open.end(), {at, behind});
        }
    }

    // p a b and b a far become p a far and p far b.
    void flip(Index at, Index behind, Index k) {
        const auto [p, a, b] = cells_[at].corners;
        const Cell other = cells_[behind], own = cells_[at];
        const Index far = other.corners[k];
        // Of the one behind corner k + 1 is b, and the edge across from it the one from a to far.
        const Index overA = other.neighbours[after(k)], overB = other.neighbours[after(after(k))];
        cells_[at] = {{p, a, far}, {overA, behind, own.neighbours[2]}};
        cells_[behind] = {{p, far, b}, {overB, own.neighbours[1], at}};
        replace(overA, behind, at);
        replace(own.neighbours[1], at, behind);
    }

    void remove(Index at) {
        for (const Index neighbour : cells_[at].neighbours)
            replace(neighbour, at, kNone);
        cells_[at].isThere = false;
        for (const Index neighbour : cells_[at].neighbours)
            if (last_ == at && neighbour != kNone) last_ = neighbour;
    }

    std::array<dvec2, 3> plane_;
    std::vector<dvec3> weights_;
    std::vector<dvec2> places_;
    std::vector<Cell> cells_;
    Index last_ = 0;
};

}  // namespace

std::vector<std::array<Index, 3>> triangulate(const std::array<dvec3, 3>& corners, const std::vector<dvec3>& points) {
    Triangulation all(corners);
    for (const dvec3& point : points)
        all.insert(point);
    return all.triangles();
}

}  // namespace pliant
