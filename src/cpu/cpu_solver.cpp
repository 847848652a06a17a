#include "cpu/cpu_solver.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "cpu/kernels.h"
#include "cpu/outline_kernels.h"
#include "cpu/step_implicitly.h"

namespace pliant {

struct CpuSolver::State {
    SchedulePtr schedule;
    CpuOptions options;
    tbb::task_arena arena;
    std::vector<vec4> particles;
    std::vector<vec4> previous;
    std::vector<float> multipliers;
    std::vector<vec4> scratch;
    std::vector<vec4> velocities;
    std::vector<ForceStage> stages;
    cpu::ImplicitWork implicitWork;
    std::vector<Tether> tethers;
    Progress progress;
    std::uint64_t lost = 0;
    std::vector<vec4> bodySums;
    std::vector<vec4> shapeTurns;
    std::vector<float> tetMultipliers;
    cpu::OutlineWork outlines;

    State(SchedulePtr s, const CpuOptions& o)
        : schedule(std::move(s)),
          options(o),
          arena(o.threads),
          particles(schedule->particles),
          previous(schedule->particles),
          multipliers(schedule->compliantCount, 0.0f),
          scratch(scratchCount(*schedule), vec4(0.0f)),
          velocities(schedule->particles.size() - schedule->firstForced, vec4(0.0f)),
          stages(velocities.size(), ForceStage{}),
          implicitWork(*schedule),
          tethers(schedule->tethers),
          progress(initialProgress(*schedule)),
          bodySums(schedule->bodySumCount, vec4(0.0f)),
          shapeTurns(schedule->shapeTurns),
          tetMultipliers(schedule->tetrahedra.size(), 0.0f),
          outlines(*schedule) {}

    cpu::Buffers buffers(const StepPlan& plan) {
        return {particles.data(),  previous.data(),   multipliers.data(),
                scratch.data(),    schedule.get(),    tethers.data(),
                plan.pins.data(),  nullptr,           &lost,
                bodySums.data(),   shapeTurns.data(), tetMultipliers.data(),
                velocities.data(), stages.data(),     &implicitWork,
                &outlines};
    }
};

namespace {

// Small enough to balance, large enough that handing out a piece costs nothing beside its work (some microseconds).
std::uint32_t grainOf(PassKind kind) {
    switch (kind) {
        case PassKind::PlaceOutlines: return 32;
        case PassKind::FindContacts: return 256;
        default: return 1024;
    }
}

template <class Kernel>
void forPieces(const Pass& pass, int threads, Kernel&& kernel) {
    const std::uint32_t last = pass.first + pass.count;
    const bool isWhole = pass.kind == PassKind::StepImplicitly;
    if (threads == 1 || isWhole || pass.count <= grainOf(pass.kind)) return kernel(pass.first, last);
    tbb::parallel_for(tbb::blocked_range<std::uint32_t>(pass.first, last, grainOf(pass.kind)),
                      [&](const auto& range) { kernel(range.begin(), range.end()); });
}

void runPiece(const cpu::Buffers& b, bool wide, const Pass& pass, const PassConstants& c, std::uint32_t first,
              std::uint32_t last) {
    switch (pass.kind) {
        case PassKind::Integrate: return (wide ? cpu::integrateWide : cpu::integrate)(b, c, first, last);
        case PassKind::MovePins: return cpu::movePins(b, c, first, last);
        case PassKind::PushTriangles: return cpu::pushTriangles(b, c, first, last);
        case PassKind::GatherPushes: return cpu::gatherPushes(b, c, first, last);
        case PassKind::SolveSticks:
            return (wide ? cpu::solveSticksWide : cpu::solveSticks)(b, pass.response, c, first, last);
        case PassKind::CorrectSticks: return cpu::correctSticks(b, pass.response, c, first, last);
        case PassKind::GatherCorrections: return cpu::gatherCorrections(b, c, first, last);
        case PassKind::SolveBends:
            return (wide ? cpu::solveBendsWide : cpu::solveBends)(b, pass.response, c, first, last);
        case PassKind::HoldTethers: return (wide ? cpu::holdTethersWide : cpu::holdTethers)(b, c, first, last);
        case PassKind::Collide: return cpu::collide(b, c, first, last);
        case PassKind::PlaceOutlines: return cpu::placeOutlines(b, c, first, last);
        case PassKind::FindContacts: return cpu::findContacts(b, c, first, last);
        case PassKind::PushContacts: return cpu::pushContacts(b, c, first, last);
        case PassKind::MoveContacts: return cpu::moveContacts(b, c, first, last);
        case PassKind::KeepPlaces: return cpu::keepPlaces(b, c, first, last);
        case PassKind::SumShapes: return cpu::sumShapes(b, first, last);
        case PassKind::TurnShapes: return cpu::turnShapes(b, pass.response, first, last);
        case PassKind::MatchShapes: return cpu::matchShapes(b, c, first, last);
        case PassKind::SolveTets: return cpu::solveTets(b, c, first, last);
        case PassKind::MeasureEnclosures: return cpu::measureEnclosures(b, pass.response, first, last);
        case PassKind::SumEnclosures: return cpu::sumEnclosures(b, first, last);
        case PassKind::SolveEnclosures: return cpu::solveEnclosures(b, c, first, last);
        case PassKind::PushEnclosures: return cpu::pushEnclosures(b, c, first, last);
        case PassKind::AddForces: return cpu::addForces(b, c, first, last);
        case PassKind::Advance: return cpu::advance(b, pass.response, c, first, last);
        case PassKind::StepImplicitly: return cpu::stepImplicitly(b, c, first, last);
        case PassKind::SettleVelocities: return cpu::settleVelocities(b, c, first, last);
    }
}

}  // namespace

Result<CpuSolver> CpuSolver::create(SchedulePtr schedule, const CpuOptions& options) {
    if (options.threads < 1) return fail("{} threads; at least 1", options.threads);
    CpuOptions usable = options;
    usable.wide = options.wide && cpu::hasWideKernels();
    return CpuSolver(std::make_unique<State>(std::move(schedule), usable));
}

Status CpuSolver::step(const StepSettings& settings, const StepInputs& inputs) {
    Result<StepPlan> plan = planStep(*state_->schedule, settings, inputs, state_->progress);
    if (!plan) return plan.error();
    if (plan->tethers) state_->tethers = std::move(*plan->tethers);
    cpu::Buffers buffers = state_->buffers(*plan);
    const CpuOptions& options = state_->options;
    std::vector<ColliderRecord> colliders;
    const auto beginSubstep = [&](std::uint32_t substep) {
        if (substep == 0 || plan->collidersMove) colliders = plan->collidersIn(substep);
        buffers.colliders = colliders.data();
    };
    const auto run = [&](const Pass& pass, const PassConstants& constants) {
        forPieces(pass, options.threads, [&](std::uint32_t first, std::uint32_t last) {
            runPiece(buffers, options.wide, pass, constants, first, last);
        });
    };
    const auto runAll = [&] { replay(*state_->schedule, *plan, beginSubstep, run); };
    if (options.threads == 1) runAll();
    else state_->arena.execute(runAll);
    state_->progress = std::move(plan->after);
    return {};
}

Snapshot CpuSolver::snapshot() const {
    return toSnapshot(
        *state_->schedule,
        {state_->particles.data(), state_->previous.data(), state_->velocities.data(), state_->shapeTurns.data()},
        state_->progress, state_->lost);
}

Status CpuSolver::restore(const Snapshot& snapshot) {
    Result<SolverState> restored = toSolverState(*state_->schedule, snapshot);
    if (!restored) return restored.error();
    state_->particles = std::move(restored->particles);
    state_->previous = std::move(restored->previous);
    state_->velocities = std::move(restored->velocities);
    state_->tethers = std::move(restored->tethers);
    state_->shapeTurns = std::move(restored->shapeTurns);
    state_->progress = std::move(restored->progress);
    state_->lost = snapshot.lost;
    return {};
}

CpuSolver::CpuSolver(std::unique_ptr<State> state) : state_(std::move(state)) {}
CpuSolver::CpuSolver(CpuSolver&&) noexcept = default;
CpuSolver& CpuSolver::operator=(CpuSolver&&) noexcept = default;
CpuSolver::~CpuSolver() = default;

}  // namespace pliant
