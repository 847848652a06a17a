#include "viewer/font.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <vector>

// The one file that holds stb's code, which has warnings of its own.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

extern "C" {
extern const unsigned char pliant_font_file[];  // made by bytes.cmake
extern const unsigned long long pliant_font_file_size;
}

namespace pliant::viewer {
namespace {

constexpr int kUnknown = '?';

const stbtt_fontinfo& font() {
    static const stbtt_fontinfo kFont = [] {
        stbtt_fontinfo info{};
        [[maybe_unused]] const int isFont = stbtt_InitFont(&info, pliant_font_file, 0);
        assert(isFont);
        return info;
    }();
    return kFont;
}

// Takes one character from the front. Bytes that are no UTF-8, as paths may have, are question marks.
int takeCharacter(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const int lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
    const auto isPart = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    const bool isWhole = length > 0 && length <= text.size() &&
                         std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), isPart);
    if (!isWhole) {
        text.remove_prefix(1);
        return kUnknown;
    }
    constexpr int kLeadBits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    int character = lead & kLeadBits[length];
    for (std::size_t i = 1; i < length; ++i)
        character = character << 6 | (byte(i) & 0x3f);
    text.remove_prefix(length);
    return character;
}

float advanceOf(int character, float scale) {
    int advance = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&font(), character, &advance, &bearing);
    return scale * static_cast<float>(advance);
}

// One character at a place on the base line.
void coverByOne(int character, vec2 at, float scale, glm::ivec2 extent, const Cover& cover) {
    const vec2 whole{std::floor(at.x), std::floor(at.y)};
    int width = 0, height = 0, left = 0, top = 0;
    unsigned char* shares = stbtt_GetCodepointBitmapSubpixel(&font(), scale, scale, at.x - whole.x, at.y - whole.y,
                                                             character, &width, &height, &left, &top);
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            const int x = static_cast<int>(whole.x) + left + column, y = static_cast<int>(whole.y) + top + row;
            const int share = shares[row * width + column];
            if (share == 0 || x < 0 || y < 0 || x >= extent.x || y >= extent.y) continue;
            cover(x, y, static_cast<float>(share) / 255.0f);
        }
    }
    stbtt_FreeBitmap(shares, nullptr);
}

}  // namespace

std::span<const unsigned char> fontFile() {
    return {pliant_font_file, static_cast<std::size_t>(pliant_font_file_size)};
}

float widthOf(std::string_view text, float size) {
    const float scale = stbtt_ScaleForPixelHeight(&font(), size);
    float width = 0.0f;
    while (!text.empty())
        width += advanceOf(takeCharacter(text), scale);
    return width;
}

std::string fitted(std::string_view text, float size, float width) {
    constexpr const char* kEllipsis = "\u2026";
    if (widthOf(text, size) <= width) return std::string(text);
    std::string_view kept;
    for (std::string_view rest = text; !rest.empty();) {
        takeCharacter(rest);
        const std::string_view longer = text.substr(0, text.size() - rest.size());
        if (widthOf(std::string(longer) + kEllipsis, size) > width) break;
        kept = longer;
    }
    return std::string(kept) + kEllipsis;
}

void coverBy(std::string_view text, vec2 corner, float size, glm::ivec2 extent, const Cover& cover) {
    const float scale = stbtt_ScaleForPixelHeight(&font(), size);
    int ascent = 0, descent = 0, gap = 0;
    stbtt_GetFontVMetrics(&font(), &ascent, &descent, &gap);
    // On whole pixels, where letters have sharp feet.
    vec2 at(corner.x, std::round(corner.y + scale * static_cast<float>(ascent)));
    while (!text.empty()) {
        const int character = takeCharacter(text);
        coverByOne(character, at, scale, extent, cover);
        at.x += advanceOf(character, scale);
    }
}

}  // namespace pliant::viewer
