// --collider: meshes in the way of a scene, which stand still or go where a point cache has them, and solids.

#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "cli_support.h"
#include "pliant/io/pc2.h"
#include "scenes/in_the_way.h"

namespace pliant::tests {
namespace {

// A square of n x n vertices and 1 m, level, around the axis.
std::string squareObj(int n, double height) {
    std::string text;
    for (int i = 0; i < n * n; ++i) {
        const double x = double(i % n) / (n - 1) - 0.5, z = double(i / n) / (n - 1) - 0.5;
        text += "v " + std::to_string(x) + " " + std::to_string(height) + " " + std::to_string(z) + "\n";
    }
    for (int row = 0; row + 1 < n; ++row) {
        for (int column = 0; column + 1 < n; ++column) {
            const int a = row * n + column + 1;
            for (const int corner : {a, a + n, a + n + 1, a + 1})
                text += (corner == a ? "f " : " ") + std::to_string(corner);
            text += "\n";
        }
    }
    return text;
}

// The table of squareObj(2, ...) at a height per sample.
std::string cacheOf(const std::vector<float>& heights, std::int32_t points = 4) {
    std::string bytes("POINTCACHE2\0", 12);
    const auto add = [&](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
    add(std::int32_t(1));
    add(points);
    add(0.0f);
    add(1.0f);
    add(static_cast<std::int32_t>(heights.size()));
    for (const float height : heights) {
        for (std::int32_t i = 0; i < points; ++i) {
            add(float(i % 2) - 0.5f);
            add(height);
            add(float(i / 2) - 0.5f);
        }
    }
    return bytes;
}

// The heights of the vertices of an OBJ file.
std::vector<double> heightsIn(const std::string& path) {
    std::vector<double> heights;
    for (const std::string& line : linesOf(readFile(path), "v "))
        heights.push_back(std::stod(wordsOf(line)[2]));
    return heights;
}

class CliCollider : public CommandTest {
  protected:
    CliCollider() {
        writeFile(folder_ / "sheet.obj", squareObj(6, 1.3));
        writeFile(folder_ / "table.obj", squareObj(2, 0.8));
        writeFile(folder_ / "lift.pc2", cacheOf({0.8f, 0.82f, 0.86f, 0.9f}));
    }

    // Heights of the sheet's 36 vertices after a run: files have those of no collider.
    void simulate(const std::string& options) {
        const Finished done = pliant("simulate sheet.obj --backend cpu --out end.obj " + options);
        ASSERT_EQ(done.status, 0) << done.err;
        sheet_ = heightsIn(folder_ / "end.obj");
        ASSERT_EQ(sheet_.size(), 36u);
    }

    double lowest() const { return *std::min_element(sheet_.begin(), sheet_.end()); }

    // The sheet and what is in its way: "lift.pc2@table.obj".
    samples::SampleScene sceneWith(const std::vector<std::string>& colliders, double samplesPerSecond = 60.0) const {
        samples::SceneOptions options;
        options.scene = folder_ / "sheet.obj";
        options.colliderFps = samplesPerSecond;
        for (const std::string& collider : colliders) {
            const std::size_t at = collider.find('@');
            const std::string mesh = folder_ / collider.substr(at + 1);
            options.colliders.push_back(at == std::string::npos ? mesh
                                                                : folder_ / collider.substr(0, at).append("@" + mesh));
        }
        Result<samples::SampleScene> made = samples::makeScene(options);
        EXPECT_TRUE(made) << (made ? "" : made.error().message);
        return *made;
    }

    // Where all that moves is brought in the frame of 1/60 s that ends then [m].
    static void expectBroughtTo(double height, const samples::SampleScene& sample, double time) {
        const StepInputs inputs = sample.inputs(time - 1.0 / 60.0, time);
        ASSERT_GE(inputs.pins.size(), 4u);
        for (const PinInput& pin : inputs.pins)
            EXPECT_NEAR(pin.target.y, height, 1e-6) << "particle " << pin.particle;
    }

    std::vector<double> sheet_;
};

TEST_F(CliCollider, BearsWhatFallsOnIt) {
    simulate("--frames 60 --ground 0");
    EXPECT_LT(lowest(), 0.1);
    simulate("--frames 60 --ground 0 --collider table.obj");
    EXPECT_GT(lowest(), 0.9);
    EXPECT_LT(lowest(), 1.2);
}

// 0.24 m is what 1.2 of the sheet's sticks are.
TEST_F(CliCollider, IsAsThickAsTheBodiesOrAsSaid) {
    simulate("--frames 120 --collider table.obj");
    EXPECT_NEAR(sheet_[14], 0.8 + 0.24, 0.03);
    simulate("--frames 120 --collider table.obj --collider-thickness 0.04");
    EXPECT_NEAR(sheet_[14], 0.8 + 0.14, 0.03);
}

// The floor that nobody asked for is below all that is there.
TEST_F(CliCollider, StandsOnTheFloorOfAMesh) {
    writeFile(folder_ / "deep.obj", squareObj(2, -3.0));
    simulate("--frames 90 --collider deep.obj");
    EXPECT_LT(lowest(), -1.0);
}

TEST_F(CliCollider, GoesWhereItsCacheSays) {
    const samples::SampleScene sample = sceneWith({"lift.pc2@table.obj"});
    expectBroughtTo(0.82, sample, 1.0 / 60.0);
    expectBroughtTo(0.86, sample, 2.0 / 60.0);
    expectBroughtTo(0.9, sample, 1.0);  // the last stays
    // Half of the way from the second sample to the third.
    expectBroughtTo(0.84, sceneWith({"lift.pc2@table.obj"}, 30.0), 3.0 / 60.0);
    simulate("--frames 60 --collider lift.pc2@table.obj");
    EXPECT_GT(lowest(), 0.95);
}

// Of its cache there are as many samples a second as frames, unless a number is said.
TEST_F(CliCollider, GoesByTheFrames) {
    const auto hashOf = [&](const std::string& rate) {
        return report("simulate sheet.obj --backend cpu --frames 3 --fps 30 --collider lift.pc2@table.obj " + rate)
            .at("hash");
    };
    EXPECT_EQ(hashOf("--collider-fps 30"), hashOf(""));
    EXPECT_NE(hashOf("--collider-fps 60"), hashOf(""));
}

// Where the scene begins it is where the first sample has it, whatever the mesh file says.
TEST_F(CliCollider, BeginsAtTheFirstSample) {
    writeFile(folder_ / "elsewhere.obj", squareObj(2, 7.0));
    const samples::SampleScene sample = sceneWith({"lift.pc2@elsewhere.obj"});
    ASSERT_GE(sample.scene.positions.size(), 36u + 4u);
    for (std::size_t i = 36; i < sample.scene.positions.size(); ++i)
        EXPECT_EQ(sample.scene.positions[i].y, 0.8f);
    expectBroughtTo(0.82, sample, 1.0 / 60.0);
}

TEST_F(CliCollider, MayBeSeveral) {
    writeFile(folder_ / "second.obj", squareObj(3, 0.2));
    const samples::SampleScene sample = sceneWith({"table.obj", "lift.pc2@table.obj", "second.obj"});
    const std::vector<Body>& bodies = sample.scene.bodies;
    ASSERT_EQ(bodies.size(), 4u);
    EXPECT_EQ(sample.bodiesInTheWay, 3u);
    EXPECT_EQ(sample.scene.positions[bodies[1].firstParticle].y, 0.8f);
    EXPECT_EQ(sample.scene.positions[bodies[3].firstParticle].y, 0.2f);
    for (const PinInput& pin : sample.inputs(0.0, 1.0 / 60.0).pins)
        EXPECT_LT(pin.particle - bodies[2].firstParticle, bodies[2].particleCount) << "the others stand";
    simulate("--frames 2 --collider table.obj --collider lift.pc2@table.obj --collider second.obj");
}

// So a cache of the run fits the mesh that was simulated, and what is told is told of that.
TEST_F(CliCollider, IsInNoFileAndNoNumber) {
    writeFile(folder_ / "deep.obj", squareObj(20, -3.0));
    const std::string line = "simulate sheet.obj --backend cpu --frames 2 --collider deep.obj";
    const Finished done = pliant(line + " --out run.pc2 --out end.ply");
    ASSERT_EQ(done.status, 0) << done.err;
    const Result<Pc2Reader> run = Pc2Reader::open(folder_ / "run.pc2");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->points(), 36u);
    EXPECT_EQ(linesOf(readFile(folder_ / "end.ply"), "element"), Words({"element vertex 36", "element face 25"}));
    const json r = report(line);
    EXPECT_GT(r.at("lowest"), 1.0);
    const int obstacles = r.at("obstacle_particles").get<int>();
    EXPECT_EQ(r.at("particles"), 36 + obstacles);
    EXPECT_PRED_FORMAT2(
        IsSubstring,
        fmt::format("36 particles, {} sticks, and {} particles of obstacles", r.at("sticks").get<int>(), obstacles),
        done.out);
    const Finished told = pliant("inspect sheet.obj --contact 0.1 --collider deep.obj --collider-thickness 0.2");
    EXPECT_PRED_FORMAT2(IsSubstring, "contacts     2, 0.1 to 0.2 m thick", told.out);
    EXPECT_PRED_FORMAT2(IsSubstring, " of them of obstacles)", told.out);
    EXPECT_PRED_FORMAT2(IsSubstring, "rims         2, of 12 to 20 particles, with the lines behind them", told.out);
}

TEST_F(CliCollider, IsTheSameOnEitherBackendAndAgainstItsFile) {
    const std::string line = " sheet.obj --collider lift.pc2@table.obj --frames 20";
    EXPECT_EQ(pliant("compare" + line).status, 0);
    ASSERT_EQ(pliant("simulate" + line + " --backend cpu --out run.pc2").status, 0);
    EXPECT_EQ(pliant("compare" + line + " --backend cpu --against run.pc2").status, 0);
    EXPECT_EQ(pliant("compare sheet.obj --collider table.obj --frames 20 --backend cpu --against run.pc2").status, 1);
}

TEST_F(CliCollider, IsDrawn) {
    const std::string line = "render cloth --size 6 --frames 1 --width 96 --height 64 --camera stay --out ";
    ASSERT_EQ(pliant(line + "without.png --contact on").status, 0);
    ASSERT_EQ(pliant(line + "with.png --collider table.obj").status, 0);
    EXPECT_NE(readFile(folder_ / "with.png"), readFile(folder_ / "without.png"));
}

// Of scenes whose bodies touch anyhow, and of those that touch only for it.
TEST_F(CliCollider, IsForEverySceneInSpace) {
    for (const char* scene : {"stack --set cloths=2 --size 8", "pile", "scarf --size 8", "balloon", "rope --size 8",
                              "cord", "weave", "flag --size 8 --plain"}) {
        SCOPED_TRACE(scene);
        const json without = report(std::string("inspect ") + scene);
        const json with = report(std::string("inspect ") + scene + " --collider table.obj");
        EXPECT_GE(with.at("particles"), without.at("particles").get<int>() + 4);
    }
}

// Each has its top at 0.8 m where the sheet's vertex 14 is, at (-0.1, -0.1).
TEST_F(CliCollider, MayBeASolid) {
    const char* const solids[] = {"box:-0.5,0.6,-0.5,0.5,0.8,0.5", "sphere:-0.1,0.3,-0.1,0.5",
                                  "capsule:-0.4,0.6,-0.1,0.4,0.6,-0.1,0.2", "cylinder:0,0.1,0,0,0.8,0,0.5",
                                  "cylinder:-0.1,0.5,-0.6,-0.1,0.5,0.6,0.3"};
    for (const std::string solid : solids) {
        SCOPED_TRACE(solid);
        simulate("--frames 40 --collider " + solid);
        EXPECT_NEAR(sheet_[14], 0.825, 0.025);
    }
    simulate("--frames 40 --collider " + std::string(solids[0]));
    EXPECT_NEAR(sheet_[14], 0.805, 5e-4);
    simulate("--frames 40 --contact off --collider-thickness 0.04 --collider " + std::string(solids[0]));
    EXPECT_NEAR(sheet_[14], 0.84, 5e-4);
    const std::string both = " --collider table.obj --collider " + std::string(solids[1]);
    EXPECT_EQ(pliant("compare sheet.obj --frames 20" + both).status, 0);
}

TEST_F(CliCollider, RefusesWhatIsNone) {
    writeFile(folder_ / "empty.obj", "");
    writeFile(folder_ / "range.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 4\n");
    writeFile(folder_ / "five.pc2", cacheOf({0.8f}, 5));
    writeFile(folder_ / "none.pc2", cacheOf({}));
    writeFile(folder_ / "short.pc2", cacheOf({0.8f, 0.9f}).substr(0, 100));
    writeFile(folder_ / "nan.pc2", cacheOf({0.8f, std::nanf("")}));
    writeFile(folder_ / "far.pc2", cacheOf({0.8f, 0.9f, 1e30f}));
    writeFile(folder_ / "large.pc2", cacheOf({0.8f, 0.9f}));
    const struct {
        const char* line;
        Words says;
    } kCases[] = {
        {"cloth --collider missing.obj", {"--collider: missing.obj: "}},
        {"cloth --collider cone:0,1,0,2",
         {"--collider: cone:0,1,0,2: ", "solids are sphere:, box:, capsule:, cylinder:"}},
        {"cloth --collider empty.obj", {"--collider: empty.obj: "}},
        {"cloth --collider range.obj", {"--collider: range.obj:4:"}},
        {"cloth --collider lift.pc2", {"--collider lift.pc2", "lift.pc2@MESHFILE"}},
        {"cloth --collider missing.pc2@table.obj", {"--collider: missing.pc2: "}},
        {"cloth --collider lift.pc2@missing.obj", {"--collider: missing.obj: "}},
        {"cloth --collider table.obj@table.obj", {"table.obj@table.obj"}},
        {"cloth --collider five.pc2@table.obj", {"five.pc2: the file has 5 points, but table.obj has 4 vertices"}},
        {"cloth --collider none.pc2@table.obj", {"none.pc2: the file has no samples"}},
        {"cloth --collider short.pc2@table.obj", {"short.pc2: the file has 68 bytes"}},
        {"cloth --collider nan.pc2@table.obj", {"nan.pc2: sample 1: vertex 0 is at (-0.5, nan, -0.5)"}},
        {"cloth --collider far.pc2@table.obj", {"far.pc2: sample 2: vertex 0 "}},
        {"cloth --collider table.obj --contact off", {"--collider and --contact off do not go together"}},
        {"rope2d --collider table.obj", {"--collider has no meaning for the scene 'rope2d': what is in the plane"}},
        {"ship --collider table.obj", {"--collider has no meaning for the scene 'ship'", "in a frame"}},
        {"cloth --collider table.obj --collider-thickness 1e-4", {"table.obj", "at most 4194304"}},
        {"cloth --collider large.pc2@table.obj --collider-thickness 0.005",
         {"table.obj", "a step takes 65536 pins", "--collider-thickness"}},
        {"cloth --collider sphere:1,2,3", {"--collider sphere: '1,2,3' has 3 numbers; it needs 4"}},
        {"cloth --collider box:0,0,0,1,1,nan", {"--collider box: ", "'nan' is no finite number"}},
        {"cloth --collider box:0,0,0,0,1,1", {"--collider box:0,0,0,0,1,1: halfExtents are (0, 0.5, 0.5) m"}},
        {"cloth --collider cylinder:0,0,0,1,0,0,0", {"--collider cylinder:0,0,0,1,0,0,0: radius is 0 m"}},
        {"cloth --collider capsule:1,2,3,1,2,3,1", {"capsule:1,2,3,1,2,3,1: its two ends are at one place"}},
        {"cloth --collider sphere:0,0,0,0.1", {"--collider sphere:0,0,0,0.1: particle 0 is pinned inside of it"}},
        {"rope2d --collider sphere:0,0,0,1", {"--collider has no meaning for the scene 'rope2d'"}},
        {"cloth --collider table.obj --collider-fps 24", {"--collider-fps has no meaning"}},
        {"cloth --collider-thickness 0.1", {"--collider-thickness has no meaning"}},
        {"cloth --collider lift.pc2@table.obj --collider-fps 0", {"--collider-fps"}},
    };
    for (const auto& [line, says] : kCases)
        expectRefused(std::string("simulate ") + line + " --frames 1 --out x.obj", says);
}

TEST_F(CliCollider, IsNotWrittenOver) {
    expectRefused("simulate cloth --size 4 --frames 1 --collider table.obj --out table.obj",
                  {"--out 'table.obj'", "--collider, 'table.obj'"});
    expectRefused("simulate cloth --size 4 --frames 1 --collider lift.pc2@table.obj --out lift.pc2",
                  {"--out 'lift.pc2'", "--collider, 'lift.pc2'"});
}

// Capsules whose axes point anywhere, straight up and straight down too.
TEST(ShapesInTheWay, LieBetweenTheirEnds) {
    const glm::dvec3 a(0.25, -1.0, 0.5);
    for (const glm::dvec3 way : {glm::dvec3(1, 2, -0.5), glm::dvec3(-1, -2, 2), glm::dvec3(0, 1, 0),
                                 glm::dvec3(0, -1, 0), glm::dvec3(1e-4, -1, 0)}) {
        const glm::dvec3 b = a + way, across = glm::normalize(glm::cross(way, glm::dvec3(0.3, 0.1, 1.0)));
        const std::string text =
            fmt::format("capsule:{:.9},{:.9},{:.9},{:.9},{:.9},{:.9},0.125", a.x, a.y, a.z, b.x, b.y, b.z);
        SCOPED_TRACE(text);
        const samples::ShapeInTheWay shape = *samples::shapeOf(text, 0.0f);
        for (const glm::dvec3 end : {a, b}) {
            EXPECT_NEAR(signedDistance(shape.collider, end), -0.125, 1e-6);
            EXPECT_NEAR(signedDistance(shape.collider, end + 0.5 * across), 0.375, 1e-6);
        }
        EXPECT_NEAR(signedDistance(shape.collider, a - way), glm::length(way) - 0.125, 1e-6);
        EXPECT_NEAR(signedDistance(shape.collider, b + way), glm::length(way) - 0.125, 1e-6);
        EXPECT_LT(glm::distance(glm::dvec3(shape.low), glm::min(a, b) - 0.125), 1e-6);
        EXPECT_LT(glm::distance(glm::dvec3(shape.high), glm::max(a, b) + 0.125), 1e-6);
    }
}

TEST(MeshesInTheWay, AreNamedAsFileOrCacheAndFile) {
    const auto expect = [](const std::string& text, const std::string& cache, const std::string& mesh) {
        const samples::ColliderFiles files = samples::colliderFilesOf(text);
        EXPECT_EQ(files.cache, cache) << text;
        EXPECT_EQ(files.mesh, mesh) << text;
    };
    expect("a.obj", "", "a.obj");
    expect("me@home/a.obj", "", "me@home/a.obj");
    expect("me@home/a.pc2@b@c.obj", "me@home/a.pc2", "b@c.obj");
}

TEST(MeshesInTheWay, GoStraightFromSampleToSample) {
    const std::vector<std::vector<vec3>> samples = {{vec3(0.0f)}, {vec3(1.0f, 0.0f, 0.0f)}, {vec3(1.0f, 2.0f, 0.0f)}};
    const auto at = [&](double time) { return samples::verticesAt(samples, 10.0, time)[0]; };
    EXPECT_EQ(at(-1.0), vec3(0.0f));
    EXPECT_EQ(at(0.0), vec3(0.0f));
    EXPECT_EQ(at(0.025), vec3(0.25f, 0.0f, 0.0f));
    EXPECT_EQ(at(0.1), vec3(1.0f, 0.0f, 0.0f));
    EXPECT_EQ(at(0.15), vec3(1.0f, 1.0f, 0.0f));
    EXPECT_EQ(at(0.2), vec3(1.0f, 2.0f, 0.0f));
    EXPECT_EQ(at(1e9), vec3(1.0f, 2.0f, 0.0f));
    EXPECT_EQ(samples::verticesAt(std::span(samples).first(1), 10.0, 5.0)[0], vec3(0.0f));
}

}  // namespace
}  // namespace pliant::tests
