// The scenes that come with the command: what they are made of, and what is done to them.

#include "scenes/scenes.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <set>

#include "command.h"
#include "intersections.h"
#include "pliant/cpu/cpu_solver.h"
#include "support.h"

namespace pliant::test {
namespace {

using samples::SampleScene;
using samples::SceneOptions;

SampleScene sceneOf(const std::string& name, std::optional<std::uint32_t> size = {}) {
    SceneOptions options;
    options.scene = name;
    options.size = size;
    options.fabric = take(fabricNamed("cotton"));
    return take(samples::makeScene(options));
}

// Scenes with knobs have no size.
std::optional<std::uint32_t> sizeFor(const samples::SceneEntry& entry, std::uint32_t size) {
    return entry.knobs.empty() ? std::optional(size) : std::nullopt;
}

std::size_t pinnedIn(const Scene& scene, const Body& body) {
    const auto first = scene.pinned.begin() + body.firstParticle;
    return static_cast<std::size_t>(std::count(first, first + body.particleCount, 1));
}

TEST(Scenes, AllThatAreListedCompileAndAreLookedAtFromSomewhere) {
    for (const samples::SceneEntry& entry : samples::sceneList()) {
        SCOPED_TRACE(entry.name);
        const SampleScene sample = sceneOf(entry.name, sizeFor(entry, 7));
        EXPECT_TRUE(compile(sample.scene));
        EXPECT_EQ(samples::isOfRopes(entry.name), sample.scene.bodies[0].isLine);
        ASSERT_TRUE(sample.outlook);
        EXPECT_GT(sample.outlook->distance, 0.0f);
        for (const vec3 p : sample.scene.positions)
            EXPECT_GE(p.y, sample.outlook->floor);
    }
}

// A slider has no place where there is no scene.
TEST(Scenes, AreMadeWithEveryKnobAtEitherEnd) {
    for (const samples::SceneEntry& entry : samples::sceneList()) {
        for (const samples::Knob& knob : entry.knobs) {
            for (const double value : {knob.least, knob.most}) {
                SceneOptions options;
                options.scene = entry.name;
                options.knobs[knob.name] = value;
                EXPECT_TRUE(samples::makeScene(options)) << entry.name << ": " << knob.name << " = " << value;
            }
        }
    }
}

TEST(Scenes, DrawTheFloorThatTheyStandOn) {
    SceneOptions options;
    options.ground = -3.5f;
    for (const samples::SceneEntry& entry : samples::sceneList()) {
        SCOPED_TRACE(entry.name);
        if (!samples::takes(entry.name, "--ground")) continue;
        options.scene = entry.name;
        options.size = sizeFor(entry, 5);
        EXPECT_EQ(take(samples::makeScene(options)).outlook->floor, -3.5f);
    }
}

// Explicit Euler is held by its lead; the others all hang.
TEST(ClothIntegrators, OneExplodesAndStaysInThePicture) {
    samples::SceneOptions options;
    options.scene = "cloth-integrators";
    options.knobs = {{"particles", 10}, {"implicit", 1}, {"air", 0.05}, {"stiffness", 60}};
    const samples::SampleScene sample = take(samples::makeScene(options));
    const Scene& scene = sample.scene;
    ASSERT_EQ(scene.bodies.size(), 6u);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    for (int frame = 0; frame < 240; ++frame)
        take(solver.step());
    const Snapshot state = solver.snapshot();
    for (const Body& body : scene.bodies) {
        const bool isExplicit = body.integrator == Integrator::ExplicitEuler;
        float lowest = 1e9f, fastest = 0.0f;
        for (std::uint32_t i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
            EXPECT_LT(glm::length(state.positions[i] - scene.positions[body.firstParticle]), 2.5f) << body.name;
            lowest = std::min(lowest, state.positions[i].y);
            fastest = std::max(fastest, glm::length(state.positions[i] - state.previous[i]) * 720.0f);
        }
        EXPECT_EQ(fastest > 20.0f, isExplicit) << body.name << " " << fastest;
        EXPECT_TRUE(isExplicit || std::abs(lowest - 0.23f) < 0.06f) << body.name << " " << lowest;
    }
}

// Nothing else holds it. What is pinned, or has been told another floor or none, falls as far as it likes.
TEST(Mesh, ThatIsAloneFallsOntoAFloor) {
    const tests::TempFolder folder;
    tests::writeFile(folder / "m.obj", "v 0 2 0\nv 3 2 0\nv 3 6 0\nv 0 6 0\nf 1 2 3 4\n");
    SceneOptions options;
    options.scene = folder / "m.obj";
    const auto floorsOf = [&] {
        std::vector<float> heights;
        for (const Collider& collider : take(samples::makeScene(options)).inputs(0.0, 0.0).colliders)
            heights.push_back(collider.shape == ColliderShape::Plane ? collider.pose.position.y : NAN);
        return heights;
    };
    EXPECT_EQ(floorsOf(), std::vector<float>{1.5f}) << "a tenth of its size below it";
    options.ground = -7.0f;
    EXPECT_EQ(floorsOf(), std::vector<float>{-7.0f});
    options.ground.reset();
    options.pin = "first";
    EXPECT_TRUE(floorsOf().empty());
    options.pin.reset();
    options.hasNoGround = true;
    EXPECT_TRUE(floorsOf().empty());
    options.scene = "drape";
    EXPECT_CONTAINS(messageOf(samples::makeScene(options)), "--ground none has no meaning for the scene 'drape'");
}

TEST(Flag, HangsOnAPoleThatStandsOnTheFloor) {
    SceneOptions options;
    options.scene = "flag";
    options.size = 10;
    for (const float ground : {0.0f, -2.0f}) {
        options.ground = ground;
        const Scene scene = take(samples::makeScene(options)).scene;
        ASSERT_EQ(scene.bodies.size(), 2u);
        const Body& pole = scene.bodies[1];
        EXPECT_EQ(pinnedIn(scene, scene.bodies[0]), 10u);
        EXPECT_EQ(pinnedIn(scene, pole), 2u);
        EXPECT_EQ(scene.positions[pole.firstParticle], vec3(0.0f, ground, 0.0f));
        EXPECT_GE(scene.positions[pole.firstParticle + 1].y, scene.positions[9].y);
    }
}

TEST(ManyFlags, HangOnTheirOwnPolesInDirectionsOfTheirOwn) {
    const Scene scene = sceneOf("many-flags", 10).scene;
    ASSERT_EQ(scene.bodies.size(), 20u);
    std::set<float> directions;
    for (std::size_t flag = 0; flag < 10; ++flag) {
        const Body& cloth = scene.bodies[flag];
        const Body& pole = scene.bodies[10 + flag];
        EXPECT_EQ(cloth.columns, 12u);
        EXPECT_EQ(cloth.rows, 16u);
        EXPECT_EQ(pinnedIn(scene, cloth), 12u);
        EXPECT_EQ(pole.particleCount, 2u);
        EXPECT_EQ(pinnedIn(scene, pole), 2u);
        const vec3 top = scene.positions[cloth.firstParticle], foot = scene.positions[pole.firstParticle];
        EXPECT_EQ(foot, vec3(top.x, 0.0f, top.z));
        directions.insert(scene.positions[cloth.firstParticle + cloth.particleCount - 1].z - top.z);
    }
    EXPECT_EQ(directions.size(), 10u);
    EXPECT_EQ(sceneOf("many-flags").scene.bodies.size(), 2u * 4096);
}

TEST(ManyFlags, WaveInGusts) {
    const SampleScene sample = sceneOf("many-flags", 1);
    EXPECT_GT(sample.scene.environment.airDensity, 0.0f);
    const vec3 first = *sample.inputs(0.0, 0.01).wind, later = *sample.inputs(0.5, 0.51).wind;
    EXPECT_GT(first.x, 0.0f);
    EXPECT_GT(later.x, 0.0f);
    EXPECT_NE(first, later);
}

TEST(Ropes, HangEachByItsFirstParticle) {
    const Scene scene = sceneOf("ropes", 50).scene;
    ASSERT_EQ(scene.bodies.size(), 50u);
    for (const Body& rope : scene.bodies) {
        EXPECT_EQ(rope.particleCount, 32u);
        EXPECT_EQ(pinnedIn(scene, rope), 1u);
        EXPECT_EQ(scene.pinned[rope.firstParticle], 1);
    }
    EXPECT_EQ(sceneOf("ropes").scene.bodies.size(), 1000u);
}

// Where a step ends the next begins, at a speed that ropes can follow.
TEST(Ropes, TheBallMovesWithoutJumps) {
    const SampleScene sample = sceneOf("ropes", 1);
    Pose last = *sample.inputs(0.0, 0.0).colliders.at(0).before;
    double way = 0.0;
    for (int frame = 0; frame < 600; ++frame) {
        const Collider ball = sample.inputs(frame / 60.0, (frame + 1) / 60.0).colliders.at(0);
        EXPECT_EQ(*ball.before, last);
        const double part = distanceBetween(ball.before->position, ball.pose.position);
        EXPECT_LT(part, 2.0 / 60.0);
        way += part;
        last = ball.pose;
    }
    EXPECT_GT(way, 5.0);
}

TEST(LargeDrape, IsTheDrapeWithMoreParticles) {
    EXPECT_EQ(sceneOf("large-drape", 9).scene.positions, sceneOf("drape", 9).scene.positions);
    EXPECT_EQ(sceneOf("large-drape").scene.positions.size(), 1024u * 1024u);
}

CpuSolver runFor(const SampleScene& sample, int frames, auto&& look) {
    CpuSolver solver = take(CpuSolver::create(take(compile(sample.scene)), {2, true}));
    StepSettings settings;
    settings.substeps = sample.usual.substeps.value_or(0);
    for (int frame = 1; frame <= frames; ++frame) {
        take(solver.step(settings, sample.inputs((frame - 1) / 60.0, frame / 60.0)));
        look(frame, solver);
    }
    return solver;
}

// A knot, and ten times the rope's weight at its end: 2 m of rope are 1.9 m long, and 2 m without friction.
// The rope is 2.004 m long. Friction keeps the knot from tightening further; without any it tightens until it is as
// small as the rope is thick, and no weight takes it apart, since a rope does not go through itself.
TEST(Scenes, AKnotIsHeldByFriction) {
    for (const auto& [friction, weight] : {std::pair{0.8, 10.0}, {0.0, 10.0}, {0.5, 30.0}}) {
        SceneOptions options;
        options.scene = "knot";
        options.knobs["friction"] = friction;
        options.knobs["weight"] = weight;
        const SampleScene sample = take(samples::makeScene(options));
        const CpuSolver solver = runFor(sample, 420, [](int, const CpuSolver&) {});
        const std::vector<vec3> places = solver.snapshot().positions;
        const float apart = glm::distance(places.front(), places.back());
        const bool isHeld = apart < 1.91f, isAsked = weight == 10.0;
        if (isAsked) {
            EXPECT_EQ(isHeld, friction > 0.0) << apart;
        }
        EXPECT_LT(apart, 1.95f);
    }
}

// Else it would be as thick as it is high, and push the flag away.
TEST(Scenes, APoleIsOnlyThereToBeSeen) {
    SceneOptions options;
    options.scene = "flag";
    options.size = 8;
    options.contact = true;
    const SampleScene sample = take(samples::makeScene(options));
    ASSERT_EQ(sample.scene.bodies.size(), 2u);
    ASSERT_EQ(sample.scene.contacts.size(), 1u);
    EXPECT_EQ(sample.scene.contacts[0].firstParticle, sample.scene.bodies[0].firstParticle);
    EXPECT_LT(sample.scene.contacts[0].thickness, 0.25f);
}

// Without being told to touch itself.
TEST(Scenes, AFlagInTheWindGoesNotThroughItself) {
    const SampleScene sample = sceneOf("flag");
    const std::vector<Triangle3> triangles = trianglesOf(sample.scene);
    ASSERT_EQ(sample.scene.contacts.size(), 1u);
    runFor(sample, 240, [&](int frame, const CpuSolver& solver) {
        if (frame % 10 != 0) return;
        EXPECT_EQ(intersections(solver.snapshot().positions, triangles), 0u) << frame;
    });
}

TEST(Scenes, ACurtainThatIsPushedTogetherGoesNotThroughItself) {
    const SampleScene sample = sceneOf("curtain");
    const std::vector<Triangle3> triangles = trianglesOf(sample.scene);
    double narrowest = 2.4;
    runFor(sample, 240, [&](int frame, const CpuSolver& solver) {
        if (frame % 15 != 0) return;
        const std::vector<vec3> places = solver.snapshot().positions;
        EXPECT_EQ(intersections(places, triangles), 0u) << frame;
        narrowest = std::min(narrowest, double(places[79].x - places[0].x));
    });
    EXPECT_LT(narrowest, 0.65);
}

}  // namespace
}  // namespace pliant::test
