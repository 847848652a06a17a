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

}  // namespace pliant
