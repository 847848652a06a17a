#pragma once

#include <span>
#include <vector>

#include "pliant/scene/collider.h"
#include "pliant/scene/scene.h"
#include "pliant/schedule/schedule.h"

namespace pliant::viewer {

/// What a particle touches, all of it together.
struct Touching {
    bool touches = false;
    float pressed = 0.0f;  ///< how far it is in what it touches: the largest share of a thickness
    vec3 away{0.0f};       ///< where that would push it, of length 1; 0 if it is held from both sides
};

/// Per particle of the scene, found on the host by the rules of Contact (scene/contact.h) as its schedule has them, and
/// against colliders, but for what the scene pins; what is nearer than 1.05 thicknesses touches. `places` are those of
/// the particles in the world now.
std::vector<Touching> touchingIn(const Scene& scene, const Schedule& schedule, std::span<const vec3> places,
                                 std::span<const Collider> colliders);

}  // namespace pliant::viewer
