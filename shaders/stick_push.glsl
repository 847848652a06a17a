// The push of one stick, for the kernels over sticks.
#include "shared/stick.h"

// Whether it matters where the ends of a stick were at the substep's start.
bool needsBefore(uint response) {
    return response < kStickCompliant || (constants.flags & kSecondOrder) != 0u;
}

// The ends of stick `index` are d apart, and were dBefore at the substep's start, which may matter; d
// becomes the way that it pushes them, 0 if one of them is lost. Its multiplier counts as 0 when it is solved for the
// first time in a substep, and becomes what it is to be the next time.
float pushOf(uint response, uint index, Stick stick, inout vec3 d, vec3 dBefore, float inverseMassA,
             float inverseMassB, float factor, bool isFirst, out float multiplier) {
    multiplier = 0.0f;
    if (response < kStickRigid && !isFirst) multiplier = multipliers[index];
    float damping = 0.0f;
    float longest = kNoLongest;
    float yielding = 0.0f;
    if (response < kStickCompliant) {
        damping = dampingOf(restraints[index].damping, constants);
        longest = restraints[index].longest;
        yielding = stickParameter(response, restraints[index].yielding, constants);
    }
    float parameter = stickParameter(response, stick.parameter, constants);
    precise float inverseMasses = inverseMassA + inverseMassB;
    float push = stickPush(response, d, dBefore, inverseMasses, stick.restLength, longest, yielding, parameter,
                           damping, factor, multiplier);
    d = pushedAlong(constants, d, dBefore);
    return push;
}
