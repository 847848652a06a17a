#include "help.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "pliant/result.h"
#include "scenes/scenes.h"

namespace pliant::cli {
namespace {

constexpr std::size_t kColumn = 26, kWidth = 110;

// Each line of it in as many as are needed.
std::string wrapped(const std::string& text, std::size_t width) {
    std::string result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!result.empty()) result += '\n';
        std::istringstream words(line);
        std::size_t length = 0;
        for (std::string word; words >> word;) {
            const bool fits = length + 1 + word.size() <= width;
            if (length > 0) result += fits ? ' ' : '\n';
            length = length > 0 && fits ? length + 1 + word.size() : word.size();
            result += word;
        }
    }
    return result;
}

class Formatter : public CLI::Formatter {
  public:
    Formatter() { column_width(kColumn); }

    // The base sets two empty lines between groups.
    std::string make_group(std::string name, bool isPositional,
                           std::vector<const CLI::Option*> options) const override {
        const std::string text = CLI::Formatter::make_group(name, isPositional, std::move(options));
        return isPositional || name == "Options" ? text : text.substr(1);
    }

    std::string make_option_opts(const CLI::Option* option) const override {
        if (!option->get_option_text().empty()) return " " + option->get_option_text();
        const bool isFlag = option->get_expected_max() == 0;
        if (isFlag || option->get_positional()) return "";
        const std::string type = option->get_type_name();
        const bool isNumber = type.starts_with("UINT") || type.starts_with("INT") || type.starts_with("FLOAT");
        const std::string usual = option->get_default_str();
        return isNumber ? " N" + (usual.empty() ? "" : "=" + usual) : usual.empty() ? " TEXT" : "=" + usual;
    }

    std::string make_option_desc(const CLI::Option* option) const override {
        return wrapped(option->get_description(), kWidth - kColumn);
    }
};

std::string listOf(const samples::SceneEntry& entry, const CLI::App& command) {
    std::string text;
    for (const std::string& name : entry.options) {
        const CLI::Option* option = command.get_option_no_throw(name);
        if (option) text += Formatter().make_option(option, false);
    }
    return text;
}

Result<std::string> helpOn(const std::string& name, const CLI::App& command) {
    if (Status status = samples::checkScene(name); !status) return status.error();
    samples::SceneEntry entry = samples::meshEntry();
    for (samples::SceneEntry& scene : samples::sceneList())
        if (scene.name == name) entry = std::move(scene);
    std::string text = fmt::format("{}: {}\n", entry.name, entry.summary);
    const std::string options = listOf(entry, command);
    if (!options.empty()) text += "\nOf the options that not every scene takes, it takes\n" + options;
    if (!entry.knobs.empty()) text += "\nIts numbers, by --set NAME=VALUE (their range, what they are)\n";
    for (const samples::Knob& knob : entry.knobs)
        text += "  " + samples::describe(knob) + "\n";
    text.pop_back();
    return text;
}

}  // namespace

std::shared_ptr<CLI::Formatter> helpFormatter() {
    return std::make_shared<Formatter>();
}

void addSceneHelp(CLI::App& command) {
    const auto tell = [&command](const std::string& name) {
        const Result<std::string> text = helpOn(name, command);
        if (!text) throw CLI::ValidationError("--help-scene", text.error().message);
        throw CLI::CallForVersion(*text, CLI::ExitCodes::Success);  // the only one that prints a text and ends well
    };
    command
        .add_option_function<std::string>("--help-scene", tell, "Tell of a scene: its options, its numbers, and exit")
        ->option_text("NAME");
}

std::string sceneNames() {
    std::string names;
    for (const samples::SceneEntry& entry : samples::sceneList())
        names += ", " + entry.name;
    return "A mesh file (OBJ, PLY, STL, glTF), or" + names.substr(1);
}

}  // namespace pliant::cli
