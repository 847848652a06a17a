#pragma once

#include <cstdint>
#include <vector>

#include "pliant/export.h"
#include "pliant/result.h"

namespace pliant {

struct Scene;

/// A line of particles of a planar scene that touches other outlines. No point of any outline, with its thickness,
/// stays inside a closed one that it is not itself part of. Points of the same outline pass through each other. Points
/// of two open outlines touch as discs; closed ones touch by points against edges, both ways.
///
/// A point on an edge touches it, and is as good as nowhere deep. Under load a contact gives way by the load times the
/// square of the substep over the mass of a point: with a thickness of a fiftieth of a body's size, piles of ten lie
/// upon each other without a point inside another's edges. What comes at a thin body is stopped as long as a substep
/// does not carry it further than about twice that body's width.
///
/// Bodies of addSoftBody() have one. A rope of fat points against all bodies is addRope() with
///
///     scene.outlines.push_back({scene.bodies[rope].vertexParticles, false, thickness});
///
/// and a taut string to bounce on is a thin soft body, crossed, with the particles of both its ends pinned.
struct Outline {
    /// Along the line; of a closed one counter-clockwise, at least 3. A particle is in at most one outline.
    std::vector<std::uint32_t> particles;
    bool isClosed = true;    ///< false: fat points in a row, with no inside that others could be in
    float thickness = 0.0f;  ///< radius of each of its points [m], 0 ... 1e6
    float friction = 0.3f;   ///< Coulomb's coefficient, 0 ... 1e6; two outlines that touch have the mean of theirs
};

/// The first rule that the outline breaks, if any, with its index and the particle's.
PLIANT_API Status validate(const Outline& outline, std::size_t index, const Scene& scene);

/// The first rule that an outline of the scene breaks, if any; and none shares a particle with another.
PLIANT_API Status validateOutlines(const Scene& scene);

}  // namespace pliant
