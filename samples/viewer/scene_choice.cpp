#include "viewer/scene_choice.h"

#include <chrono>

namespace pliant::viewer {

SceneChoice otherScene(SceneChoice choice, const std::string& name) {
    samples::SceneOptions& options = choice.options;
    options.scene = name;
    options.size.reset();
    options.length.reset();
    options.span.reset();
    options.pin.reset();
    options.ground.reset();
    options.hasNoGround = false;
    options.gravity.reset();
    options.knobs.clear();
    options.colliders.clear();
    options.untangle = false;
    samples::forgetMeaningless(options);
    return choice;
}

Result<SceneChoice> otherMaterial(SceneChoice choice, const std::string& material) {
    choice.material = material;
    choice.options.fabric.reset();
    if (material == "sticks") return choice;
    const Result<Fabric> fabric = fabricNamed(material);
    if (!fabric) return fabric.error();
    choice.options.fabric = *fabric;
    return choice;
}

bool isBuiltFor(Method method, const Schedule& schedule) {
    if (method == Method::Tiles) return !schedule.tiles.empty();
    return !averages(method) || !schedule.jacobi.empty() || schedule.gaussSeidel.empty();
}

SceneChoice builtFor(Method method, SceneChoice choice) {
    choice.method = method;
    if (method == Method::Tiles) choice.compile.tiles = TileUse::Always;
    else choice.compile.jacobi = true;
    return choice;
}

SceneChoice withAir(SceneChoice choice, bool hasAir) {
    const float density = hasAir ? samples::kUsualAir : 0.0f;
    choice.options.airDensity = density;
    choice.options.environment.airDensity = density;
    return choice;
}

Result<BuiltScene> build(const SceneChoice& choice) {
    Result<samples::SampleScene> sample = samples::makeScene(choice.options);
    if (!sample) return sample.error();
    if (!choice.tethers) sample->scene.tethers = false;
    if (!choice.levels) sample->scene.levels = false;
    const Result<SchedulePtr> schedule = compile(sample->scene, choice.compile);
    if (!schedule) return schedule.error();
    return BuiltScene{choice, std::move(*sample), *schedule};
}

void SceneBuilder::start(const SceneChoice& choice) {
    future_ = std::async(std::launch::async, [choice] { return build(choice); });
}

std::optional<Result<BuiltScene>> SceneBuilder::takeIfReady() {
    const bool isReady = isBusy() && future_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    if (!isReady) return std::nullopt;
    return future_.get();
}

}  // namespace pliant::viewer
