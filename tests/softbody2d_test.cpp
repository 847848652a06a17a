// The scene softbody2d: soft bodies that fall into a basin, by numbers.

#include <limits>

#include "pliant/cpu/cpu_solver.h"
#include "scenes/scenes.h"
#include "support.h"

namespace pliant::test {
namespace {

using glm::dvec2;
using samples::SampleScene;

constexpr double kStep = 1.0 / 60.0;

class SoftBodies : public testing::Test {
  protected:
    void make(std::map<std::string, double> knobs) {
        samples::SceneOptions options;
        options.scene = "softbody2d";
        options.knobs = std::move(knobs);
        sample_ = take(samples::makeScene(options));
        solver_.emplace(take(CpuSolver::create(take(compile(sample_.scene)), {1, true})));
        steps_ = 0;
    }
    const Scene& scene() const { return sample_.scene; }

    Snapshot step() {
        take(solver_->step({}, sample_.inputs(kStep * steps_, kStep * (steps_ + 1))));
        ++steps_;
        return solver_->snapshot();
    }
    Snapshot runTo(double time) {
        Snapshot state;
        while (steps_ * kStep < time)
            state = step();
        return state;
    }

    dvec2 middleOf(const Body& body, const Snapshot& state) const {
        dvec2 sum(0.0);
        for (std::uint32_t i = 0; i < body.particleCount; ++i)
            sum += dvec2(state.positions[body.firstParticle + i]);
        return sum / double(body.particleCount);
    }
    bool isThrown(const Body& body) const { return scene().pinned[body.firstParticle] == 0; }

    void expectInBasin(const Snapshot& state) const {
        for (const vec3 p : state.positions) {
            ASSERT_LE(std::abs(p.x), 2.0f) << steps_;  // false of NaN
            ASSERT_GE(p.y, 0.0f) << steps_;
            ASSERT_EQ(p.z, 0.0f);
        }
    }
    double largestEdge(const Snapshot& state) const {
        double largest = 0.0;
        for (const SceneStick& s : scene().sticks) {
            if (!isForce(s)) continue;
            const double length = distanceBetween(state.positions[s.a], state.positions[s.b]);
            largest = std::max(largest, length / double(s.restLength));
        }
        return largest;
    }
    bool isForce(const SceneStick& s) const { return scene().materials[s.material].response == Response::Hooke; }
    bool hasWarning() const {
        if (!sample_.notes) return false;
        const std::vector<samples::Note> notes = sample_.notes({});
        return std::any_of(notes.begin(), notes.end(), [](const samples::Note& note) { return note.isWarning; });
    }

    SampleScene sample_;
    std::optional<CpuSolver> solver_;
    int steps_ = 0;
};

TEST_F(SoftBodies, StayInTheBasinWhereverTheyAreThrown) {
    make({});
    Snapshot state;
    for (int i = 0; i < 600 && !HasFatalFailure(); ++i)
        expectInBasin(state = step());
    EXPECT_EQ(state.lost, 0u);
}

TEST_F(SoftBodies, KeepTheirAreaUnderPressure) {
    make({});
    ASSERT_GT(scene().enclosures.size(), 4u);
    for (int i = 0; i < 600; ++i) {
        const Snapshot state = step();
        if (i % 5 != 0) continue;
        for (const Enclosure& enclosure : scene().enclosures) {
            const double area = measureOf(enclosure, state.positions, true);
            ASSERT_NEAR(area / measureOf(enclosure, scene().positions, true), 1.0, 0.01) << i;
        }
    }
}

TEST_F(SoftBodies, OfGasGiveUnderLoadAndComeBack) {
    make({{"pressure", 2000}, {"bodies", 1}, {"shape", 0}});
    ASSERT_EQ(scene().enclosures.size(), 1u);
    const double before = measureOf(scene().enclosures[0], scene().positions, true);
    double least = before;
    for (int i = 0; i < 300; ++i)
        least = std::min(least, measureOf(scene().enclosures[0], step().positions, true));
    const double after = measureOf(scene().enclosures[0], solver_->snapshot().positions, true);
    EXPECT_LT(least, 0.995 * before) << "the landing";
    EXPECT_NEAR(after / before, 1.0, 0.1);
}

// The string is drawn down with what lies on it, and let go: something flies higher than it lay before.
TEST_F(SoftBodies, AreThrownByTheTautString) {
    make({});
    const Snapshot before = runTo(2.45);
    std::vector<double> heights;
    for (const Body& body : scene().bodies)
        heights.push_back(middleOf(body, before).y);
    double thrown = 0.0;
    runTo(4.0);
    while (steps_ * kStep < 5.0) {
        const Snapshot state = step();
        for (std::size_t i = 0; i < scene().bodies.size(); ++i) {
            const Body& body = scene().bodies[i];
            if (isThrown(body)) thrown = std::max(thrown, middleOf(body, state).y - heights[i]);
        }
    }
    EXPECT_GT(thrown, 0.29);
}

TEST_F(SoftBodies, OfSpringForcesHoldBelowTheStableBound) {
    make({{"solver", 1}, {"bodies", 4}});
    EXPECT_FALSE(hasWarning());
    for (int i = 0; i < 300; ++i)
        ASSERT_LT(largestEdge(step()), 3.0) << i;
}

TEST_F(SoftBodies, OfSpringForcesBlowUpBeyondItAndTheSceneSaysSo) {
    make({{"solver", 1}, {"bodies", 4}, {"stiffness", 2e6}});
    EXPECT_TRUE(hasWarning());
    double largest = 0.0;
    for (int i = 0; i < 120; ++i)
        largest = std::max(largest, largestEdge(step()));
    EXPECT_GT(largest, 10.0);
}

// Solved as constraints, the same stiffness is no trouble.
TEST_F(SoftBodies, OfConstraintsDoNotBlowUp) {
    make({{"solver", 0}, {"bodies", 4}, {"stiffness", 2e6}});
    EXPECT_FALSE(hasWarning());
    for (int i = 0; i < 300 && !HasFatalFailure(); ++i)
        expectInBasin(step());
}

TEST_F(SoftBodies, AreAsManyAsTheKnobSays) {
    for (const double count : {0.0, 1.0, 37.0}) {
        make({{"bodies", count}});
        EXPECT_EQ(scene().bodies.size(), std::size_t(count) + 2);
    }
}

}  // namespace
}  // namespace pliant::test
