// A thousand bodies of all kinds are dropped into pits, ten at a time: none stays stuck in another.

#include "outline_support.h"

namespace pliant::test {
namespace {

constexpr float kSkin = 0.008f;  // [m], thickness of the bodies, a fiftieth of their size

Scene dropsOf(unsigned seed) {
    Scene scene = planeScene();
    scene.environment.damping = 0.1f;
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> radius(0.12f, 0.22f), angle(0.0f, 6.2831853f), place(-0.05f, 0.05f);
    std::uniform_int_distribution<int> kind(0, 3);
    for (int i = 0; i < 10; ++i) {
        const vec2 centre(0.25f + 0.5f * float(i % 2) + place(random), 0.35f + 0.5f * float(i / 2) + place(random));
        const float turn = angle(random);
        SoftBodyDescription body = crossedBody(bodyOutline(kind(random), centre, radius(random), turn));
        body.thickness = kSkin;
        take(addSoftBody(scene, body));
    }
    return scene;
}

// The longest time that a point was inside another body without a break [s].
double longestInside(unsigned seed, int frames) {
    const Scene scene = dropsOf(seed);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    StepInputs inputs;
    inputs.colliders = pit(0.0f, 1.0f);
    std::vector<int> since(scene.positions.size(), 0);
    int longest = 0;
    for (int frame = 0; frame < frames; ++frame) {
        take(solver.step({}, inputs));
        const Snapshot now = solver.snapshot();
        EXPECT_EQ(now.lost, 0u);
        const std::vector<double> depths = depthsInside(scene, now.positions);
        for (std::size_t i = 0; i < depths.size(); ++i) {
            EXPECT_TRUE(std::isfinite(now.positions[i].x) && std::isfinite(now.positions[i].y));
            since[i] = depths[i] > 0.0 ? since[i] + 1 : 0;
            longest = std::max(longest, since[i]);
        }
    }
    return longest / 60.0;
}

TEST(OutlineDrops, NoPointStaysInAnotherBody) {
    for (unsigned seed = 0; seed < 100; ++seed)
        EXPECT_LE(longestInside(seed, 90), 0.2) << "drop " << seed;
}

}  // namespace
}  // namespace pliant::test
