// One tetrahedron of a pass: four particles move.
#include "shared/tet.h"

void solveTet(uint index) {
    TetRecord tet = tetrahedra[index];
    vec4 a = particleAt(tet.a);
    vec4 b = particleAt(tet.b);
    vec4 c = particleAt(tet.c);
    vec4 d = particleAt(tet.d);
    TetGradients g = tetGradients(a.xyz, b.xyz, c.xyz, d.xyz, tet.gradientScale);
    vec3 sums = vec3(tetVolume(a.xyz, b.xyz, g.b), 0.0f, 0.0f);
    sums = addGradient(sums, g.a, a.w);
    sums = addGradient(sums, g.b, b.w);
    sums = addGradient(sums, g.c, c.w);
    sums = addGradient(sums, g.d, d.w);
    float multiplier = constants.firstIteration == 0u ? tetMultipliers[index] : 0.0f;
    float push = tetPush(tet.compliance, tet.steepness, tet.inverseSteepness, sums, constants, multiplier);
    tetMultipliers[index] = addToMultiplier(multiplier, push);
    setParticle(tet.a, vec4(moveAlong(a.xyz, g.a, a.w, push), a.w));
    setParticle(tet.b, vec4(moveAlong(b.xyz, g.b, b.w, push), b.w));
    setParticle(tet.c, vec4(moveAlong(c.xyz, g.c, c.w, push), c.w));
    setParticle(tet.d, vec4(moveAlong(d.xyz, g.d, d.w, push), d.w));
}
