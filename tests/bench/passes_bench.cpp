// What each kind of pass costs on one thread of the CPU, with plain and with wide kernels: frames of scenes that have
// them, the same frame over and over, and of it the time of that kind alone. Items are items of passes.

#include <benchmark/benchmark.h>
#include <time.h>

#include <map>

#include "../pass_support.h"
#include "pliant/scene/block.h"
#include "pliant/scene/fabric.h"
#include "pliant/scene/grid.h"
#include "pliant/scene/mesh.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/soft_body.h"
#include "pliant/scene/solids.h"

namespace pliant {
namespace {

// Time that this thread has had [s]: what else runs on the machine does not count.
double threadTime() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

// A cloth of 128 x 128 of stiff cotton in the wind, above a ball and a board, pinned along one edge.
Scene clothScene(Method method) {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 128;
    if (method == Method::GaussSeidel) grid.fabric = *fabricNamed("stiff-cotton");
    (void)addGrid(scene, grid);
    (void)pinPlace(scene, 0, GridPlace::FirstRow);
    scene.environment.airDensity = 1.2f;
    scene.environment.wind = vec3(1.0f, 0.0f, 2.0f);
    return scene;
}

Scene jellyScene() {
    Scene scene;
    BlockDescription block;
    block.cells = {20, 20, 20};
    block.material.edge = {.response = Response::Compliant, .compliance = 1e-5f};
    block.material.bulkCompliance = 1e-6f;
    (void)addBlock(scene, block);
    return scene;
}

// 400 discs of water, 32 points each.
Scene discsScene() {
    Scene scene;
    scene.planar = true;
    for (std::uint32_t i = 0; i < 400; ++i) {
        SoftBodyDescription body;
        body.outline = circleOutline({3.0f * float(i), 0.0f}, 1.0f, 32);
        body.edge = {.response = Response::Compliant, .compliance = 1e-5f};
        body.filling.emplace();
        body.touches = false;
        (void)addSoftBody(scene, body);
    }
    return scene;
}

// 20 balls of water.
Scene ballsScene() {
    Scene scene;
    for (std::uint32_t i = 0; i < 20; ++i) {
        const std::uint32_t body = *addMesh(scene, sphereMesh(vec3(3.0f * float(i), 0.0f, 0.0f), 1.0f, 3));
        Enclosure water;
        water.boundary = boundaryOf(scene.bodies[body], scene.positions);
        scene.enclosures.push_back(water);
    }
    return scene;
}

// 16 x 16 x 16 particles that keep their shape, and 200 of 27.
Scene shapesScene() {
    Scene scene;
    const auto add = [&](std::uint32_t size, vec3 corner) {
        SceneShape shape;
        for (std::uint32_t i = 0; i < size * size * size; ++i) {
            shape.particles.push_back(static_cast<std::uint32_t>(scene.positions.size()));
            scene.positions.push_back(corner +
                                      0.1f * vec3(float(i % size), float(i / size % size), float(i / size / size)));
            scene.masses.push_back(1.0f);
            scene.pinned.push_back(0);
        }
        scene.shapes.push_back(shape);
    };
    add(16, vec3(0.0f));
    for (std::uint32_t i = 0; i < 200; ++i)
        add(3, vec3(2.0f + float(i), 0.0f, 0.0f));
    return scene;
}

Scene forcesScene() {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 128;
    grid.structural = grid.shear = grid.bend = {.response = Response::Hooke, .stiffness = 0.5f, .damping = 1e-4f};
    const std::uint32_t body = *addGrid(scene, grid);
    scene.bodies[body].integrator = Integrator::RungeKutta4;
    return scene;
}

StepInputs colliders() {
    StepInputs inputs;
    Collider ball, board;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.3f;
    ball.pose.position = vec3(0.5f, -0.31f, 0.4f);
    board.shape = ColliderShape::Box;
    board.halfExtents = vec3(0.3f, 0.02f, 0.3f);
    board.pose.position = vec3(0.5f, -0.4f, 1.1f);
    inputs.colliders = {ball, board};
    return inputs;
}

struct Case {
    const char* name;
    PassKind kind;
    Scene (*scene)();
    Method method = Method::GaussSeidel;
    bool collides = false;
};

const Case kCases[] = {
    {"Integrate", PassKind::Integrate, [] { return clothScene(Method::GaussSeidel); }},
    {"SolveSticks", PassKind::SolveSticks, [] { return clothScene(Method::GaussSeidel); }},
    {"SolveBends", PassKind::SolveBends, [] { return clothScene(Method::GaussSeidel); }},
    {"HoldTethers", PassKind::HoldTethers, [] { return clothScene(Method::GaussSeidel); }},
    {"PushTriangles", PassKind::PushTriangles, [] { return clothScene(Method::GaussSeidel); }},
    {"GatherPushes", PassKind::GatherPushes, [] { return clothScene(Method::GaussSeidel); }},
    {"Collide", PassKind::Collide, [] { return clothScene(Method::GaussSeidel); }, Method::GaussSeidel, true},
    {"KeepPlaces", PassKind::KeepPlaces, [] { return clothScene(Method::GaussSeidel); }},
    {"CorrectSticks", PassKind::CorrectSticks, [] { return clothScene(Method::Jacobi); }, Method::Jacobi},
    {"GatherCorrections", PassKind::GatherCorrections, [] { return clothScene(Method::Jacobi); }, Method::Jacobi},
    {"SolveElements", PassKind::SolveElements, jellyScene},
    {"MeasureEnclosures", PassKind::MeasureEnclosures, discsScene},
    {"MeasureEnclosuresOfBalls", PassKind::MeasureEnclosures, ballsScene},
    {"SumEnclosures", PassKind::SumEnclosures, ballsScene},
    {"SolveEnclosures", PassKind::SolveEnclosures, discsScene},
    {"PushEnclosures", PassKind::PushEnclosures, ballsScene},
    {"SumShapes", PassKind::SumShapes, shapesScene},
    {"MatchShapes", PassKind::MatchShapes, shapesScene},
    {"AddForces", PassKind::AddForces, forcesScene},
    {"Advance", PassKind::Advance, forcesScene},
    {"SettleVelocities", PassKind::SettleVelocities, forcesScene},
};

// A scene after a quarter of a second, and its next step.
struct Prepared {
    SchedulePtr schedule;
    test::PassArrays arrays;
    StepPlan plan;
};

// One frame. Returns the time of the passes of a kind, which may be plain, and adds up their items.
double secondsOf(const Prepared& p, test::PassArrays& arrays, PassKind kind, bool isWide, std::int64_t& items) {
    double seconds = 0.0;
    const auto run = [&](const auto& buffers, const Pass& pass, const PassConstants& constants) {
        const cpu::Buffers b = buffers(arrays);
        const std::uint32_t last = pass.first + pass.count;
        const bool mayBeWide = cpu::hasWideKernels() && (isWide || pass.kind != kind);
        const double start = threadTime();
        cpu::runPiece(b, mayBeWide, pass, constants, pass.first, last);
        if (pass.kind != kind) return;
        seconds += threadTime() - start;
        items += pass.count;
    };
    test::replayPasses(*p.schedule, p.plan, p.schedule->tethers, run);
    return seconds;
}

Prepared prepare(const Case& c) {
    const SchedulePtr schedule = *compile(c.scene(), {.jacobi = true});
    StepSettings settings;
    settings.method = c.method;
    const StepInputs inputs = c.collides ? colliders() : StepInputs{};
    Progress progress = initialProgress(*schedule);
    Prepared p{schedule, test::PassArrays(*schedule), {}};
    std::int64_t items = 0;
    for (int i = 0; i < 15; ++i) {
        p.plan = *planStep(*schedule, settings, inputs, progress);
        secondsOf(p, p.arrays, c.kind, true, items);
        advance(progress, p.plan);
    }
    p.plan = *planStep(*schedule, settings, inputs, progress);
    return p;
}

// Prepared once for all runs.
const Prepared& prepared(const Case& c) {
    static std::map<const Case*, Prepared> known;
    const auto found = known.find(&c);
    return found != known.end() ? found->second : known.emplace(&c, prepare(c)).first->second;
}

void timeFrame(benchmark::State& state, const Case& c, bool isWide) {
    const Prepared& p = prepared(c);
    std::int64_t items = 0;
    for (auto _ : state) {
        test::PassArrays copy = p.arrays;
        state.SetIterationTime(secondsOf(p, copy, c.kind, isWide, items));
    }
    state.SetItemsProcessed(items);
}

const int kRegistered = [] {
    for (const Case& c : kCases) {
        for (const bool isWide : {false, true}) {
            const std::string name = std::string(isWide ? "Wide/" : "Plain/") + c.name;
            benchmark::RegisterBenchmark(name.c_str(), [&c, isWide](benchmark::State& s) { timeFrame(s, c, isWide); })
                ->UseManualTime()
                ->Iterations(10)
                ->Unit(benchmark::kMicrosecond);
        }
    }
    return 0;
}();

}  // namespace
}  // namespace pliant
