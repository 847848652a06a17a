#include <glm/geometric.hpp>

#include <algorithm>

#include "schedule/compile_parts.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::dvec3;

// Polygons as fans around their first corner, in particles of the schedule; a triangle that welding has drawn together is left out.
std::vector<Triangle> listTriangles(const Scene& scene, const Schedule& schedule) {
    std::vector<Triangle> triangles;
    for (const Body& body : scene.bodies) {
        const Index* corner = body.faceCorners.data();
        const auto particle = [&](Index vertex) { return schedule.localParticle[body.vertexParticles[vertex]]; };
        for (const Index size : body.faceSizes) {
            for (Index i = 1; i + 1 < size; ++i) {
                const Triangle t{particle(corner[0]), particle(corner[i]), particle(corner[i + 1]), 0.0f};
                if (t.a != t.b && t.b != t.c && t.c != t.a) triangles.push_back(t);
            }
            corner += size;
        }
    }
    return triangles;
}

double areaOf(const Schedule& schedule, const Triangle& t) {
    const dvec3 a(vec3(schedule.particles[t.a])), b(vec3(schedule.particles[t.b])), c(vec3(schedule.particles[t.c]));
    return 0.5 * glm::length(glm::cross(b - a, c - a));
}

// A triangle's share of a corner's mass is its share of the area around the corner.
void weighTriangles(Schedule& schedule) {
    std::vector<double> around(schedule.particles.size(), 0.0);
    for (const Triangle& t : schedule.triangles) {
        for (const Index corner : {t.a, t.b, t.c})
            around[corner] += areaOf(schedule, t);
    }
    for (Triangle& t : schedule.triangles) {
        double mass = 0.0;
        for (const Index corner : {t.a, t.b, t.c}) {
            if (around[corner] > 0.0) mass += areaOf(schedule, t) / around[corner] / schedule.inverseMasses[corner];
        }
        t.inverseMass = static_cast<float>(1.0 / std::max(mass, 1e-12));
    }
}

// Adds the table of rows: for every particle its triangles, ascending.
Index addRows(Schedule& schedule) {
    const auto table = static_cast<Index>(schedule.rowFirst.size());
    const std::size_t count = schedule.particles.size();
    std::vector<Index> next(count + 1, 0);
    for (const Triangle& t : schedule.triangles) {
        for (const Index corner : {t.a, t.b, t.c})
            ++next[corner + 1];
    }
    next[0] = static_cast<Index>(schedule.rowEntries.size());
    for (std::size_t i = 0; i < count; ++i)
        next[i + 1] += next[i];
    schedule.rowFirst.insert(schedule.rowFirst.end(), next.begin(), next.end());
    schedule.rowEntries.resize(next[count]);
    for (Index t = 0; t < schedule.triangles.size(); ++t) {
        for (const Index corner : {schedule.triangles[t].a, schedule.triangles[t].b, schedule.triangles[t].c})
            schedule.rowEntries[next[corner]++] = t;
    }
    return table;
}

}  // namespace

void compileAir(const Scene& scene, Schedule& schedule) {
    if (scene.environment.airDensity == 0.0f) return;
    schedule.triangles = listTriangles(scene, schedule);
    if (schedule.triangles.empty()) return;
    weighTriangles(schedule);
    const Index table = addRows(schedule);
    schedule.air.push_back({PassKind::PushTriangles, 0, 0, 0, static_cast<Index>(schedule.triangles.size())});
    schedule.air.push_back({PassKind::GatherPushes, 0, 0, 0, static_cast<Index>(schedule.particles.size()), table});
}

}  // namespace pliant
