#include "scene/mesh.h"

#include "io/mesh_reader.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

std::vector<Note> notesOn(std::size_t looseVertices) {
    if (looseVertices == 1) return {{"1 vertex of no face is left out: files show it where it was"}};
    return {{fmt::format("{} vertices of no face are left out: files show them where they were", looseVertices)}};
}

}  // namespace

// A surface from a file, falling freely unless pinned.
Result<SampleScene> makeMesh(const SceneOptions& options) {
    Result<MeshDescription> mesh = readMesh(options.scene);
    if (!mesh) return mesh.error();
    mesh->structural = mesh->shear = mesh->bend = options.material;
    mesh->fabric = options.fabric;
    Scene scene;
    scene.environment = options.environment;
    if (const auto body = addMesh(scene, *mesh); !body) return body.error();
    if (Status status = applyPin(scene, options.pin.value_or("none")); !status) return status.error();
    const std::size_t loose = scene.bodies[0].looseVertices.size();
    SampleScene sample = withFixedInputs(std::move(scene), options);
    if (loose > 0) sample.notes = [loose](const StepSettings&) { return notesOn(loose); };
    return sample;
}

}  // namespace pliant::samples
