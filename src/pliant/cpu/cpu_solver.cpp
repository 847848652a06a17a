#include "pliant/cpu/cpu_solver.h"

#include <algorithm>

#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/cpu/outline_kernels.h"
#include "pliant/cpu/run_step.h"
#include "pliant/cpu/step_implicitly.h"
#include "pliant/cpu/wide_kernels.h"
#include "pliant/fail.h"
#include "pliant/shared/sleep.h"
#include "pliant/threads.h"

namespace pliant {

namespace {

// Behind the particles, those of clusters.
template <class Arrays>
void addRows(const Schedule& schedule, Arrays& arrays) {
    for (std::vector<vec4>* rows : {&arrays.particles, &arrays.previous, &arrays.carry}) {
        rows->reserve(rowCount(schedule));
        rows->resize(rowCount(schedule), vec4(0.0f));
    }
}

}  // namespace

struct CpuSolver::State {
    SchedulePtr schedule;
    cpu::WideItems items;
    CpuOptions options;
    Arena arena;
    std::vector<vec4> particles;
    std::vector<vec4> previous;
    std::vector<vec4> carry;
    std::vector<float> multipliers;
    std::vector<vec4> scratch;
    std::vector<vec4> velocities;
    std::vector<ForceStage> stages;
    cpu::ImplicitWork implicitWork;
    std::vector<Tether> tethers;
    std::vector<Strand> strands;
    std::vector<TensorBlock> tensorBlocks;
    Progress progress;
    std::uint64_t lost = 0;
    std::vector<vec4> partialSums;
    std::vector<vec4> shapeTurns;
    std::vector<float> elementMultipliers;
    std::vector<vec4> elementMultipliers4;
    cpu::OutlineWork outlines;
    cpu::NeighbourWork neighbours;
    std::vector<vec4> sleepAnchors;
    std::vector<std::uint32_t> sleepStates;
    bool isInMidst = false;  // of a step that was stopped
    StepPlan plan;           // of the last step, and its work: memory for the next
    cpu::StepRoom room;

    State(SchedulePtr s, const CpuOptions& o)
        : schedule(std::move(s)),
          items(cpu::wideItems(*schedule)),
          options(o),
          arena(o.threads),
          particles(schedule->particles),
          previous(schedule->particles),
          carry(schedule->particles.size(), vec4(0.0f)),
          multipliers(multiplierCount(*schedule), 0.0f),
          scratch(scratchCount(*schedule), vec4(0.0f)),
          velocities(schedule->particles.size() - schedule->firstForced, vec4(0.0f)),
          stages(velocities.size(), ForceStage{}),
          implicitWork(*schedule),
          tethers(schedule->tethers),
          strands(schedule->strands),
          tensorBlocks(schedule->tensorBlocks),
          progress(initialProgress(*schedule)),
          partialSums(schedule->partialSumCount, vec4(0.0f)),
          shapeTurns(schedule->shapeTurns),
          elementMultipliers(schedule->elements.size(), 0.0f),
          elementMultipliers4(schedule->elementsOfThree, vec4(0.0f)),
          outlines(*schedule),
          neighbours(*schedule),
          sleepAnchors(schedule->sleepers.size(), vec4(0.0f)),
          sleepStates(schedule->sleeperCount, kCalm) {
        addRows(*schedule, *this);
    }

    cpu::Buffers buffers() {
        return {particles.data(),
                previous.data(),
                multipliers.data(),
                scratch.data(),
                schedule.get(),
                &items,
                tethers.data(),
                strands.data(),
                tensorBlocks.data(),
                plan.pins.data(),
                nullptr,
                &lost,
                partialSums.data(),
                shapeTurns.data(),
                elementMultipliers.data(),
                elementMultipliers4.data(),
                velocities.data(),
                stages.data(),
                &implicitWork,
                &outlines,
                &neighbours,
                carry.data(),
                nullptr,
                schedule->frameOf.data(),
                sleepAnchors.data(),
                sleepStates.data()};
    }
};

Result<CpuSolver> CpuSolver::create(SchedulePtr schedule, const CpuOptions& options) {
    if (!schedule) return fail("there is no schedule");
    constexpr int kMostThreads = 1024;  // TBB reserves room for all of them, and stops the program where there is none
    if (options.threads < 1 || options.threads > kMostThreads)
        return fail("{} threads; from 1 to {}", options.threads, kMostThreads);
    CpuOptions usable = options;
    usable.wide = options.wide && cpu::hasWideKernels();
    return CpuSolver(std::make_unique<State>(std::move(schedule), usable));
}

namespace {

// Whether the step may be left out.
bool isAsleep(const StepPlan& plan, const std::vector<std::uint32_t>& sleepers) {
    const auto isAwake = [](std::uint32_t state) { return state != kAsleep; };
    const auto awake = std::count_if(sleepers.begin(), sleepers.end(), isAwake);
    return !sleepers.empty() && leavesAll(static_cast<std::uint32_t>(awake), plan.constants.flags);
}

}  // namespace

Status CpuSolver::step(const StepSettings& settings, const StepInputs& inputs,
                       const std::function<bool()>& shouldStop) {
    if (Status status = checkWhole(); !status) return status;
    if (!inputs.obstacles.empty())
        return fail("obstacle 0 of the step has its vertices in a buffer on a device; here moveObstacle() moves it");
    StepPlan& plan = state_->plan;
    const Status planned = planStep(*state_->schedule, settings, inputs, state_->progress, plan);
    if (!planned) return planned;
    state_->isInMidst = true;  // also if something throws
    if (plan.tethers) state_->tethers = std::move(*plan.tethers);
    if (plan.strands) state_->strands = std::move(*plan.strands);
    if (plan.tensorBlocks) state_->tensorBlocks = std::move(*plan.tensorBlocks);
    const cpu::Buffers buffers = state_->buffers();
    const auto runAll = [&] { return cpu::runStep(buffers, plan, state_->options, shouldStop, state_->room); };
    const bool isDone = isAsleep(plan, state_->sleepStates) ||
                        (state_->options.threads == 1 ? runAll() : state_->arena.execute(runAll));
    if (!isDone) return failAs(ErrorKind::Stopped, "the step was stopped in its midst");
    advance(state_->progress, plan);
    state_->isInMidst = false;
    return {};
}

Status CpuSolver::checkWhole() const {
    return state_->isInMidst ? fail("the last step was stopped in its midst; restore() a state first") : Status{};
}

Snapshot CpuSolver::snapshot() const {
    if (state_->isInMidst) return {};
    return toSnapshot(
        *state_->schedule,
        {state_->particles.data(), state_->previous.data(), state_->carry.data(), state_->velocities.data(),
         state_->shapeTurns.data(), state_->sleepAnchors.data(), state_->sleepStates.data()},
        state_->progress, {state_->lost, state_->neighbours.state[kCrowdedCount]});
}

Status CpuSolver::restore(const Snapshot& snapshot) {
    Result<SolverState> restored = toSolverState(*state_->schedule, snapshot);
    if (!restored) return restored.error();
    addRows(*state_->schedule, *restored);  // from here on nothing is allocated, and nothing can be left half done
    state_->particles = std::move(restored->particles);
    state_->previous = std::move(restored->previous);
    state_->carry = std::move(restored->carry);
    state_->velocities = std::move(restored->velocities);
    state_->tethers = std::move(restored->tethers);
    state_->strands = std::move(restored->strands);
    state_->tensorBlocks = std::move(restored->tensorBlocks);
    state_->shapeTurns = std::move(restored->shapeTurns);
    state_->sleepAnchors = std::move(restored->sleepAnchors);
    state_->sleepStates = std::move(restored->sleepStates);
    state_->progress = std::move(restored->progress);
    state_->lost = snapshot.lost;
    state_->outlines.clear();
    state_->neighbours.clear(snapshot.crowded);
    state_->isInMidst = false;
    return {};
}

CpuSolver::CpuSolver(std::unique_ptr<State> state) : state_(std::move(state)) {}
CpuSolver::CpuSolver(CpuSolver&&) noexcept = default;
CpuSolver& CpuSolver::operator=(CpuSolver&&) noexcept = default;
CpuSolver::~CpuSolver() = default;

}  // namespace pliant
