#pragma once

#include <cstddef>
#include <cstdint>

#include "pliant/export.h"
#include "pliant/state/snapshot.h"

namespace pliant {

/// What untangle() has done.
struct Untangled {
    std::size_t before = 0;    ///< edges that went through faces, as crossingsOf() counts them
    std::size_t after = 0;     ///< and those that still do, those between what is held among them
    std::uint32_t rounds = 0;  ///< after how many the state was found; those that were in vain do not count
    float farthest = 0.0f;     ///< longest way of a particle [m]
};

/// Moves particles until no edge goes through a face any more, whatever the bodies' contacts say. Contact
/// (scene/contact.h) keeps apart what is apart, and what starts crossed it would keep crossed: call this first, and
/// restore() the state to a solver. It knows no colliders: these push out what it leaves in them. What is wholly within
/// a closed surface goes through nothing, and stays there.
///
/// Where lines in which two surfaces cross cut a part off, the smaller part is taken for the one on the wrong side, and
/// is pushed back along the normals of what it has gone through. Elsewhere both are pushed in the direction that
/// shortens the line fastest (Volino and Magnenat-Thalmann 2006, "Resolving Surface Collisions through Intersection
/// Contour Minimization"). The lighter gives way more than the heavier. Each particle goes on as in the round before,
/// slower by a tenth (Polyak 1964, "heavy ball"). Sticks, edges and tetrahedra keep particles no farther apart than
/// they are at rest or were before, whichever is more. Pinned particles stay, and so do those of shapes of compliance
/// 0: rigid bodies.
///
/// Velocities stay as they are. Where some edges still go through faces after `mostRounds` the state becomes that of
/// the round that had fewest. A state in which nothing crosses, or only what is held, is not changed. The result is the
/// same on every machine. Errors: arrays of the snapshot that do not fit the scene, and those of validate(scene).
PLIANT_API Result<Untangled> untangle(const Scene& scene, Snapshot& snapshot, std::uint32_t mostRounds = 1000);

}  // namespace pliant
