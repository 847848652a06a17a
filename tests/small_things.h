#pragma once

// Things that are small beside the faces which they meet.

#include "neighbour_support.h"
#include "rigid_support.h"

namespace pliant::test {

inline constexpr std::uint32_t kLargeCells = 11;  // along a side of 1 m

/// A sheet 3 mm thick, in the plane y = 0: its rim is held.
inline std::uint32_t addLargeCells(Scene& scene) {
    constexpr std::uint32_t kSize = kLargeCells + 1;
    const std::uint32_t body = addSheet(scene, kSize, 1.0f, vec3(0.0f), {.thickness = 0.003f});
    std::vector<std::uint32_t> rim;
    for (std::uint32_t i = 0; i < kSize * kSize; ++i)
        if (i % kSize % kLargeCells == 0 || i / kSize % kLargeCells == 0) rim.push_back(i);
    take(pinVertices(scene, body, rim));
    return body;
}

/// In the cell so many columns and rows from the middle one: at its middle, where a diagonal is, on the middle of an
/// edge, and in the middle of a face.
inline vec3 placeInCell(int column, int row, std::uint32_t place) {
    constexpr float kCell = 1.0f / float(kLargeCells);
    constexpr float kInCell[3][2] = {{0.0f, 0.0f}, {0.5f, 0.0f}, {0.17f, -0.17f}};
    return kCell * vec3(float(column) + kInCell[place % 3][0], 0.0f, float(row) + kInCell[place % 3][1]);
}

/// Above it balls of 2 and 5 cm, and sheets of 2 cm that stand upright.
inline Scene smallThings() {
    Scene scene;
    addLargeCells(scene);
    for (std::uint32_t place = 0; place < 3; ++place) {
        for (const float size : {0.02f, 0.05f}) {
            RigidBodyDescription ball = rigidOf(sphereMesh(vec3(0.0f), 0.5f * size, 2));
            ball.spacing = 0.25f * size;
            ball.thickness = 0.003f;
            ball.density = 300.0f;
            ball.pose.position = placeInCell(size < 0.03f ? -3 : 3, 3 * int(place) - 3, place) + vec3(0.0f, size, 0.0f);
            take(addRigidBody(scene, ball));
        }
        GridDescription upright = sheet(6, 0.02f, vec3(0.0f));
        upright.fabric = take(fabricNamed("stiff-cotton"));
        upright.corner = placeInCell(0, 3 * int(place) - 3, place) + vec3(-0.01f, 0.02f, 0.0f);
        upright.alongColumn = vec3(0.0f, 1.0f, 0.0f);
        take(addContact(scene, take(addGrid(scene, upright)), {.thickness = 0.003f}));
    }
    return scene;
}

/// Balls of 5 cm that are held close below it; a frame later they are where ballsAt() has them.
struct HeldBalls {
    Scene scene;
    MeshDescription ball = sphereMesh(vec3(0.0f), 0.025f, 2);
    std::vector<Obstacle> obstacles;
    std::vector<vec3> places;
};

inline HeldBalls heldBalls() {
    HeldBalls held;
    addLargeCells(held.scene);
    for (std::uint32_t place = 0; place < 3; ++place) {
        held.places.push_back(placeInCell(2 * int(place) - 2, 1, place) - vec3(0.0f, 0.03f, 0.0f));
        ObstacleDescription description = obstacleOf(held.ball, 0.003f);
        for (vec3& vertex : description.vertices)
            vertex += held.places.back();
        description.spacing = 0.004f;
        held.obstacles.push_back(take(addObstacle(held.scene, description)));
    }
    return held;
}

/// They go up and sideways by so much [m].
inline StepInputs ballsAt(const HeldBalls& held, vec3 way) {
    StepInputs inputs;
    for (std::size_t k = 0; k < held.obstacles.size(); ++k) {
        std::vector<vec3> vertices = held.ball.vertices;
        for (vec3& vertex : vertices)
            vertex += held.places[k] + way;
        take(moveObstacle(held.scene, held.obstacles[k], vertices, inputs));
    }
    return inputs;
}

}  // namespace pliant::test
