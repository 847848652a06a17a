#pragma once

#include <string>
#include <vector>

#include "scenes/scenes.h"
#include "viewer/window.h"

namespace pliant::viewer {

// What a person at a game presses.

/// Of the game's keys those that are down, or have been since the last call.
samples::Keys keysDown(Window& window, const std::vector<std::string>& names);

/// Whether a game has this GLFW_KEY_... for itself.
bool isGameKey(int key, const std::vector<std::string>& names);

/// What to press for a key of a game: "left arrow or A".
std::string keysFor(const std::string& name);

}  // namespace pliant::viewer
