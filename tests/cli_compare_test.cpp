// `pliant compare`: where and by how much two runs differ, as text, JSON, CSV and by exit status.

#include <cmath>
#include <cstring>

#include "cli_support.h"

namespace pliant::tests {
namespace {

// An earlier run of three frames, in which single numbers are changed.
class CompareTest : public CommandTest {
  protected:
    void simulate(const std::string& line, std::size_t vertices) {
        ASSERT_EQ(pliant("simulate " + line + " --frames 3 --backend cpu --out x.pc2").status, 0);
        vertices_ = vertices;
        bytes_ = readFile(folder_ / "x.pc2");
        ASSERT_EQ(bytes_.size(), 32 + 12 * vertices * 4);
    }

    char* at(std::size_t frame, std::size_t vertex, std::size_t axis) {
        return bytes_.data() + 32 + 12 * (vertices_ * frame + vertex) + 4 * axis;
    }
    void flipLastBit(std::size_t frame, std::size_t vertex, std::size_t axis) {
        *at(frame, vertex, axis) ^= 1;
        writeFile(folder_ / "x.pc2", bytes_);
    }
    void move(std::size_t frame, std::size_t vertex, float metres) {
        float x = 0.0f;
        std::memcpy(&x, at(frame, vertex, 0), sizeof x);
        x += metres;
        std::memcpy(at(frame, vertex, 0), &x, sizeof x);
        writeFile(folder_ / "x.pc2", bytes_);
    }

    std::vector<Words> rowsOf(const std::string& name) {
        std::vector<Words> rows;
        for (const std::string& line : linesOf(readFile(folder_ / name), "")) {
            std::istringstream stream(line + ",");
            Words& row = rows.emplace_back();
            for (std::string cell; std::getline(stream, cell, ',');)
                row.push_back(cell);
        }
        return rows;
    }

    std::string bytes_;
    std::size_t vertices_ = 0;
    const std::string line_ = "compare cloth --size 8 --backend cpu --against x.pc2";
};

TEST_F(CompareTest, SaysWhereTheFirstDifferenceIsAndWhereTheLargest) {
    simulate("cloth --size 8", 64);
    flipLastBit(1, 5, 1);
    move(2, 40, 0.25f);
    flipLastBit(3, 9, 0);
    const json r = report("compare cloth --size 8 --against x.pc2", 1);
    EXPECT_EQ(r.at("vertices"), 64);
    EXPECT_EQ(r.at("differing"), 3);
    EXPECT_EQ(r.at("first_frame"), 1);
    EXPECT_EQ(r.at("first_vertex"), 5);
    EXPECT_EQ(r.at("largest_frame"), 2);
    EXPECT_EQ(r.at("largest_vertex"), 40);
    EXPECT_NEAR(r.at("max_abs").get<double>(), 0.25, 1e-6);
    EXPECT_GT(r.at("largest_ulp"), 1000);
    float x = 0.0f;
    std::memcpy(&x, at(2, 40, 0), sizeof x);
    EXPECT_NEAR(r.at("largest_at").at(0).get<double>(), double(x) - 0.25, 1e-6) << "where the first run has it";
    EXPECT_FALSE(r.contains("particles") || r.contains("first_particle")) << "a file has vertices";
    for (const char* name : {"max_velocity", "differing_turns", "lost"})
        EXPECT_TRUE(r.at(name).is_null()) << name << ": a file has places alone";

    const Finished told = pliant(line_);
    EXPECT_EQ(told.status, 1);
    for (const char* part :
         {"3 of 64 vertices differ", "frame 1, vertex 5", "largest    0.25 m", "frame 2, vertex 40 at ("})
        EXPECT_PRED_FORMAT2(IsSubstring, part, told.out);
    EXPECT_EQ(told.out.find("particle"), std::string::npos) << told.out;
}

TEST_F(CompareTest, BackendsAreComparedParticleByParticle) {
    const json r = report("compare cloth --size 8 --frames 2");
    EXPECT_EQ(r.at("particles"), 64);
    for (const char* key : {"first_frame", "first_particle", "largest_frame", "largest_particle", "largest_at"})
        EXPECT_TRUE(r.at(key).is_null()) << key;
    EXPECT_EQ(r.at("max_abs"), 0.0);
}

// Vertices 1 and 27 of the file are one particle.
TEST_F(CompareTest, FindsADifferenceOfOneOfTwoWeldedVertices) {
    writeFile(folder_ / "odd.obj", oddObj());
    for (const std::size_t vertex : {1, 27}) {
        simulate("odd.obj --pin 2,5", 28);
        flipLastBit(2, vertex, 2);
        const json r = report("compare odd.obj --pin 2,5 --backend cpu --against x.pc2", 1);
        EXPECT_EQ(r.at("vertices"), 28);
        EXPECT_EQ(r.at("differing"), 1);
        EXPECT_EQ(r.at("first_vertex"), vertex);
        EXPECT_EQ(r.at("largest_vertex"), vertex);
    }
}

TEST_F(CompareTest, ToleratesWhatIsAllowedAndStillCountsEveryBit) {
    simulate("cloth --size 8", 64);
    flipLastBit(1, 5, 1);
    flipLastBit(3, 6, 0);
    move(2, 40, 1e-3f);
    for (const auto& [tolerance, beyond] : {std::pair("0.01", 0), {"1e-4", 1}, {"0", 3}}) {
        const std::string line = line_ + " --tolerance " + tolerance;
        SCOPED_TRACE(line);
        const json r = report(line, beyond > 0 ? 1 : 0);
        EXPECT_EQ(r.at("differing"), 3);
        EXPECT_EQ(r.at("beyond_tolerance"), beyond);
        EXPECT_NEAR(r.at("max_abs").get<double>(), 1e-3, 1e-6);
        EXPECT_EQ(r.at("tolerance"), std::stod(tolerance));
        const Finished told = pliant(line);
        EXPECT_EQ(told.status, beyond > 0 ? 1 : 0);
        EXPECT_PRED_FORMAT2(IsSubstring, std::to_string(beyond) + " of 64 vertices differ by more than", told.out);
        EXPECT_PRED_FORMAT2(IsSubstring, "3 of 64 vertices differ\n", told.out);
    }
    EXPECT_EQ(pliant(line_).status, 1) << "without it every bit counts";
    EXPECT_FALSE(report(line_, 1).contains("tolerance"));
}

TEST_F(CompareTest, NothingThatIsNoPlaceIsWithinATolerance) {
    simulate("cloth --size 8", 64);
    move(2, 40, NAN);
    const json r = report(line_ + " --tolerance 1e9", 1);
    EXPECT_EQ(r.at("beyond_tolerance"), 1);
    EXPECT_EQ(r.at("largest_vertex"), 40);
}

TEST_F(CompareTest, WritesWhatDiffersInEveryFrame) {
    simulate("cloth --size 8", 64);
    flipLastBit(1, 5, 1);
    move(2, 40, 0.25f);
    move(2, 41, 0.5f);
    EXPECT_EQ(pliant(line_ + " --csv d.csv --tolerance 0.3").status, 1);
    const std::vector<Words> rows = rowsOf("d.csv");
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[0], Words({"frame", "differing", "beyond_tolerance", "first_vertex", "largest_m", "largest_vertex",
                              "largest_ulp", "rms_m"}));
    EXPECT_EQ(rows[1], Words({"0", "0", "0", "", "0", "", "0", "0"}));
    EXPECT_EQ(rows[4], Words({"3", "0", "0", "", "0", "", "0", "0"}));
    ASSERT_EQ(rows[2].size(), 8u);
    EXPECT_EQ(Words(rows[2].begin(), rows[2].begin() + 4), Words({"1", "1", "0", "5"}));
    EXPECT_EQ(rows[2][5], "5");
    EXPECT_EQ(rows[2][6], "1");
    ASSERT_EQ(rows[3].size(), 8u);
    EXPECT_EQ(Words(rows[3].begin(), rows[3].begin() + 4), Words({"2", "2", "1", "40"}));
    EXPECT_EQ(rows[3][5], "41");
    EXPECT_NEAR(std::stod(rows[3][4]), 0.5, 1e-6);
    EXPECT_NEAR(std::stod(rows[3][7]), std::sqrt((0.25 * 0.25 + 0.5 * 0.5) / 64.0), 1e-6);

    EXPECT_EQ(pliant("compare cloth --size 8 --frames 4 --csv p.csv").status, 0);
    EXPECT_EQ(rowsOf("p.csv").size(), 5u) << "frames 1 to 4, and the names";
    EXPECT_EQ(rowsOf("p.csv").at(0).at(3), "first_particle");
    EXPECT_EQ(report("compare cloth --size 8 --frames 1 --csv p.csv").at("csv"), "p.csv");
}

TEST_F(CompareTest, RefusesWhatItCannotDo) {
    for (const char* bad : {"-1", "nan", "x"})
        expectRefused(std::string("compare cloth --size 4 --frames 1 --tolerance ") + bad, {"--tolerance"});
    expectRefused("compare cloth --size 4 --frames 1 --csv d.txt", {"--csv", ".csv"});
    expectRefused("compare cloth --size 4 --frames 1 --csv nowhere/d.csv", {"nowhere/d.csv"});
    expectRefused("compare cloth --size 4 --frames 1 --picture x.jpg", {"--picture", ".png"});
}

}  // namespace
}  // namespace pliant::tests
