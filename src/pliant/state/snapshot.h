#pragma once

#include <cstdint>
#include <vector>

#include "pliant/export.h"
#include "pliant/schedule/step_plan.h"

namespace pliant {

/// Of a scene in which bodies sleep (scene/sleep.h): which do, and what tells when the others will.
struct SleepState {
    std::vector<vec3> anchors;           ///< per particle: where it was when the window of calm began [m]
    std::vector<std::uint8_t> sleepers;  ///< per sleeper, in the order of their first particles: 0 nothing of it has
                                         ///< strayed in this window, 1 something has, 2 it sleeps
    double calm = 0.0;                   ///< since the window began [s]
    std::uint64_t seenInputs = 0;        ///< hashOf() the last step's inputs; 0: a window begins with the next step

    bool operator==(const SleepState&) const = default;  ///< all members
};

/// All that a solver needs in order to go on: written by one backend, it can be restored to the other.
/// Particles are in the scene's order, so that snapshots of different schedules of one scene can be compared.
struct Snapshot {
    std::vector<vec3> positions;       ///< [m]
    std::vector<vec3> previous;        ///< positions before the last displacement [m]
    std::uint64_t stepCount = 0;       ///< steps taken
    std::uint64_t substepCount = 0;    ///< and substeps: it says in which bends run
    double previousSubstep = 0.0;      ///< length of the last substep [s], 0 before the first step
    std::vector<std::uint8_t> pinned;  ///< per particle: 1 where it is held; empty: as in the scene
    std::vector<vec3> velocities;      ///< [m/s], of particles that forces move, else 0; empty: there are none
    /// Positions so far that were not stored, because they were no place (not finite, or beyond 2e9 m).
    std::uint64_t lost = 0;
    std::uint64_t crowded = 0;     ///< and particles, in all substeps so far, that had no room for all their neighbours
                                   ///< and stayed where they were: see scene/contact.h; neither where all sleep
    std::vector<vec4> shapeTurns;  ///< per shape how it was last found to be turned: quaternion (x, y, z, w); empty:
                                   ///< not at all
    std::vector<vec4> carry;  ///< per particle what rounding left of its motion, see src/pliant/shared/verlet.h: xyz of
                              ///< its last displacement [m], w of its place; empty: nothing. To be cleared where
                              ///< velocities are set anew
    std::vector<FrameState> frames;  ///< per frame of the scene, which positions and velocities are seen from; empty:
                                     ///< as in the scene
    SleepState sleep;                ///< empty: nothing sleeps yet. A sleeper whose particles are not where they fell
                                     ///< asleep, or move, is awake

    bool operator==(const Snapshot&) const = default;  ///< by numbers, so that NaN equals nothing; by bits: compare()
};

/// 64 bits over positions, previous positions, velocities, pins, step count, substep, turns of shapes, what rounding
/// left of motions, frames, and who sleeps and what tells when others will: after steps that were given their inputs in
/// another way, as an obstacle's by GpuObstacle, it may be another though compare() finds no difference. Every NaN
/// counts as the same value, because Vulkan does not say which one an operation gives.
PLIANT_API std::uint64_t hashOf(const Snapshot& snapshot);

/// How many of SleepState::sleepers sleep.
PLIANT_API std::size_t countAsleep(const Snapshot& snapshot);

/// Where and by how much two states differ, particle by particle, bit by bit.
struct Comparison {
    std::size_t differing = 0;       ///< particles whose position, previous position, velocity, carry or anchor of
                                     ///< sleep has other bits
    double maxAbs = 0.0;             ///< largest difference of a coordinate [m, m/s]; infinite where only one is finite
    std::uint64_t maxUlp = 0;        ///< largest difference of a coordinate in units in the last place; NaN against a
                                     ///< number counts as 2^32
    std::size_t firstParticle = 0;   ///< lowest index that differs, if any does
    std::size_t differingTurns = 0;  ///< shapes whose turn has other bits
};

/// Errors: the snapshots have different numbers of particles, one of them has fewer previous positions than positions,
/// or other velocities, carries, turns or frames than the other.
PLIANT_API Result<Comparison> compare(const Snapshot& a, const Snapshot& b);

/// Number of representable floats between two numbers, 0 if they are equal in bits or both NaN; +0 and -0 are 1 apart.
PLIANT_API std::uint64_t ulpDistance(float a, float b);

/// Whether no coordinate differs in a bit; two NaNs count as equal.
PLIANT_API bool sameBits(vec3 a, vec3 b);

/// The state before the first step: at rest where the scene has put the particles.
PLIANT_API Snapshot initialSnapshot(const Schedule& schedule);

/// Between a snapshot and a solver's own arrays, which hold vec4 in schedule order. A solver's previous positions have
/// an unused fourth component.
struct SolverState {
    std::vector<vec4> particles;             ///< position, inverse mass
    std::vector<vec4> previous;              ///< position a substep ago
    std::vector<vec4> carry;                 ///< Snapshot::carry
    std::vector<vec4> velocities;            ///< from Schedule::firstForced on
    std::vector<Tether> tethers;             ///< for the pins of the snapshot, as are
    std::vector<Strand> strands;             ///< these
    std::vector<TensorBlock> tensorBlocks;   ///< and these
    std::vector<vec4> shapeTurns;            ///< Snapshot::shapeTurns
    std::vector<vec4> sleepAnchors;          ///< SleepState::anchors
    std::vector<std::uint32_t> sleepStates;  ///< SleepState::sleepers
    Progress progress;                       ///< counts, pins and frames
};

/// Where a solver has them, in schedule order.
struct SolverArrays {
    const vec4* particles;             ///< position [m], inverse mass [1/kg]
    const vec4* previous;              ///< position a substep ago [m]
    const vec4* carry;                 ///< Snapshot::carry
    const vec4* velocities;            ///< [m/s], from Schedule::firstForced on
    const vec4* shapeTurns;            ///< per shape a quaternion (x, y, z, w)
    const vec4* sleepAnchors;          ///< SleepState::anchors
    const std::uint32_t* sleepStates;  ///< SleepState::sleepers
};

/// And what they count: Snapshot::lost and Snapshot::crowded.
struct SolverCounts {
    std::uint64_t lost = 0;     ///< Snapshot::lost
    std::uint64_t crowded = 0;  ///< Snapshot::crowded
};

/// The state in the scene's order. The arrays are as long as the schedule says.
PLIANT_API Snapshot toSnapshot(const Schedule& schedule, const SolverArrays& arrays, const Progress& progress,
                               const SolverCounts& counts);

/// If the pins are not those of the scene the tethers are measured anew. Without velocities all that forces move is at
/// rest. Errors: another number of particles than the schedule's, a coordinate or velocity that is not finite or out of
/// a scene's range (its particle is named), a carry that is none, turns that are not one unit quaternion per shape,
/// frames that break the rules of Frame, anchors or sleepers that do not fit.
PLIANT_API Result<SolverState> toSolverState(const Schedule& schedule, const Snapshot& snapshot);

}  // namespace pliant
