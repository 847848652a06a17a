#include "pliant/schedule/together.h"

namespace pliant {

Sets joinedIn(const Scene& scene) {
    Sets sets(scene.positions.size());
    for (const SceneStick& stick : scene.sticks)
        sets.join(stick.a, stick.b);
    for (const SceneBend& bend : scene.bends) {
        for (const std::uint32_t particle : bend.particles)
            sets.join(bend.particles[0], particle);
    }
    forEachKindOfElement(scene, [&](const auto& elements) {
        for (const auto& element : elements) {
            for (const std::uint32_t particle : element.particles)
                sets.join(element.particles[0], particle);
        }
    });
    for (const Body& body : scene.bodies) {
        const std::uint32_t* corner = body.faceCorners.data();
        for (const std::uint32_t size : body.faceSizes) {
            for (std::uint32_t i = 1; i < size; ++i)
                sets.join(body.vertexParticles[corner[0]], body.vertexParticles[corner[i]]);
            corner += size;
        }
    }
    return sets;
}

}  // namespace pliant
