#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

#include "pliant/fail.h"
#include "pliant/scene/grid.h"
#include "pliant/scene/pins.h"
#include "scenes/gust.h"
#include "scenes/pole.h"

namespace pliant::samples {
namespace {

constexpr std::uint32_t kAlongPole = 12, kAlongWind = 16;  // particles of a flag
constexpr std::uint32_t kMostFlags = 1'000'000;
constexpr float kAlong = 0.33f;  // of a flag at its pole [m]
constexpr double kApart = 0.55;  // from pole to pole [m]

// The square field of `count` poles around the origin, a row of them after the other.
struct Field {
    std::uint32_t side;

    explicit Field(std::uint32_t count) : side(static_cast<std::uint32_t>(std::ceil(std::sqrt(double(count))))) {}

    double across(std::uint32_t i) const { return kApart * (i - 0.5 * (side - 1)); }
    float width() const { return static_cast<float>(kApart * side); }

    // Poles stand as high as a gently rolling sea of flags wants them.
    vec3 top(std::uint32_t pole) const {
        const double x = across(pole % side), z = across(pole / side);
        return vec3(x, 1.25 + 0.15 * sway(x + 0.4 * z, 9.0) + 0.1 * sway(z - 0.3 * x, 5.0), z);
    }
};

// Each leaves its pole in a direction of its own, so that no two of them start alike.
Status addFlag(Scene& scene, const SceneOptions& options, std::uint32_t index, vec3 top) {
    GridDescription grid;
    grid.name = "flag";
    grid.width = kAlong;
    grid.corner = top - vec3(0.0f, grid.width, 0.0f);
    grid.alongRow = vec3(0.0f, 1.0f, 0.0f);
    grid.alongColumn = glm::normalize(vec3(1.0, 0.0, 0.6 * sway(index * 0.618, 1.0)));
    grid.height = 0.45f;
    grid.columns = kAlongPole;
    grid.rows = kAlongWind;
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    const auto body = addGrid(scene, grid);
    if (!body) return body.error();
    return pinPlace(scene, *body, GridPlace::FirstRow);
}

// From a little before the near edge of the field, and above it.
Outlook outlookOver(const Field& field, const SceneOptions& options) {
    constexpr float kYaw = 0.4f;
    const float width = field.width();
    const float before = std::min(4.0f, 1.0f + 0.3f * width);
    Outlook outlook;
    outlook.distance = std::min(6.0f + 0.14f * width, 1.6f + 0.6f * width);
    outlook.target = vec3(0.09f * width, 1.0f, 0.5f * width + before - std::cos(kYaw) * outlook.distance);
    outlook.yaw = kYaw;
    outlook.pitch = 0.18f;
    outlook.floor = options.ground.value_or(0.0f);
    return outlook;
}

}  // namespace

// A field of small flags, each held by its pole.
Result<SampleScene> makeManyFlags(const SceneOptions& options) {
    const std::uint32_t count = options.size.value_or(4096);
    if (count > kMostFlags) return fail("--size {}: '{}' has at most {} flags", count, options.scene, kMostFlags);
    const Field field(count);
    Scene scene;
    scene.environment = options.environment;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (Status status = addFlag(scene, options, i, field.top(i)); !status) return status.error();
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const vec3 top = field.top(i);
        const float foot = std::min(options.ground.value_or(0.0f), top.y - kAlong);
        if (Status status = addPole(scene, foot, top); !status) return status.error();
    }
    SampleScene sample = withGusts(std::move(scene), options, vec3(6.0f, 0.0f, 1.0f));
    sample.outlook = outlookOver(field, options);
    return sample;
}

}  // namespace pliant::samples
