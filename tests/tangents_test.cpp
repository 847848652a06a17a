// Tangents against what geometry says: where a texture lies on a plane, on a cylinder, and nowhere.

#include <cstring>
#include <glm/geometric.hpp>
#include <limits>

#include "flush_denormals.h"
#include "pliant/surface/surface.h"
#include "support.h"

namespace pliant::test {
namespace {

struct Textured {
    Surface surface;
    std::vector<vec4> places;
};

// A cloth of columns x columns vertices, at the places and with the texture coordinates of functions of (u, v) in 0
// ... 1.
template <class PlaceAt, class TextureAt>
Textured texturedCloth(std::uint32_t columns, PlaceAt&& placeAt, TextureAt&& textureAt) {
    const Scene scene = clothScene(columns);
    const SchedulePtr schedule = take(compile(scene));
    Textured cloth{surfaceOf(scene, *schedule), std::vector<vec4>(scene.positions.size())};
    RenderMesh& mesh = cloth.surface.renderMesh;
    mesh.surfaceVertices = take(surfaceVertices(scene, *schedule, 0));
    std::vector<std::uint32_t> vertexOf(mesh.surfaceVertices.size());
    for (std::uint32_t i = 0; i < vertexOf.size(); ++i) {
        const float u = float(i % columns) / float(columns - 1), v = float(i / columns) / float(columns - 1);
        vertexOf[mesh.surfaceVertices[i]] = i;
        cloth.places[mesh.surfaceVertices[i]] = vec4(placeAt(u, v), 1.0f);
        mesh.textureCoordinates.push_back(textureAt(u, v));
    }
    for (const std::uint32_t corner : cloth.surface.triangles)
        mesh.triangles.push_back(vertexOf[corner]);
    return cloth;
}

void expectTangent(vec4 tangent, vec3 direction, float side, double tolerance = 1e-6) {
    EXPECT_LT(glm::distance(glm::dvec3(tangent), glm::normalize(glm::dvec3(direction))), tolerance)
        << tangent.x << " " << tangent.y << " " << tangent.z;
    EXPECT_EQ(tangent.w, side);
}

// P = P0 + s U + t V: the tangent is U, whatever V is. The sign is that of the frame of normal, U and -V.
TEST(Tangents, OfAPlaneAreWhereTheTextureIs) {
    const struct {
        vec3 u, v;
    } kMaps[] = {{vec3(1, 0, 0), vec3(0, -1, 0)},     // as it is read
                 {vec3(-1, 0, 0), vec3(0, -1, 0)},    // mirrored
                 {vec3(1, 0, 0), vec3(0, 1, 0)},      // upside down
                 {vec3(3, 4, 0), vec3(-4, 0.5f, 0)},  // turned, stretched and sheared
                 {vec3(0, 1e-3f, 0), vec3(700, 1, 0)}};
    for (const auto& [u, v] : kMaps) {
        const glm::dmat2 map{glm::dvec2(u), glm::dvec2(v)};
        const Textured cloth = texturedCloth(
            5, [](float x, float y) { return vec3(x, y, 0.0f); },
            [&](float x, float y) { return glm::vec2(glm::inverse(map) * glm::dvec2(x, y)); });
        const vec3 normal = normalsOf(cloth.surface, cloth.places)[0];
        const float side = glm::dot(glm::cross(normal, u), -v) < 0.0f ? -1.0f : 1.0f;
        for (const vec4& tangent : tangentsOf(cloth.surface, cloth.places))
            expectTangent(tangent, u, side, 2e-4);  // coordinates have been rounded
    }
}

TEST(Tangents, OfATextureAsItIsReadHaveTheSignOfGltf) {
    MeshDescription mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.faceSizes = {3};
    mesh.faceCorners = {0, 1, 2};
    Scene scene;
    take(addMesh(scene, mesh));
    const SchedulePtr schedule = take(compile(scene));
    Surface surface = surfaceOf(scene, *schedule);
    std::vector<vec4> places(3);
    surface.renderMesh = {take(surfaceVertices(scene, *schedule, 0)), {0, 1, 2}, {}, {{0, 1}, {1, 1}, {0, 0}}};
    for (int i = 0; i < 3; ++i)
        places[surface.renderMesh.surfaceVertices[i]] = vec4(mesh.vertices[i], 1.0f);
    for (const vec4& tangent : tangentsOf(surface, places))
        expectTangent(tangent, vec3(1, 0, 0), 1.0f);
    surface.renderMesh.textureCoordinates = {{1, 1}, {0, 1}, {1, 0}};
    for (const vec4& tangent : tangentsOf(surface, places))
        expectTangent(tangent, vec3(-1, 0, 0), -1.0f);
}

// Of any size. Within, the triangles around a vertex are the same on both of its sides. The normals point inwards.
TEST(Tangents, OfACylinderGoAroundIt) {
    constexpr std::uint32_t kColumns = 9;
    for (const float scale : {1e-9f, 1.0f, 1e8f}) {
        SCOPED_TRACE(scale);
        const auto angle = [](float u) { return 2.0 * double(u) - 1.0; };
        const Textured cloth = texturedCloth(
            kColumns,
            [&](float u, float v) {
                return scale * vec3(glm::dvec3(std::sin(angle(u)), double(v), std::cos(angle(u))));
            },
            [](float u, float v) { return glm::vec2(u, 1.0f - v); });
        const std::vector<vec4> tangents = tangentsOf(cloth.surface, cloth.places);
        for (std::uint32_t row = 1; row + 1 < kColumns; ++row) {
            for (std::uint32_t column = 1; column + 1 < kColumns; ++column) {
                const double a = angle(float(column) / float(kColumns - 1));
                const vec4 tangent = tangents[row * kColumns + column];
                const vec3 normal = normalsOf(
                    cloth.surface, cloth.places)[cloth.surface.renderMesh.surfaceVertices[row * kColumns + column]];
                expectTangent(tangent, vec3(glm::dvec3(std::cos(a), 0.0, -std::sin(a))), -1.0f, 2e-6);
                EXPECT_NEAR(glm::dot(glm::dvec3(vec3(tangent)), glm::dvec3(normal)), 0.0, 1e-6);
                EXPECT_NEAR(glm::length(glm::dvec3(vec3(tangent))), 1.0, 1e-6);
            }
        }
    }
}

// At right angles to the normal, of length 1, and nothing that is no number.
TEST(Tangents, AreSomeDirectionWhereThereIsNoTexture) {
    const glm::vec2 kTextures[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    for (const glm::vec2 along : kTextures) {
        for (const int axis : {0, 1, 2}) {
            const Textured cloth = texturedCloth(
                4,
                [&](float u, float v) {
                    vec3 place(0.5f);
                    place[(axis + 1) % 3] = u;
                    place[(axis + 2) % 3] = v;
                    return place;
                },
                [&](float u, float) { return along * u; });
            const std::vector<vec3> normals = normalsOf(cloth.surface, cloth.places);
            const std::vector<vec4> tangents = tangentsOf(cloth.surface, cloth.places);
            for (std::size_t i = 0; i < tangents.size(); ++i) {
                const vec3 normal = normals[cloth.surface.renderMesh.surfaceVertices[i]];
                EXPECT_NEAR(glm::dot(vec3(tangents[i]), normal), 0.0f, 1e-6f) << axis;
                EXPECT_NEAR(glm::length(vec3(tangents[i])), 1.0f, 1e-6f) << axis;
                EXPECT_EQ(std::abs(tangents[i].w), 1.0f);
            }
        }
    }
}

// Where a texture is mirrored each side has a sign of its own; the place and the normal are one.
TEST(Tangents, OfBothSidesOfASeamAreTheirOwn) {
    Textured cloth = texturedCloth(
        3, [](float u, float v) { return vec3(u, v, 0.0f); }, [](float u, float v) { return glm::vec2(u, 1.0f - v); });
    RenderMesh& mesh = cloth.surface.renderMesh;
    const std::size_t once = mesh.surfaceVertices.size(), corners = mesh.triangles.size();
    for (std::size_t i = 0; i < once; ++i) {
        mesh.surfaceVertices.push_back(mesh.surfaceVertices[i]);
        mesh.textureCoordinates.emplace_back(1.0f - mesh.textureCoordinates[i].x, mesh.textureCoordinates[i].y);
    }
    for (std::size_t i = corners / 2; i < corners; ++i)
        mesh.triangles[i] += static_cast<std::uint32_t>(once);
    const float up = normalsOf(cloth.surface, cloth.places)[0].z > 0.0f ? 1.0f : -1.0f;  // the cloth's own winding
    const std::vector<vec4> tangents = tangentsOf(cloth.surface, cloth.places);
    std::size_t found = 0;
    for (const std::uint32_t i : mesh.triangles) {
        const bool isMirrored = i >= once;
        expectTangent(tangents[i], vec3(isMirrored ? -1 : 1, 0, 0), isMirrored ? -up : up);
        found += isMirrored;
    }
    EXPECT_EQ(found, corners / 2);
}

TEST(Tangents, AreTheSameWhereDenormalsAreFlushed) {
    const float tiny = std::ldexp(1.0f, -100), none = std::numeric_limits<float>::denorm_min();
    for (const float height : {tiny, 3.0f * tiny, 1e-20f}) {
        const Textured cloth = texturedCloth(
            4, [&](float u, float v) { return vec3(u, v, height * u * v); },
            [&](float u, float v) { return glm::vec2(u * 1e-30f + v * none, v * none - u * 1e-36f); });
        const std::vector<vec4> kept = tangentsOf(cloth.surface, cloth.places);
        const FlushDenormals flush;
        const std::vector<vec4> flushed = tangentsOf(cloth.surface, cloth.places);
        for (std::size_t i = 0; i < kept.size(); ++i)
            EXPECT_EQ(std::memcmp(&kept[i], &flushed[i], sizeof(vec4)), 0) << i;
    }
}

}  // namespace
}  // namespace pliant::test
