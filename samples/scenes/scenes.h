#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace pliant::samples {

/// What a person may say of a scene. Options that a scene has no use for are errors, not ignored.
struct SceneOptions {
    std::string scene;                  ///< a name of sceneList(), or the path of a mesh file
    std::optional<std::uint32_t> size;  ///< cloth: particles along a side; rope: particles
    std::optional<float> length;        ///< rope [m]
    std::optional<float> span;          ///< rope: distance of its ends at the start [m]
    std::optional<std::string> pin;     ///< see kPinHelp; empty: the scene's own
    StickMaterial material;             ///< of all sticks
    Environment environment;
};

inline constexpr const char* kPinHelp =
    "none | first | ends | row | corners | four-corners | INDEX,INDEX,... | box:x0,y0,z0,x1,y1,z1";

struct SceneEntry {
    std::string name;
    std::string summary;
};

/// The named scenes, in the order in which to show them.
std::vector<SceneEntry> sceneList();

/// Builds a scene. Errors: an unknown name that is no file either, an option that the scene does not have, a bad pin, and those
/// of the scene's parts.
Result<Scene> makeScene(const SceneOptions& options);

// One file each; makeScene() has checked that the options apply.
Result<Scene> makeCloth(const SceneOptions& options, std::uint32_t defaultSize);
Result<Scene> makeRope(const SceneOptions& options);
Result<Scene> makeMesh(const SceneOptions& options);

/// Pins particles of body 0 as `pin` says.
Status applyPin(Scene& scene, const std::string& pin);

/// Three numbers with commas between them, finite. `what` is for the error.
Result<vec3> parsePoint(const std::string& text, const std::string& what);

}  // namespace pliant::samples
