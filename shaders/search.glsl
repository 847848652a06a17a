// What the kernels that look for neighbours have in common: a particle that looks, and one that it may meet.

// The particle that looks for its neighbours. All of its own is read once: lists are written in between, which could be
// anything to a compiler.
uint me;
vec4 atRest;  // and the number of its body
uint myJoint;
vec4 motion;  // and thickness
vec3 place;
bool isHeld;
bool isStray;
float halfLife;

// Of one that may meet it.
bool comesNear(uint j, uint horizon) {
    vec3 apart = difference(place, anchors[j].xyz), towards = difference(motion.xyz, motions[j].xyz);
    if (horizon == kForLife) return comeWithin(apart, towards, halfLife, listedWithin(motion.w, motions[j].w, horizon));
    return comeNearNow(difference(previous[me].xyz, previous[j].xyz), difference(wayOf(me), wayOf(j)), motion.w,
                       motions[j].w);
}

// That a stray comes near it, if it looks for neighbours and is none itself.
void tell(uint other) {
    if (!(particles[other].w > 0.0f) || counts[other].met == kAstray || counts[other].listed > kMostNeighbours) return;
    uint k = atomicAdd(counts[other].met, 1u) + counts[other].listed;
    if (k < kMostNeighbours) lists[k * rest.length() + other] = me;
    markAround(other, 0u, 1u);
}

// Of one more neighbour.
uint placeInList(uint horizon);

void consider(uint j, uint horizon) {
    if (j == me || !(motions[j].w > 0.0f) || !comesNear(j, horizon)) return;
    vec4 itsRest = rest[j];
    bool areAtAJoint = areJoined(myJoint, joints[j]);
    if (!areStrangers(bodyAt(atRest), bodyAt(itsRest), atRest, itsRest, areAtAJoint)) return;
    if (isStray && horizon == kForLife) tell(j);
    if (isHeld) return;
    uint k = placeInList(horizon);
    if (k < kMostNeighbours) lists[k * rest.length() + me] = j;
}
