#pragma once

// Eight floats at a time, with the names that src/pliant/shared/portable.h expects of a real number. Every operation is
// the correctly rounded one of IEEE 754, as for one float. Only for wide_kernels.cpp, see wide_kernels.h.

#include <bit>
#include <cstddef>

#include "pliant/shared/layout.h"
#ifdef __AVX2__
#include "pliant/cpu/eight_avx2.h"
#else
#include "pliant/cpu/eight_vectors.h"
#endif

namespace pliant {

using Real8x3 = glm::vec<3, Real8, glm::defaultp>;
using Real8x4 = glm::vec<4, Real8, glm::defaultp>;

inline Mask8 isZero(Real8 x) {
    return x == Real8(0.0f);
}
/// The first lane of those of which there must be one.
inline int firstOf(Mask8 mask) {
    return std::countr_zero(static_cast<unsigned>(bitsOf(mask)));
}
inline bool all(Mask8 mask) {
    return bitsOf(mask) == 0xff;
}
inline bool anyOf(Mask8 mask) {
    return bitsOf(mask) != 0;
}
inline Real8 pick(bool condition, Real8 yes, Real8 no) {
    return condition ? yes : no;
}

/// Which of eight lanes count: all of them,
struct AllLanes {
    using Real = Real8;
    using Mask = Mask8;
    using Columns = Columns8;
    using Wholes = Wholes8;
    using All = AllLanes;
    static constexpr int kCount = 8;
    static constexpr int count = 8;
    static constexpr int bits = 0xff;
    static constexpr int of(int lane) { return lane; }
    static Mask none() { return noLane(); }
    template <class Moves>
    static constexpr bool mayLeave(Moves&&) {
        return false;
    }
};

/// or the first few, at the end of a pass. The others compute what the first one computes, and store nothing.
struct FirstLanes {
    using Real = Real8;
    using Mask = Mask8;
    using Columns = Columns8;
    using Wholes = Wholes8;
    using All = AllLanes;
    static constexpr int kCount = 8;
    int count;
    int bits;
    explicit FirstLanes(int lanes) : count(lanes), bits((1 << lanes) - 1) {}
    int of(int lane) const { return lane < count ? lane : 0; }
    static Mask none() { return noLane(); }
    template <class Moves>
    static constexpr bool mayLeave(Moves&&) {
        return false;
    }
};

/// Yes for so many of them.
inline Mask8 firstLanes(AllLanes, std::uint32_t count) {
    return firstOfEight(static_cast<int>(count < 8 ? count : 8));
}

struct Eight {
    using All = AllLanes;
    static constexpr int kCount = 8;

    template <class Kernel>
    [[gnu::always_inline]] static void forEach(std::uint32_t first, std::uint32_t last, Kernel&& kernel) {
        for (; last - first >= 8; first += 8)
            kernel(first, AllLanes{});
        if (first < last) kernel(first, FirstLanes(static_cast<int>(last - first)));
    }
};

/// `at(i)` is the number of lane i.
template <class Lanes, class At>
[[gnu::always_inline]] inline Real8 gatherReals(Lanes lanes, At&& at) {
    const auto n = [&](int lane) { return at(lanes.of(lane)); };
    return realsOf(n(0), n(1), n(2), n(3), n(4), n(5), n(6), n(7));
}
/// `at(i)` is the answer of lane i.
template <class Lanes, class At>
[[gnu::always_inline]] inline Mask8 maskOf(Lanes lanes, At&& at) {
    std::int32_t answers[8];
    for (int i = 0; i < 8; ++i)
        answers[i] = at(lanes.of(i)) ? -1 : 0;
    return maskAt(answers);
}

inline Real8 loadReals(AllLanes, const float* at) {
    return realsAt(at);
}
inline Real8 loadReals(FirstLanes lanes, const float* at) {
    return gatherReals(lanes, [at](int i) { return at[i]; });
}
inline void storeReals(AllLanes, Real8 x, float* at) {
    storeAt(at, x);
}
inline void storeReals(FirstLanes lanes, Real8 x, float* at) {
    float values[8];
    storeAt(values, x);
    for (int i = 0; i < lanes.count; ++i)
        at[i] = values[i];
}

inline RealPairs8 loadPairs(AllLanes, const float* pairs) {
    return pairsAt(pairs);
}
inline RealPairs8 loadPairs(FirstLanes lanes, const float* pairs) {
    return {gatherReals(lanes, [pairs](int i) { return pairs[2 * i]; }),
            gatherReals(lanes, [pairs](int i) { return pairs[2 * i + 1]; })};
}

/// Of triples that stand one after another, the numbers that come first, second and third.
struct RealTriples8 {
    Real8 first, second, third;
};
template <class Lanes>
[[gnu::always_inline]] inline RealTriples8 loadTriples(Lanes lanes, const float* triples) {
    const auto of = [&](int k) { return gatherReals(lanes, [&](int i) { return triples[3 * i + k]; }); };
    return {of(0), of(1), of(2)};
}

inline Real8x3 xyz(const Columns8& c) {
    return {c.x, c.y, c.z};
}
inline Columns8 columnsOf(const Real8x3& v, Real8 w) {
    return {v.x, v.y, v.z, w};
}

/// `at(i)` is the address of the record of lane i, four floats.
template <class Lanes, class At>
[[gnu::always_inline]] inline Columns8 loadColumns(Lanes lanes, At&& at) {
    return columnsAt([&](int i) { return at(lanes.of(i)); });
}

/// One record in all lanes.
template <class Lanes>
Columns8 spread(const float* at) {
    return {Real8(at[0]), Real8(at[1]), Real8(at[2]), Real8(at[3])};
}

template <class Lanes, class From, class To>
[[gnu::always_inline]] inline void copyColumns(Lanes lanes, From&& from, To&& to) {
    for (int i = 0; i < lanes.count; ++i)
        storeAt(to(i), rowAt(from(i)));
}

/// Calls step(numberOf, have) until each of eight lanes has had all of its countOf(lane) items, at least one:
/// numberOf(lane) is the item's number, and where a lane has no more of them, by `have`, that of its first.
template <class Lanes, class CountOf, class Step>
[[gnu::always_inline]] inline void forItems(Lanes lanes, CountOf&& countOf, Step&& step) {
    std::uint32_t least = countOf(0), most = least;
    for (int i = 1; i < lanes.count; ++i) {
        const std::uint32_t count = countOf(i);
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    for (std::uint32_t k = 0; k < least; ++k)
        step([k](int) { return k; }, everyLane());
    for (std::uint32_t k = least; k < most; ++k) {
        std::int32_t have[8];
        for (int i = 0; i < 8; ++i)
            have[i] = k < countOf(lanes.of(i)) ? -1 : 0;
        step([&, k](int i) { return have[i] != 0 ? k : 0u; }, maskAt(have));
    }
}

/// Adds up the entries of each lane, from entriesOf(i).first to its last, in their order: add(sum, entry, recordAt)
/// from 0 on, where recordAt(k) is the k-th of `records`.
template <class Lanes, class EntriesOf, class Add>
[[gnu::always_inline]] inline Real8x3 sumRows(Lanes lanes, EntriesOf&& entriesOf, const vec4* records, Add&& add) {
    const auto recordAt = [at = &records->x](std::size_t k) { return rowAt(at + 4 * k); };
    float rows[8][4] = {};
    for (int i = 0; i < lanes.count; ++i) {
        Row4 sum{};
        const auto entries = entriesOf(i);
        for (auto entry = entries.first; entry != entries.last; ++entry)
            sum = add(sum, *entry, recordAt);
        storeAt(rows[i], sum);
    }
    return xyz(loadColumns(lanes, [&](int i) { return rows[i]; }));
}

}  // namespace pliant
