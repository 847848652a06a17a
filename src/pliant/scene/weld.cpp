#include "pliant/scene/weld.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pliant {

Weld weldVertices(const std::vector<glm::vec3>& vertices) {
    const auto key = [&](std::uint32_t i) { return std::tuple(vertices[i].x, vertices[i].y, vertices[i].z, i); };
    std::vector<std::uint32_t> sorted(vertices.size());
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t i, std::uint32_t j) { return key(i) < key(j); });

    // Each vertex first points to the lowest one at its place, which the sort puts first ...
    Weld weld;
    weld.groupOfVertex.resize(vertices.size());
    std::uint32_t lowest = 0;
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        if (k == 0 || vertices[sorted[k]] != vertices[lowest]) lowest = sorted[k];
        weld.groupOfVertex[sorted[k]] = lowest;
    }
    // ... and then to that one's group, which is numbered when it is met.
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        if (weld.groupOfVertex[i] == i) {
            weld.groupOfVertex[i] = static_cast<std::uint32_t>(weld.firstVertex.size());
            weld.firstVertex.push_back(i);
        } else {
            weld.groupOfVertex[i] = weld.groupOfVertex[weld.groupOfVertex[i]];
        }
    }
    return weld;
}

}  // namespace pliant
