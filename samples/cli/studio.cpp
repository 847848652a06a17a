#include "studio.h"

namespace pliant::cli {

Result<Studio> openStudio(const std::string& device, std::uint32_t width, std::uint32_t height, Prepared& prepared) {
    Studio studio;
    viewer::DeviceOptions options;
    options.device = device;
    Result<std::unique_ptr<viewer::Device>> opened = viewer::Device::create(options);
    if (!opened) return opened.error();
    studio.device = std::move(*opened);
    auto maker = viewer::PictureMaker::create(*studio.device, width, height);
    if (!maker) return maker.error();
    studio.maker = std::move(*maker);
    studio.view.camera = viewer::cameraFor(prepared.sample);
    auto model = viewer::Model::create(*studio.device, std::move(prepared.sample), prepared.schedule);
    if (!model) return model.error();
    studio.model = std::move(*model);
    return studio;
}

}  // namespace pliant::cli
