#include "pliant/scene/rigid_body.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <map>

#include "pliant/fail.h"
#include "pliant/scene/faces.h"
#include "pliant/scene/mesh.h"
#include "pliant/scene/refine.h"
#include "pliant/scene/solid_mass.h"
#include "pliant/scene/weld.h"

namespace pliant {
namespace {

using glm::dmat3;
using glm::dvec3;
using Index = std::uint32_t;

constexpr std::size_t kMostParticles = 1048576;
constexpr double kThickness = 1.2;         // by the longest edge
constexpr double kUsualSpacing = 1.0 / 8;  // of the largest measure

bool isPositive(float x) {
    return x > 0.0f && std::isfinite(x);
}

Status checkContact(const RigidBodyDescription& d, float thickness) {
    Scene probe;
    addParticle(probe, vec3(0.0f), 1.0f);
    const Status contact = validate(Contact{0, 1, thickness, d.friction}, 0, probe);
    return contact ? contact : fail("rigid body '{}': {}", d.name, contact.error().message);
}

Status checkNumbers(const RigidBodyDescription& d) {
    if (d.mass && !isPositive(*d.mass))
        return fail("rigid body '{}' has a mass of {} kg; it must be above 0", d.name, *d.mass);
    if (!d.mass && !isPositive(d.density))
        return fail("rigid body '{}' has a density of {} kg/m^3; it must be above 0", d.name, d.density);
    if (d.spacing && !isPositive(*d.spacing))
        return fail("rigid body '{}' has a spacing of {} m; it must be above 0", d.name, *d.spacing);
    const FramePose pose{dvec3(d.pose.position), glm::dquat(d.pose.rotation)};
    if (Status status = validate(pose, "rigid body '" + d.name + "'"); !status) return status;
    return checkContact(d, d.thickness.value_or(1.0f));
}

// In particles that vertices at equal places share.
Result<TriangleMesh> trianglesOf(const RigidBodyDescription& d) {
    MeshDescription mesh;
    mesh.name = d.name;
    mesh.vertices = d.vertices;
    mesh.faceSizes = d.faceSizes;
    mesh.faceCorners = d.faceCorners;
    Scene alone;
    if (const auto added = addMesh(alone, mesh); !added) return added.error();
    TriangleMesh triangles;
    triangles.points.assign(alone.positions.begin(), alone.positions.end());
    forEachTriangle(alone.bodies[0], alone.positions, [&](Index a, Index b, Index c) {
        triangles.corners.insert(triangles.corners.end(), {a, b, c});
    });
    return triangles;
}

// Where a point of the mesh lies, for messages.
std::string placeOf(const TriangleMesh& mesh, Index point) {
    const dvec3 p = mesh.points[point];
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x, p.y, p.z);
}

// Along an edge, in one direction.
struct Along {
    int triangles = 0;
    Index third = 0;  // corner of the last of them
};

Status checkClosed(const TriangleMesh& mesh, const std::string& name) {
    std::map<std::pair<Index, Index>, Along> edges;
    for (std::size_t i = 0; i < mesh.corners.size(); ++i) {
        const std::size_t first = i / 3 * 3;
        Along& along = edges[{mesh.corners[i], mesh.corners[first + (i + 1) % 3]}];
        along = {along.triangles + 1, mesh.corners[first + (i + 2) % 3]};
    }
    for (const auto& [edge, along] : edges) {
        const auto [a, b] = edge;
        const auto opposite = edges.find({b, a});
        const Along other = opposite == edges.end() ? Along{} : opposite->second;
        if (along.triangles != 1 || other.triangles != 1) {
            return fail(
                "rigid body '{}': along the edge from {} to {} {} triangles go one way and {} the other; a closed mesh "
                "has one each way",
                name, placeOf(mesh, a), placeOf(mesh, b), along.triangles, other.triangles);
        }
        if (along.third == other.third) {
            return fail("rigid body '{}': two triangles between {}, {} and {} lie on each other", name,
                        placeOf(mesh, a), placeOf(mesh, b), placeOf(mesh, along.third));
        }
    }
    return {};
}

Status checkVolume(const TriangleMesh& mesh, const std::string& name) {
    const double volume = solidMassOf(mesh, 1.0).mass;
    if (volume > 0.0) return {};
    return fail(
        "rigid body '{}' has a volume of {:.3g} m^3; its faces must go round counter-clockwise, seen from outside",
        name, volume);
}

// As far apart as particles may be [m].
double spacingOf(const TriangleMesh& mesh, const RigidBodyDescription& d) {
    if (d.spacing) return double(*d.spacing);
    if (d.thickness) return double(*d.thickness) / kThickness;
    dvec3 low = mesh.points[0], high = low;
    for (const dvec3& p : mesh.points) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    return kUsualSpacing * std::max({high.x - low.x, high.y - low.y, high.z - low.z});
}

// At least as many has the mesh with edges that short: its triangles, two a point, are equilateral at most.
double leastPoints(const TriangleMesh& mesh, double spacing) {
    double area = 0.0;
    for (std::size_t i = 0; i < mesh.corners.size() / 3; ++i) {
        const Triangle3 t = triangleOf(mesh, i);
        area += 0.5 * glm::length(glm::cross(t.b - t.a, t.c - t.a));
    }
    return area / (spacing * spacing * 0.8660254);
}

// The mesh as fine as it is to be.
Result<TriangleMesh> surfaceOf(const RigidBodyDescription& d) {
    Result<TriangleMesh> mesh = trianglesOf(d);
    if (!mesh) return mesh;
    if (Status status = checkClosed(*mesh, d.name); !status) return status.error();
    if (Status status = checkVolume(*mesh, d.name); !status) return status.error();
    const double spacing = spacingOf(*mesh, d);
    const bool isTooFine = leastPoints(*mesh, spacing) > double(kMostParticles);
    if (!isTooFine) halveEdges(*mesh, spacing, kMostParticles);
    if (isTooFine || mesh->points.size() > kMostParticles)
        return fail("rigid body '{}' would have more than {} particles {} m apart", d.name, kMostParticles, spacing);
    return mesh;
}

Result<LumpedMass> massesOf(const TriangleMesh& mesh, const RigidBodyDescription& d) {
    SolidMass solid = solidMassOf(mesh, 1.0);
    const double density = d.mass ? double(*d.mass) / solid.mass : double(d.density);
    solid.mass *= density;
    solid.spread *= density;
    const auto lumped = lumpedMassOf(mesh, solid);
    if (!lumped) return fail("rigid body '{}' is as good as flat: it has no inertia of its own", d.name);
    const auto [least, most] = std::minmax_element(lumped->ofPoints.begin(), lumped->ofPoints.end());
    for (const double mass : {*least, *most, lumped->ofInner}) {
        if (mass >= double(kSmallestMass) && mass <= double(kLargestMass)) continue;
        return fail("rigid body '{}' would have a particle of {:.3g} kg; it must be from {} to {} kg", d.name, mass,
                    kSmallestMass, kLargestMass);
    }
    return *lumped;
}

// The user's mesh, every vertex of it carried by the inner particles, which are a tetrahedron.
Skin skinOf(const RigidBodyDescription& d, const std::array<dvec3, 4>& inner, Index firstInner) {
    const Weld weld = weldVertices(d.vertices);
    const dmat3 axes(inner[1] - inner[0], inner[2] - inner[0], inner[3] - inner[0]);
    const dmat3 toWeights = glm::inverse(axes);
    Skin skin;
    for (const Index vertex : weld.firstVertex) {
        const dvec3 weights = toWeights * (dvec3(d.vertices[vertex]) - inner[0]);
        skin.points.push_back({{firstInner, firstInner + 1, firstInner + 2, firstInner + 3}, vec3(weights)});
    }
    skin.vertexPoints = weld.groupOfVertex;
    skin.faceSizes = d.faceSizes;
    skin.faceCorners = d.faceCorners;
    return skin;
}

void addParticles(Scene& scene, const TriangleMesh& mesh, const LumpedMass& masses, const Pose& pose) {
    const glm::dquat turn = glm::normalize(glm::dquat(pose.rotation));
    const auto add = [&](const dvec3& place, double mass) {
        addParticle(scene, vec3(dvec3(pose.position) + turn * place), static_cast<float>(mass));
    };
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        add(mesh.points[i], masses.ofPoints[i]);
    for (const dvec3& place : masses.inner)
        add(place, masses.ofInner);
}

}  // namespace

Result<RigidBody> addRigidBody(Scene& scene, const RigidBodyDescription& d) {
    if (scene.planar) return fail("rigid body '{}' is in a planar scene; there, soft bodies have shapes", d.name);
    if (Status status = checkNumbers(d); !status) return status.error();
    const Result<TriangleMesh> mesh = surfaceOf(d);
    if (!mesh) return mesh.error();
    const Result<LumpedMass> masses = massesOf(*mesh, d);
    if (!masses) return masses.error();
    const float thickness = d.thickness.value_or(static_cast<float>(kThickness * longestEdge(*mesh)));
    if (Status status = checkContact(d, thickness); !status) return status.error();
    Body body;
    body.name = d.name;
    body.firstParticle = static_cast<Index>(scene.positions.size());
    const auto onSurface = static_cast<Index>(mesh->points.size());
    body.particleCount = onSurface + 4;
    SceneShape shape;
    for (Index i = 0; i < body.particleCount; ++i)
        shape.particles.push_back(body.firstParticle + i);
    body.vertexParticles.assign(shape.particles.begin(), shape.particles.end() - 4);
    body.faceSizes.assign(mesh->corners.size() / 3, 3);
    body.faceCorners = mesh->corners;
    body.skin = skinOf(d, masses->inner, body.firstParticle + onSurface);
    addParticles(scene, *mesh, *masses, d.pose);
    scene.shapes.push_back(std::move(shape));
    if (d.touches) scene.contacts.push_back({body.firstParticle, onSurface, thickness, d.friction, d.category, d.mask});
    scene.bodies.push_back(std::move(body));
    return RigidBody{static_cast<Index>(scene.bodies.size() - 1), masses->inner};
}

Result<FramePose> poseOf(const Scene& scene, const RigidBody& rigid, const std::vector<vec3>& positions) {
    if (rigid.body >= scene.bodies.size())
        return fail("there is no body {} to be somewhere; the scene has {}", rigid.body, scene.bodies.size());
    const Body& body = scene.bodies[rigid.body];
    if (body.particleCount < 4 || body.skin.points.empty()) return fail("body '{}' is not rigid", body.name);
    if (positions.size() != scene.positions.size()) {
        return fail("there are {} positions, but the scene has {} particles", positions.size(), scene.positions.size());
    }
    const vec3* now = positions.data() + body.firstParticle + body.particleCount - 4;
    dvec3 middle(0.0), innerMiddle(0.0);
    for (int k = 0; k < 4; ++k) {
        middle += 0.25 * dvec3(now[k]);
        innerMiddle += 0.25 * rigid.inner[k];
    }
    dmat3 turned(0.0), spread(0.0);
    for (int k = 0; k < 4; ++k) {
        const dvec3 arm = rigid.inner[k] - innerMiddle;
        turned += glm::outerProduct(dvec3(now[k]) - middle, arm);
        spread += glm::outerProduct(arm, arm);
    }
    if (!(glm::determinant(spread) > 0.0)) return fail("body {} of the scene is not this rigid body", rigid.body);
    dmat3 rotation = turned * glm::inverse(spread);
    if (!(glm::determinant(rotation) > 0.0))
        return fail("rigid body '{}' has no pose: its particles are turned inside out, or nowhere", body.name);
    // To the nearest rotation: Higham 1986, "Computing the polar decomposition".
    for (int round = 0; round < 6; ++round)
        rotation = 0.5 * (rotation + glm::transpose(glm::inverse(rotation)));
    return FramePose{middle - rotation * innerMiddle, glm::normalize(glm::quat_cast(rotation))};
}

}  // namespace pliant
