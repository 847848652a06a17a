#pragma once

#include "pliant/export.h"
#include "pliant/scene/fabric.h"

namespace pliant {

/// A rectangular cloth: columns x rows particles; structural sticks along both directions, both diagonals of every cell
/// as shear sticks. Against bending, sticks between particles two apart in a column or row, so that there are about six
/// sticks a particle; or, of a fabric, the bends of bendsOfGrid().
struct GridDescription {
    std::string name = "cloth";          ///< for files and errors
    vec3 corner{0.0f};                   ///< particle (0, 0) [m]
    vec3 alongRow{1.0f, 0.0f, 0.0f};     ///< direction of growing columns, of length 1
    vec3 alongColumn{0.0f, 0.0f, 1.0f};  ///< direction of growing rows, of length 1
    float width = 1.0f;                  ///< from the first column to the last [m]
    float height = 1.0f;                 ///< from the first row to the last [m]
    std::uint32_t columns = 32;          ///< particles along a row, at least 1
    std::uint32_t rows = 32;             ///< particles along a column, at least 1
    float arealDensity = 0.15f;          ///< [kg/m^2], a light cotton
    StickMaterial structural;            ///< every stick of that kind as it stands, whatever the resolution
    StickMaterial shear;                 ///< of the diagonals
    StickMaterial bend;                  ///< of sticks between particles two apart
    std::optional<Fabric> fabric;  ///< instead of the density and the three materials above: the sticks and bends of a
                                   ///< piece of it, with the same meaning at every resolution
};

/// Adds the cloth and returns the index of its body. Rest lengths are the distances as laid out: it starts unstretched.
/// Errors: no columns or rows, a size or density that is not positive, a fabric or a material out of its range,
/// directions that are not finite or not of length 1. On error the scene is as before.
PLIANT_API Result<std::uint32_t> addGrid(Scene& scene, const GridDescription& grid);

}  // namespace pliant
