#pragma once

#include "viewer/renderer.h"

namespace pliant::viewer {

/// Eight bits per channel, R G B A, sRGB, rows from the top.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> pixels;  ///< 4 * width * height

    const std::uint8_t* at(std::uint32_t x, std::uint32_t y) const {
        return pixels.data() + 4 * (std::size_t(y) * width + x);
    }
};

/// Draws without a window. Waits for each picture.
class PictureMaker {
  public:
    /// Errors: a size of 0 or above the device's limit (both numbers are named), Vulkan calls that fail.
    static Result<std::unique_ptr<PictureMaker>> create(Device& device, std::uint32_t width, std::uint32_t height);
    ~PictureMaker();

    Result<Image> take(const Model& model, const View& view);

  private:
    struct State;
    explicit PictureMaker(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Errors: a name that does not end in .png, a picture too large for the writer (both numbers are named).
Status checkPng(const std::string& path, std::uint32_t width, std::uint32_t height);

/// Written beside and renamed. Errors: those of OutputFile and checkPng().
Status writePng(const std::string& path, const Image& image);

}  // namespace pliant::viewer
