// The structs in GPU buffers for what touches: outlines of planar scenes, and particles of bodies that keep each other
// off. Laid out as those of shared/layout.h.
#ifndef PLIANT_SHARED_CONTACT_LAYOUT_H
#define PLIANT_SHARED_CONTACT_LAYOUT_H

#include "basic_types.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Outlines, see shared/outline.h. A line of points that touches others, as it is at rest. 32 bytes.
struct OutlineRecord {
    uint first;         // of its points
    uint count;         // of them
    uint isClosed;      // 1: it has an inside
    float thickness;    // radius of its points [m]
    float friction;     // Coulomb's coefficient
    float squaredThin;  // a way whose square is longer may lead through it unseen [m^2]; of closed ones
    uint unused0;
    uint unused1;
};

// 16 bytes. At the ends of an open line, `before` or `after` is the point itself.
struct OutlinePoint {
    uint particle;
    uint outline;
    uint before;  // the points next to it, counted through all outlines
    uint after;
};

// What all outlines of a scene have in common: how places become cells of the grid, and displacements integers. 32
// bytes.
struct OutlineSpace {
    float inverseCell;   // 1 / size of the smallest cells [1/m]
    float margin;        // of boxes: as far off as points touch [m]
    float sweep;         // longest way of a point, along each axis, that is looked at for what it goes through [m]
    float unit;          // that displacements are whole multiples of, a power of two [m]
    float inverseUnit;   // 1 / unit
    float largestShift;  // of two outlines against each other in one substep, along each axis [m]
    float slop;          // depth of older contacts that parts them with a velocity [m]
    uint bucketMask;     // number of buckets - 1
};

// An outline in one substep. 32 bytes.
struct OutlineState {
    vec4 box;           // low x and y, high x and y, with the ways of its points and the margin [m]
    uint next;          // in the same bucket: 1 + index of an outline; 0: none
    uint bucket;        // that it is in; kNowhere where it takes no part
    float squaredPath;  // the longest way of its points, squared [m^2]
    uint unused;
};
// Levels of the grid, each with cells four times as large as those before; the last has one cell for all that is
// larger.
const uint kOutlineLevels = 9u;

// What one point touches. 32 bytes.
struct OutlineContact {
    vec4 shift;   // of the point against what it touches: of its place, x and y, and of its place before [m]
    uint a;       // ends of the touched edge, points of an outline; kNowhere: nothing is touched
    uint b;       // the same as a where it is a point that is touched
    float along;  // where on the edge, from 0 at a to 1 at b
    uint unused;
};

// Integers per point in which contacts add up: their number, the shift of its place, that of its place before.
const uint kContactSums = 5u;

// Particles of bodies that keep each other off, see shared/neighbour.h. What all of them have in common. 32 bytes.
struct NeighbourSpace {
    float largest;      // reach of any body [m]
    float rise;         // as fast as those part that were too near before [m/s]
    float unit;         // that pushes are whole multiples of, a power of two [m]
    float inverseUnit;  // 1 / unit
    uint groups;        // how many of the tree's nodes have particles in them: they come first
    uint items;         // how many particles are in it
    uint mostStrays;    // since lists were made; with more, all are made anew
    uint unused;
};

// One of the bodies. It touches such as are in the same frame of reference: these lie next to each other in the order
// of contacts. 32 bytes.
struct NeighbourBody {
    float thickness;  // that its particles keep from each other [m]
    float friction;   // Coulomb's coefficient
    uint category;    // a bit for each that it belongs to
    uint mask;        // categories whose bodies it touches
    uint begin;       // node of the tree from which on particles of its frame are found,
    uint end;         // and the place behind them in the order of contacts: the same for all of one frame
    float reach;  // its thickness; or 0.8 of its mean edge, if that is more: cuts look as far around particles as if
                  // these were so thick [m]
    uint traits;  // some of those below
};

// In NeighbourBody::traits. Above all of these, from bit kCountShift on, the least power of two that is not below the
// number of its particles.
const uint kIsRigidBody = 1u;   // it touches others alone, since it cannot go through itself
const uint kHasLongEdges = 2u;  // some are so long that ends of theirs reach farther than it: see reachOfEdge()
const uint kLooksHeld = 4u;     // those of it that are held have lists too, see mayLook(): others may reach farther

const uint kCountShift = 8u;

// A node of the tree in which they are found, see shared/neighbour_tree.h. 16 bytes.
struct NeighbourNode {
    uint first;  // of the particles in it, in the order of contacts, or of its nodes
    uint count;  // of these
    uint after;  // node to go on with that is not in this one; kNowhere: there is none
    uint unused;
};

// A node has so many particles, or nodes, at most; and levels end where there are no more nodes than that.
const uint kNeighbourGroup = 8u;
const uint kMostRoots = 8u;

// What a node has in it. 64 bytes.
struct NeighbourBox {
    vec3 low;     // of places [m]
    float reach;  // the largest [m]; 0: there is nothing in it
    vec3 high;
    uint changed;  // in which substep since lists were made, counted from 1; 0: then
    vec3 slowest;  // of ways per substep, along each axis [m]
    uint inside;   // its node's `first`
    vec3 fastest;
    uint after;  // and `after`
};

// A particle's list. 28 bytes.
struct NeighbourList {
    uint listed;   // how many neighbours it has; kNowhere: more than there is room for; kUnsearched
    uint near;     // the first of them, which come near in this substep
    uint facing;   // see packedDirection()
    uint met;      // so many strays come near it, which stand behind those listed if there is room; or kAstray
    uint marks;    // of those below
    uint folds;    // how faces around it lie, see foldOf(), if it is crumpled while something comes near it, or
                   // always if it is marked, see kUnevenMark; else 0, without a direction
    uint support;  // see shared/support.h
};

// What cuts leave of a particle's way in a substep, see shared/cut.h and shared/clash.h. 16 bytes; between
// substeps all are 0 but `held`.
struct WayCut {
    uint cut;    // 0: it goes all its way
    uint asked;  // to take the base of another particle: see baseAsked()
    uint round;  // in which it last took one, or what it has an edge to
    uint held;   // its base goes along with this particle, which is held; kNowhere: it does not
};

// What faces and edges that touch push one of their corners by, see shared/face_touch.h: how many do, and all of it, as
// whole multiples of NeighbourSpace::unit. 16 bytes; between substeps all are 0.
struct FaceTouches {
    uint count;
    int x;
    int y;
    int z;
};

// In NeighbourList::marks. A particle is involved that has neighbours, or is within two edges of one that has, or
// within one of what is beside that; or that is held, or within one edge of what is. Marked ones count as if they had
// some.
const uint kIsInvolved = 1u;
const uint kIsStarInvolved = 2u;  // so is all that it has edges to
const uint kHoldsNow = 4u;        // on a GPU: its list holds for this substep alone
const uint kIsListed = 8u;        // one that reaches less may have it in its list, without being in its own

// In NeighbourList::folds, above a direction that all faces look to. None of these: they are within 45 degrees of it,
// and the particle is calm.
const uint kIsEven = 1u << 30;    // they are within 45 degrees of it
const uint kIsBent = 2u << 30;    // within 65
const uint kIsFolded = 3u << 30;  // some are not

// Responses of CountTouches.
const uint kCountNear = 0u;   // in each substep, among those that come near in it
const uint kCountAgain = 1u;  // in a step's first one, among the same, when it is known what bears what: kCountNear
                              // saw there what an earlier step has left, so this may never be left out

// Responses of FindCuts: it cuts ways; or counts what touches, and pushes it.
const uint kCutFaces = 0u;
const uint kCountFaces = 1u;
const uint kPushFaces = 2u;

// Responses of ShareDrifts.
const uint kMeetDrifts = 0u;  // those that come near those of other bodies note that
const uint kWaitDrifts = 1u;  // and later those that have no room, and wait, go along with their bodies

const uint kMostNeighbours = 48u;  // in a particle's list
const uint kAstray = 0xffffffffu;  // in NeighbourList::met: it is a stray itself, or looks again: no stray tells it

// What all particles note together, words of one buffer.
const uint kListsAreStale = 0u;   // 1: they are made anew in this substep
const uint kListAge = 1u;         // substeps since the lists were made,
const uint kListLife = 2u;        // and for how many they hold
const uint kHasNeighbours = 3u;   // 1: some list is not empty, or some edges are uneven
const uint kHasTouches = 4u;      // 1: some particle is pushed in this substep, or stays where it is
const uint kCrowdedCount = 5u;    // particles, all substeps together, that had no room for their neighbours
const uint kWaysBox = 6u;         // of all ways in this substep, orderOf() of each side: most x, y, z, least x, y, z
const uint kHasCuts = 12u;        // 1: some particle does not go all its way in this substep
const uint kFirstStray = 13u;     // those noted from this one on are of this substep
const uint kStrayCount = 14u;     // particles that were not where they were expected since lists were made
const uint kHadStrays = 15u;      // 1: some are of this substep, or some look again, and lists are not made anew;
const uint kLookAgain = 2u;       // in it, from WatchNeighbours to PlaceNeighbours: some look again
const uint kInvolvedCount = 16u;  // particles that are involved, see NeighbourList; this and the next on a GPU
const uint kPushedCount = 17u;    // particles that others push in this substep
const uint kLayerCount = 18u;     // layers found in this step that bear each other, see shared/support.h
const uint kClashRound = 19u;     // in this round, the last so far, some are asked to take other bases; 0: none is
const uint kStrays = 20u;         // strays, in the order of contacts
const uint kMostStrays = 4096u;
const uint kStrayParticles = kStrays + kMostStrays;  // the same ones, by their own numbers
const uint kNeighbourWords = kStrayParticles + kMostStrays;

// Behind these, so many words of each body, see drift.h. Boxes are as kWaysBox. Between substeps all are 0.
const uint kDriftWords = 16u;
const uint kDriftSum = 0u;    // of its free particles' ways, x, y, z, as driftInUnits(),
const uint kDriftCount = 3u;  // and how many these are
const uint kDriftHeld = 4u;   // box of the ways of what is held of it, and 0 where it lies on a collider
const uint kDriftMet = 10u;   // where it comes near others: box of its drift and of theirs

// On a GPU lists of particles begin with so many words, which say how many workgroups they need: an indirect dispatch.
const uint kGroupWords = 3u;

#ifdef __cplusplus
static_assert(sizeof(OutlineRecord) == 32 && sizeof(OutlinePoint) == 16 && sizeof(OutlineSpace) == 32 &&
              sizeof(OutlineState) == 32 && sizeof(OutlineContact) == 32);
static_assert(sizeof(NeighbourSpace) == 32 && sizeof(NeighbourBody) == 32 && sizeof(NeighbourNode) == 16 &&
              sizeof(NeighbourBox) == 64 && sizeof(NeighbourList) == 28 && sizeof(WayCut) == 16 &&
              sizeof(FaceTouches) == 16);
}  // namespace pliant
#endif
#endif
