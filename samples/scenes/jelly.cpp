#include <algorithm>
#include <filesystem>
#include <glm/common.hpp>

#include "pliant/io/mesh_reader.h"
#include "pliant/scene/block.h"
#include "pliant/scene/lattice.h"
#include "pliant/scene/solids.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr float kEdge = 0.5f;    // of the blocks [m]
constexpr float kApart = 0.85f;  // between the middles of bodies [m]
constexpr float kDrop = 0.35f;   // from the lowest points to the floor [m]

// So that the block stands as high as one of tetrahedra, which its weight makes lower by rho g L^2 / (2 E): the floor
// bears it by one of cells + 1 layers, each particle of which is off its place by compliance * (cells + 1) g.
float shapeCompliance(const BlockDescription& block) {
    const double density = block.material.density, youngsModulus = 1.0 / double(block.material.edge.compliance);
    const double sag = density * double(kEdge) * double(kEdge) / (2.0 * youngsModulus);
    return static_cast<float>(sag / (block.cells[1] + 1.0));
}

TetMaterial jellyOf(const SceneOptions& options) {
    const double youngsModulus = 1000.0 * knobOf(options, "stiffness");
    TetMaterial jelly;
    jelly.edge.response = Response::Compliant;
    jelly.edge.compliance = static_cast<float>(1.0 / youngsModulus);
    jelly.edge.damping = static_cast<float>(knobOf(options, "damping"));
    jelly.bulkCompliance = static_cast<float>(0.1 / youngsModulus);
    return jelly;
}

BlockDescription blockAt(float x, float floor, std::uint32_t cells, const TetMaterial& jelly) {
    BlockDescription block;
    block.centre = vec3(x, floor + kDrop + 0.5f * kEdge, 0.0f);
    block.size = vec3(kEdge);
    block.cells = {cells, cells, cells};
    block.material = jelly;
    return block;
}

// The same block without sticks and tetrahedra: its particles keep the shape.
Status addShapeBlock(Scene& scene, BlockDescription block) {
    block.name = "jelly by shape matching";
    const std::size_t sticks = scene.sticks.size(), tets = scene.tets.size();
    const Result<std::uint32_t> body = addBlock(scene, block);
    if (!body) return body.error();
    scene.sticks.resize(sticks);
    scene.tets.resize(tets);
    SceneShape shape;
    for (std::uint32_t i = 0; i < scene.bodies[*body].particleCount; ++i)
        shape.particles.push_back(scene.bodies[*body].firstParticle + i);
    shape.compliance = shapeCompliance(block);
    scene.shapes.push_back(std::move(shape));
    return {};
}

// A mesh, as large as the blocks, standing over its place.
void fit(std::vector<vec3>& vertices, float x, float floor) {
    vec3 low(vertices[0]), high = low;
    for (const vec3& p : vertices) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    const vec3 size = high - low;
    const float largest = std::max(std::max(size.x, size.y), std::max(size.z, 1e-9f));
    const float scale = 1.3f * kEdge / largest;
    const vec3 foot(0.5f * (low.x + high.x), low.y, 0.5f * (low.z + high.z));
    for (vec3& p : vertices)
        p = (p - foot) * scale + vec3(x, floor + kDrop, 0.0f);
}

Result<MeshDescription> meshToFill(const SceneOptions& options) {
    if (options.fill) return readMesh(*options.fill);
    MeshDescription ring = torusMesh(vec3(0.0f), 1.0f, 0.45f, 48, 24);
    for (vec3& p : ring.vertices)
        p = vec3(p.x, 0.28f * p.y + 0.96f * p.z, 0.28f * p.z - 0.96f * p.y);  // upright, leaning a little
    return ring;
}

Status addFilled(Scene& scene, const SceneOptions& options, float floor, const TetMaterial& jelly) {
    const Result<MeshDescription> mesh = meshToFill(options);
    if (!mesh) return mesh.error();
    LatticeDescription lattice;
    lattice.name = options.fill ? mesh->name : "jelly in a ring";
    lattice.vertices = mesh->vertices;
    lattice.faceSizes = mesh->faceSizes;
    lattice.faceCorners = mesh->faceCorners;
    lattice.cellSize = kEdge / static_cast<float>(knobOf(options, "cells")) * 0.6f;
    lattice.material = jelly;
    if (!lattice.vertices.empty()) fit(lattice.vertices, kApart, floor);
    const Result<std::uint32_t> body = addLattice(scene, lattice);
    return body ? Status{} : body.error();
}

}  // namespace

std::vector<Knob> jellyKnobs() {
    return {{"cells", "along an edge of the blocks", 8, 2, 40, true},
            {"stiffness", "Young's modulus [kPa]", 40, 1, 10000},
            {"damping", "inside [s]", 0.002, 0, 0.02}};
}

// Three ways to be jelly, dropped on a floor: a block of tetrahedra and sticks, one that matches its shape, and a mesh
// that is filled with tetrahedra, which carry it.
Result<SampleScene> makeJelly(const SceneOptions& options) {
    const float floor = options.ground.value_or(0.0f);
    const auto cells = static_cast<std::uint32_t>(knobOf(options, "cells"));
    const TetMaterial jelly = jellyOf(options);
    Scene scene;
    scene.environment = environmentOf(options, options.environment.gravity);
    BlockDescription block = blockAt(-kApart, floor, cells, jelly);
    block.name = "jelly of tetrahedra";
    if (const auto body = addBlock(scene, block); !body) return body.error();
    if (Status status = addShapeBlock(scene, blockAt(0.0f, floor, cells, jelly)); !status) return status.error();
    if (Status status = addFilled(scene, options, floor, jelly); !status) return status.error();

    SceneOptions onFloor = options;
    onFloor.ground = floor;
    SampleScene sample = withFixedInputs(std::move(scene), onFloor);
    sample.outlook = Outlook{vec3(0.12f, floor + 0.3f, 0.0f), 2.5f, 0.35f, 0.22f, floor};
    sample.outlook->aspect = 1.5f;
    for (std::size_t i = 0; i < sample.scene.bodies.size(); ++i) {
        const float x = kApart * (static_cast<float>(i) - 1.0f);
        const std::filesystem::path name = sample.scene.bodies[i].name;  // of a file only its own, without its folders
        sample.labels.push_back({name.filename().string(), vec3(x, floor, 1.2f * kEdge)});
    }
    return sample;
}

}  // namespace pliant::samples
