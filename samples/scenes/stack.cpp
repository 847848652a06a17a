#include <fmt/format.h>

#include "pliant/maths.h"
#include "pliant/scene/grid.h"
#include "pliant/scene/lattice.h"
#include "pliant/scene/solids.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr float kSide = 1.0f;        // of the cloths [m]
constexpr float kTable = 0.45f;      // its height [m]
constexpr float kHalfTable = 0.36f;  // half its side [m]
constexpr float kFirst = 0.04f;      // from the table to the lowest cloth [m]
constexpr float kRadius = 0.14f;     // of the ball [m]

// Every one is turned a little further than the one below it.
Status addCloth(Scene& scene, const SceneOptions& options, std::uint32_t index, float height) {
    const glm::dvec2 along = directionAt(0.09 * index);
    GridDescription grid;
    grid.name = fmt::format("cloth {}", index + 1);
    grid.width = grid.height = kSide;
    grid.columns = grid.rows = options.size.value_or(32);
    grid.alongRow = vec3(along.x, 0.0f, along.y);
    grid.alongColumn = vec3(-along.y, 0.0f, along.x);
    grid.corner = vec3(0.0f, height, 0.0f) - 0.5f * kSide * (grid.alongRow + grid.alongColumn);
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    const Result<std::uint32_t> body = addGrid(scene, grid);
    return body ? addContact(scene, *body, {.friction = 0.4f}) : body.error();
}

Status addBall(Scene& scene, float height) {
    const MeshDescription sphere = sphereMesh(vec3(0.0f, height, 0.0f), kRadius, 3);
    LatticeDescription lattice;
    lattice.name = "ball";
    lattice.vertices = sphere.vertices;
    lattice.faceSizes = sphere.faceSizes;
    lattice.faceCorners = sphere.faceCorners;
    lattice.cellSize = 0.045f;
    lattice.material.edge.response = Response::Compliant;
    lattice.material.edge.compliance = 1e-5f;
    const Result<std::uint32_t> body = addLattice(scene, lattice);
    return body ? addContact(scene, *body) : body.error();
}

}  // namespace

std::vector<Knob> stackKnobs() {
    return {{"cloths", "upon each other", 20, 1, 200, true}};
}

Result<SampleScene> makeStack(const SceneOptions& options) {
    const float floor = options.ground.value_or(0.0f), top = floor + kTable;
    const auto cloths = static_cast<std::uint32_t>(knobOf(options, "cloths"));
    const float apart = 1.5f * kSide / static_cast<float>(options.size.value_or(32));
    Scene scene;
    scene.environment = options.environment;
    for (std::uint32_t i = 0; i < cloths; ++i) {
        const float height = top + kFirst + apart * static_cast<float>(i);
        if (Status status = addCloth(scene, options, i, height); !status) return status.error();
    }
    const float highest = top + kFirst + apart * static_cast<float>(cloths) + kRadius;
    if (Status status = addBall(scene, highest + 0.1f); !status) return status.error();

    Collider table;
    table.shape = ColliderShape::Box;
    table.halfExtents = vec3(kHalfTable, 0.5f * kTable, kHalfTable);
    table.pose.position = vec3(0.0f, floor + 0.5f * kTable, 0.0f);
    SceneOptions onFloor = options;
    onFloor.ground = floor;
    SampleScene sample = withFixedInputs(std::move(scene), onFloor, {table});
    sample.outlook = Outlook{vec3(0.0f, floor + 0.7f, 0.0f), 2.9f, 0.6f, 0.5f, floor};
    return sample;
}

}  // namespace pliant::samples
