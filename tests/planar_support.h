#pragma once

// A scene in the plane, and all that can happen in it.

#include "pliant/schedule/step_inputs.h"
#include "support.h"

namespace pliant::test {

/// Two ropes side by side in the plane, one of them hung.
inline Scene planarScene() {
    Scene scene;
    scene.planar = true;
    RopeDescription rope;
    rope.count = 24;
    rope.to = vec3(1.2f, 0.3f, 0.0f);
    take(addRope(scene, rope));
    rope.from = vec3(0.1f, 0.7f, 0.0f);
    rope.to = vec3(1.1f, 0.9f, 0.0f);
    rope.bendingStiffness = 1e-3f;
    rope.material.compliance = 1e-5f;
    rope.material.response = Response::Compliant;
    take(addRope(scene, rope));
    take(pinVertices(scene, 0, std::vector<std::uint32_t>{0}));
    return scene;
}

inline glm::quat turnedInPlane(float angle) {
    return {std::cos(0.5f * angle), 0.0f, 0.0f, std::sin(0.5f * angle)};
}

inline Collider colliderOf(ColliderShape shape, vec3 place, float angle) {
    Collider collider;
    collider.shape = shape;
    collider.pose = {place, turnedInPlane(angle)};
    collider.radius = 0.11f;
    collider.halfHeight = 0.15f;
    collider.halfExtents = vec3(0.2f, 0.12f, 0.01f);  // as thin as a card: deepened() it is not
    return collider;
}

/// All shapes on the ropes' way, turning, and hands at both ropes.
inline StepInputs busyInputs(int frame) {
    const float time = static_cast<float>(frame) / 60.0f;
    StepInputs inputs;
    const ColliderShape shapes[] = {ColliderShape::Sphere, ColliderShape::Capsule, ColliderShape::Box,
                                    ColliderShape::Cylinder};
    for (int i = 0; i < 4; ++i) {
        const auto at = [&](float t) {
            return colliderOf(shapes[i], vec3(0.2f + 0.3f * static_cast<float>(i), -0.35f + 0.1f * t, 0.0f),
                              0.7f * t + 0.4f);
        };
        inputs.colliders.push_back(at(time));
        inputs.colliders.back().before = at(time - 1.0f / 60.0f).pose;
    }
    Collider floor;
    floor.pose = {vec3(0.0f, -0.8f, 0.0f), turnedInPlane(0.2f)};
    inputs.colliders.push_back(floor);
    inputs.pins = {{0, PinInput::Action::Move, vec3(0.2f * time, 0.1f * time, 0.0f)},
                   {40, PinInput::Action::Pull, vec3(0.5f, 0.4f - 0.2f * time, 0.0f), 1e-2f}};
    if (frame == 60) inputs.pins.push_back({30, PinInput::Action::Hold});
    if (frame == 90) inputs.pins.push_back({30, PinInput::Action::Release});
    return inputs;
}

}  // namespace pliant::test
