#pragma once

#include <cstddef>
#include <cstdint>

#include "pliant/export.h"
#include "pliant/state/snapshot.h"

namespace pliant {

/// What untangle() has done.
struct Untangled {
    std::size_t before = 0;    ///< edges that went through faces, as crossingsOf() counts them
    std::size_t after = 0;     ///< and those that still do
    std::uint32_t rounds = 0;  ///< after so many
    float farthest = 0.0f;     ///< how far the particle was moved that was moved farthest [m]
};

/// Moves particles until no edge goes through a face any more. Contact (scene/contact.h) keeps apart what is apart, and
/// what starts crossed it would keep crossed: call this first, and restore() the state to a solver.
///
/// Where lines in which two surfaces cross cut a part off, the smaller part is taken for the one on the wrong side, and
/// is pushed back along the normals of what it has gone through; elsewhere both are pushed in the direction that
/// shortens the line fastest (Volino and Magnenat-Thalmann 2006, "Resolving Surface Collisions through Intersection
/// Contour Minimization"). Both go on as they went in the round before, slower by a tenth (Polyak 1964, "heavy ball"),
/// the lighter more than the heavier, and sticks, edges and tetrahedra keep them from being stretched beyond what they
/// are at rest or were before, whichever is more. Pinned particles stay, and so do those of shapes of compliance 0:
/// rigid bodies.
///
/// Velocities stay as they are. Where some edges still go through faces after `mostRounds`, as where both are held, the
/// state becomes that of the round that had fewest; one in which nothing crosses is not changed. It is the same on
/// every machine. Errors: those of crossingsOf(), a snapshot whose arrays do not fit the scene.
PLIANT_API Result<Untangled> untangle(const Scene& scene, Snapshot& snapshot, std::uint32_t mostRounds = 1000);

}  // namespace pliant
