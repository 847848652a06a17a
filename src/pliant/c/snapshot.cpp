// States: copied out, compared, told apart by a hash.

#include <algorithm>

#include "pliant/c/structs.h"
#include "pliant/fail.h"
#include "pliant/scene/forces.h"
#include "pliant/state/carry_over.h"
#include "pliant/state/crossings.h"
#include "pliant/state/step_report.h"
#include "pliant/state/untangle.h"
#include "pliant/surface/world.h"

namespace {

using namespace pliant;
using namespace pliant::c;

Status checkScene(const Scene& scene, const Snapshot& snapshot) {
    if (scene.positions.size() != snapshot.positions.size()) {
        return fail("the snapshot has {} particles, but the scene has {}", snapshot.positions.size(),
                    scene.positions.size());
    }
    if (!snapshot.frames.empty() && scene.frames.size() != snapshot.frames.size()) {
        return fail("the snapshot has {} frames, but the scene has {}", snapshot.frames.size(), scene.frames.size());
    }
    return {};
}

void put(vec3 v, std::size_t index, float* to) {
    for (int axis = 0; axis < 3; ++axis)
        to[3 * index + std::size_t(axis)] = v[axis];
}

Status putAll(const char* what, const std::vector<vec3>& points, float* to, std::uint32_t room) {
    if (Status status = checkRoom(what, room, points.size()); !status) return status;
    for (std::size_t i = 0; i < points.size(); ++i)
        put(points[i], i, to);
    return {};
}

// As reportOf() has them.
vec3 velocityOf(const Snapshot& s, const std::vector<Integrator>& integrators, std::size_t i) {
    const bool isForced = !integrators.empty() && integrators[i] != Integrator::Verlet;
    if (isForced && !s.velocities.empty()) return s.velocities[i];
    if (s.previousSubstep == 0.0) return vec3(0.0f);
    const glm::dvec3 carried = s.carry.empty() ? glm::dvec3(0.0) : glm::dvec3(vec3(s.carry[i]));
    return vec3((glm::dvec3(s.positions[i]) - glm::dvec3(s.previous[i]) + carried) / s.previousSubstep);
}

std::vector<vec3> verticesOf(const Body& body, const std::vector<vec3>& positions) {
    std::vector<vec3> vertices;
    if (!body.skin.isEmpty()) {
        for (const std::uint32_t point : body.skin.vertexPoints)
            vertices.push_back(placeOf(body.skin.points[point], positions));
        return vertices;
    }
    auto loose = body.looseVertices.begin();
    for (const std::uint32_t particle : body.vertexParticles)
        vertices.push_back(particle == kNoParticle ? *loose++ : positions[particle]);
    return vertices;
}

}  // namespace

void pliantDestroySnapshot(PliantSnapshot* snapshot) {
    destroy(__func__, snapshot);
}

PliantResult pliantGetSnapshotInfo(const PliantSnapshot* snapshot, PliantSnapshotInfo* info, size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"snapshot", snapshot}}); !status) return status;
        const Snapshot& s = snapshot->snapshot;
        const auto count = static_cast<std::uint32_t>(s.positions.size());
        const PliantSnapshotInfo value{0, count, s.stepCount, s.substepCount, s.lost, s.crowded};
        return give(value, "SnapshotInfo", info, structSize);
    });
}

PliantResult pliantCarryOver(const PliantSnapshot* before, const PliantSchedule* schedule, PliantSnapshot** after) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"before", before}, {"schedule", schedule}, {"after", after}}); !s) return s;
        Result<Snapshot> state = carryOver(before->snapshot, *schedule->schedule);
        if (!state) return state.error();
        *after = alive(new PliantSnapshot{std::move(*state)});
        return {};
    });
}

PliantResult pliantGetPositions(const PliantSnapshot* snapshot, float* positions, uint32_t count) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"snapshot", snapshot}, {"positions", positions}}); !s) return s;
        return putAll("positions", snapshot->snapshot.positions, positions, count);
    });
}

PliantResult pliantGetVelocities(const PliantScene* scene, const PliantSnapshot* snapshot, float* velocities,
                                 uint32_t count) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"snapshot", snapshot}, {"velocities", velocities}}); !s) return s;
        const Snapshot& state = snapshot->snapshot;
        if (Status status = checkScene(scene->scene, state); !status) return status;
        if (Status status = checkRoom("velocities", count, state.positions.size()); !status) return status;
        const std::vector<Integrator> integrators = integratorsOf(scene->scene);
        for (std::size_t i = 0; i < state.positions.size(); ++i)
            put(velocityOf(state, integrators, i), i, velocities);
        return {};
    });
}

PliantResult pliantGetWorldPositions(const PliantSchedule* schedule, const PliantSnapshot* snapshot,
                                     const PliantDVec3* origin, float* positions, uint32_t count) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"schedule", schedule}, {"snapshot", snapshot}, {"positions", positions}}); !s) return s;
        const WorldView view = worldView(snapshot->snapshot, origin ? read(*origin) : glm::dvec3(0.0));
        const auto places = worldPositions(*schedule->schedule, snapshot->snapshot, view);
        return places ? putAll("positions", *places, positions, count) : places.error();
    });
}

PliantResult pliantGetBodyVertices(const PliantScene* scene, const PliantSnapshot* snapshot, uint32_t body,
                                   float* vertices, uint32_t count) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"snapshot", snapshot}, {"vertices", vertices}}); !s) return s;
        if (Status status = checkScene(scene->scene, snapshot->snapshot); !status) return status;
        if (Status status = checkBody(scene->scene, body); !status) return status;
        return putAll("vertices", verticesOf(scene->scene.bodies[body], snapshot->snapshot.positions), vertices, count);
    });
}

PliantResult pliantHashSnapshot(const PliantSnapshot* snapshot, uint64_t* hash) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"snapshot", snapshot}, {"hash", hash}}); !status) return status;
        *hash = hashOf(snapshot->snapshot);
        return {};
    });
}

PliantResult pliantCompare(const PliantSnapshot* a, const PliantSnapshot* b, PliantComparison* comparison,
                           size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"a", a}, {"b", b}}); !status) return status;
        const auto compared = compare(a->snapshot, b->snapshot);
        if (!compared) return compared.error();
        PliantComparison value{};
        value.firstParticle = static_cast<std::uint32_t>(compared->firstParticle);
        value.differing = compared->differing;
        value.differingTurns = compared->differingTurns;
        value.maxAbs = compared->maxAbs;
        value.maxUlp = compared->maxUlp;
        return give(value, "Comparison", comparison, structSize);
    });
}

PliantResult pliantMakeReport(const PliantScene* scene, const PliantSnapshot* snapshot, const PliantCollider* colliders,
                              uint32_t colliderCount, PliantReport* report, size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}, {"snapshot", snapshot}}); !status) return status;
        if (Status status = checkScene(scene->scene, snapshot->snapshot); !status) return status;
        std::vector<Collider> solids;
        if (Status status = readColliders(colliders, colliderCount, solids); !status) return status;
        for (std::size_t i = 0; i < solids.size(); ++i) {
            if (Status status = validate(solids[i], i); !status) return status;
        }
        const StepReport r = reportOf(scene->scene, snapshot->snapshot, solids);
        PliantReport value{};
        value.penetrations = static_cast<std::uint32_t>(r.penetrations);
        value.largestStretch = r.largestStretch;
        value.kineticEnergy = r.kineticEnergy;
        value.potentialEnergy = r.potentialEnergy;
        value.fastest = r.fastest;
        value.deepest = r.deepest;
        value.lost = r.lost;
        value.crowded = r.crowded;
        value.asleep = r.asleep;
        value.sleepers = r.sleepers;
        return give(value, "Report", report, structSize);
    });
}

PliantResult pliantFindCrossings(const PliantScene* scene, const PliantSnapshot* snapshot, uint32_t* particles,
                                 uint32_t capacity, uint32_t* count) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}, {"snapshot", snapshot}, {"count", count}}); !status) return status;
        if (Status status = checkScene(scene->scene, snapshot->snapshot); !status) return status;
        if (capacity > 0 && !particles) return fail("particles is null, with room for {}", capacity);
        const auto crossings = crossingsOf(scene->scene, snapshot->snapshot.positions);
        if (!crossings) return crossings.error();
        for (std::size_t i = 0; i < std::min<std::size_t>(capacity, crossings->size()); ++i) {
            const Crossing& crossing = (*crossings)[i];
            std::copy(crossing.edge.begin(), crossing.edge.end(), particles + 5 * i);
            std::copy(crossing.face.begin(), crossing.face.end(), particles + 5 * i + 2);
        }
        *count = static_cast<std::uint32_t>(crossings->size());
        return {};
    });
}

PliantResult pliantUntangle(const PliantScene* scene, PliantSnapshot* snapshot, uint32_t mostRounds,
                            PliantUntangled* untangled, size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}, {"snapshot", snapshot}}); !status) return status;
        if (Status status = checkScene(scene->scene, snapshot->snapshot); !status) return status;
        if (Status status = checkTarget("Untangled", untangled, structSize, sizeof *untangled); !status) return status;
        const auto done = untangle(scene->scene, snapshot->snapshot, mostRounds);
        if (!done) return done.error();
        PliantUntangled value{};
        value.rounds = done->rounds;
        value.before = done->before;
        value.after = done->after;
        value.farthest = double(done->farthest);
        return give(value, "Untangled", untangled, structSize);
    });
}
