// The cord between two objects, corrected by position and by springs.

#include "catenary.h"
#include "pliant/state/stretch.h"
#include "scene_support.h"

namespace pliant::test {
namespace {

using samples::SampleScene;
using samples::SceneOptions;

SampleScene cordOf(std::map<std::string, double> knobs = {}, float damping = 0.5f) {
    return take(samples::makeScene(sceneOptions("cord", std::move(knobs), damping)));
}

std::vector<vec3> placesOf(const SampleScene& sample, const Snapshot& state, std::size_t body) {
    const Body& b = sample.scene.bodies[body];
    const auto first = state.positions.begin() + b.firstParticle;
    return {first, first + b.particleCount};
}

TEST(Cord, IsTwoAlikeBetweenCubes) {
    const SampleScene sample = cordOf({{"particles", 9}, {"span", 3}, {"slack", 0.1}, {"end-lock", 0}});
    ASSERT_EQ(sample.scene.bodies.size(), 2u);
    ASSERT_EQ(sample.ornaments.size(), 4u);
    for (std::uint32_t body = 0; body < 2; ++body) {
        const Body& b = sample.scene.bodies[body];
        ASSERT_EQ(b.particleCount, 9u);
        const std::uint32_t start = b.firstParticle, end = start + 8;
        EXPECT_EQ(sample.ornaments[2 * body].particle, start);
        EXPECT_EQ(sample.ornaments[2 * body + 1].particle, end);
        EXPECT_EQ(sample.scene.pinned[start], 1);
        EXPECT_EQ(sample.scene.pinned[end], 0);
        EXPECT_NEAR(glm::distance(sample.scene.positions[start], sample.scene.positions[end]), 3.0f, 1e-5f);
        EXPECT_NEAR(sample.scene.sticks[8 * body].restLength, 3.3f / 8.0f, 1e-5f);
        EXPECT_EQ(sample.scene.masses[start], sample.scene.masses[end]) << "both carry an object";
        EXPECT_GT(sample.scene.masses[end], sample.scene.masses[start + 1]);
    }
    EXPECT_EQ(sample.scene.bodies[0].integrator, Integrator::Verlet);
    EXPECT_EQ(sample.scene.bodies[1].integrator, Integrator::SemiImplicitEuler);
    EXPECT_EQ(sample.scene.materials[sample.scene.sticks[0].material].response, Response::Rigid);
    const StickMaterial& spring = sample.scene.materials[sample.scene.sticks[8].material];
    EXPECT_EQ(spring.response, Response::Hooke);
    EXPECT_EQ(spring.stiffness, 2000.0f);
    SceneOptions stiff;
    stiff.scene = "cord";
    stiff.material = hooke(3.0f);
    EXPECT_CONTAINS(messageOf(samples::makeScene(stiff)), "--stiffness");
}

TEST(Cord, OfPositionCorrectionHangsAsACatenary) {
    const SampleScene sample = cordOf({{"particles", 60}, {"iterations", 50}, {"slack", 0.5}}, 4.0f);
    StepSettings settings = usualSettings(sample);
    settings.substeps = std::max(settings.substeps, 20u);
    const std::vector<vec3> places = placesOf(sample, settled(sample, settings, 360), 0);
    const Catenary catenary(2.0, 3.0);
    for (const vec3& p : places)
        EXPECT_NEAR(-p.y, catenary.sagAt(p.x), 0.003 * 3.0) << "at " << p.x;
}

// Every spring is stretched by the weight below it over its stiffness, the object's too.
TEST(Cord, OfSpringsHangsAsHookeSays) {
    const SampleScene sample = cordOf({{"particles", 12}, {"slack", 0}, {"end-lock", 0}, {"stiffness", 1500}}, 6.0f);
    const Scene& scene = sample.scene;
    const Snapshot state = settled(sample, usualSettings(sample), 900);
    const std::vector<vec3> places = placesOf(sample, state, 1);
    const Body& body = scene.bodies[1];
    double below = 0.0, length = 0.0;
    for (std::uint32_t i = body.particleCount - 1; i > 0; --i) {
        below += double(scene.masses[body.firstParticle + i]) * 9.81;
        const double expected = double(scene.sticks[11].restLength) + below / 1500.0;
        EXPECT_NEAR(glm::distance(places[i], places[i - 1]), expected, 2e-4) << "spring " << i;
        length += expected;
    }
    EXPECT_NEAR(places.front().y - places.back().y, length, 2e-3);
}

TEST(Cord, TheEndObjectFollowsTheLastParticle) {
    const SampleScene sample = cordOf({{"end-lock", 0}});
    const Snapshot state = settled(sample, usualSettings(sample), 60);
    for (std::size_t body = 0; body < 2; ++body) {
        const std::uint32_t end = sample.ornaments[2 * body + 1].particle;
        EXPECT_LT(state.positions[end].y, -1.0f) << "it has fallen, and its cube is drawn where it is";
        EXPECT_EQ(state.positions[sample.ornaments[2 * body].particle],
                  sample.scene.positions[sample.ornaments[2 * body].particle]);
    }
}

// The bound that is shown is where it happens.
TEST(Cord, TakesSoManySubstepsThatStiffSpringsHold) {
    for (const double stiffness : {50.0, 2000.0, 30000.0}) {
        const SampleScene sample = cordOf({{"stiffness", stiffness}});
        const StepSettings usual = usualSettings(sample);
        for (const samples::Note& note : sample.notes(usual))
            EXPECT_FALSE(note.isWarning) << note.text;
        const Snapshot state = settled(sample, usual, 600);
        EXPECT_EQ(state.lost, 0u);
        EXPECT_LT(measureStretch(sample.scene, state.positions).max, 60.0 / stiffness + 0.02) << stiffness << " N/m";
    }
    EXPECT_GT(cordOf({{"stiffness", 30000}}).usual.substeps, cordOf().usual.substeps);
}

TEST(Cord, WarnsOfTooFewSubstepsWhereSpringsTear) {
    const SampleScene sample = cordOf();
    StepSettings few = usualSettings(sample);
    ASSERT_GT(few.substeps, 1u);
    few.substeps = 1;
    const std::vector<samples::Note> notes = sample.notes(few);
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_TRUE(notes[1].isWarning);
    EXPECT_CONTAINS(notes[1].text, "2000 N/m");
    const Snapshot state = settled(sample, few, 300);
    EXPECT_GT(measureStretch(sample.scene, state.positions).max, 0.5);
}

TEST(Cord, ThatTearsDoesNotGetAway) {
    for (const char* lock : {"start-lock", "end-lock"}) {
        const SampleScene sample = cordOf({{"stiffness", 1e5}, {lock, 0}});
        StepSettings few;
        few.substeps = 1;
        const Snapshot state = settled(sample, few, 300);
        EXPECT_EQ(state.lost, 0u);
        for (const vec3& p : placesOf(sample, state, 1))
            EXPECT_LT(glm::length(p), 8.0f) << "cords are 2.5 m long";
    }
}

}  // namespace
}  // namespace pliant::test
