#include <glm/geometric.hpp>
#include <utility>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/together.h"
#include "pliant/shared/neighbour.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// Of what is joined, as far as this from where it is joined, in thicknesses, along edges, a particle is at the joint:
// so far two that meet at half a right angle are too near to keep off each other.
constexpr float kReachOfJoint = 2.5f;

class Joints {
  public:
    explicit Joints(const Schedule& s)
        : s_(s), sets_(s.particles.size()), isIn_(s.particles.size()), seenFor_(s.particles.size(), kNowhere) {}

    void join(Index i, Index j) {
        const float body = s_.neighbourRest[i].w, other = s_.neighbourRest[j].w;
        if (!(body > 0.0f && other > 0.0f) || body == other) return;
        takeAround(i);
        takeAround(j);
        sets_.join(i, j);
    }

    std::vector<Index> numbers() {
        std::vector<Index> numbers(isIn_.size(), 0);
        for (Index i = 0; i < isIn_.size(); ++i)
            if (isIn_[i]) numbers[i] = 1 + sets_.find(i);
        return numbers;
    }

  private:
    void takeAround(Index joined) {
        if (seenFor_[joined] == joined) return;
        seenFor_[joined] = joined;
        const vec4 rest = s_.neighbourRest[joined];
        const float reach = kReachOfJoint * s_.neighbourBodies[bodyOfNumber(rest.w)].thickness;
        const auto isNear = [&](Index i) {
            const vec4& other = s_.neighbourRest[i];
            return other.w == rest.w && glm::distance(vec3(other), vec3(rest)) < reach;
        };
        std::vector<Index> found{joined};
        for (std::size_t at = 0; at < found.size(); ++at) {
            const Index i = found[at];
            isIn_[i] = true;
            sets_.join(joined, i);
            for (Index k = s_.aroundFirst[2 * i]; k < s_.aroundFirst[2 * i + 1]; ++k) {
                const Index next = s_.around[k];
                if (std::exchange(seenFor_[next], joined) != joined && isNear(next)) found.push_back(next);
            }
        }
    }

    const Schedule& s_;
    Sets sets_;
    std::vector<bool> isIn_;
    std::vector<Index> seenFor_;  // what is joined, that a particle was last looked at for
};

}  // namespace

void compileJoints(const Scene& scene, Schedule& s) {
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
