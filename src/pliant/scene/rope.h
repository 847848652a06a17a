#pragma once

#include "pliant/export.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// A rope: particles at equal distances on the straight line from one point to another, each joined to the next.
struct RopeDescription {
    std::string name = "rope";   ///< for files and errors
    vec3 from{0.0f};             ///< first particle [m]
    vec3 to{1.0f, 0.0f, 0.0f};   ///< last particle [m]
    std::uint32_t count = 100;   ///< particles, at least 1
    float length = 0.0f;         ///< of the rope at rest [m]; 0: the distance of its ends. Else at least that distance:
                                 ///< the slack hangs down in a V, so that the rope starts unstretched
    float linearDensity = 0.1f;  ///< [kg/m]
    StickMaterial material;      ///< of every stick, whatever the number of particles
    float axialCompliance =
        0.0f;  ///< [1/N], 0 or 1e-15 ... 1e6: strain per force, 1 / (E A). Above 0 the sticks are compliant
               ///< with this times their length, with the damping and one-sidedness of `material`
    float bendingStiffness = 0.0f;  ///< [N m^2], E I, 0 or 1e-15 ... 1e15: against any curvature
};

/// Adds the rope and returns the index of its body. Errors: no particle, ends not finite, two particles and more in
/// the same place (no `length`, and no distance between the ends), a length that is shorter than the distance of the
/// ends, a slack rope of fewer than three particles, a density that is not positive, a compliance, a bending
/// stiffness or a material out of range. On error the scene is as before.
PLIANT_API Result<std::uint32_t> addRope(Scene& scene, const RopeDescription& rope);

}  // namespace pliant
