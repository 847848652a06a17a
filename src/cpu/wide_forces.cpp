// Of particles that forces move. See wide_kernels.h for what may stand here.

#include "cpu/wide.h"
#include "cpu/wide_kernels.h"
#include "shared/force.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// What the springs of eight particles add up to, one of each at a time.
template <class Lanes>
Real8x3 sumSprings(const Buffers& buffers, const WideItems& items, Index table, Index own, const Real8x3& x,
                   const Real8x3& v, Lanes lanes) {
    const Index* rows = items.springFirst + own;
    const auto countOf = [&](int i) { return rows[i + 1] - rows[i]; };
    const SpringEnd* firsts[8];
    for (int i = 0; i < 8; ++i)  // what a particle without springs reads is not used
        firsts[i] = items.springEnds + (countOf(lanes.of(i)) != 0 ? rows[lanes.of(i)] : 0);
    Real8x3 sum(Real8(0.0f));
    forItems(lanes, countOf, [&](auto&& numberOf, Mask8 have) {
        const auto spring = [&](int i) { return firsts[i] + numberOf(i); };
        const auto other = [&](int i) { return 4 * std::ptrdiff_t(spring(i)->other & ~kSpringOneSided); };
        const Columns8 numbers =
            loadColumns(lanes, [&](int i) { return reinterpret_cast<const float*>(spring(i)); });  // other, L, k, c
        const Columns8 otherX = loadColumns(lanes, [&](int i) { return &buffers.particles->x + other(i); });
        const Columns8 otherV =
            loadColumns(lanes, [&](int i) { return &buffers.velocities->x + (other(i) - 4 * std::ptrdiff_t(table)); });
        const Mask8 isOneSided{_mm256_castsi256_ps(_mm256_srai_epi32(_mm256_castps_si256(numbers.x.v), 31))};
        const Real8x3 force = springForce<Real8>(difference<Real8>(x, xyz(otherX)), difference<Real8>(v, xyz(otherV)),
                                                 numbers.y, numbers.z, numbers.w, isOneSided);
        sum = pick3<Real8>(have, addForce<Real8>(sum, force), sum);
    });
    return sum;
}

template <class Lanes>
void addEight(const Buffers& buffers, const WideItems& items, const PassConstants& constants, Index first,
              Lanes lanes) {
    const Index own = first - constants.table;
    const float* velocities = &buffers.velocities[own].x;
    const Columns8 x = loadColumns(lanes, [&](int i) { return &buffers.particles[first].x + 4 * i; });
    const Real8x3 v = xyz(loadColumns(lanes, [&](int i) { return velocities + 4 * i; }));
    const Real8x3 sum = sumSprings(buffers, items, constants.table, own, xyz(x), v, lanes);
    const Real8x3 gravity(Real8(constants.gravity.x), Real8(constants.gravity.y), Real8(constants.gravity.z));
    const Real8x3 a = accelerationBy<Real8>(sum, v, x.w, gravity, Real8(constants.damping));
    storeColumns(lanes.bits, columnsOf(a, Real8(0.0f)), [&](int i) { return &buffers.stages[own + i].acceleration.x; });
}

template <class Lanes>
void advanceEight(const Buffers& buffers, Index scheme, const PassConstants& constants, Index first, Lanes lanes) {
    const Index own = first - constants.table;
    float* particles = &buffers.particles[first].x;
    float* previous = &buffers.previous[first].x;
    float* velocities = &buffers.velocities[own].x;
    ForceStage* stages = buffers.stages + own;
    const Columns8 x = loadColumns(lanes, [&](int i) { return particles + 4 * i; });
    if (scheme <= kAdvanceFirst) storeColumns(lanes.bits, x, [&](int i) { return previous + 4 * i; });
    const Real8x3 x0 = xyz(loadColumns(lanes, [&](int i) { return previous + 4 * i; }));
    StageNotes<Real8> notes{xyz(loadColumns(lanes, [&](int i) { return &stages[i].acceleration.x; })),
                            xyz(loadColumns(lanes, [&](int i) { return &stages[i].velocity.x; })),
                            xyz(loadColumns(lanes, [&](int i) { return &stages[i].nextVelocity.x; })),
                            xyz(loadColumns(lanes, [&](int i) { return &stages[i].displacement.x; }))};
    Real8x3 place = xyz(x), v = xyz(loadColumns(lanes, [&](int i) { return velocities + 4 * i; }));
    pliant::advance<Real8>(scheme, x0, Real8(constants.step), Real8(constants.damping), place, v, notes);
    const int bits = bitsOf(!isZero(x.w)) & lanes.bits;
    const Real8 zero(0.0f);
    storeColumns(bits, columnsOf(place, x.w), [&](int i) { return particles + 4 * i; });
    storeColumns(bits, columnsOf(v, zero), [&](int i) { return velocities + 4 * i; });
    if (scheme == kAdvanceKick) return;  // it notes nothing
    storeColumns(bits, columnsOf(notes.velocity, zero), [&](int i) { return &stages[i].velocity.x; });
    storeColumns(bits, columnsOf(notes.nextVelocity, zero), [&](int i) { return &stages[i].nextVelocity.x; });
    storeColumns(bits, columnsOf(notes.displacement, zero), [&](int i) { return &stages[i].displacement.x; });
}

// False if one of the eight is lost: the plain kernel knows what to do.
template <class Lanes>
bool settleEight(const Buffers& buffers, const PassConstants& constants, Index first, Lanes lanes) {
    const Index own = first - constants.table;
    const float* particles = &buffers.particles[first].x;
    const float* previous = &buffers.previous[first].x;
    float* velocities = &buffers.velocities[own].x;
    const ForceStage* stages = buffers.stages + own;
    const Columns8 x = loadColumns(lanes, [&](int i) { return particles + 4 * i; });
    const Real8x3 p = xyz(loadColumns(lanes, [&](int i) { return previous + 4 * i; }));
    const Real8x3 before = xyz(loadColumns(lanes, [&](int i) { return velocities + 4 * i; }));
    const Real8x3 displacement = xyz(loadColumns(lanes, [&](int i) { return &stages[i].displacement.x; }));
    const Real8x3 v = settledVelocity<Real8>(xyz(x), p, before, displacement, x.w, Real8(constants.inverseStep));
    if (!all(isPlace<Real8>(xyz(x)) && isPlace<Real8>(v))) return false;
    storeColumns(lanes.bits, columnsOf(v, Real8(0.0f)), [&](int i) { return velocities + 4 * i; });
    return true;
}

}  // namespace

void addForcesWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    inEights(first, last, [&](Index i, auto lanes) { addEight(buffers, items, constants, i, lanes); });
}

void advanceWide(const Buffers& buffers, std::uint32_t scheme, const PassConstants& constants, Index first,
                 Index last) {
    inEights(first, last, [&](Index i, auto lanes) { advanceEight(buffers, scheme, constants, i, lanes); });
}

void settleVelocitiesWide(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    inEights(first, last, [&](Index i, auto lanes) {
        if (!settleEight(buffers, constants, i, lanes))
            settleVelocities(buffers, 0, constants, i, i + Index(lanes.count));
    });
}

}  // namespace pliant::cpu
