#include "scenes/scenes.h"

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
        {"rope", "a rope hung between two points; --size N particles (100), --length (1.5), --span (length / 1.5)"}};
}

Result<Scene> makeScene(const SceneOptions& options) {
    if (options.scene == "rope") return makeRope(options);
    if (Status status = refuseRopeOptions(options); !status) return status.error();
    if (options.scene == "cloth") return makeCloth(options, 64);
    if (options.scene == "large-cloth") return makeCloth(options, 512);

    const bool looksLikeFile = options.scene.find_first_of("./") != std::string::npos;
    if (!looksLikeFile && !std::filesystem::exists(options.scene)) {
        return fail("there is no scene '{}', nor a file of that name; scenes: {}", options.scene, namesOf(sceneList()));
    }
    if (Status status = refuse(options.size.has_value(), "--size", options.scene); !status) return status.error();
    return makeMesh(options);
}

}  // namespace pliant::samples
