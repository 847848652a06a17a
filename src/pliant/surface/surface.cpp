#include "pliant/surface/surface.h"

#include <algorithm>
#include <array>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/rows.h"
#include "pliant/shared/bounds.h"
#include "pliant/shared/normal.h"

namespace pliant {
namespace {

std::vector<std::uint32_t> linesOf(const Scene& scene, const Schedule& schedule) {
    std::vector<std::uint32_t> lines;
    for (const Body& body : scene.bodies) {
        for (std::size_t v = 1; body.isLine && v < body.vertexParticles.size(); ++v) {
            lines.push_back(schedule.localParticle[body.vertexParticles[v - 1]]);
            lines.push_back(schedule.localParticle[body.vertexParticles[v]]);
        }
    }
    return lines;
}

CarriedVertex carriedVertex(const SkinPoint& point, const Schedule& schedule) {
    const auto local = [&](int corner) { return schedule.localParticle[point.particles[corner]]; };
    return {local(0), local(1), local(2), local(3), point.weights.x, point.weights.y, point.weights.z, 0.0f};
}

// Behind the vertices of the bodies themselves.
void addSkin(const Skin& skin, const Scene& scene, const Schedule& schedule, Surface& surface) {
    const auto first = static_cast<std::uint32_t>(schedule.particles.size() + surface.carried.size());
    std::vector<vec3> places;
    for (const SkinPoint& point : skin.points) {
        surface.carried.push_back(carriedVertex(point, schedule));
        places.push_back(placeOf(point, scene.positions));
    }
    FaceCutter cutter(places);
    std::vector<std::uint32_t> points;
    std::size_t corner = 0;
    for (const std::uint32_t size : skin.faceSizes) {
        points.clear();
        for (const std::size_t end = corner + size; corner < end; ++corner)
            points.push_back(skin.vertexPoints[skin.faceCorners[corner]]);
        for (const auto& [a, b, c] : cutter.cut(points))
            surface.triangles.insert(surface.triangles.end(), {first + a, first + b, first + c});
    }
}

// Ascending, so that they are read as they lie.
void addBodyVertices(const Scene& scene, const Schedule& schedule, Surface& surface) {
    auto firstPoint = static_cast<std::uint32_t>(schedule.particles.size());
    surface.bodyFirst = {0};
    for (const Body& body : scene.bodies) {
        const std::size_t first = surface.bodyVertices.size();
        for (std::uint32_t i = 0; i < body.skin.points.size(); ++i)
            surface.bodyVertices.push_back(firstPoint + i);
        firstPoint += static_cast<std::uint32_t>(body.skin.points.size());
        for (std::uint32_t i = 0; body.skin.isEmpty() && i < body.particleCount; ++i)
            surface.bodyVertices.push_back(schedule.localParticle[body.firstParticle + i]);
        std::sort(surface.bodyVertices.begin() + static_cast<std::ptrdiff_t>(first), surface.bodyVertices.end());
        surface.bodyFirst.push_back(static_cast<std::uint32_t>(surface.bodyVertices.size()));
    }
}

}  // namespace

Surface surfaceOf(const Scene& scene, const Schedule& schedule) {
    using Index = std::uint32_t;
    Surface surface;
    if (scene.positions.size() != schedule.particles.size()) return surface;
    std::vector<Index>& corners = surface.triangles;
    surface.bodyFirstTriangle = {0};
    const auto take = [&](Index a, Index b, Index c) { corners.insert(corners.end(), {a, b, c}); };
    for (const Body& body : scene.bodies) {
        if (body.skin.isEmpty()) forEachTriangle(body, scene, schedule, take);
        else addSkin(body.skin, scene, schedule, surface);
        surface.bodyFirstTriangle.push_back(static_cast<Index>(corners.size() / 3));
    }
    surface.lines = linesOf(scene, schedule);
    addBodyVertices(scene, schedule, surface);
    Rows rows =
        makeTriangleRows(schedule.particles.size() + surface.carried.size(), corners.size() / 3, [&](std::size_t t) {
            return std::array{corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]};
        });
    surface.rowFirst = std::move(rows.first);
    surface.rowEntries = std::move(rows.entries);
    return surface;
}

Result<std::vector<std::uint32_t>> surfaceVertices(const Scene& scene, const Schedule& schedule, std::uint32_t body) {
    if (body >= scene.bodies.size())
        return fail("there is no body {} to be drawn; the scene has {}", body, scene.bodies.size());
    if (scene.positions.size() != schedule.particles.size())
        return fail("the scene has {} particles, but the schedule {}", scene.positions.size(),
                    schedule.particles.size());
    const Body& b = scene.bodies[body];
    std::size_t firstPoint = schedule.particles.size();
    for (std::uint32_t other = 0; other < body; ++other)
        firstPoint += scene.bodies[other].skin.points.size();
    std::vector<std::uint32_t> vertices;
    for (const std::uint32_t point : b.skin.vertexPoints)
        vertices.push_back(static_cast<std::uint32_t>(firstPoint + point));
    if (!b.skin.isEmpty()) return vertices;
    for (const std::uint32_t particle : b.vertexParticles)
        vertices.push_back(particle == kNoParticle ? kNoParticle : schedule.localParticle[particle]);
    return vertices;
}

std::vector<vec3> normalsOf(const Surface& surface, std::span<const vec4> places) {
    std::vector<vec3> normals;
    const auto place = [&](std::size_t corner) { return vec3(places[surface.triangles[corner]]); };
    for (std::size_t i = 0; i + 1 < surface.rowFirst.size(); ++i) {
        vec3 sum(0.0f);
        for (std::uint32_t e = surface.rowFirst[i]; e < surface.rowFirst[i + 1]; ++e) {
            const std::size_t first = 3 * std::size_t(surface.rowEntries[e]);
            sum = addNormal<float>(sum, areaNormal<float>(place(first), place(first + 1), place(first + 2)));
        }
        normals.push_back(unitNormal<float>(sum));
    }
    return normals;
}

std::vector<Bounds> boundsOf(const Surface& surface, std::span<const vec4> places) {
    std::vector<Bounds> bounds;
    for (std::size_t body = 0; body + 1 < surface.bodyFirst.size(); ++body) {
        Bounds box{vec3(kAboveAll), vec3(kBelowAll)};
        for (std::uint32_t i = surface.bodyFirst[body]; i < surface.bodyFirst[body + 1]; ++i) {
            const vec3 place = storable3<float>(vec3(places[surface.bodyVertices[i]]));
            box = {lowerOf<float>(box.low, place), upperOf<float>(box.high, place)};
        }
        bounds.push_back(box);
    }
    return bounds;
}

}  // namespace pliant
