#include "cpu/cpu_solver.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "cpu/kernels.h"

namespace pliant {

struct CpuSolver::State {
    SchedulePtr schedule;
    CpuOptions options;
    tbb::task_arena arena;
    std::vector<vec4> particles;
    std::vector<vec4> previous;
    std::vector<float> multipliers;
    std::vector<vec4> corrections;
    std::uint64_t stepCount = 0;
    double previousSubstep = 0.0;

    State(SchedulePtr s, const CpuOptions& o)
        : schedule(std::move(s)),
          options(o),
          arena(o.threads),
          particles(schedule->particles),
          previous(schedule->particles),
          multipliers(schedule->compliantCount, 0.0f),
          corrections(schedule->sticks.size(), vec4(0.0f)) {}

    cpu::Buffers buffers() {
        return {particles.data(),
                previous.data(),
                multipliers.data(),
                corrections.data(),
                schedule->sticks.data(),
                schedule->rowFirst.data(),
                schedule->rowEntries.data(),
                schedule->jacobiShare.data()};
    }
};

namespace {

// Small enough to balance, large enough that handing out a piece costs nothing beside its work (some microseconds).
constexpr std::uint32_t kGrain = 1024;

template <class Kernel>
void forPieces(const Pass& pass, int threads, Kernel&& kernel) {
    const std::uint32_t last = pass.first + pass.count;
    if (threads == 1 || pass.count <= kGrain) return kernel(pass.first, last);
    tbb::parallel_for(tbb::blocked_range<std::uint32_t>(pass.first, last, kGrain),
                      [&](const auto& range) { kernel(range.begin(), range.end()); });
}

void runPass(const cpu::Buffers& buffers, const CpuOptions& options, const Pass& pass, const PassConstants& constants) {
    switch (pass.kind) {
        case PassKind::Integrate:
            return forPieces(pass, options.threads, [&](std::uint32_t first, std::uint32_t last) {
                const auto integrate = options.wide ? cpu::integrateWide : cpu::integrate;
                integrate(buffers, constants, first, last);
            });
        case PassKind::SolveSticks:
            return forPieces(pass, options.threads, [&](std::uint32_t first, std::uint32_t last) {
                const auto solve = options.wide ? cpu::solveSticksWide : cpu::solveSticks;
                solve(buffers, pass.response, constants, first, last);
            });
        case PassKind::CorrectSticks:
            return forPieces(pass, options.threads, [&](std::uint32_t first, std::uint32_t last) {
                cpu::correctSticks(buffers, pass.response, constants, first, last);
            });
        case PassKind::GatherCorrections:
            return forPieces(pass, options.threads, [&](std::uint32_t first, std::uint32_t last) {
                cpu::gatherCorrections(buffers, first, last);
            });
    }
}

}  // namespace

Result<CpuSolver> CpuSolver::create(SchedulePtr schedule, const CpuOptions& options) {
    if (options.threads < 1) return fail("{} threads; at least 1", options.threads);
    CpuOptions usable = options;
    usable.wide = options.wide && cpu::hasWideKernels();
    return CpuSolver(std::make_unique<State>(std::move(schedule), usable));
}

Status CpuSolver::step(const StepSettings& settings) {
    const Result<StepPlan> plan = planStep(*state_->schedule, settings, state_->previousSubstep);
    if (!plan) return plan.error();
    const cpu::Buffers buffers = state_->buffers();
    const auto run = [&] {
        replay(*state_->schedule, *plan, [&](const Pass& pass, const PassConstants& constants) {
            runPass(buffers, state_->options, pass, constants);
        });
    };
    if (state_->options.threads == 1) run();
    else state_->arena.execute(run);
    state_->previousSubstep = plan->substepLength;
    ++state_->stepCount;
    return {};
}

Snapshot CpuSolver::snapshot() const {
    Snapshot snapshot = toSnapshot(*state_->schedule, state_->particles.data(), state_->previous.data());
    snapshot.stepCount = state_->stepCount;
    snapshot.previousSubstep = state_->previousSubstep;
    return snapshot;
}

Status CpuSolver::restore(const Snapshot& snapshot) {
    Result<SolverState> restored = toSolverState(*state_->schedule, snapshot);
    if (!restored) return restored.error();
    state_->particles = std::move(restored->particles);
    state_->previous = std::move(restored->previous);
    state_->stepCount = snapshot.stepCount;
    state_->previousSubstep = snapshot.previousSubstep;
    return {};
}

CpuSolver::CpuSolver(std::unique_ptr<State> state) : state_(std::move(state)) {}
CpuSolver::CpuSolver(CpuSolver&&) noexcept = default;
CpuSolver& CpuSolver::operator=(CpuSolver&&) noexcept = default;
CpuSolver::~CpuSolver() = default;

}  // namespace pliant
