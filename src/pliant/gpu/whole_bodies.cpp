#include "pliant/gpu/whole_bodies.h"

#include <algorithm>
#include <bit>

#include "pliant/gpu/kernel_code.h"
#include "pliant/gpu/loops.h"
#include "pliant/gpu/tiles.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr const char* kName = "the kernel over whole bodies";
constexpr Index kBytesPerRow = 2 * sizeof(vec4);               // of shared memory
constexpr Index kBytesPerRowAlone = 11 * sizeof(float);        // of an invocation's own: the place before has no w
constexpr Index kMostRowsAlone = kMostAlone + kMostAlone / 4;  // particles, and their clusters

std::span<const TileRecord> wholeTiles(const Schedule& schedule) {
    return std::span(schedule.tiles).subspan(schedule.wholeFirstTile);
}

// Particles and clusters of the largest.
Index largestBody(const Schedule& schedule) {
    Index most = 1;
    for (const TileRecord& tile : wholeTiles(schedule))
        most = std::max(most, tile.particleCount + tile.rowCount);
    return most;
}

// The response of all passes that whole bodies have a part in, or kSeveral.
Index commonResponse(const std::vector<Pass>& passes) {
    Index common = kSeveral;
    bool isFirst = true;
    for (const Pass& pass : passes) {
        if (pass.wholeCount == 0) continue;
        if (!isFirst && pass.response != common) return kSeveral;
        common = pass.response;
        isFirst = false;
    }
    return common;
}

// See kWhole... in src/pliant/shared/pass_layout.h.
Index whatThereIs(const Schedule& schedule) {
    const auto isWhole = [](const Pass& pass) { return pass.wholeCount > 0; };
    const auto anyOf = [&](const std::vector<Pass>& passes) {
        return std::any_of(passes.begin(), passes.end(), isWhole);
    };
    Index what = commonResponse(schedule.gaussSeidel) << kWholeSticksShift |
                 commonResponse(schedule.bending) << kWholeBendsShift |
                 commonResponse(schedule.elementPasses) << kWholeElementsShift;
    if (anyOf(schedule.air)) what |= kWholeHasAir;
    if (schedule.mostTethers > 0) what |= kWholeHasTethers;
    if (anyOf(schedule.bending)) what |= kWholeHasBends;
    if (anyOf(schedule.elementPasses)) what |= kWholeHasElements;
    if (anyOf(schedule.levels)) what |= kWholeHasLevels;
    return what;
}

TileForm formOn(const Gpu& gpu, TileForm asked) {
    if (asked != TileForm::Auto) return asked;
    return gpu.traits().isCpu ? TileForm::Invocation : TileForm::Workgroup;
}

// Sticks of a colour keep half of a body's particles busy at most. On an H200 ropes of 64 take 0.45 ms with 32, 0.58
// with 64; flags of 192 3.3 with 128, 3.6 with 64, 5.3 with 256.
Index chooseWorkgroup(const Gpu& gpu, TileForm form, const Schedule& schedule) {
    if (form == TileForm::Invocation || gpu.traits().isCpu) return kSmallestWorkgroup;
    Index particles = 1;
    for (const TileRecord& tile : wholeTiles(schedule))
        particles = std::max(particles, tile.particleCount);
    const Index most = std::min({std::bit_floor(gpu.info().maxWorkgroupSize),
                                 std::bit_floor(gpu.context().limits.maxComputeWorkGroupSize[0]), 256u});
    return std::clamp(std::bit_ceil(particles / 2), 32u, most);
}

std::span<const std::uint32_t> codeFor(TileForm form, const Schedule& schedule) {
    return stepWholeBodiesCode(form == TileForm::Invocation, !schedule.frames.empty());
}

bool hasRoom(const Gpu& gpu, TileForm form, const Schedule& schedule, Index rows) {
    const VkPhysicalDeviceLimits& limits = gpu.context().limits;
    const std::uint32_t buffers = countBuffers(bindingsOf(codeFor(form, schedule)));
    if (buffers > limits.maxPerStageDescriptorStorageBuffers) return false;
    const std::size_t texels = std::max({rowCount(schedule), schedule.triangles.size(), schedule.sticks.size()});
    if (form == TileForm::Workgroup) return rows * kBytesPerRow <= gpu.info().maxSharedMemoryBytes;
    const bool fits = rows <= kMostRowsAlone && rows * kBytesPerRowAlone <= gpu.traits().ownBytes;
    return fits && texels <= limits.maxTexelBufferElements;
}

// Longest row in the table of the particles' triangles.
Index longestRow(const Schedule& schedule) {
    Index longest = 0;
    if (schedule.air.empty()) return longest;
    const Index* row = schedule.rowFirst.data() + schedule.air.back().rows;
    for (Index i = schedule.wholeFirst; i < schedule.particles.size(); ++i)
        longest = std::max(longest, row[i + 1] - row[i]);
    return longest;
}

// Per place among strands: so many nodes one may have there, whatever is pinned.
std::vector<Index> mostStrandNodes(const Schedule& schedule) {
    std::vector<Index> most(schedule.strands.size());
    for (const RopeLevel& level : schedule.ropeLevels)
        std::fill_n(most.begin() + level.firstStrand, level.strandCount, std::min(level.nodeCount, kMostStrandNodes));
    return most;
}

// Most of what some of a run's items have.
template <class CountOf>
Index mostIn(const TileRun& run, CountOf&& countOf) {
    Index most = 0;
    for (Index i = run.first; i < run.first + run.count; ++i)
        most = std::max<Index>(most, countOf(i));
    return most;
}

Index mostMembers(const Schedule& schedule, const TileRun& run) {
    return mostIn(run, [&](Index i) { return schedule.clusters[i].memberCount; });
}

// As runLevels() has them: a loop over the run in each branch. strandNodes: see mostStrandNodes().
LoopsOfRun loopsOfLevel(const Schedule& schedule, const std::vector<Index>& strandNodes, const TileRun& run) {
    if (run.response <= kLevelSumClusters) return {0, 1 + mostMembers(schedule, run)};
    if (run.response == kLevelBegin) return {1, 0};
    if (run.response != kLevelHoldParticles && run.response != kLevelHoldClusters) return {2, 0};
    return {3, 3 * (1 + mostIn(run, [&](Index i) { return strandNodes[i]; }))};
}
constexpr Index kLoopsOfLevels = 9;  // over items and within them

// As runBend() has them: one loop over the run, and loops in branches, of which those that are not taken add less than
// three rounds to an item (measured: 1.9 to 2.6).
LoopsOfRun loopsOfBend(const Schedule& schedule, const TileRun& run) {
    constexpr Index kUntaken = 3;
    const auto given = [&](Index i) { return schedule.bendNumbers[i].linkCounts & 0xffffu; };
    const auto shared = [&](Index i) { return schedule.bendNumbers[i].linkCounts >> 16; };
    switch (run.response) {
        case kBendSumParticles:
        case kBendSumClusters: return {0, kUntaken + mostMembers(schedule, run)};
        case kBendBegin:
        case kBendShift: return {1, kUntaken};
        case kBendCarry: return {2, kUntaken + mostIn(run, given)};
        default: break;
    }
    if ((run.response & kBendBetweenClusters) != 0) return {1, kUntaken + mostIn(run, shared)};
    return {3, kUntaken + mostIn(run, given)};
}

// Where so many invocations share each body. One that is alone goes through sticks two by two, and needs no rows.
WholeLoops countLoops(const Schedule& schedule, bool isAlone, Index workgroup) {
    const Index sharers = isAlone ? 1 : workgroup, inRun = isAlone ? 2 : workgroup;
    const std::vector<Index> strandNodes = mostStrandNodes(schedule);
    const auto shared = [&](std::uint64_t count) { return (count + sharers - 1) / sharers; };
    RunsAbreast sticks, levels, bends, elements;
    WholeLoops most;
    most.row = isAlone ? 0 : 1 + longestRow(schedule);
    const auto raise = [](std::uint64_t& value, std::uint64_t to) { value = std::max(value, to); };
    for (const TileRecord& tile : wholeTiles(schedule)) {
        const std::span<const TileRun> runs = std::span(schedule.tileRuns).subspan(tile.firstRun);
        sticks.add(runs.first(tile.stickRuns));
        levels.add(runs.subspan(2 * tile.stickRuns, tile.levelRuns),
                   [&](const TileRun& run) { return loopsOfLevel(schedule, strandNodes, run); });
        bends.add(runs.subspan(2 * tile.stickRuns + tile.levelRuns, tile.bendRuns),
                  [&](const TileRun& run) { return loopsOfBend(schedule, run); });
        elements.add(runs.subspan(2 * tile.stickRuns + tile.levelRuns + tile.bendRuns, tile.elementRuns));
        raise(most.particles, shared(tile.particleCount));
        raise(most.triangles, shared(tile.triangleCount));
    }
    most.sticks = sticks.loops(inRun);
    most.levels = levels.loops(sharers, kLoopsOfLevels);
    most.bends = bends.loops(sharers);
    most.elements = elements.loops(sharers);
    return most;
}

// Of the largest body in each: what one dispatch takes longest for.
WholeCounts countItems(const Schedule& schedule) {
    WholeCounts most;
    const auto raise = [](double& value, double to) { value = std::max(value, to); };
    for (const TileRecord& tile : wholeTiles(schedule)) {
        const std::span<const TileRun> runs = std::span(schedule.tileRuns).subspan(tile.firstRun);
        const auto itemsOf = [](std::span<const TileRun> some) {
            double sum = 0.0;
            for (const TileRun& run : some)
                sum += run.count;
            return sum;
        };
        raise(most.particles, tile.particleCount);
        raise(most.triangles, tile.triangleCount);
        raise(most.sticks, itemsOf(runs.first(tile.stickRuns)));
        raise(most.levels, itemsOf(runs.subspan(2 * tile.stickRuns, tile.levelRuns)));
        raise(most.bends, itemsOf(runs.subspan(2 * tile.stickRuns + tile.levelRuns, tile.bendRuns)));
        raise(most.elements,
              itemsOf(runs.subspan(2 * tile.stickRuns + tile.levelRuns + tile.bendRuns, tile.elementRuns)));
    }
    return most;
}

// Of findEntry() in src/pliant/shared/collide.h.
constexpr std::uint64_t kEntryLoops = 24;

Index sweepsOf(const Schedule& schedule, const StepPlan& plan) {
    return plan.sticks == &schedule.tiled ? plan.constants.sweeps : 1;
}

WholeConstants constantsOf(const Schedule& schedule, const StepPlan& plan, Index pinCount) {
    const PassConstants& c = plan.constants;
    WholeConstants whole{};
    whole.airStep = c.airStep;
    whole.airDrag = c.airDrag;
    whole.airLift = c.airLift;
    whole.inverseSquaredStep = c.inverseSquaredStep;
    whole.squaredStep = c.squaredStep;
    whole.inverseStep = c.inverseStep;
    whole.step = c.step;
    whole.bendInverseSquaredStep = plan.bendInverseSquaredStep;
    whole.bendInverseStep = plan.bendInverseStep;
    whole.bendPeriod = c.bendPeriod;
    whole.bendShare = c.bendShare;
    whole.tetherGive = c.tetherGive;
    whole.tetherCount = c.tetherCount;
    whole.tetherStride = c.tetherStride;
    if (!schedule.air.empty()) whole.airRows = schedule.air.back().rows;
    for (const Pass& pass : schedule.bending)
        (pass.kind == PassKind::ShiftParticles ? whole.bendClusters : whole.bendRows) = pass.rows;
    whole.first = schedule.wholeFirstTile;
    whole.count = static_cast<Index>(schedule.tiles.size()) - schedule.wholeFirstTile;
    whole.iterations = plan.iterations;
    whole.sweeps = sweepsOf(schedule, plan);
    whole.hasLevels = !plan.hasLevels ? 0 : schedule.stickClusterCount == 0 ? 1 : 2;
    whole.firstPin = plan.movePins.first;
    whole.pinEnd = pinCount;
    whole.colliderCount = c.colliderCount;
    whole.frameCount = static_cast<Index>(plan.frameRecordCount());
    whole.flags = c.flags & ~(kFirstIteration | kCarriesTensions);
    return whole;
}

void note(const Pass& pass, const PassConstants& constants, WholeSubstep& substep) {
    switch (pass.kind) {
        case PassKind::Integrate:
            substep.fall = constants.fall;
            substep.keep = constants.keep;
            substep.pinShare = constants.pinShare;
            if ((constants.flags & kPairsSwapped) != 0) substep.what |= kSubstepIsSwapped;
            break;
        case PassKind::SolveBends: substep.what |= kSubstepHasBends; break;
        default: break;
    }
}

}  // namespace

void forEachWholePart(const Schedule& schedule, const StepPlan& plan, std::uint32_t pinCount,
                      std::uint32_t mostSubsteps, WholePart& part, const std::function<bool()>& run) {
    part.constants = constantsOf(schedule, plan, pinCount);
    part.substeps.clear();
    part.firstSubstep = 0;
    part.constants.releaseCount = plan.releasePins.count;
    bool goesOn = true;
    const auto end = [&](bool isEnd) {
        part.constants.substeps = static_cast<Index>(part.substeps.size());
        part.constants.isEnd = isEnd ? 1 : 0;
        goesOn = goesOn && run();
        part.firstSubstep += part.constants.substeps;
        part.substeps.clear();
        part.constants.releaseCount = 0;
    };
    const auto beginSubstep = [&](Index) {
        if (part.substeps.size() == mostSubsteps) end(false);
        const auto number = static_cast<Index>(part.substeps.size());
        const auto colliders = static_cast<Index>(plan.colliderRecordCount());
        const Index firstCollider = plan.inputsMove ? number * colliders : 0;
        part.substeps.push_back({.firstCollider = firstCollider});
    };
    replay(
        schedule, plan, beginSubstep,
        [&](const Pass& pass, const PassConstants& constants) { note(pass, constants, part.substeps.back()); },
        [&] { return !goesOn; });
    end(true);
}

// Generously: that it is not a few more matters.
std::uint64_t WholeLoops::inSubstep(const StepPlan& plan) const {
    const std::uint64_t colliders = plan.constants.colliderCount;
    const std::uint64_t rounds = colliders > 1 ? kCollisionRounds : colliders;
    const std::uint64_t collisions = 1 + rounds * (2 + colliders * (2 + kEntryLoops));
    const std::uint64_t anchors = plan.hold.count == 0 ? 1 : plan.constants.tetherCount;
    const std::uint64_t pairs = 1 + anchors * (anchors - 1) / 2;  // that areAnchorsApart() looks at
    const std::uint64_t iteration = 3 + plan.constants.sweeps * (2 + sticks) + elements;
    const std::uint64_t bending = (bends + plan.bendPeriod - 1) / plan.bendPeriod;
    return 16 + particles * (7 + row + pairs + collisions) + triangles + bending + levels + plan.iterations * iteration;
}

std::uint32_t WholeBodies::mostSubsteps(const StepPlan& plan) const {
    constexpr std::uint64_t kOutside = 128;  // the search for pins
    const std::uint64_t around = kOutside + 4 * loops_.particles + loops_.bends;
    if (around >= mostLoops_) return 0;
    const std::uint64_t byLoops = (mostLoops_ - around) / loops_.inSubstep(plan);
    const std::uint64_t byColliders = plan.inputsMove && !plan.colliders.empty()
                                          ? kMostWholeColliders / plan.colliderRecordCount()
                                          : kMostWholeSubsteps;
    return static_cast<Index>(std::min({std::uint64_t(kMostWholeSubsteps), byLoops, byColliders}));
}

// With all of its passes, bends in every substep too.
std::uint32_t WholeBodies::bodiesAtOnce(const StepPlan& plan, std::uint32_t substeps) const {
    constexpr double kNear = 4.0;  // so much faster is what finds all particles in near memory; measured: ten times
    const auto workOf = [&](PassKind kind) { return work_.ofItem(kind, plan.constants); };
    const double iterations =
        plan.iterations * (plan.constants.sweeps * counts_.sticks + counts_.elements * workOf(PassKind::SolveElements));
    const double perParticle = workOf(PassKind::Integrate) + workOf(PassKind::GatherPushes) +
                               workOf(PassKind::HoldTethers) + workOf(PassKind::Collide);
    const double substep = counts_.particles * perParticle + counts_.triangles * workOf(PassKind::PushTriangles) +
                           counts_.bends * workOf(PassKind::SolveBends) +
                           counts_.levels * workOf(PassKind::SumClusters) + iterations;
    const bool takesGroups = form_ == TileForm::Workgroup;
    return itemsAtOnce(traits_, substeps * substep / kNear, takesGroups ? 1 : program_.itemsInGroup);
}

Status WholeBodies::create(const std::shared_ptr<Gpu>& gpu, const Schedule& schedule, const DeviceBuffers& buffers,
                           const GpuSolverOptions& options) {
    const Index largest = largestBody(schedule);
    form_ = formOn(*gpu, options.tileForm);
    const bool isAlone = form_ == TileForm::Invocation;
    if (!options.wholeBodies || wholeTiles(schedule).empty() || !hasRoom(*gpu, form_, schedule, largest)) return {};
    const Index size = options.workgroupSize > 0 ? options.workgroupSize : chooseWorkgroup(*gpu, form_, schedule);
    loops_ = countLoops(schedule, isAlone, size);
    traits_ = gpu->traits();
    mostLoops_ = loopsAtOnce(traits_);
    work_ = PassWork(schedule);
    counts_ = countItems(schedule);
    programs_ = std::make_unique<Programs>();
    programs_->create(gpu, handlesOf(buffers), sizeof(WholeConstants), kName);
    const Result<Program> made = programs_->add(codeFor(form_, schedule), whatThereIs(schedule), size, largest);
    if (!made) return made.error();
    program_ = *made;
    return {};
}

void WholeBodies::dispatch(VkCommandBuffer commands, const WholePart& part) const {
    if (form_ == TileForm::Workgroup)
        return programs_->dispatchGroups(commands, program_, part.constants.count, &part.constants);
    programs_->dispatch(commands, program_, part.constants.count, &part.constants);
}

}  // namespace pliant
