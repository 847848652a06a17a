#pragma once

#include "viewer/overlay.h"

namespace pliant::viewer {

/// The window, with lines as high as the panel's.
Paper paperOfWindow(vec2 size);

/// Draws it into the window, behind the panel.
void drawOverlay(const Overlay& overlay);

}  // namespace pliant::viewer
