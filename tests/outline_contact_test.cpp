// How bodies of a planar scene behave when they touch: momentum, friction, fast and thin bodies, ropes, strings, piles.

#include <chrono>
#include <numeric>

#include "outline_support.h"

namespace pliant::test {
namespace {

struct Momentum {
    dvec2 linear{0.0};
    double angular = 0.0;
    double size = 0.0;  // sum of m |v|
};

Momentum momentumOf(const Scene& scene, const Snapshot& s) {
    Momentum sum;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        const dvec2 v = (flat(s.positions[i]) - flat(s.previous[i])) / s.previousSubstep;
        const dvec2 x = 0.5 * (flat(s.positions[i]) + flat(s.previous[i]));
        sum.linear += double(scene.masses[i]) * v;
        sum.angular += scene.masses[i] * (x.x * v.y - x.y * v.x);
        sum.size += scene.masses[i] * std::hypot(v.x, v.y);
    }
    return sum;
}

// A state in which the bodies move, each with its own velocity.
Snapshot moving(const Scene& scene, const std::vector<vec2>& velocities, double h) {
    Snapshot s = initialSnapshot(*take(compile(scene)));
    s.previousSubstep = h;
    s.stepCount = 1;
    for (std::size_t body = 0; body < velocities.size(); ++body) {
        for (const std::uint32_t i : scene.bodies[body].vertexParticles)
            s.previous[i] = s.positions[i] - vec3(velocities[body] * static_cast<float>(h), 0.0f);
    }
    return s;
}

dvec2 velocityOf(const Scene& scene, const Snapshot& s, std::uint32_t body) {
    dvec2 sum(0.0);
    double mass = 0.0;
    for (const std::uint32_t i : scene.bodies[body].vertexParticles) {
        const dvec2 way = flat(s.positions[i]) - flat(s.previous[i]) + dvec2(s.carry[i].x, s.carry[i].y);
        sum += double(scene.masses[i]) * way / s.previousSubstep;
        mass += scene.masses[i];
    }
    return sum / mass;
}

dvec2 middleOf(const Scene& scene, const std::vector<vec3>& positions, std::uint32_t body) {
    dvec2 sum(0.0);
    for (const std::uint32_t i : scene.bodies[body].vertexParticles)
        sum += flat(positions[i]);
    return sum / double(scene.bodies[body].vertexParticles.size());
}

Scene weightless() {
    Scene scene = planeScene();
    scene.environment.gravity = vec3(0.0f);
    return scene;
}

const double kSubstep = 1.0 / 720;

void addPinned(Scene& scene, std::vector<vec2> outline) {
    SoftBodyDescription body;
    body.outline = std::move(outline);
    const Body& added = scene.bodies[take(addSoftBody(scene, body))];
    for (const std::uint32_t i : added.vertexParticles)
        scene.pinned[i] = 1;
}

TEST(OutlineContact, MomentumIsKeptInACrowd) {
    Scene scene = weightless();
    std::vector<vec2> velocities;
    for (int i = 0; i < 16; ++i) {
        const vec2 centre(0.5f * float(i % 4) - 0.75f, 0.5f * float(i / 4) - 0.75f);
        SoftBodyDescription body = crossedBody(bodyOutline(i, centre, 0.2f, 0.4f * float(i)), 0.3f + float(i % 3));
        body.thickness = i % 2 == 0 ? 0.0f : 0.01f;
        take(addSoftBody(scene, body));
        velocities.push_back(-3.0f * centre + vec2(0.7f, -0.4f));
    }
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    take(solver.restore(moving(scene, velocities, kSubstep)));
    const Momentum before = momentumOf(scene, solver.snapshot());
    for (int frame = 0; frame < 60; ++frame)
        take(solver.step());
    const Momentum after = momentumOf(scene, solver.snapshot());
    EXPECT_LT(after.size, 0.8 * before.size) << "they must have met";
    // A position of 1 m is rounded to 6e-8 m, a velocity to 4e-5 m/s, in each of 720 substeps. Angular momentum is not
    // kept so well: parting those that overlap moves masses that have velocities, and friction acts at the depth of a
    // contact.
    EXPECT_NEAR(after.linear.x, before.linear.x, 2e-5 * before.size);
    EXPECT_NEAR(after.linear.y, before.linear.y, 2e-5 * before.size);
    EXPECT_NEAR(after.angular, before.angular, 3e-3 * before.size);
}

TEST(OutlineContact, TwoBallsExchangeMomentumByTheirMasses) {
    for (const float heavy : {1.0f, 3.0f}) {
        Scene scene = weightless();
        take(addSoftBody(scene, crossedBody(circleOutline({-0.5f, 0}, 0.2f, 32), heavy)));
        take(addSoftBody(scene, crossedBody(circleOutline({0.1f, 0}, 0.2f, 32), 1.0f)));
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        take(solver.restore(moving(scene, {{2, 0}, {0, 0}}, kSubstep)));
        const auto play = [&](int frames) {
            for (int frame = 0; frame < frames; ++frame)
                take(solver.step());
        };
        play(12);  // they meet in the seventh frame; later, rounding alone moves the sum by as much as is allowed
        const Snapshot met = solver.snapshot();
        EXPECT_GT(velocityOf(scene, met, 1).x, 0.5) << "they have met";
        EXPECT_NEAR(heavy * velocityOf(scene, met, 0).x + velocityOf(scene, met, 1).x, 2.0 * heavy, 1e-4);
        play(15);
        const dvec2 first = velocityOf(scene, solver.snapshot(), 0), second = velocityOf(scene, solver.snapshot(), 1);
        EXPECT_GE(second.x, 2.0 * heavy / (heavy + 1.0) - 1e-3) << "they part";
        EXPECT_LE(first.x, 2.0 * heavy / (heavy + 1.0) + 1e-3);
        EXPECT_LE(second.x - first.x, 2.0) << "and not faster than they met";
        EXPECT_NEAR(first.y, 0.0, 0.02);
    }
}

// A body on a slope whose particles are pinned, its tangent `slope`.
struct Slide {
    Scene scene;
    dvec2 down;
};

Slide slideOf(double slope, float friction) {
    Slide slide{planeScene(), {}};
    const double size = std::hypot(1.0, slope);
    const dvec2 along(1.0 / size, -slope / size), up(slope / size, 1.0 / size);
    slide.down = along;
    const auto at = [&](double x, double y) { return vec2(along * x + up * y); };
    SoftBodyDescription ground;
    ground.outline = {at(-1, -0.5), at(8, -0.5), at(8, 0), at(3.1, 0), at(-1, 0)};
    ground.friction = friction;
    take(addSoftBody(slide.scene, ground));
    slide.scene.pinned.assign(slide.scene.pinned.size(), 1);
    SoftBodyDescription box;
    box.outline.clear();
    for (const vec2 p : rectangleOutline({0, 0.0f}, {0.6f, 0.2f}, 13, 5))
        box.outline.push_back(at(p.x, p.y));
    SoftBodyDescription body = crossedBody(box.outline);
    body.friction = friction;
    take(addSoftBody(slide.scene, body));
    return slide;
}

// Ways down the slope after half a second, a whole one, and one and a half [m].
std::array<double, 3> waysDown(double slope, float friction) {
    const Slide slide = slideOf(slope, friction);
    CpuSolver solver = take(CpuSolver::create(take(compile(slide.scene))));
    const dvec2 start = middleOf(slide.scene, slide.scene.positions, 1);
    std::array<double, 3> ways{};
    for (double& along : ways) {
        for (int frame = 0; frame < 30; ++frame)
            take(solver.step());
        const dvec2 way = middleOf(slide.scene, solver.snapshot().positions, 1) - start;
        along = way.x * slide.down.x + way.y * slide.down.y;
    }
    return ways;
}

// While it slides: at first it trembles from being put down, and sticks in between.
TEST(OutlineContact, FrictionHoldsOrLetsSlideAsCoulombSays) {
    const double slope = 0.5, size = std::hypot(1.0, slope), gravity = 9.81 / size;
    EXPECT_LT(std::abs(waysDown(slope, 0.6f)[2]), 0.005);
    for (const double friction : {0.0, 0.1, 0.2, 0.4}) {
        const std::array<double, 3> ways = waysDown(slope, static_cast<float>(friction));
        const double acceleration = (ways[2] - 2.0 * ways[1] + ways[0]) / 0.25;
        EXPECT_NEAR(acceleration, gravity * (slope - friction), 0.015 * gravity * (slope + friction)) << friction;
    }
}

// One substep carries the ball through the whole string.
TEST(OutlineContact, AFastBallDoesNotGoThroughAThinString) {
    for (const float speed : {2.0f, 10.0f, 30.0f}) {
        Scene scene = weightless();
        SoftBodyDescription string = crossedBody(rectangleOutline({-1, 0}, {1, 0.02f}, 41, 2), 1.0f);
        take(addSoftBody(scene, string));
        for (const std::uint32_t i : {0u, 40u, 41u, 81u})
            scene.pinned[i] = 1;
        take(addSoftBody(scene, crossedBody(circleOutline({0.013f, 0.5f}, 0.15f, 32), 0.3f)));
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        take(solver.restore(moving(scene, {{0, 0}, {0, -speed}}, kSubstep)));
        for (int frame = 0; frame < 60; ++frame) {
            take(solver.step());
            const Snapshot now = solver.snapshot();
            ASSERT_EQ(now.lost, 0u);
        }
        EXPECT_GT(velocityOf(scene, solver.snapshot(), 1).y, 0.0) << speed << " m/s";
        EXPECT_GT(middleOf(scene, solver.snapshot().positions, 1).y, 0.1) << speed << " m/s";
    }
}

TEST(OutlineContact, BodiesThatStartInsideEachOtherPartGently) {
    for (const float distance : {0.38f, 0.35f, 0.3f}) {
        Scene scene = weightless();
        for (const vec2 centre : {vec2(0, 0), vec2(distance, 0.01f)}) {
            SoftBodyDescription body = crossedBody(circleOutline(centre, 0.2f, 32));
            body.thickness = 0.008f;
            take(addSoftBody(scene, body));
        }
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 12; ++frame)
            take(solver.step());
        const Snapshot now = solver.snapshot();
        for (const double depth : depthsInside(scene, now.positions))
            EXPECT_EQ(depth, 0.0) << distance;
        EXPECT_LT(std::abs(velocityOf(scene, now, 0).x), 3.0) << distance;
    }
}

TEST(OutlineContact, APileComesToRest) {
    Scene scene = planeScene();
    scene.environment.damping = 0.2f;
    for (int i = 0; i < 30; ++i) {
        SoftBodyDescription body = crossedBody(
            bodyOutline(i, {0.25f + 0.5f * float(i % 3), 0.3f + 0.45f * float(i / 3)}, 0.2f, 0.5f * float(i)));
        body.thickness = 0.01f;
        take(addSoftBody(scene, body));
    }
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    StepInputs inputs;
    inputs.colliders = pit(0.0f, 1.5f);
    for (int frame = 0; frame < 240; ++frame)
        take(solver.step({}, inputs));
    const Snapshot rest = solver.snapshot();
    double energy = 0.0;
    for (std::size_t i = 0; i < rest.positions.size(); ++i) {
        const dvec2 v = (flat(rest.positions[i]) - flat(rest.previous[i])) / rest.previousSubstep;
        energy += 0.5 * scene.masses[i] * (v.x * v.x + v.y * v.y);
    }
    EXPECT_LT(energy / 30.0, 0.01) << "of a body, as at 14 cm/s [J]";
    for (const double depth : depthsInside(scene, rest.positions))
        EXPECT_LT(depth, 0.002);
}

TEST(OutlineContact, ARopeOfFatPointsCarriesBallsAndOtherRopes) {
    Scene scene = planeScene();
    scene.environment.damping = 1.0f;
    for (const float y : {0.0f, 0.3f}) {
        RopeDescription rope;
        rope.from = vec3(-1.0f, y, 0.0f);
        rope.to = vec3(1.0f, y, 0.0f);
        rope.count = 61;
        rope.length = 2.1f;
        const std::uint32_t index = take(addRope(scene, rope));
        scene.outlines.push_back({scene.bodies[index].vertexParticles, false, 0.03f});
        if (y == 0.0f) take(pinVertices(scene, index, std::vector<std::uint32_t>{0, 60}));
    }
    take(addSoftBody(scene, crossedBody(circleOutline({0.0f, 0.8f}, 0.2f, 32), 0.2f)));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    for (int frame = 0; frame < 180; ++frame)
        take(solver.step());
    const Snapshot now = solver.snapshot();
    const auto lowest = [&](std::uint32_t body) {
        double y = 1e9;
        for (const std::uint32_t i : scene.bodies[body].vertexParticles)
            y = std::min(y, double(now.positions[i].y));
        return y;
    };
    EXPECT_GT(lowest(0), -0.5);
    EXPECT_NEAR(lowest(1), lowest(0) + 0.06, 0.02);  // the sum of both radii
    EXPECT_NEAR(lowest(2), lowest(1) + 0.03, 0.02);
}

// A contact's push is not cut down for a light ball because the plank's corners have many other contacts.
TEST(OutlineContact, ManyBallsDoNotFallThroughAPlankOfFourPoints) {
    for (const float mass : {1.0f, 100.0f}) {
        constexpr int kBalls = 60;
        const float width = 0.45f * kBalls + 1.0f;
        Scene scene = planeScene();
        scene.environment.damping = 0.2f;
        addPinned(scene, rectangleOutline({-width, -2}, {width, -1}, 2, 2));
        SoftBodyDescription plank =
            crossedBody(rectangleOutline({-width / 2, -1}, {width / 2, 0}, 2, 2), mass * kBalls);
        plank.thickness = 0.008f;
        take(addSoftBody(scene, plank));
        for (int i = 0; i < kBalls; ++i) {
            const vec2 centre(0.45f * float(i) + 0.5f - width / 2, 1.3f);
            SoftBodyDescription ball = crossedBody(circleOutline(centre, 0.2f, 24));
            ball.thickness = 0.008f;
            take(addSoftBody(scene, ball));
        }
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 90; ++frame) {
            take(solver.step());
            const std::vector<double> depths = depthsInside(scene, solver.snapshot().positions);
            ASSERT_LT(*std::max_element(depths.begin(), depths.end()), frame < 60 ? 0.1 : 0.01)
                << mass << " kg, frame " << frame;
        }
    }
}

// What is usual among bodies, and the unit of displacements, are those of bodies that move.
TEST(OutlineContact, BodiesOnALargeGroundAreAsGoodAsOnASmallOne) {
    for (const float width : {4.0f, 1e5f}) {
        const auto onGround = [&](float height) {
            Scene scene = planeScene();
            addPinned(scene, rectangleOutline({-width / 2, -1}, {width / 2, 0}, 2, 2));
            SoftBodyDescription ball = crossedBody(circleOutline({0, height}, 0.2f, 24));
            ball.thickness = 0.008f;
            take(addSoftBody(scene, ball));
            return scene;
        };
        Scene sunk = onGround(0.15f);
        sunk.environment.gravity = vec3(0.0f);
        CpuSolver solver = take(CpuSolver::create(take(compile(sunk))));
        for (int frame = 0; frame < 20; ++frame)
            take(solver.step());
        EXPECT_LT(velocityOf(sunk, solver.snapshot(), 1).y, 3.0) << width << " m: parts gently";

        Scene rests = onGround(0.208f);
        rests.environment.damping = 1.0f;
        solver = take(CpuSolver::create(take(compile(rests))));
        for (int frame = 0; frame < 120; ++frame) {
            take(solver.step());
            if (frame < 60) continue;
            const Snapshot now = solver.snapshot();
            ASSERT_LT(std::abs(velocityOf(rests, now, 1).y), 0.05) << width << " m, frame " << frame;
        }
    }
}

// In which direction they part does not matter, but they must agree.
TEST(OutlineContact, DiscsAtTheSamePlacePart) {
    Scene scene = weightless();
    for (int i = 0; i < 2; ++i)
        scene.outlines.push_back({{addParticle(scene, vec3(1, 2, 0), 1.0f + float(i))}, false, 0.1f});
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    for (int frame = 0; frame < 5; ++frame)
        take(solver.step());
    const Snapshot now = solver.snapshot();
    const dvec2 gap = flat(now.positions[1]) - flat(now.positions[0]);
    EXPECT_GE(std::hypot(gap.x, gap.y), 0.2 - 1e-3);
    EXPECT_NEAR(2.0 * now.positions[1].x + now.positions[0].x, 3.0, 1e-4) << "momentum";
}

TEST(OutlineContact, TheOrderOfOutlinesDoesNotMatter) {
    Scene scene = basinScene();
    const auto endOf = [](const Scene& s) {
        CpuSolver solver = take(CpuSolver::create(take(compile(s))));
        for (int frame = 0; frame < 20; ++frame)
            take(solver.step());
        return solver.snapshot();
    };
    const Snapshot expected = endOf(scene);
    std::mt19937 random(1);
    std::shuffle(scene.outlines.begin(), scene.outlines.end(), random);
    EXPECT_EQ(take(compare(endOf(scene), expected)).differing, 0u);
}

// Of a body that flies apart, far away from all others: the substep takes no longer.
TEST(OutlineContact, ABodyAsLargeAsTheWorldTakesNoTime) {
    Scene scene = weightless();
    take(addSoftBody(scene, crossedBody(circleOutline({0, 0}, 0.2f, 16))));
    take(addSoftBody(scene, crossedBody(circleOutline({50, 0}, 0.2f, 16))));
    take(addSoftBody(scene, crossedBody(circleOutline({0, 100}, 30.0f, 16))));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    Snapshot start = solver.snapshot();
    for (const std::uint32_t i : scene.bodies[0].vertexParticles) {
        start.positions[i] = vec3(5e8f) + 2e9f * start.positions[i];
        start.positions[i].z = 0.0f;
    }
    start.previous = start.positions;
    take(solver.restore(start));
    const auto before = std::chrono::steady_clock::now();
    take(solver.step({.dt = 1.0 / 720, .substeps = 1}));
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(2));
}

// One that flies off beyond the world is lost, and the others go on as before.
TEST(OutlineContact, ALostBodyTakesNoPart) {
    Scene scene = basinScene();
    take(addSoftBody(scene, crossedBody(circleOutline({0, 10}, 0.2f, 16))));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    Snapshot start = solver.snapshot();
    start.previousSubstep = kSubstep;
    for (const std::uint32_t i : scene.bodies.back().vertexParticles)
        start.previous[i].y = -1.9e9f;
    take(solver.restore(start));
    for (int frame = 0; frame < 5; ++frame)
        take(solver.step());
    const Snapshot now = solver.snapshot();
    EXPECT_GT(now.lost, 0u);
    for (std::size_t i = 0; i + 16 < now.positions.size(); ++i)
        EXPECT_LT(std::hypot(now.positions[i].x, now.positions[i].y), 5.0) << i;
}

TEST(OutlineContact, ASceneWithoutOutlinesHasNoPassesForThem) {
    EXPECT_TRUE(take(compile(clothScene(4)))->contacts.empty());
    const SchedulePtr schedule = take(compile(basinScene()));
    ASSERT_EQ(schedule->contacts.size(), 4u);
    EXPECT_TRUE(validate(*schedule));
}

TEST(OutlineContact, ASchedulesOutlinesAreProved) {
    const SchedulePtr good = take(compile(basinScene()));
    const auto errorOf = [&](auto&& spoil) {
        Schedule s = *good;
        spoil(s);
        return messageOf(validate(s));
    };
    EXPECT_CONTAINS(errorOf([](Schedule& s) { ++s.outlines[3].first; }), "outline 3 does not follow");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.outlinePoints[20].particle = s.outlinePoints[2].particle; }),
                    "the second time by outline point 20");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.outlinePoints[20].after = 0; }), "point 20 is not one of outline 1");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.outlinePoints.push_back(s.outlinePoints[0]); }), "of no outline");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.outlineSpace.bucketMask = 62; }), "63 buckets");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { std::swap(s.contacts[1], s.contacts[2]); }), "passes of contacts");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.contacts[0].response = 1; }), "unknown response 1");
}

}  // namespace
}  // namespace pliant::test
