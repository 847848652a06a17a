#pragma once

#include "support.h"

namespace pliant::test {

/// A rope that hangs straight down from its pinned first particle, and hardly moves.
inline std::uint32_t addPlumbLine(Scene& scene, vec3 from, std::uint32_t count = 12) {
    RopeDescription rope;
    rope.count = count;
    rope.from = from;
    rope.to = from - vec3(0.0f, 0.5f, 0.0f);
    const std::uint32_t body = take(addRope(scene, rope));
    scene.pinned[scene.bodies[body].firstParticle] = 1;
    return body;
}

/// Things of every kind of which some fall asleep within a few frames, and some do not: forcesScene() and shapes beside
/// plumb lines, one of which forces move.
inline Scene sleepingScene() {
    Scene scene = forcesScene(1.0f);
    scene.sleep = Sleep{0.005f, 0.05f};
    for (int i = 0; i < 5; ++i)
        addPlumbLine(scene, vec3(3.0f + 0.1f * static_cast<float>(i), 1.0f, 0.0f),
                     5 + 30 * static_cast<std::uint32_t>(i));
    const std::uint32_t forced = addPlumbLine(scene, vec3(4.0f, 1.0f, 0.0f));
    scene.bodies[forced].integrator = Integrator::SemiImplicitEuler;
    return scene;
}

}  // namespace pliant::test
