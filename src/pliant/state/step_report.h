#pragma once

#include <span>

#include "pliant/export.h"
#include "pliant/scene/collider.h"
#include "pliant/state/snapshot.h"

namespace pliant {

/// How a scene is doing after a step. Computed on the host in double from the snapshot, so it is the same for both
/// backends.
struct StepReport {
    double largestStretch = 0.0;   ///< largest (length - rest) / rest of a structural stick
    double kineticEnergy = 0.0;    ///< [J], with velocities of the last substep; 0 before the first. In a frame of
                                   ///< reference: of the motion in it
    double fastest = 0.0;          ///< speed of the fastest free particle in the last substep [m/s], likewise: how far
                                   ///< from rest a scene is. A float's last bit per substep is 1e-4 m/s, a metre out
    double potentialEnergy = 0.0;  ///< [J], of what is free by gravity, 0 at the origin, or that of the frame, and of
                                   ///< compliant sticks, springs and bends; rigid sticks have none
    std::uint64_t lost = 0;        ///< Snapshot::lost: positions so far that were not stored because they were no place
    std::uint64_t crowded = 0;  ///< Snapshot::crowded: times so far that a particle had no room for all its neighbours
    std::size_t asleep = 0;     ///< sleepers that sleep, see scene/sleep.h,
    std::size_t sleepers = 0;   ///< of so many; 0 where nothing ever does
    std::size_t penetrations = 0;  ///< free particles inside a collider where it stands at the step's end
    double deepest = 0.0;          ///< how far inside [m]
};

/// Penetrations count from a depth of a millionth of the distance from the origin on, or of a metre: what a float
/// resolves. Of a snapshot of another scene, with more particles or fewer, stretch, energies and the speed are NaN.
PLIANT_API StepReport reportOf(const Scene& scene, const Snapshot& snapshot, std::span<const Collider> colliders = {});

}  // namespace pliant
