#pragma once

#include "viewer/renderer.h"

namespace pliant::viewer {

/// Whether it shows what is worked out on the host, from the state: Contacts, Thickness and Sleep.
bool needsState(Show show);

/// Why there is nothing of it to be shown in a scene, ever; empty: there may be. "has no contact; ..."
std::string lackOf(Show show, const samples::SampleScene& sample);

/// Brings what the view shows of the model's state to the device, if that needs the state: waits. Errors: Vulkan calls
/// that fail.
Status lookInto(Model& model, const View& view);

/// Show::Contacts: the number that a particle has which just touches; what is pressed in by kFullyPressed has 1, and
/// what touches nothing 0.
inline constexpr float kJustTouches = 0.25f;
inline constexpr float kFullyPressed = 0.25f;  ///< share of the thickness

}  // namespace pliant::viewer
