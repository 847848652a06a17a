#pragma once

#include <cstdint>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

namespace pliant {

using glm::vec4;

/// Two different vertices of a graph. The same pair may occur several times.
struct Edge {
    std::uint32_t a, b;
};

struct Colouring {
    std::vector<std::uint32_t> colours;  ///< per edge
    std::uint32_t colourCount = 0;
    std::uint32_t maxDegree = 0;  ///< most edges at one vertex: no colouring has fewer colours
};

/// Colours edges so that no two that meet have the same colour, with few colours.
///
/// Where positions are given, by direction: colours 2 k and 2 k + 1 are a pair and take turns along a line of edges
/// that goes straight on, and along the lines beside it; of a grid every pair has one direction. Run one after another
/// in that order they feed no energy to what nothing acts on, which those of first fit do: see docs/COLOURS.md. An edge
/// that finds neither its pair nor a new one free takes the first colour that is; if that would be more than maxDegree
/// + 1 colours, by turning a fan and swapping two colours along a path (Vizing 1964, as Misra and Gries 1992 do it). So
/// a graph without parallel edges takes at most maxDegree + 1 colours. Deterministic.
Colouring colourEdges(std::uint32_t vertexCount, const std::vector<Edge>& edges, std::span<const vec4> positions = {});

}  // namespace pliant
