// A particle that is pulled: a spring to a place, for as long as it is asked for, whatever its stiffness and the step.

#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "support.h"

namespace pliant::test {
namespace {

using Action = PinInput::Action;

StepInputs pull(std::uint32_t particle, vec3 target, float compliance) {
    return {{{particle, Action::Pull, target, compliance}}, {}, {}};
}

// One free particle of 2 kg at the origin, in nothing.
CpuSolver loneParticle() {
    Scene scene;
    addParticle(scene, vec3(0.0f), 2.0f);
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    return take(CpuSolver::create(take(compile(scene))));
}

// Backward Euler of m x'' = (target - x) / compliance, in double:
//     x'' h^2 = x1 - 2 x0 + x_before,   so   x1 (1 + h^2 / (m a)) = 2 x0 - x_before + h^2 / (m a) target
TEST(PullPins, IsBackwardEulerOfASpring) {
    const vec3 target(1.0f, -2.0f, 0.5f);
    for (const float compliance : {1e-6f, 1e-3f, 0.1f, 10.0f}) {
        CpuSolver solver = loneParticle();
        const std::uint32_t substeps = 4;
        const double h = 1.0 / 60.0 / substeps, k = h * h / (2.0 * compliance);
        double x = 0.0, before = 0.0;
        for (int frame = 0; frame < 30; ++frame) {
            take(solver.step(settings(substeps), pull(0, target, compliance)));
            for (std::uint32_t i = 0; i < substeps; ++i)
                before = std::exchange(x, (2.0 * x - before + k) / (1.0 + k));
            const vec3 place = solver.snapshot().positions[0];
            EXPECT_LT(glm::distance(glm::dvec3(place), x * glm::dvec3(target)), 2e-5)
                << "frame " << frame << ", compliance " << compliance;
        }
    }
}

TEST(PullPins, WithoutComplianceIsThereAtOnce) {
    CpuSolver solver = loneParticle();
    take(solver.step(settings(3), pull(0, vec3(5.0f, 6.0f, 7.0f), 0.0f)));
    EXPECT_LT(glm::distance(solver.snapshot().positions[0], vec3(5.0f, 6.0f, 7.0f)), 1e-5f);
}

TEST(PullPins, LastsForOneStep) {
    CpuSolver solver = loneParticle();
    take(solver.step(settings(4), pull(0, vec3(1.0f, 0.0f, 0.0f), 1e-2f)));
    const Snapshot pulled = solver.snapshot();
    EXPECT_EQ(pulled.pinned[0], 0);
    const vec3 speed = pulled.positions[0] - pulled.previous[0];  // per substep
    EXPECT_GT(speed.x, 0.0f);
    take(solver.step(settings(4)));
    EXPECT_NEAR(solver.snapshot().positions[0].x, pulled.positions[0].x + 4.0f * speed.x, 1e-6f);
}

TEST(PullPins, DoesNotMoveAPinnedParticleNorChangeTethers) {
    const Scene scene = clothScene(8);
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    take(solver.step(settings(4), pull(0, vec3(9.0f), 0.0f)));
    EXPECT_EQ(solver.snapshot().positions[0], scene.positions[0]);
    EXPECT_EQ(solver.snapshot().pinned, scene.pinned);
    const StepPlan plan = take(planStep(*schedule, {}, pull(35, vec3(9.0f), 0.0f), initialProgress(*schedule)));
    EXPECT_FALSE(plan.tethers) << "measured anew, which takes long, for a particle that anchors nothing";
}

TEST(PullPins, ErrorsNameWhatIsWrongAndChangeNothing) {
    CpuSolver solver = loneParticle();
    const Snapshot before = solver.snapshot();
    for (const float compliance : {-1.0f, 2e6f, std::numeric_limits<float>::quiet_NaN()}) {
        const std::string message = messageOf(solver.step({}, pull(0, vec3(1.0f), compliance)));
        EXPECT_CONTAINS(message, "pin 0 has the compliance");
        EXPECT_CONTAINS(message, "from 0 to 1000000");
    }
    EXPECT_CONTAINS(messageOf(solver.step({}, pull(0, vec3(HUGE_VALF), 1.0f))), "pin 0 has the target");
    EXPECT_EQ(solver.snapshot(), before);
}

}  // namespace
}  // namespace pliant::test
