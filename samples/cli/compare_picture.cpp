#include "compare_picture.h"

#include <algorithm>
#include <cmath>

#include "studio.h"
#include "viewer/camera_motion.h"

namespace pliant::cli {
namespace {

using viewer::Image;

constexpr std::uint32_t kPanelWidth = 640, kPanelHeight = 480, kGap = 4;  // [pixels]
constexpr std::uint8_t kGapShade = 32;

// 0 for none; else from 0.2 for 1 nm, so that it is seen, to 1 for 0.1 m.
float heatOf(float difference) {
    if (difference == 0.0f) return 0.0f;
    constexpr float kPowers = 8.0f;
    const float power = std::clamp((std::log10(difference) + 9.0f) / kPowers, 0.0f, 1.0f);
    return 0.2f + 0.8f * power;
}

void paste(const Image& panel, std::uint32_t left, Image& picture) {
    const std::size_t rowBytes = 4 * std::size_t(panel.width);
    for (std::uint32_t y = 0; y < panel.height; ++y) {
        const auto row = panel.pixels.begin() + static_cast<std::ptrdiff_t>(y * rowBytes);
        const std::size_t to = 4 * (std::size_t(y) * picture.width + left);
        std::copy_n(row, rowBytes, picture.pixels.begin() + static_cast<std::ptrdiff_t>(to));
    }
}

Image sideBySide(const std::vector<Image>& panels) {
    Image picture;
    picture.width = static_cast<std::uint32_t>(panels.size()) * (kPanelWidth + kGap) - kGap;
    picture.height = kPanelHeight;
    picture.pixels.assign(4 * std::size_t(picture.width) * picture.height, kGapShade);
    for (std::size_t i = 3; i < picture.pixels.size(); i += 4)
        picture.pixels[i] = 255;
    for (std::uint32_t i = 0; i < panels.size(); ++i)
        paste(panels[i], i * (kPanelWidth + kGap), picture);
    return picture;
}

// One more panel: these positions, shown so.
Status addPanel(std::vector<Image>& panels, Studio& studio, const std::vector<vec3>& positions, viewer::Show show) {
    if (Status status = studio.model->restore({positions, positions}); !status) return status;
    studio.view.show = show;
    Result<Image> image = studio.maker->take(*studio.model, studio.view);
    if (!image) return image.error();
    panels.push_back(std::move(*image));
    return {};
}

}  // namespace

Differences ofParticles(const Scene& scene, const Differences& ofVertices) {
    Differences differences(scene.positions.size());
    differences.lastA = differences.lastB = scene.positions;
    std::size_t vertex = 0;
    for (const Body& body : scene.bodies) {
        for (const std::uint32_t particle : body.vertexParticles) {
            if (particle == kNoParticle) {
                ++vertex;
                continue;
            }
            differences.largest[particle] = std::max(differences.largest[particle], ofVertices.largest[vertex]);
            differences.lastA[particle] = ofVertices.lastA[vertex];
            differences.lastB[particle] = ofVertices.lastB[vertex];
            ++vertex;
        }
    }
    return differences;
}

Status drawComparison(const std::string& path, const std::string& device, Prepared& prepared,
                      const Differences& differences, const StepInputs& lastInputs) {
    Result<Studio> studio = openStudio(device, kPanelWidth, kPanelHeight, prepared);
    if (!studio) return studio.error();
    studio->view.colliders = lastInputs.colliders;
    std::vector<float> heat;
    for (const float difference : differences.largest)
        heat.push_back(heatOf(difference));
    if (Status status = studio->model->setHeat(heat); !status) return status;

    // All of them from where the first of the two is seen.
    constexpr float kAspect = float(kPanelWidth) / float(kPanelHeight);
    const viewer::MovingCamera camera(viewer::CameraMotion::Fit, studio->view.camera, kAspect,
                                      studio->model->sample().scene.positions);
    studio->view.camera = camera.at(differences.lastA);

    std::vector<Image> panels;
    const struct {
        const std::vector<vec3>& positions;
        viewer::Show show;
    } kPanels[] = {{differences.lastA, viewer::Show::Fabric},
                   {differences.lastA, viewer::Show::Heat},
                   {differences.lastB, viewer::Show::Fabric}};
    for (const auto& [positions, show] : kPanels) {
        if (Status status = addPanel(panels, *studio, positions, show); !status) return status;
    }
    return viewer::writePng(path, sideBySide(panels));
}

}  // namespace pliant::cli
