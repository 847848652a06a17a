// Moments of plates: flat pieces of a triangle mesh, whose hinges are stiff against the mass of their particles.
//
// One pass over hinges leaves moments that are smooth over many particles too small, as over bends of grids, see
// bend.h. Here they are carried by moment tensors, M = (Mxx, Myy, Mxy), of clusters: a tensor stands for moments
//     m = n . M n        of the hinges around it, n: unit vector square to the hinge's edge, in the plate
// that fade out from its cluster over those beside it. A field that is the same everywhere pulls at no particle within
// a plate, whatever its triangles: that is what Hellan (1967), Herrmann (1967) and Johnson (1973) found moments of
// triangles for, and why sums of these are smooth on any mesh. On every level clusters of about nine stand in for those
// of the one before.
//
// In a substep with bends, y where particles would be without them:
//   1. what each hinge's v is short of, r = -v(y) - damping,                                      MeasureHinges
//   2. is gathered by tensors of vertices, R = sum of n n r, then by those of clusters, level by level:  GatherTensors
//      R' = sum of shares R;
//   3. from the coarsest level on, tensors Z of clusters begin with those of the level above, and are solved once:
//      Z changes by (R - sum of (W + C/h^2) Z) / (W + C/h^2), component by component,              SolveTensors
//      with W how the strains of two give way to each other, and C the compliance that they have together;
//   4. those of vertices are the moments of hinges, m,                                             SpreadTensors
//   5. which push particles: x += w (sum of k m),                                                  PushHinges
//   6. and each hinge is bent for itself, from the moment that it has: see bendPull().
//
// C is that of a plate of Poisson's ratio 0: what the moments of a triangle's three hinges come to as one tensor, M : M
// area / stiffness, so that the mesh does not show. Every change of a tensor is a projection by least motion in the
// measure of mass and energy, as those of bends between clusters are: none adds energy, and momentum is kept.
#ifndef PLIANT_SHARED_PLATE_H
#define PLIANT_SHARED_PLATE_H

#include "bend.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Each component is a vector, as what is bent is a surface in space; w is 0.
struct MomentTensor {
    vec4 xx, yy, xy;
};

// What v is short of. `back`: v as it was when the substep began, less what it is.
PLIANT_PLAIN vec4 hingeShortage(vec3 v, vec3 back, float damping) {
    PLIANT_PRECISE vec3 shortage = back * damping - v;
    shortage = storable3(shortage);
    return vec4(keepIfGood(squaredLength(shortage), shortage), 0.0f);
}

// As storable(), of four.
PLIANT_PLAIN vec4 storableAll(vec4 v) {
    PLIANT_PRECISE vec4 raised = v + vec4(9.9261673e-24f, 9.9261673e-24f, 9.9261673e-24f, 9.9261673e-24f);
    PLIANT_PRECISE vec4 rounded = raised - vec4(9.9261673e-24f, 9.9261673e-24f, 9.9261673e-24f, 9.9261673e-24f);
    return rounded;
}

PLIANT_PLAIN vec4 addTimes(vec4 sum, vec4 v, float number) {
    PLIANT_PRECISE vec4 added = sum + v * number;
    return storableAll(added);
}

PLIANT_PLAIN vec4 lessTimes(vec4 sum, vec4 v, float number) {
    PLIANT_PRECISE vec4 less = sum - v * number;
    return storableAll(less);
}

PLIANT_PLAIN MomentTensor addHinge(MomentTensor sum, PlateHinge hinge, vec4 shortage) {
    sum.xx = addTimes(sum.xx, shortage, hinge.xx);
    sum.yy = addTimes(sum.yy, shortage, hinge.yy);
    sum.xy = addTimes(sum.xy, shortage, hinge.xy);
    return sum;
}

PLIANT_PLAIN MomentTensor addTensor(MomentTensor sum, MomentTensor other, float number) {
    sum.xx = addTimes(sum.xx, other.xx, number);
    sum.yy = addTimes(sum.yy, other.yy, number);
    sum.xy = addTimes(sum.xy, other.xy, number);
    return sum;
}

// What the tensors of the two ends of a hinge's edge come to along it.
PLIANT_PLAIN vec4 hingeMoment(PlateHinge hinge, MomentTensor a, MomentTensor b) {
    MomentTensor both = addTensor(a, b, 1.0f);
    vec4 none = vec4(0.0f, 0.0f, 0.0f, 0.0f);
    return addTimes(addTimes(addTimes(none, both.xx, hinge.xx), both.yy, hinge.yy), both.xy, hinge.xy);
}

// An entry of a block: how much a component is short of for a unit of another one.
PLIANT_PLAIN float blockEntry(float mobility, float compliance, float damped, float inverseSquaredStep) {
    PLIANT_PRECISE float entry = mobility * damped + compliance * inverseSquaredStep;
    return storable(entry);
}

// A component's change that makes up for what it is short of; none where nothing can move.
PLIANT_PLAIN vec4 solvedBy(vec4 shortage, float diagonal) {
    PLIANT_PRECISE vec4 change = shortage * reciprocal(diagonal);
    return diagonal > 1e-20f ? storableAll(change) : vec4(0.0f, 0.0f, 0.0f, 0.0f);
}

PLIANT_PLAIN vec3 pushedBy(vec3 x, vec3 pull, float inverseMass, float share) {
    PLIANT_PRECISE vec3 moved = x + pull * (inverseMass * share);
    return storable3(moved);
}

#ifdef __cplusplus
}
#endif
#endif
