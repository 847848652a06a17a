#pragma once

namespace pliant::viewer {

/// A calm dark look and a readable font, `scale` times the ordinary size.
void applyStyle(float scale);

}  // namespace pliant::viewer
