#include <algorithm>

#include "pliant/scene/grid.h"
#include "scenes/gust.h"
#include "scenes/pole.h"

namespace pliant::samples {

// 1.5 m along x, 1 m up, held by its first row at a pole that stands on the floor.
Result<SampleScene> makeFlag(const SceneOptions& options) {
    const std::uint32_t rows = options.size.value_or(40);
    GridDescription grid;
    grid.name = "flag";
    grid.corner = vec3(0.0f, 1.0f, 0.0f);
    grid.alongRow = vec3(0.0f, 1.0f, 0.0f);
    grid.alongColumn = vec3(1.0f, 0.0f, 0.0f);
    grid.width = 1.0f;
    grid.height = 1.5f;
    grid.columns = rows;
    grid.rows = rows > 1 ? (rows - 1) * 3 / 2 + 1 : 1;
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    Scene scene;
    scene.environment = options.environment;
    if (const auto body = addGrid(scene, grid); !body) return body.error();
    if (Status status = applyPin(scene, options.pin.value_or("row")); !status) return status.error();

    const float floor = options.ground.value_or(0.0f);
    const vec3 top = grid.corner + grid.width * grid.alongRow;
    if (Status status = addPole(scene, std::min(floor, grid.corner.y), top); !status) return status.error();
    SampleScene sample = withGusts(std::move(scene), options, vec3(9.0f, 0.0f, 1.5f));
    sample.outlook = Outlook{vec3(0.72f, 1.3f, 0.0f), 2.5f, 0.35f, 0.12f, floor};
    return sample;
}

}  // namespace pliant::samples
