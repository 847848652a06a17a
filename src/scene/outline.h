#pragma once

#include <cstdint>
#include <vector>

#include "result.h"

namespace pliant {

struct Scene;

/// A line of particles of a planar scene that touches other outlines. No point of any outline, with its thickness, stays
/// inside a closed one that it is not itself part of. Points of the same outline pass through each other.
///
/// Bodies of addSoftBody() have one. A rope of fat points against all bodies is addRope() with
///     scene.outlines.push_back({scene.bodies[rope].vertexParticles, false, thickness});
/// and a taut string to bounce on is a thin soft body, crossed, with the particles of both its ends pinned.
struct Outline {
    /// Along the line; of a closed one counter-clockwise, at least 3. A particle is in at most one outline.
    std::vector<std::uint32_t> particles;
    bool isClosed = true;    ///< false: fat points in a row, with no inside that others could be in
    float thickness = 0.0f;  ///< radius of each of its points against closed outlines [m], 0 ... 1e6
    float friction = 0.3f;   ///< Coulomb's coefficient, 0 ... 1e6; two outlines that touch have the mean of theirs
};

/// The first rule that the outline breaks, if any, with its index and the particle's.
Status validate(const Outline& outline, std::size_t index, const Scene& scene);

/// The first rule that an outline of the scene breaks, if any; and none shares a particle with another.
Status validateOutlines(const Scene& scene);

}  // namespace pliant
