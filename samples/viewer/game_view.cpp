#include "viewer/game_view.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace pliant::viewer {
namespace {

// Two ways to press each.
struct KeyChoice {
    const char* name;
    int keys[2];
    const char* meaning;
};
constexpr KeyChoice kChoices[] = {{"left", {GLFW_KEY_LEFT, GLFW_KEY_A}, "left arrow or A"},
                                  {"right", {GLFW_KEY_RIGHT, GLFW_KEY_D}, "right arrow or D"},
                                  {"launch", {GLFW_KEY_SPACE, GLFW_KEY_DOWN}, "hold space or down, let go"}};

const KeyChoice* choiceOf(const std::string& name) {
    const auto* found = std::find_if(std::begin(kChoices), std::end(kChoices),
                                     [&](const KeyChoice& choice) { return choice.name == name; });
    return found == std::end(kChoices) ? nullptr : found;
}

}  // namespace

samples::Keys keysDown(Window& window, const std::vector<std::string>& names) {
    samples::Keys down = 0;
    for (std::size_t bit = 0; bit < names.size(); ++bit) {
        const KeyChoice* choice = choiceOf(names[bit]);
        if (!choice) continue;
        for (const int key : choice->keys) {
            if (window.isDown(key)) down |= samples::Keys(1) << bit;
        }
    }
    return down;
}

bool isGameKey(int key, const std::vector<std::string>& names) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        const KeyChoice* choice = choiceOf(name);
        return choice && (choice->keys[0] == key || choice->keys[1] == key);
    });
}

std::string keysFor(const std::string& name) {
    const KeyChoice* choice = choiceOf(name);
    return choice ? choice->meaning : "";
}

}  // namespace pliant::viewer
