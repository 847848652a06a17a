#include "scenes/gust.h"

#include <cmath>

namespace pliant::samples {
namespace {

vec3 gust(vec3 wind, double time) {
    const auto strength = static_cast<float>(1.0 + 0.35 * sway(time, 2.3) * sway(time, 0.71));
    const vec3 aside = vec3(-wind.z, 0.0f, wind.x) * static_cast<float>(0.25 * sway(time, 1.37));
    return wind * strength + aside;
}

}  // namespace

double sway(double time, double period) {
    const double phase = time / period - std::floor(time / period);
    const double t = phase < 0.5 ? 2.0 * phase : 2.0 - 2.0 * phase;
    return 2.0 * t * t * (3.0 - 2.0 * t) - 1.0;
}

SampleScene withGusts(Scene scene, const SceneOptions& options, vec3 usualWind) {
    const vec3 wind = options.wind.value_or(usualWind);
    scene.environment.wind = wind;
    scene.environment.airDensity = options.airDensity.value_or(kUsualAir);
    SampleScene sample = withFixedInputs(std::move(scene), options);
    const StepInputs still = sample.inputs(0.0, 0.0);
    sample.inputs = [still, wind](double from, double) {
        StepInputs inputs = still;
        inputs.wind = gust(wind, from);
        return inputs;
    };
    return sample;
}

}  // namespace pliant::samples
