#include "pliant/scene/embed.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "pliant/parallel.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr Index kCellTets = 5;
constexpr double kNothing = 1e-7;  // less than a float can tell beside 1

// Weights of the four corners, whose sum is 1: volumes of what lies between the point and the other three.
std::array<double, 4> weightsIn(const TetMesh& mesh, Index tet, const dvec3& p) {
    const auto x = [&](int corner) { return mesh.points[mesh.tets[tet][corner]]; };
    const dvec3 ab = x(1) - x(0), ac = x(2) - x(0), ad = x(3) - x(0), ap = p - x(0);
    const double whole = glm::dot(ab, glm::cross(ac, ad));
    const double b = glm::dot(ap, glm::cross(ac, ad)) / whole, c = glm::dot(ab, glm::cross(ap, ad)) / whole;
    const double d = glm::dot(ab, glm::cross(ac, ap)) / whole;
    return {1.0 - b - c - d, b, c, d};
}

// The heaviest corner first.
SkinPoint pointOf(const TetMesh& mesh, Index tet, std::array<double, 4> weights) {
    std::array<Index, 4> corners = mesh.tets[tet];
    const auto heaviest = std::max_element(weights.begin(), weights.end()) - weights.begin();
    std::swap(corners[0], corners[heaviest]);
    std::swap(weights[0], weights[heaviest]);
    SkinPoint point{corners};
    for (int i = 0; i < 3; ++i)
        point.weights[i] = std::abs(weights[i + 1]) < kNothing ? 0.0f : static_cast<float>(weights[i + 1]);
    return point;
}

// Of some tetrahedra the one that the point is in, or else the one that it is out of the least.
SkinPoint carryBy(const TetMesh& mesh, std::span<const Index> tets, const dvec3& p) {
    double best = -std::numeric_limits<double>::infinity();
    Index bestTet = tets[0];
    for (const Index tet : tets) {
        const std::array<double, 4> weights = weightsIn(mesh, tet, p);
        const double least = *std::min_element(weights.begin(), weights.end());
        if (least <= best) continue;
        best = least;
        bestTet = tet;
        if (least >= 0.0) break;
    }
    return pointOf(mesh, bestTet, weightsIn(mesh, bestTet, p));
}

// The piece that takes up the part in which a point lies.
Index pieceAt(const dvec3& p, const Cage& cage) {
    const auto [x, y, z] = partAt(partsOf(cage.grid), p);
    const std::size_t cell = cellOfPart(cage.grid, x, y, z);
    const CellMask bit = partBit(x, y, z);
    Index piece = cage.pieces.firstOfCell[cell];
    while (!(cage.pieces.pieces[piece].taken & bit))
        ++piece;
    return piece;
}

// The same for a point that belongs to no triangle: the filled piece whose cell is nearest carries it.
SkinPoint embedLoose(const dvec3& point, const Cage& cage) {
    std::array<Index, kCellTets> nearest{};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < cage.pieces.pieces.size(); ++i) {
        const Piece& piece = cage.pieces.pieces[i];
        if (!piece.isFilled) continue;
        const dvec3 way = cage.grid.corner(piece.cell[0], piece.cell[1], piece.cell[2]) + 0.5 * cage.grid.size - point;
        if (glm::dot(way, way) >= least) continue;
        least = glm::dot(way, way);
        for (Index tet = 0; tet < kCellTets; ++tet)
            nearest[tet] = cage.firstTet[i] + tet;
    }
    return carryBy(cage.mesh, nearest, point);
}

}  // namespace

std::vector<SkinPoint> embed(const TriangleMesh& surface, const Cage& cage) {
    std::vector<std::uint8_t> isOnMesh(surface.points.size(), 0);
    for (const Index corner : surface.corners)
        isOnMesh[corner] = 1;
    std::vector<SkinPoint> points(surface.points.size());
    forAll(points.size(), [&](std::size_t i) {
        const dvec3& p = surface.points[i];
        points[i] = isOnMesh[i] ? carryBy(cage.mesh, cage.tetsNear(pieceAt(p, cage)), p) : embedLoose(p, cage);
    });
    return points;
}
}  // namespace pliant
