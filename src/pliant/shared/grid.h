// Whole numbers of reals, and what a grid is made of: cells, and the lists that they have in a table.
#ifndef PLIANT_SHARED_GRID_H
#define PLIANT_SHARED_GRID_H

#include "real.h"

#ifdef __cplusplus
namespace pliant {
#endif

PLIANT_MATHS PLIANT_REAL clampTo(PLIANT_REAL x, PLIANT_REAL low, PLIANT_REAL high) {
    return pick(x < low, low, pick(x > high, high, x));
}

// A whole number near x, which is within 2^22 of 0. Adding 1.5 * 2^23 leaves the whole part in the lowest bits, rounded
// to nearest even; converting floats to integers is left open by Vulkan out of range.
PLIANT_MATHS int wholeNumber(PLIANT_REAL x) {
    PLIANT_PRECISE PLIANT_REAL raised = x + PLIANT_REAL(12582912.0f);
    return int(bitsOfFloat(raised) - 0x4b400000u);
}

// And back; exact.
PLIANT_PLAIN float realNumber(int whole) {
    PLIANT_PRECISE float lowered = floatOfBits(uint(whole) + 0x4b400000u) - 12582912.0f;
    return lowered;
}

// The place of a coordinate in a grid: monotonic, also where it is too far away to have a cell of its own.
PLIANT_MATHS int cellOf(PLIANT_REAL x, PLIANT_REAL inverseCell) {
    PLIANT_PRECISE PLIANT_REAL scaled = x * inverseCell;
    return wholeNumber(clampTo(scaled, PLIANT_REAL(-1048576.0f), PLIANT_REAL(1048576.0f)));
}

// Where in the table a cell has its list. Cells that share one do no harm: what is listed is looked at in any case. In
// the plane, z is a level of the grid.
PLIANT_PLAIN uint bucketOf(int x, int y, uint z, uint mask) {
    uint hash = (uint(x) * 0x9e3779b1u) ^ (uint(y) * 0x85ebca6bu) ^ (z * 0xc2b2ae35u);
    hash = (hash ^ (hash >> 15)) * 0x2c1b3c6du;
    return (hash ^ (hash >> 13)) & mask;
}

#ifdef __cplusplus
}
#endif
#endif
