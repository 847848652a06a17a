#pragma once

#include <array>
#include <vector>

#include "pliant/state/crossings.h"

namespace pliant {

using EdgeEnds = std::array<std::uint32_t, 2>;     ///< particles of the scene, the lower number first
using FaceCorners = std::array<std::uint32_t, 3>;  ///< likewise, in the order of the face

/// The triangles of all bodies, but those with a corner that is no finite place.
std::vector<FaceCorners> facesOf(const Scene& scene, const std::vector<vec3>& positions);

/// The edges of these and of ropes, each once, ascending.
std::vector<EdgeEnds> edgesOf(const Scene& scene, const std::vector<vec3>& positions,
                              const std::vector<FaceCorners>& faces);

/// crossingsOf() among these, whose corners are finite places.
std::vector<Crossing> crossingsAmong(const Scene& scene, const std::vector<vec3>& positions,
                                     const std::vector<FaceCorners>& faces, const std::vector<EdgeEnds>& edges);

}  // namespace pliant
