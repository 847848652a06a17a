#include "pliant/scene/grid.h"
#include "scenes/scenes.h"

namespace pliant::samples {

// 2 m x 2 m, lying flat in the air, falls over a ball that stands on a floor.
Result<SampleScene> makeDrape(const SceneOptions& options, std::uint32_t defaultSize) {
    GridDescription grid;
    grid.corner = vec3(-1.0f, 1.3f, -1.0f);
    grid.width = grid.height = 2.0f;
    grid.columns = grid.rows = options.size.value_or(defaultSize);
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    Scene scene;
    scene.environment = options.environment;
    if (const auto body = addGrid(scene, grid); !body) return body.error();
    if (Status status = applyPin(scene, options.pin.value_or("none")); !status) return status.error();

    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.5f;
    ball.pose.position = vec3(0.0f, 0.6f, 0.0f);
    SceneOptions onFloor = options;
    onFloor.ground = options.ground.value_or(0.0f);
    SampleScene sample = withFixedInputs(std::move(scene), onFloor, {ball});
    sample.outlook = Outlook{vec3(0.0f, 0.55f, 0.0f), 3.3f, 0.6f, 0.35f, *onFloor.ground};
    return sample;
}

}  // namespace pliant::samples
