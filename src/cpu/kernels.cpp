#include "cpu/kernels.h"

#include <atomic>

#include "shared/air.h"
#include "shared/bend.h"
#include "shared/contact.h"
#include "shared/frame.h"
#include "shared/jacobi.h"
#include "shared/stick.h"
#include "shared/tether.h"
#include "shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

void countLost(const Buffers& buffers) {
    std::atomic_ref(*buffers.lost).fetch_add(1, std::memory_order_relaxed);
}

// The push of stick `index`, whose ends are d apart; d becomes the way that it pushes them, 0 if one of them is lost. A
// multiplier counts as 0 in a substep's first iteration.
float pushOf(const Buffers& buffers, Index response, const PassConstants& constants, Index index, vec3& d,
             float inverseMasses, float factor) {
    const Stick& stick = buffers.schedule->sticks[index];
    const bool damped = response < kStickCompliant, compliant = response < kStickRigid;
    float multiplier = compliant && constants.firstIteration == 0 ? buffers.multipliers[index] : 0.0f;
    StickRestraint restraint{0.0f, kNoLongest};
    vec3 dBefore(0.0f);
    if (damped) {
        restraint = buffers.schedule->restraints[index];
        restraint.damping = dampingOf<float>(restraint.damping, constants);
    }
    if (damped || constants.secondOrder != 0) {
        dBefore = difference<float>(vec3(buffers.previous[stick.a]), vec3(buffers.previous[stick.b]));
    }
    const float parameter = stickParameter<float>(response, stick.parameter, constants);
    const float push = stickPush<float>(response, d, dBefore, inverseMasses, stick.restLength, restraint.longest,
                                        parameter, restraint.damping, factor, multiplier);
    if (compliant) buffers.multipliers[index] = multiplier;
    d = pushedAlong<float>(constants, d, dBefore);
    return push;
}

// What particle i, which is at x and was at p, falls by.
vec3 fallOf(const Buffers& buffers, const PassConstants& constants, Index i, vec3 x, vec3 p) {
    if (!buffers.frames) return constants.fall;
    const FrameRecord& f = buffers.frames[buffers.frameOf[i]];
    const vec3 turned = byColumns<float>(x, vec3(f.turnX), vec3(f.turnY), vec3(f.turnZ));
    const vec3 swayed = byColumns<float>(difference<float>(x, p), vec3(f.swayX), vec3(f.swayY), vec3(f.swayZ));
    return fallInFrame<float>(vec3(f.fall), turned, swayed);
}

// How far particle i has come, beside what the air has come at its place but for airStepAt().
vec3 displacementBeside(const Buffers& buffers, Index i) {
    const vec3 p(buffers.previous[i]), d = difference<float>(vec3(buffers.particles[i]), p);
    if (!buffers.frames) return d;
    const FrameRecord& f = buffers.frames[buffers.frameOf[i]];
    const vec3 turned = byColumns<float>(p, vec3(f.airTurnX), vec3(f.airTurnY), vec3(f.airTurnZ));
    return displacementBesideTurn<float>(d, turned);
}

vec3 airStepAt(const Buffers& buffers, const PassConstants& constants, Index i) {
    return buffers.frames ? vec3(buffers.frames[buffers.frameOf[i]].airStep) : constants.airStep;
}

}  // namespace

void integrate(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        vec4 x = buffers.particles[i];
        const vec4 p = buffers.previous[i];
        if (!isPlace<float>(vec3(x))) {  // lost in the last substep: back to where it last was, at rest
            x = vec4(vec3(p), x.w);
            buffers.carry[i] = vec4(0.0f);
            countLost(buffers);
        }
        buffers.previous[i] = x;
        if (x.w == 0.0f) continue;
        const vec3 fall = fallOf(buffers, constants, i, vec3(x), vec3(p));
        const vec3 moved = verletStep<float>(vec3(x), vec3(p), fall, constants.keep, buffers.carry[i]);
        buffers.particles[i] = vec4(moved, x.w);
    }
}

void movePins(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const PinRecord& pin = buffers.pins[i];
        const vec3 x(buffers.particles[pin.particle]), p(buffers.previous[pin.particle]);
        buffers.particles[pin.particle] = vec4(pinnedPlace<float>(pin, x, p, constants.pinShare), pin.inverseMass);
        if (pin.inverseMass == 0.0f) buffers.carry[pin.particle] = vec4(0.0f);
    }
}

void pushTriangles(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    for (Index index = first; index < last; ++index) {
        const Triangle& t = buffers.schedule->triangles[index];
        const vec3 u = displacementInAir<float>(displacementBeside(buffers, t.a), displacementBeside(buffers, t.b),
                                                displacementBeside(buffers, t.c), airStepAt(buffers, constants, t.a));
        const vec3 push =
            airPush<float>(vec3(buffers.particles[t.a]), vec3(buffers.particles[t.b]), vec3(buffers.particles[t.c]), u,
                           t.inverseDensity, constants.airDrag, constants.airLift);
        buffers.scratch[index] = vec4(push, 0.0f);
    }
}

void gatherPushes(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *buffers.schedule;
    for (Index i = first; i < last; ++i) {
        vec3 sum(0.0f);
        const Index row = constants.table + i;
        for (Index e = s.rowFirst[row]; e < s.rowFirst[row + 1]; ++e)
            sum = addPush<float>(sum, vec3(buffers.scratch[s.rowEntries[e]]));
        vec4& x = buffers.particles[i];
        if (x.w != 0.0f) x = vec4(blown<float>(vec3(x), sum, s.shares[row]), x.w);
    }
}

void solveSticks(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    withResponse(response, [&](auto constantResponse) {
        for (Index i = first; i < last; ++i) {
            vec4& a = buffers.particles[buffers.schedule->sticks[i].a];
            vec4& b = buffers.particles[buffers.schedule->sticks[i].b];
            vec3 d = difference<float>(vec3(a), vec3(b));
            const float push = pushOf(buffers, constantResponse, constants, i, d, a.w + b.w, 1.0f);
            a = vec4(moveFirstEnd<float>(vec3(a), d, a.w * push), a.w);
            b = vec4(moveSecondEnd<float>(vec3(b), d, b.w * push), b.w);
        }
    });
}

void correctSticks(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    const float* shares = buffers.schedule->shares.data() + constants.table;
    withResponse(response, [&](auto constantResponse) {
        for (Index i = first; i < last; ++i) {
            const Stick& stick = buffers.schedule->sticks[i];
            const vec4 a = buffers.particles[stick.a], b = buffers.particles[stick.b];
            const float factor =
                jacobiFactor<float>(constantResponse, shares[stick.a], shares[stick.b], constants.relaxation);
            vec3 d = difference<float>(vec3(a), vec3(b));
            const float push = pushOf(buffers, constantResponse, constants, i, d, a.w + b.w, factor);
            buffers.scratch[i] = vec4(stickCorrection<float>(d, push), 0.0f);
        }
    });
}

void gatherCorrections(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *buffers.schedule;
    for (Index i = first; i < last; ++i) {
        vec3 sum(0.0f);
        const Index row = constants.table + i;
        for (Index e = s.rowFirst[row]; e < s.rowFirst[row + 1]; ++e) {
            const Index entry = s.rowEntries[e];
            sum = addCorrection<float>(sum, vec3(buffers.scratch[entry / 2]), (entry & 1) != 0);
        }
        const vec4 x = buffers.particles[i];
        buffers.particles[i] = vec4(moveBySum<float>(vec3(x), sum, x.w), x.w);
    }
}

void solveBends(const Buffers& buffers, Index kind, const PassConstants& constants, Index first, Index last) {
    const float* numbers = buffers.schedule->bendNumbers.data();
    for (Index i = first; i < last; ++i) {
        const Bend& bend = buffers.schedule->bends[i];
        const Index places[] = {bend.a, bend.b, bend.c, bend.d};
        const float kb = weightOfSecond<float>(bend.ka, bend.kc, bend.kd);
        BendState<float> s{
            {}, {}, {}, {bend.ka, kb, bend.kc, bend.kd}, numbers[i], bend.compliance, numbers[constants.table + i]};
        for (int k = 0; k < 4; ++k) {
            s.x[k] = vec3(buffers.particles[places[k]]);
            s.p[k] = vec3(buffers.previous[places[k]]);
            s.w[k] = buffers.particles[places[k]].w;
        }
        const vec3 pull =
            bendPull<float>(kind, s, constants.inverseSquaredStep, constants.inverseStep, constants.bendPeriod);
        for (int k = 0; k < (kind == kBendLine ? 3 : 4); ++k) {
            const vec3 moved = moveBend<float>(s.x[k], s.k[k], s.w[k], pull, constants.bendShare);
            buffers.particles[places[k]] = vec4(moved, s.w[k]);
        }
    }
}

void holdTethers(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const Tether* tethers = buffers.tethers + constants.table;
    for (Index i = first; i < last; ++i) {
        vec4& x = buffers.particles[i];
        const vec4& anchor = buffers.particles[tethers[i].anchor];  // one that is free, and may be moving, is not read
        if (x.w == 0.0f || anchor.w != 0.0f || !isPlace<float>(vec3(x))) continue;
        const vec3 p(buffers.previous[i]);
        x = vec4(holdWithin<float>(constants, vec3(x), p, vec3(anchor), tethers[i].reach), x.w);
    }
}

void collide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const vec4 x = buffers.particles[i];
        if (x.w == 0.0f || !isPlace<float>(vec3(x))) continue;
        const vec3 p(buffers.previous[i]);
        const ColliderRecord* colliders =
            buffers.colliders + (buffers.frames ? buffers.frameOf[i] * constants.colliderCount : 0);
        vec3 moved(x);
        bool mayTouch = true;
        for (Index round = 0; mayTouch && round < kCollisionRounds; ++round) {
            Index touched = 0;
            for (Index c = 0; c < constants.colliderCount; ++c) {
                if (pliant::collide<float>(colliders[c], p, moved)) ++touched;
            }
            mayTouch = touched > 0 && constants.colliderCount > 1;
        }
        buffers.particles[i] = vec4(moved, x.w);
    }
}

void keepPlaces(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        vec4& x = buffers.particles[i];
        if (isPlace<float>(vec3(x))) continue;
        x = vec4(vec3(buffers.previous[i]), x.w);
        buffers.carry[i] = vec4(0.0f);
        countLost(buffers);
    }
}

}  // namespace pliant::cpu
