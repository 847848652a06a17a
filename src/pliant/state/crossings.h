#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pliant/export.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// An edge that goes through a face, in particles of the scene.
struct Crossing {
    std::array<std::uint32_t, 2> edge;  ///< of a face, or of a rope; the lower number first
    std::array<std::uint32_t, 3> face;  ///< a triangle: what has more corners is cut into some

    bool operator==(const Crossing&) const = default;  ///< all members
};

/// All edges and faces of a scene's bodies that go through each other, of one body or of two, whether these have
/// contact (scene/contact.h) or not: none where the guarantee of contact has held. An edge that goes through the edge
/// of two faces counts for both; what only touches does not, with an end, at a corner or in a plane, and neither do an
/// edge and a face that have a corner in common. Decided exactly, by the bits of the positions: on every machine the
/// same, in the same order.
///
/// `positions` are the particles' [m], in the scene's order, as in Snapshot: bodies of different frames of reference
/// have nothing to do with each other here. What is no finite place goes through nothing. Errors: the positions are not
/// as many as the particles.
PLIANT_API Result<std::vector<Crossing>> crossingsOf(const Scene& scene, const std::vector<vec3>& positions);

}  // namespace pliant
