#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/sorting.h"
#include "pliant/shared/cut.h"
#include "pliant/shared/neighbour.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using Edge = std::array<Index, 2>;     // of a particle to another
using Corners = std::array<Index, 3>;  // of a face, a particle's own first

bool hasContact(const Schedule& s, Index i) {
    return s.neighbourRest[i].w > 0.0f;
}

void addEdge(const Schedule& s, Index a, Index b, std::vector<Edge>& edges) {
    if (a == b || !hasContact(s, a) || !hasContact(s, b)) return;
    edges.push_back({a, b});
    edges.push_back({b, a});
}

// Those of faces, and those of ropes from each vertex to the next; from both ends.
std::vector<Edge> edgesOf(const Scene& scene, const Schedule& s, const std::vector<Corners>& faces) {
    std::vector<Edge> edges;
    for (const auto& [a, b, c] : faces)
        addEdge(s, a, b, edges);  // each face is there three times, turned
    for (const Body& body : scene.bodies) {
        for (const auto& [a, b, c] : body.touchFaces)
            if (b == c) addEdge(s, s.localParticle[a], s.localParticle[b], edges);
        for (std::size_t v = 1; body.isLine && v < body.vertexParticles.size(); ++v)
            addEdge(s, s.localParticle[body.vertexParticles[v - 1]], s.localParticle[body.vertexParticles[v]], edges);
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

std::vector<Corners> facesOf(const Scene& scene, const Schedule& s) {
    std::vector<Corners> faces;
    const auto take = [&](Index a, Index b, Index c) {
        if (hasContact(s, a) && hasContact(s, b) && hasContact(s, c))
            faces.insert(faces.end(), {{a, b, c}, {b, c, a}, {c, a, b}});
    };
    for (const Body& body : scene.bodies) {
        for (const auto& [a, b, c] : body.touchFaces)
            if (b != c) take(s.localParticle[a], s.localParticle[b], s.localParticle[c]);
        if (body.touchFaces.empty()) forEachTriangle(body, scene, s, take);
    }
    std::sort(faces.begin(), faces.end());
    return faces;
}

// Whether lists leave two particles out that have an edge to a common third one.
bool areLeftOut(const Schedule& s, Index i, Index j) {
    const NeighbourBody& body = s.neighbourBodies[bodyOfNumber(s.neighbourRest[i].w)];
    return touchesItself(body) && mayBeAround(body, s.neighbourRest[i], s.neighbourRest[j]);
}

// Where faces and edges may meet, particles come as near to each other as 1.2 of a body's reach. So many of its mean
// edge are enough for edges of 1.35 times the mean, and for a grid's diagonals that are stretched by 9 %. What is
// thicker reaches as far as it is thick, and its balls keep it apart; by default bodies are 1.2 of their sticks thick.
constexpr double kReachOfEdges = 0.8;

// Those of bodies that reach less than others may.
void noteWhoLooksHeld(std::vector<NeighbourBody>& bodies) {
    float farthest = 0.0f;
    for (const NeighbourBody& body : bodies)
        farthest = std::max(farthest, body.reach * ((body.traits & kHasLongEdges) != 0 ? kFarthestReach : 1.0f));
    for (NeighbourBody& body : bodies)
        if (body.reach < farthest) body.traits |= kLooksHeld;
}

void noteReaches(const std::vector<Edge>& edges, Schedule& s) {
    std::vector<double> sums(s.neighbourBodies.size(), 0.0), counts(sums.size(), 0.0);
    for (const auto& [a, b] : edges) {
        const vec4 &rest = s.neighbourRest[a], &other = s.neighbourRest[b];
        if (!areOfOneBody(rest, other)) continue;
        sums[bodyOfNumber(rest.w)] += glm::distance(glm::dvec3(rest), glm::dvec3(other));
        counts[bodyOfNumber(rest.w)] += 1.0;
    }
    for (std::size_t k = 0; k < sums.size(); ++k) {
        const double mean = counts[k] > 0.0 ? sums[k] / counts[k] : 0.0;
        NeighbourBody& body = s.neighbourBodies[k];
        body.reach = std::max(body.thickness, static_cast<float>(kReachOfEdges * mean));
    }
    for (const auto& [a, b] : edges) {
        NeighbourBody& body = s.neighbourBodies[bodyOfNumber(s.neighbourRest[a].w)];
        const vec3 edge = difference<float>(vec3(s.neighbourRest[a]), vec3(s.neighbourRest[b]));
        if (reachOfEdge(body.reach, squaredLength(edge)) > body.reach) body.traits |= kHasLongEdges;
    }
    noteWhoLooksHeld(s.neighbourBodies);
}

// Where more edges end than so many, each end of them would be beside all others: it is left alone.
constexpr std::size_t kMostSpokes = 32;

// Those two edges from particle i that lists leave out, as across the edge of two faces. Of each particle k the edges
// from first[k] up to first[k + 1] are its own, sorted.
void takeBeside(const Schedule& s, const std::vector<Edge>& edges, const std::vector<Index>& first, Index i,
                std::vector<Index>& beside) {
    beside.clear();
    const auto own = std::span(edges).subspan(first[i], first[i + 1] - first[i]);
    for (const Edge& edge : own) {
        const auto others = std::span(edges).subspan(first[edge[1]], first[edge[1] + 1] - first[edge[1]]);
        if (others.size() > kMostSpokes) continue;
        for (const auto& [from, j] : others)
            if (j != i && !std::binary_search(own.begin(), own.end(), Edge{i, j}) && areLeftOut(s, i, j))
                beside.push_back(j);
    }
    std::sort(beside.begin(), beside.end());
    beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
}

}  // namespace

void compileAround(const Scene& scene, Schedule& s) {
    const std::vector<Corners> faces = facesOf(scene, s);
    const std::vector<Edge> edges = edgesOf(scene, s, faces);
    noteReaches(edges, s);
    const auto edgeFirst = groupStarts(countUp(edges.size()), static_cast<Index>(s.particles.size()),
                                       [&](Index k) { return edges[k][0]; });
    std::vector<Index> beside;
    auto face = faces.begin();
    for (Index i = 0; i < s.particles.size(); ++i) {
        s.aroundFirst.push_back(static_cast<Index>(s.around.size()));
        for (Index k = edgeFirst[i]; k < edgeFirst[i + 1]; ++k)
            s.around.push_back(edges[k][1]);
        s.aroundFirst.push_back(static_cast<Index>(s.around.size()));
        takeBeside(s, edges, edgeFirst, i, beside);
        s.around.insert(s.around.end(), beside.begin(), beside.end());
        s.aroundFirst.push_back(static_cast<Index>(s.around.size()));
        for (; face != faces.end() && (*face)[0] == i; ++face)
            s.around.insert(s.around.end(), {(*face)[1], (*face)[2]});
    }
    s.aroundFirst.push_back(static_cast<Index>(s.around.size()));
}

Status checkAround(const Schedule& s) {
    const std::size_t count = s.particles.size();
    if (s.aroundFirst.size() != 3 * count + 1 || s.aroundFirst.front() != 0 ||
        s.aroundFirst.back() != s.around.size() || !std::is_sorted(s.aroundFirst.begin(), s.aroundFirst.end()))
        return fail("the rows of edges and faces do not follow one another");
    for (Index i = 0; i < count; ++i) {
        if ((s.aroundFirst[3 * i + 3] - s.aroundFirst[3 * i + 2]) % 2 != 0)
            return fail("a face around particle {} has one corner", i);
        for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + 3]; ++k) {
            const Index other = s.around[k];
            if (other >= count || other == i || !hasContact(s, other) || !hasContact(s, i))
                return fail("what is around particle {} is out of range", i);
        }
        const auto row = [&](Index k) { return s.around.begin() + s.aroundFirst[3 * i + k]; };
        if (std::adjacent_find(row(0), row(1), std::greater_equal<>()) != row(1))
            return fail("the edges of particle {} are not sorted by their other ends", i);
        const auto isEnd = [&](Index corner) { return std::binary_search(row(0), row(1), corner); };
        if (!std::all_of(row(2), row(3), isEnd)) return fail("a corner of a face around particle {} is no edge's", i);
    }
    return {};
}

}  // namespace pliant
