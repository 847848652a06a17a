#pragma once

// Of elements: see widths.h.

#include <type_traits>

#include "pliant/cpu/wide_kernels.h"
#include "pliant/cpu/widths.h"
#include "pliant/shared/elements.h"

namespace pliant::cpu {
namespace {

template <class Lanes>
using Real4Of = glm::vec<4, RealOf<Lanes>, glm::defaultp>;

template <class Lanes, class At>
[[gnu::always_inline]] inline Real4Of<Lanes> loadVectors(Lanes lanes, At&& at) {
    const auto columns = loadColumns(lanes, at);
    return {columns.x, columns.y, columns.z, columns.w};
}

template <class Lanes, class At>
[[gnu::always_inline]] inline void storeVectors(Lanes lanes, const Real4Of<Lanes>& v, At&& at) {
    storeColumns(lanes.bits, ColumnsOf<Lanes>{v.x, v.y, v.z, v.w}, at);
}

template <bool kOfThree, class Lanes>
[[gnu::always_inline]] inline void solveElement(const Buffers& buffers, const WideItems& items, Index kind,
                                                const PassConstants& constants, Index index, Lanes lanes) {
    using Real = RealOf<Lanes>;
    const Element* elements = items.elements + index;
    const auto corner = [&](int k) {
        return [&buffers, elements, k](int i) { return &buffers.particles[(&elements[i].a)[k]].x; };
    };
    const Real4Of<Lanes> none(Real(0.0f));
    ElementCorners<Real> x{loadVectors(lanes, corner(0)), loadVectors(lanes, corner(1)), loadVectors(lanes, corner(2)),
                           none};
    ElementNumbers<Real> numbers{loadVectors(lanes, [&](int i) { return &elements[i].numbers.x; }), none};
    Real4Of<Lanes> multipliers = none;
    if constexpr (kOfThree) {
        numbers.row = loadVectors(lanes, [&](int i) { return &items.elementRows[elements[i].d].x; });
        if ((constants.flags & kFirstIteration) == 0)
            multipliers = loadVectors(lanes, rowsFrom(buffers.elementMultipliers4 + index));
    } else {
        x.d = loadVectors(lanes, corner(3));
        if ((constants.flags & kFirstIteration) == 0)
            multipliers.x = loadReals(lanes, buffers.elementMultipliers + index);
    }
    projectElement<Real>(kind, x, numbers, constants, multipliers);
    storeVectors(lanes, x.a, corner(0));
    storeVectors(lanes, x.b, corner(1));
    storeVectors(lanes, x.c, corner(2));
    if constexpr (kOfThree) {
        storeVectors(lanes, multipliers, rowsFrom(buffers.elementMultipliers4 + index));
    } else {
        storeVectors(lanes, x.d, corner(3));
        storeReals(lanes, multipliers.x, buffers.elementMultipliers + index);
    }
}

template <class Width>
void solveElements(const Buffers& buffers, Index kind, const PassConstants& constants, Index first, Index last) {
    const WideItems items = *buffers.items;
    const auto solveAll = [&](auto ofThree) {
        Width::forEach(first, last, [&](Index index, auto lanes) {
            solveElement<decltype(ofThree)::value>(buffers, items, kind, constants, index, lanes);
        });
    };
    if (kind < kElementOfThree) solveAll(std::false_type{});
    else solveAll(std::true_type{});
}

}  // namespace
}  // namespace pliant::cpu
