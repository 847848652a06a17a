#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scene/fabric.h"
#include "schedule/step_inputs.h"

namespace pliant::samples {

/// What a person may say of a scene. Options that a scene has no use for are errors, not ignored.
struct SceneOptions {
    std::string scene;                  ///< a name of sceneList(), or the path of a mesh file
    std::optional<std::uint32_t> size;  ///< cloth: particles along a side; rope: particles; or how many bodies
    std::optional<float> length;        ///< rope [m]
    std::optional<float> span;          ///< rope: distance of its ends at the start [m]
    std::optional<std::string> pin;     ///< see kPinHelp; empty: the scene's own
    std::optional<Fabric> fabric;       ///< of cloth and meshes; none: sticks of `material`
    StickMaterial material;             ///< of all sticks, where there is no fabric
    Environment environment;
    std::optional<vec3> wind;         ///< velocity of the air [m/s]; none: the scene's own
    std::optional<float> airDensity;  ///< [kg/m^3]; none: 1.2 where there is wind
    std::optional<float> ground;      ///< height of a floor [m]
};

/// Where a scene is best looked at from, for those who draw it.
struct Outlook {
    vec3 target{0.0f};      ///< [m]
    float distance = 4.0f;  ///< [m]
    float yaw = 0.5f;       ///< [rad] around y; 0 looks along -z
    float pitch = 0.25f;    ///< [rad] above the horizon
    float floor = 0.0f;     ///< height of the ground that is drawn [m]
};

/// A scene, and what is done to it while it runs.
struct SampleScene {
    Scene scene;
    std::function<StepInputs(double from, double to)> inputs;  ///< of a step between two times [s]; never empty
    std::optional<Outlook> outlook = {};                       ///< none: seen whole
};

inline constexpr float kUsualAir = 1.2f;  ///< density where there is wind [kg/m^3]

inline constexpr const char* kPinHelp =
    "none | first | ends | row | corners | four-corners | INDEX,INDEX,... | box:x0,y0,z0,x1,y1,z1";

struct SceneEntry {
    std::string name;
    std::string summary;
};

/// The named scenes, in the order in which to show them.
std::vector<SceneEntry> sceneList();

/// Whether the scene of that name has no triangles, for air to act on or to be of a fabric.
bool isOfRopes(const std::string& scene);

/// StepSettings::bendPeriod for a fabric of fabricPresets(), or "sticks": stiff-cotton folds like nothing in
/// particular, and large ones are to be fast.
std::uint32_t usualBendPeriod(const std::string& material);

/// Builds a scene. Errors: an unknown name that is no file either, an option that the scene does not have, a bad pin,
/// and those of the scene's parts.
Result<SampleScene> makeScene(const SceneOptions& options);

// One file each; makeScene() has checked that the options apply.
Result<SampleScene> makeCloth(const SceneOptions& options, std::uint32_t defaultSize);
Result<SampleScene> makeDrape(const SceneOptions& options, std::uint32_t defaultSize);
Result<SampleScene> makeFlag(const SceneOptions& options);
Result<SampleScene> makeManyFlags(const SceneOptions& options);
Result<SampleScene> makeRope(const SceneOptions& options);
Result<SampleScene> makeRopes(const SceneOptions& options);
Result<SampleScene> makeMesh(const SceneOptions& options);

/// The same inputs in every step: the floor, if the options want one, and what else there is to collide with.
SampleScene withFixedInputs(Scene scene, const SceneOptions& options, std::vector<Collider> colliders = {});

/// Pins particles of body 0 as `pin` says.
Status applyPin(Scene& scene, const std::string& pin);

/// Three numbers with commas between them, finite. `what` is for the error.
Result<vec3> parsePoint(const std::string& text, const std::string& what);

}  // namespace pliant::samples
