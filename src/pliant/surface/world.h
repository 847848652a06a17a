#pragma once

#include <span>
#include <vector>

#include "pliant/export.h"
#include "pliant/scene/frame.h"
#include "pliant/schedule/schedule.h"
#include "pliant/state/snapshot.h"

namespace pliant {

/// The world as it is drawn or written, of a scene with frames of reference: where these are, and which place of the
/// world is the origin of what comes out. One that is near the camera keeps floats exact, wherever in the world that
/// is.
struct WorldView {
    glm::dvec3 origin{0.0};         ///< [m], within kLargestOrigin
    std::vector<FramePose> frames;  ///< per frame of the scene: as its input had it in the last step
};

/// With the frames as a solver or a snapshot has them.
PLIANT_API WorldView worldView(const std::vector<FrameState>& frames, const glm::dvec3& origin = glm::dvec3(0.0));
/// The same of a snapshot.
PLIANT_API WorldView worldView(const Snapshot& now, const glm::dvec3& origin = glm::dvec3(0.0));

/// As kernels read them: that of the world, then one per frame. Errors: another number of frames than the schedule's, a
/// pose or an origin that breaks the rules of FramePose.
PLIANT_API Result<std::vector<FrameView>> viewsOf(const Schedule& schedule, const WorldView& view);

/// Where all particles of a snapshot are in the world, in the scene's order [m]. The same bits as a GpuSurface that is
/// in the world. Errors: those of viewsOf(), a snapshot of another number of particles.
PLIANT_API Result<std::vector<vec3>> worldPositions(const Schedule& schedule, const Snapshot& now,
                                                    const WorldView& view);

/// The same with its own frames, about the world's origin. The snapshot is of this schedule.
PLIANT_API std::vector<vec3> worldPositions(const Schedule& schedule, const Snapshot& now);

/// Where a collider stands at the step's end; it is at rest there. One that names a frame that the view does not have
/// stays as it is.
PLIANT_API Collider worldCollider(const Collider& collider, const WorldView& view);

}  // namespace pliant
