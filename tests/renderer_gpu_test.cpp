#include "pliant/gpu/buffer.h"
#include "viewer/images.h"
#include "viewer_support.h"

namespace pliant::test {
namespace {

using viewer::Image;
using viewer::recordCopyToHost;
using viewer::Renderer;

// The renderer as a window uses it: into images of another format, whose size changes.
class RendererTest : public ViewerTest {
  protected:
    static constexpr VkFormat kFormat = VK_FORMAT_B8G8R8A8_UNORM;  // nothing but the shaders encodes

    struct Target {
        viewer::OwnedImage image;
        Buffer readBack;
    };

    static Target targetOf(VkExtent2D extent) {
        viewer::ImageRequest request;
        request.format = kFormat;
        request.extent = extent;
        request.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
        Target target;
        target.image = take(viewer::createImage(*device_, request, "target"));
        target.readBack = take(createStagingBuffer(device_->gpu, std::uint64_t(4) * extent.width * extent.height));
        return target;
    }

    static Image draw(Renderer& renderer, VkExtent2D extent, const viewer::Model& model, const viewer::View& view) {
        const Target target = targetOf(extent);
        take(renderer.resize(extent));
        take(device_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            const Status status = renderer.record(commands, 1, target.image.view, model, view);
            if (status) recordCopyToHost(*device_, commands, target.image.image, extent, target.readBack);
            return status;
        }));
        return imageOf(target, extent);
    }

    static Image imageOf(const Target& target, VkExtent2D extent) {
        Image image{extent.width, extent.height, {}};
        const auto* bytes = static_cast<const std::uint8_t*>(target.readBack.mapped);
        image.pixels.assign(bytes, bytes + target.readBack.sizeBytes);
        for (std::size_t i = 0; i < image.pixels.size(); i += 4)
            std::swap(image.pixels[i], image.pixels[i + 2]);
        return image;
    }
};

TEST_F(RendererTest, TargetsOfAnyFormatAndSizeShowTheSame) {
    const auto model = modelOf(clothScene(8));
    const viewer::View view = viewAt(3.0f, 0.4f, 0.3f);
    const auto renderer = take(Renderer::create(*device_, kFormat, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL));
    for (const VkExtent2D extent : {VkExtent2D{96, 64}, VkExtent2D{160, 120}, VkExtent2D{33, 71}}) {
        const Image drawn = draw(*renderer, extent, *model, view);
        const auto maker = take(viewer::PictureMaker::create(*device_, extent.width, extent.height));
        const Image expected = take(maker->take(*model, view));
        // At edges samples are blended before one encoding and after the other.
        const float share = static_cast<float>(differingPixels(drawn, expected, 4).size()) /
                            static_cast<float>(extent.width * extent.height);
        EXPECT_LT(share, 0.06f) << extent.width << " x " << extent.height;
    }
}

// Several steps and pictures in one submission: their barriers are in the renderer and the model. Each is the same as
// after its steps alone.
TEST_F(RendererTest, PicturesFollowStepsWithoutWaiting) {
    const auto model = modelOf(clothScene(8));
    viewer::View view = viewAt(3.0f, 0.4f, 0.3f);
    const VkExtent2D extent{64, 48};
    const auto renderer = take(Renderer::create(*device_, kFormat, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL));
    take(renderer->resize(extent));
    const auto setView = [&](std::uint32_t frame) {
        view.show = frame == 0 ? viewer::Show::Stretch : viewer::Show::Fabric;
        view.highlighted = frame;
    };
    const Target targets[] = {targetOf(extent), targetOf(extent)};
    take(device_->submitAndWait([&](VkCommandBuffer commands) -> Status {
        for (std::uint32_t frame = 0; frame < Renderer::kFramesInFlight; ++frame) {
            setView(frame);
            if (Status status = model->recordStep(commands, {}, {}); !status) return status;
            if (Status status = renderer->record(commands, frame, targets[frame].image.view, *model, view); !status)
                return status;
            recordCopyToHost(*device_, commands, targets[frame].image.image, extent, targets[frame].readBack);
        }
        return {};
    }));
    const auto alone = modelOf(clothScene(8));
    for (std::uint32_t frame = 0; frame < Renderer::kFramesInFlight; ++frame) {
        setView(frame);
        take(device_->submitAndWait([&](VkCommandBuffer commands) { return alone->recordStep(commands, {}, {}); }));
        const Image expected = draw(*renderer, extent, *alone, view);
        EXPECT_EQ(imageOf(targets[frame], extent).pixels, expected.pixels) << frame;
    }
}

// As on a device that takes one group in a row, or numbers few vertices.
TEST_F(RendererTest, LimitsOfTheDeviceAreKept) {
    const auto device = makeDevice();
    const auto model = modelOn(*device, clothScene(40));  // seven groups
    viewer::View view = viewAt(3.0f, 0.4f, 0.3f);
    view.show = viewer::Show::Stretch;
    const auto maker = take(viewer::PictureMaker::create(*device, kWidth, kHeight));
    take(device->submitAndWait([&](VkCommandBuffer commands) { return model->recordStep(commands, {}, {}); }));
    const Image inOneRow = take(maker->take(*model, view));
    device->properties.limits.maxComputeWorkGroupCount[0] = 2;
    EXPECT_EQ(take(maker->take(*model, view)).pixels, inOneRow.pixels);

    device->properties.limits.maxDrawIndexedIndexValue = 1598;
    samples::SampleScene sample{clothScene(40), [](double, double) { return StepInputs{}; }};
    const SchedulePtr schedule = take(compile(sample.scene));
    EXPECT_CONTAINS(messageOf(viewer::Model::create(*device, std::move(sample), schedule)), "1600 vertices");
}

}  // namespace
}  // namespace pliant::test
