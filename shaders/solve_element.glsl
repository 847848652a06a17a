// One element of a pass: three or four particles move.
#include "shared/elements.h"

// Elements of three come first, so that their index is also that of their multipliers.
void solveElement(uint index, uint kind) {
    Element element = elements[index];
    ElementCorners x;
    x.a = particleAt(element.a);
    x.b = particleAt(element.b);
    x.c = particleAt(element.c);
    x.d = x.c;
    bool isOfThree = kind >= kElementOfThree, isFirst = (constants.flags & kFirstIteration) != 0u;
    ElementNumbers numbers = ElementNumbers(element.numbers, vec4(0.0f));
    vec4 multipliers = vec4(0.0f);
    if (isOfThree) {
        numbers.row = elementRows[element.d];
        if (!isFirst) multipliers = elementMultipliers4[index];
    } else {
        x.d = particleAt(element.d);
        if (!isFirst) multipliers.x = elementMultipliers[index];
    }
    projectElement(kind, x, numbers, constants, multipliers);
    setParticle(element.a, x.a);
    setParticle(element.b, x.b);
    setParticle(element.c, x.c);
    if (isOfThree) {
        elementMultipliers4[index] = multipliers;
    } else {
        elementMultipliers[index] = multipliers.x;
        setParticle(element.d, x.d);
    }
}
