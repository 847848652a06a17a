#pragma once

#include <vector>

#include "pliant/export.h"
#include "pliant/schedule/plan_frames.h"
#include "pliant/schedule/schedule.h"
#include "pliant/schedule/step_inputs.h"

namespace pliant {

/// How the constraints are run. Where a schedule has tiles, these have colours of their own behind those of the sticks
/// between them: GaussSeidel then runs more colours than it needs, and Hybrid solves little but sticks between tiles in
/// order. Compile with TileUse::Never for these two.
enum class Method {
    Auto,         ///< Tiles where the schedule has some that are not whole bodies, else GaussSeidel
    GaussSeidel,  ///< by colour, each stick sees what the colours before it did: converges far faster
    Tiles,        ///< by colour the sticks between tiles; then tile by tile, several sweeps by colour each
    Jacobi,       ///< all sticks see the same state, corrections are averaged: fewer, larger dispatches
    Hybrid,       ///< the first kHybridColours colours as in Gauss-Seidel, the other sticks as in Jacobi
};

/// "gauss-seidel" and the like.
PLIANT_API const char* nameOf(Method method);

/// Jacobi and Hybrid, which want CompileOptions::jacobi.
inline bool averages(Method method) {
    return method == Method::Jacobi || method == Method::Hybrid;
}

/// Of the error in what turns and swings, in the substep's length.
enum class Order {
    Auto,   ///< Second, for all that is in the scene, where a closed mesh encloses something; else First
    First,  ///< sticks push along where they point now: what turns at omega loses omega^2 h of its speed per second
    /// Sticks, tethers and enclosures push along where they pointed when the substep began (SHAKE), and so do shapes of
    /// compliance 0 in space: angular momentum is kept, rotation and swinging are not damped. Bends and contacts are as
    /// they were. For what should not stop swinging; other things come to rest later, and a step takes about a tenth
    /// longer on a CPU.
    Second,
};

/// "second" and the like.
PLIANT_API const char* nameOf(Order order);

/// Length that a step can have [s], at most.
inline constexpr double kLongestStep = 1e3;

/// Length that a substep has by default [s], at most.
inline constexpr double kDefaultSubstep = 1.0 / 720.0;

/// How to run one step. The defaults are the ones to start with: many substeps of one iteration, which for the same
/// work is far stiffer than one substep of many iterations (Macklin et al. 2019, "Small Steps").
struct StepSettings {
    double dt = 1.0 / 60.0;  ///< length of the step [s]; may change from step to step
    std::uint32_t substeps =
        0;  ///< dt is cut into so many; 0: as many as make them kDefaultSubstep long, 12 for 1/60 s
    std::uint32_t iterations = 1;  ///< passes over all sticks per substep, at least 1
    std::uint32_t bendPeriod = 0;  ///< bends run in every so many substeps; 0: as bendPeriodOf() chooses
    Method method = Method::Auto;  ///< how the constraints are run
    std::uint32_t sweeps = 0;      ///< Method::Tiles: over each tile per iteration; 0: kDefaultSweeps
    float relaxation = 1.0f;       ///< Jacobi and hybrid: factor on the averaged corrections, see largestRelaxation()
    bool tethers = true;           ///< false: leave out the tethers that the scene has
    bool levels = true;            ///< false: leave out the coarse levels of its sticks
    Order order = Order::Auto;     ///< of the error in what turns and swings
};

/// Method::Tiles sweeps over each tile so often, by default.
inline constexpr std::uint32_t kDefaultSweeps = 1;

/// StepSettings::method, worked out where it is Auto.
PLIANT_API Method methodOf(const Schedule& schedule, const StepSettings& settings);

/// StepSettings::order, worked out where it is Auto. Pressure on a surface that has turned since the substep began
/// turns it further, by 2 P V h omega; its skin's sticks hold against that, but not to the last bit, one after another
/// as they run: of first order a balloon starts to spin by itself.
PLIANT_API Order orderOf(const Schedule& schedule, const StepSettings& settings);

/// StepSettings::substeps, worked out where it is 0.
PLIANT_API std::uint32_t substepsOf(const StepSettings& settings);

/// StepSettings::bendPeriod, worked out where it is 0: the largest n up to 4 for which r = bendRate (n h)^2 is at most
/// a quarter, with h the substep, for stiffer bends and those with which they quarrel go on for n substeps without each
/// other; but 2 where that is so of those bends alone that no clusters help, and r of plates is at most 40. One pass
/// over those that none help makes them softer by about r / 3, as a share. For cloth whose bending matters less than
/// its cost, 12 is a good choice.
PLIANT_API std::uint32_t bendPeriodOf(const Schedule& schedule, const StepSettings& settings);

/// Over-relaxation up to here is stable: 1 + 3^(-1/n) for an odd number n of iterations, 2 for an even one. With the
/// last displacement repeated, a mode whose error an iteration multiplies by 1 - r goes as z^2 - (2 z - 1) (1 - r)^n,
/// whose roots are within the unit circle for (1 - r)^n > -1/3; r is at most the relaxation.
PLIANT_API double largestRelaxation(std::uint32_t iterations);

/// Whether the two colours of every pair change places in two substeps of four. Rigid sticks that nothing damps gain
/// energy from an order that is always alike; but orders that change keep what should rest in motion, and friction
/// gives way to that. So it is done where sticks are rigid, the environment damps less than kCalmingDamping, and there
/// is nothing to touch, no colliders, outlines or contacts.
PLIANT_API bool swapsPairs(const Schedule& schedule, const StepInputs& inputs);

/// Rate at which velocity is lost from which on nothing grows whose sticks run in one order [1/s].
inline constexpr float kCalmingDamping = 0.4f;

/// What a solver remembers from one step to the next, besides its particles.
struct Progress {
    std::uint64_t stepCount = 0;           ///< steps so far
    std::uint64_t substepCount = 0;        ///< substeps so far
    double previousSubstep = 0.0;          ///< [s], 0 before the first step
    std::vector<std::uint8_t> pinned;      ///< per particle of the schedule
    std::uint32_t tethersPerParticle = 0;  ///< of the table in use
    std::vector<FrameState> frames;        ///< per frame of the schedule
    double calm = 0.0;                     ///< [s] since the window of sleepers began
    std::uint64_t seenInputs = 0;          ///< of a scene that sleeps, the last step's: hashOf(); 0: none
};

/// Before the first step.
PLIANT_API Progress initialProgress(const Schedule& schedule);

/// Measures the tethers for the pins of `progress` and notes how many a particle has. Empty if the scene wants none.
PLIANT_API std::vector<Tether> tethersFor(const Schedule& schedule, Progress& progress);

/// The strands between these pins, per particle of the schedule not 0 where it is one.
PLIANT_API std::vector<Strand> strandsFor(const Schedule& schedule, const std::vector<std::uint8_t>& pinned);

/// The blocks of plates' tensors between these pins.
PLIANT_API std::vector<TensorBlock> tensorBlocksFor(const Schedule& schedule, const std::vector<std::uint8_t>& pinned);

/// A step worked out: what both backends replay.
struct PLIANT_API StepPlan {
    PassConstants constants{};                  ///< of all substeps but for what differs below
    vec3 firstFall{0.0f};                       ///< in the first substep, where dt has changed since the last step
    float firstKeep = 0.0f;                     ///< likewise: the share of the last displacement that is kept
    std::uint64_t firstSubstep = 0;             ///< counted from the first of all
    std::uint32_t substeps = 0;                 ///< at least 1
    std::uint32_t iterations = 0;               ///< passes over all sticks per substep, at least 1
    const std::vector<Pass>* sticks = nullptr;  ///< of the schedule, for the method
    const std::vector<Pass>* sticksSwapped = nullptr;  ///< in two substeps of four, if it
    bool swapsPairs = false;                           ///< see swapsPairs()
    bool hasLevels = true;                             ///< whether clusters of sticks, and strands, are run
    bool hasWhole =
        false;  ///< all passes have the items of whole bodies last, so that a solver may run these by themselves
    std::uint32_t bendPeriod = 1;         ///< bends run in every so many substeps,
    float bendInverseStep = 0.0f;         ///< as if these were one substep
    float bendInverseSquaredStep = 0.0f;  ///< its square [1/s^2]

    std::vector<PinRecord> pins;           ///< releases first; each of both sorted by particle
    Pass releasePins{PassKind::MovePins};  ///< before the first substep, so that they fall from it on; count 0: none
    Pass movePins{PassKind::MovePins};     ///< in every substep
    std::vector<Pass> moveObstacles;       ///< in every substep: `obstacles`, one by one
    Pass hold{PassKind::HoldTethers};      ///< in every substep; count 0: no tethers
    Pass collide{PassKind::Collide};       ///< in every substep; count 0: no colliders, or particles touch
    Pass keep{PassKind::KeepPlaces};       ///< after the last substep
    std::vector<Collider> colliders;       ///< the step's
    std::vector<FrameMotion> frames;       ///< how each of the schedule's goes through the step
    WorldStep firstWorld;                  ///< in the first substep, for frames
    WorldStep world;                       ///< in the other substeps
    std::vector<ObstacleInput> obstacles;  ///< whose vertices are on the device
    bool inputsMove = false;               ///< colliders, or frames that they may be seen from

    double calm = 0.0;             ///< Progress::calm, after the step
    std::uint64_t seenInputs = 0;  ///< likewise

    double substepLength = 0.0;                            ///< [s]
    std::optional<std::vector<Tether>> tethers;            ///< a new table, where pins have come or gone
    std::uint32_t tethersPerParticle = 0;                  ///< of that table, or of the one in use
    std::optional<std::vector<Strand>> strands;            ///< likewise
    std::optional<std::vector<TensorBlock>> tensorBlocks;  ///< likewise
    std::vector<std::uint32_t> pinned;                     ///< room for looking at the particles of pins, in order

    /// As kernels read them: all colliders as they are seen from the world, then from the first frame, and so on. The
    /// same for all substeps if none of both moves. Writes colliderRecordCount() of them.
    void collidersIn(std::uint32_t substep, ColliderRecord* to) const;
    std::size_t colliderRecordCount() const { return colliders.size() * (1 + frames.size()); }  ///< per substep

    /// That of the world, then those of its frames; none if the schedule has no frames. Writes frameRecordCount().
    void framesIn(std::uint32_t substep, FrameRecord* to) const;
    std::size_t frameRecordCount() const { return frames.empty() ? 0 : 1 + frames.size(); }  ///< per substep
};

/// Time-corrected position Verlet: with h the substep's length, h' the one before and k the damping rate,
///
///     keep = (h / h') / (1 + k h),    fall = gravity h (h + h') / 2.
///
/// `previousSubstep` before the first step counts as h. Computed in double, rounded once. If a particle is newly pinned
/// or released the tethers are measured anew, which takes as long as it took to compile them. Errors: dt or a substep
/// outside 1e-9 ... 1e3 s, Method::Tiles for a schedule without tiles, more than 64 sweeps, a change of substep by more
/// than 1e6, no iterations, a relaxation out of range, a compliance above 1e12 h^2 m/N, and inputs that break the rules
/// of StepInputs (their index is named).
///
/// `plan` may be one of an earlier step: its memory is used again, so that one whose inputs are no more in number
/// allocates nothing unless it measures tethers, strands or plates. After an error there is nothing to be read in it.
PLIANT_API Status planStep(const Schedule& schedule, const StepSettings& settings, const StepInputs& inputs,
                           const Progress& progress, StepPlan& plan);

/// The same with memory of its own.
PLIANT_API Result<StepPlan> planStep(const Schedule& schedule, const StepSettings& settings, const StepInputs& inputs,
                                     const Progress& progress);

/// What a solver remembers once the step is done; nothing is allocated.
PLIANT_API void advance(Progress& progress, const StepPlan& plan);

/// Whether a pass over what touches runs in a substep: those that find what lies on what in a step's first one alone,
/// since that stays there for a while; one over colliders where there are any.
inline bool runsIn(const Pass& pass, std::uint32_t substep, std::uint32_t colliders) {
    switch (pass.kind) {
        case PassKind::CountTouches: return pass.response == kCountNear || substep == 0;
        case PassKind::FindSupports:
        case PassKind::SpreadSupports: return substep == 0;
        case PassKind::PushFromColliders:
        case PassKind::RubOnColliders: return colliders > 0;
        default: return true;
    }
}

/// The passes after the last substep and KeepPlaces, in which whole bodies are as others are.
template <class Run>
void replayEnd(const Schedule& schedule, const StepPlan& plan, Run&& run) {
    PassConstants constants = plan.constants;
    for (const Pass& pass : schedule.sleeping) {
        constants.first = pass.first;
        constants.count = pass.count;
        run(pass, std::as_const(constants));
    }
}

/// Calls run(pass, constants) for every pass of the step in order, and beginSubstep(index) before the passes of each
/// substep: the one loop nest that both backends share. It ends where `isOver()` says so, before a substep or an
/// iteration.
template <class BeginSubstep, class Run, class IsOver>
void replay(const Schedule& schedule, const StepPlan& plan, BeginSubstep&& beginSubstep, Run&& run, IsOver&& isOver) {
    PassConstants constants = plan.constants;
    const auto runPass = [&](const Pass& pass) {
        if (pass.count == 0) return;
        constants.first = pass.first;
        constants.count = pass.count;
        constants.rows = pass.rows;
        run(pass, std::as_const(constants));
    };
    const auto runAll = [&](const std::vector<Pass>& passes) {
        for (const Pass& pass : passes)
            runPass(pass);
    };
    for (std::uint32_t substep = 0; substep < plan.substeps && !isOver(); ++substep) {
        beginSubstep(substep);
        constants.fall = substep == 0 ? plan.firstFall : plan.constants.fall;
        constants.keep = substep == 0 ? plan.firstKeep : plan.constants.keep;
        constants.pinShare = 1.0f / static_cast<float>(plan.substeps - substep);
        const bool isSwapped = plan.swapsPairs && (plan.firstSubstep + substep) % 4 >= 2;
        constants.flags = (plan.constants.flags & ~kPairsSwapped) | (isSwapped ? kPairsSwapped : 0);
        if (substep == 0) constants.flags |= kBeginsStep;
        if (substep == 0) runPass(plan.releasePins);
        runAll(schedule.integrate);
        runPass(plan.movePins);
        runAll(plan.moveObstacles);
        runAll(schedule.air);
        if ((plan.firstSubstep + substep) % plan.bendPeriod == 0) {
            constants.inverseStep = plan.bendInverseStep;
            constants.inverseSquaredStep = plan.bendInverseSquaredStep;
            runAll(schedule.bending);
            constants.inverseStep = plan.constants.inverseStep;
            constants.inverseSquaredStep = plan.constants.inverseSquaredStep;
        }
        runPass(plan.hold);
        if (plan.hasLevels) runAll(schedule.levels);
        for (std::uint32_t iteration = 0; iteration < plan.iterations && !isOver(); ++iteration) {
            if (iteration == 0) constants.flags |= kFirstIteration;
            else constants.flags &= ~kFirstIteration;
            runAll(schedule.insides);
            runAll(isSwapped ? *plan.sticksSwapped : *plan.sticks);
            runAll(schedule.elementPasses);
            runAll(schedule.matching);
        }
        runAll(schedule.contacts);
        runPass(plan.collide);
        for (const Pass& pass : schedule.touching)
            if (runsIn(pass, substep, constants.colliderCount)) runPass(pass);
        runAll(schedule.settle);
    }
    runPass(plan.keep);
    replayEnd(schedule, plan, run);
}

/// The same to the end.
template <class BeginSubstep, class Run>
void replay(const Schedule& schedule, const StepPlan& plan, BeginSubstep&& beginSubstep, Run&& run) {
    replay(schedule, plan, beginSubstep, run, [] { return false; });
}

}  // namespace pliant
