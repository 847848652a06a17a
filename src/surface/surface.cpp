#include "surface/surface.h"

#include <array>

#include "schedule/compile_parts.h"
#include "schedule/rows.h"
#include "shared/normal.h"

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

}  // namespace

Surface surfaceOf(const Scene& scene, const Schedule& schedule) {
    using Index = std::uint32_t;
    Surface surface;
    std::vector<Index>& corners = surface.triangles;
    forEachTriangle(scene, schedule, [&](Index a, Index b, Index c) { corners.insert(corners.end(), {a, b, c}); });
    surface.lines = linesOf(scene, schedule);
    Rows rows = makeTriangleRows(schedule.particles.size(), corners.size() / 3, [&](std::size_t t) {
        return std::array{corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]};
    });
    surface.rowFirst = std::move(rows.first);
    surface.rowEntries = std::move(rows.entries);
    return surface;
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

}  // namespace pliant
