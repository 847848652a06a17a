#pragma once

#include "pliant/schedule/step_plan.h"

namespace pliant::cli {

/// Bytes that kernels must read and write at least, even if what they meet twice within a pass is fetched once. Items
/// are what a pass goes through (sticks, bends, tethers, rows) with all that belongs to each: they are fetched from
/// memory again in every pass that has them, unless a cache holds the whole scene. Particles are met again by the next
/// pass already, so a smaller cache is enough for them.
struct Traffic {
    double itemBytes = 0.0;
    double particleBytes = 0.0;

    double bytes() const { return itemBytes + particleBytes; }
    bool operator==(const Traffic&) const = default;
};

/// What the passes of one kind come to in a frame.
struct KindModel {
    PassKind kind = PassKind::Integrate;
    std::uint64_t dispatches = 0;
    Traffic traffic;
};

/// What a frame comes to, worked out from the passes that it replays.
struct FrameModel {
    std::uint64_t dispatches = 0;
    std::uint64_t waits = 0;         ///< of them: those that must wait for the one before
    std::uint64_t stickSolves = 0;   ///< those of coarse levels too
    Traffic traffic;                 ///< of the whole frame
    Traffic whole;                   ///< of it: what whole bodies move that go through all passes at once
    double itemFootprint = 0.0;      ///< bytes of all items that it meets
    double particleFootprint = 0.0;  ///< bytes of positions, now and before, and what rounding left
    std::vector<KindModel> kinds;    ///< of the rest, in the order of PassKind, those that it has
};

/// Of one pass, in bytes; `constants` say what differs between iterations. A position is 16 bytes (vec4), now or
/// before:
///
///     pass               per item                                            per particle
///     Integrate                                                              96: all three read and written
///     MovePins           32 record                                           48: both read, one written
///     PushTriangles      16 triangle, 16 push written                        32: both read
///     GatherPushes       4 row, 4 per entry, 16 per triangle, 4 share        32: read and written
///     SweepTiles         16 per run, 8 per stick, once for all sweeps        32 of each in the tile
///     SolveSticks        16 stick, see below                                 32 of each end
///     CorrectSticks      16 stick, 16 correction written, see below          16 read, 4 share
///     GatherCorrections  4 row, 4 per entry, 16 per stick                    32
///     CarryMoments       16 numbers, 24 per link, 16 moment written
///     SolveBends         32 bend, 16 numbers, 24 per link, see below         48 of 3 or 4, 64 if in every n-th substep
///     CarryTensions      8 row, 12 per link, 4 multiplier written
///     HoldStrands        32 strand, 4 per node                               32 per node, 48 if it is a cluster
///     HoldTethers        8 tether                                            32
///     SumClusters        32 cluster, 8 per member, 32 written                16 per member, 32 if it is a cluster
///     BeginShifts        32 cluster, 48 shifts read and written
///     ShiftParticles     4 index, 16 shift                                   32
///     Collide                                                                48: both read, one written
///     KeepPlaces                                                             16 read
///     WatchCalm          8 sleeper, 16 anchor                                16 read
///     HoldAsleep         8 sleeper, 4 state; more where something sleeps
///     TurnSleepers       8 state, read and written
///
/// Compliant sticks add a multiplier: 4 written, and 4 read but in the first iteration; damped ones also a damping, 4,
/// and they, those between clusters, and those of second order the positions before of both ends, 16 each; so do
/// tethers and clusters of second order, and always clusters of bends. Bends between clusters read and write a moment,
/// 32, and the positions of every n-th substep. Elastic ones between clusters read and write a multiplier, 8, and read
/// a row, 8, and places before. A particle that several items of a pass share counts once, as far as that can be: no
/// pass has more particles than the scene. Errors: a kind of pass that is not in the list.
Result<Traffic> trafficOf(const Schedule& schedule, const Pass& pass, const PassConstants& constants);

/// What solvers may run together instead of pass after pass.
struct Execution {
    bool wholeBodies = false;    ///< each whole body goes through all passes of the frame while a cache holds it
    bool localTogether = false;  ///< so does each tile through neighbouring passes that touch nothing outside of it
    bool shortAlone = false;     ///< passes too short to be handed out to several threads make nobody wait
};

/// Of the first frame with these inputs. What runs together counts as one dispatch, its items once and each particle
/// at most 64 bytes. Errors: those of planStep() and trafficOf().
Result<FrameModel> modelOf(const Schedule& schedule, const StepSettings& settings, const StepInputs& inputs,
                           const Execution& execution = {});

}  // namespace pliant::cli
