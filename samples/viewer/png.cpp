#include <limits>

#include "pliant/fail.h"
#include "pliant/io/output_file.h"
#include "viewer/picture.h"

// The one file that holds stb's code, which has warnings of its own.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace pliant::viewer {
namespace {

// stb counts bytes in an int. What it packs may grow by an eighth, in a buffer that doubles.
constexpr std::uint64_t kMostBytes = std::numeric_limits<int>::max() / 9 * 4;

void append(void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

Status checkPng(const std::string& path, std::uint32_t width, std::uint32_t height) {
    if (!path.ends_with(".png")) return fail("'{}' does not end in .png", path);
    const std::uint64_t row = 4 * std::uint64_t(width) + 1;
    if (row * height > kMostBytes) {
        return fail("'{}': {} x {} is too large for a PNG: it would have {} bytes, and at most {} can be packed", path,
                    width, height, row * height, kMostBytes);
    }
    return {};
}

Status writePng(const std::string& path, const Image& image) {
    if (Status status = checkPng(path, image.width, image.height); !status) return status;
    std::string bytes;
    const int width = static_cast<int>(image.width), height = static_cast<int>(image.height);
    if (!stbi_write_png_to_func(append, &bytes, width, height, 4, image.pixels.data(), 4 * width)) {
        return fail("'{}': a picture of {} x {} cannot be written as PNG", path, image.width, image.height);
    }
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    if (Status status = file->write(bytes); !status) return status;
    return file->finish();
}

}  // namespace pliant::viewer
