#include "scenes/scenes.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>

namespace pliant::samples {
namespace {

Status refuse(bool given, const char* option, const std::string& scene) {
    if (given) return fail("{} has no meaning for the scene '{}'", option, scene);
    return {};
}

Status refuseRopeOptions(const SceneOptions& options) {
    if (Status status = refuse(options.length.has_value(), "--length", options.scene); !status) return status;
    return refuse(options.span.has_value(), "--span", options.scene);
}

std::string describeAll(const std::vector<Knob>& knobs) {
    std::string text;
    for (const Knob& knob : knobs)
        text += (text.empty() ? "" : ", ") + knob.name;
    return text.empty() ? "it has none" : "it has " + text;
}

Status checkKnob(const Knob& knob, double value, const std::string& scene) {
    const bool isInRange = value >= knob.least && value <= knob.most;  // false of NaN
    if (isInRange && (!knob.isWhole || value == std::floor(value))) return {};
    return fail("--set {}={}: the knob '{}' of the scene '{}' is a {} of {:.10g} ... {:.10g}", knob.name, value,
                knob.name, scene, knob.isWhole ? "whole number" : "number", knob.least, knob.most);
}

Status checkKnobs(const SceneOptions& options) {
    const std::vector<Knob> knobs = knobsOf(options.scene);
    for (const auto& [name, value] : options.knobs) {
        const auto knob = std::find_if(knobs.begin(), knobs.end(), [&](const Knob& k) { return k.name == name; });
        if (knob == knobs.end()) {
            return fail("--set {}={}: the scene '{}' has no knob '{}'; {}", name, value, options.scene, name,
                        describeAll(knobs));
        }
        if (Status status = checkKnob(*knob, value, options.scene); !status) return status;
    }
    if (knobs.empty()) return {};
    if (Status status = refuse(options.size.has_value(), "--size", options.scene); !status) return status;
    return refuse(options.pin.has_value(), "--pin", options.scene);
}

std::string namesOf(const std::vector<SceneEntry>& entries) {
    std::string names;
    for (const SceneEntry& entry : entries)
        names += (names.empty() ? "" : ", ") + entry.name;
    return names;
}

}  // namespace

std::vector<SceneEntry> sceneList() {
    return {
        {"cloth", "a square cloth of 2 m hung by two corners; --size N for N x N particles (default 64)"},
        {"large-cloth", "the same with 512 x 512"},
        {"drape", "a square cloth of 2 m that falls over a ball onto a floor; --size N (default 96)"},
        {"large-drape", "the same with 1024 x 1024"},
        {"flag", "a flag of 1.5 m x 1 m on a pole in gusty wind; --size N for N particles along the pole (default 40)"},
        {"many-flags", "a field of small flags of 16 x 12 particles in gusty wind; --size N flags (default 4096)"},
        {"rope", "a rope hung between two points; --size N particles (100), --length (1.5), --span (length / 1.5)"},
        {"ropes", "ropes of 32 particles that fall and hang, a ball among them; --size N ropes (default 1000)"},
        {"rope2d", "the rope of the tutorials, in the plane and in pixels: stiff by iterations alone", rope2dKnobs()},
        {"cord", "a cord between two objects, twice: corrected by position, and with springs", cordKnobs()},
        {"cloth-integrators", "the same cloth moved by Euler, Verlet, and Runge and Kutta, side by side",
         clothIntegratorsKnobs()},
        {"jelly",
         "three ways to be jelly, dropped on a floor: tetrahedra, shape matching, and a closed mesh that is filled (a "
         "ring, or that of --fill FILE)",
         jellyKnobs()},
        {"balloon", "balloons of gas on strings in a light wind, and one of water that falls", balloonKnobs()},
        {"softbody2d",
         "soft bodies of the plane fall into a basin, by pressure, shape or springs; a taut string throws them",
         softbody2dKnobs()},
        {"pinball",
         "a game of soft bodies: flippers with the arrows left and right or A and D, space draws the plunger",
         pinballKnobs()}};
}

std::vector<Knob> knobsOf(const std::string& scene) {
    for (SceneEntry& entry : sceneList())
        if (entry.name == scene) return std::move(entry.knobs);
    return {};
}

double knobOf(const SceneOptions& options, std::string_view name) {
    const auto set = options.knobs.find(std::string(name));
    if (set != options.knobs.end()) return set->second;
    for (const Knob& knob : knobsOf(options.scene))
        if (knob.name == name) return knob.usual;
    assert(false);
    return 0.0;
}

std::string describe(const Knob& knob) {
    return fmt::format("{}={:g} ({:.10g} ... {:.10g}, {})", knob.name, knob.usual, knob.least, knob.most, knob.meaning);
}

Environment environmentOf(const SceneOptions& options, vec3 usualGravity) {
    Environment environment = options.environment;
    environment.gravity = options.gravity.value_or(usualGravity);
    return environment;
}

bool isOfRopes(const std::string& scene) {
    constexpr std::string_view kRopes[] = {"rope", "ropes", "rope2d", "cord"};
    return std::find(std::begin(kRopes), std::end(kRopes), scene) != std::end(kRopes);
}

bool hasOwnMaterial(const std::string& scene) {
    constexpr std::string_view kOthers[] = {"cloth-integrators", "jelly", "balloon", "softbody2d", "pinball"};
    return isOfRopes(scene) || std::find(std::begin(kOthers), std::end(kOthers), scene) != std::end(kOthers);
}

std::uint32_t usualBendPeriod(const std::string& material) {
    return material == "stiff-cotton" ? 12 : 0;
}

SampleScene withFixedInputs(Scene scene, const SceneOptions& options, std::vector<Collider> colliders) {
    StepInputs inputs{{}, std::move(colliders), {}};
    if (options.ground) {
        Collider floor;
        floor.pose.position.y = *options.ground;
        inputs.colliders.push_back(floor);
    }
    return {std::move(scene), [inputs](double, double) { return inputs; }};
}

Result<SampleScene> makeScene(const SceneOptions& given) {
    SceneOptions options = given;
    options.environment = environmentOf(given, given.environment.gravity);
    if (Status status = checkKnobs(options); !status) return status.error();
    constexpr std::string_view kOfOwnSticks[] = {"cord",    "cloth-integrators", "jelly",
                                                 "balloon", "softbody2d",        "pinball"};
    const bool isOwn =
        std::find(std::begin(kOfOwnSticks), std::end(kOfOwnSticks), options.scene) != std::end(kOfOwnSticks) &&
        !(options.material == StickMaterial{});
    if (Status s = refuse(isOwn, "--compliance, --stiffness or --one-sided", options.scene); !s) return s.error();
    const bool isFilled = options.scene == "jelly";
    if (Status status = refuse(options.fill && !isFilled, "--fill", options.scene); !status) return status.error();
    const std::vector<SceneEntry> named = sceneList();
    const bool isNamed =
        std::any_of(named.begin(), named.end(), [&](const auto& e) { return e.name == options.scene; });
    if (Status s = refuse(isNamed && options.hasNoGround, "--ground none", options.scene); !s) return s.error();
    if (options.scene == "rope") return makeRope(options);
    if (Status status = refuseRopeOptions(options); !status) return status.error();
    if (options.scene == "cloth") return makeCloth(options, 64);
    if (options.scene == "large-cloth") return makeCloth(options, 512);
    if (options.scene == "drape") return makeDrape(options, 96);
    if (options.scene == "large-drape") return makeDrape(options, 1024);
    if (options.scene == "flag") return makeFlag(options);
    const bool hasManyBodies = options.scene == "many-flags" || options.scene == "ropes";
    if (Status status = refuse(hasManyBodies && options.pin, "--pin", options.scene); !status) return status.error();
    if (options.scene == "many-flags") return makeManyFlags(options);
    if (options.scene == "ropes") return makeRopes(options);
    if (options.scene == "rope2d") return makeRope2d(options);
    if (options.scene == "cord") return makeCord(options);
    if (options.scene == "cloth-integrators") return makeClothIntegrators(options);
    if (options.scene == "jelly") return makeJelly(options);
    if (options.scene == "balloon") return makeBalloon(options);
    if (options.scene == "softbody2d") return makeSoftbody2d(options);
    if (options.scene == "pinball") return makePinball(options);

    const bool looksLikeFile = options.scene.find_first_of("./") != std::string::npos;
    if (!looksLikeFile && !std::filesystem::exists(options.scene)) {
        return fail("there is no scene '{}', nor a file of that name; scenes: {}", options.scene, namesOf(sceneList()));
    }
    if (Status status = refuse(options.size.has_value(), "--size", options.scene); !status) return status.error();
    return makeMesh(options);
}

}  // namespace pliant::samples
