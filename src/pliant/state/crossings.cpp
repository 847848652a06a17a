#include "pliant/state/crossings.h"

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/scene/faces.h"
#include "pliant/scene/frame.h"
#include "pliant/state/box_tree.h"
#include "pliant/state/exact_side.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using Edge = std::array<Index, 2>;
using Face = std::array<Index, 3>;

std::vector<Face> facesOf(const Scene& scene, const std::vector<vec3>& positions) {
    std::vector<Face> faces;
    for (const Body& body : scene.bodies)
        forEachTriangle(body, scene.positions, [&](Index a, Index b, Index c) {
            if (isPoint(positions[a]) && isPoint(positions[b]) && isPoint(positions[c])) faces.push_back({a, b, c});
        });
    return faces;
}

std::vector<Edge> edgesOf(const Scene& scene, const std::vector<vec3>& positions, const std::vector<Face>& faces) {
    std::vector<Edge> edges;
    const auto add = [&](Index a, Index b) { edges.push_back({std::min(a, b), std::max(a, b)}); };
    for (const auto& [a, b, c] : faces)
        add(a, b), add(b, c), add(c, a);
    for (const Body& body : scene.bodies) {
        const std::vector<Index>& line = body.vertexParticles;
        for (std::size_t v = 1; body.isLine && v < line.size(); ++v)
            if (isPoint(positions[line[v - 1]]) && isPoint(positions[line[v]])) add(line[v - 1], line[v]);
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

template <std::size_t kCorners>
Box boxOf(const std::array<Index, kCorners>& corners, const std::vector<vec3>& positions) {
    Box box{positions[corners[0]], positions[corners[0]]};
    for (const Index corner : corners) {
        box.low = glm::min(box.low, positions[corner]);
        box.high = glm::max(box.high, positions[corner]);
    }
    return box;
}

bool shareCorner(const Edge& edge, const Face& face) {
    return std::find_first_of(face.begin(), face.end(), edge.begin(), edge.end()) != face.end();
}

}  // namespace

Result<std::vector<Crossing>> crossingsOf(const Scene& scene, const std::vector<vec3>& positions) {
    if (positions.size() != scene.positions.size())
        return fail("there are {} positions; the scene has {} particles", positions.size(), scene.positions.size());
    const std::vector<Face> faces = facesOf(scene, positions);
    const std::vector<Edge> edges = edgesOf(scene, positions, faces);
    std::vector<Box> boxes(faces.size());
    forAll(faces.size(), [&](std::size_t i) { boxes[i] = boxOf(faces[i], positions); });
    const BoxTree tree(boxes);
    const std::vector<Index> frames = framesOf(scene);
    const auto haveOneFrame = [&](Index a, Index b) { return frames.empty() || frames[a] == frames[b]; };
    return gather<Crossing>(edges.size(), [&](std::size_t i, std::vector<Crossing>& found) {
        const Edge& edge = edges[i];
        const std::size_t before = found.size();
        tree.forAllThatMeet(boxOf(edge, positions), [&](Index number) {
            const Face& face = faces[number];
            const std::array<vec3, 3> triangle{positions[face[0]], positions[face[1]], positions[face[2]]};
            if (haveOneFrame(edge[0], face[0]) && !shareCorner(edge, face) &&
                isPierced(triangle, positions[edge[0]], positions[edge[1]]))
                found.push_back({edge, face});
        });
        std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
                  [](const Crossing& a, const Crossing& b) { return a.face < b.face; });
    });
}

}  // namespace pliant
