#include "viewer/picture.h"

#include <cstring>

#include "viewer/images.h"

namespace pliant::viewer {

struct PictureMaker::State {
    explicit State(Device& usedDevice) : device(usedDevice) {}

    Device& device;
    VkExtent2D extent{};
    std::unique_ptr<Renderer> renderer;
    OwnedImage target;
    Buffer readBack;
};

PictureMaker::PictureMaker(std::unique_ptr<State> state) : state_(std::move(state)) {}
PictureMaker::~PictureMaker() = default;

Result<std::unique_ptr<PictureMaker>> PictureMaker::create(Device& device, std::uint32_t width, std::uint32_t height) {
    auto state = std::make_unique<State>(device);
    state->extent = {width, height};
    ImageRequest request;
    request.format = VK_FORMAT_R8G8B8A8_SRGB;
    request.extent = state->extent;
    request.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    Result<OwnedImage> target = createImage(device, request, "picture");
    if (!target) return target.error();
    state->target = std::move(*target);

    Result<Buffer> readBack = createStagingBuffer(device.gpu, std::uint64_t(4) * width * height);
    if (!readBack) return readBack.error();
    state->readBack = std::move(*readBack);

    Result<std::unique_ptr<Renderer>> renderer =
        Renderer::create(device, request.format, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    if (!renderer) return renderer.error();
    state->renderer = std::move(*renderer);
    if (Status status = state->renderer->resize(state->extent); !status) return status.error();
    return std::unique_ptr<PictureMaker>(new PictureMaker(std::move(state)));
}

Result<Image> PictureMaker::take(const Model& model, const View& view) {
    State& s = *state_;
    const Status drawn = s.device.submitAndWait([&](VkCommandBuffer commands) -> Status {
        if (Status status = s.renderer->record(commands, 0, s.target.view, model, view); !status) return status;
        recordCopyToHost(s.device, commands, s.target.image, s.extent, s.readBack);  // the pass has made it ready
        return {};
    });
    if (!drawn) return drawn.error();
    Image image;
    image.width = s.extent.width;
    image.height = s.extent.height;
    image.pixels.resize(std::size_t(4) * image.width * image.height);
    std::memcpy(image.pixels.data(), s.readBack.mapped, image.pixels.size());
    return image;
}

}  // namespace pliant::viewer
