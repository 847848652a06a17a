#include <numbers>

#include "pliant/scene/grid.h"
#include "pliant/scene/pins.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr float kWidth = 0.4f, kHeight = 1.0f;  // [m], of a strip
constexpr std::uint32_t kColumns = 13, kRows = 31;
constexpr float kApart = 0.75f;    // [m]
constexpr float kDensity = 0.3f;   // [kg/m^2]
constexpr float kDamping = 1e-4f;  // [s], of its bends

struct Cut {
    const char* name;
    double turn;  // [rad]
};

constexpr Cut kCuts[] = {
    {"along the warp", 0.0}, {"on the bias", 0.25 * std::numbers::pi}, {"along the weft", 0.5 * std::numbers::pi}};

Weave weaveOf(const SceneOptions& options) {
    Weave weave;
    weave.warp = static_cast<float>(1e-3 * knobOf(options, "warp"));
    weave.weft = static_cast<float>(1e-3 * knobOf(options, "weft"));
    weave.shear = static_cast<float>(1e-3 * knobOf(options, "shear"));
    weave.contraction = static_cast<float>(knobOf(options, "contraction"));
    return weave;
}

// What hangs on a row, and keeps it as long as it is.
Status addBar(Scene& scene, std::uint32_t first, float load) {
    const std::uint32_t rigid = addMaterial(scene, {});
    for (std::uint32_t i = 0; i < kColumns; ++i) {
        scene.masses[first + i] += load / float(kColumns);
        for (std::uint32_t k = i + 1; k < kColumns; k = i + 2 * (k - i)) {
            if (Status status = addStick(scene, first + i, first + k, rigid, StickKind::Bend); !status) return status;
        }
    }
    return {};
}

// A strip that hangs by its first row, and a bar on its last one.
Status addStrip(SampleScene& sample, const Cut& cut, float x, const Weave& weave, float load) {
    Scene& scene = sample.scene;
    GridDescription grid;
    grid.name = cut.name;
    grid.corner = vec3(x - 0.5f * kWidth, 0.0f, 0.0f);
    grid.alongColumn = vec3(0.0f, -1.0f, 0.0f);
    grid.width = kWidth;
    grid.height = kHeight;
    grid.columns = kColumns;
    grid.rows = kRows;
    grid.fabric = Fabric{.arealDensity = kDensity, .bendingStiffness = 1e-5f, .damping = kDamping};
    const Result<std::uint32_t> body = addGrid(scene, grid);
    if (!body) return body.error();
    const std::vector<vec2> flat = flatGrid(kColumns, kRows, kWidth, kHeight, cut.turn);
    if (Status status = weaveBody(scene, *body, weave, flat); !status) return status;
    const std::uint32_t lastRow = scene.bodies[*body].firstParticle + (kRows - 1) * kColumns;
    if (Status status = addBar(scene, lastRow, load); !status) return status;
    sample.ornaments.push_back({lastRow + kColumns / 2, ColliderShape::Box, 0.0f, vec3(0.5f * kWidth, 0.02f, 0.02f)});
    sample.labels.push_back({cut.name, vec3(x, 0.05f, 0.0f)});
    return pinPlace(scene, *body, GridPlace::FirstRow);
}

}  // namespace

std::vector<Knob> weaveKnobs() {
    return {{"warp", "how far the fabric gives along its warp [m/kN]", 1, 0, 10},
            {"weft", "along its weft [m/kN]", 3, 0.1, 10},
            {"shear", "in shear [m/kN per radian]", 25, 0, 50},
            {"contraction", "Poisson's ratio, warp to weft", 0.3, 0, 0.9},
            {"load", "on each strip [kg]", 2, 0, 20}};
}

// The same fabric, cut in three ways, under the same load.
Result<SampleScene> makeWeave(const SceneOptions& options) {
    SampleScene sample = withFixedInputs({}, options);
    sample.scene.environment = options.environment;
    const auto load = static_cast<float>(knobOf(options, "load"));
    float x = -kApart;
    for (const Cut& cut : kCuts) {
        if (Status status = addStrip(sample, cut, x, weaveOf(options), load); !status) return status.error();
        x += kApart;
    }
    sample.usual.substeps = 24;
    sample.outlook = Outlook{vec3(0.0f, -0.62f, 0.0f), 2.7f, 0.0f, 0.1f, options.ground.value_or(-1.6f)};
    sample.outlook->aspect = 1.4f;
    return sample;
}

}  // namespace pliant::samples
