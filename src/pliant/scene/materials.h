#pragma once

#include <array>
#include <optional>
#include <string>

#include "pliant/scene/fabric.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// The first number of a material that is out of its range. `what` begins the message: "material 3".
Status validateMaterial(const StickMaterial& material, const std::string& what);

/// The same of a sheet: of its fabric, or, if it has none, of its structural, shear and bend sticks.
Status validateSheet(const std::optional<Fabric>& fabric, const std::array<StickMaterial, 3>& materials,
                     const std::string& what);

/// Stiffness of threads along a direction over that of the fabric, in quads `ratio` times as long in it as across.
/// Diagonals that resist shear resist pulling along the threads as well: with r the ratio, S and T the stiffness of
/// threads along and across, G that against shear, a piece that is pulled along, and gets narrower, has
///
///     E = S + G r^2 - G^2 / (T + G / r^2)
///
/// and that is what the fabric has both along and across if S + G r^2 = T + G / r^2 = (E + sqrt(E^2 + 4 G^2)) / 2. Its
/// Poisson's ratio is G over that then. Where that would leave a twentieth of E, or less, to threads along the longer
/// side, diagonals alone are too stiff there: they have a twentieth, and those across what makes E right across.
double threadShare(const Fabric& fabric, double ratio);

}  // namespace pliant
