#include "pliant/state/snapshot.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "pliant/fail.h"
#include "pliant/hash.h"
#include "pliant/shared/sleep.h"
#include "pliant/shared/verlet.h"

namespace pliant {
namespace {

constexpr std::uint32_t kOneNan = 0x7fc00000u;
constexpr std::uint64_t kNanDistance = std::uint64_t(1) << 32;

std::uint32_t bitsOf(float x) {
    return std::isnan(x) ? kOneNan : bitsOfFloat(x);
}

void addTo(Hash& hash, const std::vector<vec3>& points) {
    for (const vec3& p : points) {
        for (int axis = 0; axis < 3; ++axis)
            hash.add(bitsOf(p[axis]));
    }
}

void addTo(Hash& hash, const std::vector<FrameState>& frames) {
    using Numbers = std::array<std::uint64_t, sizeof(FrameState) / sizeof(double)>;
    hash.add(static_cast<std::uint32_t>(frames.size()));
    for (const FrameState& frame : frames) {
        for (const std::uint64_t number : bitCast<Numbers>(frame))
            hash.addLong(number);
    }
}

void addTo(Hash& hash, const SleepState& sleep) {
    addTo(hash, sleep.anchors);
    for (const std::uint8_t state : sleep.sleepers)
        hash.add(state);
    hash.addLong(bitCast<std::uint64_t>(sleep.calm));
    hash.addLong(sleep.seenInputs);
}

bool sameBits(vec4 a, vec4 b) {
    return pliant::sameBits(vec3(a), vec3(b)) && ulpDistance(a.w, b.w) == 0;
}

vec4 carryOf(const Snapshot& snapshot, std::size_t particle) {
    return snapshot.carry.empty() ? vec4(0.0f) : snapshot.carry[particle];
}

vec4 storable4(vec4 v) {
    return vec4(storable3<float>(vec3(v)), storable<float>(v.w));
}

// Takes one pair of points into account and says whether they differ.
bool compareInto(Comparison& comparison, const vec3& a, const vec3& b) {
    bool differs = false;
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint64_t ulp = ulpDistance(a[axis], b[axis]);
        if (ulp == 0) continue;
        const double difference = std::abs(double(a[axis]) - double(b[axis]));
        differs = true;
        comparison.maxUlp = std::max(comparison.maxUlp, ulp);
        const bool isNumber = std::isfinite(difference);
        comparison.maxAbs = std::max(comparison.maxAbs, isNumber ? difference : HUGE_VAL);
    }
    return differs;
}

}  // namespace

std::size_t countAsleep(const Snapshot& snapshot) {
    const std::vector<std::uint8_t>& sleepers = snapshot.sleep.sleepers;
    return static_cast<std::size_t>(std::count(sleepers.begin(), sleepers.end(), kAsleep));
}

std::uint64_t hashOf(const Snapshot& snapshot) {
    Hash hash;
    addTo(hash, snapshot.positions);
    addTo(hash, snapshot.previous);
    for (const std::uint8_t isPinned : snapshot.pinned)
        hash.add(isPinned);
    hash.addLong(snapshot.stepCount);
    hash.addLong(snapshot.substepCount);
    hash.addLong(bitCast<std::uint64_t>(snapshot.previousSubstep));
    addTo(hash, snapshot.velocities);
    if (!snapshot.shapeTurns.empty()) hash.add(std::span(snapshot.shapeTurns));
    for (const vec4& carry : snapshot.carry) {
        for (int axis = 0; axis < 4; ++axis)
            hash.add(bitsOf(carry[axis]));
    }
    if (!snapshot.frames.empty()) addTo(hash, snapshot.frames);
    if (!snapshot.sleep.anchors.empty()) addTo(hash, snapshot.sleep);
    return hash.value();
}

std::uint64_t ulpDistance(float a, float b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : kNanDistance;
    // Maps floats to integers in their own order, -0 just below +0.
    const auto rank = [](float x) {
        const auto bits = static_cast<std::int64_t>(bitsOfFloat(x));
        return bits < 0x80000000 ? bits : 0x7fffffff - bits;
    };
    const std::int64_t distance = rank(a) - rank(b);
    return static_cast<std::uint64_t>(distance < 0 ? -distance : distance);
}

bool sameBits(vec3 a, vec3 b) {
    return ulpDistance(a.x, b.x) == 0 && ulpDistance(a.y, b.y) == 0 && ulpDistance(a.z, b.z) == 0;
}

Result<Comparison> compare(const Snapshot& a, const Snapshot& b) {
    const std::size_t count = a.positions.size();
    if (b.positions.size() != count || a.previous.size() != count || b.previous.size() != count) {
        return fail("snapshots of {} and {} particles cannot be compared", count, b.positions.size());
    }
    if (a.velocities.size() != b.velocities.size()) {
        return fail("snapshots with {} and {} velocities cannot be compared", a.velocities.size(), b.velocities.size());
    }
    if ((!a.carry.empty() && a.carry.size() != count) || (!b.carry.empty() && b.carry.size() != count)) {
        return fail("snapshots of {} particles that carry what rounding left of {} and {} cannot be compared", count,
                    a.carry.size(), b.carry.size());
    }
    if (a.frames.size() != b.frames.size())
        return fail("snapshots with {} and {} frames cannot be compared", a.frames.size(), b.frames.size());
    if (a.sleep.anchors.size() != b.sleep.anchors.size() || a.sleep.sleepers.size() != b.sleep.sleepers.size()) {
        return fail("snapshots of {} and {} sleepers cannot be compared", a.sleep.sleepers.size(),
                    b.sleep.sleepers.size());
    }
    if (a.shapeTurns.size() != b.shapeTurns.size()) {
        return fail("snapshots with turns of {} and {} shapes cannot be compared", a.shapeTurns.size(),
                    b.shapeTurns.size());
    }
    Comparison comparison;
    for (std::size_t i = 0; i < a.shapeTurns.size(); ++i) {
        if (!sameBits(a.shapeTurns[i], b.shapeTurns[i])) ++comparison.differingTurns;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const bool moved = compareInto(comparison, a.positions[i], b.positions[i]);
        const bool cameFromElsewhere = compareInto(comparison, a.previous[i], b.previous[i]);
        const bool hasVelocity = i < a.velocities.size();
        const bool isFaster = hasVelocity && compareInto(comparison, a.velocities[i], b.velocities[i]);
        const bool carriesOther = !sameBits(carryOf(a, i), carryOf(b, i));
        const bool sleepsElsewhere =
            i < a.sleep.anchors.size() && !pliant::sameBits(a.sleep.anchors[i], b.sleep.anchors[i]);
        if (!moved && !cameFromElsewhere && !isFaster && !carriesOther && !sleepsElsewhere) continue;
        if (comparison.differing++ == 0) comparison.firstParticle = i;
    }
    return comparison;
}

Snapshot initialSnapshot(const Schedule& schedule) {
    const std::vector<vec4> none(schedule.particles.size(), vec4(0.0f));
    const vec4* particles = schedule.particles.data();
    const std::vector<std::uint32_t> calm(schedule.sleeperCount, kCalm);
    return toSnapshot(
        schedule,
        {particles, particles, none.data(), none.data(), schedule.shapeTurns.data(), none.data(), calm.data()},
        initialProgress(schedule), {});
}

Snapshot toSnapshot(const Schedule& schedule, const SolverArrays& arrays, const Progress& progress,
                    const SolverCounts& counts) {
    const std::size_t count = schedule.particles.size();
    Snapshot snapshot;
    snapshot.positions.resize(count);
    snapshot.previous.resize(count);
    snapshot.pinned.resize(count);
    snapshot.carry.resize(count);
    snapshot.velocities.resize(schedule.firstForced < count ? count : 0, vec3(0.0f));
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t target = schedule.sceneParticle[i];
        snapshot.positions[target] = vec3(arrays.particles[i]);
        snapshot.previous[target] = vec3(arrays.previous[i]);
        snapshot.carry[target] = arrays.carry[i];
        snapshot.pinned[target] = progress.pinned[i];
        if (i >= schedule.firstForced) snapshot.velocities[target] = vec3(arrays.velocities[i - schedule.firstForced]);
    }
    snapshot.stepCount = progress.stepCount;
    snapshot.substepCount = progress.substepCount;
    snapshot.previousSubstep = progress.previousSubstep;
    snapshot.lost = counts.lost;
    snapshot.crowded = counts.crowded;
    snapshot.shapeTurns.assign(arrays.shapeTurns, arrays.shapeTurns + schedule.shapes.size());
    snapshot.frames = progress.frames;
    if (schedule.sleepers.empty()) return snapshot;
    snapshot.sleep = {std::vector<vec3>(count), {}, progress.calm, progress.seenInputs};
    for (std::size_t i = 0; i < count; ++i)
        snapshot.sleep.anchors[schedule.sceneParticle[i]] = vec3(arrays.sleepAnchors[i]);
    for (std::uint32_t s = 0; s < schedule.sleeperCount; ++s)
        snapshot.sleep.sleepers.push_back(static_cast<std::uint8_t>(arrays.sleepStates[s]));
    return snapshot;
}

namespace {

Status checkFrames(const Schedule& schedule, const std::vector<FrameState>& frames) {
    if (frames.empty()) return {};
    if (frames.size() != schedule.frames.size())
        return fail("the snapshot has {} frames, but the schedule has {}", frames.size(), schedule.frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const std::string what = fmt::format("frame {} of the snapshot", i);
        if (Status status = validate(frames[i].pose, what); !status) return status;
        if (Status status = validateInertia(frames[i].inertia, what); !status) return status;
        const auto isSmall = [](const glm::dvec3& v) { return glm::dot(v, v) <= 1e12; };
        if (!isSmall(frames[i].moved) || !isSmall(frames[i].turned))
            return fail("{}: its last way or turn is not finite, or above 1e6", what);
    }
    return {};
}

Status checkTurns(const Schedule& schedule, const Snapshot& snapshot) {
    if (snapshot.shapeTurns.empty()) return {};
    if (snapshot.shapeTurns.size() != schedule.shapes.size()) {
        return fail("the snapshot has turns of {} shapes, but the schedule has {}", snapshot.shapeTurns.size(),
                    schedule.shapes.size());
    }
    for (std::size_t i = 0; i < snapshot.shapeTurns.size(); ++i) {
        const vec4 q = snapshot.shapeTurns[i];
        if (!(std::abs(glm::dot(q, q) - 1.0f) < 1e-3f)) {
            return fail("the turn of shape {} in the snapshot is ({}, {}, {}, {}); it must be a unit quaternion", i,
                        q.x, q.y, q.z, q.w);
        }
    }
    return {};
}

Status checkCarry(const Snapshot& snapshot, std::size_t count) {
    if (!snapshot.carry.empty() && snapshot.carry.size() != count) {
        return fail("the snapshot carries what rounding left of {} particles, but the schedule has {}",
                    snapshot.carry.size(), count);
    }
    constexpr float kMostPacked = 1 << 24;
    for (std::size_t i = 0; i < snapshot.carry.size(); ++i) {
        const vec4 carry = snapshot.carry[i];
        if (!isPlace<float>(vec3(carry)))
            return fail("particle {} of the snapshot carries what is not finite or beyond 2e9 m", i);
        if (!(std::abs(carry.w) <= kMostPacked && carry.w == std::floor(carry.w))) {
            return fail("particle {} of the snapshot carries {} steps; it must be a whole number from -2^24 to 2^24", i,
                        carry.w);
        }
    }
    return {};
}

Status checkSleep(const Schedule& schedule, const SleepState& sleep) {
    if (sleep.anchors.empty() && sleep.sleepers.empty()) return {};
    if (sleep.anchors.size() != schedule.sleepers.size() || sleep.sleepers.size() != schedule.sleeperCount) {
        return fail("the snapshot has {} anchors and {} sleepers, but the schedule has {} and {}", sleep.anchors.size(),
                    sleep.sleepers.size(), schedule.sleepers.size(), schedule.sleeperCount);
    }
    for (std::size_t i = 0; i < sleep.anchors.size(); ++i) {
        if (!isPlace<float>(sleep.anchors[i]))
            return fail("particle {} of the snapshot has an anchor that is not finite or beyond 2e9 m", i);
    }
    for (std::size_t i = 0; i < sleep.sleepers.size(); ++i) {
        if (sleep.sleepers[i] > kAsleep)
            return fail("sleeper {} of the snapshot is in state {}; there are 0 to 2", i, int(sleep.sleepers[i]));
    }
    if (!(sleep.calm >= 0.0 && sleep.calm <= 2e6))
        return fail("the snapshot has been calm for {} s; it must be from 0 to 2e6", sleep.calm);
    return {};
}

Status checkSnapshot(const Schedule& schedule, const Snapshot& snapshot) {
    const std::size_t count = schedule.particles.size();
    if (snapshot.positions.size() != count || snapshot.previous.size() != count) {
        return fail("the snapshot has {} positions and {} previous ones, but the schedule has {} particles",
                    snapshot.positions.size(), snapshot.previous.size(), count);
    }
    if (!snapshot.pinned.empty() && snapshot.pinned.size() != count) {
        return fail("the snapshot has {} pin flags, but the schedule has {} particles", snapshot.pinned.size(), count);
    }
    if (!snapshot.velocities.empty() && snapshot.velocities.size() != count) {
        return fail("the snapshot has {} velocities, but the schedule has {} particles", snapshot.velocities.size(),
                    count);
    }
    if (!(snapshot.previousSubstep >= 0.0 && snapshot.previousSubstep <= kLongestStep)) {
        return fail("the snapshot's last substep is {} s; it must be from 0 to {} s", snapshot.previousSubstep,
                    kLongestStep);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!isPlace<float>(snapshot.positions[i]) || !isPlace<float>(snapshot.previous[i])) {
            return fail("particle {} of the snapshot has a coordinate that is not finite or beyond 2e9 m", i);
        }
        if (i < snapshot.velocities.size() && !isPlace<float>(snapshot.velocities[i]))
            return fail("particle {} of the snapshot has a velocity that is not finite or beyond 2e9 m/s", i);
    }
    if (Status status = checkCarry(snapshot, count); !status) return status;
    if (Status status = checkFrames(schedule, snapshot.frames); !status) return status;
    if (Status status = checkSleep(schedule, snapshot.sleep); !status) return status;
    return checkTurns(schedule, snapshot);
}

// Pins of the snapshot, or those of the scene where it does not say.
Progress progressOf(const Schedule& schedule, const Snapshot& snapshot) {
    Progress progress = initialProgress(schedule);
    progress.stepCount = snapshot.stepCount;
    progress.substepCount = snapshot.substepCount;
    progress.previousSubstep = snapshot.previousSubstep;
    for (std::size_t i = 0; i < snapshot.pinned.size(); ++i)
        progress.pinned[schedule.localParticle[i]] = snapshot.pinned[i] != 0 ? 1 : 0;
    if (!snapshot.frames.empty()) progress.frames = snapshot.frames;
    if (!snapshot.sleep.anchors.empty()) {
        progress.calm = snapshot.sleep.calm;
        progress.seenInputs = snapshot.sleep.seenInputs;
    }
    return progress;
}

// What has been moved since it fell asleep is awake.
void restoreSleep(const Schedule& schedule, const SleepState& sleep, SolverState& state) {
    if (schedule.sleepers.empty()) return;
    state.sleepAnchors.assign(schedule.particles.size(), vec4(0.0f));
    state.sleepStates.assign(schedule.sleeperCount, kCalm);
    if (sleep.anchors.empty()) return;
    std::copy(sleep.sleepers.begin(), sleep.sleepers.end(), state.sleepStates.begin());
    for (std::size_t i = 0; i < schedule.particles.size(); ++i) {
        const vec3 anchor = storable3<float>(sleep.anchors[schedule.sceneParticle[i]]);
        state.sleepAnchors[i] = vec4(anchor, 0.0f);
        const bool rests = vec3(state.particles[i]) == anchor && vec3(state.previous[i]) == anchor &&
                           vec3(state.carry[i]) == vec3(0.0f);
        std::uint32_t& of = state.sleepStates[schedule.sleepers[i].sleeper];
        if (!rests && of == kAsleep) of = kStrayed;
    }
}

}  // namespace

Result<SolverState> toSolverState(const Schedule& schedule, const Snapshot& snapshot) {
    if (Status status = checkSnapshot(schedule, snapshot); !status) return status.error();
    SolverState state{schedule.particles,
                      schedule.particles,
                      std::vector<vec4>(schedule.particles.size(), vec4(0.0f)),
                      std::vector<vec4>(schedule.particles.size() - schedule.firstForced, vec4(0.0f)),
                      schedule.tethers,
                      schedule.strands,
                      schedule.tensorBlocks,
                      schedule.shapeTurns,
                      {},
                      {},
                      progressOf(schedule, snapshot)};
    for (std::size_t i = 0; i < snapshot.shapeTurns.size(); ++i) {
        state.shapeTurns[i] = storable4(snapshot.shapeTurns[i]);
    }
    for (std::size_t i = 0; i < schedule.particles.size(); ++i) {
        const std::size_t source = schedule.sceneParticle[i];
        const float inverseMass = state.progress.pinned[i] ? 0.0f : schedule.inverseMasses[i];
        state.particles[i] = vec4(storable3<float>(snapshot.positions[source]), inverseMass);
        state.previous[i] = vec4(storable3<float>(snapshot.previous[source]), inverseMass);
        if (!state.progress.pinned[i]) state.carry[i] = storable4(carryOf(snapshot, source));
        if (i < schedule.firstForced || snapshot.velocities.empty()) continue;
        state.velocities[i - schedule.firstForced] = vec4(storable3<float>(snapshot.velocities[source]), 0.0f);
    }
    restoreSleep(schedule, snapshot.sleep, state);
    const bool hasScenesPins = state.progress.pinned == initialProgress(schedule).pinned;
    if (!hasScenesPins) {
        std::vector<Tether> tethers = tethersFor(schedule, state.progress);
        state.tethers = std::move(tethers);
        state.strands = strandsFor(schedule, state.progress.pinned);
        state.tensorBlocks = tensorBlocksFor(schedule, state.progress.pinned);
    }
    return state;
}

}  // namespace pliant
