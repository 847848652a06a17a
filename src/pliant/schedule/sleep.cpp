#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/together.h"
#include "pliant/shared/real.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// Of sets of particles of the scene: what constraints join that joinedIn() knows nothing of.
void joinMembers(const Scene& scene, const Schedule& s, Sets& sets) {
    for (const SceneShape& shape : scene.shapes) {
        for (const Index particle : shape.particles)
            sets.join(shape.particles[0], particle);
    }
    std::vector<Index> firsts(s.enclosures.size(), kNowhere);
    for (const EnclosureMember& member : s.enclosureMembers) {
        const Index particle = s.sceneParticle[member.particle];
        Index& first = firsts[member.owner];
        if (first == kNowhere) first = particle;
        sets.join(first, particle);
    }
}

// What may touch falls asleep together: what moves would not wake what it comes upon.
void joinTouching(const Scene& scene, const Schedule& s, Sets& sets) {
    for (const OutlinePoint& point : s.outlinePoints)
        sets.join(s.sceneParticle[s.outlinePoints[0].particle], s.sceneParticle[point.particle]);
    // A particle of the world that may touch, and one of each frame.
    std::vector<Index> firsts(s.frames.size() + 1, kNowhere);
    for (const Contact& contact : scene.contacts) {
        for (Index i = contact.firstParticle; i < contact.firstParticle + contact.particleCount; ++i) {
            Index& first = firsts[s.frameOf.empty() ? 0 : s.frameOf[s.localParticle[i]]];
            if (first == kNowhere) first = i;
            sets.join(first, i);
        }
    }
}

std::vector<Pass> passesOfSleep(Index particles, Index sleepers) {
    using enum PassKind;
    return {{WatchCalm, 0, 0, 0, particles}, {HoldAsleep, 0, 0, 0, particles}, {TurnSleepers, 0, 0, 0, sleepers}};
}

}  // namespace

void compileSleep(const Scene& scene, Schedule& schedule) {
    if (!scene.sleep || scene.positions.empty()) return;
    const auto count = static_cast<Index>(schedule.particles.size());
    Sets sets = joinedIn(scene);
    joinMembers(scene, schedule, sets);
    joinTouching(scene, schedule, sets);
    const double distance = scene.sleep->distance;
    schedule.calmTime = scene.sleep->time;
    schedule.sleepers.assign(count, {kNowhere, storable<float>(static_cast<float>(distance * distance))});
    std::vector<Index> numbers(count, kNowhere);  // of those that stand for a set
    for (Index i = 0; i < count; ++i) {
        Index& number = numbers[sets.find(i)];
        if (number == kNowhere) number = schedule.sleeperCount++;
        schedule.sleepers[schedule.localParticle[i]].sleeper = number;
    }
    schedule.sleeping = passesOfSleep(count, schedule.sleeperCount);
}

Status checkSleep(const Schedule& s) {
    if (s.sleepers.empty())
        return s.sleeping.empty() && s.sleeperCount == 0 ? Status{} : fail("there are passes of no sleepers");
    if (s.sleepers.size() != s.particles.size()) return fail("the particles of sleepers have a wrong number");
    for (Index i = 0; i < s.sleepers.size(); ++i) {
        if (s.sleepers[i].sleeper >= s.sleeperCount) return fail("particle {} is of a sleeper out of range", i);
    }
    if (s.sleeping != passesOfSleep(static_cast<Index>(s.particles.size()), s.sleeperCount))
        return fail("the passes of sleepers are not those of all particles and sleepers");
    for (std::size_t i = 0; i < s.sceneStick.size(); ++i) {
        if (s.sleepers[s.sticks[i].a].sleeper != s.sleepers[s.sticks[i].b].sleeper)
            return fail("stick {} joins two sleepers", i);
    }
    return {};
}

}  // namespace pliant
