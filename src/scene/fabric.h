#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "result.h"
#include "scene/scene.h"

namespace pliant {

/// What a piece of cloth is made of. SI units; none of the numbers depends on the resolution of the mesh, the step or
/// the iterations. One number for all directions: of warp and weft, presets take the mean or say which.
struct Fabric {
    float arealDensity = 0.0f;       ///< [kg/m^2], 1e-4 ... 1e3
    float stretchCompliance = 0.0f;  ///< [m/N], 0 or 1e-12 ... 1e6: a square piece of any size pulled by 1 N across two
                                     ///< opposite sides gets longer by so much (1 / membrane stiffness); 0: not at all
    float shearCompliance = 0.0f;    ///< [m/N], 0 or 1e-12 ... 1e6: 1 / shear stiffness G [N/m per radian]
    float bendingStiffness = 0.0f;   ///< [N m], 0 or 1e-12 ... 1e6: moment per width and curvature
    float damping = 0.0f;  ///< [s], 0 ... 10: damping stress = damping * d(elastic stress)/dt, along the constraints
                           ///< (Rayleigh, proportional to stiffness)
    float strainLimit = std::numeric_limits<float>::infinity();  ///< share of the length, >= 0: beyond it the threads
                                                                 ///< are straight and the fabric does not give
};

/// A fabric by its everyday name. One sample out of many: real cottons differ by more than the digits suggest.
struct FabricPreset {
    const char* name;
    Fabric fabric;
    const char* source;  ///< where each number comes from, or that it was chosen
};

/// cotton, silk, denim, leather, rubber, stiff-cotton.
std::span<const FabricPreset> fabricPresets();

/// Error: no preset of that name; the message lists the names.
Result<Fabric> fabricNamed(std::string_view name);

/// The first number out of its range, if any.
Status validate(const Fabric& fabric);

/// The sticks of a body of this fabric, before their complianceFactor: rigid where the compliance is 0.
StickMaterial stretchMaterial(const Fabric& fabric);
StickMaterial shearMaterial(const Fabric& fabric);

}  // namespace pliant
