#pragma once

#include "pliant/cpu/kernels.h"

namespace pliant::cpu {

/// What the kernels over outlines leave for each other within a substep; between substeps table and sums are all 0.
/// Pieces of a pass may run at once: what they share they change by atomic operations on integers whose order does not
/// matter.
struct OutlineWork {
    explicit OutlineWork(const Schedule& schedule);

    /// Also after a step that was stopped in its midst.
    void clear();

    std::vector<OutlineState> states;      // per outline
    std::vector<vec4> places;              // per point of an outline: now, and at the substep's start
    std::vector<float> x, y;               // now, once more: several of them are compared at a time
    std::vector<std::uint32_t> table;      // levels in use, then the buckets' heads
    std::vector<OutlineContact> contacts;  // per point
    std::vector<std::int32_t> sums;        // kContactSums per point
};

}  // namespace pliant::cpu
