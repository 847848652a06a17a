#pragma once

#include <functional>
#include <memory>

#include "pliant/export.h"
#include "pliant/schedule/step_plan.h"
#include "pliant/state/snapshot.h"

namespace pliant {

/// How a CpuSolver uses the processor. It changes no bit of the results.
struct CpuOptions {
    int threads = 1;  ///< at most so many work at once, 1 ... 1024; 1 starts none
    /// Eight or sixteen items at a time where the processor can (AVX2, AVX-512). false: the plain loop, pass after
    /// pass, the reference.
    bool wide = true;
    /// If wide: whole bodies one after another through all passes of a step, and tiles through those that they can.
    /// false: pass after pass.
    bool byTile = true;
};

/// Replays a schedule on the processor: the definition of the right answer. None of the options changes a
/// bit of the result, because sticks of one colour share no particle.
class PLIANT_API CpuSolver {
  public:
    /// Starts in the scene's own state. Errors: no schedule, fewer than 1 thread, or more than 1024.
    static Result<CpuSolver> create(SchedulePtr schedule, const CpuOptions& options = {});

    /// One step. `shouldStop`, if any, is asked again and again, from any of the threads; where it says so the step
    /// ends in the midst, with an error, and restore() must bring back a state before the next. Other errors: those of
    /// planStep(); nothing has moved then.
    /// On one thread nothing is allocated, unless the step has more inputs or passes than any before it, or pins or
    /// releases particles of a scene with tethers or ropes, which are measured anew. On several oneTBB allocates its
    /// tasks.
    Status step(const StepSettings& settings = {}, const StepInputs& inputs = {},
                const std::function<bool()>& shouldStop = {});

    /// The state after the last step, in the scene's order; empty after one that was stopped in its midst.
    Snapshot snapshot() const;

    /// Error: the last step was stopped in its midst; there is no state until restore() brings one back.
    Status checkWhole() const;

    /// Goes on from a snapshot of the same scene, of either backend. Errors: those of toSolverState(); nothing has
    /// changed then.
    Status restore(const Snapshot& snapshot);

    CpuSolver(CpuSolver&&) noexcept;             ///< what is moved from can only be assigned to or destroyed
    CpuSolver& operator=(CpuSolver&&) noexcept;  ///< likewise
    ~CpuSolver();                                ///< gives all memory and threads back

  private:
    struct State;
    explicit CpuSolver(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace pliant
