// The scenes 'jelly' and 'balloon': what they are made of, and how they behave.

#include <algorithm>
#include <fstream>

#include "enclosure_support.h"
#include "pliant/state/crossings.h"
#include "scenes/scenes.h"

namespace pliant::test {
namespace {

using samples::SampleScene;
using samples::SceneOptions;

SceneOptions optionsFor(const std::string& name, std::map<std::string, double> knobs = {}) {
    SceneOptions options;
    options.scene = name;
    options.knobs = std::move(knobs);
    return options;
}

// Runs `frames` frames and calls look(frame, state) after each.
template <class Look>
void run(const SampleScene& sample, int frames, Look&& look) {
    CpuSolver solver = take(CpuSolver::create(take(compile(sample.scene)), {2, true}));
    for (int frame = 1; frame <= frames; ++frame) {
        take(solver.step({}, sample.inputs((frame - 1) / 60.0, frame / 60.0)));
        look(frame, solver.snapshot());
    }
}

float heightOf(const Body& body, const Snapshot& now) {
    float top = -1e9f;
    for (std::uint32_t i = 0; i < body.particleCount; ++i)
        top = std::max(top, now.positions[body.firstParticle + i].y);
    return top;
}

double volumeOf(const Body& body, const Snapshot& now) {
    Enclosure surface;
    surface.boundary = boundaryOf(body, now.positions);
    return measureOf(surface, now.positions, false);
}

TEST(Jelly, WobblesAndComesToRestAsItWas) {
    const SampleScene sample = take(samples::makeScene(optionsFor("jelly", {{"cells", 4}})));
    const Scene& scene = sample.scene;
    ASSERT_EQ(scene.bodies.size(), 3u);
    EXPECT_EQ(scene.shapes.size(), 1u);
    EXPECT_EQ(scene.bodies[0].particleCount, 125u);
    const Snapshot start = initialSnapshot(*take(compile(scene)));
    float lowest[3] = {1.0f, 1.0f, 1.0f}, highest[3] = {0.0f, 0.0f, 0.0f};
    run(sample, 180, [&](int frame, const Snapshot& now) {
        ASSERT_EQ(now.lost, 0u);
        for (std::size_t b = 0; b < 3; ++b) {
            const Body& body = scene.bodies[b];
            const bool hasTets = b != 1;
            const double share = volumeOf(body, now) / volumeOf(body, start);
            ASSERT_NEAR(share, 1.0, hasTets ? 0.1 : 0.5) << body.name << ", frame " << frame;
            if (frame < 30) continue;
            lowest[b] = std::min(lowest[b], heightOf(body, now));
            highest[b] = std::max(highest[b], heightOf(body, now));
            if (frame == 180) {
                EXPECT_NEAR(share, 1.0, hasTets ? 0.02 : 0.2) << body.name;
            }
        }
    });
    for (const std::size_t b : {0u, 1u})
        EXPECT_GT(highest[b] - lowest[b], 0.02f) << "it does not wobble";
}

TEST(Jelly, FillsAFile) {
    const std::string path = testing::TempDir() + "pliant_fill.obj";
    const MeshDescription ball = sphereMesh(vec3(7.0f, 5.0f, 1.0f), 30.0f, 2);
    const auto write = [&](std::size_t faces) {
        std::ofstream file(path);
        for (const vec3& p : ball.vertices)
            file << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
        for (std::size_t i = 0; i < faces; ++i) {
            file << 'f';
            for (std::size_t c = 0; c < 3; ++c)
                file << ' ' << ball.faceCorners[3 * i + c] + 1;
            file << '\n';
        }
    };
    SceneOptions options = optionsFor("jelly");
    options.fill = path;
    write(ball.faceSizes.size());
    const Scene scene = take(samples::makeScene(options)).scene;
    EXPECT_EQ(scene.bodies[2].name, path);
    for (const vec3& p : scene.positions)
        EXPECT_LT(std::max(std::abs(p.y), std::abs(p.x)), 1.5f);  // it has been fitted among the blocks
    write(ball.faceSizes.size() - 1);
    EXPECT_EQ(take(samples::makeScene(options)).scene.bodies[2].name, path) << "a small hole is bridged";
    write(ball.faceSizes.size() / 8);
    EXPECT_CONTAINS(messageOf(samples::makeScene(options)), "the mesh has no inside: its largest hole is");
    options.fill = "nowhere.obj";
    EXPECT_CONTAINS(messageOf(samples::makeScene(options)), "nowhere.obj");
    options.scene = "balloon";
    EXPECT_CONTAINS(messageOf(samples::makeScene(options)), "--fill has no meaning for the scene 'balloon'");
}

TEST(Jelly, HasItsOwnMaterials) {
    SceneOptions options = optionsFor("jelly");
    options.material.response = Response::Compliant;
    EXPECT_CONTAINS(messageOf(samples::makeScene(options)), "no meaning for the scene 'jelly'");
    EXPECT_CONTAINS(messageOf(samples::makeScene(optionsFor("jelly", {{"cells", 2.5}}))), "cells");
}

TEST(Balloon, FloatsOnItsStringAndWaterSpreads) {
    const SampleScene sample = take(samples::makeScene(optionsFor("balloon")));
    const Scene& scene = sample.scene;
    ASSERT_EQ(scene.enclosures.size(), 4u);
    ASSERT_EQ(scene.bodies.size(), 7u);
    float lowestTop = 1.0f;
    run(sample, 60, [&](int frame, const Snapshot& now) {
        ASSERT_EQ(now.lost, 0u);
        for (const Enclosure& e : scene.enclosures) {
            const double rest = measureOf(e, scene.positions, false);
            ASSERT_NEAR(measureOf(e, now.positions, false) / rest, 1.0, 0.01) << frame;
        }
        for (const std::size_t balloon : {0u, 2u, 4u})
            EXPECT_GT(heightOf(scene.bodies[balloon], now), 1.5f);
        lowestTop = std::min(lowestTop, heightOf(scene.bodies[6], now));
    });
    EXPECT_LT(lowestTop, 0.2f);
    EXPECT_GT(lowestTop, 0.08f);
}

// A string ends at its balloon's knot: contact does not push them off each other, and it never goes into it.
TEST(Balloon, FloatsWithContactAsWithout) {
    SceneOptions options = optionsFor("balloon");
    const auto endOf = [&](bool touches) {
        options.contact = touches;
        const SampleScene sample = take(samples::makeScene(options));
        EXPECT_EQ(sample.scene.contacts.empty(), !touches);
        std::vector<vec3> end;
        run(sample, 60, [&](int frame, const Snapshot& now) {
            EXPECT_TRUE(take(crossingsOf(sample.scene, now.positions)).empty()) << frame;
            end = now.positions;
        });
        end.resize(sample.scene.bodies[4].firstParticle);  // the third string and the ball of water fold
        return end;
    };
    EXPECT_EQ(endOf(true), endOf(false));
}

// Without air there is nothing to float in.
TEST(Balloon, FallsInAVacuum) {
    SceneOptions options = optionsFor("balloon");
    options.airDensity = 0.0f;
    const SampleScene sample = take(samples::makeScene(options));
    run(sample, 30, [&](int frame, const Snapshot& now) {
        if (frame == 30) {
            EXPECT_LT(heightOf(sample.scene.bodies[0], now), 1.0f);
        }
    });
}

}  // namespace
}  // namespace pliant::test
