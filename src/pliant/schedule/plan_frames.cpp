#include "pliant/schedule/plan_frames.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "pliant/fail.h"
#include "pliant/maths.h"
#include "pliant/shared/real.h"

namespace pliant {
namespace {

using glm::dmat3;
using glm::dquat;
using glm::dvec3;
using Index = std::uint32_t;

// R - 1 of a unit quaternion, without taking 1 from what is near it.
dmat3 turnMatrix(const dquat& q) {
    const dvec3 v(q.x, q.y, q.z);
    const dmat3 cross(dvec3(0.0, v.z, -v.y), dvec3(-v.z, 0.0, v.x), dvec3(v.y, -v.x, 0.0));
    return 2.0 * (q.w * cross + cross * cross);
}

// What is too small for the shared maths is left out ("The same bits", denormals).
vec4 rounded(const dvec3& v) {
    return vec4(storable3<float>(vec3(v)), 0.0f);
}

// A plane may be given by any of its points. Seen from far away the one that is nearest says best where it is: `local`
// is where that lies in the plane's own coordinates, at the substep's end.
dvec3 nearestInPlane(const FramePose& plane) {
    dvec3 local = seenFrom(plane, dvec3(0.0));
    local.y = 0.0;
    return local;
}

}  // namespace

Status checkFrames(const Schedule& schedule, const std::vector<FrameInput>& inputs,
                   const std::vector<FrameState>& before) {
    constexpr double kFarthest = 1e6;
    std::bitset<kMostFrames> isSeen;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const FrameInput& input = inputs[i];
        const std::string what = fmt::format("frame input {}", i);  // short: it needs no memory
        if (input.frame >= schedule.frames.size())
            return fail("{} names frame {}, but the scene has {}", what, input.frame, schedule.frames.size());
        if (isSeen[input.frame]) return fail("frame {} has two inputs in one step; it can have one", input.frame);
        isSeen[input.frame] = true;
        if (input.action > FrameInput::Action::Jump)
            return fail("{} has the unknown action {}", what, int(input.action));
        if (Status status = validate(input.pose, what); !status) return status;
        if (input.inertia) {
            if (Status status = validateInertia(*input.inertia, what); !status) return status;
        }
        const double way = glm::length(input.pose.origin - before[input.frame].pose.origin);
        if (input.action == FrameInput::Action::Move && way > kFarthest) {
            return fail("{} moves frame {} by {} m in one step; at most {} m, unless it jumps", what, input.frame, way,
                        kFarthest);
        }
    }
    return {};
}

void planMotions(const std::vector<FrameState>& before, const std::vector<FrameInput>& inputs, std::uint32_t substeps,
                 double ratio, std::vector<FrameMotion>& motions) {
    motions.clear();
    for (const FrameState& state : before)
        motions.push_back({state.pose, state.pose, dvec3(0.0), dvec3(0.0), state.moved, state.turned, state.inertia});
    for (const FrameInput& input : inputs) {
        FrameMotion& motion = motions[input.frame];
        motion.to = normalized(input.pose);
        motion.inertia = input.inertia.value_or(motion.inertia);
        motion.jumps = input.action == FrameInput::Action::Jump;
        if (motion.jumps) {  // how it moves goes along, as long as the substeps now are
            motion.movedBefore = motion.to.rotation * (glm::conjugate(motion.from.rotation) * motion.movedBefore);
            motion.movedBefore *= ratio;
            motion.turnedBefore *= ratio;
            motion.from = motion.to;
            continue;
        }
        motion.moved = (motion.to.origin - motion.from.origin) / double(substeps);
        motion.turned = turnOf(glm::conjugate(motion.from.rotation) * motion.to.rotation) / double(substeps);
    }
}

FrameState stateAfter(const FrameMotion& motion) {
    const bool rests = motion.jumps;
    return {motion.to, rests ? motion.movedBefore : motion.moved, rests ? motion.turnedBefore : motion.turned,
            motion.inertia};
}

FramePose poseAfter(const FrameMotion& motion, std::uint32_t substep, std::uint32_t substeps) {
    if (substep == substeps) return motion.to;
    const double count = substep;
    return {motion.from.origin + motion.moved * count, motion.from.rotation * quaternionOf(motion.turned * count)};
}

FrameRecord recordFor(const WorldStep& world) {
    FrameRecord record{};
    record.weight = record.fall = rounded(world.fall);
    record.airStep = rounded(world.airStep);
    return record;
}

// See src/pliant/shared/frame.h.
FrameRecord recordFor(const FrameMotion& motion, const WorldStep& world, std::uint32_t substep,
                      std::uint32_t substeps) {
    const bool isFirst = substep == 0 && !motion.jumps;
    const double r = world.ratio, share = motion.jumps ? 0.0 : motion.inertia;
    const dquat turn = quaternionOf(motion.turned);
    const dquat turnBefore = isFirst ? quaternionOf(motion.turnedBefore) : turn;
    const dvec3 movedBefore = isFirst ? motion.movedBefore : motion.moved;
    const dquat toFrame = glm::conjugate(poseAfter(motion, substep + 1, substeps).rotation);
    const dmat3 a = turnMatrix(glm::conjugate(turn)), b = turnMatrix(glm::conjugate(turnBefore * turn));
    const dmat3 turned = share * ((1.0 + r) * a - r * b), swayed = share * r * b;
    const dvec3 weight = toFrame * world.fall;

    FrameRecord record{};
    record.weight = rounded(weight);
    record.fall = rounded(weight + share * (toFrame * (r * movedBefore - motion.moved)));
    record.turnX = rounded(turned[0]);
    record.turnY = rounded(turned[1]);
    record.turnZ = rounded(turned[2]);
    record.swayX = rounded(swayed[0]);
    record.swayY = rounded(swayed[1]);
    record.swayZ = rounded(swayed[2]);
    record.airStep = rounded(toFrame * (world.airStep - motion.moved));
    record.airTurnX = rounded(a[0]);
    record.airTurnY = rounded(a[1]);
    record.airTurnZ = rounded(a[2]);
    return record;
}

ColliderRecord recordFor(const Collider& collider, std::span<const FrameMotion> motions, std::uint32_t seenFrom,
                         std::uint32_t substep, std::uint32_t substeps) {
    const bool isOwn = collider.frame + 1 == seenFrom;  // kWorld + 1 is 0
    if (isOwn) return recordFor(collider, substep, substeps);
    const auto frameAfter = [&](Index frame, Index k) {
        return frame == 0 ? FramePose{} : poseAfter(motions[frame - 1], k, substeps);
    };
    const auto placeAfter = [&](Index k) {
        const FramePose frame = pliant::seenFrom(frameAfter(seenFrom, k), frameAfter(collider.frame + 1, k));
        return placedBy(frame, poseAfter(collider, k, substeps));
    };
    FramePose start = placeAfter(substep), end = placeAfter(substep + 1);
    if (collider.shape == ColliderShape::Plane) {
        const dvec3 nearest = nearestInPlane(end);
        start.origin = placedBy(start, nearest);
        end.origin = placedBy(end, nearest);
    }
    return recordFor(collider, start, end);
}

dvec3 targetOf(const PinInput& pin, std::span<const FrameMotion> motions, std::uint32_t seenFrom) {
    const dvec3 target(pin.target);
    const Index givenIn = pin.frame ? *pin.frame + 1 : seenFrom;
    if (givenIn == seenFrom) return target;
    const auto frame = [&](Index i) { return i == 0 ? FramePose{} : motions[i - 1].to; };
    return placedBy(pliant::seenFrom(frame(seenFrom), frame(givenIn)), target);
}

bool anyMoves(std::span<const FrameMotion> motions) {
    return std::any_of(motions.begin(), motions.end(), [](const FrameMotion& m) { return m.from != m.to; });
}

}  // namespace pliant
