#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "pliant/export.h"
#include "pliant/result.h"

namespace pliant {

using glm::vec3;

struct Scene;

/// Particles that keep their shape together (Mueller et al. 2005, "Meshless deformations based on shape matching"):
/// each is drawn to where it would be if the shape at rest were moved and turned, as a whole, to fit them best. Masses
/// weigh.
struct SceneShape {
    std::vector<std::uint32_t> particles;  ///< of the scene, at least two; a particle is in at most one shape
    std::vector<vec3> rest;                ///< their places in the shape at rest [m]; empty: where the scene has them
    float compliance = 0.0f;  ///< [s^2], 0 or 1e-15 ... 1e15: how far off a particle is for an acceleration back to its
                              ///< place; 0: as stiff as the step allows. Independent of the step
};

/// The first rule that the shape breaks, if any, with its index and the particle's.
PLIANT_API Status validate(const SceneShape& shape, std::size_t index, const Scene& scene);

/// The first rule that the scene's shapes break, if any.
PLIANT_API Status validateShapes(const Scene& scene);

}  // namespace pliant
