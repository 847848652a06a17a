#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "pliant/schedule/geodesic.h"

namespace pliant {

/// What clusters are grown on: particles with mass, and the sticks that hold them together.
struct ClusterNet {
    std::vector<glm::vec3> positions;  ///< per vertex, at rest [m]
    std::vector<double> masses;        ///< per vertex [kg]
    std::vector<glm::vec3> normals;    ///< per vertex, of length 1; 0 where there is no surface
    std::vector<Span> spans;           ///< which vertices hang together, and how far apart they can get
};

/// Clusters of one level. Those of the first are made of vertices, those of every other of the clusters before.
struct ClusterLevel {
    std::vector<std::uint32_t> clusterOf;  ///< per vertex, or cluster of the level before; kNoCluster where in none
    std::vector<double> shares;            ///< per vertex, or cluster of the level before: of the mass of its cluster
    std::vector<double> masses;            ///< per cluster [kg]
    std::vector<glm::vec3> centres;        ///< per cluster: of mass, at rest [m]
    std::vector<Span> sticks;              ///< upper bounds of the distances of centres, a < b, sorted
};

inline constexpr std::uint32_t kNoCluster = ~0u;

/// Nested clusters of about nine, finest level first, and one-sided sticks between their centres of mass: after
/// aggregation in multigrid methods (Vanek, Mandel and Brezina 1996) and hierarchical position-based dynamics (Mueller
/// 2008).
///
/// A cluster is a vertex with those around it; what is left over joins the smallest that it touches. Clusters that
/// touch have a stick between them, and so have neighbours' neighbours in a direction, more than 15 degrees off, in
/// which there is none yet. A part of the net that is one cluster has no further level, one of fewer than 32 vertices
/// none at all.
///
/// The length of a stick bounds how far the two centres can get apart in any shape in which no span is too long. It is
/// the shorter of two: the mean length of the ways on which the mass of one cluster could be carried to the other along
/// the spans, which is true for any net and exact on ropes; and, where the surface goes nearly straight from one to the
/// other and turns by less than a radian over both, the distance at rest, divided by 1 - T^2 / 8 with T the turning,
/// times what its spans may stretch. That it goes straight is told from where the spans between them are: beside slits
/// and holes a stick can be too short by a tenth.
///
/// Linear in vertices and spans, where no cluster has very many neighbours. Deterministic.
std::vector<ClusterLevel> makeClusters(const ClusterNet& net);

}  // namespace pliant
