#include "pliant/scene/mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "pliant/io/mesh_reader.h"
#include "scenes/in_the_way.h"

namespace pliant::samples {
namespace {

std::vector<Note> notesOn(std::size_t looseVertices) {
    if (looseVertices == 1) return {{"1 vertex of no face is left out: files show it where it was"}};
    return {{fmt::format("{} vertices of no face are left out: files show them where they were", looseVertices)}};
}

// A little below the lowest point of it and of what is in its way.
float floorUnder(const Scene& scene, const InTheWay& inTheWay) {
    constexpr float kShareOfSize = 0.1f;
    vec3 low = scene.positions[0], high = low;
    const auto add = [&](const std::vector<vec3>& places) {
        for (const vec3& p : places) {
            low = glm::min(low, p);
            high = glm::max(high, p);
        }
    };
    add(scene.positions);
    for (const MeshInTheWay& other : inTheWay.meshes)
        add(other.mesh.vertices);
    for (const ShapeInTheWay& other : inTheWay.shapes)
        add({other.low, other.high});
    return low.y - kShareOfSize * glm::distance(low, high);
}

}  // namespace

// A surface from a file. What nothing holds falls onto a floor, unless the options say otherwise.
Result<SampleScene> makeMesh(const SceneOptions& options, const InTheWay& inTheWay) {
    Result<MeshDescription> mesh = readMesh(options.scene);
    if (!mesh) return mesh.error();
    mesh->structural = mesh->shear = mesh->bend = options.material;
    mesh->fabric = options.fabric;
    Scene scene;
    scene.environment = options.environment;
    if (const auto body = addMesh(scene, *mesh); !body) return body.error();
    if (Status status = applyPin(scene, options.pin.value_or("none")); !status) return status.error();
    const std::size_t loose = scene.bodies[0].looseVertices.size();
    SceneOptions onFloor = options;
    const bool isHeld = std::find(scene.pinned.begin(), scene.pinned.end(), 1) != scene.pinned.end();
    if (!isHeld && !options.ground && !options.hasNoGround) onFloor.ground = floorUnder(scene, inTheWay);
    SampleScene sample = withFixedInputs(std::move(scene), onFloor);
    if (loose > 0) sample.notes = [loose](const StepSettings&) { return notesOn(loose); };
    return sample;
}

}  // namespace pliant::samples
