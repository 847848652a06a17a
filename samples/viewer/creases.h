#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "pliant/surface/surface.h"

namespace pliant::viewer {

using glm::vec3;

/// The edges of a surface that are to look sharp: where its triangles meet at rest by an angle that no round shape
/// would be cut into. A particle on one has several normals: one for each part of the surface around it that no such
/// edge divides.
struct Creases {
    /// Indices of the triangles of which no corner is on a crease: smooth ones, drawn with the surface's normals. Empty
    /// where there are no creases at all: then all are.
    std::vector<std::uint32_t> smooth;
    /// Of every corner of the others: its vertex, and where in this table the part that it belongs to begins. There
    /// stand the number of the part's triangles, and of each the two vertices that follow this one around it.
    std::vector<std::uint32_t> table;
    std::uint32_t cornerCount = 0;
};

/// `places` at rest, per vertex of the surface.
Creases creasesOf(const Surface& surface, const std::vector<vec3>& places);

}  // namespace pliant::viewer
