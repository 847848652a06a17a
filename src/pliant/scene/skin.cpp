#include "pliant/scene/skin.h"

#include <cmath>

#include "pliant/fail.h"
#include "pliant/scene/scene.h"
#include "pliant/shared/embedding.h"

namespace pliant {
namespace {

bool isWeight(vec3 w) {
    return std::abs(w.x) <= kLargestWeight && std::abs(w.y) <= kLargestWeight && std::abs(w.z) <= kLargestWeight;
}

Status validatePoints(const Body& body) {
    for (std::size_t i = 0; i < body.skin.points.size(); ++i) {
        const SkinPoint& point = body.skin.points[i];
        for (const std::uint32_t particle : point.particles) {
            if (particle >= body.firstParticle && particle - body.firstParticle < body.particleCount) continue;
            return fail("body '{}': point {} of its skin is carried by particle {}, which is not its own", body.name, i,
                        particle);
        }
        if (isWeight(point.weights)) continue;
        return fail("body '{}': point {} of its skin has weights ({}, {}, {}); they must be within {}", body.name, i,
                    point.weights.x, point.weights.y, point.weights.z, kLargestWeight);
    }
    for (std::size_t i = 0; i < body.skin.vertexPoints.size(); ++i) {
        if (body.skin.vertexPoints[i] < body.skin.points.size()) continue;
        return fail("body '{}': vertex {} of its skin is point {}, but there are {}", body.name, i,
                    body.skin.vertexPoints[i], body.skin.points.size());
    }
    return {};
}

Status validateFaces(const Body& body) {
    const Skin& skin = body.skin;
    std::size_t corners = 0;
    for (const std::uint32_t size : skin.faceSizes)
        corners += size;
    if (corners != skin.faceCorners.size()) {
        return fail("body '{}': its skin lists {} corners, but its faces have {}", body.name, skin.faceCorners.size(),
                    corners);
    }
    for (std::size_t i = 0; i < corners; ++i) {
        if (skin.faceCorners[i] < skin.vertexPoints.size()) continue;
        return fail("body '{}': corner {} of its skin is vertex {}, but there are {}", body.name, i,
                    skin.faceCorners[i], skin.vertexPoints.size());
    }
    return {};
}

}  // namespace

vec3 placeOf(const SkinPoint& point, const std::vector<vec3>& positions) {
    const auto at = [&](int corner) { return positions[point.particles[corner]]; };
    return carriedPlace<float>(at(0), at(1), at(2), at(3), point.weights);
}

std::size_t shownVertexCount(const Body& body) {
    return body.skin.isEmpty() ? body.vertexParticles.size() : body.skin.vertexPoints.size();
}

const std::vector<std::uint32_t>& shownFaceSizes(const Body& body) {
    return body.skin.isEmpty() ? body.faceSizes : body.skin.faceSizes;
}

const std::vector<std::uint32_t>& shownFaceCorners(const Body& body) {
    return body.skin.isEmpty() ? body.faceCorners : body.skin.faceCorners;
}

std::uint32_t shownParticle(const Body& body, std::size_t vertex) {
    if (body.skin.isEmpty()) return body.vertexParticles[vertex];
    return body.skin.points[body.skin.vertexPoints[vertex]].particles[0];
}

Status validateSkins(const Scene& scene) {
    for (const Body& body : scene.bodies) {
        if (Status status = validatePoints(body); !status) return status;
        if (Status status = validateFaces(body); !status) return status;
    }
    return {};
}

}  // namespace pliant
