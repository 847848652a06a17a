#pragma once

// A record in a register of four floats: for wide.h and wide16.h on x86-64, which are compiled for different
// processors; so nothing of it may be linked, see wide_kernels.h.

#include <immintrin.h>

#include <cstdint>

namespace pliant {
namespace {

/// x, y, z and w of one record at once, in sums of which each goes alone; added up as the shared maths does.
struct Row4 {
    __m128 v;
    Row4() = default;
    Row4(__m128 value) : v(value) {}
    explicit Row4(float value) : v(_mm_set1_ps(value)) {}
};

inline Row4 operator+(Row4 a, Row4 b) {
    return _mm_add_ps(a.v, b.v);
}
inline Row4 operator-(Row4 a, Row4 b) {
    return _mm_sub_ps(a.v, b.v);
}
inline Row4 operator*(Row4 a, Row4 b) {
    return _mm_mul_ps(a.v, b.v);
}
inline Row4 rowAt(const float* from) {
    return _mm_loadu_ps(from);
}
inline void storeAt(float* to, Row4 row) {
    _mm_storeu_ps(to, row.v);
}
inline Row4 addPush(Row4 sum, Row4 push) {
    return sum - push;
}
// Added, or taken away: added with its sign turned.
inline Row4 addCorrection(Row4 sum, Row4 correction, bool isSecondEnd) {
    alignas(16) static constexpr std::uint32_t kSigns[2][4] = {{0x80000000u, 0x80000000u, 0x80000000u, 0x80000000u},
                                                               {}};
    const __m128 sign = _mm_load_ps(reinterpret_cast<const float*>(kSigns[isSecondEnd ? 1 : 0]));
    return sum + _mm_xor_ps(correction.v, sign);
}

}  // namespace
}  // namespace pliant
