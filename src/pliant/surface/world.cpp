#include "pliant/surface/world.h"

#include <cassert>
#include <glm/matrix.hpp>

#include "pliant/fail.h"
#include "pliant/shared/frame.h"

namespace pliant {
namespace {

vec4 rounded(const glm::dvec3& row, double place) {
    return {storable3<float>(vec3(row)), storable<float>(static_cast<float>(place))};
}

FrameView viewOf(const FramePose& frame, const glm::dvec3& origin) {
    const glm::dmat3 rows = glm::transpose(glm::mat3_cast(frame.rotation));
    const glm::dvec3 place = frame.origin - origin;
    return {rounded(rows[0], place.x), rounded(rows[1], place.y), rounded(rows[2], place.z)};
}

}  // namespace

WorldView worldView(const std::vector<FrameState>& frames, const glm::dvec3& origin) {
    WorldView view{origin, {}};
    for (const FrameState& frame : frames)
        view.frames.push_back(frame.pose);
    return view;
}

WorldView worldView(const Snapshot& now, const glm::dvec3& origin) {
    return worldView(now.frames, origin);
}

Collider worldCollider(const Collider& collider, const WorldView& view) {
    Collider seen = collider;
    seen.before.reset();
    if (collider.frame != kWorld && collider.frame >= view.frames.size()) return seen;
    const FramePose frame = collider.frame == kWorld ? FramePose{} : normalized(view.frames[collider.frame]);
    const FramePose pose = placedBy(frame, poseAfter(collider, 1, 1));
    seen.frame = kWorld;
    seen.pose = {vec3(pose.origin - view.origin), glm::quat(pose.rotation)};
    return seen;
}

Result<std::vector<FrameView>> viewsOf(const Schedule& schedule, const WorldView& view) {
    if (view.frames.size() != schedule.frames.size())
        return fail("the view has {} frames, but the scene has {}", view.frames.size(), schedule.frames.size());
    if (Status status = validate({view.origin}, "the view"); !status) return status.error();
    std::vector<FrameView> views{viewOf({}, view.origin)};
    for (std::size_t i = 0; i < view.frames.size(); ++i) {
        if (Status status = validate(view.frames[i], fmt::format("frame {} of the view", i)); !status)
            return status.error();
        views.push_back(viewOf(normalized(view.frames[i]), view.origin));
    }
    return views;
}

Result<std::vector<vec3>> worldPositions(const Schedule& schedule, const Snapshot& now, const WorldView& view) {
    const Result<std::vector<FrameView>> views = viewsOf(schedule, view);
    if (!views) return views.error();
    if (now.positions.size() != schedule.particles.size()) {
        return fail("the snapshot has {} positions, but the schedule has {} particles", now.positions.size(),
                    schedule.particles.size());
    }
    std::vector<vec3> places;
    for (std::size_t i = 0; i < now.positions.size(); ++i) {
        const std::uint32_t frame = schedule.frameOf.empty() ? 0 : schedule.frameOf[schedule.localParticle[i]];
        const FrameView& v = (*views)[frame];
        const vec3 x = now.positions[i];
        places.emplace_back(viewedAlong<float>(v.rowX, x), viewedAlong<float>(v.rowY, x),
                            viewedAlong<float>(v.rowZ, x));
    }
    return places;
}

std::vector<vec3> worldPositions(const Schedule& schedule, const Snapshot& now) {
    Result<std::vector<vec3>> places = worldPositions(schedule, now, worldView(now));
    assert(places);
    return std::move(*places);
}

}  // namespace pliant
