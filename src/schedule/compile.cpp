#include <meshoptimizer.h>

#include <algorithm>
#include <cassert>

#include "hash.h"
#include "schedule/colouring.h"
#include "schedule/rows.h"
#include "schedule/schedule.h"
#include "shared/real.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// The order that sorts items by key, equal keys as they were before: count, prefix sum, fill.
template <class Key>
std::vector<Index> sortedBy(const std::vector<Index>& items, Index keyCount, Key&& key) {
    std::vector<Index> next(keyCount + 1, 0);
    for (const Index item : items)
        ++next[key(item) + 1];
    for (Index k = 0; k < keyCount; ++k)
        next[k + 1] += next[k];
    std::vector<Index> sorted(items.size());
    for (const Index item : items)
        sorted[next[key(item)]++] = item;
    return sorted;
}

std::vector<Index> countUp(std::size_t count) {
    std::vector<Index> indices(count);
    for (std::size_t i = 0; i < count; ++i)
        indices[i] = static_cast<Index>(i);
    return indices;
}

// How far apart in memory the ends of sticks lie, summed up: the smaller, the more local the order. `place[i]` is where
// particle i of the scene comes to lie.
std::uint64_t spreadOf(const Scene& scene, const std::vector<Index>& place) {
    std::uint64_t sum = 0;
    for (const SceneStick& stick : scene.sticks) {
        const Index a = place[stick.a], b = place[stick.b];
        sum += a < b ? b - a : a - b;
    }
    return sum;
}

// Along a space-filling curve if that at least halves the spread, else in the scene's own order. A grid in rows has the same
// spread as along the curve, and is solved a fifth faster at 1024^2: its passes run through memory in straight lines.
std::vector<Index> chooseOrder(const Scene& scene) {
    const std::size_t count = scene.positions.size();
    std::vector<Index> own = countUp(count), curve(count);
    meshopt_spatialSortRemap(curve.data(), &scene.positions[0].x, count, sizeof(vec3));
    return 2 * spreadOf(scene, curve) < spreadOf(scene, own) ? curve : own;
}

void orderParticles(const Scene& scene, Schedule& schedule) {
    const std::size_t count = scene.positions.size();
    schedule.localParticle = chooseOrder(scene);
    schedule.sceneParticle.resize(count);
    schedule.particles.resize(count);
    for (Index i = 0; i < count; ++i) {
        const Index local = schedule.localParticle[i];
        const auto inverseMass = static_cast<float>(1.0 / double(scene.masses[i]));
        schedule.sceneParticle[local] = i;
        schedule.particles[local] = vec4(storable3<float>(scene.positions[i]), scene.pinned[i] ? 0.0f : inverseMass);
    }
}

std::uint32_t responseOf(const StickMaterial& material) {
    const std::uint32_t oneSided = material.oneSided ? kStickOneSided : 0;
    switch (material.response) {
        case Response::Compliant: return kStickCompliant + oneSided;
        case Response::Rigid: return kStickRigid + oneSided;
        case Response::Hooke: return kStickHooke + oneSided;
    }
    return kStickRigid;
}

float parameterOf(const StickMaterial& material) {
    switch (material.response) {
        case Response::Compliant: return material.compliance;
        case Response::Rigid: return 0.0f;
        case Response::Hooke: return material.stiffness;
    }
    return 0.0f;
}

std::uint32_t responseOf(const Scene& scene, Index stick) {
    return responseOf(scene.materials[scene.sticks[stick].material]);
}

Stick localStick(const Scene& scene, const Schedule& schedule, Index stick) {
    const SceneStick& s = scene.sticks[stick];
    const Index a = schedule.localParticle[s.a], b = schedule.localParticle[s.b];
    return {std::min(a, b), std::max(a, b), s.restLength, parameterOf(scene.materials[s.material])};
}

// Scene sticks by the place of their particles in memory.
std::vector<Index> sticksByParticles(const Scene& scene, const Schedule& schedule) {
    const auto count = static_cast<Index>(schedule.particles.size());
    const auto a = [&](Index stick) { return localStick(scene, schedule, stick).a; };
    const auto b = [&](Index stick) { return localStick(scene, schedule, stick).b; };
    return sortedBy(sortedBy(countUp(scene.sticks.size()), count, b), count, a);
}

// Fills in the sticks, sorted by response, colour and particles, and both methods' passes over them.
void orderSticks(const Scene& scene, Schedule& schedule) {
    const std::vector<Index> byParticles = sticksByParticles(scene, schedule);
    std::vector<Edge> edges;
    edges.reserve(byParticles.size());
    for (const Index stick : byParticles) {
        const Stick s = localStick(scene, schedule, stick);
        edges.push_back({s.a, s.b});
    }
    const Colouring colouring = colourEdges(static_cast<Index>(schedule.particles.size()), edges);
    schedule.colourCount = colouring.colourCount;
    schedule.maxDegree = colouring.maxDegree;

    const Index groupCount = kStickResponseCount * colouring.colourCount;
    const auto group = [&](Index edge) {
        return responseOf(scene, byParticles[edge]) * colouring.colourCount + colouring.colours[edge];
    };
    const std::vector<Index> order = sortedBy(countUp(edges.size()), groupCount, group);
    std::vector<Index> groupFirst(groupCount + 1, 0);
    for (const Index edge : order)
        ++groupFirst[group(edge) + 1];
    for (Index g = 0; g < groupCount; ++g)
        groupFirst[g + 1] += groupFirst[g];

    for (const Index edge : order) {
        schedule.sceneStick.push_back(byParticles[edge]);
        schedule.sticks.push_back(localStick(scene, schedule, byParticles[edge]));
    }
    schedule.compliantCount = groupFirst[kStickRigid * colouring.colourCount];
    for (Index i = 0; i < schedule.compliantCount; ++i) {
        schedule.maxCompliance = std::max(schedule.maxCompliance, schedule.sticks[i].parameter);
    }

    for (Index colour = 0; colour < colouring.colourCount; ++colour) {
        for (Index response = 0; response < kStickResponseCount; ++response) {
            const Index g = response * colouring.colourCount + colour;
            const Index count = groupFirst[g + 1] - groupFirst[g];
            if (count == 0) continue;
            schedule.gaussSeidel.push_back({PassKind::SolveSticks, response, colour, groupFirst[g], count});
        }
    }
    for (Index response = 0; response < kStickResponseCount; ++response) {
        const Index first = groupFirst[response * colouring.colourCount];
        const Index count = groupFirst[(response + 1) * colouring.colourCount] - first;
        if (count > 0) schedule.jacobi.push_back({PassKind::CorrectSticks, response, 0, first, count});
    }
}

void addJacobiRows(const Scene& scene, Schedule& schedule) {
    const auto count = static_cast<Index>(schedule.particles.size());
    Rows rows = makeRows(count, schedule.sticks);
    for (Index i = 0; i < count; ++i) {
        const auto projecting = std::count_if(rows.of(i).begin(), rows.of(i).end(), [&](Index entry) {
            return responseOf(scene, schedule.sceneStick[entry / 2]) < kStickHooke;
        });
        schedule.jacobiShare.push_back(projecting == 0 ? 1.0f : 1.0f / static_cast<float>(projecting));
    }
    schedule.rowFirst = std::move(rows.first);
    schedule.rowEntries = std::move(rows.entries);
    if (!schedule.jacobi.empty()) schedule.jacobi.push_back({PassKind::GatherCorrections, 0, 0, 0, count});
}

std::uint64_t hashOf(const Schedule& schedule) {
    Hash hash;
    const auto add = [&](const auto& items) { hash.add(std::span(items)); };
    add(schedule.particles);
    add(schedule.sceneParticle);
    add(schedule.sticks);
    add(schedule.sceneStick);
    for (const std::vector<Pass>* passes : {&schedule.integrate, &schedule.gaussSeidel, &schedule.jacobi})
        add(*passes);
    const Environment& e = schedule.environment;
    add(std::vector<float>{e.gravity.x, e.gravity.y, e.gravity.z, e.wind.x, e.wind.y, e.wind.z, e.damping});
    return hash.value();
}

}  // namespace

Result<SchedulePtr> compile(const Scene& scene) {
    if (Status status = validate(scene); !status) return status.error();
    auto schedule = std::make_shared<Schedule>();
    schedule->environment = scene.environment;
    orderParticles(scene, *schedule);
    schedule->integrate.push_back({PassKind::Integrate, 0, 0, 0, static_cast<Index>(scene.positions.size())});
    orderSticks(scene, *schedule);
    addJacobiRows(scene, *schedule);
    schedule->hash = hashOf(*schedule);
    assert(validate(*schedule));
    return SchedulePtr(std::move(schedule));
}

}  // namespace pliant
