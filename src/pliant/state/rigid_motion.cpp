#include "pliant/state/rigid_motion.h"

#include <glm/geometric.hpp>

#include "pliant/fail.h"
#include "pliant/maths.h"
#include "pliant/schedule/step_plan.h"

namespace pliant {
namespace {

using glm::dvec3;

constexpr double kFastest = 1e4;  // [m/s, rad/s]

// False of NaN.
bool isSpeed(const dvec3& v) {
    return glm::dot(v, v) <= kFastest * kFastest;
}

dvec3 centreOf(const Scene& scene, const Body& body, const Snapshot& state) {
    dvec3 sum(0.0);
    double mass = 0.0;
    for (std::uint32_t i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
        sum += double(scene.masses[i]) * dvec3(state.positions[i]);
        mass += double(scene.masses[i]);
    }
    return sum / mass;
}

}  // namespace

Status setMotion(const Scene& scene, const RigidBody& rigid, const RigidMotion& motion, double substep,
                 Snapshot& state) {
    if (const auto pose = poseOf(scene, rigid, state.positions); !pose) return pose.error();
    const Body& body = scene.bodies[rigid.body];
    if (!isSpeed(motion.velocity) || !isSpeed(motion.turning)) {
        return fail("body '{}' would move at ({}, {}, {}) m/s and turn at ({}, {}, {}) rad/s; at most {}", body.name,
                    motion.velocity.x, motion.velocity.y, motion.velocity.z, motion.turning.x, motion.turning.y,
                    motion.turning.z, kFastest);
    }
    if (state.previousSubstep == 0.0 && !(substep > 0.0 && substep <= kLongestStep))
        return fail("a first substep of {} s; it must be above 0, and {} s at most", substep, kLongestStep);
    const std::size_t count = state.positions.size();
    if (state.previous.size() != count || (!state.carry.empty() && state.carry.size() != count)) {
        return fail("the state has {} positions, but {} before them and {} rests", count, state.previous.size(),
                    state.carry.size());
    }
    if (state.carry.empty()) state.carry.assign(count, vec4(0.0f));
    if (state.previousSubstep == 0.0) state.previousSubstep = substep;
    const dvec3 centre = centreOf(scene, body, state);
    const glm::dquat back = quaternionOf(-state.previousSubstep * motion.turning);
    for (std::uint32_t i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
        const dvec3 place(state.positions[i]), arm = place - centre;
        const dvec3 way = state.previousSubstep * motion.velocity + (arm - back * arm);
        state.previous[i] = vec3(place - way);
        state.carry[i] = vec4(vec3(way - (place - dvec3(state.previous[i]))), state.carry[i].w);
    }
    return {};
}

}  // namespace pliant
