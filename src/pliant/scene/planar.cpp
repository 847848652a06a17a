#include "pliant/scene/planar.h"

#include <algorithm>

#include "pliant/fail.h"

namespace pliant {
namespace {

Status validateEnvironment(const Environment& environment) {
    if (environment.gravity.z != 0.0f)
        return fail("gravity is {} m/s^2 along z; in a planar scene it must be 0", environment.gravity.z);
    if (environment.airDensity != 0.0f) {
        return fail("the air's density is {} kg/m^3; a planar scene has no air", environment.airDensity);
    }
    return {};
}

Status validatePose(const Pose& pose, const char* field, std::size_t index) {
    if (pose.position.z != 0.0f) {
        return fail("collider {}: {}.position.z is {}; in a planar scene it must be 0", index, field, pose.position.z);
    }
    if (pose.rotation.x != 0.0f || pose.rotation.y != 0.0f) {
        return fail("collider {}: {}.rotation is (w {}, x {}, y {}, z {}); in a planar scene x and y must be 0", index,
                    field, pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z);
    }
    return {};
}

}  // namespace

Status validatePlanar(const Scene& scene) {
    if (!scene.planar) return {};
    for (std::size_t i = 0; i < scene.positions.size(); ++i) {
        if (scene.positions[i].z != 0.0f)
            return fail("particle {} lies at z = {} m; in a planar scene z must be 0", i, scene.positions[i].z);
    }
    for (std::size_t i = 0; i < scene.bends.size(); ++i) {
        if (scene.bends[i].kind == BendKind::Hinge) return fail("bend {} is a hinge; a planar scene has none", i);
    }
    Status status;
    forEachKindOfElement(scene, [&](const auto& elements) {
        if (elements.empty() || !status) return;
        status = fail("there are {} {}; a planar scene has none", elements.size(), elements[0].kPlural);
    });
    if (!status) return status;
    return validateEnvironment(scene.environment);
}

Status validatePlanar(const Collider& collider, std::size_t index) {
    if (Status status = validatePose(collider.pose, "pose", index); !status) return status;
    return collider.before ? validatePose(*collider.before, "before", index) : Status{};
}

// A point in a box is pushed out through its nearest face: those in front and behind are never the nearest.
Collider deepened(Collider collider) {
    vec3& half = collider.halfExtents;
    if (collider.shape == ColliderShape::Box) half.z = 2.0f * std::max(half.x, half.y);
    return collider;
}

}  // namespace pliant
