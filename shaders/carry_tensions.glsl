// The tension that a stick is given by those between clusters.
#include "shared/cluster.h"

void carryTensions(uint index) {
    float sum = 0.0f;
    for (uint l = tensionRows[index].firstLink; l < tensionRows[index + 1u].firstLink; ++l)
        sum = carryTension(sum, multipliers[tensionLinks[l].stick], tensionLinks[l].number);
    multipliers[index] = sum;
}
