#pragma once

// Eight floats as the compiler makes them of what the processor has, twice four on most: what wide.h is made of where
// there is no AVX2, by the vectors of GCC and Clang.

#include <cstdint>
#include <cstring>

namespace pliant {

using Floats8 = float __attribute__((vector_size(32)));
using Ints8 = std::int32_t __attribute__((vector_size(32)));
using Words8 = std::uint32_t __attribute__((vector_size(32)));
using Floats4 = float __attribute__((vector_size(16)));
using Ints4 = std::int32_t __attribute__((vector_size(16)));

template <class Vector>
inline Vector vectorAt(const void* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof(vector));
    return vector;
}

struct Real8 {
    Floats8 v;
    Real8() = default;
    Real8(const Floats8& value) : v(value) {}
    explicit Real8(float x) : v{x, x, x, x, x, x, x, x} {}
};

/// Eight answers: all bits of a lane, or none.
struct Mask8 {
    Ints8 v;
};

inline Real8 operator+(const Real8& a, const Real8& b) {
    return a.v + b.v;
}
inline Real8 operator-(const Real8& a, const Real8& b) {
    return a.v - b.v;
}
inline Real8 operator*(const Real8& a, const Real8& b) {
    return a.v * b.v;
}
inline Mask8 operator<(const Real8& a, const Real8& b) {
    return {a.v < b.v};
}
inline Mask8 operator>(const Real8& a, const Real8& b) {
    return {a.v > b.v};
}
inline Mask8 operator>=(const Real8& a, const Real8& b) {
    return {a.v >= b.v};
}
inline Mask8 operator==(const Real8& a, const Real8& b) {
    return {a.v == b.v};
}
inline Mask8 operator&&(const Mask8& a, const Mask8& b) {
    return {a.v & b.v};
}
inline Mask8 operator||(const Mask8& a, const Mask8& b) {
    return {a.v | b.v};
}
inline Mask8 operator!(const Mask8& a) {
    return {~a.v};
}

/// Minus, also of what is no number.
inline Mask8 hasSign(const Real8& x) {
    return {Ints8(x.v) >> 31};
}
/// One bit per lane.
inline int bitsOf(const Mask8& mask) {
    const Ints8 bits = mask.v & Ints8{1, 2, 4, 8, 16, 32, 64, 128};
    const Ints4 low = __builtin_shufflevector(bits, bits, 0, 1, 2, 3),
                high = __builtin_shufflevector(bits, bits, 4, 5, 6, 7);
    const Ints4 both = low | high;
    return both[0] | both[1] | both[2] | both[3];
}

inline Real8 pick(const Mask8& condition, const Real8& yes, const Real8& no) {
    return Floats8((Ints8(yes.v) & condition.v) | (Ints8(no.v) & ~condition.v));
}
inline Real8 keepIf(const Mask8& condition, const Real8& x) {
    return Floats8(Ints8(x.v) & condition.v);
}
inline Real8 reciprocalSqrtSeed(const Real8& x) {
    return Floats8(0x5f375a86u - (Words8(x.v) >> 1));
}
inline Real8 powerBelowRoot(const Real8& x) {
    return Floats8((((Words8(x.v) - 0x00800000u) >> 1) + 0x20000000u) & 0x7f800000u);
}
inline Real8 inversePower(const Real8& x) {
    return Floats8(0x7f000000u - Words8(x.v));
}

inline Real8 shareIn(const Real8& ends) {
    return Floats8(((Words8(ends.v) >> 24) << 19) + kBitsOfLeastShare);
}

struct Wholes8 {
    Ints8 v{};
};
inline Wholes8 wholeNumbers(const Real8& x) {
    const Real8 raised = x + Real8(12582912.0f);
    return {Ints8(raised.v) - 0x4b400000};
}
inline Wholes8 operator+(const Wholes8& a, const Wholes8& b) {
    return {a.v + b.v};
}
inline int sumOf(const Wholes8& a) {
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += a.v[i];
    return sum;
}

/// Of numbers alone, no NaN.
inline float highestOf(const Real8& x) {
    float high = x.v[0];
    for (int i = 1; i < 8; ++i)
        high = x.v[i] > high ? x.v[i] : high;
    return high;
}
inline float lowestOf(const Real8& x) {
    float low = x.v[0];
    for (int i = 1; i < 8; ++i)
        low = x.v[i] < low ? x.v[i] : low;
    return low;
}

inline Mask8 noLane() {
    return {Ints8{}};
}
inline Mask8 everyLane() {
    return {~Ints8{}};
}
/// Yes for so many.
inline Mask8 firstOfEight(int count) {
    const Ints8 lanes{0, 1, 2, 3, 4, 5, 6, 7};
    return {lanes < count};
}
/// -1 where a lane's answer is yes, else 0.
inline Mask8 maskAt(const std::int32_t* answers) {
    return {vectorAt<Ints8>(answers)};
}

inline Real8 realsOf(float a, float b, float c, float d, float e, float f, float g, float h) {
    return Floats8{a, b, c, d, e, f, g, h};
}
inline Real8 realsAt(const float* from) {
    return vectorAt<Floats8>(from);
}
inline void storeAt(float* to, const Real8& x) {
    std::memcpy(to, &x.v, sizeof(x.v));
}

/// Of pairs that stand one after another, the numbers that come first and second.
struct RealPairs8 {
    Real8 first, second;
};
inline RealPairs8 pairsAt(const float* pairs) {
    const Floats8 low = realsAt(pairs).v, high = realsAt(pairs + 8).v;
    return {Real8(__builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14)),
            Real8(__builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15))};
}

/// x, y, z and w of one record at once, in sums of which each goes alone; added up as the shared maths does.
struct Row4 {
    Floats4 v;
    Row4() = default;
    Row4(const Floats4& value) : v(value) {}
    explicit Row4(float value) : v{value, value, value, value} {}
};
inline Row4 operator+(const Row4& a, const Row4& b) {
    return a.v + b.v;
}
inline Row4 operator-(const Row4& a, const Row4& b) {
    return a.v - b.v;
}
inline Row4 operator*(const Row4& a, const Row4& b) {
    return a.v * b.v;
}
inline Row4 rowAt(const float* from) {
    return vectorAt<Floats4>(from);
}
inline void storeAt(float* to, const Row4& row) {
    std::memcpy(to, &row.v, sizeof(row.v));
}
inline Row4 addPush(const Row4& sum, const Row4& push) {
    return sum - push;
}
inline Row4 addCorrection(const Row4& sum, const Row4& correction, bool isSecondEnd) {
    return isSecondEnd ? sum + correction : sum - correction;
}

/// Rows and columns of an 8 x 4 table change places: eight records of four floats become four Real8, and back.
struct Columns8 {
    Real8 x, y, z, w;
};

inline void transpose4x4(Floats4& a, Floats4& b, Floats4& c, Floats4& d) {
    const Floats4 abLow = __builtin_shufflevector(a, b, 0, 4, 1, 5), abHigh = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Floats4 cdLow = __builtin_shufflevector(c, d, 0, 4, 1, 5), cdHigh = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(abLow, cdLow, 0, 1, 4, 5);
    b = __builtin_shufflevector(abLow, cdLow, 2, 3, 6, 7);
    c = __builtin_shufflevector(abHigh, cdHigh, 0, 1, 4, 5);
    d = __builtin_shufflevector(abHigh, cdHigh, 2, 3, 6, 7);
}
inline Real8 bothOf(const Floats4& low, const Floats4& high) {
    return Real8(__builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7));
}

/// `at(i)` is the address of record i, four floats.
template <class At>
[[gnu::always_inline]] inline Columns8 columnsAt(At&& at) {
    Floats4 low[4], high[4];
    for (int i = 0; i < 4; ++i) {
        low[i] = rowAt(at(i)).v;
        high[i] = rowAt(at(i + 4)).v;
    }
    transpose4x4(low[0], low[1], low[2], low[3]);
    transpose4x4(high[0], high[1], high[2], high[3]);
    return {bothOf(low[0], high[0]), bothOf(low[1], high[1]), bothOf(low[2], high[2]), bothOf(low[3], high[3])};
}

/// Stores the records whose bits are set.
template <class At>
[[gnu::always_inline]] inline void storeColumns(int bits, const Columns8& columns, At&& at) {
    const Floats8 all[4] = {columns.x.v, columns.y.v, columns.z.v, columns.w.v};
    Floats4 low[4], high[4];
    for (int i = 0; i < 4; ++i) {
        low[i] = __builtin_shufflevector(all[i], all[i], 0, 1, 2, 3);
        high[i] = __builtin_shufflevector(all[i], all[i], 4, 5, 6, 7);
    }
    transpose4x4(low[0], low[1], low[2], low[3]);
    transpose4x4(high[0], high[1], high[2], high[3]);
    for (int i = 0; i < 4; ++i) {
        if ((bits >> i & 1) != 0) storeAt(at(i), Row4{low[i]});
        if ((bits >> (i + 4) & 1) != 0) storeAt(at(i + 4), Row4{high[i]});
    }
}

}  // namespace pliant
