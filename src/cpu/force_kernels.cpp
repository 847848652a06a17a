#include <atomic>

#include "cpu/kernels.h"
#include "shared/force.h"

namespace pliant::cpu {

using Index = std::uint32_t;

void addForces(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *buffers.schedule;
    for (Index i = first; i < last; ++i) {
        const Index own = i - constants.table;
        const vec4 x = buffers.particles[i];
        const vec3 v(buffers.velocities[own]);
        vec3 sum(0.0f);
        for (Index e = s.springFirst[own]; e < s.springFirst[own + 1]; ++e) {
            const SpringEnd& spring = s.springEnds[e];
            const Index other = spring.other & ~kSpringOneSided;
            const vec3 d = difference<float>(vec3(x), vec3(buffers.particles[other]));
            const vec3 dv = difference<float>(v, vec3(buffers.velocities[other - constants.table]));
            sum = addForce<float>(sum, springForce<float>(d, dv, spring.restLength, spring.stiffness, spring.viscosity,
                                                          (spring.other & kSpringOneSided) != 0));
        }
        const vec3 a = accelerationBy<float>(sum, v, x.w, constants.gravity, constants.damping);
        buffers.stages[own].acceleration = vec4(a, 0.0f);
    }
}

void advance(const Buffers& buffers, Index scheme, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const Index own = i - constants.table;
        const vec4 x = buffers.particles[i];
        if (scheme <= kAdvanceFirst) buffers.previous[i] = x;
        if (x.w == 0.0f) continue;
        vec3 place(x), v(buffers.velocities[own]);
        ForceStage& stage = buffers.stages[own];
        StageNotes<float> notes{vec3(stage.acceleration), vec3(stage.velocity), vec3(stage.nextVelocity),
                                vec3(stage.displacement)};
        pliant::advance<float>(scheme, vec3(buffers.previous[i]), constants.step, constants.damping, place, v, notes);
        stage = {vec4(notes.acceleration, 0.0f), vec4(notes.velocity, 0.0f), vec4(notes.nextVelocity, 0.0f),
                 vec4(notes.displacement, 0.0f)};
        buffers.particles[i] = vec4(place, x.w);
        buffers.velocities[own] = vec4(v, 0.0f);
    }
}

void settleVelocities(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const Index own = i - constants.table;
        const vec4 x = buffers.particles[i];
        const vec3 p(buffers.previous[i]), displacement(buffers.stages[own].displacement);
        vec3 v(buffers.velocities[own]);
        v = settledVelocity<float>(vec3(x), p, v, displacement, x.w, constants.inverseStep);
        if (!isPlace<float>(vec3(x)) || !isPlace<float>(v)) {  // lost: back to where it last was, at rest
            buffers.particles[i] = vec4(p, x.w);
            v = vec3(0.0f);
            std::atomic_ref(*buffers.lost).fetch_add(1, std::memory_order_relaxed);
        }
        buffers.velocities[own] = vec4(v, 0.0f);
    }
}

}  // namespace pliant::cpu
