#pragma once

// Blades that stand on edge, and a sheet that is thrown at them.

#include <cmath>
#include <numbers>
#include <utility>

#include "neighbour_support.h"
#include "pliant/scene/obstacle.h"
#include "shapes_support.h"

namespace pliant::test {

struct Blades {
    Scene scene;
    MeshDescription mesh;
    Obstacle obstacle;
    std::size_t sheetCount = 0;  // of particles, the first ones

    /// Turned about their axis by an angle [rad], and lifted [m].
    StepInputs turnedBy(double angle, double lifted = 0.0) const {
        const double c = std::cos(angle), s = std::sin(angle);
        std::vector<vec3> vertices = mesh.vertices;
        for (vec3& v : vertices)
            v = vec3(v.x * c - v.z * s, v.y + lifted, v.x * s + v.z * c);
        StepInputs inputs;
        take(moveObstacle(scene, obstacle, vertices, inputs));
        return inputs;
    }

    /// The sheet comes down at `speed`.
    Snapshot thrownDown(const Schedule& schedule, float speed) const {
        return thrown(schedule, [&](std::size_t i) { return vec3(0.0f, i < sheetCount ? -speed : 0.0f, 0.0f); });
    }
};

/// Five of them, 30 cm long, below what is in a scene.
inline Blades bladesBelow(Scene scene) {
    Blades blades;
    blades.scene = std::move(scene);
    blades.scene.environment.gravity = vec3(0.0f);
    blades.sheetCount = blades.scene.positions.size();
    for (int k = 0; k < 5; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / 5.0;
        const auto first = static_cast<std::uint32_t>(blades.mesh.vertices.size());
        for (const auto& [radius, y] : {std::pair(0.006, -0.1), {0.3, -0.1}, {0.3, 0.1}, {0.006, 0.1}})
            blades.mesh.vertices.emplace_back(radius * std::cos(angle), y, radius * std::sin(angle));
        blades.mesh.faceSizes.push_back(4);
        blades.mesh.faceCorners.insert(blades.mesh.faceCorners.end(), {first, first + 1, first + 2, first + 3});
    }
    const float thickness = blades.scene.contacts[0].thickness;
    blades.obstacle = take(addObstacle(blades.scene, obstacleOf(blades.mesh, thickness)));
    return blades;
}

/// And a sheet of so many particles by as many, as wide as `side`, above.
inline Blades sheetAboveBlades(std::uint32_t size, float side = 1.0f) {
    Scene scene;
    addSheet(scene, size, side, vec3(0.0f, 0.3f, 0.0f));
    return bladesBelow(std::move(scene));
}

/// The same, but that each keeps the base that it has.
inline SchedulePtr withoutAlignedBases(Schedule schedule) {
    std::erase_if(schedule.touching, [](const Pass& pass) { return pass.kind == PassKind::AlignBases; });
    return std::make_shared<const Schedule>(std::move(schedule));
}

/// Substeps one by one.
inline StepSettings oneSubstep() {
    StepSettings settings;
    settings.substeps = 1;
    settings.dt = kDefaultSubstep;
    return settings;
}

}  // namespace pliant::test
