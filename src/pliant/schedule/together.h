#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
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

/// Calls visit(particles) for each stick, bend, element and face, with a span of the particles of the scene that it
/// joins.
template <class Visit>
void forAllConnections(const Scene& scene, Visit&& visit) {
    using Particles = std::span<const std::uint32_t>;
    for (const SceneStick& stick : scene.sticks)
        visit(Particles(std::array{stick.a, stick.b}));
    for (const SceneBend& bend : scene.bends)
        visit(Particles(bend.particles));
    forEachKindOfElement(scene, [&](const auto& elements) {
        for (const auto& element : elements)
            visit(Particles(element.particles));
    });
    std::vector<std::uint32_t> corners;
    for (const Body& body : scene.bodies) {
        auto corner = body.faceCorners.begin();
        for (const std::uint32_t size : body.faceSizes) {
            corners.clear();
            for (std::uint32_t i = 0; i < size; ++i)
                corners.push_back(body.vertexParticles[*corner++]);
            visit(Particles(corners));
        }
    }
}

/// Calls visit(a, b) with the first and each other of the particles that one of them joins.
template <class Visit>
void forAllJoined(const Scene& scene, Visit&& visit) {
    forAllConnections(scene, [&](std::span<const std::uint32_t> particles) {
        for (const std::uint32_t particle : particles.subspan(1))
            visit(particles[0], particle);
    });
}

/// Which particles of the scene move together: all that are joined.
Sets joinedIn(const Scene& scene);

}  // namespace pliant
