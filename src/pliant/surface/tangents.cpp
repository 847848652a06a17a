#include "pliant/surface/tangents.h"

#include <array>

#include "pliant/schedule/rows.h"
#include "pliant/shared/tangent.h"

namespace pliant {
namespace {

// In glTF texture coordinates begin at the upper left corner, and B points up in the texture: to smaller t.
TextureMap mapOf(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    const glm::dvec2 e = b - a, f = c - a;
    const double det = e.x * f.y - f.x * e.y;
    const double sign = det > 0.0 ? 1.0 : det < 0.0 ? -1.0 : 0.0;
    const auto number = [&](double x) { return storable<float>(static_cast<float>(sign * x)); };
    return {number(f.y), number(-e.y), number(f.x), number(-e.x)};
}

}  // namespace

TextureMaps textureMapsOf(const RenderMesh& mesh) {
    TextureMaps texture;
    const auto place = [&](std::size_t i) {
        const glm::vec2& at = mesh.textureCoordinates[mesh.triangles[i]];
        return glm::dvec2(storable<float>(at.x), storable<float>(at.y));
    };
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        texture.maps.push_back(mapOf(place(i), place(i + 1), place(i + 2)));
    for (const std::uint32_t corner : mesh.triangles)
        texture.corners.push_back(mesh.surfaceVertices[corner]);
    Rows rows = makeTriangleRows(mesh.surfaceVertices.size(), mesh.triangles.size() / 3, [&](std::size_t t) {
        return std::array{mesh.triangles[3 * t], mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 2]};
    });
    texture.rowFirst = std::move(rows.first);
    texture.rowEntries = std::move(rows.entries);
    return texture;
}

std::vector<vec4> tangentsOf(const Surface& surface, std::span<const vec4> places) {
    const RenderMesh& mesh = surface.renderMesh;
    const TextureMaps texture = textureMapsOf(mesh);
    const std::vector<vec3> normals = normalsOf(surface, places);
    std::vector<vec4> tangents;
    for (std::size_t i = 0; i < mesh.surfaceVertices.size(); ++i) {
        vec3 sumT(0.0f), sumB(0.0f);
        for (std::uint32_t entry = texture.rowFirst[i]; entry < texture.rowFirst[i + 1]; ++entry) {
            const std::uint32_t t = texture.rowEntries[entry];
            const TextureMap& m = texture.maps[t];
            const auto at = [&](std::size_t corner) { return vec3(places[texture.corners[3 * t + corner]]); };
            sumT = addNormal<float>(sumT, alongTexture<float>(at(0), at(1), at(2), m.tangentOfB, m.tangentOfC));
            sumB = addNormal<float>(sumB, alongTexture<float>(at(0), at(1), at(2), m.bitangentOfB, m.bitangentOfC));
        }
        tangents.push_back(tangentOf<float>(normals[mesh.surfaceVertices[i]], sumT, sumB));
    }
    return tangents;
}

}  // namespace pliant
