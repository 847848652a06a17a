// Every kind of element, a line each: who solves it. One of the scene's that has none here does not compile.
#ifndef PLIANT_SHARED_ELEMENTS_H
#define PLIANT_SHARED_ELEMENTS_H

#include "strain.h"
#include "tet.h"

#define PLIANT_ELEMENT_KINDS(KIND)                                        \
    KIND(kElementTet, projectTet(x, numbers.own, constants, multipliers)) \
    KIND(kElementStrain, projectStrain(x, numbers, constants, multipliers))

#ifdef __cplusplus
namespace pliant {

#define PLIANT_COUNT(its, solve) +1
constexpr uint kCountOfElementKinds = 0 PLIANT_ELEMENT_KINDS(PLIANT_COUNT);
#undef PLIANT_COUNT

constexpr bool isElementSolvedOnce(uint kind) {
#define PLIANT_IS_SOLVED(its, solve) +(kind == its ? 1 : 0)
    return 0 PLIANT_ELEMENT_KINDS(PLIANT_IS_SOLVED) == 1;
#undef PLIANT_IS_SOLVED
}
#endif

// Moves the corners of an element so that it is as its kind wants it (XPBD). Its multipliers are 0 at the start of a
// substep, and each kind uses as many of the four as it has constraints.
PLIANT_MATHS void projectElement(uint kind, PLIANT_INOUT(PLIANT_CORNERS) x, PLIANT_NUMBERS numbers,
                                 PassConstants constants, PLIANT_INOUT(PLIANT_REAL4) multipliers) {
#define PLIANT_SOLVE(its, solve) \
    if (kind == its) solve;
    PLIANT_ELEMENT_KINDS(PLIANT_SOLVE)
#undef PLIANT_SOLVE
}

#ifdef __cplusplus
}
#endif
#endif
