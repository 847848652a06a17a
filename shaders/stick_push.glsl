// The push of one stick, for the kernels over sticks.
#include "shared/stick.h"

// The ends of stick `index` are d apart. A multiplier counts as 0 in a substep's first iteration.
float pushOf(uint index, Stick stick, vec3 d, float inverseMasses, float factor) {
    bool compliant = kResponse < kStickRigid;
    float multiplier = 0.0f;
    if (compliant && constants.firstIteration == 0u) multiplier = multipliers[index];
    float parameter = stickParameter(kResponse, stick.parameter, constants);
    float push = stickPush(kResponse, d, inverseMasses, stick.restLength, parameter, factor, multiplier);
    if (compliant) multipliers[index] = multiplier;
    return push;
}
