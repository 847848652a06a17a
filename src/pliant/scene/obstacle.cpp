#include "pliant/scene/obstacle.h"

#include <algorithm>
#include <cmath>

#include "pliant/fail.h"
#include "pliant/scene/faces.h"
#include "pliant/scene/mesh.h"
#include "pliant/scene/obstacle_points.h"
#include "pliant/schedule/step_inputs.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr double kMostPoints = 4194304.0;
constexpr float kUsualSpacing = 0.6f;  // of the thickness

// At least as many as there will be.
double countOf(const Body& body, const std::vector<vec3>& positions, float spacing) {
    double count = body.particleCount;
    forEachTriangle(body, positions, [&](Index a, Index b, Index c) {
        double longest = 0.0;
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
            longest = std::max(longest, double(distanceBetween(positions[from], positions[to])));
        const double parts = std::ceil(longest / double(spacing));
        count += 0.5 * parts * (parts + 5.0);
    });
    return count;
}

Status check(const ObstacleDescription& d, std::size_t contact) {
    if (d.spacing && !(*d.spacing > 0.0f))
        return fail("obstacle '{}' has a spacing of {} m; it must be above 0", d.name, *d.spacing);
    Scene probe;
    addParticle(probe, vec3(0.0f), 1.0f);
    const Status status = validate(Contact{0, 1, d.thickness, d.friction}, contact, probe);
    return status ? status : fail("obstacle '{}': {}", d.name, status.error().message);
}

MeshDescription meshOf(const ObstacleDescription& d) {
    MeshDescription mesh;
    mesh.name = d.name;
    mesh.vertices = d.vertices;
    mesh.faceSizes = d.faceSizes;
    mesh.faceCorners = d.faceCorners;
    mesh.arealDensity = 1e3f;
    return mesh;
}

// Of one that is in another scene the body is something else.
bool isOf(const Obstacle& obstacle, const Body& body) {
    const std::size_t vertices = body.vertexParticles.size();
    return obstacle.points.size() == body.particleCount &&
           std::all_of(obstacle.points.begin(), obstacle.points.end(), [&](const ObstaclePoint& point) {
               return std::all_of(point.vertices.begin(), point.vertices.end(),
                                  [&](Index vertex) { return vertex < vertices; });
           });
}

}  // namespace

Result<Obstacle> addObstacle(Scene& scene, const ObstacleDescription& d) {
    if (scene.planar) return fail("obstacle '{}' is in a planar scene; there, colliders are in the way", d.name);
    if (Status status = check(d, scene.contacts.size()); !status) return status.error();
    const float spacing = d.spacing.value_or(kUsualSpacing * d.thickness);
    Scene alone;  // an error leaves nothing behind
    if (const auto added = addMesh(alone, meshOf(d)); !added) return added.error();
    Body& body = alone.bodies[0];
    const double count = countOf(body, alone.positions, spacing);
    if (!(count <= kMostPoints)) {
        return fail("obstacle '{}' would have {:.0f} particles {} m apart; at most {:.0f}", d.name, count, spacing,
                    kMostPoints);
    }
    ObstaclePoints points = pointsOf(body, alone.positions, d.vertices, spacing);
    body.firstParticle = static_cast<Index>(scene.positions.size());
    body.particleCount = static_cast<Index>(points.points.size());
    for (Index& particle : body.vertexParticles)
        if (particle != kNoParticle) particle = body.firstParticle + points.pointOfVertex[particle];
    for (const auto& [a, b, c] : points.faces)
        body.touchFaces.push_back({body.firstParticle + a, body.firstParticle + b, body.firstParticle + c});
    for (const ObstaclePoint& point : points.points)
        scene.pinned[addParticle(scene, placeOf(point, d.vertices), 1.0f)] = 1;
    scene.contacts.push_back(
        {body.firstParticle, points.touched, d.thickness, d.friction, kObstacleCategory, ~kObstacleCategory});
    scene.bodies.push_back(std::move(body));
    return Obstacle{static_cast<Index>(scene.bodies.size() - 1), std::move(points.points)};
}

Status validate(const Obstacle& obstacle, const Scene& scene) {
    if (obstacle.body >= scene.bodies.size())
        return fail("there is no body {} to move; the scene has {}", obstacle.body, scene.bodies.size());
    const Body& body = scene.bodies[obstacle.body];
    if (isOf(obstacle, body)) return {};
    return fail("body {}, '{}', is not this obstacle", obstacle.body, body.name);
}

Status moveObstacle(const Scene& scene, const Obstacle& obstacle, std::span<const vec3> vertices, StepInputs& inputs) {
    if (Status status = validate(obstacle, scene); !status) return status;
    const Body& body = scene.bodies[obstacle.body];
    if (vertices.size() != body.vertexParticles.size()) {
        return fail("obstacle '{}' has {} vertices, not {}", body.name, body.vertexParticles.size(), vertices.size());
    }
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        if (!isPoint(vertices[v])) {
            return fail(
                "vertex {} of obstacle '{}' would be at ({}, {}, {}); coordinates must be finite and within {} m", v,
                body.name, vertices[v].x, vertices[v].y, vertices[v].z, kLargestCoordinate);
        }
    }
    if (obstacle.points.size() + inputs.pins.size() > kMostPinInputs) {
        return fail("obstacle '{}' has {} particles; a step takes {} pins", body.name, obstacle.points.size(),
                    kMostPinInputs);
    }
    for (std::size_t i = 0; i < obstacle.points.size(); ++i) {
        PinInput pin;
        pin.particle = body.firstParticle + static_cast<Index>(i);
        pin.target = placeOf(obstacle.points[i], vertices);
        inputs.pins.push_back(pin);
    }
    return {};
}

}  // namespace pliant
