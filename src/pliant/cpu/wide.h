#pragma once

// Eight floats at a time, with the names that src/pliant/shared/portable.h expects of a real number. Every operation is
// the correctly rounded one of IEEE 754, as for one float. Only for files compiled with AVX2, see wide_kernels.h.

#include <immintrin.h>

#include <cstddef>

#include "pliant/shared/layout.h"

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
/// Minus, also of what is no number.
inline Mask8 hasSign(Real8 x) {
    return {_mm256_castsi256_ps(_mm256_srai_epi32(_mm256_castps_si256(x.v), 31))};
}
/// One bit per lane.
inline int bitsOf(Mask8 mask) {
    return _mm256_movemask_ps(mask.v);
}
/// The first lane of those of which there must be one.
inline int firstOf(Mask8 mask) {
    return __builtin_ctz(static_cast<unsigned>(bitsOf(mask)));
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

/// As a number, the highest byte of each.
inline Real8 highestByte(Real8 bits) {
    return _mm256_cvtepi32_ps(_mm256_srli_epi32(_mm256_castps_si256(bits.v), 24));
}

/// Rows and columns of an 8 x 4 table change places: eight records of four floats become four Real8, and back.
struct Columns8 {
    Real8 x, y, z, w;
};

/// Which of eight lanes count: all of them,
struct AllLanes {
    using Real = Real8;
    using Mask = Mask8;
    using Columns = Columns8;
    using All = AllLanes;
    static constexpr int kCount = 8;
    static constexpr int count = 8;
    static constexpr int bits = 0xff;
    static constexpr int of(int lane) { return lane; }
    static Mask none() { return {_mm256_setzero_ps()}; }
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
    using All = AllLanes;
    static constexpr int kCount = 8;
    int count;
    int bits;
    explicit FirstLanes(int lanes) : count(lanes), bits((1 << lanes) - 1) {}
    int of(int lane) const { return lane < count ? lane : 0; }
    static Mask none() { return {_mm256_setzero_ps()}; }
    template <class Moves>
    static constexpr bool mayLeave(Moves&&) {
        return false;
    }
};

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

template <class Kernel>
[[gnu::always_inline]] inline void inEights(std::uint32_t first, std::uint32_t last, Kernel&& kernel) {
    Eight::forEach(first, last, kernel);
}

/// `at(i)` is the number of lane i.
template <class Lanes, class At>
[[gnu::always_inline]] inline Real8 gatherReals(Lanes lanes, At&& at) {
    const auto n = [&](int lane) { return at(lanes.of(lane)); };
    return _mm256_setr_ps(n(0), n(1), n(2), n(3), n(4), n(5), n(6), n(7));
}
/// `at(i)` is the answer of lane i.
template <class Lanes, class At>
[[gnu::always_inline]] inline Mask8 maskOf(Lanes lanes, At&& at) {
    alignas(32) std::int32_t answers[8];
    for (int i = 0; i < 8; ++i)
        answers[i] = at(lanes.of(i)) ? -1 : 0;
    return {_mm256_load_ps(reinterpret_cast<const float*>(answers))};
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

// Of pairs that stand one after another, the numbers that come first and second.
struct RealPairs8 {
    Real8 first, second;
};
inline RealPairs8 loadPairs(AllLanes, const float* pairs) {
    const __m256 low = _mm256_loadu_ps(pairs), high = _mm256_loadu_ps(pairs + 8);
    const auto inOrder = [](__m256 mixed) {
        return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(mixed), _MM_SHUFFLE(3, 1, 2, 0)));
    };
    return {inOrder(_mm256_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0))),
            inOrder(_mm256_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)))};
}
inline RealPairs8 loadPairs(FirstLanes lanes, const float* pairs) {
    return {gatherReals(lanes, [pairs](int i) { return pairs[2 * i]; }),
            gatherReals(lanes, [pairs](int i) { return pairs[2 * i + 1]; })};
}

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

/// One record in all lanes.
template <class Lanes>
Columns8 spread(const float* at) {
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

template <class Lanes, class From, class To>
[[gnu::always_inline]] inline void copyColumns(Lanes lanes, From&& from, To&& to) {
    for (int i = 0; i < lanes.count; ++i)
        _mm_storeu_ps(to(i), _mm_loadu_ps(from(i)));
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

/// x, y, z and w of one record at once, in sums of which each goes alone; added up as the shared maths does.
struct Row4 {
    __m128 v;
};
inline Row4 addPush(Row4 sum, Row4 push) {
    return {_mm_sub_ps(sum.v, push.v)};
}
// Added, or taken away: added with its sign turned.
inline Row4 addCorrection(Row4 sum, Row4 correction, bool isSecondEnd) {
    alignas(16) static constexpr std::uint32_t kSigns[2][4] = {{0x80000000u, 0x80000000u, 0x80000000u, 0x80000000u},
                                                               {}};
    const __m128 sign = _mm_load_ps(reinterpret_cast<const float*>(kSigns[isSecondEnd ? 1 : 0]));
    return {_mm_add_ps(sum.v, _mm_xor_ps(correction.v, sign))};
}

/// Adds up a row of a table in compressed rows for each lane, in its order: add(sum, entry, recordAt) from 0 on, where
/// recordAt(k) is the k-th of `records`.
template <class Lanes, class Add>
[[gnu::always_inline]] inline Real8x3 sumRows(Lanes lanes, const std::uint32_t* rowFirst, const std::uint32_t* entries,
                                              const vec4* records, Add&& add) {
    const auto recordAt = [at = &records->x](std::size_t k) { return Row4{_mm_loadu_ps(at + 4 * k)}; };
    alignas(32) float rows[8][4] = {};
    for (int i = 0; i < lanes.count; ++i) {
        Row4 sum{_mm_setzero_ps()};
        const std::uint32_t* end = entries + rowFirst[i + 1];
        for (const std::uint32_t* entry = entries + rowFirst[i]; entry != end; ++entry)
            sum = add(sum, *entry, recordAt);
        _mm_store_ps(rows[i], sum.v);
    }
    return xyz(loadColumns(lanes, [&](int i) { return rows[i]; }));
}

}  // namespace pliant
