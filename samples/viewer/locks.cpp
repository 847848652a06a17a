#include "viewer/locks.h"

#include <algorithm>

namespace pliant::viewer {

bool Locks::isLocked(const Touch& touch, End end) const {
    const auto isPinned = [&](std::uint32_t particle) { return touch.isPinned(particle); };
    return std::all_of(particles[end].begin(), particles[end].end(), isPinned);
}

void Locks::toggle(Touch& touch, End end, std::span<const vec3> positions) const {
    const bool isLocked = this->isLocked(touch, end);
    for (const std::uint32_t particle : particles[end])
        if (touch.isPinned(particle) == isLocked) touch.togglePin(particle, positions[particle]);
}

Locks locksOf(const Scene& scene) {
    constexpr std::size_t kMany = 8;
    const auto isRope = [](const Body& body) { return body.isLine && body.vertexParticles.size() > 1; };
    const bool hasFew = scene.bodies.size() <= kMany && std::all_of(scene.bodies.begin(), scene.bodies.end(), isRope);
    Locks locks;
    for (std::size_t i = 0; hasFew && i < scene.bodies.size(); ++i) {
        locks.particles[Locks::Start].push_back(scene.bodies[i].vertexParticles.front());
        locks.particles[Locks::Last].push_back(scene.bodies[i].vertexParticles.back());
    }
    return locks;
}

}  // namespace pliant::viewer
