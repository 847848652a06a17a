#include <cmath>

#include "scene/grid.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr vec3 kUsualWind(9.0f, 0.0f, 1.5f);
constexpr float kUsualAir = 1.2f;

// Up and down in `period` seconds, from -1 to 1 and back, with slopes but no corners. No sine: its last bit depends on the
// machine.
double sway(double time, double period) {
    const double phase = time / period - std::floor(time / period);
    const double t = phase < 0.5 ? 2.0 * phase : 2.0 - 2.0 * phase;
    return 2.0 * t * t * (3.0 - 2.0 * t) - 1.0;
}

vec3 gust(vec3 wind, double time) {
    const auto strength = static_cast<float>(1.0 + 0.35 * sway(time, 2.3) * sway(time, 0.71));
    const vec3 aside = vec3(-wind.z, 0.0f, wind.x) * static_cast<float>(0.25 * sway(time, 1.37));
    return wind * strength + aside;
}

}  // namespace

// 1.5 m along x, 1 m down, held by its first column.
Result<SampleScene> makeFlag(const SceneOptions& options) {
    const std::uint32_t rows = options.size.value_or(40);
    GridDescription grid;
    grid.name = "flag";
    grid.corner = vec3(0.0f, 2.0f, 0.0f);
    grid.alongRow = vec3(0.0f, -1.0f, 0.0f);
    grid.alongColumn = vec3(1.0f, 0.0f, 0.0f);
    grid.width = 1.0f;
    grid.height = 1.5f;
    grid.columns = rows;
    grid.rows = rows > 1 ? (rows - 1) * 3 / 2 + 1 : 1;
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    Scene scene;
    scene.environment = options.environment;
    scene.environment.wind = options.wind.value_or(kUsualWind);
    scene.environment.airDensity = options.airDensity.value_or(kUsualAir);
    if (const auto body = addGrid(scene, grid); !body) return body.error();
    if (Status status = applyPin(scene, options.pin.value_or("row")); !status) return status.error();

    SampleScene sample = withFixedInputs(std::move(scene), options);
    const StepInputs still = sample.inputs(0.0, 0.0);
    const vec3 wind = sample.scene.environment.wind;
    sample.inputs = [still, wind](double from, double) {
        StepInputs inputs = still;
        inputs.wind = gust(wind, from);
        return inputs;
    };
    return sample;
}

}  // namespace pliant::samples
