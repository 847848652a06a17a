// One triangle of a pass: what the air does to it.
#include "shared/air.h"

vec3 pushOfTriangle(Triangle t) {
    vec3 a = particleAt(t.a).xyz;
    vec3 b = particleAt(t.b).xyz;
    vec3 c = particleAt(t.c).xyz;
    vec3 u = displacementInAir(displacementBeside(t.a, a, previousAt(t.a)), displacementBeside(t.b, b, previousAt(t.b)),
                               displacementBeside(t.c, c, previousAt(t.c)), airStepAt(t.a));
    return airPush(a, b, c, u, inverseRestAreaOf(t.inverses), inverseDensityOf(t.inverses), constants.airDrag,
                   constants.airLift);
}
