// Whatever forces, masses and stiffnesses do to a scene: after every step all particles are places, and so are those
// that they go back to when they are lost; the same ones, whoever computes them.

#include <fmt/format.h>

#include "pliant/shared/air.h"
#include "violence_support.h"

namespace pliant::test {
namespace {

class ViolentScenes : public testing::TestWithParam<NamedScene> {};

TEST_P(ViolentScenes, StayInThisWorld) {
    const Scene peaceful = GetParam().scene();
    std::uint64_t lost = 0;
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        Violence violence(seed);
        Scene scene = peaceful;
        violence.applyTo(scene);
        const SchedulePtr schedule = take(compile(scene, optionsFor(seed)));
        CpuSolver plain = take(CpuSolver::create(schedule, {1, false}));
        CpuSolver wide = take(CpuSolver::create(schedule, {1, true, false}));
        CpuSolver byTile = take(CpuSolver::create(schedule, {2, true, true}));
        for (int frame = 0; frame < 6; ++frame) {
            const StepSettings settings = violence.settings(*schedule);
            const StepInputs inputs = violence.inputs(scene);
            for (CpuSolver* solver : {&plain, &wide, &byTile})
                take(solver->step(settings, inputs));
            const Snapshot state = plain.snapshot();
            const std::string where = fmt::format("seed {}, frame {}", seed, frame + 1);
            ASSERT_NO_FATAL_FAILURE(expectSound(state, where));
            for (const CpuSolver* solver : {&wide, &byTile}) {
                ASSERT_EQ(take(compare(solver->snapshot(), state)).differing, 0u) << where;
                ASSERT_EQ(solver->snapshot().lost, state.lost) << where;
            }
            lost += state.lost;
        }
    }
    if (peaceful.positions.size() <= 2) return;  // nothing happens to so few
    EXPECT_GT(lost, 0u) << "this tests nothing";
}

INSTANTIATE_TEST_SUITE_P(Kinds, ViolentScenes, testing::ValuesIn(violentScenes()),
                         [](const auto& info) { return std::string(info.param.name); });

// Backward Euler runs on the CPU alone.
TEST(ViolentForces, StayInThisWorldImplicitly) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Violence violence(seed);
        Scene scene = clothScene(7, hooke(100.0f));
        scene.bodies[0].integrator = Integrator::BackwardEuler;
        violence.applyTo(scene);
        const SchedulePtr schedule = take(compile(scene, kForAllMethods));
        CpuSolver solver = take(CpuSolver::create(schedule));
        for (int frame = 0; frame < 6; ++frame) {
            take(solver.step(violence.settings(*schedule), violence.inputs(scene)));
            ASSERT_NO_FATAL_FAILURE(expectSound(solver.snapshot(), fmt::format("seed {}, frame {}", seed, frame + 1)));
        }
    }
}

// A ball of cloth falls out of this world, with bends in every third substep.
TEST(Lost, GoBackToAPlaceFromBendsThatRunNowAndThen) {
    MeshDescription ball = sphereMesh(vec3(0.0f), 0.5f, 1);
    ball.fabric = take(fabricNamed("stiff-cotton"));
    Scene scene;
    take(addMesh(scene, ball));
    scene.environment.gravity = vec3(0.0f, -9e8f, 0.0f);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene, kForAllMethods))));
    StepSettings s = settings(12);
    s.bendPeriod = 3;
    for (int frame = 0; frame < 240; ++frame) {
        take(solver.step(s));
        ASSERT_NO_FATAL_FAILURE(expectSound(solver.snapshot(), fmt::format("frame {}", frame + 1)));
    }
    EXPECT_GT(solver.snapshot().lost, 0u) << "this tests nothing";
}

// A bend that throws its third particle out of this world, in a substep that counts for three: the place before stays
// what it was.
TEST(Lost, AreNotCarriedByBends) {
    Scene scene;
    scene.environment.gravity = vec3(0.0f);
    for (const float x : {-50.0f, 50.0f, 9.9e8f, 9.9e8f})
        addParticle(scene, vec3(x), 1.0f);
    scene.pinned[0] = scene.pinned[1] = 1;
    scene.bends = {{BendKind::Quad, {0, 1, 2, 3}, {1e7f, -1e7f, 1.0f, -1.0f}}};
    StepSettings s = settings(1);
    s.bendPeriod = 3;
    for (const bool wide : {false, true}) {
        CpuSolver solver = take(CpuSolver::create(take(compile(scene, kForAllMethods)), {1, wide}));
        take(solver.step(s));
        const Snapshot state = solver.snapshot();
        EXPECT_EQ(state.lost, 1u);
        EXPECT_EQ(state.positions[2], scene.positions[2]);
        EXPECT_EQ(state.previous[2], scene.positions[2]);
        EXPECT_LT(state.positions[3].x, 9e8f) << "the other one has moved";
    }
}

// Where forces are no floats any more the air does nothing; it must not lose what it touches.
TEST(Lost, NeverComeFromTheAir) {
    for (const float far : {4e9f, 1e12f, 1e30f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
        const vec3 push = airPush<float>(vec3(0.0f), vec3(far, 0.0f, 0.0f), vec3(0.0f, 4e9f, 0.0f),
                                         vec3(0.0f, 0.0f, 1.0f), 1e3f, 1e4f, 5e5f, 2e5f);
        EXPECT_EQ(push, vec3(0.0f)) << far;
    }
}

}  // namespace
}  // namespace pliant::test
