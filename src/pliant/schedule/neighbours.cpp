#include <algorithm>
#include <bit>
#include <cmath>

#include "pliant/fail.h"
#include "pliant/scene/faces.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/real.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// Those that were too near part as fast as this [m/s].
constexpr float kRise = 0.12f;

NeighbourSpace spaceOf(const Schedule& s) {
    float largest = 0.0f;
    for (const NeighbourBody& body : s.neighbourBodies)
        largest = std::max(largest, body.thickness);
    // A push is at most four thicknesses (kFarthestPush), 2^22 units; those of all neighbours are less than 2^28.
    const double unit = std::ldexp(1.0, std::clamp(std::ilogb(double(largest)) + 1, -40, 40) - 20);
    const Index buckets = std::bit_ceil(std::max(static_cast<Index>(2 * s.particles.size()), 64u));
    return {largest, kRise, static_cast<float>(unit), static_cast<float>(1.0 / unit), buckets - 1, 0, 0, 0};
}

std::vector<Pass> passesOfNeighbours(Index count) {
    using enum PassKind;
    std::vector<Pass> passes;
    for (const PassKind kind : {WatchNeighbours, ListStrays, PlaceNeighbours, FindNeighbours, CountTouches})
        passes.push_back({kind, 0, 0, 0, count});
    for (Index round = 0; round < kPushRounds; ++round)
        passes.push_back({PushNeighbours, round % 2, 0, 0, count});
    for (const PassKind kind : {MoveNeighbours, FindCuts, CutWays})
        passes.push_back({kind, 0, 0, 0, count});
    return passes;
}

}  // namespace

void compileNeighbours(const Scene& scene, Schedule& schedule) {
    if (scene.contacts.empty()) return;
    schedule.neighbourRest.assign(schedule.particles.size(), vec4(0.0f));
    const std::vector<bool> isWithin = particlesWithin(scene);
    for (const Contact& contact : scene.contacts) {
        schedule.neighbourBodies.push_back(
            {contact.thickness, storable<float>(contact.friction), contact.category, contact.mask});
        const auto number = static_cast<float>(schedule.neighbourBodies.size());
        for (Index i = contact.firstParticle; i < contact.firstParticle + contact.particleCount; ++i) {
            if (isWithin[i]) continue;
            const Index local = schedule.localParticle[i];
            schedule.neighbourRest[local] = vec4(vec3(schedule.particles[local]), number);
        }
    }
    schedule.neighbourSpace = spaceOf(schedule);
    compileAround(scene, schedule);
    schedule.touching = passesOfNeighbours(static_cast<Index>(schedule.particles.size()));
}

std::size_t neighbourBuckets(const Schedule& schedule) {
    return schedule.neighbourRest.empty() ? 0 : std::size_t(1) + schedule.neighbourSpace.bucketMask;
}

Status checkNeighbours(const Schedule& s) {
    if (s.neighbourBodies.empty() && !(s.aroundFirst.empty() && s.around.empty()))
        return fail("there are rows of edges and faces of no contacts");
    if (s.neighbourBodies.empty()) return s.touching.empty() ? Status{} : fail("there are passes of no contacts");
    if (s.neighbourRest.size() != s.particles.size()) return fail("the places at rest have a wrong number");
    for (Index i = 0; i < s.neighbourRest.size(); ++i) {
        const float number = s.neighbourRest[i].w;
        if (!(number >= 0.0f && number <= float(s.neighbourBodies.size()) && number == std::floor(number)))
            return fail("particle {} is of a contact out of range", i);
    }
    if (!std::has_single_bit(neighbourBuckets(s))) return fail("the number of buckets is not a power of two");
    if (s.touching != passesOfNeighbours(static_cast<Index>(s.particles.size())))
        return fail("the passes of contacts are not those of all particles");
    return checkAround(s);
}

}  // namespace pliant
