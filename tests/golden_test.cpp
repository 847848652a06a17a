// Numbers for the whole CPU path. They must not move with the compiler, its flags, the number of threads or the width
// of the kernels: the build makes this program several times over (see CMakeLists.txt). If a change to the maths or to
// the schedule moves one on purpose, write the new number here and say so in the commit.

#include <fmt/format.h>

#include "neighbour_support.h"
#include "outline_support.h"
#include "plates_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/hash.h"
#include "pliant/maths.h"
#include "pliant/scene/block.h"
#include "pliant/scene/solids.h"
#include "shapes_support.h"

namespace pliant::test {
namespace {

constexpr std::uint64_t kGoldenSchedule = 0x9a34e6595ed84e94;
constexpr std::uint64_t kGoldenState = 0x0983f7f052fe0442;
constexpr std::uint64_t kGoldenTiles = 0xaa2075aa74cce0f8;
constexpr std::uint64_t kGoldenBodies = 0x504d541c67f49b83;
constexpr std::uint64_t kGoldenContact = 0x8599933b6535def8;
constexpr std::uint64_t kGoldenPlates = 0x2dcaec3e173d1b4d;

// A mesh like no other: cells cut one way or the other, a fin, seams of vertices in one place, and numbers all over it.
// By whole numbers alone: shuffles and distributions, and sines of the C library, differ from one to the next.
MeshDescription unevenMesh() {
    constexpr std::uint32_t kSide = 6, kVertices = kSide * kSide;
    const auto numberOf = [](std::uint32_t i) { return (i * 23 + 5) % kVertices; };
    std::uint32_t random = 7;
    const auto below = [&random](std::uint32_t end) { return ((random = random * 1664525u + 1013904223u) >> 8) % end; };
    MeshDescription mesh;
    mesh.vertices.resize(kVertices);
    for (std::uint32_t i = 0; i < kVertices; ++i) {
        const glm::uvec3 place{20 * (i % kSide) + below(10), below(10), 20 * (i / kSide) + below(10)};  // in this order
        mesh.vertices[numberOf(i)] = vec3(place) * 0.0078125f;
    }
    const auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        mesh.faceSizes.push_back(3);
        mesh.faceCorners.insert(mesh.faceCorners.end(), {a, b, c});
    };
    for (std::uint32_t i = 0; i + kSide + 1 < kVertices; ++i) {
        if (i % kSide == kSide - 1) continue;
        const std::uint32_t a = numberOf(i), b = numberOf(i + 1), c = numberOf(i + kSide), d = numberOf(i + kSide + 1);
        const bool isCutAcross = below(2) == 0;
        face(a, c, isCutAcross ? d : b);
        face(b, isCutAcross ? a : c, d);
    }
    const vec3 a = mesh.vertices[numberOf(7)], b = mesh.vertices[numberOf(8)];
    mesh.vertices.insert(mesh.vertices.end(), {a, b, vec3(a.x, 0.5f, b.z)});  // sewn to the edge that two faces share
    face(kVertices, kVertices + 1, kVertices + 2);
    return mesh;
}

// All kinds of passes: mixedScene() with a flag of denim in the wind, a bent mesh of leather and a stiff rope.
Scene everything() {
    Scene scene = mixedScene();
    GridDescription flag;
    flag.corner = vec3(0.0f, 1.0f, 0.0f);
    flag.columns = 14;
    flag.rows = 19;
    flag.fabric = take(fabricNamed("denim"));
    const std::uint32_t body = take(addGrid(scene, flag));
    take(pinPlace(scene, body, GridPlace::FirstRow));
    MeshDescription mesh = unevenMesh();
    mesh.fabric = take(fabricNamed("leather"));
    take(addMesh(scene, mesh));
    RopeDescription rope;
    rope.from = vec3(-1.0f, 0.5f, 0.0f);
    rope.to = vec3(-2.0f, 0.5f, 0.3f);
    rope.count = 21;
    rope.bendingStiffness = 1e-3f;
    take(addRope(scene, rope));
    scene.environment.airDensity = 1.2f;
    return scene;
}

glm::quat aboutY(double angle) {
    const glm::dvec2 half = directionAt(0.5 * angle);
    return {float(half.x), 0.0f, float(half.y), 0.0f};
}

// A ball and a turning board in the way, a gust, and the first particle carried about.
StepInputs inputsOf(std::uint32_t frame) {
    const auto t = static_cast<float>(frame);
    Collider ball, board;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.2f;
    ball.pose.position = vec3(0.5f, -0.3f, 0.01f * t);
    ball.before = Pose{vec3(0.5f, -0.3f, 0.01f * t - 0.01f), ball.pose.rotation};
    board.shape = ColliderShape::Box;
    board.halfExtents = vec3(0.4f, 0.02f, 0.3f);
    board.pose.position = vec3(1.2f, -0.2f, 0.3f);
    board.pose.rotation = aboutY(1.3 + 0.07 * frame);
    board.before = Pose{board.pose.position, aboutY(1.23 + 0.07 * frame)};
    StepInputs inputs;
    inputs.colliders = {ball, board};
    inputs.wind = vec3(5.0f, 0.0f, 0.25f * t);
    inputs.pins = {{0, PinInput::Action::Move, vec3(0.0f, 0.01f * t, 0.0f)}};
    if (frame == 20) inputs.pins.push_back({11, PinInput::Action::Release, {}});
    return inputs;
}

// A cloth in tiles with sticks of all responses, and small bodies in the wind that are solved whole.
SchedulePtr tilesAndWholeBodies() {
    Scene scene;
    GridDescription cloth;
    cloth.columns = 31;
    cloth.rows = 33;
    cloth.structural = rigid();
    cloth.shear = compliant(1e-6f);
    cloth.shear.damping = 0.01f;
    cloth.bend = oneSided(hooke(3.0f));
    take(pinPlace(scene, take(addGrid(scene, cloth)), GridPlace::FirstRowCorners));
    GridDescription flag;
    flag.corner = vec3(0.0f, 1.0f, 0.0f);
    flag.columns = 12;
    flag.rows = 17;
    flag.fabric = take(fabricNamed("denim"));
    take(pinPlace(scene, take(addGrid(scene, flag)), GridPlace::FirstRow));
    for (const std::uint32_t count : {2u, 19u, 70u}) {
        RopeDescription rope;
        rope.from = vec3(-1.0f, 0.5f, 0.01f * float(count));
        rope.to = vec3(-2.0f, 0.5f, 0.3f);
        rope.count = count;
        take(pinVertices(scene, take(addRope(scene, rope)), std::vector<std::uint32_t>{0}));
    }
    scene.environment.airDensity = 1.2f;
    return take(compile(scene, {.tiles = TileUse::Always, .tileParticles = 150}));
}

TEST(Golden, NorThatOfTiles) {
    const SchedulePtr schedule = tilesAndWholeBodies();
    ASSERT_GT(schedule->wholeFirstTile, 4u);
    ASSERT_GT(schedule->tiles.size(), schedule->wholeFirstTile + 1);
    for (const CpuOptions& options : {CpuOptions{1, false}, {1, true}, {2, true}, {2, true, false}}) {
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        for (std::uint32_t frame = 0; frame < 25; ++frame) {
            StepSettings s =
                settings(1 + frame % 7, 1 + frame % 3, frame % 4 == 1 ? Method::GaussSeidel : Method::Tiles);
            s.dt = 1.0 / (50.0 + frame);
            s.sweeps = frame % 3;
            take(solver.step(s, inputsOf(frame)));
        }
        const std::uint64_t hash = hashOf(solver.snapshot());
        EXPECT_EQ(hash, kGoldenTiles) << fmt::format("0x{:016x}, {} threads, wide {}, by tile {}", hash,
                                                     options.threads, options.wide, options.byTile);
    }
}

// Shapes, a balloon of gas and one of water in a ship that turns, and a block of jelly.
Scene bodies() {
    Scene scene = shapesScene(false);
    scene.frames.push_back({"ship", {}, 0.8});
    for (const Filling filling : {Filling::Gas, Filling::Fixed}) {
        MeshDescription skin = sphereMesh(vec3(filling == Filling::Gas ? 1.0f : 2.0f, 0.5f, 0.0f), 0.4f, 2);
        skin.structural = skin.bend = compliant(1e-4f);
        const std::uint32_t body = take(addMesh(scene, skin));
        scene.bodies[body].frame = 0;
        Enclosure inside;
        inside.boundary = boundaryOf(scene.bodies[body], scene.positions);
        inside.filling = filling;
        inside.pressure = inside.outside = 1e5f;
        inside.buoyancy = 1.2f;
        scene.enclosures.push_back(inside);
    }
    BlockDescription block;
    block.centre = vec3(-1.0f, 0.5f, 0.0f);
    block.cells = {3, 4, 3};
    block.material.edge = compliant(1e-5f);
    block.material.bulkCompliance = 1e-6f;
    take(addBlock(scene, block));
    return scene;
}

FrameInput shipAt(std::uint32_t frame) {
    FrameInput ship;
    ship.pose.origin = glm::dvec3(1e6 + 0.1 * frame, 0.01 * frame, 0.0);
    ship.pose.rotation = quaternionOf(glm::dvec3(0.01, 0.02, -0.015) * double(frame));
    if (frame == 0) ship.action = FrameInput::Action::Jump;
    return ship;
}

TEST(Golden, NorThatOfBodies) {
    for (const CpuOptions& options : {CpuOptions{1, false}, {1, true}, {2, true}}) {
        Hash all;
        for (const Scene& scene : {bodies(), forcesScene(1.0f), basinScene()}) {
            CpuSolver solver = take(CpuSolver::create(take(compile(scene)), options));
            for (std::uint32_t frame = 0; frame < 20; ++frame) {
                StepSettings s = settings(1 + frame % 5, 1 + frame % 2);
                s.order = frame % 4 >= 2 ? Order::First : Order::Auto;
                StepInputs inputs;
                if (!scene.planar) inputs.colliders = inputsOf(frame).colliders;
                if (!scene.frames.empty()) inputs.frames = {shipAt(frame)};
                take(solver.step(s, inputs));
            }
            all.addLong(hashOf(solver.snapshot()));
        }
        EXPECT_EQ(all.value(), kGoldenBodies)
            << fmt::format("0x{:016x}, {} threads, wide {}", all.value(), options.threads, options.wide);
    }
}

TEST(Golden, NorThatOfContact) {
    for (const CpuOptions& options : {CpuOptions{1, false}, {1, true}, {2, true}}) {
        const SchedulePtr schedule = take(compile(crowdedScene()));
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        take(solver.restore(thrownTogether(*schedule)));
        for (int frame = 0; frame < 20; ++frame)
            take(solver.step({}, onFloor()));
        const std::uint64_t hash = hashOf(solver.snapshot());
        EXPECT_EQ(hash, kGoldenContact) << fmt::format("0x{:016x}, {} threads, wide {}", hash, options.threads,
                                                       options.wide);
    }
}

// A plate, a rope between two pins, one whose tensions clusters carry, a woven cloth; and a rope that hangs still and
// is put to rest.
Scene platesAndOthers() {
    Scene scene = stripOf(24, 7, 2.0);
    const std::uint32_t taut =
        take(addRope(scene, {.from = vec3(0.0f, 1.0f, 0.0f), .to = vec3(1.0f, 1.0f, 0.0f), .count = 70}));
    const std::uint32_t plumb =
        take(addRope(scene, {.from = vec3(0.0f, 2.0f, 0.0f), .to = vec3(0.0f, 1.5f, 0.0f), .count = 12}));
    const std::uint32_t elastic = take(addRope(
        scene, {.from = vec3(0.0f, 4.0f, 0.0f), .to = vec3(1.0f, 4.0f, 0.0f), .count = 50, .axialCompliance = 1e-3f}));
    for (const std::uint32_t pin : {scene.bodies[taut].firstParticle, scene.bodies[taut].firstParticle + 69,
                                    scene.bodies[plumb].firstParticle, scene.bodies[elastic].firstParticle})
        scene.pinned[pin] = 1;
    GridDescription grid;
    grid.corner = vec3(0.0f, 3.0f, 0.0f);
    grid.columns = grid.rows = 9;
    const std::uint32_t cloth = take(addGrid(scene, grid));
    take(weaveBody(scene, cloth, {1e-4f, 3e-4f, 1e-3f, 0.2f}, flatGrid(9, 9, grid.width, grid.height)));
    take(pinPlace(scene, cloth, GridPlace::FirstRow));
    scene.sleep = Sleep{0.005f, 0.05f};
    return scene;
}

TEST(Golden, NorThatOfPlatesStrandsWovenClothAndSleepers) {
    const SchedulePtr schedule = take(compile(platesAndOthers()));
    ASSERT_TRUE(!schedule->plateHinges.empty() && !schedule->strands.empty() && !schedule->sleepers.empty());
    ASSERT_GT(schedule->tensionLinks.size(), 50u);
    for (const CpuOptions& options : {CpuOptions{1, false}, {1, true}, {2, true}}) {
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        for (int frame = 0; frame < 20; ++frame) {
            StepInputs inputs;
            if (frame == 5) inputs.pins.push_back({.particle = 9, .action = PinInput::Action::Release});
            take(solver.step({}, inputs));
        }
        const std::uint64_t hash = schedule->hash ^ hashOf(solver.snapshot());
        EXPECT_EQ(hash, kGoldenPlates) << fmt::format("0x{:016x}, {} threads, wide {}", hash, options.threads,
                                                      options.wide);
    }
}

TEST(Golden, TheHashDoesNotMove) {
    const SchedulePtr schedule = take(compile(everything(), kForAllMethods));
    EXPECT_EQ(schedule->hash, kGoldenSchedule) << fmt::format("0x{:016x}", schedule->hash);
    for (const CpuOptions& options : {CpuOptions{1, false}, {1, true}, {2, false}, {2, true}}) {
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        for (std::uint32_t frame = 0; frame < 40; ++frame) {
            StepSettings s = settings(1 + frame % 7, 1 + frame % 3,
                                      frame % 4 == 3   ? Method::Jacobi
                                      : frame % 4 == 1 ? Method::Hybrid
                                                       : Method::GaussSeidel);
            s.dt = 1.0 / (50.0 + frame);
            s.relaxation = 0.9f;
            take(solver.step(s, inputsOf(frame)));
        }
        const std::uint64_t hash = hashOf(solver.snapshot());
        EXPECT_EQ(hash, kGoldenState) << fmt::format("0x{:016x}, {} threads, wide {}", hash, options.threads,
                                                     options.wide);
    }
}

}  // namespace
}  // namespace pliant::test
