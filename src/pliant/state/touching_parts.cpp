#include "pliant/state/touching_parts.h"

#include <algorithm>

#include "pliant/scene/faces.h"

namespace pliant {

std::vector<FaceCorners> facesOf(const Scene& scene, const std::vector<vec3>& positions) {
    std::vector<FaceCorners> faces;
    for (const Body& body : scene.bodies)
        forEachTriangle(body, scene.positions, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            if (isPoint(positions[a]) && isPoint(positions[b]) && isPoint(positions[c])) faces.push_back({a, b, c});
        });
    return faces;
}

std::vector<EdgeEnds> edgesOf(const Scene& scene, const std::vector<vec3>& positions,
                              const std::vector<FaceCorners>& faces) {
    std::vector<EdgeEnds> edges;
    const auto add = [&](std::uint32_t a, std::uint32_t b) { edges.push_back({std::min(a, b), std::max(a, b)}); };
    for (const auto& [a, b, c] : faces)
        add(a, b), add(b, c), add(c, a);
    for (const Body& body : scene.bodies) {
        const std::vector<std::uint32_t>& line = body.vertexParticles;
        for (std::size_t v = 1; body.isLine && v < line.size(); ++v)
            if (isPoint(positions[line[v - 1]]) && isPoint(positions[line[v]])) add(line[v - 1], line[v]);
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

}  // namespace pliant
