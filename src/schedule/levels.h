#pragma once

#include <cstdint>
#include <vector>

#include "schedule/geodesic.h"

namespace pliant {

/// Where a particle that is not of a level finds the displacement it takes over from that level: the weighted mean of
/// its parents'. Nearest parent first. Weights are in proportion to 1 / (length of the span to the parent)^2 and sum to
/// 1; an unused place has weight 0 and names parent[0], so that a kernel may read all four.
struct Parents {
    std::uint32_t particle;
    std::uint32_t parent[4];
    float weight[4];
};

/// A subset of the particles, spread evenly over the next finer level, and what holds it together.
struct Level {
    std::vector<std::uint32_t> particles;  ///< members, ascending
    /// Between neighbouring members, as an upper bound of their distance: the length of the shortest path found along
    /// spans [m]. a < b, ascending by a, then b; each pair once.
    std::vector<Span> links;
    /// The particles of the next finer level (of the graph, for the first level) that are not members here; ascending.
    std::vector<Parents> children;
};

/// Nested subsets of the particles of a graph for hierarchical position-based dynamics (Mueller 2008, "Hierarchical
/// Position Based Dynamics", VRIPHYS). Finest first; empty if the graph is too small to gain from levels.
///
/// The members of a level are a maximal independent set of the graph of the next finer one, by first fit in the order
/// of their numbers: no two members are neighbours there, and every child has a member as a neighbour. A grid that is
/// numbered in rows and joined along rows, columns and both diagonals gives every second row and column, at every
/// level; a rope every second particle.
///
/// A particle that must stay (a pin) is a member of every level, unless a neighbour in the next finer one is a member
/// that must stay. Where it is off the regular places of a grid, the members next to it give way, and the others
/// remain.
///
/// A component of the graph takes part as long as it keeps at least 4 members and shrinks by 1.5 or more; after that
/// its particles are neither members nor children. Levels end before one would have fewer than 8 members. Particles
/// without a span take no part.
///
/// The result depends on the set of spans, not on their order. `mustStay` has one entry per vertex; the ends of a span
/// differ.
std::vector<Level> makeLevels(std::uint32_t vertexCount, const std::vector<Span>& spans,
                              const std::vector<std::uint8_t>& mustStay);

}  // namespace pliant
