// One bend of a pass: three or four particles move.
#include "shared/bend.h"

void moveCorner(uint i, float weight, vec4 x, vec3 pull) {
    setPlace(i, moveBend(x.xyz, weight, x.w, pull, constants.bendShare));
}

void solveBend(uint index, uint kind) {
    Bend bend = bends[index];
    vec4 a = particleAt(bend.a);
    vec4 b = particleAt(bend.b);
    vec4 c = particleAt(bend.c);
    vec4 d = c;
    if (kind != kBendLine) d = particleAt(bend.d);
    BendState s;
    s.x = vec3[4](a.xyz, b.xyz, c.xyz, d.xyz);
    s.p = vec3[4](previousAt(bend.a), previousAt(bend.b), previousAt(bend.c), vec3(0.0f));
    s.p[3] = s.p[2];
    if (kind != kBendLine) s.p[3] = previousAt(bend.d);
    s.w = float[4](a.w, b.w, c.w, d.w);
    float kb = weightOfSecond(bend.ka, bend.kc, bend.kd);
    s.k = float[4](bend.ka, kb, bend.kc, bend.kd);
    s.rest = kind == kBendHinge ? bendNumbers[index].rest : 0.0f;
    s.compliance = bend.compliance;
    s.damping = bendNumbers[index].damping;
    vec3 pull = bendPull(kind, s, constants.inverseSquaredStep, constants.inverseStep, constants.bendPeriod);
    moveCorner(bend.a, bend.ka, a, pull);
    moveCorner(bend.b, kb, b, pull);
    moveCorner(bend.c, bend.kc, c, pull);
    if (kind != kBendLine) moveCorner(bend.d, bend.kd, d, pull);
}
