#pragma once

#include <span>

#include "viewer/camera.h"

namespace pliant::viewer {

/// Writes words over what they name, behind the panel.
void drawLabels(std::span<const samples::Label> labels, const Camera& camera, vec2 size);

}  // namespace pliant::viewer
