#pragma once

#include <functional>
#include <vector>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/cpu/kernels.h"

namespace pliant::cpu {

/// A pass as it is to be run. Colliders and frames are counted in StepRoom.
struct Work {
    const Pass* pass;
    PassConstants constants;
    std::size_t firstCollider, firstFrame;
};

/// Memory of a step that the next one uses again.
struct StepRoom {
    std::vector<Work> work;
    std::vector<ColliderRecord> colliders;
    std::vector<FrameRecord> frames;
};

/// All passes of a step, in an order that keeps data in the caches: whole bodies one after another, each through the
/// whole step; of the others, tile after tile through all passes that follow one another and touch nothing outside of a
/// tile. The bits are those of pass after pass, which is how one that is not wide runs. Within a task arena of as many
/// threads as the options say. False: it was stopped before its end.
bool runStep(const Buffers& buffers, const StepPlan& plan, const CpuOptions& options,
             const std::function<bool()>& shouldStop, StepRoom& room);

}  // namespace pliant::cpu
