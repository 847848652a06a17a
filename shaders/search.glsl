// What the kernels that look for neighbours have in common: a particle that looks, and one that it may meet.

// The particle that looks for its neighbours. All of its own is read once: lists are written in between, which could be
// anything to a compiler.
uint me;
vec4 atRest;  // and the number of its body
uint myJoint;
vec4 motion;  // and reach
NeighbourBody body;
vec3 place;
bool isHeld;
bool looks;  // for itself
bool isStray;
float halfLife;

// Whether another one, which reaches so far together with it, comes near it.
bool comesNear(uint j, float both, uint horizon) {
    vec3 apart = difference(place, anchors[j].xyz), towards = difference(motion.xyz, motions[j].xyz);
    if (horizon == kForLife) return comeWithin(apart, towards, halfLife, listedWithin(both, horizon));
    return comeNearNow(difference(previous[me].xyz, previous[j].xyz), difference(wayOf(me), wayOf(j)), both);
}

// Of a stray as either of the two has it: both are told.
float reachForLife(float other) {
    return isStray ? reachOfEither(motion.w, other) : reachOfBoth(body.reach, other);
}

// Of two that may come near each other, of which either may have the other in its list: that the one that reaches less
// may, or does.
void noteListed(uint j) {
    if (motion.w == motions[j].w) return;
    uint greater = motion.w < motions[j].w ? j : me;
    if (particles[greater].w > 0.0f && isFirstToMark(greater, kIsListed)) markAround(greater, 0u, 1u);
}

// That a stray comes near it, if it looks for neighbours and is none itself.
void tell(uint other) {
    if (!mayLookAt(bodyAt(rest[other]), other, me)) return;
    if (counts[other].met == kAstray || counts[other].listed > kMostNeighbours) return;
    uint k = atomicAdd(counts[other].met, 1u) + counts[other].listed;
    if (k < kMostNeighbours) lists[k * rest.length() + other] = me;
    if (particles[other].w > 0.0f) markAround(other, 0u, 1u);
}

// Notes what it has found.
void finishList(uint found, uint horizon) {
    bool fits = found <= kMostNeighbours;
    float slack = slackOf(body.reach, horizon);
    counts[me].listed = fits ? found : kNowhere;
    anchors[me].w = isHeld ? lessBy(0.0f, slack) : slack;
    if (!fits) atomicAdd(state[kCrowdedCount], 1u);
}

// Whether all around it is marked: of what is held it is already.
bool hasToBeMarked(uint found, uint horizon) {
    return !isHeld && (found != 0u || horizon != kForLife || isUnevenWith(atRest.w));
}

// Of one more neighbour.
uint placeInList(uint horizon);

void consider(uint j, uint horizon) {
    float both = horizon == kForLife ? reachForLife(motions[j].w) : reachWith(body, j, horizon);
    if (j == me || !(motions[j].w > 0.0f) || !comesNear(j, both, horizon)) return;
    vec4 itsRest = rest[j];
    if (!mayBeListed(me, j, atRest, itsRest, areJoined(myJoint, joints[j]))) return;
    if (horizon == kForLife) noteListed(j);
    if (isStray && horizon == kForLife) tell(j);
    if (!mayLookAt(body, me, j)) return;
    if (isStray && horizon == kForLife && !comesNear(j, reachOfBoth(body.reach, motions[j].w), horizon)) return;
    uint k = placeInList(horizon);
    if (k < kMostNeighbours) lists[k * rest.length() + me] = j;
}
