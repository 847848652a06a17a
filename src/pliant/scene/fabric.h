#pragma once

#include <span>
#include <string_view>

#include "pliant/export.h"
#include "pliant/result.h"
#include "pliant/scene/scene.h"

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
    /// Share of the length, >= 0: beyond it the threads are straight and the fabric does not give. Infinity for what
    /// goes on stretching, as rubber does. What is stiffer than that needs a limit: tethers and clusters hold a fabric
    /// by it, and without one cotton of 64 x 64 that hangs by two corners is stretched by 2 % on the mean.
    float strainLimit = 0.05f;
    /// [m/N], 0 or 1e-12 ... 1e6: what threads of a square piece that are pressed by 1 N get shorter by, besides what
    /// the stretch compliance says. Diagonals of grids have kShearCompression times as much, and bear a fifth of the
    /// load. Fabric buckles at a scale far below that of its mesh; a mesh that does not give way in place of that
    /// locks, and is stretched where it crumples. Chosen, by measurement, so that 2 m on a ball are pressed by about 3
    /// % on the mean: what is stiffer against bending has less. A sheet that does not buckle, as of rubber, or strips
    /// that stand on edge, have 0.
    float compressionCompliance = 0.7f;
};

/// Compression compliance of sticks along diagonals over that of threads.
inline constexpr float kShearCompression = 4.0f;

/// A fabric by its everyday name. One sample out of many: real cottons differ by more than the digits suggest.
struct FabricPreset {
    const char* name;    ///< "cotton", as fabricNamed() takes it
    Fabric fabric;       ///< its numbers
    const char* source;  ///< where each number comes from, or that it was chosen
};

/// cotton, silk, denim, leather, rubber, stiff-cotton.
PLIANT_API std::span<const FabricPreset> fabricPresets();

/// Error: no preset of that name; the message lists the names.
PLIANT_API Result<Fabric> fabricNamed(std::string_view name);

/// The first number out of its range, if any.
PLIANT_API Status validate(const Fabric& fabric);

/// The sticks of a body of this fabric, before their complianceFactor: rigid where the compliance is 0.
PLIANT_API StickMaterial stretchMaterial(const Fabric& fabric);
/// The same of its diagonals, with kShearCompression.
PLIANT_API StickMaterial shearMaterial(const Fabric& fabric);

}  // namespace pliant
