#pragma once

#include "pliant/scene/collider.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// The first rule of a planar scene that this one breaks, if any, with its index. Nothing of a scene that is not
/// planar.
Status validatePlanar(const Scene& scene);

/// Whether the collider is upright in the plane z = 0: its position in it, turned about z alone. The message names its
/// index.
Status validatePlanar(const Collider& collider, std::size_t index);

/// The collider so deep that what lies in the plane never leaves it towards the front or the back.
Collider deepened(Collider collider);

}  // namespace pliant
