#pragma once

#include <span>
#include <vector>

#include "pliant/export.h"
#include "pliant/schedule/schedule.h"
#include "pliant/schedule/step_inputs.h"

namespace pliant {

/// How a frame of reference goes through a step. Origins go in a straight line and rotations about one axis, at
/// constant speed.
struct FrameMotion {
    FramePose from;                ///< where it is at the step's start
    FramePose to;                  ///< and at its end
    glm::dvec3 moved{0.0};         ///< way of the origin in each substep [m]
    glm::dvec3 turned{0.0};        ///< turn in each substep, as in FrameState
    glm::dvec3 movedBefore{0.0};   ///< the same in the substep before the first
    glm::dvec3 turnedBefore{0.0};  ///< likewise
    double inertia = 1.0;          ///< FrameInput::inertia, or as before
    bool jumps = false;            ///< the step begins where it ends, and the frame rests there
};

/// Errors: those of FrameInput, with the input's index.
PLIANT_API Status checkFrames(const Schedule& schedule, const std::vector<FrameInput>& inputs,
                              const std::vector<FrameState>& before);

/// Of every frame of the schedule, in place of what `motions` held. `ratio`: length of a substep by that of the one
/// before the step. The inputs are as checkFrames() wants them.
PLIANT_API void planMotions(const std::vector<FrameState>& before, const std::vector<FrameInput>& inputs,
                            std::uint32_t substeps, double ratio, std::vector<FrameMotion>& motions);

/// After the step.
PLIANT_API FrameState stateAfter(const FrameMotion& motion);

/// After so many of the step's substeps; `from` and `to` to the bit.
PLIANT_API FramePose poseAfter(const FrameMotion& motion, std::uint32_t substep, std::uint32_t substeps);

/// What gravity and the air do in a substep, in the world.
struct WorldStep {
    glm::dvec3 fall{0.0};     ///< displacement by gravity [m]
    glm::dvec3 airStep{0.0};  ///< displacement of the air [m]
    double ratio = 1.0;       ///< length of the substep by that of the one before
};

/// As kernels read it: of the world.
PLIANT_API FrameRecord recordFor(const WorldStep& world);
/// As kernels read it: of a frame in one of the step's substeps.
PLIANT_API FrameRecord recordFor(const FrameMotion& motion, const WorldStep& world, std::uint32_t substep,
                                 std::uint32_t substeps);

/// A collider in a substep as it is seen from a frame, `seenFrom` 0 being the world, else 1 + the frame's index.
PLIANT_API ColliderRecord recordFor(const Collider& collider, std::span<const FrameMotion> motions,
                                    std::uint32_t seenFrom, std::uint32_t substep, std::uint32_t substeps);

/// Where a target is at the step's end, of a particle in `seenFrom`, numbered as there.
PLIANT_API glm::dvec3 targetOf(const PinInput& pin, std::span<const FrameMotion> motions, std::uint32_t seenFrom);

/// Whether one of them is elsewhere at the step's end than at its start.
PLIANT_API bool anyMoves(std::span<const FrameMotion> motions);

}  // namespace pliant
