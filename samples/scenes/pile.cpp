#include <fmt/format.h>

#include <random>

#include "pliant/scene/block.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr float kEdge = 0.2f;        // of a block [m]
constexpr std::uint32_t kCells = 3;  // along it
constexpr float kApart = 0.3f;       // between blocks at the start [m]
constexpr std::uint32_t kInARow = 4;
constexpr float kHalfBox = 0.62f;  // half its inside [m]
constexpr float kWall = 0.05f;     // half as thick as a wall [m]
constexpr float kHeight = 0.5f;    // of walls [m]

TetMaterial jellyOf(const SceneOptions& options) {
    TetMaterial jelly;
    const double youngsModulus = 1000.0 * knobOf(options, "stiffness");
    jelly.edge.response = Response::Compliant;
    jelly.edge.compliance = static_cast<float>(1.0 / youngsModulus);
    jelly.edge.damping = 0.002f;
    jelly.bulkCompliance = static_cast<float>(0.1 / youngsModulus);
    return jelly;
}

std::vector<Collider> wallsOf(float floor) {
    std::vector<Collider> walls(4);
    for (int i = 0; i < 4; ++i) {
        const float side = i % 2 == 0 ? 1.0f : -1.0f, off = side * (kHalfBox + kWall),
                    along = i < 2 ? kHalfBox + 2.0f * kWall : kHalfBox;
        walls[i].shape = ColliderShape::Box;
        walls[i].halfExtents = i < 2 ? vec3(kWall, 0.5f * kHeight, along) : vec3(along, 0.5f * kHeight, kWall);
        walls[i].pose.position = vec3(i < 2 ? off : 0.0f, floor + 0.5f * kHeight, i < 2 ? 0.0f : off);
    }
    return walls;
}

}  // namespace

std::vector<Knob> pileKnobs() {
    return {{"blocks", "that fall", 64, 1, 2000, true}, {"stiffness", "Young's modulus [kPa]", 60, 1, 10000}};
}

// Layer upon layer, a little out of place, so that none falls straight upon the one below it.
Result<SampleScene> makePile(const SceneOptions& options) {
    const float floor = options.ground.value_or(0.0f);
    const auto blocks = static_cast<std::uint32_t>(knobOf(options, "blocks"));
    std::mt19937 random(11);
    Scene scene;
    scene.environment = environmentOf(options, options.environment.gravity);
    for (std::uint32_t i = 0; i < blocks; ++i) {
        const auto place = [&](std::uint32_t k) {
            const float chance = static_cast<float>(random() % 1000u) * 1e-3f - 0.5f;
            return kApart * (static_cast<float>(k) - 0.5f * float(kInARow - 1)) + 0.08f * chance;
        };
        BlockDescription block;
        block.name = fmt::format("block {}", i + 1);
        block.size = vec3(kEdge);
        block.cells = {kCells, kCells, kCells};
        block.material = jellyOf(options);
        const auto layer = static_cast<float>(i / (kInARow * kInARow));
        block.centre.x = place(i % kInARow);
        block.centre.y = floor + 0.2f + kApart * layer;
        block.centre.z = place(i / kInARow % kInARow);
        const Result<std::uint32_t> body = addBlock(scene, block);
        if (!body) return body.error();
        if (Status status = addContact(scene, *body, {.thickness = kEdge / float(kCells)}); !status)
            return status.error();
    }
    SceneOptions onFloor = options;
    onFloor.ground = floor;
    SampleScene sample = withFixedInputs(std::move(scene), onFloor, wallsOf(floor));
    sample.outlook = Outlook{vec3(0.0f, floor + 0.35f, 0.0f), 3.4f, 0.5f, 0.45f, floor};
    return sample;
}

}  // namespace pliant::samples
