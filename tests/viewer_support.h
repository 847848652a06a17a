#pragma once

// Pictures of small scenes, drawn without a window, and what is measured in them.

#include <algorithm>
#include <cstdlib>
#include <glm/vec2.hpp>
#include <numeric>

#include "support.h"
#include "viewer/picture.h"

namespace pliant::test {

using glm::vec2;

/// One device of the viewer for the whole program, under validation with synchronization validation. Any message
/// fails the test. The same variables of the environment as in gpu_support.h.
class ViewerTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        if (!device_) device_ = makeDevice();
    }
    static void TearDownTestSuite() { device_.reset(); }

    static std::unique_ptr<viewer::Device> makeDevice() {
        const char* name = std::getenv("PLIANT_TEST_DEVICE");
        const char* validation = std::getenv("PLIANT_TEST_VALIDATION");
        viewer::DeviceOptions options;
        options.device = name ? name : "";
        options.validation = !validation || std::string_view(validation) != "0";
        options.onValidationMessage = [](std::string_view message) {
            if (isAboutUs(message)) messages_.emplace_back(message);
        };
        return take(viewer::Device::create(options));
    }

    void SetUp() override { messages_.clear(); }
    void TearDown() override {
        for (const std::string& message : messages_)
            ADD_FAILURE() << "validation: " << message;
    }

    static std::unique_ptr<viewer::Model> modelOf(Scene scene) { return modelOn(*device_, std::move(scene)); }

    static std::unique_ptr<viewer::Model> modelOn(viewer::Device& device, Scene scene) {
        samples::SampleScene sample;
        sample.scene = std::move(scene);
        sample.inputs = [](double, double) { return StepInputs{}; };
        const SchedulePtr schedule = take(compile(sample.scene));
        return take(viewer::Model::create(device, std::move(sample), schedule));
    }

    static viewer::Image pictureOf(const viewer::Model& model, const viewer::View& view) {
        const auto maker = take(viewer::PictureMaker::create(*device_, kWidth, kHeight));
        return take(maker->take(model, view));
    }

    static constexpr std::uint32_t kWidth = 160, kHeight = 120;
    inline static std::unique_ptr<viewer::Device> device_;
    inline static std::vector<std::string> messages_;
};

/// A square cloth of 1 m that stands upright around the origin, its front (the side of its normals) towards +z.
/// Rows go down.
inline Scene uprightCloth(std::uint32_t size) {
    GridDescription grid;
    grid.corner = vec3(-0.5f, 0.5f, 0.0f);
    grid.alongColumn = vec3(0.0f, -1.0f, 0.0f);
    grid.columns = grid.rows = size;
    Scene scene;
    take(addGrid(scene, grid));
    return scene;
}

/// Cloths as one mesh whose vertices come in no order, so that the schedule has one of its own.
inline Scene shuffledMeshOf(const Scene& grids) {
    MeshDescription mesh;
    std::vector<std::uint32_t> order(grids.positions.size());
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(7));
    mesh.vertices.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        mesh.vertices[order[i]] = grids.positions[i];
    for (const Body& body : grids.bodies) {
        mesh.faceSizes.insert(mesh.faceSizes.end(), body.faceSizes.begin(), body.faceSizes.end());
        for (const std::uint32_t corner : body.faceCorners)
            mesh.faceCorners.push_back(order[body.firstParticle + corner]);
    }
    Scene scene;
    take(addMesh(scene, mesh));
    return scene;
}

/// The same cloth in no order.
inline Scene shuffledCloth(std::uint32_t size) {
    return shuffledMeshOf(uprightCloth(size));
}

/// From straight ahead, `yaw` turned around y.
inline viewer::View viewAt(float distance, float yaw = 0.0f, float pitch = 0.0f) {
    viewer::View view;
    view.camera.distance = distance;
    view.camera.yaw = yaw;
    view.camera.pitch = pitch;
    return view;
}

/// Where a point is in the picture [pixels].
inline vec2 pixelOf(const viewer::Camera& camera, vec3 point, std::uint32_t width, std::uint32_t height) {
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(point, 1.0f);
    return 0.5f * (vec2(clip) / clip.w + 1.0f) * vec2(width, height);
}

/// Red, green and blue, 0 ... 255.
inline vec3 colourAt(const viewer::Image& image, vec2 pixel) {
    const std::uint8_t* p = image.at(static_cast<std::uint32_t>(pixel.x), static_cast<std::uint32_t>(pixel.y));
    return vec3(p[0], p[1], p[2]);
}

/// Mean over a square of 2 * reach + 1 pixels.
inline vec3 meanAround(const viewer::Image& image, vec2 pixel, int reach) {
    vec3 sum(0.0f);
    for (int y = -reach; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x)
            sum += colourAt(image, pixel + vec2(x, y));
    return sum / static_cast<float>((2 * reach + 1) * (2 * reach + 1));
}

inline float brightness(vec3 colour) {
    return (colour.x + colour.y + colour.z) / 3.0f;
}

/// Pixels in which two pictures of one size differ by more than noise.
inline std::vector<vec2> differingPixels(const viewer::Image& a, const viewer::Image& b, int tolerance = 3) {
    std::vector<vec2> pixels;
    for (std::uint32_t y = 0; y < a.height; ++y) {
        for (std::uint32_t x = 0; x < a.width; ++x) {
            int most = 0;
            for (int c = 0; c < 3; ++c)
                most = std::max(most, std::abs(int(a.at(x, y)[c]) - int(b.at(x, y)[c])));
            if (most > tolerance) pixels.emplace_back(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
        }
    }
    return pixels;
}

}  // namespace pliant::test
