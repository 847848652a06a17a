#pragma once

#include <glm/mat3x3.hpp>
#include <vector>

#include "pliant/schedule/schedule.h"

namespace pliant::cpu {

/// A step of conjugate gradients costs about as much as one of an explicit integrator. So many are enough where a
/// substep is some ten times as long as those could take. Where they are not the springs hold back what they should let
/// fall: large and stiff cloth moves too slowly then, but does not fly apart.
inline constexpr int kConjugateSteps = 20;

/// What stepImplicitly() needs room for: one entry per particle that forces move, or per end of a spring.
struct ImplicitWork {
    std::vector<glm::dvec3> velocity, residual, direction, image, change;
    std::vector<glm::dmat3> coupling;  ///< h c + h^2 k of a spring, as the Jacobian of its force

    explicit ImplicitWork(const Schedule& schedule);
};

}  // namespace pliant::cpu
