#pragma once

// Eight floats in a register of AVX2: what wide.h is made of on processors that have it.

#include <immintrin.h>

#include <cstdint>

#include "pliant/cpu/row_sse.h"

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

/// Minus, also of what is no number.
inline Mask8 hasSign(Real8 x) {
    return {_mm256_castsi256_ps(_mm256_srai_epi32(_mm256_castps_si256(x.v), 31))};
}
/// One bit per lane.
inline int bitsOf(Mask8 mask) {
    return _mm256_movemask_ps(mask.v);
}

inline Real8 pick(Mask8 condition, Real8 yes, Real8 no) {
    return _mm256_blendv_ps(no.v, yes.v, condition.v);
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

inline Real8 shareIn(Real8 ends) {
    const __m256i bits = _mm256_slli_epi32(_mm256_srli_epi32(_mm256_castps_si256(ends.v), 24), 19);
    return _mm256_castsi256_ps(_mm256_add_epi32(bits, _mm256_set1_epi32(kBitsOfLeastShare)));
}

struct Wholes8 {
    __m256i v = _mm256_setzero_si256();
};
inline Wholes8 wholeNumbers(Real8 x) {
    const __m256 raised = _mm256_add_ps(x.v, _mm256_set1_ps(12582912.0f));
    return {_mm256_sub_epi32(_mm256_castps_si256(raised), _mm256_set1_epi32(0x4b400000))};
}
inline Wholes8 operator+(Wholes8 a, Wholes8 b) {
    return {_mm256_add_epi32(a.v, b.v)};
}
inline int sumOf(Wholes8 a) {
    const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(a.v), _mm256_extracti128_si256(a.v, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, _MM_SHUFFLE(2, 3, 0, 1))));
}

/// Of numbers alone, no NaN.
inline float highestOf(Real8 x) {
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(x.v), _mm256_extractf128_ps(x.v, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
}
inline float lowestOf(Real8 x) {
    const __m128 four = _mm_min_ps(_mm256_castps256_ps128(x.v), _mm256_extractf128_ps(x.v, 1));
    const __m128 two = _mm_min_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps(two, two, 1)));
}

inline Mask8 noLane() {
    return {_mm256_setzero_ps()};
}
inline Mask8 everyLane() {
    return {_mm256_castsi256_ps(_mm256_set1_epi32(-1))};
}
/// Yes for so many.
inline Mask8 firstOfEight(int count) {
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return {_mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(count), lanes))};
}
/// -1 where a lane's answer is yes, else 0.
inline Mask8 maskAt(const std::int32_t* answers) {
    return {_mm256_loadu_ps(reinterpret_cast<const float*>(answers))};
}

inline Real8 realsOf(float a, float b, float c, float d, float e, float f, float g, float h) {
    return _mm256_setr_ps(a, b, c, d, e, f, g, h);
}
inline Real8 realsAt(const float* from) {
    return _mm256_loadu_ps(from);
}
inline void storeAt(float* to, Real8 x) {
    _mm256_storeu_ps(to, x.v);
}

/// Of pairs that stand one after another, the numbers that come first and second.
struct RealPairs8 {
    Real8 first, second;
};
inline RealPairs8 pairsAt(const float* pairs) {
    const __m256 low = _mm256_loadu_ps(pairs), high = _mm256_loadu_ps(pairs + 8);
    const auto inOrder = [](__m256 mixed) {
        return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(mixed), _MM_SHUFFLE(3, 1, 2, 0)));
    };
    return {inOrder(_mm256_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0))),
            inOrder(_mm256_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)))};
}

/// Rows and columns of an 8 x 4 table change places: eight records of four floats become four Real8, and back.
struct Columns8 {
    Real8 x, y, z, w;
};

inline void transpose4x4(__m256& a, __m256& b, __m256& c, __m256& d) {
    const __m256 abLow = _mm256_unpacklo_ps(a, b), abHigh = _mm256_unpackhi_ps(a, b);
    const __m256 cdLow = _mm256_unpacklo_ps(c, d), cdHigh = _mm256_unpackhi_ps(c, d);
    a = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(abLow), _mm256_castps_pd(cdLow)));
    b = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(abLow), _mm256_castps_pd(cdLow)));
    c = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(abHigh), _mm256_castps_pd(cdHigh)));
    d = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(abHigh), _mm256_castps_pd(cdHigh)));
}

/// `at(i)` is the address of record i, four floats.
template <class At>
[[gnu::always_inline]] inline Columns8 columnsAt(At&& at) {
    const auto pair = [&](int i) {
        const __m128 low = _mm_loadu_ps(at(i)), high = _mm_loadu_ps(at(i + 4));
        return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
    };
    __m256 a = pair(0), b = pair(1), c = pair(2), d = pair(3);
    transpose4x4(a, b, c, d);
    return {a, b, c, d};
}

/// Stores the records whose bits are set.
template <class At>
[[gnu::always_inline]] inline void storeColumns(int bits, const Columns8& columns, At&& at) {
    __m256 rows[4] = {columns.x.v, columns.y.v, columns.z.v, columns.w.v};
    transpose4x4(rows[0], rows[1], rows[2], rows[3]);
    for (int i = 0; i < 4; ++i) {
        if ((bits >> i & 1) != 0) _mm_storeu_ps(at(i), _mm256_castps256_ps128(rows[i]));
        if ((bits >> (i + 4) & 1) != 0) _mm_storeu_ps(at(i + 4), _mm256_extractf128_ps(rows[i], 1));
    }
}

}  // namespace pliant
