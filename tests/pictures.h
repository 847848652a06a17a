#pragma once

// Pictures as files, and what can be said of them that holds on every device.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wsign-compare"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace pliant::tests {

/// Red, green, blue per pixel, rows from the top; 0 x 0 if the file is no picture.
struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    const std::uint8_t* at(int x, int y) const { return rgb.data() + 3 * (y * width + x); }

    /// Bright colours: dyed cloth and ropes. Sky, ground and balls are greyish.
    bool isDyed(int x, int y) const {
        const auto [least, most] = std::minmax({at(x, y)[0], at(x, y)[1], at(x, y)[2]});
        return most - least > 50;
    }

    /// Share of the dyed pixels from one column to before another, down to before a row.
    double dyedShare(int firstColumn, int endColumn, int endRow) const {
        int count = 0;
        for (int y = 0; y < endRow; ++y) {
            for (int x = firstColumn; x < endColumn; ++x)
                count += isDyed(x, y) ? 1 : 0;
        }
        return double(count) / (endRow * (endColumn - firstColumn));
    }
    double dyedShare(int firstColumn, int endColumn) const { return dyedShare(firstColumn, endColumn, height); }
    double dyedShare() const { return dyedShare(0, width); }

    bool isDyedAtItsEdge() const {
        for (int x = 0; x < width; ++x) {
            if (isDyed(x, 0) || isDyed(x, height - 1)) return true;
        }
        for (int y = 0; y < height; ++y) {
            if (isDyed(0, y) || isDyed(width - 1, y)) return true;
        }
        return false;
    }

    double meanShade() const {
        double sum = 0.0;
        for (const std::uint8_t shade : rgb)
            sum += shade;
        return sum / double(rgb.size());
    }
};

inline Picture readPicture(const std::string& path) {
    Picture picture;
    int channels = 0;
    std::uint8_t* pixels = stbi_load(path.c_str(), &picture.width, &picture.height, &channels, 3);
    if (!pixels) return {};
    picture.rgb.assign(pixels, pixels + 3 * picture.width * picture.height);
    stbi_image_free(pixels);
    return picture;
}

}  // namespace pliant::tests
