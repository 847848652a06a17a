// The tests of the wide kernels, on kernels by the vectors of the compiler in the place of the library's: as processors
// without AVX2 have them.

#include "pliant/cpu/wide_kernels.cpp"
// Behind it.
#include "pliant/cpu/no_wide16.cpp"
#include "wide_kernels_test.cpp"
