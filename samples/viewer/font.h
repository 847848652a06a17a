#pragma once

#include <functional>
#include <glm/vec2.hpp>
#include <span>
#include <string>
#include <string_view>

namespace pliant::viewer {

using glm::vec2;

/// The font of all that is written in pictures and in the window: a TrueType file.
std::span<const unsigned char> fontFile();

/// Of a line of UTF-8 [pixels]. `size`: height of a line [pixels].
float widthOf(std::string_view text, float size);

/// The longest start of the text that is no wider, with an ellipsis where something is left out.
std::string fitted(std::string_view text, float size, float width);

/// Tells every pixel that a line covers, and how much of it (0 ... 1). `corner` is the line's upper left; only what
/// lies in a picture of `extent` is told.
using Cover = std::function<void(int x, int y, float share)>;
void coverBy(std::string_view text, vec2 corner, float size, glm::ivec2 extent, const Cover& cover);

}  // namespace pliant::viewer
