// The push of one stick, for the kernels over sticks.
#include "shared/stick.h"

// The ends of stick `index` are d apart; d becomes 0 if one of them is lost. A multiplier counts as 0 in a substep's first
// iteration.
float pushOf(uint response, uint index, Stick stick, inout vec3 d, float inverseMassA, float inverseMassB,
             float factor) {
    bool damped = response < kStickCompliant;
    bool compliant = response < kStickRigid;
    float multiplier = 0.0f;
    if (compliant && constants.firstIteration == 0u) multiplier = multipliers[index];
    float damping = 0.0f;
    vec3 dBefore = vec3(0.0f);
    if (damped) {
        damping = dampingOf(dampings[index], constants);
        dBefore = difference(previous[stick.a].xyz, previous[stick.b].xyz);
    }
    precise float inverseMasses = inverseMassA + inverseMassB;
    float parameter = stickParameter(response, stick.parameter, constants);
    float push =
        stickPush(response, d, dBefore, inverseMasses, stick.restLength, parameter, damping, factor, multiplier);
    if (compliant) multipliers[index] = multiplier;
    return push;
}
