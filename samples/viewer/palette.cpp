#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/vec3.hpp>

#include "viewer/model_tables.h"

namespace pliant::viewer {
namespace {

using glm::vec3;

struct Dye {
    std::uint32_t front, light;  // 0xrrggbb, sRGB
};

// The back is light with a pattern in the colour of the front, and the other way round.
constexpr std::array<Dye, 10> kPalette{{
    {0xc4473a, 0xf3e4cd},  // coral and cream
    {0x1f7a80, 0xe4efe6},  // teal
    {0xdb9d34, 0xfbf0d6},  // mustard
    {0x3f4f93, 0xe6e8f4},  // indigo
    {0xbf6b82, 0xf8e8e9},  // rose
    {0x6f9566, 0xeef2e2},  // sage
    {0x78437b, 0xf0e4f1},  // plum
    {0x4f86ad, 0xe8f1f6},  // slate blue
    {0xd86f35, 0xfbeadb},  // burnt orange
    {0x8a6a4f, 0xf1e8dc},  // walnut
}};

vec3 linearOf(std::uint32_t rgb) {
    vec3 colour;
    for (int i = 0; i < 3; ++i) {
        const float c = static_cast<float>((rgb >> (16 - 8 * i)) & 0xffu) / 255.0f;
        colour[i] = c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
    }
    return colour;
}

// Neighbours in number are not neighbours in shade.
std::uint32_t scrambled(std::uint32_t x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

}  // namespace

Style styleOf(std::uint32_t body) {
    const bool isFirstRound = body < kPalette.size();
    const std::uint32_t chance = scrambled(body);
    const Dye& dye = kPalette[isFirstRound ? body : chance % kPalette.size()];
    const float shade = isFirstRound ? 1.0f : 0.75f + 0.5f * static_cast<float>((chance >> 8) & 0xffu) / 255.0f;
    const auto shaded = [&](std::uint32_t rgb) { return glm::min(linearOf(rgb) * shade, vec3(0.95f)); };
    Style style{};
    style.front = vec4(shaded(dye.front), static_cast<float>(kPatternPlain));
    style.back = vec4(0.85f * linearOf(dye.light), 0.0f);
    style.accent = vec4(linearOf(dye.light), 0.0f);
    return style;
}

}  // namespace pliant::viewer
