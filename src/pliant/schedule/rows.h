#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pliant/schedule/colouring.h"

namespace pliant {

/// For every vertex of a graph its edges, in compressed rows. An entry is 2 * edge, + 1 where the vertex is the edge's
/// b.
struct Rows {
    std::vector<std::uint32_t> first;    ///< vertices + 1
    std::vector<std::uint32_t> entries;  ///< two per edge, ascending within a row

    std::span<const std::uint32_t> of(std::uint32_t vertex) const {
        return {entries.data() + first[vertex], entries.data() + first[vertex + 1]};
    }
};

/// Works for anything with members a and b: Edge, Stick.
template <class AnyEdge>
Rows makeRows(std::uint32_t vertexCount, const std::vector<AnyEdge>& edges) {
    Rows rows;
    rows.first.assign(vertexCount + 1, 0);
    for (const AnyEdge& edge : edges) {
        ++rows.first[edge.a + 1];
        ++rows.first[edge.b + 1];
    }
    for (std::uint32_t v = 0; v < vertexCount; ++v)
        rows.first[v + 1] += rows.first[v];

    rows.entries.resize(2 * edges.size());
    std::vector<std::uint32_t> next(rows.first.begin(), rows.first.end() - 1);
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
        rows.entries[next[edges[e].a]++] = 2 * e;
        rows.entries[next[edges[e].b]++] = 2 * e + 1;
    }
    return rows;
}

/// For every vertex its triangles, ascending. `cornersOf(t)` gives three vertices, all different.
template <class CornersOf>
Rows makeTriangleRows(std::size_t vertexCount, std::size_t triangleCount, CornersOf&& cornersOf) {
    Rows rows;
    rows.first.assign(vertexCount + 1, 0);
    for (std::size_t t = 0; t < triangleCount; ++t) {
        for (const std::uint32_t corner : cornersOf(t))
            ++rows.first[corner + 1];
    }
    for (std::size_t v = 0; v < vertexCount; ++v)
        rows.first[v + 1] += rows.first[v];
    rows.entries.resize(3 * triangleCount);
    std::vector<std::uint32_t> next(rows.first.begin(), rows.first.end() - 1);
    for (std::size_t t = 0; t < triangleCount; ++t) {
        for (const std::uint32_t corner : cornersOf(t))
            rows.entries[next[corner]++] = static_cast<std::uint32_t>(t);
    }
    return rows;
}

}  // namespace pliant
