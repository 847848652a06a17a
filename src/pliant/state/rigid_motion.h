#pragma once

#include "pliant/export.h"
#include "pliant/scene/rigid_body.h"
#include "pliant/state/snapshot.h"

namespace pliant {

/// How a rigid body moves.
struct RigidMotion {
    glm::dvec3 velocity{0.0};  ///< of its centre of mass [m/s]
    glm::dvec3 turning{0.0};   ///< axis, in the world or its frame, times the speed [rad/s]
};

/// Has a rigid body move so from this state on; what was in its particles' motion is gone. The solver is to restore the
/// state. Where no step has been made, `substep` [s] says how long the first substep will be, and all else is at rest.
/// Errors: another scene's body or state, numbers beyond 1e4 m/s or rad/s, a substep that is not above 0.
PLIANT_API Status setMotion(const Scene& scene, const RigidBody& rigid, const RigidMotion& motion, double substep,
                            Snapshot& state);

}  // namespace pliant
