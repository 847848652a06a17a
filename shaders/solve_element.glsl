// One element of a pass: three or four particles move.
#include "shared/elements.h"

void solveElement(uint index, uint kind) {
    Element element = elements[index];
    ElementCorners x;
    x.a = particleAt(element.a);
    x.b = particleAt(element.b);
    x.c = particleAt(element.c);
    x.d = x.c;
    ElementNumbers numbers = ElementNumbers(element.numbers, vec4(0.0f));
    if (kind < kElementOfThree) x.d = particleAt(element.d);
    else numbers.row = elementRows[element.d];
    vec4 multipliers = constants.firstIteration == 0u ? elementMultipliers[index] : vec4(0.0f);
    projectElement(kind, x, numbers, constants, multipliers);
    elementMultipliers[index] = multipliers;
    setParticle(element.a, x.a);
    setParticle(element.b, x.b);
    setParticle(element.c, x.c);
    if (kind < kElementOfThree) setParticle(element.d, x.d);
}
