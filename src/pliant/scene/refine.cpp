#include "pliant/scene/refine.h"

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <map>
#include <queue>
#include <tuple>

namespace pliant {
namespace {

using Index = std::uint32_t;
using Edge = std::pair<Index, Index>;  // as a triangle goes along it

// An edge with its length, the longest on top; of equal ones, that of the first points.
struct Longer {
    double length;
    Edge edge;

    bool operator<(const Longer& other) const {
        return std::tuple(length, other.edge.first, other.edge.second) <
               std::tuple(other.length, edge.first, edge.second);
    }
};

class Halver {
  public:
    Halver(TriangleMesh& mesh, double spacing) : mesh_(mesh), spacing_(spacing) {
        for (std::size_t corner = 0; corner < mesh.corners.size(); corner += 3)
            note(corner / 3);
    }

    void run(std::size_t mostPoints) {
        while (!longest_.empty() && mesh_.points.size() <= mostPoints) {
            const Edge edge = longest_.top().edge;
            longest_.pop();
            if (triangleAt_.contains(edge)) halve(edge);
        }
    }

  private:
    // Remembers whose the edges of a triangle are, and which are too long: once, from the side of the lower point.
    void note(std::size_t triangle) {
        for (int k = 0; k < 3; ++k) {
            const Edge edge(mesh_.corners[3 * triangle + k], mesh_.corners[3 * triangle + (k + 1) % 3]);
            triangleAt_[edge] = triangle;
            const double length = glm::length(mesh_.points[edge.first] - mesh_.points[edge.second]);
            if (edge.first < edge.second && length > spacing_) longest_.push({length, edge});
        }
    }

    void halve(const Edge& edge) {
        const auto middle = static_cast<Index>(mesh_.points.size());
        mesh_.points.push_back(0.5 * (mesh_.points[edge.first] + mesh_.points[edge.second]));
        for (const Edge& side : {edge, Edge(edge.second, edge.first)}) {
            const std::size_t triangle = triangleAt_.at(side);
            triangleAt_.erase(side);
            split(triangle, side, middle);
        }
    }

    // The triangle keeps the half at the first end of the edge; the other half is a new one.
    void split(std::size_t triangle, const Edge& side, Index middle) {
        const auto corners = mesh_.corners.begin() + std::ptrdiff_t(3 * triangle);
        std::array<Index, 3> first{corners[0], corners[1], corners[2]}, second = first;
        std::replace(first.begin(), first.end(), side.second, middle);
        std::replace(second.begin(), second.end(), side.first, middle);
        std::copy(first.begin(), first.end(), corners);
        mesh_.corners.insert(mesh_.corners.end(), second.begin(), second.end());
        note(triangle);
        note(mesh_.corners.size() / 3 - 1);
    }

    TriangleMesh& mesh_;
    double spacing_;
    std::map<Edge, std::size_t> triangleAt_;
    std::priority_queue<Longer> longest_;
};

}  // namespace

void halveEdges(TriangleMesh& mesh, double spacing, std::size_t mostPoints) {
    Halver(mesh, spacing).run(mostPoints);
}

double longestEdge(const TriangleMesh& mesh) {
    double longest = 0.0;
    for (std::size_t i = 0; i < mesh.corners.size() / 3; ++i) {
        const Triangle3 t = triangleOf(mesh, i);
        longest = std::max({longest, glm::length(t.b - t.a), glm::length(t.c - t.b), glm::length(t.a - t.c)});
    }
    return longest;
}

}  // namespace pliant
