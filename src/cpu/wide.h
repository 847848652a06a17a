#pragma once

// Eight floats at a time, with the names that shaders/shared/portable.h expects of a real number. Every operation is the
// correctly rounded one of IEEE 754, as for one float. Only for files compiled with AVX2.

#include <immintrin.h>

#include "shared/layout.h"

namespace pliant {

struct Real8 {
    __m256 v;
    Real8() = default;
    Real8(__m256 value) : v(value) {}
    explicit Real8(float value) : v(_mm256_set1_ps(value)) {}
};

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

inline Mask8 isZero(Real8 x) {
    return {_mm256_cmp_ps(x.v, _mm256_setzero_ps(), _CMP_EQ_OQ)};
}
inline bool all(Mask8 mask) {
    return _mm256_movemask_ps(mask.v) == 0xff;
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

// Rows and columns of an 8 x 4 table change places: eight records of four floats become four Real8, and back.
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

// `at(i)` is the address of record i, four floats.
template <class At>
inline Columns8 loadColumns(At&& at) {
    const auto pair = [&](int i) {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(at(i))), _mm_loadu_ps(at(i + 4)), 1);
    };
    __m256 a = pair(0), b = pair(1), c = pair(2), d = pair(3);
    transpose4x4(a, b, c, d);
    return {a, b, c, d};
}

template <class At>
inline void storeColumns(const Columns8& columns, At&& at) {
    __m256 rows[4] = {columns.x.v, columns.y.v, columns.z.v, columns.w.v};
    transpose4x4(rows[0], rows[1], rows[2], rows[3]);
    for (int i = 0; i < 4; ++i) {
        _mm_storeu_ps(at(i), _mm256_castps256_ps128(rows[i]));
        _mm_storeu_ps(at(i + 4), _mm256_extractf128_ps(rows[i], 1));
    }
}

// What sweep_tile.h wants to know of a width.
struct Wide8 {
    using Real = Real8;
    using Columns = Columns8;
    static constexpr int kCount = 8;

    template <class At>
    static Columns load(At&& at) {
        return loadColumns(at);
    }
    template <class At>
    static void store(const Columns& columns, At&& at) {
        storeColumns(columns, at);
    }
    static Real loadRow(const float* from) { return _mm256_loadu_ps(from); }
    static void storeRow(Real values, float* to) { _mm256_storeu_ps(to, values.v); }

    // Eight TileSticks: where in the tile their ends begin [bytes], and their rest lengths.
    static void unpack(const TileStick* sticks, std::uint32_t* a, std::uint32_t* b, Real& restLength) {
        const __m256 low = _mm256_loadu_ps(reinterpret_cast<const float*>(sticks));
        const __m256 high = _mm256_loadu_ps(reinterpret_cast<const float*>(sticks) + 8);
        const auto inOrder = [](__m256 mixed) {
            return _mm256_permute4x64_epi64(_mm256_castps_si256(mixed), _MM_SHUFFLE(3, 1, 2, 0));
        };
        const __m256i ends = inOrder(_mm256_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)));
        const __m256i lower = _mm256_and_si256(ends, _mm256_set1_epi32(0xffff));
        _mm256_store_si256(reinterpret_cast<__m256i*>(a), _mm256_slli_epi32(lower, 4));
        _mm256_store_si256(reinterpret_cast<__m256i*>(b), _mm256_slli_epi32(_mm256_srli_epi32(ends, 16), 4));
        restLength = _mm256_castsi256_ps(inOrder(_mm256_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1))));
    }
};

}  // namespace pliant
