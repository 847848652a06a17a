// What kernels are told of a pass, and the one that takes whole bodies of a step. Laid out as the structs of
// shared/layout.h.
#ifndef PLIANT_SHARED_PASS_LAYOUT_H
#define PLIANT_SHARED_PASS_LAYOUT_H

#include "basic_types.h"

#ifdef __cplusplus
namespace pliant {
#endif

// PassConstants::flags.
const uint kFirstIteration = 1u;  // of a substep: multipliers count as 0, but see kCarriesTensions
const uint kPairsSwapped = 2u;    // pairs of colours run the other way round in this substep
const uint kSecondOrder = 4u;     // sticks, tethers, enclosures, rigid shapes push as they were when the substep began
const uint kWakes = 8u;           // sleepers wake up, and a window begins: see shared/sleep.h
const uint kWindowEnds = 16u;     // and the next begins
const uint kOutlinesTouch = 32u;  // so what is inside a collider comes out at once: see shared/collide.h
const uint kBeginsStep = 64u;     // this is its first substep
const uint kCarriesTensions = 128u;  // sticks begin a substep with tensions that clusters give them

// What kernels count in the buffer of counters.
const uint kCountOfLost = 0u;      // places so far that were not kept: see Snapshot::lost
const uint kCountOfCutShort = 1u;  // whole bodies so far whose loops the device has ended before their time
const uint kCountCount = 2u;

// What a kernel is told: the step's constants, computed once on the host, and the pass's range.
struct PassConstants {
    vec3 fall;      // displacement by gravity in this substep [m]
    float keep;     // share of the last displacement that is repeated: damping and change of dt
    vec3 airStep;   // displacement of the air in this substep [m]
    float airDrag;  // density of the air times half of the difference of the coefficients of drag and lift [kg/m^3]
    vec3 gravity;   // [m/s^2]
    float step;     // h, the substep's length [s]
    float airLift;  // density of the air times half the coefficient of lift [kg/m^3]
    float inverseSquaredStep;  // 1/h^2 [1/s^2]; for bends that run in every n-th substep, 1/(n h)^2
    float squaredStep;         // h^2 [s^2]
    float inverseStep;         // 1/h [1/s]; for bends, 1/(n h)
    float relaxation;          // Jacobi: factor on the averaged corrections
    float bendPeriod;          // bends run in every so many substeps, n
    float bendShare;           // 1/n
    float pinShare;            // share of the way to its target that a moving pin goes in this substep; 1 in the last
    uint colliderCount;
    uint first;          // the pass's first item
    uint count;          // and the number of its items
    uint rows;           // where the pass's table begins that has a row for each particle: of what it gathers, or
                         // clusters; of bends, where moments would begin in scratch if all bends had one; of
                         // SpreadSupports, the layer that others are found to lie on; of PushNeighbours,
                         // FindCuts and AlignBases, its round
    uint firstForced;    // particles from here on are moved by forces
    uint firstUnpinned;  // pins of particles from here on are left to the kernel that takes whole bodies
    float damping;       // rate at which velocity is lost [1/s]
    uint sweeps;         // over a tile's sticks, one after another
    uint flags;          // of those above
    float tetherGive;    // tethers that give do so up to this times their reach
    uint tetherCount;    // of each particle,
    uint tetherStride;   // and how far apart they are in the table
};

// A pass, for kernels that run a chain of them. 16 bytes.
struct ChainedPass {
    uint first;  // item
    uint count;
    uint response;
    uint unused;
};

// What the kernel that takes whole bodies through a step, or a part of it, is told beside its substeps.
struct WholeConstants {
    vec3 airStep;  // as in PassConstants
    float airDrag;
    float airLift;
    float inverseSquaredStep;
    float squaredStep;
    float inverseStep;
    float step;
    float bendInverseSquaredStep;  // those of the passes over bends
    float bendInverseStep;
    float bendPeriod;
    float bendShare;
    float tetherGive;
    uint tetherCount;
    uint tetherStride;
    uint airRows;
    uint first;  // of the tiles that are whole bodies
    uint count;
    uint substeps;
    uint iterations;
    uint sweeps;        // over the sticks in each of them
    uint hasLevels;     // 0: none are run; 1: strands of particles alone; 2: all
    uint releaseCount;  // pins [0, releaseCount) come before the first substep
    uint firstPin;      // and pins [firstPin, pinEnd) in each
    uint pinEnd;
    uint colliderCount;
    uint isEnd;         // 1: of the step
    uint frameCount;    // records of frames in a substep
    uint flags;         // PassConstants::flags, but for kFirstIteration and kCarriesTensions
    uint bendRows;      // PassConstants::rows of passes over bends,
    uint bendClusters;  // and over particles that go along with bends' clusters
};

const uint kSubstepHasBends = 1u;   // they run in it
const uint kSubstepIsSwapped = 2u;  // pairs of colours run the other way round

// One of its substeps. 32 bytes.
struct WholeSubstep {
    vec3 fall;  // as in PassConstants
    float keep;
    float pinShare;
    uint what;           // kSubstep...
    uint firstCollider;  // of its colliders
    uint unused;
};

// What there is for whole bodies to do in some schedule, as their kernel is told when it is made; and responses of all
// sticks, kinds of all bends, kinds of all elements, or kSeveral, in four bits each.
const uint kWholeHasAir = 1u;
const uint kWholeHasTethers = 2u;
const uint kWholeHasBends = 4u;
const uint kWholeHasLevels = 8u;
const uint kWholeSticksShift = 4u;
const uint kWholeBendsShift = 8u;
const uint kWholeElementsShift = 12u;
const uint kWholeHasElements = 0x10000u;
const uint kSeveral = 15u;

#ifdef __cplusplus
static_assert(sizeof(PassConstants) == 128 && sizeof(ChainedPass) == 16 && sizeof(WholeConstants) == 128 &&
              sizeof(WholeSubstep) == 32);
}  // namespace pliant
#endif
#endif
