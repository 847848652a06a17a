#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pliant/scene/scene.h"
#include "pliant/schedule/sorting.h"

namespace pliant {

/// Sets that are joined one pair at a time (Tarjan 1975, with path halving). The lowest member stands for its set.
class Sets {
  public:
    explicit Sets(std::size_t count) : parent_(countUp(count)) {}

    std::uint32_t find(std::uint32_t i) {
        while (parent_[i] != i)
            i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t x = find(a), y = find(b);
        parent_[std::max(x, y)] = std::min(x, y);
    }

  private:
    std::vector<std::uint32_t> parent_;
};

/// Calls visit(a, b) with particles of the scene that sticks, bends, elements or faces join.
template <class Visit>
void forAllJoined(const Scene& scene, Visit&& visit) {
    for (const SceneStick& stick : scene.sticks)
        visit(stick.a, stick.b);
    const auto visitAll = [&](const auto& particles) {
        for (const std::uint32_t particle : particles)
            visit(particles[0], particle);
    };
    for (const SceneBend& bend : scene.bends)
        visitAll(bend.particles);
    forEachKindOfElement(scene, [&](const auto& elements) {
        for (const auto& element : elements)
            visitAll(element.particles);
    });
    for (const Body& body : scene.bodies) {
        const std::uint32_t* corner = body.faceCorners.data();
        for (const std::uint32_t size : body.faceSizes) {
            for (std::uint32_t i = 1; i < size; ++i)
                visit(body.vertexParticles[corner[0]], body.vertexParticles[corner[i]]);
            corner += size;
        }
    }
}

/// Which particles of the scene move together: all that are joined.
Sets joinedIn(const Scene& scene);

}  // namespace pliant
