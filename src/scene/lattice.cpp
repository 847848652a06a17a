#include "scene/lattice.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <numeric>

#include "scene/edges.h"
#include "scene/inside.h"
#include "scene/weld.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr double kMostCells = 5e7;    // in the box around the mesh
constexpr double kLeastVolume = 0.4;  // that a tetrahedron keeps, as a share
constexpr int kSweeps = 2;            // over the outer corners: one may make room for another
constexpr int kTries = 8;             // at the surface, then an eighth of the way less, and so on

Status checkFaces(const LatticeDescription& lattice) {
    if (lattice.faceSizes.empty()) return fail("lattice '{}': the mesh has no faces", lattice.name);
    std::size_t corners = 0;
    for (std::size_t face = 0; face < lattice.faceSizes.size(); ++face) {
        if (lattice.faceSizes[face] < 3) {
            return fail("lattice '{}': face {} has {} corners; it needs three", lattice.name, face,
                        lattice.faceSizes[face]);
        }
        corners += lattice.faceSizes[face];
    }
    if (corners != lattice.faceCorners.size()) {
        return fail("lattice '{}' lists {} corners, but its faces have {}", lattice.name, lattice.faceCorners.size(),
                    corners);
    }
    for (std::size_t i = 0; i < corners; ++i) {
        if (lattice.faceCorners[i] >= lattice.vertices.size()) {
            return fail("lattice '{}': corner {} uses vertex {}, but there are {} (0 to {})", lattice.name, i,
                        lattice.faceCorners[i], lattice.vertices.size(), std::ptrdiff_t(lattice.vertices.size()) - 1);
        }
    }
    return {};
}

Status checkNumbers(const LatticeDescription& lattice) {
    for (std::size_t i = 0; i < lattice.vertices.size(); ++i) {
        const vec3 p = lattice.vertices[i];
        if (isPoint(p)) continue;
        return fail("lattice '{}': vertex {} lies at ({}, {}, {}); coordinates must be finite and within {} m",
                    lattice.name, i, p.x, p.y, p.z, kLargestCoordinate);
    }
    if (lattice.cellSize > 0.0f && std::isfinite(lattice.cellSize)) return {};
    return fail("lattice '{}' has cells of {} m; they must be positive", lattice.name, lattice.cellSize);
}

// Polygons as fans, welded, without triangles that welding has made an edge.
TriangleMesh trianglesOf(const LatticeDescription& lattice, const Weld& weld) {
    TriangleMesh mesh;
    for (const Index vertex : weld.firstVertex)
        mesh.points.emplace_back(lattice.vertices[vertex]);
    const Index* corner = lattice.faceCorners.data();
    for (const Index size : lattice.faceSizes) {
        for (Index i = 1; i + 1 < size; ++i) {
            const Index a = weld.groupOfVertex[corner[0]], b = weld.groupOfVertex[corner[i]];
            const Index c = weld.groupOfVertex[corner[i + 1]];
            if (a != b && b != c && c != a) mesh.corners.insert(mesh.corners.end(), {a, b, c});
        }
        corner += size;
    }
    return mesh;
}

Status checkClosed(const TriangleMesh& mesh, const LatticeDescription& lattice, const Weld& weld) {
    for (const EdgeUse& edge : edgeUses(mesh.corners)) {
        if (edge.isBalanced()) continue;
        return fail(
            "lattice '{}': the mesh is not closed: the edge from vertex {} to {} belongs to {} triangles that way and "
            "{} the other; they must be as many",
            lattice.name, weld.firstVertex[edge.low], weld.firstVertex[edge.high], edge.upward, edge.downward);
    }
    return {};
}

Result<CellGrid> gridAround(const TriangleMesh& mesh, const LatticeDescription& lattice) {
    dvec3 low(mesh.points[mesh.corners[0]]), high = low;
    for (const Index corner : mesh.corners) {
        low = glm::min(low, mesh.points[corner]);
        high = glm::max(high, mesh.points[corner]);
    }
    const double size = lattice.cellSize;
    const dvec3 counts = glm::max(glm::ceil((high - low) / size), dvec3(1.0));
    if (!(counts.x * counts.y * counts.z <= kMostCells)) {
        return fail("lattice '{}': cells of {} m would be {:.3g} in the box around the mesh; at most {}", lattice.name,
                    lattice.cellSize, counts.x * counts.y * counts.z, kMostCells);
    }
    CellGrid grid;
    grid.size = dvec3(size);
    grid.low = (low + high - counts * size) / 2.0;
    for (int axis = 0; axis < 3; ++axis)
        grid.counts[axis] = static_cast<Index>(counts[axis]);
    return grid;
}

// The tetrahedra of each point: of point i those at entries[first[i]] up to entries[first[i + 1]].
struct Fans {
    std::vector<Index> first, entries;
};

Fans fansOf(const TetMesh& mesh) {
    Fans fans;
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

// Draws the points of the boundary onto the surface, each as far as all of its tetrahedra stay large enough.
void drawToSurface(TetMesh& mesh, const TriangleMesh& surface, const CellGrid& grid,
                   const std::vector<std::array<Index, 3>>& gridCorners) {
    const NearbySurface nearby(surface, grid);
    const Fans fans = fansOf(mesh);
    std::vector<double> least;
    for (std::size_t i = 0; i < mesh.tets.size(); ++i)
        least.push_back(kLeastVolume * volumeOf(mesh, i));
    std::vector<Index> outer = boundaryOf(mesh);
    std::sort(outer.begin(), outer.end());
    outer.erase(std::unique(outer.begin(), outer.end()), outer.end());
    const auto isLargeEnough = [&](Index tet) { return volumeOf(mesh, tet) >= least[tet]; };
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (const Index point : outer) {
            const std::optional<dvec3> target = nearby.nearestTo(gridCorners[point]);
            if (!target) continue;
            const dvec3 start = mesh.points[point];
            const auto fan = fans.entries.begin();
            for (int share = kTries; share > 0; --share) {
                mesh.points[point] = start + (*target - start) * (double(share) / kTries);
                if (std::all_of(fan + fans.first[point], fan + fans.first[point + 1], isLargeEnough)) break;
                mesh.points[point] = start;
            }
        }
    }
}

// All particles weigh the same, as they do inside. At the surface, corners of one thin tetrahedron would weigh next to nothing:
// between a floor and a body a thousand times as heavy they give way whatever their tetrahedra say, until these are flat.
void evenMasses(Scene& scene, const Body& body) {
    float* masses = scene.masses.data() + body.firstParticle;
    const double sum = std::accumulate(masses, masses + body.particleCount, 0.0);
    std::fill_n(masses, body.particleCount, static_cast<float>(sum / body.particleCount));
}

}  // namespace

Result<std::uint32_t> addLattice(Scene& scene, const LatticeDescription& lattice) {
    if (Status status = checkFaces(lattice); !status) return status.error();
    if (Status status = checkNumbers(lattice); !status) return status.error();
    const Weld weld = weldVertices(lattice.vertices);
    const TriangleMesh surface = trianglesOf(lattice, weld);
    if (surface.corners.empty()) return fail("lattice '{}': the mesh has no triangle with an area", lattice.name);
    if (Status status = checkClosed(surface, lattice, weld); !status) return status.error();
    const Result<CellGrid> grid = gridAround(surface, lattice);
    if (!grid) return grid.error();
    std::vector<std::array<Index, 3>> gridCorners;
    TetMesh mesh = cutCells(*grid, cellsInside(surface, *grid), &gridCorners);
    if (mesh.tets.empty()) {
        return fail("lattice '{}': no cell of {} m has its centre inside the mesh; they must be smaller", lattice.name,
                    lattice.cellSize);
    }
    drawToSurface(mesh, surface, *grid, gridCorners);
    const Result<Index> body = addTetMesh(scene, std::move(mesh), lattice.material, lattice.name);
    if (body) evenMasses(scene, scene.bodies[*body]);
    return body;
}

}  // namespace pliant
