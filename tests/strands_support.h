#pragma once

// Ropes that hang between pins.

#include "support.h"

namespace pliant::test {

/// Of a span of 1 m, along x.
inline void addSlackRope(Scene& scene, double length, std::uint32_t count, float z,
                         const StickMaterial& material = {}) {
    RopeDescription rope;
    rope.from.z = rope.to.z = z;
    rope.count = count;
    rope.length = float(length);
    rope.material = material;
    const std::uint32_t body = take(addRope(scene, rope));
    take(pinVertices(scene, body, std::vector<std::uint32_t>{0, count - 1}));
}

inline Scene slackRope(double length, std::uint32_t count, const StickMaterial& material = {}) {
    Scene scene;
    addSlackRope(scene, length, count, 0.0f, material);
    return scene;
}

/// Strands of particles and of clusters of two levels, in whole bodies and beside them, by one pin more, and slack
/// ones.
inline Scene tautRopesScene() {
    Scene scene;
    float z = 0.0f;
    for (const std::uint32_t count : {3u, 20u, 34u, 35u, 130u, 700u})
        addSlackRope(scene, count == 20 ? 1.5 : 1.002, count, z += 0.1f);
    scene.pinned[50] = 1;
    return scene;
}

}  // namespace pliant::test
