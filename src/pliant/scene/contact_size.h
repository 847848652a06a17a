#pragma once

#include "pliant/scene/scene.h"

namespace pliant {

/// That a body of several particles is longer than it is thick [m]: else all of it would be left alone, as it is when
/// metres were given as something else.
Status checkThickness(const Scene& scene, const Body& body, float thickness);

}  // namespace pliant
