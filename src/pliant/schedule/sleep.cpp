#include <numeric>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/real.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// Disjoint sets with path halving (Tarjan and van Leeuwen 1984). The root of a set is its lowest index.
class Sets {
  public:
    explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), Index(0)); }

    Index rootOf(Index i) {
        while (parent_[i] != i)
            i = parent_[i] = parent_[parent_[i]];
        return i;
    }

    void join(Index a, Index b) {
        const Index rootA = rootOf(a), rootB = rootOf(b);
        parent_[std::max(rootA, rootB)] = std::min(rootA, rootB);
    }

  private:
    std::vector<Index> parent_;
};

void joinSticks(const Schedule& s, Sets& sets) {
    for (std::size_t i = 0; i < s.sceneStick.size(); ++i)
        sets.join(s.sticks[i].a, s.sticks[i].b);
    for (Index i = 0; i + 1 < s.springFirst.size(); ++i) {
        for (Index k = s.springFirst[i]; k < s.springFirst[i + 1]; ++k)
            sets.join(s.firstForced + i, s.springEnds[k].other & ~kSpringOneSided);
    }
}

// Of constraints on several particles.
void joinOthers(const Scene& scene, const Schedule& s, Sets& sets) {
    const auto joinAll = [&](const auto& particles) {
        for (const Index particle : particles)
            sets.join(s.localParticle[*particles.begin()], s.localParticle[particle]);
    };
    for (const SceneBend& bend : scene.bends)
        joinAll(std::span(bend.particles).first(bend.kind == BendKind::Line ? 3 : 4));
    forEachKindOfElement(scene, [&](const auto& elements) {
        for (const auto& element : elements)
            joinAll(element.particles);
    });
    for (const ShapeMember& member : s.shapeMembers)
        sets.join(member.particle, s.shapeMembers[s.shapes[member.shape].firstMember].particle);
    std::vector<Index> firsts(s.enclosures.size(), kNowhere);
    for (const EnclosureMember& member : s.enclosureMembers) {
        Index& first = firsts[member.owner];
        if (first == kNowhere) first = member.particle;
        sets.join(first, member.particle);
    }
}

// What may touch falls asleep together: what moves would not wake what it comes upon.
void joinTouching(const Schedule& s, Sets& sets) {
    for (const OutlinePoint& point : s.outlinePoints)
        sets.join(s.outlinePoints[0].particle, point.particle);
    Index first = kNowhere;
    for (Index i = 0; i < s.neighbourRest.size(); ++i) {
        if (s.neighbourRest[i].w == 0.0f) continue;
        if (first == kNowhere) first = i;
        sets.join(first, i);
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
    Sets sets(count);
    joinSticks(schedule, sets);
    joinOthers(scene, schedule, sets);
    joinTouching(schedule, sets);
    const double distance = scene.sleep->distance;
    schedule.calmTime = scene.sleep->time;
    schedule.sleepers.assign(count, {kNowhere, storable<float>(static_cast<float>(distance * distance))});
    std::vector<Index> numbers(count, kNowhere);  // of roots
    for (const Index local : schedule.localParticle) {
        Index& number = numbers[sets.rootOf(local)];
        if (number == kNowhere) number = schedule.sleeperCount++;
        schedule.sleepers[local].sleeper = number;
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
