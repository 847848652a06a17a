#include "compare_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "studio.h"
#include "viewer/camera_motion.h"
#include "viewer/overlay.h"
#include "viewer/shaders/ramps.h"

namespace pliant::cli {
namespace {

using viewer::Image;

constexpr std::uint32_t kPanelWidth = 640, kPanelHeight = 480, kStripHeight = 92, kGap = 4;  // [pixels]
constexpr float kStripLine = 17.0f;  // height of the text there [pixels]
constexpr std::uint8_t kGapShade = 32, kStripShade = 250;

// 0 for none; else from kLeastHeat, so that it is seen, for 1 nm to 1 for 0.1 m.
constexpr float kLeastHeat = 0.2f, kLeastPower = -9.0f, kMostPower = -1.0f;

float shareOfPower(float power) {
    return std::clamp((power - kLeastPower) / (kMostPower - kLeastPower), 0.0f, 1.0f);
}

float heatOfShare(float share) {
    return kLeastHeat + (1.0f - kLeastHeat) * share;
}

std::vector<float> heatOf(const Differences& differences) {
    std::vector<float> heat(differences.count(), 0.0f);
    for (std::size_t i = 0; i < heat.size(); ++i) {
        const auto power = static_cast<float>(std::log10(differences.distance(i)));  // -inf of none
        if (differences.differs(i)) heat[i] = heatOfShare(shareOfPower(power));
    }
    return heat;
}

viewer::Legend legendOfHeat() {
    viewer::Legend legend{"largest difference; white: none",
                          [](float share) { return viewer::heatColour(heatOfShare(share)); }};
    const std::pair<float, const char*> kTicks[] = {
        {-9.0f, "1 nm"}, {-6.0f, "1 \u00b5m"}, {-3.0f, "1 mm"}, {-1.0f, "0.1 m"}};
    for (const auto& [power, text] : kTicks)
        legend.ticks.push_back({shareOfPower(power), text});
    return legend;
}

void paste(const Image& part, std::uint32_t left, std::uint32_t top, Image& picture) {
    const std::size_t rowBytes = 4 * std::size_t(part.width);
    for (std::uint32_t y = 0; y < part.height; ++y) {
        const auto row = part.pixels.begin() + static_cast<std::ptrdiff_t>(y * rowBytes);
        const std::size_t to = 4 * (std::size_t(top + y) * picture.width + left);
        std::copy_n(row, rowBytes, picture.pixels.begin() + static_cast<std::ptrdiff_t>(to));
    }
}

Image plain(std::uint32_t width, std::uint32_t height, std::uint8_t shade) {
    Image image{width, height, std::vector<std::uint8_t>(4 * std::size_t(width) * height, shade)};
    for (std::size_t i = 3; i < image.pixels.size(); i += 4)
        image.pixels[i] = 255;
    return image;
}

Image sideBySide(const std::vector<Image>& panels) {
    const auto count = static_cast<std::uint32_t>(panels.size());
    Image picture = plain(count * (kPanelWidth + kGap) - kGap, kPanelHeight + kStripHeight, kGapShade);
    for (std::uint32_t i = 0; i < count; ++i)
        paste(panels[i], i * (kPanelWidth + kGap), 0, picture);
    return picture;
}

// One of the pictures side by side.
struct Panel {
    const std::vector<vec3>& positions;
    viewer::Show show;
    std::vector<viewer::Headline> lines;
};

// Under the picture, because words upon it might hide what differs.
Image stripOf(const Panel& panel) {
    Image strip = plain(kPanelWidth, kStripHeight, kStripShade);
    const viewer::Paper paper{{kPanelWidth, kStripHeight}, kStripLine};
    viewer::Overlay overlay;
    addHeadlines(overlay, paper, viewer::Side::Left, panel.lines);
    if (panel.show == viewer::Show::Heat) addLegend(overlay, paper, legendOfHeat());
    paint(overlay, strip);
    return strip;
}

Result<Image> draw(Studio& studio, const Panel& panel) {
    Snapshot shown{panel.positions, panel.positions};  // in the world, where all frames of reference are put then
    shown.frames.resize(studio.model->schedule()->frames.size());
    if (Status status = studio.model->restore(shown); !status) return status.error();
    studio.view.show = panel.show;
    Result<Image> image = studio.maker->take(*studio.model, studio.view);
    if (!image) return image;
    viewer::Overlay overlay;
    addLabels(overlay, viewer::paperOf(kPanelWidth, kPanelHeight), studio.model->sample().labels, studio.view.camera);
    paint(overlay, *image);
    Image whole = plain(kPanelWidth, kPanelHeight + kStripHeight, kStripShade);
    paste(*image, 0, 0, whole);
    paste(stripOf(panel), 0, kPanelHeight, whole);
    return whole;
}

}  // namespace

// Of several vertices of one particle the one that differs most; what carries vertices has moved as they did, on
// average.
Differences ofParticles(const Scene& scene, const Differences& ofVertices, const std::vector<vec3>& last) {
    Differences differences(last.size(), ofVertices.tolerance());
    differences.lastA = differences.lastB = last;
    std::vector<float> weights(last.size(), 0.0f);
    std::size_t vertex = 0;
    const auto carry = [&](std::uint32_t particle, float weight) {
        if (weight <= 0.0f) return;
        differences.takeDistance(particle, ofVertices, vertex);
        weights[particle] += weight;
        const vec3 way = ofVertices.lastB[vertex] - ofVertices.lastA[vertex];
        vec3& moved = differences.lastB[particle];
        moved += (weight / weights[particle]) * (last[particle] + way - moved);
    };
    for (const Body& body : scene.bodies) {
        for (std::size_t i = 0; i < shownVertexCount(body); ++i, ++vertex) {
            if (body.skin.isEmpty()) {
                const std::uint32_t particle = body.vertexParticles[i];
                if (particle != kNoParticle) differences.take(particle, ofVertices, vertex);
                continue;
            }
            const SkinPoint& point = body.skin.points[body.skin.vertexPoints[i]];
            carry(point.particles[0], 1.0f - point.weights.x - point.weights.y - point.weights.z);
            for (int k = 0; k < 3; ++k)
                carry(point.particles[k + 1], point.weights[k]);
        }
    }
    return differences;
}

Status drawComparison(const ComparisonPicture& picture, Prepared& prepared, const Differences& differences,
                      const StepInputs& lastInputs) {
    Result<Studio> studio = openStudio(picture.device, kPanelWidth, kPanelHeight, prepared);
    if (!studio) return studio.error();
    for (const Collider& collider : lastInputs.colliders)
        studio->view.colliders.push_back(worldCollider(collider, picture.last));
    if (Status status = studio->model->setHeat(heatOf(differences)); !status) return status;

    // All of them from where the first of the two is seen.
    constexpr float kAspect = float(kPanelWidth) / float(kPanelHeight);
    const viewer::MovingCamera camera(viewer::CameraMotion::Fit, studio->view.camera, kAspect,
                                      studio->model->sample().scene.positions);
    studio->view.camera = camera.at(differences.lastA);

    constexpr float kName = 1.25f;
    const std::string frame = fmt::format("frame {}", picture.frames);
    const Panel panels[] = {
        {differences.lastA, viewer::Show::Fabric, {{picture.names.first, kName}, {frame}}},
        {differences.lastA, viewer::Show::Heat, {{"difference in all frames", kName}, {picture.summary}}},
        {differences.lastB, viewer::Show::Fabric, {{picture.names.second, kName}, {frame}}}};
    std::vector<Image> images;
    for (const Panel& panel : panels) {
        Result<Image> image = draw(*studio, panel);
        if (!image) return image.error();
        images.push_back(std::move(*image));
    }
    return viewer::writePng(picture.path, sideBySide(images));
}

}  // namespace pliant::cli
