// The structs that live in GPU buffers, read by the GLSL compiler and by the C++ compiler.
// Every member is four bytes and every struct a multiple of 16 or a push constant, so that C++ and std430 agree.
#ifndef PLIANT_SHARED_LAYOUT_H
#define PLIANT_SHARED_LAYOUT_H

#include "contact_layout.h"
#include "pass_layout.h"

#ifdef __cplusplus
namespace pliant {
#endif

// How a stick answers, as pipelines and passes name it. Odd = one-sided: it pulls, and never pushes.
// Damped ones come first in the schedule and compliant ones next, so that the index of a stick is also that of its
// restraint and of its multiplier.
const uint kStickDamped = 0u;  // compliant (by 0: rigid), with damping along the stick, with a greatest length,
                               // yielding when pressed, or several of these
const uint kStickCompliant = 2u;
const uint kStickRigid = 4u;
const uint kStickHooke = 6u;
const uint kStickOneSided = 1u;         // added to one of the four
const uint kStickBetweenClusters = 8u;  // rigid and one-sided, between the centres of two clusters
const uint kStickElastic = 9u;          // likewise, but compliant
const uint kStickResponseCount = 10u;

// Distances whose square is not below this are not of this world: a position that far away, or that is no number, is
// not stored, and a constraint that would reach so far does nothing. Coordinates of a scene are at most 1e9 m.
const float kLargestSquared = 4e18f;  // [m^2]

// A particle that a collider has moved is looked at again by all others, so many rounds in all.
const uint kCollisionRounds = 4u;

// A distance constraint between two particles. 16 bytes.
struct Stick {
    uint a;            // index of a particle, in schedule order; a < b
    uint b;            // index of the other
    float restLength;  // [m]
    float parameter;   // compliance [m/N] of a compliant stick, stiffness [N/m] of a Hooke one; of a rigid one, the
                       // share of what it is too short by that it takes back in 1/720 s, see shareIn()
};

// What a damped stick has besides. 12 bytes.
struct StickRestraint {
    float damping;   // time of damping [s], or 0
    float longest;   // [m]: it never gets longer; kNoLongest: it may
    float yielding;  // compliance [m/N] that is added to its own where it is too short
};
const float kNoLongest = 1e18f;

// The same within a tile: particles counted from the tile's first, a in the lowest 12 bits of `ends` and b in the next;
// in the highest 8, what `parameter` is of a rigid one, see shareIn(). 8 bytes.
struct TileStick {
    uint ends;
    float restLength;  // [m]
};
const uint kBitsOfLeastShare = 0x37880000u;  // of the float that the byte 0 stands for

// Sticks, bends, elements, clusters or particles of one tile, of one colour and response or kind: items [first, first +
// count) of theirs. 16 bytes.
struct TileRun {
    uint response;  // kStick..., kBend..., kElement... or kLevel...
    uint colour;
    uint first;
    uint count;
};

// Particles that follow one another, solved together. Its runs stand one after another: its own sticks, the same again
// in the order of swapped colours, then, of a whole body, its levels, then bends with theirs, then elements. 48 bytes.
struct TileRecord {
    uint firstParticle;
    uint particleCount;
    uint firstRun;
    uint stickRuns;  // in each order
    uint levelRuns;
    uint bendRuns;
    uint elementRuns;
    uint firstTriangle;  // of a whole body in air
    uint triangleCount;
    uint firstRow;  // of the clusters of a whole body
    uint rowCount;
    uint unused;
};

// Particles that move together, or clusters of them, see shared/cluster.h. Its row stands behind the particles: its
// shift and inverse mass where those have place and inverse mass, its centre where they have the place before. 32
// bytes.
struct Cluster {
    uint row;
    uint parent;  // row of the cluster that it is in; its own where it is in none
    uint firstMember;
    uint memberCount;
    float inverseMass;  // [1/kg], where nothing in it is pinned
    uint unused0;
    uint unused1;
    uint unused2;
};
// What a pass or a run of a level does, where it does not solve sticks: kStickBetweenClusters. For those of bends see
// kBendSumParticles and the like.
const uint kLevelSumParticles = 0u;
const uint kLevelSumClusters = 1u;
const uint kLevelBegin = 2u;
const uint kLevelHoldParticles = 3u;  // strands, whose nodes are particles,
const uint kLevelHoldClusters = 4u;   // or clusters
const uint kLevelCarry = 5u;

// What a stick has where tensions are carried. 8 bytes.
struct TensionRow {
    uint firstLink;  // to those between clusters that give it tension; they end where those of the next begin
    float damping;   // time of damping of an elastic one between clusters [s]
};

// What a stick gets of the tension of one between clusters. 8 bytes.
struct TensionLink {
    uint stick;
    float number;  // share of it
};

// 8 bytes.
struct ClusterMember {
    uint row;     // index of a particle, or row of a cluster
    float share;  // of the cluster's mass
};

// A piece of a rope between two pinned particles, see shared/strand.h. 32 bytes.
struct Strand {
    uint from, to;    // the pinned particles
    uint firstNode;   // where those strictly between them begin in the list of nodes: particles, or rows of clusters
    uint nodeCount;   // 0: there is no strand
    float reach;      // length of the sticks between the pins, one after another [m]
    float meanLink;   // that by the number of links between pins and nodes, which is nodeCount + 1,
    float remainder;  // and what rounding left of the length
    uint unused;
};
const uint kMostStrandNodes = 32u;

// A closed line of edges that one face has each, see shared/rim.h. 16 bytes.
struct Rim {
    uint firstNode;   // where its particles begin in the list of nodes, one after another
    uint nodeCount;   // and so many links
    float meanLink;   // its length by the number of links [m],
    float remainder;  // and what rounding left of the length
};

// A bound on the distance to a pinned particle. 8 bytes.
struct Tether {
    uint anchor;  // index of a particle; that of the tethered one itself where there is no tether
    float reach;  // [m]; with a minus sign: that of one that gives, see shared/tether.h
};

// A triangle of cloth, as air sees it. 16 bytes.
struct Triangle {
    uint a, b, c;   // indices of particles
    uint inverses;  // of its area at rest and of its density, see shared/air.h
};

// A constraint against bending, see shared/bend.h. Pipelines and passes add to the kind of a line or a quad what its
// corners are: particles, which also bear moments of the bends between clusters that they are in, or clusters.
const uint kBendLine = 0u;
const uint kBendQuad = 1u;
const uint kBendHinge = 2u;
const uint kBendKindCount = 3u;
const uint kBendKinds = 3u;  // the bits of a response that are the kind
const uint kBendCarried = 4u;
const uint kBendBetweenClusters = 8u;
const uint kBendOfPlate = 16u;  // a quad whose moment tensors have carried
// What a run of a body's bends does, where it does not solve bends.
const uint kBendSumParticles = 10u;
const uint kBendSumClusters = 11u;
const uint kBendBegin = 12u;
const uint kBendCarry = 13u;
const uint kBendShift = 14u;

// Responses of passes of any kind are below it.
const uint kResponseCount = 18u;

// 32 bytes.
struct Bend {
    uint a;  // indices of particles, in schedule order
    uint b;
    uint c;
    uint d;
    float ka;  // their weights; of hinges the cotangents of Bergou et al. That of b is minus the sum of the others
    float kc;
    float kd;
    float compliance;  // [m/N]
};

// What a bend has besides. Its links stand one after another: to the bends between clusters that give it moments, then,
// of one between clusters or of a plate, to those of its level that it shares compliance with, itself first. 16 bytes.
struct BendNumbers {
    float rest;     // what a hinge keeps [m]
    float damping;  // time of damping [s], or 0
    uint firstLink;
    uint linkCounts;  // of the first in the lower 16 bits, of the others in the higher
};

// 8 bytes.
struct BendLink {
    uint moment;   // where in scratch the moment of the other bend stands
    float number;  // share of it; of compliance [m/N]
};

// A hinge of a plate, see shared/plate.h: one of the scene's bends, from the first of them on. 20 bytes.
struct PlateHinge {
    uint tensorA;  // where in scratch the tensors of the two ends of its edge begin
    uint tensorB;
    float xx;  // half of what the components of both come to along its normal n: n n / 2
    float yy;
    float xy;
};

// What a pass over tensors gathers.
const uint kTensorOfTensors = 0u;
const uint kTensorOfHinges = 1u;

// A moment tensor of a plate's vertex or cluster, in one pass: what it is made of. Of a particle that the moments of
// hinges push: these. 16 bytes.
struct TensorRow {
    uint firstLink;  // of its links; where tensors are solved, of its blocks, its own first
    uint linkCount;
    uint place;     // where in scratch its three components begin; the particle
    float damping;  // time of damping of its hinges [s]
};

// 8 bytes.
struct TensorLink {
    uint place;    // where in scratch the components of another one begin, or the moment of a hinge; or which hinge
    float number;  // share of it; the weight of the particle in the hinge
};

// How two tensors know of each other, row after row. 76 bytes.
struct TensorBlock {
    uint place;           // where in scratch the other one begins
    float mobility[9];    // how the strains of the one give way to the other
    float compliance[9];  // that they have together [m/N]
};

// Shapes of colliders, in their own coordinates.
const uint kColliderPlane = 0u;     // the half-space below y = 0
const uint kColliderSphere = 1u;    // size.x: radius
const uint kColliderCapsule = 2u;   // size.x: radius, size.y: half of the segment along y
const uint kColliderBox = 3u;       // size.xyz: half extents
const uint kColliderCylinder = 4u;  // size.x: radius, size.y: half of the height along y

// A body in one substep. The rows of a rotation are the body's own axes in the world: local = rows (world - position).
// 160 bytes.
struct ColliderRecord {
    uint kind;
    float thickness;       // [m], kept between the surface and a particle
    float staticFriction;  // Coulomb's coefficients
    float dynamicFriction;
    vec4 size;      // [m]; w: a path longer than this is swept
    vec4 position;  // at the substep's end [m]; w, and that of positionBefore: see isFarOff()
    vec4 axisX;
    vec4 axisY;
    vec4 axisZ;
    vec4 positionBefore;  // at its start
    vec4 axisXBefore;
    vec4 axisYBefore;
    vec4 axisZBefore;
};

// A frame of reference in one substep, see shared/frame.h. Matrices are given by their columns; fourth components are
// unused. 192 bytes.
struct FrameRecord {
    vec4 weight;  // displacement by gravity, in the frame's own axes [m]
    vec4 fall;    // the same with what the frame's origin makes felt [m]
    vec4 turnX;   // what the frame's turning makes felt, by where a particle is,
    vec4 turnY;
    vec4 turnZ;
    vec4 swayX;  // and by its last displacement in the frame
    vec4 swayY;
    vec4 swayZ;
    vec4 airStep;   // displacement of the air against the frame's origin, in its axes [m],
    vec4 airTurnX;  // and against its places
    vec4 airTurnY;
    vec4 airTurnZ;
};

// Where a frame of reference is for those who draw what is in it: place = rows . place in the frame + w. 48 bytes.
struct FrameView {
    vec4 rowX;
    vec4 rowY;
    vec4 rowZ;
};

// A particle as part of a sleeper, see shared/sleep.h. 8 bytes.
struct Sleeper {
    uint sleeper;           // its number
    float squaredDistance;  // within it the particle has not strayed [m^2]
};

// What happens to a pinned particle, or to one that is to be pinned, released or pulled. 32 bytes.
const uint kPinRelease = 0u;
const uint kPinHold = 1u;  // where it is
const uint kPinMove = 2u;  // to the target, in a straight line during the step
const uint kPinPull = 3u;  // towards the target, and free as it was
struct PinRecord {
    vec3 target;        // [m]
    float inverseMass;  // that it has from now on [1/kg]
    uint particle;
    uint action;
    float pull;  // share of the way to the target, in a substep; of kPinPull
    uint unused;
};

// Members of a body that are summed up one after another. 16 bytes.
struct Chunk {
    uint first;  // member
    uint count;
    uint owner;  // index of the body
    uint unused;
};

// Particles that keep their shape together, see shared/shape.h. 112 bytes.
const uint kShapeSumSize = 3u;  // vec4 that a chunk adds up to
const uint kShapeFitSize =
    2u;  // vec4 that say where a shape is: its origin, w 0 if nothing can be said; its centre from there
const uint kShapePlanar = 0u;  // how shapes turn, as pipelines and passes name it
const uint kShapeSpatial = 1u;
const uint kShapeRounds = 6u;  // turns in space get better so many times, at most
struct ShapeRecord {
    vec3 lean;           // what the places at rest, weighed, add up to: 0 but for rounding
    float size;          // by which places at rest are divided [m]
    vec3 referenceRest;  // place at rest
    uint reference;      // of this particle
    float blurred;       // squared [m^2]: sums below it say nothing about how the shape is turned
    float still;         // squared [m^2]: what is no farther from its place is left there
    float compliance;    // [s^2]
    uint moves;  // where in partialSums a compliant one notes how far it has moved its first member in this substep
    uint firstMember;
    uint memberCount;
    uint firstChunk;
    uint chunkCount;
    uint sums;  // where in partialSums those of its first chunk stand
    uint fit;   // and where it is
    uint unused0;
    uint unused1;
    vec3 spread;       // what the squares of places at rest, weighed, add up to: (xx, yy, zz)
    float perSize;     // 1 / size [1/m]
    vec3 spreadMixes;  // and their products: (yz, xz, xy)
    uint unused2;
};

// 32 bytes.
struct ShapeMember {
    vec3 rest;     // its place at rest, from the shape's centre, by the shape's size
    float weight;  // its share of the shape's mass
    uint particle;
    uint shape;
    uint unused0;
    uint unused1;
};

// The inside of a closed outline or mesh, see shared/enclosure.h. 64 bytes.
const uint kEnclosureOutline = 0u;  // how it is measured, as pipelines and passes name it
const uint kEnclosureMesh = 1u;
const uint kFillingFixed = 0u;
const uint kFillingGas = 1u;
struct EnclosureRecord {
    uint filling;
    uint reference;  // index of a particle: offsets are from there
    uint firstChunk;
    uint chunkCount;
    uint gradients;          // where in partialSums those of all members of all enclosures stand, see heldGradient(),
    uint sums;               // those of its first chunk,
    uint push;               // and its push, with its multiplier, and 0 where a particle is lost, else 1
    float gradientScale;     // 1 / (2 area at rest) [1/m^2] or 1 / (6 volume at rest) [1/m^3]
    float wanted;            // of Fixed: measure that it keeps, by that at rest
    float compliance;        // of Fixed: by the square of the measure at rest [1/(N m)]
    float energy;            // of Gas: pressure at rest times measure at rest [N m]
    float outside;           // of Gas: pressure around it times measure at rest [N m]
    float displaced;         // mass of what would be there instead of it, at rest [kg]
    float steepness;         // sum of squared gradients below which its push fades out [1/m^2],
    float inverseSteepness;  // and 1 by that
    uint unused;
};

// One of its particles. 16 bytes.
struct EnclosureMember {
    uint particle;
    uint owner;      // index of the enclosure
    uint firstPair;  // its neighbours, two by two: the one before and the one after, or those in each of its triangles
    uint pairCount;
};

// A constraint on three or four particles that belong together, see shared/elements.h. 32 bytes.
struct Element {
    uint a, b, c;  // indices of particles
    uint d;        // of the fourth; of an element of three the index of a row of numbers that it shares with others
    vec4 numbers;  // what they mean, its kind says
};
// Kinds, as pipelines and passes name them. Up to kElementOfThree they have four corners and one multiplier; from there
// on three corners, a row, and up to four multipliers.
const uint kElementOfThree = 4u;
const uint kElementTet = 0u;
const uint kElementStrain = 4u;

// A spring as one of its two particles sees it. 16 bytes.
const uint kSpringOneSided = 0x80000000u;  // added to `other`: it pulls, and never pushes
struct SpringEnd {
    uint other;        // index of the particle at the other end
    float restLength;  // [m]
    float stiffness;   // [N/m]
    float viscosity;   // stiffness times the time of damping [N s/m]
};

// How a particle that forces move goes on, as passes over them name it: in one stage, in the two of velocity Verlet, or
// in the four of Runge and Kutta. Up to kAdvanceFirst they begin a substep.
const uint kAdvanceExplicit = 0u;
const uint kAdvanceSemiImplicit = 1u;
const uint kAdvanceDrift = 2u;
const uint kAdvanceFirst = 3u;
const uint kAdvanceSecond = 4u;
const uint kAdvanceThird = 5u;
const uint kAdvanceFourth = 6u;
const uint kAdvanceKick = 7u;

// What an integrator notes of a particle during a substep. 64 bytes; the fourth components are unused.
struct ForceStage {
    vec4 acceleration;  // [m/s^2] where and as fast as the particle is in this stage
    vec4 velocity;      // at the substep's start [m/s]
    vec4 nextVelocity;  // at its end, gathered stage by stage [m/s]
    vec4 displacement;  // in it, likewise [m]; after the last stage what it has come to
};

// A vertex of a mesh that four particles carry, as a point of their tetrahedron: a + x (b - a) + y (c - a) + z (d - a).
struct CarriedVertex {
    uint a, b, c, d;
    float x, y, z;
    float unused;
};

#ifdef __cplusplus
static_assert(sizeof(TileStick) == 8 && sizeof(TileRun) == 16 && sizeof(TileRecord) == 48);
static_assert(sizeof(StickRestraint) == 12 && sizeof(BendNumbers) == 16 && sizeof(BendLink) == 8 &&
              sizeof(TensionLink) == 8 && sizeof(TensionRow) == 8 && sizeof(Stick) == 16 && sizeof(vec4) == 16 &&
              sizeof(Tether) == 8 && sizeof(Sleeper) == 8 && sizeof(Strand) == 32 && sizeof(Rim) == 16 &&
              sizeof(PlateHinge) == 20 && sizeof(TensorRow) == 16 && sizeof(TensorLink) == 8 &&
              sizeof(TensorBlock) == 76);
static_assert(sizeof(EnclosureRecord) == 64 && sizeof(EnclosureMember) == 16 && sizeof(Element) == 32);
static_assert(sizeof(Triangle) == 16 && sizeof(PinRecord) == 32 && sizeof(Bend) == 32 &&
              sizeof(ColliderRecord) == 160 && sizeof(Chunk) == 16 && sizeof(ShapeRecord) == 112 &&
              sizeof(ShapeMember) == 32 && sizeof(CarriedVertex) == 32 && sizeof(SpringEnd) == 16 &&
              sizeof(ForceStage) == 64 && sizeof(FrameRecord) == 192 && sizeof(FrameView) == 48);
}  // namespace pliant
#endif
#endif
