// Surfaces that nobody but the caller moves: their particles leave no gaps, and nothing goes through them.

#include "pliant/scene/obstacle.h"
#include <map>

#include "blades_support.h"
#include "neighbour_support.h"
#include "pliant/scene/mesh.h"
#include "pliant/scene/rigid_body.h"
#include "pliant/scene/solids.h"
#include "pliant/state/stretch.h"
#include "shapes_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

TEST(Obstacle, LeavesNoGaps) {
    MeshDescription mesh = irregularMesh(6);
    mesh.vertices[5].y += 0.2f;
    Scene scene;
    addParticle(scene, vec3(9.0f), 1.0f);
    ObstacleDescription description = obstacleOf(mesh, 0.05f);
    description.spacing = 0.04f;
    const Obstacle obstacle = take(addObstacle(scene, description));
    const Body& body = scene.bodies[obstacle.body];
    EXPECT_EQ(body.particleCount, obstacle.points.size());
    EXPECT_EQ(body.firstParticle + body.particleCount, scene.positions.size());
    std::mt19937 random(3);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    std::size_t looked = 0;
    for (const Triangle3& t : trianglesOf(scene)) {
        for (int k = 0; k < 20; ++k) {
            double u = unit(random), v = unit(random);
            if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
            const dvec3 a(scene.positions[t[0]]), b(scene.positions[t[1]]), c(scene.positions[t[2]]);
            const dvec3 place = a + u * (b - a) + v * (c - a);
            double nearest = 1.0;
            for (Index i = body.firstParticle; i < scene.positions.size(); ++i)
                nearest = std::min(nearest, glm::length(place - dvec3(scene.positions[i])));
            EXPECT_LT(nearest, 0.04 / std::sqrt(3.0) + 0.7 * 0.04 + 1e-6);
            ++looked;
        }
    }
    EXPECT_GT(looked, 300u);
    for (Index i = body.firstParticle; i < scene.positions.size(); ++i) {
        EXPECT_EQ(scene.pinned[i], 1);
        for (Index k = body.firstParticle; k < i; ++k)
            ASSERT_GT(glm::length(scene.positions[i] - scene.positions[k]), 0.7f * 0.04f - 1e-6f) << "too near";
    }
}

// Sharp edges have particles all the way, however crowded it is beside them; what is flat has none more than elsewhere,
// whichever way round its triangles are.
TEST(Obstacle, SharpEdgesHaveParticlesAllTheWay) {
    constexpr float kSpacing = 0.01f, kSide = 0.205f;
    ObstacleDescription box = obstacleOf(boxMesh(vec3(0.0f), vec3(kSide)), 0.02f);
    box.spacing = kSpacing;
    Scene scene;
    take(addObstacle(scene, box));
    for (int axis = 0; axis < 3; ++axis)
        for (const vec2 corner : {vec2(-1, -1), vec2(-1, 1), vec2(1, -1), vec2(1, 1)}) {
            std::vector<float> along;
            for (const vec3& p : scene.positions) {
                const vec2 across(p[(axis + 1) % 3], p[(axis + 2) % 3]);
                if (glm::distance(across, 0.5f * kSide * corner) < 1e-5f) along.push_back(p[axis]);
            }
            std::sort(along.begin(), along.end());
            ASSERT_GT(along.size(), 20u);
            for (std::size_t k = 1; k < along.size(); ++k)
                EXPECT_LT(along[k] - along[k - 1], 1.01f * kSpacing);
        }
    const auto onTheDiagonal = [](bool isTurnedRound) {
        MeshDescription square;
        square.vertices = {{0.0f, 0.0f, 0.0f}, {0.2f, 0.0f, 0.0f}, {0.2f, 0.0f, 0.2f}, {0.0f, 0.0f, 0.2f}};
        square.faceSizes = {3, 3};
        square.faceCorners = {0, 1, 2, 0, 2, 3};
        if (isTurnedRound) std::swap(square.faceCorners[4], square.faceCorners[5]);
        Scene alone;
        take(addObstacle(alone, obstacleOf(square, 0.02f)));
        return std::count_if(alone.positions.begin(), alone.positions.end(),
                             [](vec3 p) { return std::abs(p.x - p.z) < 1e-5f; });
    };
    EXPECT_LT(onTheDiagonal(false), 3) << "two of its corners";
    EXPECT_LT(onTheDiagonal(true), 3);
}

// Contacts look at triangles between its particles, which lie where its own faces are: around a box each edge has two,
// and they are as large as the box. None has a corner that touches nothing.
TEST(Obstacle, ItsParticlesHaveFacesBetweenThem) {
    Scene scene;
    addParticle(scene, vec3(9.0f), 1.0f);
    const Obstacle obstacle = take(addObstacle(scene, obstacleOf(boxMesh(vec3(0.0f), vec3(0.2f, 0.1f, 0.15f)), 0.02f)));
    const Body& body = scene.bodies[obstacle.body];
    EXPECT_GT(body.touchFaces.size(), 500u);
    std::map<std::pair<Index, Index>, int> sides;
    double area = 0.0;
    for (const auto& t : body.touchFaces) {
        const auto place = [&](int k) { return dvec3(scene.positions[t[k]]); };
        area += 0.5 * glm::length(glm::cross(place(1) - place(0), place(2) - place(0)));
        for (int k = 0; k < 3; ++k)
            ++sides[std::minmax(t[k], t[(k + 1) % 3])];
    }
    EXPECT_NEAR(area, 2.0 * (0.2 * 0.1 + 0.1 * 0.15 + 0.15 * 0.2), 1e-6);
    for (const auto& [ends, count] : sides)
        EXPECT_EQ(count, 2) << ends.first << ' ' << ends.second;
    const Contact& contact = scene.contacts[0];
    for (const auto& t : body.touchFaces)
        for (const Index corner : t)
            EXPECT_LT(corner - contact.firstParticle, contact.particleCount);
}

MeshDescription tubeOfStrips() {
    MeshDescription tube;
    for (Index k = 0; k < 256; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / 256.0;
        for (const double y : {0.0, 0.5})
            tube.vertices.emplace_back(0.1 * std::cos(angle), y, 0.1 * std::sin(angle));
        const Index first = 2 * k, next = 2 * ((k + 1) % 256);
        tube.faceSizes.push_back(4);
        tube.faceCorners.insert(tube.faceCorners.end(), {first, first + 1, next + 1, next});
    }
    return tube;
}

// As many triangles around its middle as there are corners.
MeshDescription discOf(Index corners) {
    MeshDescription disc;
    disc.vertices = {vec3(0.0f)};
    for (Index k = 0; k < corners; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / corners;
        disc.vertices.emplace_back(0.2 * std::cos(angle), 0.0, 0.2 * std::sin(angle));
        disc.faceSizes.push_back(3);
        disc.faceCorners.insert(disc.faceCorners.end(), {0, k + 1, (k + 1) % corners + 1});
    }
    return disc;
}

MeshDescription squareWithACornerOnASide() {
    MeshDescription square;
    square.vertices = {{0, 0, 0}, {0.1f, 0, 0}, {0.2f, 0, 0}, {0.2f, 0, 0.2f}, {0, 0, 0.2f}};
    square.faceSizes = {5};
    square.faceCorners = {0, 1, 2, 3, 4};
    return square;
}

// However narrow the mesh's own are: its strips and needles become triangles as large as the spacing.
TEST(Obstacle, ItsFacesAreAsRoundAsItsParticlesLetThem) {
    const double tubeArea = 512.0 * 0.1 * std::sin(std::numbers::pi / 256.0) * 0.5;
    const double discArea = 0.5 * 0.04 * std::sin(2.0 * std::numbers::pi / 300.0) * 300.0;
    for (const auto& [mesh, area] : {std::pair(tubeOfStrips(), tubeArea), std::pair(discOf(300), discArea),
                                     std::pair(squareWithACornerOnASide(), 0.04)}) {
        Scene scene;
        take(addObstacle(scene, obstacleOf(mesh, 0.02f)));
        std::map<Index, int> around;
        double sum = 0.0, longest = 0.0;
        for (const auto& t : scene.bodies[0].touchFaces) {
            const auto place = [&](int k) { return dvec3(scene.positions[t[k]]); };
            sum += 0.5 * glm::length(glm::cross(place(1) - place(0), place(2) - place(0)));
            for (int k = 0; k < 3; ++k) {
                longest = std::max(longest, glm::length(place((k + 1) % 3) - place(k)));
                EXPECT_LT(++around[t[k]], 20);
            }
        }
        EXPECT_NEAR(sum, area, 0.01 * area);
        EXPECT_LT(longest, 2.5 * 0.6 * 0.02);
        EXPECT_GT(longest, 0.0);
    }
}

// A needle as wide as nothing is a row of edges.
TEST(Obstacle, ANeedleHasEdgesAllTheWay) {
    Scene scene;
    MeshDescription needle;
    needle.vertices = {{0.0f, 0.0f, 0.0f}, {0.3f, 0.0f, 0.0f}, {0.3f, 0.0f, 0.001f}};
    needle.faceSizes = {3};
    needle.faceCorners = {0, 1, 2};
    take(addObstacle(scene, obstacleOf(needle, 0.02f)));
    double length = 0.0;
    for (const auto& [a, b, c] : scene.bodies[0].touchFaces) {
        EXPECT_EQ(b, c);
        length += glm::length(dvec3(scene.positions[a]) - dvec3(scene.positions[b]));
    }
    EXPECT_NEAR(length, 0.3, 0.002);
}

// Of 80 triangles, from above: neither the cloth's edges go through its faces nor the other way round.
TEST(Obstacle, BearsCloth) {
    Scene scene;
    addSheet(scene, 40, 1.0f, vec3(0.0f, 0.75f, 0.0f));
    take(addObstacle(scene, obstacleOf(sphereMesh(vec3(0.0f, 0.35f, 0.0f), 0.3f, 1), 0.03f)));
    const std::vector<Triangle3> triangles = trianglesOf(scene);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
    for (int frame = 1; frame <= 150; ++frame) {
        take(solver.step({}, onFloor()));
        if (frame % 10 != 0) continue;
        const Snapshot now = solver.snapshot();
        ASSERT_EQ(intersections(now.positions, triangles), 0u) << frame;
    }
    const Snapshot end = solver.snapshot();
    EXPECT_GT(end.positions[20 * 40 + 20].y, 0.6f) << "the middle lies on it";
    EXPECT_LT(end.positions[0].y, 0.3f) << "the corners hang";
    EXPECT_EQ(end.crowded, 0u);
}

// Vertices nearer to each other than particles need be do not crowd those that touch them.
TEST(Obstacle, MayBeFinerThanItsSpacing) {
    Scene scene;
    addSheet(scene, 12, 0.4f, vec3(0.0f, 0.36f, 0.0f));
    const MeshDescription ball = sphereMesh(vec3(0.0f), 0.3f, 5);
    const Obstacle obstacle = take(addObstacle(scene, obstacleOf(ball, 0.08f)));
    const Body& body = scene.bodies[obstacle.body];
    EXPECT_GE(body.particleCount, ball.vertices.size());
    const Index touching = scene.contacts[1].particleCount;
    EXPECT_LT(touching, body.particleCount / 2);
    EXPECT_NEAR(double(body.touchFaces.size()), 2.0 * touching - 4.0, 0.1 * touching) << "as a closed surface has";
    for (std::size_t v = 0; v < ball.vertices.size(); ++v)
        ASSERT_EQ(scene.positions[body.vertexParticles[v]], ball.vertices[v]);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
    for (int frame = 0; frame < 60; ++frame)
        take(solver.step());
    EXPECT_EQ(solver.snapshot().crowded, 0u);
    EXPECT_GT(solver.snapshot().positions[6 * 12 + 6].y, 0.31f);
}

// A ball that flies up into a sheet that nothing holds, and takes it along.
TEST(Obstacle, PushesWhatItMeets) {
    Scene scene;
    scene.environment.gravity = vec3(0.0f);
    addSheet(scene, 30, 0.6f, vec3(0.0f, 0.5f, 0.0f));
    const MeshDescription ball = sphereMesh(vec3(0.0f), 0.15f, 2);
    const Obstacle obstacle = take(addObstacle(scene, obstacleOf(ball, 0.02f)));
    const std::vector<Triangle3> triangles = trianglesOf(scene);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
    for (int frame = 1; frame <= 40; ++frame) {
        std::vector<vec3> vertices = ball.vertices;
        for (vec3& place : vertices)
            place.y += 5.0f * static_cast<float>(frame) / 60.0f;
        StepInputs inputs;
        take(moveObstacle(scene, obstacle, vertices, inputs));
        take(solver.step({}, inputs));
        if (frame % 5 != 0) continue;
        ASSERT_EQ(intersections(solver.snapshot().positions, triangles), 0u) << frame;
    }
    const Snapshot end = solver.snapshot();
    const std::size_t top = scene.bodies[obstacle.body].firstParticle;
    EXPECT_NEAR(end.positions[top].y - scene.positions[top].y, 5.0f * 40.0f / 60.0f, 1e-4f);
    for (std::size_t i = 0; i < 900; ++i)
        EXPECT_GT(end.positions[i].y, 2.5f) << i;
}

// At 60 m/s a sheet comes by four thicknesses in a substep. A wall without any of its own stops it, and does not tear
// at its sticks.
TEST(Obstacle, StopsWhatIsThrownAtIt) {
    for (const float speed : {30.0f, 60.0f}) {
        SCOPED_TRACE(speed);
        Scene scene;
        scene.environment.gravity = vec3(0.0f);
        scene.environment.damping = 0.0f;
        addSheet(scene, 60, 1.0f, vec3(0.03f, 0.3f, 0.02f));
        const std::size_t thrownCount = scene.positions.size();
        MeshDescription wall;
        wall.vertices = {{-1.0f, 0.0f, -1.0f}, {-1.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 1.0f}, {1.0f, 0.0f, -1.0f}};
        wall.faceSizes = {4};
        wall.faceCorners = {0, 1, 2, 3};
        take(addObstacle(scene, obstacleOf(wall, scene.contacts[0].thickness)));
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule, {2, true}));
        const auto velocity = [&](std::size_t i) { return vec3(0.0f, i < thrownCount ? -speed : 0.0f, 0.0f); };
        take(solver.restore(thrown(*schedule, velocity)));
        for (int frame = 0; frame < 10; ++frame) {
            take(solver.step());
            const Snapshot now = solver.snapshot();
            for (std::size_t i = 0; i < thrownCount; ++i)
                ASSERT_GT(now.positions[i].y, 0.0f) << i << " in frame " << frame;
            EXPECT_EQ(intersections(now.positions, trianglesOf(scene)), 0u) << frame;
            EXPECT_LT(measureStretch(scene, now.positions).max, 0.05) << frame;
        }
    }
}

// A spike of four triangles that is pushed into a sheet which its corners hold. Of its point there is one particle.
TEST(Obstacle, ItsCornersDoNotGoThroughCloth) {
    for (const float speed : {1.0f, 5.0f}) {
        SCOPED_TRACE(speed);
        Scene scene;
        scene.environment.gravity = vec3(0.0f);
        const Index body = addSheet(scene, 30, 0.6f, vec3(0.0f, 0.3f, 0.0f));
        take(pinVertices(scene, body, std::vector<Index>{0, 29, 870, 899}));
        MeshDescription spike;
        spike.vertices = {{0.0f, 0.25f, 0.0f}, {-0.05f, -0.1f, -0.05f}, {0.05f, -0.1f, -0.05f}, {0.0f, -0.1f, 0.06f}};
        spike.faceSizes = {3, 3, 3, 3};
        spike.faceCorners = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
        const Obstacle obstacle = take(addObstacle(scene, obstacleOf(spike, scene.contacts[0].thickness)));
        CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
        const int frames = static_cast<int>(12.0f / speed) + 10;
        for (int frame = 1; frame <= frames; ++frame) {
            std::vector<vec3> vertices = spike.vertices;
            for (vec3& place : vertices)
                place.y += std::min(0.2f, speed * static_cast<float>(frame) / 60.0f);
            StepInputs inputs;
            take(moveObstacle(scene, obstacle, vertices, inputs));
            take(solver.step({}, inputs));
            ASSERT_EQ(intersections(solver.snapshot().positions, trianglesOf(scene)), 0u) << frame;
        }
        EXPECT_GT(solver.snapshot().positions[15 * 30 + 15].y, 0.4f) << "the middle is on its point";
    }
}

// Five blades that stand on edge and turn [rad/s], and a sheet that is thrown at them.
void throwAt(const Blades& blades, float speed, double turning, int substeps) {
    const SchedulePtr schedule = take(compile(blades.scene));
    CpuSolver solver = take(CpuSolver::create(schedule, {2, true}));
    take(solver.restore(blades.thrownDown(*schedule, speed)));
    for (int k = 1; k <= substeps; ++k) {
        const StepInputs inputs = turning == 0.0 ? StepInputs{} : blades.turnedBy(turning * kDefaultSubstep * k);
        take(solver.step(oneSubstep(), inputs));
        if (k % 4 == 0)
            expectNothingThrough(blades.scene, solver, fmt::format("{} m/s, {} rad/s, substep {}", speed, turning, k));
    }
}

void throwAtBlades(float speed, double turning, int substeps) {
    throwAt(sheetAboveBlades(60), speed, turning, substeps);
}

// Where edges are not cut piece by piece, or have too few pieces, one goes through the sheet.
TEST(Obstacle, ItsEdgesDoNotGoThroughCloth) {
    throwAtBlades(3.5f, 0.0, 360);
    throwAtBlades(16.0f, 0.0, 360);
}

// What lies on them goes along with their turn, each where it is, or corners work themselves through.
TEST(Obstacle, BladesThatTurnDoNotGoThroughCloth) {
    throwAtBlades(3.0f, 3.0, 240);
    throwAtBlades(4.0f, 10.0, 240);
}

// The faster it comes the more lies in layers on what lies on them, and bases clash.
TEST(Obstacle, NorDoTheyWhereASheetIsTornBetweenThem) {
    throwAtBlades(10.0f, 10.0, 120);
    throwAtBlades(20.0f, 10.0, 80);
    // Swept along, layer before layer.
    Scene scene;
    GridDescription grid = sheet(60, 1.0f, vec3(-0.13f, 0.3f, 0.07f));
    grid.fabric = take(fabricNamed("denim"));
    take(addContact(scene, take(addGrid(scene, grid))));
    throwAt(bladesBelow(std::move(scene)), 5.0f, 20.0, 72);
}

// A rigid body of 3 kg, with its point ahead, and a plate of two triangles, on which no corner is near: how low it
// comes.
float lowestOfSpike(float speed) {
    Scene scene;
    scene.environment.gravity = vec3(0.0f);
    RigidBodyDescription spike;
    spike.vertices = {{0.0f, 0.05f, 0.0f}, {-0.06f, 0.25f, -0.05f}, {0.06f, 0.25f, -0.05f}, {0.0f, 0.25f, 0.07f}};
    spike.faceSizes.assign(4, 3);
    spike.faceCorners = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    spike.mass = 3.0f;
    spike.spacing = spike.thickness = 0.02f;
    take(addRigidBody(scene, spike));
    const std::size_t thrownCount = scene.positions.size();
    MeshDescription plate;
    plate.vertices = {{-0.5f, 0.0f, -0.5f}, {-0.5f, 0.0f, 0.53f}, {0.5f, 0.0f, 0.5f}, {0.5f, 0.0f, -0.5f}};
    plate.faceSizes = {3, 3};
    plate.faceCorners = {0, 1, 2, 0, 2, 3};
    take(addObstacle(scene, obstacleOf(plate, 0.02f)));
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule, {2, true}));
    take(solver.restore(
        thrown(*schedule, [&](std::size_t i) { return vec3(0.0f, i < thrownCount ? -speed : 0.0f, 0.0f); })));
    float lowest = 1.0f;
    for (int k = 1; k <= 180 && !testing::Test::HasFatalFailure(); ++k) {
        take(solver.step(oneSubstep()));
        if (k % 3 == 0) expectNothingThrough(scene, solver, fmt::format("{} m/s, substep {}", speed, k));
        const Snapshot now = solver.snapshot();
        for (std::size_t i = 0; i < thrownCount; ++i)
            lowest = std::min(lowest, now.positions[i].y);
    }
    return lowest;
}

TEST(Obstacle, NothingGoesThroughTheMiddleOfItsFaces) {
    for (const float speed : {2.0f, 20.0f})
        EXPECT_LT(lowestOfSpike(speed), 0.01f) << "it has met the plate";
}

TEST(Obstacle, BadOnesAreRefusedAndLeaveNothing) {
    const MeshDescription ball = sphereMesh(vec3(0.0f), 0.15f, 1);
    const auto errorOf = [&](auto&& change) {
        Scene scene = clothScene(3);
        ObstacleDescription description = obstacleOf(ball, 0.02f);
        change(description, scene);
        const std::string error = messageOf(addObstacle(scene, description));
        EXPECT_EQ(scene.positions.size(), 9u);
        EXPECT_EQ(scene.bodies.size(), 1u);
        EXPECT_TRUE(scene.contacts.empty());
        return error;
    };
    EXPECT_CONTAINS(errorOf([](ObstacleDescription& d, Scene&) { d.spacing = 0.0f; }), "spacing of 0 m");
    EXPECT_CONTAINS(errorOf([](ObstacleDescription& d, Scene&) { d.spacing = std::nanf(""); }), "spacing of nan m");
    EXPECT_CONTAINS(errorOf([](ObstacleDescription& d, Scene&) { d.spacing = 1e-5f; }), "at most 4194304");
    EXPECT_CONTAINS(errorOf([](ObstacleDescription& d, Scene&) { d.thickness = -1.0f; }),
                    "obstacle 'obstacle': contact 0 has a thickness of -1 m");
    EXPECT_CONTAINS(errorOf([](ObstacleDescription& d, Scene&) { d.friction = -1.0f; }), "friction of -1");
    EXPECT_CONTAINS(errorOf([](ObstacleDescription& d, Scene&) { d.faceCorners[1] = 999; }), "999");
    EXPECT_CONTAINS(errorOf([](ObstacleDescription&, Scene& s) { s.planar = true; }), "planar");
    Scene scene;
    const Obstacle obstacle = take(addObstacle(scene, obstacleOf(ball, 0.02f)));
    StepInputs inputs;
    EXPECT_CONTAINS(messageOf(moveObstacle(scene, obstacle, std::vector<vec3>(3), inputs)), "vertices, not 3");
    EXPECT_CONTAINS(messageOf(moveObstacle(clothScene(3), obstacle, std::vector<vec3>(9), inputs)),
                    "is not this obstacle");
    Obstacle damaged = obstacle;
    damaged.points[5].vertices[1] = 999;
    EXPECT_CONTAINS(messageOf(moveObstacle(scene, damaged, ball.vertices, inputs)), "is not this obstacle");
    std::vector<vec3> nowhere = ball.vertices;
    nowhere[7].y = std::nanf("");
    EXPECT_CONTAINS(messageOf(moveObstacle(scene, obstacle, nowhere, inputs)), "vertex 7 of obstacle 'obstacle'");
    EXPECT_TRUE(inputs.pins.empty());
    EXPECT_CONTAINS(messageOf(moveObstacle({}, obstacle, ball.vertices, inputs)), "there is no body 0");
}

}  // namespace
}  // namespace pliant::test
