#include "pliant/scene/mesh.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pliant/fail.h"
#include "pliant/maths.h"
#include "pliant/scene/faces.h"
#include "pliant/scene/materials.h"
#include "pliant/scene/weld.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

// Two particles, the lower first.
struct Pair {
    Index low, high;
    auto operator<=>(const Pair&) const = default;
};

Pair pairOf(Index a, Index b) {
    return {std::min(a, b), std::max(a, b)};
}

// One side of a face: the edge's ends, and the corners of the face next to them. In a triangle they are the same.
//
//     lowNext ---- highNext
//        |            |
//       low -------- high
struct Side {
    Pair edge;
    Index lowNext, highNext;
    Index face;
};

float densityOf(const MeshDescription& mesh) {
    return mesh.fabric ? mesh.fabric->arealDensity : mesh.arealDensity;
}

Status checkFaces(const MeshDescription& mesh) {
    if (mesh.faceSizes.empty()) return fail("mesh '{}' has no faces", mesh.name);
    std::vector<std::size_t> lastFace(mesh.vertices.size(),
                                      mesh.faceSizes.size());  // per vertex: that used it, so far none
    std::size_t first = 0;
    for (std::size_t face = 0; face < mesh.faceSizes.size(); ++face) {
        const Index size = mesh.faceSizes[face];
        if (size < 3) return fail("mesh '{}': face {} has {} corners; it needs three", mesh.name, face, size);
        if (size > mesh.faceCorners.size() - first) {
            return fail("mesh '{}': face {} has more corners than the list of corners", mesh.name, face);
        }
        for (std::size_t i = first; i < first + size; ++i) {
            const Index corner = mesh.faceCorners[i];
            if (corner >= mesh.vertices.size()) {
                return fail("mesh '{}': face {} uses vertex {}, but there are {} (0 to {})", mesh.name, face, corner,
                            mesh.vertices.size(), std::ptrdiff_t(mesh.vertices.size()) - 1);
            }
            if (std::exchange(lastFace[corner], face) == face) {
                return fail("mesh '{}': face {} uses vertex {} twice; a stick would join a particle to itself",
                            mesh.name, face, corner);
            }
        }
        first += size;
    }
    if (first != mesh.faceCorners.size()) {
        return fail("mesh '{}' lists {} corners, but its faces have {}", mesh.name, mesh.faceCorners.size(), first);
    }
    return {};
}

Status check(const MeshDescription& mesh) {
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        const vec3 p = mesh.vertices[i];
        if (!isPoint(p)) {
            return fail("mesh '{}': vertex {} lies at ({}, {}, {}); coordinates must be finite and within {} m",
                        mesh.name, i, p.x, p.y, p.z, kLargestCoordinate);
        }
    }
    const std::string what = fmt::format("mesh '{}'", mesh.name);
    if (Status status = validateSheet(mesh.fabric, {mesh.structural, mesh.shear, mesh.bend}, what); !status)
        return status;
    if (!(densityOf(mesh) > 0.0f && std::isfinite(densityOf(mesh)))) {
        return fail("mesh '{}' has a density of {} kg/m^2; it must be positive", mesh.name, densityOf(mesh));
    }
    return checkFaces(mesh);
}

// Vertices at places that no face uses have no group.
Weld weldUsed(const MeshDescription& mesh) {
    Weld weld = weldVertices(mesh.vertices);
    std::vector<Index> newGroup(weld.firstVertex.size(), kNoParticle);
    for (const Index corner : mesh.faceCorners)
        newGroup[weld.groupOfVertex[corner]] = 0;
    std::vector<Index> firstVertex;
    for (std::size_t group = 0; group < newGroup.size(); ++group) {
        if (newGroup[group] == kNoParticle) continue;
        newGroup[group] = static_cast<Index>(firstVertex.size());
        firstVertex.push_back(weld.firstVertex[group]);
    }
    for (Index& group : weld.groupOfVertex)
        group = newGroup[group];
    weld.firstVertex = std::move(firstVertex);
    return weld;
}

// Faces as lists of particles. Welding may have drawn several corners of a face together: they count once, and a face
// that has fewer than three left keeps its edges and has no inside.
struct Faces {
    std::vector<Index> first{0};  // per face, and one more: where its corners start
    std::vector<Index> corners;
};

Faces weldFaces(const MeshDescription& mesh, const Weld& weld) {
    Faces faces;
    faces.corners.reserve(mesh.faceCorners.size());
    std::size_t next = 0;
    for (const Index size : mesh.faceSizes) {
        const std::size_t first = faces.corners.size();
        for (std::size_t i = next; i < next + size; ++i) {
            const Index particle = weld.groupOfVertex[mesh.faceCorners[i]];
            const bool repeats = faces.corners.size() > first && faces.corners.back() == particle;
            if (!repeats) faces.corners.push_back(particle);
        }
        while (faces.corners.size() > first + 1 && faces.corners.back() == faces.corners[first])
            faces.corners.pop_back();
        next += size;
        faces.first.push_back(static_cast<Index>(faces.corners.size()));
    }
    return faces;
}

std::vector<Side> listSides(const Faces& faces) {
    std::vector<Side> sides;
    sides.reserve(faces.corners.size());
    for (std::size_t face = 0; face + 1 < faces.first.size(); ++face) {
        const Index* corner = faces.corners.data() + faces.first[face];
        const Index size = faces.first[face + 1] - faces.first[face];
        for (Index i = 0; size > 1 && i < size; ++i) {
            const Index a = corner[i], b = corner[(i + 1) % size];
            const Index beforeA = corner[(i + size - 1) % size], afterB = corner[(i + 2) % size];
            if (a == b) continue;
            sides.push_back(a < b ? Side{{a, b}, beforeA, afterB, static_cast<Index>(face)}
                                  : Side{{b, a}, afterB, beforeA, static_cast<Index>(face)});
        }
    }
    std::stable_sort(sides.begin(), sides.end(), [](const Side& x, const Side& y) { return x.edge < y.edge; });
    return sides;
}

void sortUnique(std::vector<Pair>& pairs) {
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

// Sorted, each once, without self-pairs and without those in `taken`, which is sorted too.
std::vector<Pair> withoutTaken(std::vector<Pair> pairs, const std::vector<Pair>& taken) {
    std::erase_if(pairs, [](const Pair& pair) { return pair.low == pair.high; });
    sortUnique(pairs);
    std::vector<Pair> left;
    std::set_difference(pairs.begin(), pairs.end(), taken.begin(), taken.end(), std::back_inserter(left));
    return left;
}

std::vector<Pair> listEdges(const std::vector<Side>& sides) {
    std::vector<Pair> edges;
    for (const Side& side : sides) {
        if (edges.empty() || edges.back() != side.edge) edges.push_back(side.edge);
    }
    return edges;
}

// All pairs of faces at an edge bend, and of triangles where polygons are cut into them: so neither may be too many.
Status checkSorted(const MeshDescription& mesh, const Weld& weld, const std::vector<Pair>& edges) {
    constexpr std::size_t kMostFaces = 64;
    for (std::size_t i = kMostFaces; i < edges.size(); ++i) {
        if (edges[i - kMostFaces] != edges[i]) continue;
        return fail("mesh '{}': more than {} faces meet in the edge from vertex {} to {}", mesh.name, kMostFaces,
                    weld.firstVertex[edges[i].low], weld.firstVertex[edges[i].high]);
    }
    return {};
}

std::vector<Index> listTriangles(const Faces& faces, const std::vector<vec3>& points) {
    std::vector<Index> triangles;
    FaceCutter cutter(points);
    for (std::size_t face = 0; face + 1 < faces.first.size(); ++face) {
        const Index size = faces.first[face + 1] - faces.first[face];
        for (const auto& [a, b, c] : cutter.cut({faces.corners.data() + faces.first[face], size}))
            triangles.insert(triangles.end(), {a, b, c});
    }
    return triangles;
}

Status checkEdges(const MeshDescription& mesh, const Weld& weld, const std::vector<Side>& sides,
                  const std::vector<Index>& triangles) {
    std::vector<Pair> edges;
    for (const Side& side : sides)
        edges.push_back(side.edge);
    Status status = checkSorted(mesh, weld, edges);
    const bool hasPolygons = std::any_of(mesh.faceSizes.begin(), mesh.faceSizes.end(), [](Index n) { return n > 3; });
    if (!status || !hasPolygons) return status;
    edges.clear();
    for (std::size_t i = 0; i < triangles.size(); ++i)
        edges.push_back(pairOf(triangles[i], triangles[i % 3 == 2 ? i - 2 : i + 1]));
    std::erase_if(edges, [](const Pair& edge) { return edge.low == edge.high; });
    std::sort(edges.begin(), edges.end());
    return checkSorted(mesh, weld, edges);
}

std::vector<Pair> listDiagonals(const Faces& faces) {
    std::vector<Pair> diagonals;
    for (std::size_t face = 0; face + 1 < faces.first.size(); ++face) {
        const Index* corner = faces.corners.data() + faces.first[face];
        const Index size = faces.first[face + 1] - faces.first[face];
        for (Index i = 0; size > 3 && i < size; ++i)
            diagonals.push_back(pairOf(corner[i], corner[(i + 2) % size]));
    }
    return diagonals;
}

std::vector<Pair> listBends(const std::vector<Side>& sides) {
    std::vector<Pair> bends;
    std::size_t last = 0;
    for (std::size_t first = 0; first < sides.size(); first = last) {
        while (last < sides.size() && sides[last].edge == sides[first].edge)
            ++last;
        for (std::size_t i = first; i < last; ++i) {
            for (std::size_t j = i + 1; j < last; ++j) {
                bends.push_back(pairOf(sides[i].lowNext, sides[j].lowNext));
                bends.push_back(pairOf(sides[i].highNext, sides[j].highNext));
            }
        }
    }
    return bends;
}

// Area of a polygon in space: half the length of its vector area.
double areaOf(const std::vector<vec3>& points, const Index* corner, Index size) {
    dvec3 doubled(0.0);
    const dvec3 origin(points[corner[0]]);
    for (Index i = 1; i + 1 < size; ++i) {
        doubled += glm::cross(dvec3(points[corner[i]]) - origin, dvec3(points[corner[i + 1]]) - origin);
    }
    return 0.5 * glm::length(doubled);
}

// Particles with next to no share of any area get the mean of the others. Empty if there is no area at all.
std::vector<float> lumpMasses(const MeshDescription& mesh, const Weld& weld) {
    std::vector<double> masses(weld.firstVertex.size(), 0.0);
    const Index* corner = mesh.faceCorners.data();
    for (const Index size : mesh.faceSizes) {
        const double share = densityOf(mesh) * areaOf(mesh.vertices, corner, size) / size;
        for (Index i = 0; i < size; ++i)
            masses[weld.groupOfVertex[corner[i]]] += share;
        corner += size;
    }
    const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
    const auto used = std::count_if(masses.begin(), masses.end(), [](double mass) { return mass >= kSmallestMass; });
    if (used == 0) return {};
    std::vector<float> lumped;
    for (const double mass : masses)
        lumped.push_back(static_cast<float>(mass >= kSmallestMass ? mass : total / double(used)));
    return lumped;
}

void addSticks(Scene& scene, const std::vector<Pair>& pairs, Index firstParticle, const StickMaterial& material,
               StickKind kind) {
    const std::uint32_t index = addMaterial(scene, material);
    for (const Pair& pair : pairs) {
        const Index a = firstParticle + pair.low, b = firstParticle + pair.high;
        const float rest = distanceBetween(scene.positions[a], scene.positions[b]);
        scene.sticks.push_back({a, b, rest, index, kind});
    }
}

struct Surface {
    const Faces& faces;
    const std::vector<vec3>& points;  // per particle of the body
    std::vector<double> areas;        // per face: a polygon has many sides, and all ask for it

    Index sizeOf(Index face) const { return faces.first[face + 1] - faces.first[face]; }
    const Index* cornersOf(Index face) const { return faces.corners.data() + faces.first[face]; }
    double squaredLength(const Pair& pair) const {
        const dvec3 d = dvec3(points[pair.low]) - dvec3(points[pair.high]);
        return glm::dot(d, d);
    }
};

Surface surfaceOf(const Faces& faces, const std::vector<vec3>& points) {
    Surface surface{faces, points, {}};
    for (Index face = 0; face + 1 < faces.first.size(); ++face) {
        const Index size = surface.sizeOf(face);
        surface.areas.push_back(size < 3 ? 0.0 : areaOf(points, surface.cornersOf(face), size));
    }
    return surface;
}

// Within what a stick may have; only slivers get there.
float complianceFactor(double stiffness) {
    return static_cast<float>(std::clamp(1.0 / std::max(stiffness, 1e-6), 1e-6, 1e6));
}

// Stiffness of every edge for a fabric of 1 N/m: a face of area A adds A / l^2 if it is a triangle (Van Gelder 1998,
// "Approximate simulation of elastic membranes by triangulated spring meshes"), and half of that if it also has
// diagonals.
std::vector<float> factorsOfEdges(const Surface& body, const std::vector<Side>& sides) {
    std::vector<float> factors;
    for (std::size_t i = 0; i < sides.size();) {
        const Pair edge = sides[i].edge;
        double area = 0.0;
        for (; i < sides.size() && sides[i].edge == edge; ++i)
            area += (body.sizeOf(sides[i].face) > 3 ? 0.5 : 1.0) * body.areas[sides[i].face];
        factors.push_back(complianceFactor(area / body.squaredLength(edge)));
    }
    return factors;
}

// A diagonal D of a quad of area A has the stiffness D^2 / (2 A) for 1 N/m of shear stiffness. As in a grid, see
// grid.cpp.
std::vector<float> factorsOfDiagonals(const Surface& body, const std::vector<Pair>& diagonals) {
    std::vector<std::pair<Pair, double>> areas;
    for (Index face = 0; face + 1 < body.faces.first.size(); ++face) {
        const Index size = body.sizeOf(face);
        for (Index i = 0; size > 3 && i < size; ++i)
            areas.push_back({pairOf(body.cornersOf(face)[i], body.cornersOf(face)[(i + 2) % size]), body.areas[face]});
    }
    std::stable_sort(areas.begin(), areas.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    std::vector<float> factors;
    for (const Pair& diagonal : diagonals) {
        const auto found = std::lower_bound(areas.begin(), areas.end(), diagonal,
                                            [](const auto& x, const Pair& pair) { return x.first < pair; });
        factors.push_back(complianceFactor(body.squaredLength(diagonal) / (2.0 * std::max(found->second, 1e-300))));
    }
    return factors;
}

void setFactors(Scene& scene, std::size_t firstStick, const std::vector<float>& factors) {
    for (std::size_t i = 0; i < factors.size(); ++i)
        scene.sticks[firstStick + i].complianceFactor = factors[i];
}

void addBends(Scene& scene, const std::vector<vec3>& points, const std::vector<Index>& triangles, Index firstParticle,
              const Fabric& fabric) {
    for (SceneBend bend : bendsOfMesh(points, triangles, fabric.bendingStiffness, fabric.damping)) {
        for (std::uint32_t& particle : bend.particles)
            particle += firstParticle;
        scene.bends.push_back(bend);
    }
}

}  // namespace

Result<std::uint32_t> addMesh(Scene& scene, const MeshDescription& mesh) {
    if (Status status = check(mesh); !status) return status.error();
    const Weld weld = weldUsed(mesh);
    const std::vector<float> masses = lumpMasses(mesh, weld);
    if (masses.empty()) {
        return fail("mesh '{}' has next to no area: at {} kg/m^2 no particle would weigh {} kg. Is it in metres?",
                    mesh.name, densityOf(mesh), kSmallestMass);
    }

    const Faces faces = weldFaces(mesh, weld);
    const std::vector<Side> sides = listSides(faces);
    std::vector<vec3> points;  // per particle of the body
    for (const Index vertex : weld.firstVertex)
        points.push_back(mesh.vertices[vertex]);
    const std::vector<Index> triangles = listTriangles(faces, points);
    if (Status status = checkEdges(mesh, weld, sides, triangles); !status) return status.error();
    const std::vector<Pair> edges = listEdges(sides);
    const std::vector<Pair> diagonals = withoutTaken(listDiagonals(faces), edges);
    std::vector<Pair> taken;
    std::merge(edges.begin(), edges.end(), diagonals.begin(), diagonals.end(), std::back_inserter(taken));
    const std::vector<Pair> bends = withoutTaken(listBends(sides), taken);

    Body body;
    body.name = mesh.name;
    body.firstParticle = static_cast<Index>(scene.positions.size());
    body.particleCount = static_cast<Index>(masses.size());
    body.faceSizes = mesh.faceSizes;
    body.faceCorners = mesh.faceCorners;
    for (std::size_t i = 0; i < masses.size(); ++i)
        addParticle(scene, points[i], masses[i]);
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        const Index group = weld.groupOfVertex[i];
        body.vertexParticles.push_back(group == kNoParticle ? kNoParticle : body.firstParticle + group);
        if (group == kNoParticle) body.looseVertices.push_back(mesh.vertices[i]);
    }

    const std::size_t firstStick = scene.sticks.size();
    const StickMaterial structural = mesh.fabric ? stretchMaterial(*mesh.fabric) : mesh.structural;
    addSticks(scene, edges, body.firstParticle, structural, StickKind::Structural);
    const StickMaterial shear = mesh.fabric ? shearMaterial(*mesh.fabric) : mesh.shear;
    addSticks(scene, diagonals, body.firstParticle, shear, StickKind::Shear);
    if (mesh.fabric) {
        const Surface surface = surfaceOf(faces, points);
        setFactors(scene, firstStick, factorsOfEdges(surface, sides));
        setFactors(scene, firstStick + edges.size(), factorsOfDiagonals(surface, diagonals));
        addBends(scene, points, triangles, body.firstParticle, *mesh.fabric);
    } else {
        addSticks(scene, bends, body.firstParticle, mesh.bend, StickKind::Bend);
    }
    scene.bodies.push_back(std::move(body));
    return static_cast<Index>(scene.bodies.size() - 1);
}

}  // namespace pliant
