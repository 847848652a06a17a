#include "pliant/scene/cage.h"

#include <limits>
#include <map>
#include <optional>

#include "pliant/scene/triangle_cells.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr Index kNone = ~0u;
constexpr double kLeastVolume = 0.2;        // that a tetrahedron keeps, as a share
constexpr double kLeastShare = 1.0 / 32.0;  // of material in a cell, before all are made to fit
constexpr int kSweeps = 2;                  // over the outer corners: one may make room for another
constexpr int kTries = 8;                   // at the surface, then an eighth of the way less, and so on

// The point of a triangle nearest to p (Ericson 2005, "Real-Time Collision Detection", 5.1.5).
dvec3 nearestOnTriangle(const Triangle3& t, const dvec3& p) {
    const dvec3 ab = t.b - t.a, ac = t.c - t.a, ap = p - t.a, bp = p - t.b, cp = p - t.c;
    const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0) return t.a;
    const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3) return t.b;
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return t.a + ab * (d1 / (d1 - d3));
    const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6) return t.c;
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return t.a + ac * (d2 / (d2 - d6));
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) return t.b + (t.c - t.b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    const double sum = va + vb + vc;
    return t.a + ab * (vb / sum) + ac * (vc / sum);
}

// Per piece the triangles that reach into it.
PieceLists trianglesOfPieces(const TriangleMesh& surface, const Cage& cage) {
    const CellGrid parts = partsOf(cage.grid);
    std::vector<std::pair<Index, Index>> found;  // piece, triangle
    for (Index i = 0; 3 * std::size_t(i) < surface.corners.size(); ++i) {
        std::map<std::size_t, CellMask> masks;
        forCellsOf(triangleOf(surface, i), parts,
                   [&](Index x, Index y, Index z) { masks[cellOfPart(cage.grid, x, y, z)] |= partBit(x, y, z); });
        for (const auto& [cell, mask] : masks) {
            for (Index p = cage.pieces.firstOfCell[cell]; p < cage.pieces.firstOfCell[cell + 1]; ++p) {
                if (cage.pieces.pieces[p].taken & mask) found.emplace_back(p, i);
            }
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    PieceLists lists;
    lists.first.assign(cage.pieces.pieces.size() + 1, 0);
    for (const auto& [piece, triangle] : found) {
        ++lists.first[piece + 1];
        lists.entries.push_back(triangle);
    }
    for (std::size_t i = 1; i < lists.first.size(); ++i)
        lists.first[i] += lists.first[i - 1];
    return lists;
}

// The tetrahedra of each point.
PieceLists tetsOfPoints(const TetMesh& mesh) {
    PieceLists fans;
    fans.first.assign(mesh.points.size() + 1, 0);
    for (const auto& tet : mesh.tets) {
        for (const Index corner : tet)
            ++fans.first[corner + 1];
    }
    for (std::size_t i = 1; i < fans.first.size(); ++i)
        fans.first[i] += fans.first[i - 1];
    fans.entries.resize(fans.first.back());
    std::vector<Index> next(fans.first.begin(), fans.first.end() - 1);
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        for (const Index corner : mesh.tets[i])
            fans.entries[next[corner]++] = static_cast<Index>(i);
    }
    return fans;
}

// Fills pieces with tetrahedra. Returns the corner that each point is.
std::vector<Index> cutPieces(Cage& cage) {
    std::vector<Index> pointOf(cage.pieces.cornerCount, kNone), cornerOf;
    cage.firstTet.assign(cage.pieces.pieces.size(), kNone);
    for (std::size_t i = 0; i < cage.pieces.pieces.size(); ++i) {
        const Piece& piece = cage.pieces.pieces[i];
        if (!piece.isFilled) continue;
        const auto& [x, y, z] = piece.cell;
        for (Index bits = 0; bits < 8; ++bits) {
            Index& point = pointOf[piece.corners[bits]];
            if (point != kNone) continue;
            point = static_cast<Index>(cornerOf.size());
            cornerOf.push_back(piece.corners[bits]);
            cage.mesh.points.push_back(cage.grid.corner(x + (bits & 1), y + (bits >> 1 & 1), z + (bits >> 2)));
        }
        cage.firstTet[i] = static_cast<Index>(cage.mesh.tets.size());
        for (std::array<Index, 4> tet : tetsOfCell(x, y, z)) {
            for (Index& corner : tet)
                corner = pointOf[piece.corners[corner]];
            cage.mesh.tets.push_back(tet);
        }
    }
    return cornerOf;
}

// Where the surface of a corner's pieces is nearest to it.
std::optional<dvec3> nearestPlace(const dvec3& p, std::span<const Index> pieces, const PieceLists& triangles,
                                  const TriangleMesh& surface) {
    std::optional<dvec3> nearest;
    double least = std::numeric_limits<double>::infinity();
    for (const Index piece : pieces) {
        for (const Index triangle : triangles.of(piece)) {
            const dvec3 place = nearestOnTriangle(triangleOf(surface, triangle), p);
            const double squared = glm::dot(place - p, place - p);
            if (squared < least) nearest = place;
            least = std::min(least, squared);
        }
    }
    return nearest;
}

// Draws the points of the boundary onto the surface, each as far as all of its tetrahedra stay large enough.
void drawToSurface(Cage& cage, const std::vector<Index>& cornerOf, const TriangleMesh& surface) {
    TetMesh& mesh = cage.mesh;
    const PieceLists triangles = trianglesOfPieces(surface, cage), fans = tetsOfPoints(mesh);
    std::vector<double> least;
    for (std::size_t i = 0; i < mesh.tets.size(); ++i)
        least.push_back(kLeastVolume * volumeOf(mesh, i));
    std::vector<Index> outer = boundaryOf(mesh);
    std::sort(outer.begin(), outer.end());
    outer.erase(std::unique(outer.begin(), outer.end()), outer.end());
    const auto isLargeEnough = [&](Index tet) { return volumeOf(mesh, tet) >= least[tet]; };
    std::vector<std::optional<dvec3>> targets;
    for (const Index point : outer)
        targets.push_back(
            nearestPlace(mesh.points[point], cage.piecesOfCorner.of(cornerOf[point]), triangles, surface));
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (std::size_t i = 0; i < outer.size(); ++i) {
            if (!targets[i]) continue;
            const std::span<const Index> fan = fans.of(outer[i]);
            const dvec3 start = mesh.points[outer[i]];
            for (int share = kTries; share > 0; --share) {
                mesh.points[outer[i]] = start + (*targets[i] - start) * (double(share) / kTries);
                if (std::all_of(fan.begin(), fan.end(), isLargeEnough)) break;
                mesh.points[outer[i]] = start;
            }
        }
    }
}

// Filled pieces that have a side in common with a layer.
std::vector<Index> carriersOf(const Cage& cage, Index layer) {
    std::map<Index, int> common;
    for (const Index corner : cage.pieces.pieces[layer].corners) {
        for (const Index piece : cage.piecesOfCorner.of(corner))
            ++common[piece];
    }
    std::vector<Index> carriers;
    for (const auto& [piece, corners] : common) {
        if (corners >= 4 && cage.pieces.pieces[piece].isFilled) carriers.push_back(piece);
    }
    return carriers;
}

// What is inside of the mesh, of filled pieces and of the layers that these carry, over what the tetrahedra take up;
// all together as much as there is.
void shareMaterial(Cage& cage, double insideVolume) {
    const std::vector<Piece>& pieces = cage.pieces.pieces;
    const double cell = cage.grid.size.x * cage.grid.size.y * cage.grid.size.z;
    std::vector<double> volumes(pieces.size(), 0.0);
    for (Index i = 0; i < pieces.size(); ++i) {
        const double volume = cell * pieces[i].insideShare();
        if (pieces[i].isFilled) volumes[i] += volume;
        if (pieces[i].isFilled || volume == 0.0) continue;
        const std::vector<Index> carriers = carriersOf(cage, i);
        for (const Index carrier : carriers)
            volumes[carrier] += volume / double(carriers.size());
    }
    cage.mesh.shares.resize(cage.mesh.tets.size());
    double sum = 0.0;
    for (Index i = 0; i < pieces.size(); ++i) {
        if (!pieces[i].isFilled) continue;
        double taken = 0.0;
        for (Index tet = cage.firstTet[i]; tet < cage.firstTet[i] + 5; ++tet)
            taken += volumeOf(cage.mesh, tet);
        const double share = std::max(volumes[i], kLeastShare * cell) / taken;
        std::fill_n(cage.mesh.shares.begin() + cage.firstTet[i], 5, share);
        sum += share * taken;
    }
    if (!(insideVolume > 0.0)) return;
    for (double& share : cage.mesh.shares)
        share *= insideVolume / sum;
}

}  // namespace

std::vector<std::uint32_t> Cage::tetsNear(std::uint32_t piece) const {
    std::vector<Index> tets;
    const auto add = [&](Index other) {
        if (!pieces.pieces[other].isFilled) return;
        for (Index i = 0; i < 5; ++i)
            tets.push_back(firstTet[other] + i);
    };
    add(piece);
    std::vector<Index> others;
    for (const Index corner : pieces.pieces[piece].corners)
        others.insert(others.end(), piecesOfCorner.of(corner).begin(), piecesOfCorner.of(corner).end());
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const Index other : others) {
        if (other != piece) add(other);
    }
    return tets;
}

Cage cageAround(const TriangleMesh& surface, const std::vector<Hole>& holes, const CellGrid& grid) {
    Cage cage;
    cage.grid = grid;
    const Inside inside = insideOf(surface, holes, grid);
    cage.pieces = piecesOf(grid, inside.parts, partsTouched(surface, grid));
    cage.piecesOfCorner = piecesOfCorners(cage.pieces);
    const std::vector<Index> cornerOf = cutPieces(cage);
    drawToSurface(cage, cornerOf, surface);
    // As particles will have them.
    for (dvec3& point : cage.mesh.points)
        point = dvec3(glm::vec3(point));
    shareMaterial(cage, inside.volume);
    return cage;
}

}  // namespace pliant
