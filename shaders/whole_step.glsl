// The passes of a step in the order of replay() in src/pliant/schedule/step_plan.h, for one body. What includes this
// says which items of a range are EACH invocation's own, how particles are reached, how sticks and air are run, and how
// all that work on a body wait for each other: what is done to one particle alone is always done by one and the same
// invocation.
#include "collide_particle.glsl"
#include "hold_strand.glsl"
#define FEW_LOOPS
#include "hold_tether.glsl"
#include "integrate_particle.glsl"
#include "keep_place.glsl"
#include "move_cluster.glsl"
#include "move_pin.glsl"
#include "solve_bend.glsl"
#include "solve_element.glsl"

// Those of all sticks, bends or elements, where they have one: see kWhole....
uint responseOf(uint shift, TileRun run) {
    uint only = (kWhat >> shift) & 15u;
    return only == kSeveral ? run.response : only;
}

void solveRuns(uint firstRun, uint runCount, uint shift, bool isFirst, bool isLast) {
    for (uint r = firstRun; r < firstRun + runCount; ++r) {
        TileRun run = tileRuns[r];
        solveRun(responseOf(shift, run), run, isFirst, isLast);
        waitForAll();
    }
}

void runElements(bool isFirst) {
    constants.flags = whole.flags | (isFirst ? kFirstIteration : 0u);
    uint firstRun = body.firstRun + 2u * body.stickRuns + body.levelRuns + body.bendRuns;
    for (uint r = firstRun; r < firstRun + body.elementRuns; ++r) {
        TileRun run = tileRuns[r];
        uint kind = responseOf(kWholeElementsShift, run);
        EACH(i, run.first, run.count) solveElement(i, kind);
        waitForAll();
    }
}

// Levels, in the order of their passes.
void runLevels() {
    uint firstRun = body.firstRun + 2u * body.stickRuns;
    for (uint r = firstRun; r < firstRun + body.levelRuns; ++r) {
        TileRun run = tileRuns[r];
        if (run.response == kStickBetweenClusters) solveRun(kStickBetweenClusters, run, false, false);
        else if (run.response == kLevelBegin) EACH(i, run.first, run.count) beginShift(i);
        else if (run.response > kLevelBegin) EACH(i, run.first, run.count) holdStrand(i, run.response);
        else EACH(i, run.first, run.count) sumCluster(i, run.response);
        waitForAll();
    }
    if (whole.hasLevels == 1u) return;  // strands of particles alone
    constants.rows = 0u;
    EACH_PARTICLE(i) shiftParticle(i, 0u);
    waitForAll();
}

void iterate(bool isSwapped) {
    uint firstRun = body.firstRun + (isSwapped ? body.stickRuns : 0u);
    for (uint iteration = 0u; iteration < whole.iterations; ++iteration) {
        bool isEnd = iteration + 1u == whole.iterations;
        for (uint sweep = 0u; sweep < whole.sweeps; ++sweep) {
            bool isLast = isEnd && sweep + 1u == whole.sweeps;
            solveRuns(firstRun, body.stickRuns, kWholeSticksShift, iteration + sweep == 0u, isLast);
        }
        if ((kWhat & kWholeHasElements) != 0u) runElements(iteration == 0u);
    }
}

void runBend(uint what, uint i) {
    if (what < kBendSumParticles) solveBend(i, what);
    else if (what == kBendBegin) beginShift(i);
    else if (what == kBendCarry) carryMoments(i);
    else if (what == kBendShift) shiftParticle(i, what);
    else sumCluster(i, what);
}

// With their levels, in the order of their passes.
void runBends() {
    constants.inverseStep = whole.bendInverseStep;
    constants.inverseSquaredStep = whole.bendInverseSquaredStep;
    uint firstRun = body.firstRun + 2u * body.stickRuns + body.levelRuns;
    for (uint r = firstRun; r < firstRun + body.bendRuns; ++r) {
        TileRun run = tileRuns[r];
        uint what = responseOf(kWholeBendsShift, run);
        constants.rows = what == kBendShift ? whole.bendClusters : whole.bendRows;
        EACH(i, run.first, run.count) runBend(what, i);
        waitForAll();
    }
    constants.inverseStep = whole.inverseStep;
    constants.inverseSquaredStep = whole.inverseSquaredStep;
}

// The first of pins [first, end), which are sorted, that is of this particle or a later one.
uint pinFrom(uint first, uint end, uint particle) {
    while (first < end) {
        uint middle = first + ((end - first) >> 1);
        if (pins[middle].particle < particle) first = middle + 1u;
        else end = middle;
    }
    return first;
}

// Those of pins [first, end) that are of this body: where they begin, and how many they are.
uvec2 pinsOfBody(uint first, uint end) {
    if (first == end) return uvec2(0u);
    uint from = pinFrom(first, end, body.firstParticle);
    return uvec2(from, pinFrom(from, end, body.firstParticle + body.particleCount) - from);
}

void movePins(uvec2 own) {
    if (own.y == 0u) return;
    waitForAll();
    EACH(i, own.x, own.y) movePin(pins[i]);
}

void runSubstep(uint index, uvec2 ownPins) {
    WholeSubstep substep = substeps[index];
#ifdef PLIANT_IN_FRAMES
    firstFrame = index * whole.frameCount;
#endif
    constants.fall = substep.fall;
    constants.keep = substep.keep;
    constants.pinShare = substep.pinShare;
    EACH_PARTICLE(i) integrateParticle(i);
    movePins(ownPins);
    waitForAll();
    if ((kWhat & kWholeHasAir) != 0u && body.triangleCount > 0u) runAir();
    if ((kWhat & kWholeHasBends) != 0u && (substep.what & kSubstepHasBends) != 0u) runBends();
    if ((kWhat & kWholeHasTethers) != 0u && constants.tetherCount > 0u) {
        EACH_PARTICLE(i) holdTether(i);
        waitForAll();
    }
    if ((kWhat & kWholeHasLevels) != 0u && whole.hasLevels != 0u) runLevels();
    iterate((substep.what & kSubstepIsSwapped) != 0u);
    if (whole.colliderCount > 0u) EACH_PARTICLE(i) collideParticle(i, substep.firstCollider);
}

void begin() {
    constants.airStep = whole.airStep;
    constants.airDrag = whole.airDrag;
    constants.airLift = whole.airLift;
    constants.inverseSquaredStep = whole.inverseSquaredStep;
    constants.squaredStep = whole.squaredStep;
    constants.inverseStep = whole.inverseStep;
    constants.step = whole.step;
    constants.bendPeriod = whole.bendPeriod;
    constants.bendShare = whole.bendShare;
    constants.tetherGive = whole.tetherGive;
    constants.tetherCount = whole.tetherCount;
    constants.tetherStride = whole.tetherStride;
    constants.colliderCount = whole.colliderCount;
    constants.flags = whole.flags;
    EACH_PARTICLE(i) {
        setParticle(i, loadParticle(i));
        setPrevious(i, loadPrevious(i));
        loadCarry(i);
    }
    movePins(pinsOfBody(0u, whole.releaseCount));
    waitForAll();
}

void stepBody(uint number) {
    body = tiles[whole.first + number];
    begin();
    uvec2 ownPins = pinsOfBody(whole.firstPin, whole.pinEnd);
    for (uint substep = 0u; substep < whole.substeps; ++substep)
        runSubstep(substep, ownPins);
    uint end = body.firstParticle + body.particleCount, next = end;
    EACH_PARTICLE(i) {
        if (whole.isEnd != 0u) keepPlace(i);
        particles[i] = particleAt(i);
        previous[i].xyz = previousAt(i);
        storeCarry(i);
        next = i + kItemsApart;
    }
    // Some devices end all loops of an invocation that have gone round too often, and the last one with them.
    if (next < end) atomicAdd(counters[kCountOfCutShort], 1u);
}
