#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "pliant/export.h"

namespace pliant {

/// A stick as distances see it: two different vertices, and how far apart they can get.
struct Span {
    std::uint32_t a;  ///< index of a vertex
    std::uint32_t b;  ///< index of another vertex
    float length;     ///< [m], finite, >= 0
};

/// A surface, known only by its sticks: the neighbours of every vertex, in compressed rows.
/// Of parallel spans only the shortest is kept.
struct SurfaceGraph {
    std::vector<std::uint32_t> first;      ///< vertices + 1
    std::vector<std::uint32_t> neighbour;  ///< two per span, ascending within a row
    std::vector<float> length;             ///< [m], per neighbour
    std::vector<std::uint32_t> component;  ///< per vertex: the connected piece that it belongs to, counted from 0
    std::uint32_t componentCount = 0;      ///< connected pieces

    std::uint32_t vertexCount() const {
        return static_cast<std::uint32_t>(first.size() - 1);
    }  ///< those without any span too
    /// The neighbours of a vertex.
    std::span<const std::uint32_t> of(std::uint32_t vertex) const {
        return {neighbour.data() + first[vertex], neighbour.data() + first[vertex + 1]};
    }
};

/// The order of the spans makes no difference. Linear time.
PLIANT_API SurfaceGraph makeSurfaceGraph(std::uint32_t vertexCount, const std::vector<Span>& spans);

/// Distances::source where no source can be reached.
inline constexpr std::uint32_t kNoSource = std::numeric_limits<std::uint32_t>::max();

/// How far every vertex is from the nearest source, along the surface.
struct Distances {
    std::vector<float> distance;        ///< [m], infinity where no source can be reached
    std::vector<std::uint32_t> source;  ///< the vertex that is the nearest source, or kNoSource
};

/// Shortest paths along the surface, which may leave the sticks and run straight across triangles.
///
/// Dijkstra 1959, with the update across a triangle of Novotni and Klein, "Computing geodesic distances on triangular
/// meshes" (WSCG 2002). Every three vertices that are joined by three spans count as a flat triangle, so that grids
/// with both diagonals work too. O(n log n).
///
/// Accuracy: along ropes, on flat grids with both diagonals and on flat convex triangulations exact, but for 2e-6 of
/// the distance that are added for rounding: limits made of it must not be shorter than the path. Behind a corner or a
/// hole up to 1 % too long in grids, 2 % in irregular triangulations. Where two paths from the same source meet, behind
/// a hole or on the far side of a tube, it may be too short by half a stick. Where the areas of two sources meet it may
/// be too long by a fraction of one stick.
///
/// Deterministic: ties go to the lower vertex index, whatever the order of `sources`. A source may occur twice.
PLIANT_API Distances distancesFrom(const SurfaceGraph& graph, std::span<const std::uint32_t> sources);

}  // namespace pliant
