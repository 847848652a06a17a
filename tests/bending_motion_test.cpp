// Bends in motion, and what is made for lines, grids and meshes.

#include "bending_support.h"

namespace pliant::test {
namespace {

// ---- Motion

// The hinge's fourth vertex is pushed off its place, in four directions, and comes back. So does a flat one's.
TEST(BendMotion, APerturbedVertexReturns) {
    const double size = 0.1;
    for (const double rest : {-150.0, -90.0, -30.0, 0.0, 30.0, 90.0, 150.0}) {
        for (const dvec3& push :
             {dvec3(0, 0.02, 0.02), dvec3(0, -0.02, 0.015), dvec3(0.02, 0, -0.02), dvec3(-0.01, 0.01, 0.02)}) {
            for (const bool held : {true, false}) {
                World world;
                world.keep = 0.97f;  // the jerk of the first step would leave a free hinge spinning, and so unfolded
                const Points shape = foldedWings(rest * kDegree, size);
                for (std::size_t i = 0; i < 4; ++i)
                    world.add(shape[i], held && i < 3 ? 0.0f : 1000.0f);
                for (const auto& [a, b] : {std::pair(0u, 1u), {0u, 2u}, {1u, 2u}, {0u, 3u}, {1u, 3u}})
                    world.addStick(a, b);
                world.bends.push_back(hingeOf(shape, 2.0f, 0.014f));
                world.x[3] += vec3(push);
                world.p[3] = world.x[3];
                for (int i = 0; i < 500; ++i)
                    world.substep(0.0005f);
                Points x;
                for (std::size_t i = 0; i < 4; ++i)
                    x[i] = dvec3(world.x[i]);
                EXPECT_NEAR(foldOf(x), rest * kDegree, 1e-3) << rest << " held " << held;
                if (!held) continue;
                EXPECT_LE(glm::length(x[3] - shape[3]), 1e-3 * size) << rest;
            }
        }
    }
}

// Pushed through flat to the other side, a fold comes back to its own.
TEST(BendMotion, AFoldDoesNotFlipToItsMirror) {
    for (const double rest : {-100.0, -60.0, 60.0, 100.0}) {
        World world;
        const Points start = foldedWings(rest * -0.9 * kDegree, 0.1);
        for (std::size_t i = 0; i < 4; ++i)
            world.add(start[i], 1000.0f);
        for (const auto& [a, b] : {std::pair(0u, 1u), {0u, 2u}, {1u, 2u}, {0u, 3u}, {1u, 3u}})
            world.addStick(a, b);
        world.bends.push_back(hingeOf(foldedWings(rest * kDegree, 0.1), 2.0f, 0.01f));
        for (int i = 0; i < 1000; ++i)
            world.substep(0.0005f);
        EXPECT_NEAR(foldOf({dvec3(world.x[0]), dvec3(world.x[1]), dvec3(world.x[2]), dvec3(world.x[3])}),
                    rest * kDegree, 2e-3);
    }
}

// How a particle swings, measured at its passages through the centre and its turning points in between.
struct Swing {
    double frequency;  // angular [1/s]
    double decay;      // of the amplitude [1/s]
};

Swing swingOf(World& world, Index particle, dvec3 centre, dvec3 across, float h, double duration) {
    const auto height = [&] { return glm::dot(dvec3(world.x[particle]) - centre, across); };
    std::vector<double> crossings, peaks, peakTimes;
    double before = height(), peak = 0.0, peakTime = 0.0;
    for (double time = h; time < duration; time += h) {
        world.substep(h);
        const double now = height();
        if (std::abs(now) > peak) peak = std::abs(now), peakTime = time;
        if ((now > 0.0) != (before > 0.0)) {
            crossings.push_back(time - h * now / (now - before));
            if (crossings.size() > 1) peaks.push_back(peak), peakTimes.push_back(peakTime);
            peak = 0.0;
        }
        before = now;
    }
    if (peaks.size() < 2) return {};
    return {kPi * double(crossings.size() - 1) / (crossings.back() - crossings.front()),
            std::log(peaks.front() / peaks.back()) / (peakTimes.back() - peakTimes.front())};
}

// Middle mass m between pinned ends: v = -2 y, E = k/2 4 y^2, so m y'' = -4 k y and w = 2 sqrt(k / m), k = EI / ds^3.
// With damping time tau the amplitude falls as exp(-tau w^2 t / 2).
TEST(BendMotion, ThreeParticleBeamSwingsAndDecaysByTheFormula) {
    const double spacing = 0.1, stiffness = 0.01, mass = 0.1;
    const double expected = 2.0 * std::sqrt(stiffness / (spacing * spacing * spacing) / mass);
    for (const float damping : {0.0f, 2e-3f, 8e-3f}) {
        World world;
        for (int i = 0; i < 3; ++i)
            world.add(dvec3(spacing * (i - 1), 0, 0), i == 1 ? float(1.0 / mass) : 0.0f);
        world.bends.push_back(lineOf(float(spacing), float(stiffness), damping));
        const float h = 2.5e-4f;  // shorter ones are no better: the step's change of velocity is rounded away
        world.x[1].y = world.p[1].y = 0.01f;
        const Swing swing = swingOf(world, 1, dvec3(0), dvec3(0, 1, 0), h, 2.0);
        EXPECT_NEAR(swing.frequency / expected, 1.0, 0.01);
        const double decay =
            0.5 * expected * expected * (double(damping) + h);  // a step of XPBD is one of implicit Euler
        EXPECT_NEAR(swing.decay, decay, 0.05 * 0.5 * expected * expected * 2e-3) << damping;
    }
}

// A hinge with one free vertex: v . n = k3 y, so w^2 = k3^2 / (compliance m).
TEST(BendMotion, HingeSwingsAndDecaysByTheFormula) {
    for (const double rest : {0.0, 60 * kDegree}) {
        for (const float damping : {0.0f, 2e-3f}) {
            const float h = 5e-4f;
            World world;
            const Points shape = foldedWings(rest);
            for (std::size_t i = 0; i < 4; ++i)
                world.add(shape[i], i == 3 ? 10.0f : 0.0f);
            world.bends.push_back(hingeOf(shape, 30.0f, damping));
            world.addStick(0, 3);
            world.addStick(1, 3);
            const SceneBend& bend = world.bends[0];
            const dvec3 across(0.0, std::sin(rest), -std::cos(rest));  // square to its triangle
            const double lever = bend.weights[3] * glm::dot(across, hingeDirection(shape));
            const double expected = std::abs(lever) * std::sqrt(10.0 / bend.compliance);
            world.x[3] = world.p[3] = vec3(shape[3] + 0.01 * across);
            const Swing swing = swingOf(world, 3, shape[3], across, h, 2.0);
            EXPECT_NEAR(swing.frequency / expected, 1.0, 0.01) << rest;
            const double unit = 0.5 * expected * expected;
            EXPECT_NEAR(swing.decay, unit * (double(damping) + h), 0.05 * unit * 2e-3) << rest << " " << damping;
        }
    }
}

// Euler and Bernoulli: a beam on two supports, w = (pi / L)^2 sqrt(EI / (mass per length)).
TEST(BendMotion, BeamOnTwoSupportsHasItsFrequency) {
    const Index segments = 16;
    const double length = 1.0, stiffness = 0.05, massPerLength = 0.2, spacing = length / segments;
    World world;
    std::vector<Index> particles;
    for (Index i = 0; i <= segments; ++i) {
        const bool isEnd = i == 0 || i == segments;
        const double height = 0.01 * std::sin(kPi * i / segments);
        world.add(dvec3(i * spacing, isEnd ? 0.0 : height, 0.0), isEnd ? 0.0f : float(1.0 / (massPerLength * spacing)));
        particles.push_back(i);
    }
    world.bends = bendsOfLine(particles, float(spacing), float(stiffness), 0.0f);
    ASSERT_EQ(world.bends.size(), segments - 1);
    const Swing swing = swingOf(world, segments / 2, dvec3(0.5, 0, 0), dvec3(0, 1, 0), 1e-4f, 4.0);
    EXPECT_NEAR(swing.frequency, kPi * kPi / (length * length) * std::sqrt(stiffness / massPerLength), 0.05);
}

// ---- What is made

TEST(BendsOfLine, OnePerInnerParticle) {
    EXPECT_TRUE(bendsOfLine({}, 1.0f, 1.0f, 0.0f).empty());
    EXPECT_TRUE(bendsOfLine(std::vector<Index>{4, 5}, 1.0f, 1.0f, 0.0f).empty());
    EXPECT_TRUE(bendsOfLine(std::vector<Index>{4, 5, 6}, 1.0f, 0.0f, 0.0f).empty());
    const std::vector<SceneBend> bends = bendsOfLine(std::vector<Index>{9, 4, 7, 1}, 0.5f, 2.0f, 0.25f);
    ASSERT_EQ(bends.size(), 2u);
    EXPECT_EQ(bends[1].particles, (std::array<Index, 4>{4, 7, 1, 1}));
    EXPECT_EQ(bends[1].weights, (std::array<float, 4>{1, -2, 1, 0}));
    EXPECT_FLOAT_EQ(bends[1].compliance, 0.125f / 2.0f);
    EXPECT_EQ(bends[1].damping, 0.25f);
    EXPECT_TRUE(validate(bends[0], 0, 10));
}

TEST(BendsOfGrid, EverySizeHasItsStencils) {
    for (Index columns = 0; columns < 7; ++columns) {
        for (Index rows = 0; rows < 7; ++rows) {
            const std::vector<SceneBend> bends = bendsOfGrid(3, columns, rows, 0.1f, 0.2f, 1.0f, 0.0f);
            const std::size_t inRows = columns < 3 ? 0 : (columns - 2) * rows,
                              inColumns = rows < 3 ? 0 : (rows - 2) * columns;
            const std::size_t twists = columns < 2 || rows < 2 ? 0 : (columns - 1) * (rows - 1);
            ASSERT_EQ(bends.size(), inRows + inColumns + twists) << columns << " x " << rows;
            for (std::size_t i = 0; i < bends.size(); ++i) {
                EXPECT_EQ(bends[i].kind, i < inRows + inColumns ? BendKind::Line : BendKind::Quad);
                EXPECT_TRUE(validate(bends[i], i, 3 + columns * rows));
                EXPECT_GE(*std::min_element(bends[i].particles.begin(), bends[i].particles.end()), 3u);
            }
        }
    }
    EXPECT_TRUE(bendsOfGrid(0, 5, 5, 0.1f, 0.1f, 0.0f, 0.0f).empty());
}

// The strips along the border are half as wide, and half as stiff.
TEST(BendsOfGrid, BorderLinesAreHalfAsStiff) {
    const float dx = 0.5f, dy = 0.25f, stiffness = 2.0f;
    const std::vector<SceneBend> bends = bendsOfGrid(0, 4, 3, dx, dy, stiffness, 0.0f);
    ASSERT_EQ(bends.size(), 6u + 4u + 6u);
    const float row = dx * dx * dx / (dy * stiffness), column = dy * dy * dy / (dx * stiffness);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_FLOAT_EQ(bends[i].compliance, i / 2 == 1 ? row : 2.0f * row) << i;
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_FLOAT_EQ(bends[6 + i].compliance, i == 1 || i == 2 ? column : 2.0f * column) << i;
    EXPECT_FLOAT_EQ(bends[10].compliance, dx * dy / (2.0f * stiffness));
    EXPECT_EQ(bends[10].particles, (std::array<Index, 4>{0, 1, 4, 5}));
    EXPECT_FLOAT_EQ(bendsOfGrid(0, 3, 1, dx, dy, stiffness, 0.0f).at(0).compliance, row);
}

TEST(BendsOfMesh, EdgesOfManyTrianglesAndBadOnes) {
    // Three triangles around the edge 0 1; one of them twice; one without area; one that names a vertex twice.
    std::vector<vec3> positions{
        vec3(0, 0, 0), vec3(1, 0, 0),       vec3(0.5f, 1, 0), vec3(0.5f, -0.5f, 0.8f), vec3(0.5f, -0.5f, -0.8f),
        vec3(2, 0, 0), vec3(0.3f, 1e-8f, 0)};
    std::vector<Index> triangles{0, 1, 2, 1, 0, 3, 0, 1, 4};
    EXPECT_EQ(bendsOfMesh(positions, triangles, 1.0f, 0.0f).size(), 3u);
    triangles.insert(triangles.end(), {0, 1, 5, 0, 1, 6, 1, 1, 2});
    const std::vector<SceneBend> bends = bendsOfMesh(positions, triangles, 1.0f, 0.0f);
    EXPECT_EQ(bends.size(), 3u);
    for (std::size_t i = 0; i < bends.size(); ++i) {
        EXPECT_EQ(bends[i].kind, BendKind::Hinge);
        EXPECT_TRUE(validate(bends[i], i, positions.size()));
    }
    EXPECT_TRUE(bendsOfMesh(positions, triangles, 0.0f, 0.0f).empty());
    EXPECT_EQ(bendsOfMesh(positions, std::vector<Index>{0, 1, 2, 0, 1, 2}, 1.0f, 0.0f).size(), 0u);
    // Folded flat onto itself.
    positions[3] = vec3(0.4f, 0.9f, 0);
    EXPECT_EQ(bendsOfMesh(positions, std::vector<Index>{0, 1, 2, 0, 1, 3}, 1.0f, 0.0f).size(), 0u);
}

TEST(BendsOfMesh, WindingDoesNotMatter) {
    for (const double fold : {-70 * kDegree, 70 * kDegree}) {
        std::vector<vec3> positions;
        for (const dvec3& x : foldedWings(fold))
            positions.push_back(vec3(x));
        const SceneBend a = bendsOfMesh(positions, std::vector<Index>{0, 1, 2, 1, 0, 3}, 1.0f, 0.0f).at(0);
        const SceneBend b = bendsOfMesh(positions, std::vector<Index>{2, 1, 0, 3, 1, 0}, 1.0f, 0.0f).at(0);
        EXPECT_EQ(a.particles, b.particles);
        EXPECT_EQ(a.weights, b.weights);
        EXPECT_EQ(a.rest, b.rest);
        EXPECT_EQ(a.rest > 0.0f, fold > 0.0);
    }
}

TEST(ValidateBend, NamesIndexValueAndRule) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const SceneBend line = lineOf(1.0f, 1.0f), twist = twistOf(), hinge = hingeOf(foldedWings(1.0));
    for (const SceneBend& good : {line, twist, hinge})
        EXPECT_TRUE(validate(good, 0, 4));
    const auto expect = [](SceneBend bend, const std::function<void(SceneBend&)>& spoil, const char* part) {
        spoil(bend);
        const Status status = validate(bend, 17, 4);
        ASSERT_FALSE(status) << part;
        EXPECT_NE(status.error().message.find("bend 17 "), std::string::npos) << status.error().message;
        EXPECT_NE(status.error().message.find(part), std::string::npos) << status.error().message;
    };
    expect(
        twist, [](SceneBend& b) { b.particles[2] = 4; }, "particle 4, but the scene has 4");
    expect(
        twist, [](SceneBend& b) { b.particles[3] = 1; }, "particle 1 twice");
    expect(
        line, [](SceneBend& b) { b.particles[3] = 0; }, "must repeat the third, 2");
    expect(
        line, [](SceneBend& b) { b.particles[2] = b.particles[3] = 0; }, "particle 0 twice");
    expect(
        line,
        [](SceneBend& b) {
            b.weights = {1, -2, 0, 1};
        },
        "fourth weight is 1");
    expect(
        twist, [=](SceneBend& b) { b.weights[1] = nan; }, "weight of nan");
    expect(
        twist, [](SceneBend& b) { b.weights[1] = 1e8f; }, "weight of 1");
    expect(
        twist, [](SceneBend& b) { b.weights[1] = -1.1f; }, "add up to");
    expect(
        twist, [](SceneBend& b) { b.rest = 1.0f; }, "rest of 1 m");
    expect(
        hinge, [=](SceneBend& b) { b.rest = infinity; }, "rest of inf");
    expect(
        hinge, [=](SceneBend& b) { b.compliance = nan; }, "compliance of nan");
    expect(
        hinge, [](SceneBend& b) { b.compliance = -1.0f; }, "compliance of -1 m/N; it must be 0 or from");
    expect(
        hinge, [](SceneBend& b) { b.compliance = 1e-16f; }, "compliance of 1e-16");
    expect(
        hinge, [](SceneBend& b) { b.damping = -0.5f; }, "damping of -0.5 s");
    expect(
        hinge, [=](SceneBend& b) { b.damping = infinity; }, "damping of inf");
    expect(
        hinge, [](SceneBend& b) { b.kind = BendKind(9); }, "kind 9");
}

}  // namespace
}  // namespace pliant::test
