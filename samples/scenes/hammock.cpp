#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "pliant/scene/grid.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/rigid_body.h"
#include "pliant/scene/solids.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr float kSide = 2.0f;           // of the cloth [m]
constexpr float kHeight = 1.3f;         // of its corners above the floor [m]
constexpr float kSlack = 0.07f;         // share of its side by which its corners come nearer to each other
constexpr double kDraw = 0.3;           // as long as that takes [s]
constexpr float kFirst = 0.45f;         // of the lowest body above the corners [m]
constexpr float kApart = 0.34f;         // between bodies [m]
constexpr float kFarApart = 0.55f;      // likewise, in layers above the second, where planks may lie anyhow
constexpr std::uint32_t kInARow = 2;    // along either side of a layer
constexpr float kBodySpacing = 0.045f;  // between particles of a body [m]

Result<std::uint32_t> addCloth(Scene& scene, const SceneOptions& options, float floor) {
    GridDescription grid;
    grid.name = "hammock";
    grid.width = grid.height = kSide;
    grid.columns = grid.rows = options.size.value_or(40);
    grid.corner = vec3(-0.5f * kSide, floor + kHeight, -0.5f * kSide);
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    const Result<std::uint32_t> body = addGrid(scene, grid);
    if (!body) return body;
    if (Status status = pinPlace(scene, *body, GridPlace::FourCorners); !status) return status.error();
    if (Status status = addContact(scene, *body, {.friction = 0.3f}); !status) return status.error();
    return body;
}

MeshDescription meshOf(std::uint32_t index, float size) {
    if (index % 3 == 1) return sphereMesh(vec3(0.0f), 0.55f * size, 2);
    return boxMesh(vec3(0.0f), index % 3 == 0 ? vec3(size) : vec3(1.4f * size, 0.5f * size, 0.9f * size));
}

// Boxes, balls and planks in turns, out of step with the cloth and turned by chance.
Status addRigid(Scene& scene, const SceneOptions& options, std::uint32_t index, float floor, std::mt19937& random) {
    const auto chance = [&] { return static_cast<float>(random() % 1000u) * 1e-3f - 0.5f; };
    const float size = 0.22f + 0.06f * chance();
    MeshDescription mesh = meshOf(index, size);
    RigidBodyDescription body;
    body.name = fmt::format("body {}", index + 1);
    body.vertices = std::move(mesh.vertices);
    body.faceSizes = std::move(mesh.faceSizes);
    body.faceCorners = std::move(mesh.faceCorners);
    body.density = static_cast<float>(knobOf(options, "density") * (index % 2 == 0 ? 1.0 : 2.0));
    body.spacing = kBodySpacing;
    const std::uint32_t layer = index / (kInARow * kInARow), low = std::min(layer, 1u);
    const float apart = layer > 1 ? kFarApart : kApart;
    const auto place = [&](std::uint32_t k) {
        return apart * (static_cast<float>(k) - 0.5f * float(kInARow - 1)) + 0.1f * chance();
    };
    body.pose.position.x = place(index % kInARow);
    body.pose.position.y = floor + kHeight + kFirst + kApart * float(low) + kFarApart * float(layer - low);
    body.pose.position.z = place(index / kInARow % kInARow);
    body.pose.rotation = glm::normalize(glm::quat(1.0f, chance(), chance(), chance()));
    const Result<RigidBody> added = addRigidBody(scene, body);
    return added ? Status{} : Status(added.error());
}

// The corners are drawn together, so that the cloth hangs through.
void drawCorners(SampleScene& sample) {
    std::vector<PinInput> ends;
    for (std::uint32_t i = 0; i < sample.scene.pinned.size(); ++i) {
        const vec3 p = sample.scene.positions[i];
        if (sample.scene.pinned[i] != 0) ends.push_back({i, PinInput::Action::Move, p});
    }
    sample.inputs = [ends, fixed = sample.inputs](double from, double to) {
        StepInputs inputs = fixed(from, to);
        const float nearer = 1.0f - kSlack * static_cast<float>(std::min(to / kDraw, 1.0));
        for (PinInput pin : ends) {
            pin.target *= vec3(nearer, 1.0f, nearer);
            inputs.pins.push_back(pin);
        }
        return inputs;
    };
}

}  // namespace

std::vector<Knob> hammockKnobs() {
    return {{"bodies", "that fall into it", 7, 1, 200, true},
            {"density", "of every second body, the others weigh twice that [kg/m^3]", 200, 1, 10000}};
}

Result<SampleScene> makeHammock(const SceneOptions& options) {
    const float floor = options.ground.value_or(0.0f);
    const auto bodies = static_cast<std::uint32_t>(knobOf(options, "bodies"));
    std::mt19937 random(5);
    Scene scene;
    scene.environment = options.environment;
    if (const auto cloth = addCloth(scene, options, floor); !cloth) return cloth.error();
    for (std::uint32_t i = 0; i < bodies; ++i)
        if (Status status = addRigid(scene, options, i, floor, random); !status) return status.error();
    SceneOptions onFloor = options;
    onFloor.ground = floor;
    SampleScene sample = withFixedInputs(std::move(scene), onFloor);
    drawCorners(sample);
    sample.usual.substeps = 30;  // what falls weighs many times as much as the cloth
    sample.outlook = Outlook{vec3(0.0f, floor + 1.0f, 0.0f), 3.3f, 0.6f, 0.4f, floor};
    return sample;
}

}  // namespace pliant::samples
