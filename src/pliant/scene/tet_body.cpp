#include "pliant/scene/tet_body.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "pliant/fail.h"
#include "pliant/scene/materials.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;
using Corners = std::array<Index, 4>;

// A triangle as it is, and its corners ascending, by which it is found.
struct Face {
    std::array<Index, 3> sorted, corners;
};

// Those of a tetrahedron of positive volume, counter-clockwise seen from outside.
std::array<Face, 4> facesOf(const Corners& t) {
    const auto face = [](Index a, Index b, Index c) {
        Face f{{a, b, c}, {a, b, c}};
        std::sort(f.sorted.begin(), f.sorted.end());
        return f;
    };
    return {face(t[1], t[2], t[3]), face(t[0], t[2], t[1]), face(t[0], t[3], t[2]), face(t[0], t[1], t[3])};
}

// An edge, the lower corner first, and the volume of material that is its: a sixth of that of each of its tetrahedra.
struct Edge {
    Index a, b;
    double volume;
};

std::vector<Edge> edgesOf(const TetMesh& mesh) {
    std::vector<Edge> sides;
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        const Corners& t = mesh.tets[i];
        const double volume = mesh.shareOf(i) * volumeOf(mesh, i) / 6.0;
        for (int j = 0; j < 4; ++j) {
            for (int k = 0; k < j; ++k)
                sides.push_back({std::min(t[j], t[k]), std::max(t[j], t[k]), volume});
        }
    }
    const auto isBefore = [](const Edge& e, const Edge& f) { return e.a != f.a ? e.a < f.a : e.b < f.b; };
    std::stable_sort(sides.begin(), sides.end(), isBefore);
    std::vector<Edge> edges;
    for (const Edge& side : sides) {
        if (edges.empty() || isBefore(edges.back(), side)) edges.push_back({side.a, side.b, 0.0});
        edges.back().volume += side.volume;
    }
    return edges;
}

std::vector<double> lumpMasses(const TetMesh& mesh, double density) {
    std::vector<double> masses(mesh.points.size(), 0.0);
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        for (const Index corner : mesh.tets[i])
            masses[corner] += density * mesh.shareOf(i) * volumeOf(mesh, i) / 4.0;
    }
    return masses;
}

Status checkTets(const TetMesh& mesh, const std::string& name) {
    const std::size_t count = mesh.points.size();
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        for (const Index corner : mesh.tets[i]) {
            if (corner < count) continue;
            return fail("body '{}': tetrahedron {} names point {}, but there are {} (0 to {})", name, i, corner, count,
                        std::ptrdiff_t(count) - 1);
        }
        if (volumeOf(mesh, i) >= 1e-18) continue;
        return fail("body '{}': tetrahedron {} has a volume of {:.3g} m^3; at least 1e-18", name, i, volumeOf(mesh, i));
    }
    return {};
}

Status checkMasses(const std::vector<double>& masses, const std::string& name) {
    for (std::size_t i = 0; i < masses.size(); ++i) {
        if (masses[i] >= double(kSmallestMass) && masses[i] <= double(kLargestMass)) continue;
        return fail("body '{}': particle {} would weigh {:.3g} kg; it must be from {} to {} kg", name, i, masses[i],
                    kSmallestMass, kLargestMass);
    }
    return {};
}

// Springs in all directions of which an edge of length l has the volume v and the stiffness 6 E v / l^2 add up to
// Young's modulus E: with the mean of n n n n over all directions both of Lame's numbers are a fifteenth of 6 E.
void addSticks(Scene& scene, const TetMesh& mesh, const StickMaterial& material, Index first) {
    const Index index = addMaterial(scene, material);
    for (const Edge& edge : edgesOf(mesh)) {
        const Index a = first + edge.a, b = first + edge.b;
        const float rest = distanceBetween(scene.positions[a], scene.positions[b]);
        const double factor = double(rest) * rest / (6.0 * edge.volume);
        scene.sticks.push_back(
            {a, b, rest, index, StickKind::Structural, static_cast<float>(std::clamp(factor, 1e-6, 1e6))});
    }
}

void addFaces(Body& body, const TetMesh& mesh) {
    const std::vector<Index> corners = boundaryOf(mesh);
    std::vector<Index> vertices = corners;
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    std::vector<Index> vertexOf(mesh.points.size(), 0);
    for (const Index vertex : vertices) {
        vertexOf[vertex] = static_cast<Index>(body.vertexParticles.size());
        body.vertexParticles.push_back(body.firstParticle + vertex);
    }
    for (const Index corner : corners)
        body.faceCorners.push_back(vertexOf[corner]);
    body.faceSizes.assign(corners.size() / 3, 3);
}

}  // namespace

double volumeOf(const TetMesh& mesh, std::size_t tet) {
    const auto x = [&](int corner) { return mesh.points[mesh.tets[tet][corner]]; };
    return glm::dot(x(1) - x(0), glm::cross(x(2) - x(0), x(3) - x(0))) / 6.0;
}

std::vector<std::uint32_t> boundaryOf(const TetMesh& mesh) {
    std::vector<Face> faces;
    faces.reserve(4 * mesh.tets.size());
    for (const Corners& tet : mesh.tets) {
        for (const Face& face : facesOf(tet))
            faces.push_back(face);
    }
    std::stable_sort(faces.begin(), faces.end(), [](const Face& f, const Face& g) { return f.sorted < g.sorted; });
    std::vector<Index> corners;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const bool isShared = (i > 0 && faces[i].sorted == faces[i - 1].sorted) ||
                              (i + 1 < faces.size() && faces[i].sorted == faces[i + 1].sorted);
        if (!isShared) corners.insert(corners.end(), faces[i].corners.begin(), faces[i].corners.end());
    }
    return corners;
}

Status validate(const TetMaterial& material, const std::string& name) {
    if (!(material.density > 0.0f && std::isfinite(material.density))) {
        return fail("body '{}' has a density of {} kg/m^3; it must be positive", name, material.density);
    }
    if (!(material.bulkCompliance >= 0.0f && material.bulkCompliance <= 1e6f)) {
        return fail("body '{}' has a bulk compliance of {} m^2/N; it must be from 0 to 1e6", name,
                    material.bulkCompliance);
    }
    return validateMaterial(material.edge, fmt::format("body '{}': the material of its edges", name));
}

Result<std::uint32_t> addTetMesh(Scene& scene, TetMesh mesh, const TetMaterial& material, const std::string& name) {
    if (Status status = validate(material, name); !status) return status.error();
    const std::vector<vec3> places(mesh.points.begin(), mesh.points.end());
    mesh.points.assign(places.begin(), places.end());
    if (Status status = checkTets(mesh, name); !status) return status.error();
    const std::vector<double> masses = lumpMasses(mesh, material.density);
    if (Status status = checkMasses(masses, name); !status) return status.error();
    Body body;
    body.name = name;
    body.firstParticle = static_cast<Index>(scene.positions.size());
    body.particleCount = static_cast<Index>(mesh.points.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        addParticle(scene, places[i], static_cast<float>(masses[i]));
    addSticks(scene, mesh, material.edge, body.firstParticle);
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        SceneTet tet{mesh.tets[i], static_cast<float>(volumeOf(mesh, i)), 0.0f};
        for (Index& particle : tet.particles)
            particle += body.firstParticle;
        const double compliance = double(material.bulkCompliance) * volumeOf(mesh, i) / mesh.shareOf(i);
        tet.compliance = compliance < 1e-15 ? 0.0f : static_cast<float>(compliance);
        scene.tets.push_back(tet);
    }
    addFaces(body, mesh);
    scene.bodies.push_back(std::move(body));
    return static_cast<Index>(scene.bodies.size() - 1);
}

}  // namespace pliant
