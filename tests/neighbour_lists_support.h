#pragma once

#include <glm/geometric.hpp>
#include <optional>
#include <set>

#include "pass_support.h"
#include "pliant/cpu/kernels.h"
#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/shared/neighbour.h"

namespace pliant::test {

using Index = std::uint32_t;

// The passes that make lists, on their own, over particles anywhere and anyhow fast.
class Lists {
  public:
    Lists(const SchedulePtr& schedule, const std::vector<vec3>& before, const std::vector<vec3>& ways, bool wide)
        : schedule_(schedule), work_(*schedule), particles_(schedule->particles), previous_(schedule->particles) {
        go(before, ways, wide);
    }

    // In the next substep.
    void goOn(const std::vector<vec3>& before, const std::vector<vec3>& ways, bool wide) {
        run({PassKind::CutWays}, wide);
        go(before, ways, wide);
    }

    Index life() const { return work_.state[kListLife]; }
    bool areAnew() const { return work_.state[kListsAreStale] != 0; }
    Index strays() const { return work_.state[kStrayCount]; }

    // Of a particle of the scene, by the scene's numbers; none where there was no room for it.
    std::optional<std::set<Index>> of(Index particle) const {
        const Index i = schedule_->localParticle[particle];
        if (work_.counts[i].listed == kNowhere) return std::nullopt;
        std::set<Index> list;
        for (Index k = 0; k < work_.counts[i].listed; ++k)
            list.insert(schedule_->sceneParticle[work_.listOf(i)[k]]);
        EXPECT_EQ(list.size(), work_.counts[i].listed) << "one is there twice";
        return list;
    }

    bool isInvolved(Index particle) const {
        return (work_.counts[schedule_->localParticle[particle]].marks & kIsInvolved) != 0;
    }
    bool hasNeighbours() const { return work_.state[kHasNeighbours] != 0; }
    bool isForLife(Index particle) const { return work_.anchors[schedule_->localParticle[particle]].w > 0.0f; }

    /// The same, as all pairs say: those that come near for as long as the list holds and may touch.
    std::set<Index> ofAllPairs(Index particle, Index horizon) const {
        const Index i = schedule_->localParticle[particle];
        std::set<Index> list;
        for (Index j = 0; j < particles_.size(); ++j)
            if (j != i && areNear(i, j, horizon)) list.insert(schedule_->sceneParticle[j]);
        return list;
    }
    bool looks(Index particle) const {
        const Index i = schedule_->localParticle[particle];
        return work_.motions[i].w > 0.0f && (!isHeld(i) || looksHeld(i));
    }
    bool isHeldNow(Index particle) const { return isHeld(schedule_->localParticle[particle]); }
    bool isStray(Index particle) const { return work_.counts[schedule_->localParticle[particle]].met == kAstray; }

  private:
    bool isHeld(Index i) const { return particles_[i].w == 0.0f; }
    bool looksHeld(Index i) const {
        return (schedule_->neighbourBodies[bodyOfNumber(schedule_->neighbourRest[i].w)].traits & kLooksHeld) != 0;
    }

    bool areNear(Index i, Index j, Index horizon) const {
        const auto between = [&](const std::vector<vec4>& a) { return difference<float>(vec3(a[i]), vec3(a[j])); };
        const float reach = work_.motions[i].w, other = work_.motions[j].w, halfLife = fromMiddle(life(), life());
        if (!(reach > 0.0f && other > 0.0f)) return false;
        // What is held looks at what is free and reaches farther.
        if (isHeld(i) && (isHeld(j) || !(reach < other))) return false;
        const NeighbourBody& body = schedule_->neighbourBodies[bodyOfNumber(schedule_->neighbourRest[i].w)];
        const bool looksItself = !isHeld(j) || (horizon == kForTouches && looksHeld(j));
        const float own = horizon != kForLife && looksItself ? body.thickness : body.reach;
        const NeighbourBody& itsBody = schedule_->neighbourBodies[bodyOfNumber(schedule_->neighbourRest[j].w)];
        const float its = horizon == kForTouches ? itsBody.reach : other;
        const float both = std::max(own, its) + its;  // it lists what reaches farther as if it did itself
        const vec3 apart = between(work_.anchors), motion = between(work_.motions);
        if (!mayMeetAt<float>(apart, motion, halfLife, meetsWithin<float>(both))) return false;
        const vec3 way = difference<float>(between(particles_), between(previous_));
        const bool isNear = horizon == kForLife
                                ? comeWithin<float>(apart, motion, halfLife, listedWithin<float>(both, kForLife))
                                : comeNearNow<float>(between(previous_), way, both);
        const auto bodyOf = [&](Index k) -> const NeighbourBody& {
            return schedule_->neighbourBodies[bodyOfNumber(schedule_->neighbourRest[k].w)];
        };
        const bool areAtAJoint = areJoined(schedule_->neighbourJoints[i], schedule_->neighbourJoints[j]);
        return isNear && !isAround(i, j) &&
               areStrangers(bodyOf(i), bodyOf(j), schedule_->neighbourRest[i], schedule_->neighbourRest[j],
                            areAtAJoint);
    }

    // Whether it is on the rows of what another one has edges to, or is beside, and as near at rest as its body
    // reaches.
    bool isAround(Index i, Index j) const {
        const vec4 &rest = schedule_->neighbourRest[i], &itsRest = schedule_->neighbourRest[j];
        const double reach = double(schedule_->neighbourBodies[bodyOfNumber(rest.w)].reach);
        const double apart = glm::distance(glm::dvec3(rest), glm::dvec3(itsRest));
        if (bodyOfNumber(rest.w) != bodyOfNumber(itsRest.w) || apart > 1.25 * reach) return false;
        const auto row = [&](Index k) { return schedule_->around.begin() + schedule_->aroundFirst[3 * i + k]; };
        return std::find(row(0), row(2), j) != row(2);
    }

    void go(const std::vector<vec3>& before, const std::vector<vec3>& ways, bool wide) {
        for (Index i = 0; i < particles_.size(); ++i) {
            const Index scene = schedule_->sceneParticle[i];
            previous_[i] = vec4(before[scene], particles_[i].w);
            particles_[i] = vec4(before[scene] + ways[scene], particles_[i].w);
        }
        using enum PassKind;
        run({WatchNeighbours, PlaceNeighbours, BoundNeighbours, FindNeighbours, CountTouches}, wide);
    }

    void run(std::initializer_list<PassKind> kinds, bool wide) {
        cpu::Buffers buffers{};
        buffers.particles = particles_.data();
        buffers.previous = previous_.data();
        buffers.schedule = schedule_.get();
        buffers.neighbours = &work_;
        const PassConstants constants{};
        for (const Pass& pass : schedule_->touching) {
            if (std::find(kinds.begin(), kinds.end(), pass.kind) != kinds.end())
                cpu::runPiece(buffers, wide, pass, constants, pass.first, pass.first + cpu::itemsNow(work_, pass));
        }
    }

    SchedulePtr schedule_;
    cpu::NeighbourWork work_;
    std::vector<vec4> particles_, previous_;
};

}  // namespace pliant::test
