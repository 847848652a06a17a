// One pin of a pass: its particle moves, is pinned or released.
#include "shared/verlet.h"

void movePin(PinRecord pin) {
    vec3 x = particleAt(pin.particle).xyz;
    vec3 p = previousAt(pin.particle);
    setParticle(pin.particle, vec4(pinnedPlace(pin, x, p, constants.pinShare), pin.inverseMass));
    if (pin.inverseMass == 0.0f) setCarry(pin.particle, vec4(0.0f));
}
