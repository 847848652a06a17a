#include "scene/mesh.h"

#include "io/mesh_reader.h"
#include "scenes/scenes.h"

namespace pliant::samples {

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
    return withFixedInputs(std::move(scene), options);
}

}  // namespace pliant::samples
