#include <glm/geometric.hpp>
#include <utility>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/together.h"
#include "pliant/shared/neighbour.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// What edges connect with a joined particle, and is within so many of the mean of the two bodies' reaches, is at the
// joint: so far two that meet at a third of a right angle are too near to keep off each other. No whole number of
// spacings, at the usual thickness of 1.2.
constexpr float kReachOfJoint = 2.6f;

class Joints {
  public:
    explicit Joints(const Schedule& s)
        : s_(s),
          sets_(s.particles.size()),
          isIn_(s.particles.size()),
          reached_(s.particles.size(), 0.0f),
          seenIn_(s.particles.size(), 0) {}

    void join(Index i, Index j) {
        const float body = s_.neighbourRest[i].w, other = s_.neighbourRest[j].w;
        if (!(body > 0.0f && other > 0.0f) || bodyOfNumber(body) == bodyOfNumber(other)) return;
        const float reach = kReachOfJoint * 0.5f * (reachOf(body) + reachOf(other));
        takeAround(i, reach);
        takeAround(j, reach);
        sets_.join(i, j);
    }

    std::vector<Index> numbers() {
        std::vector<Index> numbers(isIn_.size(), 0);
        for (Index i = 0; i < isIn_.size(); ++i)
            if (isIn_[i]) numbers[i] = 1 + sets_.find(i);
        return numbers;
    }

  private:
    float reachOf(float number) const { return s_.neighbourBodies[bodyOfNumber(number)].reach; }

    void takeAround(Index joined, float reach) {
        if (reached_[joined] >= reach) return;
        reached_[joined] = reach;
        seenIn_[joined] = ++walks_;
        const vec4 rest = s_.neighbourRest[joined];
        const auto isNear = [&](Index i) {
            const vec4& other = s_.neighbourRest[i];
            return bodyOfNumber(other.w) == bodyOfNumber(rest.w) && glm::distance(vec3(other), vec3(rest)) < reach;
        };
        std::vector<Index> found{joined};
        for (std::size_t at = 0; at < found.size(); ++at) {
            const Index i = found[at];
            isIn_[i] = true;
            sets_.join(joined, i);
            for (Index k = s_.aroundFirst[3 * i]; k < s_.aroundFirst[3 * i + 1]; ++k) {
                const Index next = s_.around[k];
                if (std::exchange(seenIn_[next], walks_) != walks_ && isNear(next)) found.push_back(next);
            }
        }
    }

    const Schedule& s_;
    Sets sets_;
    std::vector<bool> isIn_;
    std::vector<float> reached_;  // around what is joined, so far
    std::vector<Index> seenIn_;   // the last walk that came upon a particle
    Index walks_ = 0;
};

}  // namespace

void compileJoints(const Scene& scene, Schedule& s) {
    s.neighbourJoints.assign(s.particles.size(), 0);
    if (s.neighbourBodies.size() < 2) return;
    Joints joints(s);
    forAllJoined(scene, [&](Index a, Index b) { joints.join(s.localParticle[a], s.localParticle[b]); });
    s.neighbourJoints = joints.numbers();
}

Status checkJoints(const Schedule& s) {
    if (s.neighbourJoints.size() != s.particles.size()) return fail("the joints of contacts have a wrong number");
    for (Index i = 0; i < s.neighbourJoints.size(); ++i)
        if (s.neighbourJoints[i] != 0 && !(s.neighbourRest[i].w > 0.0f))
            return fail("particle {} is at a joint of contacts, but of none", i);
    return {};
}

}  // namespace pliant
