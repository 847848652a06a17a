// Bodies that touch, GPU against CPU, to the bit: enough of them that a pass is cut into pieces and that buckets of the
// grid hold several, whose order is up to chance.

#include "gpu_support.h"
#include "outline_support.h"

namespace pliant::test {
namespace {

class OutlineParity : public GpuTest {};

// A crowd that flies together: small and large bodies, and one that is lost on the way.
Scene crowd() {
    Scene scene = planeScene();
    scene.environment.gravity = vec3(0.0f);
    std::mt19937 random(3);
    std::uniform_real_distribution<float> size(0.05f, 0.2f), angle(0.0f, 6.0f);
    for (int i = 0; i < 120; ++i) {
        const vec2 centre(0.3f * float(i % 12), 0.3f * float(i / 12));
        SoftBodyDescription body = crossedBody(bodyOutline(i, centre, size(random), angle(random)));
        body.thickness = 0.002f * float(i % 3);
        take(addSoftBody(scene, body));
    }
    SoftBodyDescription string = crossedBody(rectangleOutline({-1, -0.5f}, {5, -0.4f}, 61, 2));
    take(addSoftBody(scene, string));
    return scene;
}

Snapshot thrownTogether(const Schedule& schedule) {
    Snapshot start = initialSnapshot(schedule);
    start.previousSubstep = 1.0 / 360;
    start.stepCount = 1;
    for (std::size_t i = 0; i < start.positions.size(); ++i) {
        const vec3 toMiddle = vec3(1.7f, 1.4f, 0.0f) - start.positions[i];
        start.previous[i] = start.positions[i] - 0.01f * toMiddle;
    }
    return start;
}

TEST_F(OutlineParity, ACrowdGivesTheSameBitsEverywhere) {
    const Scene scene = crowd();
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
    CpuSolver threaded = take(CpuSolver::create(schedule, {4, true}));
    const Snapshot start = thrownTogether(*schedule);
    take(gpu.restore(start));
    take(reference.restore(start));
    take(threaded.restore(start));
    for (int frame = 0; frame < 12; ++frame) {
        take(gpu.step(settings(6)));
        take(reference.step(settings(6)));
        take(threaded.step(settings(6)));
        const Snapshot expected = reference.snapshot();
        ASSERT_EQ(take(compare(threaded.snapshot(), expected)).differing, 0u) << "threads, frame " << frame;
        ASSERT_EQ(take(compare(take(gpu.snapshot()), expected)).differing, 0u) << "GPU, frame " << frame;
        for (const vec3& p : expected.positions)
            ASSERT_EQ(p.z, 0.0f);
    }
    EXPECT_NE(hashOf(reference.snapshot()), hashOf(start));
}

}  // namespace
}  // namespace pliant::test
