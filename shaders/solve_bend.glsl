// One bend of a pass: three or four particles move.
#include "shared/bend.h"

void moveCorner(uint i, float weight, vec4 x, vec3 p, vec3 pull) {
    vec3 moved = moveBend(x.xyz, weight, x.w, pull);
    particles[i] = vec4(moved, x.w);
    if (constants.bendPeriod > 1.0f) previous[i] = vec4(carryBend(p, x.xyz, moved, constants.bendCarry), x.w);
}

void solveBend(uint index, uint kind) {
    Bend bend = bends[index];
    vec4 a = particles[bend.a];
    vec4 b = particles[bend.b];
    vec4 c = particles[bend.c];
    vec4 d = particles[bend.d];
    BendState s;
    s.x = vec3[4](a.xyz, b.xyz, c.xyz, d.xyz);
    s.p = vec3[4](previous[bend.a].xyz, previous[bend.b].xyz, previous[bend.c].xyz, previous[bend.d].xyz);
    s.w = float[4](a.w, b.w, c.w, d.w);
    float kb = weightOfSecond(bend.ka, bend.kc, bend.kd);
    s.k = float[4](bend.ka, kb, bend.kc, bend.kd);
    s.rest = kind == kBendHinge ? bendNumbers[index] : 0.0f;
    s.compliance = bend.compliance;
    s.damping = bendNumbers[constants.table + index];
    vec3 pull = bendPull(kind, s, constants.inverseSquaredStep, constants.inverseStep, constants.bendPeriod);
    moveCorner(bend.a, bend.ka, a, s.p[0], pull);
    moveCorner(bend.b, kb, b, s.p[1], pull);
    moveCorner(bend.c, bend.kc, c, s.p[2], pull);
    if (kind != kBendLine) moveCorner(bend.d, bend.kd, d, s.p[3], pull);
}
