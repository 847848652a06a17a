// Every kind of element, a line each.
#ifndef PLIANT_SHARED_ELEMENTS_H
#define PLIANT_SHARED_ELEMENTS_H

#include "strain.h"
#include "tet.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Moves the corners of an element so that it is as its kind wants it (XPBD). Its multipliers are 0 at the start of a
// substep, and each kind uses as many of the four as it has constraints.
PLIANT_MATHS void projectElement(uint kind, PLIANT_INOUT(PLIANT_CORNERS) x, PLIANT_NUMBERS numbers,
                                 PassConstants constants, PLIANT_INOUT(PLIANT_REAL4) multipliers) {
    if (kind == kElementTet) projectTet(x, numbers.own, constants, multipliers);
    if (kind == kElementStrain) projectStrain(x, numbers, constants, multipliers);
}

#ifdef __cplusplus
}
#endif
#endif
