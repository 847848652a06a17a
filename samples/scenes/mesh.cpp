#include "scene/mesh.h"

#include "io/mesh_reader.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

std::vector<Note> notesOn(std::size_t looseVertices) {
    return {{fmt::format("{} of no face: they are left out, and stay where they are in files",
                         looseVertices == 1 ? "1 vertex is" : fmt::format("{} vertices are", looseVertices))}};
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
