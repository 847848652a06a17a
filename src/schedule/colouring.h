#pragma once

#include <cstdint>
#include <vector>

namespace pliant {

/// Two different vertices of a graph. The same pair may occur several times.
struct Edge {
    std::uint32_t a, b;
};

struct Colouring {
    std::vector<std::uint32_t> colours;  ///< per edge
    std::uint32_t colourCount = 0;
    std::uint32_t maxDegree = 0;  ///< most edges at one vertex: no colouring has fewer colours
};

/// Colours edges so that no two that meet have the same colour, with few colours of about equal size.
///
/// First fit in the order given; an edge that this would give more than maxDegree + 1 colours is painted by turning a fan and
/// swapping two colours along a path (Vizing 1964, as Misra and Gries 1992 do it). So a graph without parallel edges takes at
/// most maxDegree + 1 colours. Then edges move from full colours to emptier ones that are free at both ends. Deterministic.
Colouring colourEdges(std::uint32_t vertexCount, const std::vector<Edge>& edges);

}  // namespace pliant
