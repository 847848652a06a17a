#pragma once

#include <bit>

#include "pliant/cpu/wide_kernels.h"

// Kernels are written once, for any width: how many items they take at a time. A width is One (one.h), Eight (wide.h)
// or Sixteen (wide16.h), and has
//
//     kCount                               items at a time
//     forEach(first, last, kernel)         calls kernel(i, lanes) for the items [first, last), so many from i on each
//     time
//
// `lanes` says which of them count: all, or those that are left at the end of a pass, and it is a type that has
//
//     Real, Mask, Columns, Wholes          a number, an answer, x, y, z and w, and a whole number of each item
//     count, bits                          lanes that count; a bit for each
//     All                                  the lanes if all count
//     mayLeave(moves)                      whether an item is done because none moves; eight hardly ever are: not asked
//
// Numbers are loaded and stored by functions that take the lanes, and ask for the number or the address of lane i:
//
//     loadColumns(lanes, at)               the four floats at at(i)
//     storeColumns(bits, columns, at)      of the lanes whose bits are set
//     copyColumns(lanes, from, to)         from address to address
//     gatherReals(lanes, at), maskOf(lanes, at)            from the numbers, the answers at(i)
//     loadReals(lanes, from), storeReals(lanes, x, to)     of lanes that follow one another in memory
//     loadPairs(lanes, from), loadTriples(lanes, from)     of two, three numbers each, one lane's after another's
//     firstLanes(lanes, count)             yes for so many of them
//     wholeNumbers(x), sumOf(wholes)       of all lanes, as wholeNumber() in shared/grid.h has them; their sum
//     highestOf(x), lowestOf(x)            of all lanes, numbers alone
//     forItems(lanes, countOf, step)       a loop of its own length for each lane
//     sumRows(lanes, entriesOf, records, add)              x, y and z of records added up, lane by lane
//
// A width that not all kernels take, Sixteen, has of this what they need.
//
// A text of kernels is included by the file of each width, so nothing of it may be linked: see wide_kernels.h.
namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

template <class Lanes>
using RealOf = typename Lanes::Real;
template <class Lanes>
using MaskOf = typename Lanes::Mask;
template <class Lanes>
using ColumnsOf = typename Lanes::Columns;
template <class Lanes>
using Real3Of = glm::vec<3, RealOf<Lanes>, glm::defaultp>;

/// One vector for all lanes.
template <class Lanes>
[[gnu::always_inline]] inline Real3Of<Lanes> spread3(const vec3& v) {
    using Real = RealOf<Lanes>;
    return {Real(v.x), Real(v.y), Real(v.z)};
}

/// Addresses of records that follow one another from `first` on, of four floats each.
template <class Vector>
[[gnu::always_inline]] inline auto rowsFrom(Vector* first) {
    return [at = &first->x](int i) { return at + 4 * i; };
}

/// Addresses of the records of these particles, of four floats each.
template <class Vector>
[[gnu::always_inline]] inline auto rowsOf(Vector* records, const Index* particles) {
    return [=](int lane) { return &records[particles[lane]].x; };
}

/// Of a lane: what sumRows() adds up.
template <class Entry>
struct Entries {
    const Entry* first;
    const Entry* last;
};

/// Those of rows that follow one another from `first` on, of the schedule's table in compressed rows.
[[gnu::always_inline]] inline auto entriesOf(const WideItems& items, Index first) {
    return [at = items.rowFirst + first, entries = items.rowEntries](int i) {
        return Entries<Index>{entries + at[i], entries + at[i + 1]};
    };
}

/// Calls visit(lane) for those whose bits are set.
template <class Visit>
[[gnu::always_inline]] inline void forBits(int bits, Visit&& visit) {
    for (; bits != 0; bits &= bits - 1)
        visit(std::countr_zero(static_cast<unsigned>(bits)));
}

/// How many bits are set.
[[gnu::always_inline]] inline int countOf(int bits) {
    return __builtin_popcount(static_cast<unsigned>(bits));
}

/// Stores those that move: others may be read by other threads at this time, as anchors of tethers.
template <class Lanes, class At>
[[gnu::always_inline]] inline void storeMoved(Lanes lanes, MaskOf<Lanes> moves, const ColumnsOf<Lanes>& columns,
                                              At&& at) {
    const int bits = bitsOf(moves) & lanes.bits;
    if (bits == lanes.bits) storeColumns(lanes.bits, columns, at);
    else storeColumns(bits, columns, at);
}

/// Counts those that are lost, and takes away the motion that they have noted.
template <class Lanes, class At>
void noteLost(Lanes, const Buffers& buffers, int lost, At&& motion) {
    const RealOf<Lanes> none(0.0f);
    storeColumns(lost, ColumnsOf<Lanes>{none, none, none, none}, motion);
    countLost(buffers, lost);
}

/// Those that are lost go back to where they last were, at rest. Not inline: it is rare, and would take registers.
template <class Lanes, class At>
[[gnu::noinline]] void bringBack(Lanes lanes, const Buffers& buffers, int lost, Index first, At motion) {
    const auto particle = rowsFrom(buffers.particles + first);
    const auto p = xyz(loadColumns(lanes, rowsFrom(buffers.previous + first)));
    storeColumns(lost, columnsOf(p, loadColumns(lanes, particle).w), particle);
    noteLost(lanes, buffers, lost, motion);
}

}  // namespace
}  // namespace pliant::cpu
