#include "pliant/state/crossings.h"

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/scene/frame.h"
#include "pliant/state/box_tree.h"
#include "pliant/state/exact_side.h"
#include "pliant/state/touching_parts.h"

namespace pliant {
namespace {

template <std::size_t kCorners>
Box boxOf(const std::array<std::uint32_t, kCorners>& corners, const std::vector<vec3>& positions) {
    Box box{positions[corners[0]], positions[corners[0]]};
    for (const std::uint32_t corner : corners) {
        box.low = glm::min(box.low, positions[corner]);
        box.high = glm::max(box.high, positions[corner]);
    }
    return box;
}

bool shareCorner(const EdgeEnds& edge, const FaceCorners& face) {
    return std::find_first_of(face.begin(), face.end(), edge.begin(), edge.end()) != face.end();
}

}  // namespace

Result<std::vector<Crossing>> crossingsOf(const Scene& scene, const std::vector<vec3>& positions) {
    if (positions.size() != scene.positions.size())
        return fail("there are {} positions; the scene has {} particles", positions.size(), scene.positions.size());
    const std::vector<FaceCorners> faces = facesOf(scene, positions);
    return crossingsAmong(scene, positions, faces, edgesOf(scene, positions, faces));
}

std::vector<Crossing> crossingsAmong(const Scene& scene, const std::vector<vec3>& positions,
                                     const std::vector<FaceCorners>& faces, const std::vector<EdgeEnds>& edges) {
    std::vector<Box> boxes(faces.size());
    forAll(faces.size(), [&](std::size_t i) { boxes[i] = boxOf(faces[i], positions); });
    const BoxTree tree(boxes);
    const std::vector<std::uint32_t> frames = framesOf(scene);
    const auto haveOneFrame = [&](std::uint32_t a, std::uint32_t b) {
        return frames.empty() || frames[a] == frames[b];
    };
    return gather<Crossing>(edges.size(), [&](std::size_t i, std::vector<Crossing>& found) {
        const EdgeEnds& edge = edges[i];
        const std::size_t before = found.size();
        tree.forAllThatMeet(boxOf(edge, positions), [&](std::uint32_t number) {
            const FaceCorners& face = faces[number];
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
