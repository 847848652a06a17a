#include "pliant/fail.h"
#include "pliant/scene/pins.h"

#include <charconv>
#include <cmath>

#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t comma = text.find(',');
        parts.push_back(trimmed(text.substr(0, comma)));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

template <class Number>
bool parse(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Result<std::vector<float>> parseNumbers(const std::string& text, std::size_t count, const std::string& what) {
    std::vector<float> numbers;
    for (const std::string_view part : split(text)) {
        float number = 0.0f;
        if (!parse(part, number) || !std::isfinite(number))
            return fail("{} '{}': '{}' is no finite number", what, text, part);
        numbers.push_back(number);
    }
    if (numbers.size() != count) {
        const char* many = numbers.size() == 1 ? "number" : "numbers";
        return fail("{} '{}' has {} {}; it needs {}", what, text, numbers.size(), many, count);
    }
    return numbers;
}

namespace {

Status pinBoxText(Scene& scene, const std::string& text) {
    const Result<std::vector<float>> n = parseNumbers(text, 6, "--pin box:");
    if (!n) return n.error();
    return pinBox(scene, 0, vec3((*n)[0], (*n)[1], (*n)[2]), vec3((*n)[3], (*n)[4], (*n)[5]));
}

Status pinIndexText(Scene& scene, const std::string& text) {
    std::vector<std::uint32_t> indices;
    for (const std::string_view part : split(text)) {
        std::uint32_t index = 0;
        if (!parse(part, index))
            return fail("--pin '{}': '{}' is neither an index nor one of {}", text, part, kPinHelp);
        indices.push_back(index);
    }
    return pinVertices(scene, 0, indices);
}

}  // namespace

Result<vec3> parsePoint(const std::string& text, const std::string& what) {
    const Result<std::vector<float>> n = parseNumbers(text, 3, what);
    if (!n) return n.error();
    return vec3((*n)[0], (*n)[1], (*n)[2]);
}

Status applyPin(Scene& scene, const std::string& pin) {
    const auto vertexCount = static_cast<std::uint32_t>(shownVertexCount(scene.bodies[0]));
    const std::uint32_t ends[] = {0, vertexCount - 1};
    constexpr std::string_view kBox = "box:";
    if (pin == "none") return {};
    if (pin == "first") return pinVertices(scene, 0, std::span(ends, 1));
    if (pin == "ends") return pinVertices(scene, 0, ends);
    if (pin == "row") return pinPlace(scene, 0, GridPlace::FirstRow);
    if (pin == "corners") return pinPlace(scene, 0, GridPlace::FirstRowCorners);
    if (pin == "four-corners") return pinPlace(scene, 0, GridPlace::FourCorners);
    if (pin.starts_with(kBox)) return pinBoxText(scene, pin.substr(kBox.size()));
    return pinIndexText(scene, pin);
}

}  // namespace pliant::samples
