#pragma once

#include "run_options.h"
#include "viewer/picture.h"

namespace pliant::cli {

/// What draws a scene without a window, declared in the order in which one needs the other.
struct Studio {
    std::unique_ptr<viewer::Device> device;
    std::unique_ptr<viewer::Model> model;
    std::unique_ptr<viewer::PictureMaker> maker;
    viewer::View view;  ///< from where the scene is best looked at
};

/// Takes the scene out of `prepared`. Errors: those of the viewer's parts.
Result<Studio> openStudio(const std::string& device, std::uint32_t width, std::uint32_t height, Prepared& prepared);

}  // namespace pliant::cli
