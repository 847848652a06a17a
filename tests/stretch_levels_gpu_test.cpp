// Elastic sticks between clusters on a GPU: the bits of the CPU, beside rigid ones, whatever the method.

#include "gpu_support.h"

namespace pliant::test {
namespace {

// Two sheets, of rubber and of cotton, and a rope that stretches, from a pin to the corner of the first.
Scene mixedScene() {
    Scene scene;
    for (const char* fabric : {"rubber", "cotton"}) {
        GridDescription grid;
        grid.columns = 29;
        grid.rows = 23;
        grid.corner = vec3(0.0f, 0.0f, fabric[0] == 'r' ? 0.0f : 0.5f);
        grid.alongColumn = vec3(0.0f, -0.8f, 0.6f);
        grid.fabric = take(fabricNamed(fabric));
        const std::uint32_t body = take(addGrid(scene, grid));
        take(pinPlace(scene, body, GridPlace::FirstRowCorners));
    }
    RopeDescription rope;
    rope.count = 70;
    rope.from = vec3(-1.5f, 0.5f, 0.0f);
    rope.to = vec3(-0.05f, 0.0f, 0.0f);
    rope.axialCompliance = 1e-4f;
    const std::uint32_t line = take(addRope(scene, rope));
    const std::uint32_t first = scene.bodies[line].firstParticle;
    scene.pinned[first] = 1;
    scene.sticks.push_back({first + 69, 29, 0.05f, scene.sticks.back().material});
    // Whole, and compliant: its sticks stand behind those of the others in their colours.
    RopeDescription soft;
    soft.count = 12;
    soft.from = vec3(2.0f, 0.0f, 0.0f);
    soft.to = vec3(3.0f, 0.0f, 0.0f);
    soft.material = compliant(0.5f);
    take(pinVertices(scene, take(addRope(scene, soft)), std::vector<std::uint32_t>{0}));
    return scene;
}

bool carriesBesideWholeBodies(const Schedule& schedule) {
    return std::any_of(schedule.levels.begin(), schedule.levels.end(), [](const Pass& pass) {
        return pass.kind == PassKind::CarryTensions && 0 < pass.wholeCount && pass.wholeCount < pass.count;
    });
}

class StretchParity : public GpuTest {};

TEST_F(StretchParity, HasTheSameBitsWhereTensionsAreCarried) {
    const SchedulePtr schedule =
        take(compile(mixedScene(), {.tiles = TileUse::Always, .tileParticles = 128, .jacobi = true}));
    ASSERT_GT(schedule->tensionLinks.size(), 1000u);
    ASSERT_TRUE(carriesBesideWholeBodies(*schedule));
    for (const Method method : {Method::GaussSeidel, Method::Tiles, Method::Hybrid, Method::Jacobi})
        for (const Order order : {Order::First, Order::Second}) {
            GpuSolver gpu = gpuSolver(schedule);
            const std::uint32_t items = order == Order::First ? 0 : 100'000;
            GpuSolver chained = take(GpuSolver::create(gpu.gpu(), schedule, {.chainedItems = items}));
            CpuSolver plain = take(CpuSolver::create(schedule, {1, false}));
            CpuSolver wide = take(CpuSolver::create(schedule, {2, true}));
            StepSettings s = settings(order == Order::First ? 0 : 7, order == Order::First ? 1 : 2);
            s.method = method;
            s.order = order;
            for (int frame = 0; frame < 6; ++frame) {
                StepInputs inputs;
                if (frame == 2) inputs.pins.push_back({.particle = 0, .action = PinInput::Action::Release});
                if (frame == 4) inputs.pins.push_back({.particle = 300, .action = PinInput::Action::Hold});
                take(gpu.step(s, inputs));
                take(chained.step(s, inputs));
                take(plain.step(s, inputs));
                take(wide.step(s, inputs));
                const std::uint64_t wanted = hashOf(plain.snapshot());
                ASSERT_EQ(hashOf(wide.snapshot()), wanted) << int(method) << ", frame " << frame;
                ASSERT_EQ(hashOf(take(gpu.snapshot())), wanted) << int(method) << ", frame " << frame;
                ASSERT_EQ(hashOf(take(chained.snapshot())), wanted) << int(method) << ", frame " << frame;
            }
        }
}

}  // namespace
}  // namespace pliant::test
