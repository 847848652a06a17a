// Of elements. See wide_kernels.h for what may stand here.

#include "cpu/wide.h"
#include "cpu/wide_kernels.h"
#include "shared/elements.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

inline Real8x4 toReals(const Columns8& c) {
    return {c.x, c.y, c.z, c.w};
}
inline Columns8 toColumns(const Real8x4& v) {
    return {v.x, v.y, v.z, v.w};
}

// Eight elements of one kind and colour.
template <class Lanes>
void solveEight(const Buffers& buffers, const WideItems& items, Index kind, const PassConstants& constants, Index first,
                Lanes lanes) {
    const bool hasFourth = kind < kElementOfThree;
    const Element* elements = items.elements + first;
    const auto corner = [&](int k) {
        return [&buffers, elements, k](int i) { return &buffers.particles[(&elements[i].a)[k]].x; };
    };
    const auto load = [&](auto&& at) { return toReals(loadColumns(lanes, at)); };
    ElementCorners<Real8> x{load(corner(0)), load(corner(1)), load(corner(2)), Real8x4(Real8(0.0f))};
    ElementNumbers<Real8> numbers{load([&](int i) { return &elements[i].numbers.x; }), Real8x4(Real8(0.0f))};
    Real8x4 multipliers(Real8(0.0f));
    if (hasFourth) x.d = load(corner(3));
    else numbers.row = load([&](int i) { return &items.elementRows[elements[i].d].x; });
    const auto multipliersOf = [&](int i) { return &buffers.elementMultipliers[first + Index(i)].x; };
    if (constants.firstIteration == 0) multipliers = load(multipliersOf);
    projectElement<Real8>(kind, x, numbers, constants, multipliers);
    storeColumns(lanes.bits, toColumns(multipliers), multipliersOf);
    storeColumns(lanes.bits, toColumns(x.a), corner(0));
    storeColumns(lanes.bits, toColumns(x.b), corner(1));
    storeColumns(lanes.bits, toColumns(x.c), corner(2));
    if (hasFourth) storeColumns(lanes.bits, toColumns(x.d), corner(3));
}

}  // namespace

void solveElementsWide(const Buffers& buffers, Index kind, const PassConstants& constants, Index first, Index last) {
    const WideItems items = wideItems(*buffers.schedule);
    inEights(first, last, [&](Index i, auto lanes) { solveEight(buffers, items, kind, constants, i, lanes); });
}

}  // namespace pliant::cpu
