// One particle of a pass: a Verlet step. fallOf() comes from no_frames.glsl or in_frames.glsl.
#include "shared/verlet.h"

void integrateParticle(uint i) {
    vec4 x = particleAt(i);
    vec3 p = previousAt(i);
    vec4 kept = carryAt(i);  // before anything is written: texels may not see that
    if (!isPlace(x.xyz)) {  // lost in the last substep: back to where it last was, at rest
        x = vec4(p, x.w);
        kept = vec4(0.0f);
        setCarry(i, kept);
        atomicAdd(counters[kCountOfLost], 1u);
    }
    setPrevious(i, x.xyz);
    if (x.w == 0.0f) return;
    setPlace(i, verletStep(x.xyz, p, fallOf(i, x.xyz, p), constants.keep, kept));
    setCarry(i, kept);
}
