#include "pliant/schedule/step_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pliant/fail.h"
#include "pliant/maths.h"
#include "pliant/scene/planar.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/real.h"
#include "pliant/threads.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr double kShortestSubstep = 1e-9;
constexpr double kLargestRatio = 1e6;

constexpr double kLargestScaledCompliance = 1e12;  // its square times a squared length must be a float

Status checkTime(const StepSettings& settings, double previousSubstep) {
    if (!(settings.dt > 0.0 && std::isfinite(settings.dt))) {
        return fail("dt is {} s; it must be positive and finite", settings.dt);
    }
    const Index substeps = substepsOf(settings);
    const double h = settings.dt / substeps;
    if (h < kShortestSubstep || settings.dt > kLongestStep) {
        return fail("dt is {} s in {} substeps; dt must be at most {} s and a substep at least {} s", settings.dt,
                    substeps, kLongestStep, kShortestSubstep);
    }
    if (previousSubstep > 0.0 && (h > previousSubstep * kLargestRatio || h * kLargestRatio < previousSubstep)) {
        return fail("the substep changes from {} s to {} s; at most by a factor of {}", previousSubstep, h,
                    kLargestRatio);
    }
    return {};
}

Status check(const Schedule& schedule, const StepSettings& settings, double previousSubstep) {
    if (Status status = checkTime(settings, previousSubstep); !status) return status;
    if (settings.method < Method::Auto || settings.method > Method::Hybrid)
        return fail("there is no method {}", int(settings.method));
    if (settings.method == Method::Tiles && schedule.tiles.empty())
        return fail(
            "the scene was compiled without tiles; CompileOptions::tiles, TileUse::Always, cuts all of it into some");
    if (settings.order < Order::Auto || settings.order > Order::Second)
        return fail("there is no order {}", int(settings.order));
    if (averages(settings.method) && schedule.jacobi.empty() && !schedule.gaussSeidel.empty())
        return fail("the scene was compiled without CompileOptions::jacobi, which the method {} needs",
                    nameOf(settings.method));
    constexpr Index kMostSweeps = 64;
    if (settings.sweeps > kMostSweeps) return fail("{} sweeps; at most {}", settings.sweeps, kMostSweeps);
    if (settings.iterations == 0) return fail("iterations is 0; it must be at least 1");
    const double h = settings.dt / substepsOf(settings);
    if (schedule.maxCompliance / (h * h) > kLargestScaledCompliance) {
        return fail("a compliance of {} m/N is too large for a substep of {:.3g} s: at most {:.3g} m/N",
                    schedule.maxCompliance, h, kLargestScaledCompliance * h * h);
    }
    const double largest = largestRelaxation(settings.iterations);
    if (!(settings.relaxation > 0.0f && settings.relaxation <= largest)) {
        return fail(
            "relaxation is {}; with {} iteration{} per substep it must be above 0 and at most {:.4g}, or energy grows",
            settings.relaxation, settings.iterations, settings.iterations == 1 ? "" : "s", largest);
    }
    return {};
}

// `seen` is room for the particles.
Status checkPins(const Schedule& schedule, const std::vector<PinInput>& pins, std::vector<Index>& seen) {
    const std::size_t count = schedule.particles.size();
    if (pins.size() > kMostPinInputs)
        return fail("there are {} pins; at most {} in one step", pins.size(), kMostPinInputs);
    seen.clear();
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const PinInput& pin = pins[i];
        if (pin.particle >= count) {
            return fail("pin {} names particle {}, but the scene has {} (0 to {})", i, pin.particle, count, count - 1);
        }
        if (pin.action > PinInput::Action::Pull) return fail("pin {} has the unknown action {}", i, int(pin.action));
        const bool isPull = pin.action == PinInput::Action::Pull;
        const bool hasTarget = isPull || pin.action == PinInput::Action::Move;
        if (hasTarget && !isPoint(pin.target)) {
            return fail("pin {} has the target ({}, {}, {}); coordinates must be finite and within {} m", i,
                        pin.target.x, pin.target.y, pin.target.z, kLargestCoordinate);
        }
        if (isPull && !(pin.compliance >= 0.0f && pin.compliance <= kLargestPullCompliance)) {
            return fail("pin {} has the compliance {} m/N; it must be from 0 to {}", i, pin.compliance,
                        kLargestPullCompliance);
        }
        if (pin.frame && *pin.frame != kWorld && *pin.frame >= schedule.frames.size())
            return fail("pin {} has a target in frame {}, but the scene has {}", i, *pin.frame, schedule.frames.size());
        if (hasTarget && schedule.planar && pin.target.z != 0.0f)
            return fail("pin {} has its target at z = {} m; in a planar scene z must be 0", i, pin.target.z);
        seen.push_back(pin.particle);
    }
    std::sort(seen.begin(), seen.end());
    const auto twice = std::adjacent_find(seen.begin(), seen.end());
    if (twice != seen.end()) return fail("particle {} has two pins in one step; it can have one", *twice);
    return {};
}

Status checkInputs(const Schedule& schedule, const StepInputs& inputs, std::vector<Index>& seen) {
    if (Status status = checkPins(schedule, inputs.pins, seen); !status) return status;
    if (inputs.wind) {
        if (Status status = validateWind(*inputs.wind); !status) return status;
    }
    if (inputs.colliders.size() > kMostColliders) {
        return fail("there are {} colliders; at most {} in one step", inputs.colliders.size(), kMostColliders);
    }
    for (std::size_t i = 0; i < inputs.colliders.size(); ++i) {
        if (Status status = validate(inputs.colliders[i], i); !status) return status;
        const Index frame = inputs.colliders[i].frame;
        if (frame != kWorld && frame >= schedule.frames.size())
            return fail("collider {} is in frame {}, but the scene has {}", i, frame, schedule.frames.size());
        if (!schedule.planar) continue;
        if (Status status = validatePlanar(inputs.colliders[i], i); !status) return status;
    }
    return {};
}

dvec3 exactFallIn(const Environment& environment, double h, double before) {
    return dvec3(environment.gravity) * (0.5 * h * (h + before));
}

vec3 fallIn(const Environment& environment, double h, double before) {
    return storable3<float>(vec3(exactFallIn(environment, h, before)));
}

dvec3 airStepIn(const Environment& environment, const StepInputs& inputs, double h) {
    return dvec3(inputs.wind.value_or(environment.wind)) * h;
}

float keepIn(const Environment& environment, double h, double before) {
    return storable<float>(static_cast<float>(h / before / (1.0 + environment.damping * h)));
}

PassConstants constantsFor(const Environment& environment, const StepSettings& settings, const StepInputs& inputs,
                           double h) {
    PassConstants constants{};
    constants.fall = fallIn(environment, h, h);
    constants.keep = keepIn(environment, h, h);
    constants.gravity = storable3<float>(environment.gravity);
    constants.step = static_cast<float>(h);
    constants.damping = storable<float>(environment.damping);
    constants.airStep = storable3<float>(vec3(airStepIn(environment, inputs, h)));
    const double halfDensity = 0.5 * environment.airDensity;
    constants.airDrag = static_cast<float>(halfDensity * (environment.dragCoefficient - environment.liftCoefficient));
    constants.airLift = static_cast<float>(halfDensity * environment.liftCoefficient);
    constants.inverseSquaredStep = static_cast<float>(1.0 / (h * h));
    constants.squaredStep = static_cast<float>(h * h);
    constants.inverseStep = static_cast<float>(1.0 / h);
    constants.relaxation = settings.relaxation;
    constants.colliderCount = static_cast<Index>(inputs.colliders.size());
    constants.sweeps = settings.sweeps > 0 ? settings.sweeps : kDefaultSweeps;
    return constants;
}

// Of the particle: 0 in the world.
Index frameOf(const Schedule& schedule, const PinInput& pin) {
    return schedule.frameOf.empty() ? 0 : schedule.frameOf[schedule.localParticle[pin.particle]];
}

// `h` is the substep's length; the target is in the particle's own frame.
PinRecord recordOf(const Schedule& schedule, const PinInput& pin, vec3 target, const std::vector<std::uint8_t>& pinned,
                   double h) {
    const Index local = schedule.localParticle[pin.particle];
    const float ownInverseMass = schedule.inverseMasses[local];
    switch (pin.action) {
        case PinInput::Action::Move: return {storable3<float>(target), 0.0f, local, kPinMove, 0.0f, 0};
        case PinInput::Action::Hold: return {vec3(0.0f), 0.0f, local, kPinHold, 0.0f, 0};
        case PinInput::Action::Release: return {vec3(0.0f), ownInverseMass, local, kPinRelease, 0.0f, 0};
        case PinInput::Action::Pull: break;
    }
    const float inverseMass = pinned[local] ? 0.0f : ownInverseMass;
    const double share = pinned[local] ? 0.0 : ownInverseMass / (ownInverseMass + double(pin.compliance) / (h * h));
    return {storable3<float>(target), inverseMass, local, kPinPull, storable<float>(static_cast<float>(share)), 0};
}

// Where the particles' own frames have them.
Status checkTargets(const Schedule& schedule, const std::vector<PinInput>& pins, std::span<const FrameMotion> frames) {
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const vec3 target(targetOf(pins[i], frames, frameOf(schedule, pins[i])));
        const bool hasTarget = pins[i].action == PinInput::Action::Move || pins[i].action == PinInput::Action::Pull;
        if (!hasTarget || isPoint(target)) continue;
        return fail(
            "pin {} has its target at ({}, {}, {}) in the frame of its particle; coordinates must be within {} m", i,
            target.x, target.y, target.z, kLargestCoordinate);
    }
    return {};
}

// What has become of the particles that the step pins and releases: 1 where they are held.
void notePins(const StepPlan& plan, std::vector<std::uint8_t>& pinned) {
    for (const PinRecord& pin : plan.pins)
        if (pin.action != kPinPull) pinned[pin.particle] = pin.action == kPinRelease ? 0 : 1;
}

// Rows of particles are ascending.
bool isPushedByPlates(const Schedule& schedule, Index particle) {
    const auto first = schedule.tensorRows.begin() + schedule.firstPushRow;
    const auto isBefore = [](const TensorRow& row, Index place) { return row.place < place; };
    const auto found = std::lower_bound(first, schedule.tensorRows.end(), particle, isBefore);
    return found != schedule.tensorRows.end() && found->place == particle;
}

void planPins(const Schedule& schedule, const StepInputs& inputs, const Progress& progress, StepPlan& plan) {
    bool isNew = false, isOfPlate = false;
    for (const bool releases : {true, false}) {
        for (const PinInput& pin : inputs.pins) {
            if ((pin.action == PinInput::Action::Release) != releases) continue;
            const vec3 target(targetOf(pin, plan.frames, frameOf(schedule, pin)));
            plan.pins.push_back(recordOf(schedule, pin, target, progress.pinned, plan.substepLength));
            const bool isPinned = progress.pinned[schedule.localParticle[pin.particle]] != 0;
            const bool changes = pin.action != PinInput::Action::Pull && isPinned == releases;
            isNew |= changes;
            isOfPlate = isOfPlate || (changes && isPushedByPlates(schedule, schedule.localParticle[pin.particle]));
        }
        if (releases) plan.releasePins.count = static_cast<Index>(plan.pins.size());
    }
    const auto isBefore = [](const PinRecord& a, const PinRecord& b) { return a.particle < b.particle; };
    std::sort(plan.pins.begin(), plan.pins.begin() + plan.releasePins.count, isBefore);
    std::sort(plan.pins.begin() + plan.releasePins.count, plan.pins.end(), isBefore);
    plan.movePins.first = plan.releasePins.count;
    plan.movePins.count = static_cast<Index>(plan.pins.size()) - plan.releasePins.count;
    for (Pass* pass : {&plan.releasePins, &plan.movePins}) {
        const auto first = plan.pins.begin() + pass->first;
        pass->wholeCount = static_cast<Index>(std::count_if(
            first, first + pass->count, [&](const PinRecord& pin) { return pin.particle >= schedule.wholeFirst; }));
    }
    plan.tethersPerParticle = progress.tethersPerParticle;
    const bool hasTethers = !schedule.surface.first.empty(), hasStrands = !schedule.strands.empty();
    if (!isNew || (!hasTethers && !hasStrands && !isOfPlate)) return;
    Progress after = progress;
    notePins(plan, after.pinned);
    if (hasStrands) plan.strands = strandsFor(schedule, after.pinned);
    if (isOfPlate) plan.tensorBlocks = tensorBlocksFor(schedule, after.pinned);
    if (!hasTethers) return;
    plan.tethers = tethersFor(schedule, after);
    plan.tethersPerParticle = after.tethersPerParticle;
}

void planSticks(const Schedule& schedule, Method method, StepPlan& plan) {
    const auto choose = [&](const std::vector<Pass>& passes, const std::vector<Pass>& swapped) {
        plan.sticks = &passes;
        plan.sticksSwapped = &swapped;
    };
    switch (method) {
        case Method::Auto:
        case Method::GaussSeidel: return choose(schedule.gaussSeidel, schedule.gaussSeidelSwapped);
        case Method::Tiles: return choose(schedule.tiled, schedule.tiledSwapped);
        case Method::Jacobi: return choose(schedule.jacobi, schedule.jacobi);
        case Method::Hybrid: return choose(schedule.hybrid, schedule.hybrid);
    }
}

void planConstants(const Schedule& schedule, const StepSettings& settings, const StepInputs& inputs, double before,
                   StepPlan& plan) {
    const double h = plan.substepLength;
    const dvec3 airStep = airStepIn(schedule.environment, inputs, h);
    plan.firstWorld = {exactFallIn(schedule.environment, h, before), airStep, h / before};
    plan.world = {exactFallIn(schedule.environment, h, h), airStep, 1.0};
    plan.constants = constantsFor(schedule.environment, settings, inputs, h);
    plan.firstFall = fallIn(schedule.environment, h, before);
    plan.firstKeep = keepIn(schedule.environment, h, before);
    plan.bendPeriod = bendPeriodOf(schedule, settings);
    plan.constants.tetherGive = schedule.tetherGive;
    plan.constants.firstForced = schedule.firstForced;
    if (orderOf(schedule, settings) == Order::Second) plan.constants.flags |= kSecondOrder;
    if (!schedule.outlinePoints.empty()) plan.constants.flags |= kOutlinesTouch;
    plan.constants.bendPeriod = static_cast<float>(plan.bendPeriod);
    plan.constants.bendShare = static_cast<float>(1.0 / plan.bendPeriod);
    plan.bendInverseStep = static_cast<float>(1.0 / (h * plan.bendPeriod));
    plan.bendInverseSquaredStep = static_cast<float>(1.0 / (h * h * plan.bendPeriod * plan.bendPeriod));
}

// The passes over all particles that depend on the step.
void planParticles(const Schedule& schedule, bool hasTethers, StepPlan& plan) {
    const auto count = static_cast<Index>(schedule.particles.size()), wholeCount = count - schedule.wholeFirst;
    plan.constants.tetherCount = hasTethers ? plan.tethersPerParticle : 0;
    plan.constants.tetherStride = count;
    plan.hold.count = plan.constants.tetherCount > 0 ? count : 0;
    plan.hold.wholeCount = plan.hold.count > 0 ? wholeCount : 0;
    plan.collide.count = plan.colliders.empty() || !schedule.touching.empty() ? 0 : count;
    plan.collide.wholeCount = plan.collide.count > 0 ? wholeCount : 0;
    plan.keep.count = count;
    plan.keep.wholeCount = wholeCount;
}

// A window of calm begins where inputs change, and ends when it has lasted.
void planSleep(const Schedule& schedule, const StepSettings& settings, const StepInputs& inputs,
               const Progress& progress, StepPlan& plan) {
    plan.seenInputs = hashOf(inputs);
    if (plan.inputsMove || !inputs.obstacles.empty() || plan.seenInputs != progress.seenInputs) {
        plan.constants.flags |= kWakes;
        return;
    }
    plan.calm = progress.calm + settings.dt;
    if (plan.calm < double(schedule.calmTime) * (1.0 - 1e-6)) return;
    plan.constants.flags |= kWindowEnds;
    plan.calm = 0.0;
}

// Of an earlier step nothing is left but memory.
void clear(StepPlan& plan) {
    StepPlan fresh;
    const auto keepRoom = [](auto& to, auto& from) {
        to.swap(from);
        to.clear();
    };
    keepRoom(fresh.pins, plan.pins);
    keepRoom(fresh.colliders, plan.colliders);
    keepRoom(fresh.frames, plan.frames);
    keepRoom(fresh.pinned, plan.pinned);
    keepRoom(fresh.moveObstacles, plan.moveObstacles);
    keepRoom(fresh.obstacles, plan.obstacles);
    plan = std::move(fresh);
}

}  // namespace

const char* nameOf(Method method) {
    switch (method) {
        case Method::Auto: return "auto";
        case Method::GaussSeidel: return "gauss-seidel";
        case Method::Tiles: return "tiles";
        case Method::Jacobi: return "jacobi";
        case Method::Hybrid: return "hybrid";
    }
    return "?";
}

const char* nameOf(Order order) {
    switch (order) {
        case Order::Auto: return "auto";
        case Order::First: return "first";
        case Order::Second: return "second";
    }
    return "?";
}

Method methodOf(const Schedule& schedule, const StepSettings& settings) {
    if (settings.method != Method::Auto) return settings.method;
    return schedule.wholeFirstTile > 0 ? Method::Tiles : Method::GaussSeidel;
}

Order orderOf(const Schedule& schedule, const StepSettings& settings) {
    if (settings.order != Order::Auto) return settings.order;
    const bool enclosesVolumes = !schedule.enclosures.empty() && !schedule.planar;
    return enclosesVolumes ? Order::Second : Order::First;
}

std::uint32_t substepsOf(const StepSettings& settings) {
    if (settings.substeps > 0) return settings.substeps;
    const double wanted = std::ceil(settings.dt / kDefaultSubstep - 1e-6);
    return static_cast<Index>(std::clamp(wanted, 1.0, 1e9));
}

std::uint32_t bendPeriodOf(const Schedule& schedule, const StepSettings& settings) {
    constexpr std::uint32_t kLongest = 4, kLongestOfStiff = 2;
    constexpr double kSoftest = 0.25, kSoftestOfPlates = 40.0;
    if (settings.bendPeriod > 0) return settings.bendPeriod;
    const double h = settings.dt / substepsOf(settings);
    const auto mayBe = [&](std::uint32_t period, double rate) {
        const double squared = (period * h) * (period * h);
        return period == 1 || (rate * squared <= kSoftest && schedule.plateRate * squared <= kSoftestOfPlates);
    };
    std::uint32_t period = kLongest;
    while (!mayBe(period, period > kLongestOfStiff ? schedule.bendRate : schedule.loneBendRate))
        --period;
    return period;
}

bool swapsPairs(const Schedule& schedule, const StepInputs& inputs) {
    const auto isRigid = [](const Pass& pass) { return pass.response >= kStickRigid && pass.response < kStickHooke; };
    return schedule.environment.damping < kCalmingDamping && inputs.colliders.empty() && schedule.outlines.empty() &&
           schedule.touching.empty() && std::any_of(schedule.gaussSeidel.begin(), schedule.gaussSeidel.end(), isRigid);
}

void StepPlan::collidersIn(std::uint32_t substep, ColliderRecord* to) const {
    for (Index seenFrom = 0; seenFrom <= frames.size(); ++seenFrom) {
        for (const Collider& collider : colliders)
            *to++ = recordFor(collider, frames, seenFrom, inputsMove ? substep : 0, inputsMove ? substeps : 1);
    }
}

void StepPlan::framesIn(std::uint32_t substep, FrameRecord* to) const {
    if (frames.empty()) return;
    const WorldStep& step = substep == 0 ? firstWorld : world;
    *to++ = recordFor(step);
    for (const FrameMotion& frame : frames)
        *to++ = recordFor(frame, step, substep, substeps);
}

double largestRelaxation(std::uint32_t iterations) {
    return iterations % 2 == 0 ? 2.0 : 1.0 + 1.0 / rootOf(3.0, iterations);
}

Progress initialProgress(const Schedule& schedule) {
    Progress progress;
    for (const vec4& particle : schedule.particles)
        progress.pinned.push_back(particle.w == 0.0f ? 1 : 0);
    progress.tethersPerParticle = schedule.tethersPerParticle;
    for (const Frame& frame : schedule.frames)
        progress.frames.push_back(initialState(frame));
    return progress;
}

std::vector<Tether> tethersFor(const Schedule& schedule, Progress& progress) {
    if (schedule.surface.first.empty()) return {};
    TetherTable table;
    Arena caller(1);  // a step starts no threads
    caller.execute(
        [&] { table = makeTethers(schedule.surface, progress.pinned, schedule.tetherSlack, schedule.mostTethers); });
    progress.tethersPerParticle = table.perParticle;
    return toTethers(table, schedule);
}

Status planStep(const Schedule& schedule, const StepSettings& settings, const StepInputs& inputs,
                const Progress& progress, StepPlan& plan) {
    if (Status status = check(schedule, settings, progress.previousSubstep); !status) return status;
    if (Status status = checkInputs(schedule, inputs, plan.pinned); !status) return status;
    if (Status status = checkFrames(schedule, inputs.frames, progress.frames); !status) return status;
    clear(plan);
    plan.substeps = substepsOf(settings);
    const double h = plan.substepLength = settings.dt / plan.substeps;
    const double before = progress.previousSubstep > 0.0 ? progress.previousSubstep : h;
    planMotions(progress.frames, inputs.frames, plan.substeps, h / before, plan.frames);
    if (Status status = checkTargets(schedule, inputs.pins, plan.frames); !status) return status;
    planConstants(schedule, settings, inputs, before, plan);
    plan.iterations = settings.iterations;
    const Method method = methodOf(schedule, settings);
    planSticks(schedule, method, plan);
    plan.swapsPairs = swapsPairs(schedule, inputs);
    const bool isInOrder = method == Method::GaussSeidel || method == Method::Tiles;
    plan.hasWhole = isInOrder && schedule.wholeFirstTile < schedule.tiles.size();
    plan.hasLevels = settings.levels;
    if (settings.levels && !schedule.tensionRows.empty()) plan.constants.flags |= kCarriesTensions;
    plan.firstSubstep = progress.substepCount;
    planPins(schedule, inputs, progress, plan);
    plan.colliders = inputs.colliders;
    if (schedule.planar) std::transform(plan.colliders.begin(), plan.colliders.end(), plan.colliders.begin(), deepened);
    plan.inputsMove = std::any_of(inputs.colliders.begin(), inputs.colliders.end(), moves) || anyMoves(plan.frames);
    planParticles(schedule, settings.tethers, plan);
    if (!schedule.sleepers.empty()) planSleep(schedule, settings, inputs, progress, plan);
    return {};
}

Result<StepPlan> planStep(const Schedule& schedule, const StepSettings& settings, const StepInputs& inputs,
                          const Progress& progress) {
    StepPlan plan;
    if (Status status = planStep(schedule, settings, inputs, progress, plan); !status) return status.error();
    return plan;
}

void advance(Progress& progress, const StepPlan& plan) {
    ++progress.stepCount;
    progress.substepCount += plan.substeps;
    progress.previousSubstep = plan.substepLength;
    progress.calm = plan.calm;
    progress.seenInputs = plan.seenInputs;
    progress.tethersPerParticle = plan.tethersPerParticle;
    notePins(plan, progress.pinned);
    std::transform(plan.frames.begin(), plan.frames.end(), progress.frames.begin(), stateAfter);
}

}  // namespace pliant
