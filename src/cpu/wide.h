#pragma once

// Eight floats at a time, with the names that shaders/shared/portable.h expects of a real number. Every operation is
// the correctly rounded one of IEEE 754, as for one float. Only for files compiled with AVX2, see wide_kernels.h.

#include <immintrin.h>

#include <cstddef>

#include "shared/layout.h"

namespace pliant {

struct Real8 {
    __m256 v;
    Real8() = default;
    Real8(__m256 value) : v(value) {}
    explicit Real8(float value) : v(_mm256_set1_ps(value)) {}
};

/// Eight answers: all bits of a lane, or none.
struct Mask8 {
    __m256 v;
};

using Real8x3 = glm::vec<3, Real8, glm::defaultp>;
using Real8x4 = glm::vec<4, Real8, glm::defaultp>;

inline Real8 operator+(Real8 a, Real8 b) {
    return _mm256_add_ps(a.v, b.v);
}
inline Real8 operator-(Real8 a, Real8 b) {
    return _mm256_sub_ps(a.v, b.v);
}
inline Real8 operator*(Real8 a, Real8 b) {
    return _mm256_mul_ps(a.v, b.v);
}
inline Mask8 operator<(Real8 a, Real8 b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)};
}
inline Mask8 operator>(Real8 a, Real8 b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_GT_OQ)};
}
inline Mask8 operator>=(Real8 a, Real8 b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_GE_OQ)};
}
inline Mask8 operator==(Real8 a, Real8 b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_EQ_OQ)};
}
inline Mask8 operator&&(Mask8 a, Mask8 b) {
    return {_mm256_and_ps(a.v, b.v)};
}
inline Mask8 operator||(Mask8 a, Mask8 b) {
    return {_mm256_or_ps(a.v, b.v)};
}
inline Mask8 operator!(Mask8 a) {
    return {_mm256_xor_ps(a.v, _mm256_castsi256_ps(_mm256_set1_epi32(-1)))};
}

inline Mask8 isZero(Real8 x) {
    return x == Real8(0.0f);
}
/// One bit per lane.
inline int bitsOf(Mask8 mask) {
    return _mm256_movemask_ps(mask.v);
}
inline bool all(Mask8 mask) {
    return bitsOf(mask) == 0xff;
}
inline bool anyOf(Mask8 mask) {
    return bitsOf(mask) != 0;
}

inline Real8 pick(Mask8 condition, Real8 yes, Real8 no) {
    return _mm256_blendv_ps(no.v, yes.v, condition.v);
}
inline Real8 pick(bool condition, Real8 yes, Real8 no) {
    return condition ? yes : no;
}
inline Real8 keepIf(Mask8 condition, Real8 x) {
    return _mm256_and_ps(condition.v, x.v);
}
inline Real8 reciprocalSqrtSeed(Real8 x) {
    const __m256i half = _mm256_srli_epi32(_mm256_castps_si256(x.v), 1);
    return _mm256_castsi256_ps(_mm256_sub_epi32(_mm256_set1_epi32(0x5f375a86), half));
}
inline Real8 powerBelowRoot(Real8 x) {
    const __m256i half =
        _mm256_srli_epi32(_mm256_sub_epi32(_mm256_castps_si256(x.v), _mm256_set1_epi32(0x00800000)), 1);
    const __m256i power = _mm256_add_epi32(half, _mm256_set1_epi32(0x20000000));
    return _mm256_castsi256_ps(_mm256_and_si256(power, _mm256_set1_epi32(0x7f800000)));
}
inline Real8 inversePower(Real8 x) {
    return _mm256_castsi256_ps(_mm256_sub_epi32(_mm256_set1_epi32(0x7f000000), _mm256_castps_si256(x.v)));
}

/// Which of eight lanes count: all of them,
struct AllLanes {
    static constexpr int count = 8;
    static constexpr int bits = 0xff;
    static constexpr int of(int lane) { return lane; }
};

/// or the first few, at the end of a pass. The others compute what the first one computes, and store nothing.
struct FirstLanes {
    int count;
    int bits;
    explicit FirstLanes(int lanes) : count(lanes), bits((1 << lanes) - 1) {}
    int of(int lane) const { return lane < count ? lane : 0; }
};

/// Calls kernel(item, lanes) for every eight items of [first, last), and for what is left.
template <class Kernel>
[[gnu::always_inline]] inline void inEights(std::uint32_t first, std::uint32_t last, Kernel&& kernel) {
    for (; last - first >= 8; first += 8)
        kernel(first, AllLanes{});
    if (first < last) kernel(first, FirstLanes(static_cast<int>(last - first)));
}

/// `at(i)` is the number of lane i.
template <class Lanes, class At>
[[gnu::always_inline]] inline Real8 gatherReals(Lanes lanes, At&& at) {
    const auto n = [&](int lane) { return at(lanes.of(lane)); };
    return _mm256_setr_ps(n(0), n(1), n(2), n(3), n(4), n(5), n(6), n(7));
}

inline Real8 loadReals(AllLanes, const float* at) {
    return _mm256_loadu_ps(at);
}
inline Real8 loadReals(FirstLanes lanes, const float* at) {
    return gatherReals(lanes, [at](int i) { return at[i]; });
}
inline void storeReals(AllLanes, Real8 x, float* at) {
    _mm256_storeu_ps(at, x.v);
}
inline void storeReals(FirstLanes lanes, Real8 x, float* at) {
    alignas(32) float values[8];
    _mm256_store_ps(values, x.v);
    for (int i = 0; i < lanes.count; ++i)
        at[i] = values[i];
}

/// Rows and columns of an 8 x 4 table change places: eight records of four floats become four Real8, and back.
struct Columns8 {
    Real8 x, y, z, w;
};

inline Real8x3 xyz(const Columns8& c) {
    return {c.x, c.y, c.z};
}
inline Columns8 columnsOf(const Real8x3& v, Real8 w) {
    return {v.x, v.y, v.z, w};
}

inline void transpose4x4(__m256& a, __m256& b, __m256& c, __m256& d) {
    const __m256 abLow = _mm256_unpacklo_ps(a, b), abHigh = _mm256_unpackhi_ps(a, b);
    const __m256 cdLow = _mm256_unpacklo_ps(c, d), cdHigh = _mm256_unpackhi_ps(c, d);
    a = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(abLow), _mm256_castps_pd(cdLow)));
    b = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(abLow), _mm256_castps_pd(cdLow)));
    c = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(abHigh), _mm256_castps_pd(cdHigh)));
    d = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(abHigh), _mm256_castps_pd(cdHigh)));
}

/// `at(i)` is the address of the record of lane i, four floats.
template <class Lanes, class At>
[[gnu::always_inline]] inline Columns8 loadColumns(Lanes lanes, At&& at) {
    const auto pair = [&](int i) {
        const __m128 low = _mm_loadu_ps(at(lanes.of(i))), high = _mm_loadu_ps(at(lanes.of(i + 4)));
        return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
    };
    __m256 a = pair(0), b = pair(1), c = pair(2), d = pair(3);
    transpose4x4(a, b, c, d);
    return {a, b, c, d};
}

/// One record in all eight lanes.
inline Columns8 spread(const float* at) {
    return {Real8(at[0]), Real8(at[1]), Real8(at[2]), Real8(at[3])};
}

/// Stores the lanes whose bits are set.
template <class At>
[[gnu::always_inline]] inline void storeColumns(int bits, const Columns8& columns, At&& at) {
    __m256 rows[4] = {columns.x.v, columns.y.v, columns.z.v, columns.w.v};
    transpose4x4(rows[0], rows[1], rows[2], rows[3]);
    for (int i = 0; i < 4; ++i) {
        if ((bits >> i & 1) != 0) _mm_storeu_ps(at(i), _mm256_castps256_ps128(rows[i]));
        if ((bits >> (i + 4) & 1) != 0) _mm_storeu_ps(at(i + 4), _mm256_extractf128_ps(rows[i], 1));
    }
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
    const Mask8 everyLane{_mm256_castsi256_ps(_mm256_set1_epi32(-1))};
    for (std::uint32_t k = 0; k < least; ++k)
        step([k](int) { return k; }, everyLane);
    for (std::uint32_t k = least; k < most; ++k) {
        alignas(32) std::int32_t have[8];
        for (int i = 0; i < 8; ++i)
            have[i] = k < countOf(lanes.of(i)) ? -1 : 0;
        step([&, k](int i) { return have[i] != 0 ? k : 0u; },
             Mask8{_mm256_load_ps(reinterpret_cast<const float*>(have))});
    }
}

/// Adds up eight rows of a table in compressed rows, x, y, z and w of one row at once, each in its order: add(sum,
/// entry) from 0 on.
template <class Lanes, class Add>
[[gnu::always_inline]] inline Columns8 sumRows(Lanes lanes, const std::uint32_t* rowFirst, const std::uint32_t* entries,
                                               Add&& add) {
    alignas(32) float rows[8][4] = {};
    for (int i = 0; i < lanes.count; ++i) {
        __m128 sum = _mm_setzero_ps();
        const std::uint32_t* end = entries + rowFirst[i + 1];
        for (const std::uint32_t* entry = entries + rowFirst[i]; entry != end; ++entry)
            sum = add(sum, *entry);
        _mm_store_ps(rows[i], sum);
    }
    return loadColumns(lanes, [&](int i) { return rows[i]; });
}

/// What sweep_tile.h wants to know of a width.
struct Wide8 {
    using Real = Real8;
    using Columns = Columns8;
    static constexpr int kCount = 8;

    template <class At>
    static Columns load(At&& at) {
        return loadColumns(AllLanes{}, at);
    }
    template <class At>
    static void store(const Columns& columns, At&& at) {
        storeColumns(AllLanes::bits, columns, at);
    }
    static Real loadRow(const float* from) { return _mm256_loadu_ps(from); }
    static void storeRow(Real values, float* to) { _mm256_storeu_ps(to, values.v); }

    // Of pairs that stand one after another, the numbers that come first or second.
    static Real firstOfPairs(const float* pairs) { return ofPairs<_MM_SHUFFLE(2, 0, 2, 0)>(pairs); }
    static Real secondOfPairs(const float* pairs) { return ofPairs<_MM_SHUFFLE(3, 1, 3, 1)>(pairs); }

  private:
    template <int kWhich>
    static Real ofPairs(const float* pairs) {
        const __m256 mixed = _mm256_shuffle_ps(_mm256_loadu_ps(pairs), _mm256_loadu_ps(pairs + 8), kWhich);
        return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(mixed), _MM_SHUFFLE(3, 1, 2, 0)));
    }
};

}  // namespace pliant
