#pragma once

// One item at a time, by the names that widths.h tells of. For files that are compiled for every processor.

#include <cstddef>

#include "pliant/shared/grid.h"
#include "pliant/shared/jacobi.h"
#include "pliant/shared/stick.h"

namespace pliant {

inline bool isZero(float x) {
    return x == 0.0f;
}
inline bool hasSign(float x) {
    return (bitsOfFloat(x) & 0x80000000u) != 0;
}
inline int bitsOf(bool mask) {
    return mask ? 1 : 0;
}
inline int firstOf(bool) {
    return 0;
}
inline bool all(bool mask) {
    return mask;
}

struct Columns1 {
    float x, y, z, w;
};

inline vec3 xyz(const Columns1& c) {
    return {c.x, c.y, c.z};
}
inline Columns1 columnsOf(const vec3& v, float w) {
    return {v.x, v.y, v.z, w};
}

struct OneLane {
    using Real = float;
    using Mask = bool;
    using Columns = Columns1;
    using Wholes = int;
    using All = OneLane;
    static constexpr int kCount = 1;
    static constexpr int count = 1;
    static constexpr int bits = 1;
    static constexpr int of(int) { return 0; }
    static constexpr bool none() { return false; }
    template <class Moves>
    static constexpr bool mayLeave(Moves&& moves) {
        return !moves();
    }
};

inline bool firstLanes(OneLane, std::uint32_t count) {
    return count > 0;
}
inline int wholeNumbers(float x) {
    return wholeNumber<float>(x);
}
inline float highestOf(float x) {
    return x;
}
inline float lowestOf(float x) {
    return x;
}
inline int sumOf(int whole) {
    return whole;
}

template <class At>
inline float gatherReals(OneLane, At&& at) {
    return at(0);
}
template <class At>
inline bool maskOf(OneLane, At&& at) {
    return at(0);
}
inline float loadReals(OneLane, const float* from) {
    return *from;
}
inline void storeReals(OneLane, float x, float* to) {
    *to = x;
}

template <class At>
inline Columns1 loadColumns(OneLane, At&& at) {
    using Word [[gnu::may_alias]] = const float;  // some of a record's may be whole numbers
    Word* from = at(0);
    return {from[0], from[1], from[2], from[3]};
}
template <class Lanes>
Columns1 spread(const float* at) {
    return {at[0], at[1], at[2], at[3]};
}
template <class At>
inline void storeColumns(int bits, const Columns1& columns, At&& at) {
    if (bits == 0) return;
    float* to = at(0);
    to[0] = columns.x;
    to[1] = columns.y;
    to[2] = columns.z;
    to[3] = columns.w;
}
template <class From, class To>
inline void copyColumns(OneLane, From&& from, To&& to) {
    for (int k = 0; k < 4; ++k)
        to(0)[k] = from(0)[k];
}

struct RealPair {
    float first, second;
};
inline RealPair loadPairs(OneLane, const float* from) {
    return {from[0], from[1]};
}

inline float shareIn(float ends) {
    return shareIn(bitsOfFloat(ends));
}

struct Triples1 {
    float first, second, third;
};
inline Triples1 loadTriples(OneLane, const float* triples) {
    return {triples[0], triples[1], triples[2]};
}

template <class CountOf, class Step>
inline void forItems(OneLane, CountOf&& countOf, Step&& step) {
    const std::uint32_t count = countOf(0);
    for (std::uint32_t k = 0; k < count; ++k)
        step([k](int) { return k; }, true);
}

template <class EntriesOf, class Add>
inline vec3 sumRows(OneLane, EntriesOf&& entriesOf, const vec4* records, Add&& add) {
    vec3 sum(0.0f);
    const auto entries = entriesOf(0);
    for (auto entry = entries.first; entry != entries.last; ++entry)
        sum = add(sum, *entry, [records](std::size_t i) { return vec3(records[i]); });
    return sum;
}

struct One {
    using All = OneLane;
    static constexpr int kCount = 1;

    template <class Kernel>
    static void forEach(std::uint32_t first, std::uint32_t last, Kernel&& kernel) {
        for (; first < last; ++first)
            kernel(first, OneLane{});
    }
};

}  // namespace pliant
