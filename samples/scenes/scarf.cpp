#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <memory>

#include "pliant/maths.h"
#include "pliant/scene/grid.h"
#include "pliant/scene/obstacle.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr double kTurn = 6.283185307179586;
constexpr std::uint32_t kAround = 28;  // vertices of a ring
constexpr float kSide = 0.85f;         // of the scarf [m]

// A ring of the figure: a height and two half axes [m].
struct Ring {
    double height, x, z;
};

constexpr std::array<Ring, 19> kFigure = {{{0.00, 0.17, 0.12},
                                           {0.15, 0.18, 0.13},
                                           {0.27, 0.195, 0.14},
                                           {0.36, 0.215, 0.14},
                                           {0.42, 0.22, 0.125},
                                           {0.46, 0.205, 0.11},
                                           {0.49, 0.165, 0.095},
                                           {0.515, 0.11, 0.08},
                                           {0.54, 0.07, 0.068},
                                           {0.58, 0.06, 0.06},
                                           {0.62, 0.06, 0.062},
                                           {0.645, 0.072, 0.08},
                                           {0.68, 0.082, 0.098},
                                           {0.73, 0.088, 0.108},
                                           {0.78, 0.086, 0.106},
                                           {0.82, 0.074, 0.092},
                                           {0.85, 0.054, 0.066},
                                           {0.868, 0.03, 0.036},
                                           {0.874, 0.004, 0.005}}};

std::vector<vec3> figureAtRest(float floor) {
    std::vector<vec3> vertices;
    for (const Ring& ring : kFigure) {
        for (std::uint32_t k = 0; k < kAround; ++k) {
            const glm::dvec2 along = directionAt(kTurn * k / kAround);
            vertices.emplace_back(ring.x * along.x, double(floor) + ring.height, ring.z * along.y);
        }
    }
    return vertices;
}

ObstacleDescription figureOf(float floor) {
    ObstacleDescription figure;
    figure.name = "figure";
    figure.vertices = figureAtRest(floor);
    for (std::uint32_t ring = 0; ring + 1 < kFigure.size(); ++ring) {
        for (std::uint32_t k = 0; k < kAround; ++k) {
            const std::uint32_t a = ring * kAround + k, b = ring * kAround + (k + 1) % kAround;
            figure.faceSizes.push_back(4);
            figure.faceCorners.insert(figure.faceCorners.end(), {a, a + kAround, b + kAround, b});
        }
    }
    figure.thickness = 0.025f;
    figure.friction = 0.7f;
    return figure;
}

// It stands still for a second, then turns to and fro, the head farther than the feet, and sways.
std::vector<vec3> figureAt(const std::vector<vec3>& rest, float floor, double time) {
    const double since = std::max(time - 1.0, 0.0), begun = std::min(since, 1.0);
    const glm::dvec2 swing = directionAt(2.4 * since);
    std::vector<vec3> vertices = rest;
    for (vec3& place : vertices) {
        const double height = double(place.y - floor);
        const glm::dvec2 turn = directionAt(begun * swing.y * 0.9 * std::min(height / 0.6, 1.2));
        const double lean = begun * 0.12 * (1.0 - directionAt(1.6 * since).x) * height;
        place = vec3(turn.x * double(place.x) + turn.y * double(place.z) + lean, place.y,
                     turn.x * double(place.z) - turn.y * double(place.x));
    }
    return vertices;
}

Status addScarf(Scene& scene, const SceneOptions& options, float floor) {
    GridDescription grid;
    grid.name = "scarf";
    grid.width = grid.height = kSide;
    grid.columns = grid.rows = options.size.value_or(48);
    grid.corner = vec3(-0.5f * kSide, floor + 0.92f, -0.5f * kSide);
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    const Result<std::uint32_t> body = addGrid(scene, grid);
    return body ? addContact(scene, *body, {.friction = 0.7f}) : body.error();
}

}  // namespace

// Its surface is an obstacle, whose vertices a program moves as it would those of a character.
Result<SampleScene> makeScarf(const SceneOptions& options) {
    const float floor = options.ground.value_or(0.0f);
    Scene scene;
    scene.environment = options.environment;
    if (Status status = addScarf(scene, options, floor); !status) return status.error();
    const Result<Obstacle> figure = addObstacle(scene, figureOf(floor));
    if (!figure) return figure.error();
    SceneOptions onFloor = options;
    onFloor.ground = floor;
    SampleScene sample = withFixedInputs(std::move(scene), onFloor);
    const auto shared = std::make_shared<const Scene>(sample.scene);
    sample.inputs = [shared, figure = *figure, floor, rest = figureAtRest(floor), fixed = sample.inputs](double from,
                                                                                                         double to) {
        StepInputs inputs = fixed(from, to);
        [[maybe_unused]] const Status moved = moveObstacle(*shared, figure, figureAt(rest, floor, to), inputs);
        assert(moved);
        return inputs;
    };
    sample.outlook = Outlook{vec3(0.0f, floor + 0.48f, 0.0f), 1.9f, 0.5f, 0.18f, floor};
    return sample;
}

}  // namespace pliant::samples
