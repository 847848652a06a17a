#include "pliant/cpu/kernels.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/shared/sleep.h"

namespace pliant::cpu {

using Index = std::uint32_t;

void watchCalm(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const Sleeper& sleeper = b.schedule->sleepers[i];
        if (!isStray<float>(vec3(b.particles[i]), vec3(b.sleepAnchors[i]), sleeper.squaredDistance)) continue;
        SharedInteger(b.sleepStates[sleeper.sleeper]).raise(kStrayed);
    }
}

void holdAsleep(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const Index state = b.sleepStates[b.schedule->sleepers[i].sleeper];
        vec4& x = b.particles[i];
        vec4& anchor = b.sleepAnchors[i];
        const bool isHeldNow = isHeld(state, constants.flags), falls = fallsAsleep(state, constants.flags);
        if (isHeldNow && x.w > 0.0f) x = vec4(vec3(anchor), x.w);
        if (!isHeldNow && (constants.flags & (kWakes | kWindowEnds)) != 0) anchor = vec4(vec3(x), 0.0f);
        if (!isHeldNow && !falls) continue;
        b.previous[i] = vec4(vec3(x), b.previous[i].w);
        b.carry[i] = vec4(0.0f);
        if (i >= constants.firstForced) b.velocities[i - constants.firstForced] = vec4(0.0f);
    }
}

void turnSleepers(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    for (Index s = first; s < last; ++s)
        b.sleepStates[s] = stateAfter(b.sleepStates[s], constants.flags);
}

}  // namespace pliant::cpu
