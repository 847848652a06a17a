#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pliant::test {

/// While one lives, the processor behaves as a device that flushes denormals, read or written.
struct FlushDenormals {
#if defined(__x86_64__)
    const unsigned saved = _mm_getcsr();
    FlushDenormals() {
        _mm_setcsr(saved | 0x8040);
    }
    ~FlushDenormals() {
        _mm_setcsr(saved);
    }
#endif
};

}  // namespace pliant::test
