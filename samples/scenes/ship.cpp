#include <algorithm>

#include "pliant/maths.h"
#include "pliant/scene/grid.h"
#include "pliant/scene/pins.h"
#include "scenes/gust.h"
#include "scenes/pole.h"

namespace pliant::samples {
namespace {

// In coordinates of the ship: x ahead, the deck at y = 0.
constexpr float kLength = 4.0f, kWidth = 1.8f, kDepth = 0.5f;
constexpr float kQuay = -1.9f;       // z of the quay's edge in the world
constexpr std::uint32_t kRows = 24;  // particles along the hoist of a flag

// A turn about an axis [rad], by way of its half.
glm::dquat turnAbout(glm::dvec3 axis, double angle) {
    const glm::dvec2 half = directionAt(0.5 * angle);
    return {half.x, axis * half.y};
}

// It rolls about its length, pitches, and goes up and down and to and fro in its berth; level and at rest at time 0.
FramePose shipAt(double time, double roll) {
    constexpr double kDegree = 0.017453292519943295;
    const double begun = std::clamp(time / 2.0, 0.0, 1.0), strength = begun * begun * (3.0 - 2.0 * begun);
    const auto swing = [&](double period) { return strength * sway(time + 0.25 * period, period); };
    const glm::dquat turn = turnAbout({1.0, 0.0, 0.0}, roll * kDegree * swing(3.1)) *
                            turnAbout({0.0, 0.0, 1.0}, 0.25 * roll * kDegree * swing(4.3));
    return {glm::dvec3(0.3 * swing(7.0), 0.015 * roll * swing(3.7), 0.0), turn};
}

// A flag of 0.9 m x 0.6 m at a pole whose foot is given.
Status addFlag(Scene& scene, const SceneOptions& options, const char* name, vec3 foot, std::uint32_t frame) {
    GridDescription grid;
    grid.name = name;
    grid.corner = foot + vec3(0.0f, 0.9f, 0.0f);
    grid.alongRow = vec3(0.0f, 1.0f, 0.0f);
    grid.alongColumn = vec3(1.0f, 0.0f, 0.0f);
    grid.width = 0.6f;
    grid.height = 0.9f;
    grid.columns = kRows;
    grid.rows = (kRows - 1) * 3 / 2 + 1;
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    const auto body = addGrid(scene, grid);
    if (!body) return body.error();
    if (Status status = pinPlace(scene, *body, GridPlace::FirstRow); !status) return status;
    if (Status status = addPole(scene, foot.y, grid.corner + grid.width * grid.alongRow); !status) return status;
    scene.bodies[*body].frame = scene.bodies.back().frame = frame;
    return {};
}

// A tarpaulin of 1.2 m x 1.5 m, made fast to the deck by its edge ahead of the wind, which lays it over a ball.
Status addTarpaulin(Scene& scene, const SceneOptions& options) {
    GridDescription grid;
    grid.name = "tarpaulin";
    grid.corner = vec3(0.05f, 0.01f, -0.6f);
    grid.alongRow = vec3(0.0f, 0.0f, 1.0f);
    grid.alongColumn = vec3(0.5f, 0.8660254f, 0.0f);
    grid.width = 1.2f;
    grid.height = 1.5f;
    grid.columns = 2 * kRows;
    grid.rows = grid.columns * 5 / 4;
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    const auto body = addGrid(scene, grid);
    if (!body) return body.error();
    scene.bodies[*body].frame = 0;
    return pinPlace(scene, *body, GridPlace::FirstRow);
}

std::vector<Collider> collidersOfShip() {
    Collider hull, ball, quay;
    hull.shape = quay.shape = ColliderShape::Box;
    hull.halfExtents = vec3(0.5f * kLength, 0.5f * kDepth, 0.5f * kWidth);
    hull.pose.position = vec3(0.0f, -0.5f * kDepth, 0.0f);
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.35f;
    ball.pose.position = vec3(0.7f, 0.35f, 0.0f);
    hull.frame = ball.frame = 0;
    quay.halfExtents = vec3(0.5f * kLength, 0.5f, 0.5f);
    quay.pose.position = vec3(0.0f, -0.5f, kQuay - 0.5f);
    return {hull, ball, quay};
}

}  // namespace

std::vector<Knob> shipKnobs() {
    return {{.name = "inertia", .meaning = "share of the ship's motion that is felt on it", .usual = 1.0},
            {.name = "roll", .meaning = "to either side [degrees]", .usual = 12.0, .least = 0.0, .most = 45.0}};
}

// A flag and a tarpaulin on a ship that rolls, and the same flag on the quay beside it.
Result<SampleScene> makeShip(const SceneOptions& options) {
    const double roll = knobOf(options, "roll");
    Scene scene;
    scene.environment = options.environment;
    scene.frames = {{"ship", shipAt(0.0, roll), knobOf(options, "inertia")}};
    if (Status s = addFlag(scene, options, "flag", vec3(-1.7f, 0.0f, 0.0f), 0); !s) return s.error();
    if (Status s = addFlag(scene, options, "flag on the quay", vec3(-1.7f, 0.0f, kQuay - 0.3f), kWorld); !s)
        return s.error();
    if (Status s = addTarpaulin(scene, options); !s) return s.error();

    SampleScene sample = withGusts(std::move(scene), options, vec3(5.0f, 0.0f, 1.0f));
    sample.inputs = [others = sample.inputs, roll](double from, double to) {
        StepInputs inputs = others(from, to);
        const std::vector<Collider> own = collidersOfShip();
        inputs.colliders.insert(inputs.colliders.begin(), own.begin(), own.end());
        inputs.frames = {{.frame = 0, .pose = shipAt(to, roll)}};
        return inputs;
    };
    const float floor = options.ground.value_or(-1.0f);
    sample.outlook = Outlook{vec3(0.0f, 0.35f, -0.6f), 4.4f, 0.5f, 0.3f, floor};
    return sample;
}

}  // namespace pliant::samples
