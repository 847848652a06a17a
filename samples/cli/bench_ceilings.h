#pragma once

#include "bench_bound.h"
#include "pliant/gpu/gpu.h"

namespace pliant::cli {

/// How long to measure: `quick` shows that it works.
enum class Effort { Quick, Usual };

/// Of so many threads at once, wide kernels. Errors: those of the solver; an interrupt.
Result<Ceiling> measureCpuCeiling(int threads, Effort effort);

/// Errors: those of the solver, out of memory, an interrupt.
Result<Ceiling> measureGpuCeiling(const std::shared_ptr<Gpu>& gpu, Effort effort);

}  // namespace pliant::cli
