// Tiles and whole bodies on the CPU: what is in them, and that the order in which they are run changes no bit.

#include <algorithm>
#include <numeric>
#include <set>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/schedule/tiling.h"
#include "pliant/state/stretch.h"
#include "support.h"

namespace pliant::test {
namespace {

CompileOptions tilesOf(std::uint32_t particles, std::uint32_t wholeParticles = 0) {
    return {.tiles = TileUse::Always, .tileParticles = particles, .wholeParticles = wholeParticles, .jacobi = true};
}

std::vector<std::uint32_t> sizesOf(const Schedule& schedule) {
    std::vector<std::uint32_t> sizes;
    for (const TileRecord& tile : schedule.tiles)
        sizes.push_back(tile.particleCount);
    return sizes;
}

Scene ropes(std::uint32_t count, std::uint32_t particles) {
    Scene scene;
    for (std::uint32_t i = 0; i < count; ++i) {
        RopeDescription rope;
        rope.from = vec3(0.1f * static_cast<float>(i), 1.0f, 0.0f);
        rope.to = rope.from + vec3(0.0f, 0.0f, 1.0f);
        rope.count = particles;
        take(addRope(scene, rope));
        take(pinVertices(scene, i, std::vector<std::uint32_t>{0}));
    }
    return scene;
}

// A large cloth among ropes and a flag of denim in the wind, with sticks of all responses.
Scene everySort() {
    Scene scene = ropes(5, 21);
    GridDescription cloth;
    cloth.columns = 31;
    cloth.rows = 23;
    cloth.corner = vec3(0.0f, 0.5f, 0.3f);
    cloth.structural = rigid();
    cloth.shear = compliant(1e-6f);
    cloth.shear.damping = 0.01f;
    cloth.bend = oneSided(hooke(3.0f));
    take(addGrid(scene, cloth));
    take(pinPlace(scene, 5, GridPlace::FirstRowCorners));
    GridDescription flag;
    flag.corner = vec3(0.0f, 1.0f, 0.0f);
    flag.columns = 12;
    flag.rows = 17;
    flag.fabric = take(fabricNamed("denim"));
    take(addGrid(scene, flag));
    take(pinPlace(scene, 6, GridPlace::FirstRow));
    scene.environment.airDensity = 1.2f;
    scene.environment.wind = vec3(4.0f, 0.0f, 1.0f);
    return scene;
}

TEST(Tiles, CoverAllSticksExactlyOnce) {
    for (const std::uint32_t size : {1u, 2u, 7u, 8u, 9u, 16u, 23u, 33u}) {
        for (const std::uint32_t limit : {8u, 63u, 64u, 65u, 512u}) {
            const SchedulePtr s = take(compile(clothScene(size), tilesOf(limit)));
            take(validate(*s));  // each stick in a tile or between tiles, and packed as it is
            const std::uint32_t particles = size * size;
            const std::vector<std::uint32_t> sizes = sizesOf(*s);
            EXPECT_EQ(sizes.size(), (particles + limit - 1) / limit) << size << " by " << limit;
            EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), 0u), particles);
            EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()), limit);
            // In equal parts: none is smaller than another by more than the halvings can leave.
            EXPECT_GE(*std::min_element(sizes.begin(), sizes.end()) + 8, *std::max_element(sizes.begin(), sizes.end()));
        }
    }
}

// A square cloth of 64 x 64 falls into squares of 16 x 16, whose edges cut 2 * 3 * 64 of its structural sticks.
TEST(Tiles, AreSquareWhereTheClothIs) {
    Scene scene = clothScene(64);
    std::erase_if(scene.sticks, [](const SceneStick& stick) { return stick.kind != StickKind::Structural; });
    const SchedulePtr s = take(compile(scene, tilesOf(256)));
    ASSERT_EQ(s->tiles.size(), 16u);
    std::uint32_t between = 0;
    for (const Pass& pass : s->tiled)
        between += pass.kind == PassKind::SolveSticks ? pass.count : 0;
    EXPECT_EQ(between, 2u * 3 * 64);
}

TEST(Tiles, SmallBodiesAreWholeAndLargeOnesCut) {
    const auto numbers = [](const Scene& scene, const CompileOptions& options) {
        const SchedulePtr s = take(compile(scene, options));
        take(validate(*s));
        return std::array{s->wholeFirstTile, std::uint32_t(s->tiles.size()), s->wholeFirst};
    };
    using Numbers = std::array<std::uint32_t, 3>;
    EXPECT_EQ(numbers(ropeScene(512), {}), (Numbers{0, 1, 0}));
    EXPECT_EQ(numbers(ropeScene(513), {}), (Numbers{0, 0, 513}));  // one over the limit, and too small to be cut
    EXPECT_EQ(numbers(ropeScene(513), {.tiles = TileUse::Always}), (Numbers{2, 2, 513}));
    EXPECT_EQ(numbers(ropeScene(512), {.wholeParticles = 0}), (Numbers{0, 0, 512}));
    EXPECT_EQ(numbers(ropes(6, 32), {}), (Numbers{0, 3, 0}));   // two to a tile
    EXPECT_EQ(numbers(ropes(6, 33), {}), (Numbers{0, 3, 0}));   // 33 are not enough for a tile
    EXPECT_EQ(numbers(ropes(6, 64), {}), (Numbers{0, 6, 0}));   // 64 are
    EXPECT_EQ(numbers(ropes(3, 300), {}), (Numbers{0, 3, 0}));  // two would be too many
    EXPECT_EQ(numbers(everySort(), tilesOf(128, 512)), (Numbers{6, 6 + 2, 31 * 23}));
}

TEST(Tiles, TheChoiceIsTheLibrarysAndCanBeForced) {
    const auto chosen = [](std::uint32_t size, const CompileOptions& options, Method method = Method::Auto) {
        const SchedulePtr s = take(compile(clothScene(size), options));
        return methodOf(*s, {.method = method});
    };
    EXPECT_EQ(chosen(16, {}), Method::GaussSeidel);   // whole
    EXPECT_EQ(chosen(127, {}), Method::GaussSeidel);  // too small to be cut
    EXPECT_EQ(chosen(128, {}), Method::Tiles);
    EXPECT_EQ(chosen(128, {.tiles = TileUse::Never}), Method::GaussSeidel);
    EXPECT_EQ(chosen(128, {}, Method::GaussSeidel), Method::GaussSeidel);
    EXPECT_EQ(chosen(23, {.tiles = TileUse::Always}), Method::Tiles);
}

TEST(Tiles, SizesAndMethodsOutOfRangeAreRefused) {
    const Scene scene = clothScene(30);
    EXPECT_CONTAINS(messageOf(compile(scene, tilesOf(7))), "tiles of 7 particles; from 8 to 4096");
    EXPECT_CONTAINS(messageOf(compile(scene, tilesOf(4097))), "tiles of 4097 particles");
    EXPECT_CONTAINS(messageOf(compile(scene, tilesOf(64, 2049))), "whole bodies of 2049 particles; at most 2048");
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    EXPECT_CONTAINS(messageOf(solver.step({.method = Method::Tiles})), "compiled without tiles; CompileOptions::tiles");
    CpuSolver tiled = take(CpuSolver::create(take(compile(scene, tilesOf(64)))));
    EXPECT_CONTAINS(messageOf(tiled.step({.sweeps = 65})), "65 sweeps; at most 64");
}

TEST(Tiles, ForcesAndShapesLeaveBodiesAsTheyAre) {
    Scene forces = ropeScene(40, hooke(10.0f));
    forces.bodies[0].integrator = Integrator::SemiImplicitEuler;
    EXPECT_TRUE(take(compile(forces, tilesOf(8, 512)))->tiles.empty());
    Scene shape = clothScene(8);
    SceneShape whole;
    whole.particles.resize(64);
    std::iota(whole.particles.begin(), whole.particles.end(), 0u);
    shape.shapes.push_back(whole);
    const SchedulePtr s = take(compile(shape, tilesOf(8, 512)));
    EXPECT_EQ(s->wholeFirstTile, s->tiles.size());
    EXPECT_EQ(s->tiles.size(), 8u);
}

// What is done to everySort() in a frame: a ball that moves, a gust, pins of whole bodies and of the cloth.
StepInputs inputsOf(std::uint32_t frame) {
    const auto t = static_cast<float>(frame);
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.2f;
    ball.pose.position = vec3(0.3f, 0.3f, 0.02f * t);
    ball.before = Pose{vec3(0.3f, 0.3f, 0.02f * t - 0.02f), ball.pose.rotation};
    StepInputs inputs;
    inputs.colliders = {ball};
    inputs.wind = vec3(5.0f, 0.3f * t, 0.0f);
    inputs.pins = {{120, PinInput::Action::Move, vec3(0.01f * t, 0.5f, 0.3f)},
                   {21, PinInput::Action::Move, vec3(0.1f, 1.0f + 0.02f * t, 0.0f)},
                   {41, PinInput::Action::Pull, vec3(0.2f, 1.2f, 0.5f), 1e-4f}};
    if (frame == 3) inputs.pins.push_back({63, PinInput::Action::Release, {}});
    if (frame == 5) inputs.pins.push_back({20, PinInput::Action::Hold, {}});
    return inputs;
}

std::uint64_t hashAfter(const SchedulePtr& schedule, const CpuOptions& options, StepSettings step) {
    CpuSolver solver = take(CpuSolver::create(schedule, options));
    for (std::uint32_t frame = 0; frame < 8; ++frame) {
        step.dt = frame == 4 ? 1.0 / 50.0 : 1.0 / 60.0;
        take(solver.step(step, inputsOf(frame)));
    }
    return hashOf(solver.snapshot());
}

struct Way {
    Method method;
    std::uint32_t sweeps, iterations;
};

// The plain loop, pass after pass, against all that is faster.
TEST(Tiles, NoWayOfRunningThemChangesABit) {
    for (const CompileOptions& options : {tilesOf(64, 512), tilesOf(128, 0), tilesOf(700, 204), tilesOf(512, 203)}) {
        const SchedulePtr schedule = take(compile(everySort(), options));
        take(validate(*schedule));
        for (const Way& way : {Way{Method::GaussSeidel, 0, 1},
                               {Method::GaussSeidel, 0, 3},
                               {Method::Tiles, 1, 1},
                               {Method::Tiles, 3, 2},
                               {Method::Jacobi, 0, 2},
                               {Method::Hybrid, 0, 1}}) {
            const StepSettings step{
                .substeps = 5, .iterations = way.iterations, .method = way.method, .sweeps = way.sweeps};
            const std::uint64_t expected = hashAfter(schedule, {1, false}, step);
            for (const int threads : {1, 3}) {
                for (const CpuOptions& fast :
                     {CpuOptions{threads, true, true}, {threads, true, false}, {threads, false, true}})
                    EXPECT_EQ(hashAfter(schedule, fast, step), expected)
                        << nameOf(way.method) << ' ' << way.sweeps << " sweeps, " << threads << " threads, wide "
                        << fast.wide << ", by tile " << fast.byTile << ", tiles of " << options.tileParticles;
            }
        }
    }
}

// More passes in a substep than are kept at once.
TEST(Tiles, ManyIterationsChangeNoBitEither) {
    const SchedulePtr schedule = take(compile(everySort(), tilesOf(128, 512)));
    ASSERT_GT(120 * schedule->gaussSeidel.size(), 4096u);
    ASSERT_FALSE(schedule->levels.empty());
    for (const Method method : {Method::GaussSeidel, Method::Tiles, Method::Jacobi}) {
        const StepSettings step{.substeps = 1, .iterations = 1200, .method = method};
        const auto positions = [&](const CpuOptions& options) {
            CpuSolver solver = take(CpuSolver::create(schedule, options));
            for (std::uint32_t frame = 0; frame < 2; ++frame)
                take(solver.step(step, inputsOf(frame)));
            return hashOf(solver.snapshot());
        };
        const std::uint64_t expected = positions({1, false});
        EXPECT_EQ(positions({1, true}), expected) << nameOf(method);
        EXPECT_EQ(positions({3, true}), expected) << nameOf(method);
    }
}

// Whole bodies are an order of work, not a method: the bits are those of a schedule that has none.
TEST(Tiles, WholeBodiesMoveAsWithoutThem) {
    const Scene scene = ropes(4, 40);
    const auto positionsWith = [&](std::uint32_t wholeParticles) {
        CpuSolver solver = take(CpuSolver::create(take(compile(scene, {.wholeParticles = wholeParticles}))));
        for (int frame = 0; frame < 10; ++frame)
            take(solver.step());
        return solver.snapshot().positions;
    };
    EXPECT_EQ(positionsWith(512), positionsWith(0));
}

// One sweep over tiles, then in double precision stick by stick in the order that the schedule gives: seams by colour,
// then tile by tile its runs.
TEST(Tiles, AreSolvedInTheirOrder) {
    Scene scene = clothScene(20);
    scene.environment.gravity = vec3(0.0f);
    scene.tethers = scene.levels = false;
    const SchedulePtr s = take(compile(scene, tilesOf(50)));
    Snapshot start = take(CpuSolver::create(s)).snapshot();
    std::mt19937 random(3);
    std::uniform_real_distribution<float> shift(-0.01f, 0.01f);
    for (std::size_t i = 0; i < start.positions.size(); ++i)
        start.positions[i] = start.previous[i] = start.positions[i] + vec3(shift(random), shift(random), shift(random));

    std::vector<glm::dvec3> x(start.positions.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = start.positions[s->sceneParticle[i]];
    const auto solve = [&](const Stick& stick) {
        const double wa = s->particles[stick.a].w, wb = s->particles[stick.b].w;
        if (wa + wb == 0.0) return;
        const glm::dvec3 d = x[stick.a] - x[stick.b];
        const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
        const glm::dvec3 push = d * ((length - stick.restLength) / (length * (wa + wb)));
        x[stick.a] -= wa * push;
        x[stick.b] += wb * push;
    };
    for (const Pass& pass : s->tiled) {
        for (std::uint32_t i = pass.first; pass.kind == PassKind::SolveSticks && i < pass.first + pass.count; ++i)
            solve(s->sticks[i]);
    }
    constexpr int kSweeps = 3;
    for (const TileRecord& tile : s->tiles) {
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            for (std::uint32_t r = tile.firstRun; r < tile.firstRun + tile.stickRuns; ++r) {
                for (std::uint32_t i = s->tileRuns[r].first; i < s->tileRuns[r].first + s->tileRuns[r].count; ++i)
                    solve(s->sticks[i]);
            }
        }
    }

    CpuSolver solver = take(CpuSolver::create(s));
    take(solver.restore(start));
    take(solver.step({.substeps = 1, .method = Method::Tiles, .sweeps = kSweeps}));
    const Snapshot after = solver.snapshot();
    for (std::size_t i = 0; i < x.size(); ++i) {
        const glm::dvec3 off = x[i] - glm::dvec3(after.positions[s->sceneParticle[i]]);
        EXPECT_LT(std::abs(off.x) + std::abs(off.y) + std::abs(off.z), 3e-6) << i;
    }
}

// What tiles are for: for the same number of substeps no worse than colours, and better with more sweeps.
TEST(Tiles, SweepsTakeOutStretch) {
    const auto meanStretch = [](const CompileOptions& options, StepSettings step) {
        Scene scene = clothScene(40);
        scene.tethers = scene.levels = false;
        CpuSolver solver = take(CpuSolver::create(take(compile(scene, options)), {1, true}));
        step.substeps = 8;
        for (int frame = 0; frame < 240; ++frame)
            take(solver.step(step));
        return measureStretch(scene, solver.snapshot().positions).mean;
    };
    const double byColours = meanStretch({.tiles = TileUse::Never}, {});
    const double once = meanStretch(tilesOf(400), {.sweeps = 1});
    const double fourTimes = meanStretch(tilesOf(400), {.sweeps = 4});
    EXPECT_LT(once, 1.1 * byColours);
    EXPECT_LT(fourTimes, 0.5 * byColours);
}

struct Damage {
    const char* message;
    void (*doIt)(Schedule&);
};

const Damage kDamages[] = {
    {"does not follow", [](Schedule& s) { s.tiles[1].firstParticle += 1; }},
    {"end at particle",
     [](Schedule& s) {
         s.tiles.pop_back();
         s.tiled.back().count -= 1;
         s.tiled.back().wholeCount -= 1;
     }},
    {"begin at particle", [](Schedule& s) { s.wholeFirst += 1; }},
    {"which is not in it", [](Schedule& s) { std::swap(s.tiles[0].firstRun, s.tiles[1].firstRun); }},
    {"twice in a colour",
     [](Schedule& s) {
         for (TileRun& run : s.tileRuns)
             run.colour = 0;
     }},
    {"in two runs", [](Schedule& s) { s.tileRuns[1] = s.tileRuns[0]; }},
    {"neither in a tile nor", [](Schedule& s) { s.tileRuns[0].count -= 1; }},
    {"is another", [](Schedule& s) { s.tileSticks[s.tileRuns[3].first].restLength *= 2.0f; }},
    {"is another", [](Schedule& s) { s.tileSticks[s.tileRuns[3].first].ends ^= 1; }},
    {"is no whole body", [](Schedule& s) { s.tiles[0].triangleCount = 1; }},
    {"does not end with a sweep", [](Schedule& s) { s.tiled.pop_back(); }},
    {"among whole bodies'", [](Schedule& s) { s.integrate[0].wholeCount += 1; }},
    {"among whole bodies'", [](Schedule& s) { s.bending[0].wholeCount -= 1; }},
    {"not within tile", [](Schedule& s) { s.tiles.back().firstTriangle -= 1; }},
    {"do not follow those before",
     [](Schedule& s) {
         s.tiles.back().firstTriangle += 1;
         s.tiles.back().triangleCount -= 1;
     }},
    {"whole bodies end at", [](Schedule& s) { s.tiles.back().triangleCount -= 1; }},
    {"of no pass, or out of order", [](Schedule& s) { s.tileRuns[0].response ^= kStickOneSided; }},
    {"of no pass, or out of order",
     [](Schedule& s) {  // two where there was one: a body's sticks of a colour would be solved in part
         TileRecord& tile = s.tiles.back();
         const std::uint32_t firstOfSwapped = tile.firstRun + tile.stickRuns;
         for (const std::uint32_t run : {firstOfSwapped, tile.firstRun}) {
             TileRun rest = s.tileRuns[run];
             ASSERT_GT(rest.count, 1u);
             s.tileRuns[run].count = 1;
             rest.first += 1;
             rest.count -= 1;
             s.tileRuns.insert(s.tileRuns.begin() + run + 1, rest);
         }
         tile.stickRuns += 1;
     }},
    {"packed sticks", [](Schedule& s) { s.tileSticks.pop_back(); }},
    {"swapped runs", [](Schedule& s) { s.tileRuns[s.tiles[0].firstRun + s.tiles[0].stickRuns].count += 1; }},
    {"swapped passes", [](Schedule& s) { s.tiledSwapped.pop_back(); }},
};

TEST(Tiles, DamageIsFound) {
    const SchedulePtr whole = take(compile(everySort(), tilesOf(64, 512)));
    take(validate(*whole));
    for (const Damage& damage : kDamages) {
        Schedule broken = *whole;
        damage.doIt(broken);
        EXPECT_CONTAINS(messageOf(validate(broken)), damage.message);
    }
}

// The CPU has room for so many on its stack.
TEST(Tiles, TooLargeOnesAreFound) {
    Schedule broken = *take(compile(clothScene(80), tilesOf(4096)));
    ASSERT_EQ(broken.tiles.size(), 2u);
    broken.tiles[0].particleCount = 80 * 80;
    broken.tiles.pop_back();
    broken.wholeFirstTile = 1;
    EXPECT_CONTAINS(messageOf(validate(broken)), "tile 0 has 6400 particles; at most 4096");
}

}  // namespace
}  // namespace pliant::test
