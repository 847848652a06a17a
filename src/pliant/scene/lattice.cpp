#include "pliant/scene/lattice.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <numeric>
#include <span>

#include "pliant/fail.h"
#include "pliant/scene/embed.h"
#include "pliant/scene/faces.h"
#include "pliant/scene/weld.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr double kMostCells = 1e7;  // in the box around the mesh

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
    if (lattice.cellSize > 0.0f && std::isfinite(lattice.cellSize)) return validate(lattice.material, lattice.name);
    return fail("lattice '{}' has cells of {} m; they must be positive", lattice.name, lattice.cellSize);
}

// Welded, without triangles that welding has made an edge.
TriangleMesh trianglesOf(const LatticeDescription& lattice, const Weld& weld) {
    TriangleMesh mesh;
    for (const Index vertex : weld.firstVertex)
        mesh.points.emplace_back(lattice.vertices[vertex]);
    const std::vector<vec3> places(mesh.points.begin(), mesh.points.end());
    FaceCutter cutter(places);
    std::vector<Index> corners;
    std::size_t next = 0;
    for (const Index size : lattice.faceSizes) {
        corners.clear();
        for (const std::size_t end = next + size; next < end; ++next)
            corners.push_back(weld.groupOfVertex[lattice.faceCorners[next]]);
        for (const auto& triangle : cutter.cut(corners))
            mesh.corners.insert(mesh.corners.end(), triangle.begin(), triangle.end());
    }
    return mesh;
}

Status checkInside(const TriangleMesh& mesh, const std::vector<Hole>& holes, const LatticeDescription& lattice,
                   const Weld& weld) {
    if (hasInside(mesh, holes)) return {};
    const auto isShorter = [](const Hole& a, const Hole& b) { return a.length < b.length; };
    const Hole& hole = *std::max_element(holes.begin(), holes.end(), isShorter);
    return fail(
        "lattice '{}': the mesh has no inside: its largest hole is {:.3g} m around, along {} edges, one of which "
        "starts at "
        "vertex {}",
        lattice.name, hole.length, hole.points.size(), weld.firstVertex[hole.points[0]]);
}

// Cells are a little smaller than wanted, so that the mesh ends with them: what it stands on, the cage stands on.
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
    grid.size = glm::max((high - low) / counts, dvec3(0.5 * size));
    grid.low = (low + high - counts * grid.size) / 2.0;
    for (int axis = 0; axis < 3; ++axis)
        grid.counts[axis] = static_cast<Index>(counts[axis]);
    return grid;
}

Status checkWeights(const std::vector<SkinPoint>& points, const LatticeDescription& lattice, const Weld& weld) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        const vec3 w = glm::abs(points[i].weights);
        if (std::max({w.x, w.y, w.z}) <= kLargestWeight) continue;
        return fail("lattice '{}': vertex {} is a corner of no triangle and too far from the mesh to be carried by it",
                    lattice.name, weld.firstVertex[i]);
    }
    return {};
}

// In particles of the scene, where the body's first is this.
Skin skinOf(const LatticeDescription& lattice, const Weld& weld, std::vector<SkinPoint> points, Index firstParticle) {
    for (SkinPoint& point : points) {
        for (Index& particle : point.particles)
            particle += firstParticle;
    }
    return {std::move(points), weld.groupOfVertex, lattice.faceSizes, lattice.faceCorners};
}

// Particles weigh the geometric mean of their share of the tetrahedra and of the mean of all. By their shares, at the
// surface, corners of one thin tetrahedron would weigh next to nothing: between a floor and a body a thousand times as
// heavy they give way whatever their tetrahedra say, until these are flat. If all weighed the same, these corners would
// be too heavy for the few edges that hold them, and swing on them for seconds.
void evenMasses(Scene& scene, const Body& body) {
    const std::span<float> masses(scene.masses.data() + body.firstParticle, body.particleCount);
    const double sum = std::accumulate(masses.begin(), masses.end(), 0.0), mean = sum / body.particleCount;
    std::vector<double> evened;
    for (const float mass : masses)
        evened.push_back(std::sqrt(double(mass) * mean));
    const double scale = sum / std::accumulate(evened.begin(), evened.end(), 0.0);
    for (std::size_t i = 0; i < masses.size(); ++i)
        masses[i] = static_cast<float>(evened[i] * scale);
}

}  // namespace

Result<std::uint32_t> addLattice(Scene& scene, const LatticeDescription& lattice) {
    if (Status status = checkFaces(lattice); !status) return status.error();
    if (Status status = checkNumbers(lattice); !status) return status.error();
    const Weld weld = weldVertices(lattice.vertices);
    const TriangleMesh surface = trianglesOf(lattice, weld);
    if (surface.corners.empty()) return fail("lattice '{}': the mesh has no triangle with an area", lattice.name);
    const std::vector<Hole> holes = holesOf(surface);
    if (Status status = checkInside(surface, holes, lattice, weld); !status) return status.error();
    const Result<CellGrid> grid = gridAround(surface, lattice);
    if (!grid) return grid.error();
    Cage cage = cageAround(surface, holes, *grid);
    std::vector<SkinPoint> points = embed(surface, cage);
    if (Status status = checkWeights(points, lattice, weld); !status) return status.error();
    const Result<Index> index = addTetMesh(scene, std::move(cage.mesh), lattice.material, lattice.name);
    if (!index) return index.error();
    Body& body = scene.bodies[*index];
    evenMasses(scene, body);
    body.skin = skinOf(lattice, weld, std::move(points), body.firstParticle);
    return *index;
}

}  // namespace pliant
