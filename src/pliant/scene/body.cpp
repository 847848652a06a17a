#include <algorithm>

#include "pliant/fail.h"
#include "pliant/scene/scene.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

Status validateParticles(const Body& body, std::size_t index, std::size_t particleCount) {
    if (body.firstParticle > particleCount || body.particleCount > particleCount - body.firstParticle) {
        return fail("body {} ('{}') has {} particles from {} on, but the scene has {}", index, body.name,
                    body.particleCount, body.firstParticle, particleCount);
    }
    const auto isMissing = [&](Index particle) { return particle >= particleCount && particle != kNoParticle; };
    const auto bad = std::find_if(body.vertexParticles.begin(), body.vertexParticles.end(), isMissing);
    if (bad == body.vertexParticles.end()) return {};
    return fail("body {} ('{}'): vertex {} is particle {}, but the scene has {} (0 to {})", index, body.name,
                bad - body.vertexParticles.begin(), *bad, particleCount, std::ptrdiff_t(particleCount) - 1);
}

// Vertices without a particle are told where they lie, and nothing is made of them.
Status validateLoose(const Body& body, std::size_t index) {
    const std::vector<Index>& particles = body.vertexParticles;
    const auto isLoose = [&](Index vertex) { return particles[vertex] == kNoParticle; };
    const auto count = static_cast<std::size_t>(std::count(particles.begin(), particles.end(), kNoParticle));
    if (count != body.looseVertices.size()) {
        return fail("body {} ('{}') has {} vertices without a particle, but places for {}", index, body.name, count,
                    body.looseVertices.size());
    }
    if (count == 0) return {};
    const auto lost = std::find_if_not(body.looseVertices.begin(), body.looseVertices.end(), isPoint);
    if (lost != body.looseVertices.end()) {
        return fail("body {} ('{}'): loose vertex {} lies at ({}, {}, {}); coordinates must be finite and within {} m",
                    index, body.name, lost - body.looseVertices.begin(), lost->x, lost->y, lost->z, kLargestCoordinate);
    }
    const auto corner = std::find_if(body.faceCorners.begin(), body.faceCorners.end(), isLoose);
    if (corner != body.faceCorners.end()) {
        return fail("body {} ('{}'): corner {} of its faces is vertex {}, which has no particle", index, body.name,
                    corner - body.faceCorners.begin(), *corner);
    }
    if (!body.isLine && body.columns == 0) return {};
    return fail("body {} ('{}') is a {}, but vertex {} has no particle", index, body.name,
                body.isLine ? "line" : "grid",
                std::find(particles.begin(), particles.end(), kNoParticle) - particles.begin());
}

Status validateFaces(const Body& body, std::size_t index) {
    std::uint64_t corners = 0;
    for (std::size_t face = 0; face < body.faceSizes.size(); ++face) {
        const Index size = body.faceSizes[face];
        if (size < 3)
            return fail("body {} ('{}'): face {} has {} corners; it needs three", index, body.name, face, size);
        corners += size;
        if (corners <= body.faceCorners.size()) continue;
        return fail("body {} ('{}'): face {} ends at corner {}, but the body has {}", index, body.name, face, corners,
                    body.faceCorners.size());
    }
    if (corners != body.faceCorners.size()) {
        return fail("body {} ('{}') lists {} corners, but its faces have {}", index, body.name, body.faceCorners.size(),
                    corners);
    }
    const std::size_t vertices = body.vertexParticles.size();
    const auto isMissing = [&](Index vertex) { return vertex >= vertices; };
    const auto bad = std::find_if(body.faceCorners.begin(), body.faceCorners.end(), isMissing);
    if (bad == body.faceCorners.end()) return {};
    return fail("body {} ('{}'): corner {} of its faces is vertex {}, but it has {} (0 to {})", index, body.name,
                bad - body.faceCorners.begin(), *bad, vertices, std::ptrdiff_t(vertices) - 1);
}

Status validateTouchFaces(const Body& body, std::size_t index) {
    const auto isOther = [&](Index particle) { return particle - body.firstParticle >= body.particleCount; };
    for (std::size_t face = 0; face < body.touchFaces.size(); ++face) {
        const auto& [a, b, c] = body.touchFaces[face];
        if (!isOther(a) && !isOther(b) && !isOther(c) && a != b && c != a) continue;
        return fail(
            "body {} ('{}'): touch face {} is of particles {}, {} and {}; they must be the body's, and the first "
            "unlike the others",
            index, body.name, face, a, b, c);
    }
    return {};
}

Status validateGrid(const Body& body, std::size_t index) {
    const std::uint64_t cells = std::uint64_t(body.columns) * body.rows;
    const bool isGrid = body.columns > 0 || body.rows > 0;
    if (!isGrid || (cells > 0 && cells == body.particleCount && cells == body.vertexParticles.size())) return {};
    return fail("body {} ('{}') is a grid of {} x {}, but it has {} particles and {} vertices", index, body.name,
                body.columns, body.rows, body.particleCount, body.vertexParticles.size());
}

}  // namespace

Status validate(const Body& body, std::size_t index, const Scene& scene) {
    if (body.integrator > Integrator::BackwardEuler) {
        return fail("body {} ('{}') has the unknown integrator {}", index, body.name, int(body.integrator));
    }
    if (Status status = validateParticles(body, index, scene.positions.size()); !status) return status;
    if (Status status = validateFaces(body, index); !status) return status;
    if (Status status = validateLoose(body, index); !status) return status;
    if (Status status = validateTouchFaces(body, index); !status) return status;
    return validateGrid(body, index);
}

}  // namespace pliant
