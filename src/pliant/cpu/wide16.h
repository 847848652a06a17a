#pragma once

// Sixteen floats at a time, as wide.h has eight. Only for files compiled with AVX-512, and not beside wide.h.

#include <immintrin.h>

#include <bit>

#include "pliant/cpu/row_sse.h"
#include "pliant/shared/layout.h"

namespace pliant {

struct Real16 {
    __m512 v;
    Real16() = default;
    Real16(__m512 value) : v(value) {}
    explicit Real16(float value) : v(_mm512_set1_ps(value)) {}
};

struct Mask16 {
    __mmask16 v;
};

inline Real16 operator+(Real16 a, Real16 b) {
    return _mm512_add_ps(a.v, b.v);
}
inline Real16 operator-(Real16 a, Real16 b) {
    return _mm512_sub_ps(a.v, b.v);
}
inline Real16 operator*(Real16 a, Real16 b) {
    return _mm512_mul_ps(a.v, b.v);
}
inline Mask16 operator<(Real16 a, Real16 b) {
    return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ)};
}
inline Mask16 operator>(Real16 a, Real16 b) {
    return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_GT_OQ)};
}

inline Mask16 operator>=(Real16 a, Real16 b) {
    return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_GE_OQ)};
}
inline Mask16 operator==(Real16 a, Real16 b) {
    return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_EQ_OQ)};
}
inline Mask16 operator&&(Mask16 a, Mask16 b) {
    return {static_cast<__mmask16>(a.v & b.v)};
}
inline Mask16 operator||(Mask16 a, Mask16 b) {
    return {static_cast<__mmask16>(a.v | b.v)};
}
inline Mask16 operator!(Mask16 a) {
    return {static_cast<__mmask16>(~a.v)};
}

inline Mask16 isZero(Real16 x) {
    return x == Real16(0.0f);
}
inline Mask16 hasSign(Real16 x) {
    return {_mm512_cmplt_epi32_mask(_mm512_castps_si512(x.v), _mm512_setzero_si512())};
}
inline int bitsOf(Mask16 mask) {
    return mask.v;
}
inline int firstOf(Mask16 mask) {
    return std::countr_zero(static_cast<unsigned>(mask.v));
}
inline bool all(Mask16 mask) {
    return mask.v == 0xffff;
}
inline bool anyOf(Mask16 mask) {
    return mask.v != 0;
}
inline Real16 pick(bool condition, Real16 yes, Real16 no) {
    return condition ? yes : no;
}
inline Real16 pick(Mask16 condition, Real16 yes, Real16 no) {
    return _mm512_mask_blend_ps(condition.v, no.v, yes.v);
}
inline Real16 keepIf(Mask16 condition, Real16 x) {
    return _mm512_maskz_mov_ps(condition.v, x.v);
}
inline Real16 shareIn(Real16 ends) {
    const __m512i bits = _mm512_slli_epi32(_mm512_srli_epi32(_mm512_castps_si512(ends.v), 24), 19);
    return _mm512_castsi512_ps(_mm512_add_epi32(bits, _mm512_set1_epi32(kBitsOfLeastShare)));
}
inline Real16 reciprocalSqrtSeed(Real16 x) {
    const __m512i half = _mm512_srli_epi32(_mm512_castps_si512(x.v), 1);
    return _mm512_castsi512_ps(_mm512_sub_epi32(_mm512_set1_epi32(0x5f375a86), half));
}
inline Real16 powerBelowRoot(Real16 x) {
    const __m512i half =
        _mm512_srli_epi32(_mm512_sub_epi32(_mm512_castps_si512(x.v), _mm512_set1_epi32(0x00800000)), 1);
    const __m512i power = _mm512_add_epi32(half, _mm512_set1_epi32(0x20000000));
    return _mm512_castsi512_ps(_mm512_and_si512(power, _mm512_set1_epi32(0x7f800000)));
}
inline Real16 inversePower(Real16 x) {
    return _mm512_castsi512_ps(_mm512_sub_epi32(_mm512_set1_epi32(0x7f000000), _mm512_castps_si512(x.v)));
}

// Sixteen records of four floats as four Real16, and back.
struct Columns16 {
    Real16 x, y, z, w;
};

inline void transpose4x4(__m512& a, __m512& b, __m512& c, __m512& d) {
    const __m512 abLow = _mm512_unpacklo_ps(a, b), abHigh = _mm512_unpackhi_ps(a, b);
    const __m512 cdLow = _mm512_unpacklo_ps(c, d), cdHigh = _mm512_unpackhi_ps(c, d);
    a = _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(abLow), _mm512_castps_pd(cdLow)));
    b = _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(abLow), _mm512_castps_pd(cdLow)));
    c = _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(abHigh), _mm512_castps_pd(cdHigh)));
    d = _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(abHigh), _mm512_castps_pd(cdHigh)));
}

struct SixteenLanes {
    using Real = Real16;
    using Mask = Mask16;
    using Columns = Columns16;
    using All = SixteenLanes;
    static constexpr int kCount = 16;
    static constexpr int count = 16;
    static constexpr int bits = 0xffff;
    static constexpr int of(int lane) { return lane; }
    static Mask none() { return {0}; }
    template <class Moves>
    static constexpr bool mayLeave(Moves&&) {
        return false;
    }
};

struct Sixteen {
    using All = SixteenLanes;
    static constexpr int kCount = 16;

    // As many as there are.
    template <class Kernel>
    [[gnu::always_inline]] static void forEach(std::uint32_t first, std::uint32_t last, Kernel&& kernel) {
        for (; last - first >= 16; first += 16)
            kernel(first, SixteenLanes{});
    }
};

// Those at(i), at(i + 4), at(i + 8) and at(i + 12).
template <class At>
[[gnu::always_inline]] inline __m512 loadEveryFourth(int i, At&& at) {
    __m512 four = _mm512_castps128_ps512(_mm_loadu_ps(at(i)));
    four = _mm512_insertf32x4(four, _mm_loadu_ps(at(i + 4)), 1);
    four = _mm512_insertf32x4(four, _mm_loadu_ps(at(i + 8)), 2);
    return _mm512_insertf32x4(four, _mm_loadu_ps(at(i + 12)), 3);
}

template <class At>
[[gnu::always_inline]] inline Columns16 loadColumns(SixteenLanes, At&& at) {
    __m512 a = loadEveryFourth(0, at), b = loadEveryFourth(1, at);
    __m512 c = loadEveryFourth(2, at), d = loadEveryFourth(3, at);
    transpose4x4(a, b, c, d);
    return {a, b, c, d};
}

template <class At>
[[gnu::always_inline]] inline void storeColumns(int bits, const Columns16& columns, At&& at) {
    __m512 rows[4] = {columns.x.v, columns.y.v, columns.z.v, columns.w.v};
    transpose4x4(rows[0], rows[1], rows[2], rows[3]);
    for (int i = 0; i < 4; ++i) {
        if ((bits >> i & 1) != 0) _mm_storeu_ps(at(i), _mm512_castps512_ps128(rows[i]));
        if ((bits >> (i + 4) & 1) != 0) _mm_storeu_ps(at(i + 4), _mm512_extractf32x4_ps(rows[i], 1));
        if ((bits >> (i + 8) & 1) != 0) _mm_storeu_ps(at(i + 8), _mm512_extractf32x4_ps(rows[i], 2));
        if ((bits >> (i + 12) & 1) != 0) _mm_storeu_ps(at(i + 12), _mm512_extractf32x4_ps(rows[i], 3));
    }
}

template <class From, class To>
[[gnu::always_inline]] inline void copyColumns(SixteenLanes, From&& from, To&& to) {
    for (int i = 0; i < 16; ++i)
        storeAt(to(i), rowAt(from(i)));
}

inline glm::vec<3, Real16, glm::defaultp> xyz(const Columns16& c) {
    return {c.x, c.y, c.z};
}
inline Columns16 columnsOf(const glm::vec<3, Real16, glm::defaultp>& v, Real16 w) {
    return {v.x, v.y, v.z, w};
}

template <class At>
[[gnu::always_inline]] inline Real16 gatherReals(SixteenLanes, At&& at) {
    alignas(64) float numbers[16];
    for (int i = 0; i < 16; ++i)
        numbers[i] = at(i);
    return _mm512_load_ps(numbers);
}
template <class At>
[[gnu::always_inline]] inline Mask16 maskOf(SixteenLanes, At&& at) {
    unsigned answers = 0;
    for (int i = 0; i < 16; ++i)
        answers |= at(i) ? 1u << i : 0u;
    return {static_cast<__mmask16>(answers)};
}
inline Real16 loadReals(SixteenLanes, const float* from) {
    return _mm512_loadu_ps(from);
}
inline void storeReals(SixteenLanes, Real16 x, float* to) {
    _mm512_storeu_ps(to, x.v);
}

// These two as in wide.h.
template <class CountOf, class Step>
[[gnu::always_inline]] inline void forItems(SixteenLanes lanes, CountOf&& countOf, Step&& step) {
    std::uint32_t least = countOf(0), most = least;
    for (int i = 1; i < 16; ++i) {
        const std::uint32_t count = countOf(i);
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    for (std::uint32_t k = 0; k < least; ++k)
        step([k](int) { return k; }, Mask16{0xffff});
    for (std::uint32_t k = least; k < most; ++k) {
        const Mask16 have = maskOf(lanes, [&](int i) { return k < countOf(i); });
        step([have, k](int i) { return (have.v >> i & 1) != 0 ? k : 0u; }, have);
    }
}
template <class EntriesOf, class Add>
[[gnu::always_inline]] inline glm::vec<3, Real16, glm::defaultp> sumRows(SixteenLanes lanes, EntriesOf&& entriesOf,
                                                                         const vec4* records, Add&& add) {
    const auto recordAt = [at = &records->x](std::size_t k) { return rowAt(at + 4 * k); };
    alignas(64) float rows[16][4];
    for (int i = 0; i < 16; ++i) {
        Row4 sum{};
        const auto entries = entriesOf(i);
        for (auto entry = entries.first; entry != entries.last; ++entry)
            sum = add(sum, *entry, recordAt);
        storeAt(rows[i], sum);
    }
    return xyz(loadColumns(lanes, [&](int i) { return rows[i]; }));
}

// Of pairs that stand one after another, the numbers that come first and second.
struct RealPairs16 {
    Real16 first, second;
};
inline RealPairs16 loadPairs(SixteenLanes, const float* pairs) {
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    const __m512 low = _mm512_loadu_ps(pairs), high = _mm512_loadu_ps(pairs + 16);
    return {_mm512_permutex2var_ps(low, even, high), _mm512_permutex2var_ps(low, odd, high)};
}

// The same of triples. Of 48 numbers the lanes up to the 32nd are taken from the first two registers, the others then
// from the third.
struct RealTriples16 {
    Real16 first, second, third;
};
struct PlacesInTriples {
    alignas(64) int early[16], late[16];
    explicit constexpr PlacesInTriples(int first) : early{}, late{} {
        for (int i = 0; i < 16; ++i) {
            const int place = 3 * i + first;
            early[i] = place < 32 ? place : 0;
            late[i] = place < 32 ? i : place - 16;
        }
    }
};
inline RealTriples16 loadTriples(SixteenLanes, const float* triples) {
    static constexpr PlacesInTriples kFirst(0), kSecond(1), kThird(2);
    const __m512 a = _mm512_loadu_ps(triples), b = _mm512_loadu_ps(triples + 16), c = _mm512_loadu_ps(triples + 32);
    const auto of = [&](const PlacesInTriples& places) -> Real16 {
        const __m512 some = _mm512_permutex2var_ps(a, _mm512_load_si512(places.early), b);
        return _mm512_permutex2var_ps(some, _mm512_load_si512(places.late), c);
    };
    return {of(kFirst), of(kSecond), of(kThird)};
}

}  // namespace pliant
