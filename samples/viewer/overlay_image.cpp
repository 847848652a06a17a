#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "viewer/font.h"
#include "viewer/overlay.h"

namespace pliant::viewer {
namespace {

void blend(Image& image, int x, int y, vec3 colour, float share) {
    std::uint8_t* pixel = image.pixels.data() + 4 * (std::size_t(y) * image.width + static_cast<std::size_t>(x));
    for (int i = 0; i < 3; ++i) {
        const float mixed = std::lerp(static_cast<float>(pixel[i]), 255.0f * colour[i], share);
        pixel[i] = static_cast<std::uint8_t>(std::lround(std::clamp(mixed, 0.0f, 255.0f)));
    }
}

// Of a pixel's middle from a box with round corners, negative inside.
float distanceFrom(const Box& box, vec2 pixel) {
    const vec2 half = 0.5f * (box.high - box.low);
    const vec2 out = glm::abs(pixel - 0.5f * (box.low + box.high)) - half + box.rounding;
    return glm::length(glm::max(out, vec2(0.0f))) + std::min(std::max(out.x, out.y), 0.0f) - box.rounding;
}

void paint(const Box& box, Image& image) {
    const glm::ivec2 extent(image.width, image.height);
    const glm::ivec2 first = glm::max(glm::ivec2(glm::floor(box.low)), glm::ivec2(0));
    const glm::ivec2 end = glm::min(glm::ivec2(glm::ceil(box.high)), extent);
    for (int y = first.y; y < end.y; ++y) {
        for (int x = first.x; x < end.x; ++x) {
            const float inside = std::clamp(0.5f - distanceFrom(box, vec2(x, y) + 0.5f), 0.0f, 1.0f);
            blend(image, x, y, box.colour, box.opacity * inside);
        }
    }
}

}  // namespace

void paint(const Overlay& overlay, Image& image) {
    for (const Box& box : overlay.boxes)
        paint(box, image);
    for (const Words& words : overlay.words) {
        coverBy(words.text, words.corner, words.size, glm::ivec2(image.width, image.height),
                [&](int x, int y, float share) { blend(image, x, y, kInk, share); });
    }
}

}  // namespace pliant::viewer
