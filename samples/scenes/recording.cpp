// Recordings of games as files:
//     {"format": "pliant game 1", "scene": "pinball", "settings": {"fps": "60", ...},
//      "keys": [[90], [45, "launch"], [8, "left", "right"]]}
// `keys` is what was down, run by run: a number of steps, then names.

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pliant/fail.h"
#include "pliant/io/output_file.h"
#include "scenes/session.h"

namespace pliant::samples {
namespace {

using Json = nlohmann::ordered_json;
using Settings = std::map<std::string, std::string>;

constexpr const char* kFormat = "pliant game 1";

// What Auto comes to for bodies as small as those of games.
Method methodOfGame(const StepSettings& settings) {
    return settings.method == Method::Auto ? Method::GaussSeidel : settings.method;
}

Settings settingsOf(const SceneOptions& options, const SampleScene& sample, const StepSettings& settings) {
    const Environment& environment = sample.scene.environment;
    const vec3 g = environment.gravity;
    Settings result{
        {"fps", fmt::format("{}", 1.0 / settings.dt)},          {"substeps", fmt::format("{}", substepsOf(settings))},
        {"iterations", fmt::format("{}", settings.iterations)}, {"method", nameOf(methodOfGame(settings))},
        {"gravity", fmt::format("{},{},{}", g.x, g.y, g.z)},    {"damping", fmt::format("{}", environment.damping)},
    };
    for (const SceneEntry& entry : sceneList()) {
        if (entry.name != options.scene) continue;
        for (const Knob& knob : entry.knobs) {
            const auto set = options.knobs.find(knob.name);
            result[knob.name] = fmt::format("{}", set == options.knobs.end() ? knob.usual : set->second);
        }
    }
    return result;
}

Json runsOf(const std::vector<Keys>& keys, const std::vector<std::string>& names) {
    Json runs = Json::array();
    for (std::size_t first = 0, last = 0; first < keys.size(); first = last) {
        while (last < keys.size() && keys[last] == keys[first])
            ++last;
        Json run = {last - first};
        for (std::size_t bit = 0; bit < names.size(); ++bit) {
            if ((keys[first] >> bit & 1u) != 0) run.push_back(names[bit]);
        }
        runs.push_back(std::move(run));
    }
    return runs;
}

Status notAGame(const std::string& scene) {
    return fail("the scene '{}' is no game: it has no keys to be recorded or played", scene);
}

Result<Json> parse(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) return fail("{}: the file cannot be read, or is empty", path);
    try {
        return Json::parse(text.str());
    } catch (const Json::parse_error& error) {
        return fail("{}: no JSON at byte {}", path, error.byte);
    }
}

Status checkText(const std::string& path, const Json& object, const char* field, const std::string& wanted) {
    if (!object.is_object() || !object.contains(field)) return fail("{}: '{}' is missing", path, field);
    if (!object[field].is_string()) return fail("{}: '{}' is no text", path, field);
    const auto text = object[field].get<std::string>();
    if (text != wanted) return fail("{}: '{}' is '{}', and must be '{}'", path, field, text, wanted);
    return {};
}

Status checkSettings(const std::string& path, const Json& object, const Settings& wanted) {
    if (!object.contains("settings") || !object["settings"].is_object())
        return fail("{}: 'settings' is missing or no object", path);
    const Json& settings = object["settings"];
    for (const auto& [name, value] : wanted) {
        if (!settings.contains(name) || !settings[name].is_string())
            return fail("{}: settings['{}'] is missing or no text", path, name);
        const auto recorded = settings[name].get<std::string>();
        if (recorded != value) return fail("{}: recorded with {} {}, and this is {}", path, name, recorded, value);
    }
    for (const auto& [name, value] : settings.items()) {
        if (!wanted.contains(name)) return fail("{}: settings['{}'] is unknown", path, name);
    }
    return {};
}

// A list of runs, with the names that there are.
class RunReader {
  public:
    RunReader(const std::string& path, const std::vector<std::string>& names) : path_(path), names_(names) {}

    // [steps, name, name, ...]
    Status add(std::size_t index, const Json& run) {
        if (!run.is_array() || run.empty() || !run[0].is_number_integer())
            return fail("{}: keys[{}] is no list that begins with a number of steps", path_, index);
        const auto steps = run[0].get<std::int64_t>();
        if (steps < 1 || std::uint64_t(steps) > kMostRecordedSteps - keys.size()) {
            return fail("{}: keys[{}] is of {} steps; that must be at least 1, and at most {} together", path_, index,
                        steps, kMostRecordedSteps);
        }
        Keys down = 0;
        for (std::size_t i = 1; i < run.size(); ++i) {
            const Result<Keys> key = keyNamed(index, run[i]);
            if (!key) return key.error();
            down |= *key;
        }
        keys.insert(keys.end(), static_cast<std::size_t>(steps), down);
        return {};
    }

    std::vector<Keys> keys;

  private:
    Result<Keys> keyNamed(std::size_t index, const Json& name) const {
        const std::string text = name.is_string() ? name.get<std::string>() : name.dump();
        const auto place = std::find(names_.begin(), names_.end(), text);
        if (place == names_.end()) {
            return fail("{}: keys[{}]: there is no key '{}'; keys: {}", path_, index, text, fmt::join(names_, ", "));
        }
        return Keys(1) << (place - names_.begin());
    }

    const std::string& path_;
    const std::vector<std::string>& names_;
};

}  // namespace

Status writeKeys(const std::string& path, const SceneOptions& options, const SampleScene& sample,
                 const StepSettings& settings, const std::vector<Keys>& keys) {
    if (!sample.game) return notAGame(options.scene);
    Json object = {{"format", kFormat}, {"scene", options.scene}};
    object["settings"] = settingsOf(options, sample, settings);
    object["keys"] = runsOf(keys, sample.game->keyNames());
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    if (Status status = file->write(object.dump() + "\n"); !status) return status;
    return file->finish();
}

Result<std::vector<Keys>> readKeys(const std::string& path, const SceneOptions& options, const SampleScene& sample,
                                   const StepSettings& settings) {
    if (!sample.game) return notAGame(options.scene).error();
    const Result<Json> object = parse(path);
    if (!object) return object.error();
    if (Status status = checkText(path, *object, "format", kFormat); !status) return status.error();
    if (Status status = checkText(path, *object, "scene", options.scene); !status) return status.error();
    const Status status = checkSettings(path, *object, settingsOf(options, sample, settings));
    if (!status) return status.error();
    if (!object->contains("keys") || !(*object)["keys"].is_array())
        return fail("{}: 'keys' is missing or no list", path);
    RunReader reader(path, sample.game->keyNames());
    std::size_t index = 0;
    for (const Json& run : (*object)["keys"]) {
        if (Status added = reader.add(index++, run); !added) return added.error();
    }
    if (reader.keys.empty()) return fail("{}: 'keys' is empty: there is no step to be played", path);
    return std::move(reader.keys);
}

}  // namespace pliant::samples
