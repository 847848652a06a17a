#include "pliant/scene/grid.h"
#include "scenes/scenes.h"

namespace pliant::samples {

// 2 m x 2 m, lying flat at height 0, hung by the two corners of its first row.
Result<SampleScene> makeCloth(const SceneOptions& options, std::uint32_t defaultSize) {
    GridDescription grid;
    grid.width = 2.0f;
    grid.height = 2.0f;
    grid.columns = grid.rows = options.size.value_or(defaultSize);
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    Scene scene;
    scene.environment = options.environment;
    if (const auto body = addGrid(scene, grid); !body) return body.error();
    if (Status status = applyPin(scene, options.pin.value_or("corners")); !status) return status.error();
    SampleScene sample = withFixedInputs(std::move(scene), options);
    sample.outlook = Outlook{vec3(1.0f, -0.95f, 0.1f), 4.5f, 0.55f, 0.42f, options.ground.value_or(-2.3f)};
    return sample;
}

}  // namespace pliant::samples
