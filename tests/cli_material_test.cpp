// Materials, tethers, levels, air, floors and reports, as a person meets them in the `pliant` command.

#include <cmath>
#include <cstring>

#include "cli_support.h"

namespace pliant::tests {
namespace {

bool areFinite(const auto& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](auto x) { return std::isfinite(x); });
}

using Rows = std::vector<std::vector<double>>;
enum Column {
    kFrame,
    kTime,
    kStretch,
    kKinetic,
    kPotential,
    kLost,
    kPenetrations,
    kDeepest,
    kFastest,
    kCrowded,
    kAsleep,
    kCrossings,
    kColumns
};

class CliMaterial : public CommandTest {
  protected:
    std::string hashOf(const std::string& options) {
        return report("simulate cloth --size 16 --frames 20 --backend cpu " + options).at("hash").get<std::string>();
    }

    // What --report wrote to x.csv below its header; as it must be whatever the scene is.
    Rows rowsOf(std::size_t frames) {
        Words lines = linesOf(readFile(folder_ / "x.csv"), "");
        EXPECT_EQ(lines.size(), frames + 2);
        Rows rows;
        for (std::size_t i = 1; i < lines.size(); ++i) {
            std::replace(lines[i].begin(), lines[i].end(), ',', ' ');
            std::vector<double>& row = rows.emplace_back();
            for (const std::string& word : wordsOf(lines[i]))
                row.push_back(std::stod(word));
            EXPECT_TRUE(areFinite(row) && row.size() == kColumns) << lines[i];
            row.resize(kColumns);
            EXPECT_TRUE(row[kFrame] == double(i - 1) && row[kPenetrations] == 0.0) << lines[i];
        }
        return rows;
    }

    json inspect(const std::string& options) { return report("inspect cloth --size 16 " + options); }
};

const std::string kFabrics = "cotton, silk, denim, leather, rubber, stiff-cotton";

TEST_F(CliMaterial, EveryNameIsAMaterialOfItsOwn) {
    EXPECT_PRED_FORMAT2(IsSubstring, ": " + kFabrics + ", or 'sticks'", pliant("simulate --help").out);
    Names hashes;
    for (const std::string name : {"cotton", "silk", "denim", "leather", "rubber", "stiff-cotton", "sticks"}) {
        hashes.insert(hashOf("--material " + name));
        const json r = inspect("--material " + name);
        EXPECT_EQ(r.at("bend") == 0, name != "sticks") << "a fabric bends about its edges, sticks have longer sticks";
        EXPECT_EQ(r.at("bends") > 0, name != "sticks") << name;
    }
    EXPECT_EQ(hashes.size(), 7u);
}

TEST_F(CliMaterial, RefusesWhatIsNoMaterial) {
    const std::string out = " --frames 2 --out x.obj --out x.pc2 --report x.csv";
    for (const std::string name : {"wool", "Cotton", "stick", "cotton,silk"}) {
        const Words says = {'"' + name + '"', " " + kFabrics};
        expectRefused("simulate cloth --size 4 --material " + name + out, says);
        expectRefused("inspect cloth --size 4 --material " + name, says);
        expectRefused("compare cloth --size 4 --frames 2 --material " + name, says);
    }
    for (const std::string option : {"--compliance 1e-6", "--stiffness 50", "--one-sided", "--plain"}) {
        expectRefused("simulate cloth --size 4 --material silk " + option + out, {"--material silk"});
        EXPECT_NE(hashOf("--material sticks " + option), hashOf("--material sticks")) << option;
    }
    expectRefused("simulate rope --material cotton" + out, {"--material", "rope"});
    expectRefused("simulate rope --material sticks" + out, {"--material", "rope"});
    EXPECT_EQ(pliant("simulate rope --size 9" + out).status, 0) << "the rest of the line is good";
}

TEST_F(CliMaterial, ShortcutsAndDefaultsAreWhatTheHelpSays) {
    const std::string plain = hashOf("--plain"), usual = hashOf("");
    EXPECT_EQ(plain, hashOf("--material sticks --no-tethers --no-levels --substeps 20"));
    EXPECT_NE(plain, hashOf("--material sticks --no-tethers --no-levels"));
    EXPECT_EQ(hashOf("--plain --substeps 7"), hashOf("--material sticks --no-tethers --no-levels --substeps 7"));
    EXPECT_EQ(usual, hashOf("--material stiff-cotton --substeps 12 --bend-period 12"));
    EXPECT_NE(usual, hashOf("--material cotton --substeps 12 --bend-period 12"));
    EXPECT_NE(usual, hashOf("--substeps 11"));
    EXPECT_NE(usual, hashOf("--bend-period 5"));
    expectRefused("simulate cloth --size 4 --bend-period 0 --out x.obj", {"--bend-period", "0"});
    const std::string line = "simulate cloth --size 4 --frames 2 --backend cpu ";
    EXPECT_EQ(report(line).at("substeps"), 12);
    EXPECT_EQ(report(line + "--fps 30").at("substeps"), 24);
    EXPECT_EQ(report(line + "--fps 120").at("substeps"), 6);
    EXPECT_EQ(report(line + "--fps 5000").at("substeps"), 1);
    EXPECT_EQ(report(line + "--fps 30 --substeps 5").at("substeps"), 5);
    EXPECT_EQ(report(line + "--plain").at("substeps"), 20);
}

TEST_F(CliMaterial, TethersAndLevelsCanBeLeftOut) {
    const json full = inspect(""), loose = inspect("--no-tethers"), flat = inspect("--no-levels");
    EXPECT_TRUE(full.at("tethers_per_particle") > 0 && full.at("sticks_between_clusters") > 0);
    EXPECT_EQ(loose.at("tethers_per_particle"), 0);
    EXPECT_EQ(loose.at("sticks_between_clusters"), full.at("sticks_between_clusters"));
    EXPECT_EQ(flat.at("tethers_per_particle"), full.at("tethers_per_particle"));
    EXPECT_EQ(flat.at("sticks_between_clusters"), 0);
    EXPECT_GT(full.at("clusters"), 0);
    EXPECT_EQ(flat.at("clusters"), 0);
    EXPECT_GT(full.at("bends"), 0);
    EXPECT_TRUE(full.at("bends") == loose.at("bends") && full.at("bends") == flat.at("bends"));
    const json bare = inspect("--no-tethers --no-levels");
    EXPECT_EQ(Names({full.at("hash"), loose.at("hash"), flat.at("hash"), bare.at("hash")}).size(), 4u);
    const Names moved{hashOf(""), hashOf("--no-tethers"), hashOf("--no-levels"), hashOf("--no-tethers --no-levels")};
    EXPECT_EQ(moved.size(), 4u);
}

TEST_F(CliMaterial, AirComesWithWindOrADensity) {
    const int triangles = 2 * 15 * 15;
    EXPECT_EQ(inspect("--wind 1,0,0").at("triangles"), triangles);
    EXPECT_EQ(inspect("--air 1").at("triangles"), triangles);
    EXPECT_EQ(inspect("").at("triangles"), 0);
    EXPECT_EQ(inspect("--air 0").at("triangles"), 0);
    EXPECT_EQ(hashOf("--wind 1,0,0"), hashOf("--wind 1,0,0 --air 1.2")) << "as the help says";
    const Names hashes{hashOf(""), hashOf("--air 1.2"), hashOf("--wind 1,0,0"), hashOf("--wind 0,0,2")};
    EXPECT_EQ(hashes.size(), 4u);
    for (const std::string wind : {"1,2", "1,2,3,4", "1e9,0,0", "nan,0,0", "north"})
        expectRefused("simulate cloth --size 4 --out x.obj --wind " + wind, {"wind"});
    expectRefused("simulate cloth --size 4 --out x.obj --air -1", {"--air"});
    expectRefused("simulate rope --out x.obj --wind 1,0,0", {"--wind", "rope"});
}

TEST_F(CliMaterial, NothingFallsThroughTheGround) {
    const std::string line = "simulate cloth --size 12 --frames 120 --backend cpu ";
    EXPECT_LT(report(line).at("lowest"), -1.5);
    for (const double ground : {-0.5, -1.0}) {
        const double lowest = report(line + "--report x.csv --ground " + std::to_string(ground)).at("lowest");
        EXPECT_GE(lowest, ground);
        EXPECT_LT(lowest, ground + 0.05);
        rowsOf(120);
    }
}

TEST_F(CliMaterial, DrapeAndFlagRunTheSameOnGpuAndCpu) {
    for (const std::string scene : {"drape --size 16 --frames 40", "flag --size 10 --frames 20"}) {
        const Finished done = pliant("compare " + scene);
        EXPECT_EQ(done.status, 0) << scene << "\n" << done.err;
        EXPECT_PRED_FORMAT2(IsSubstring, " 0 of ", done.out);
    }
    const std::string drape = "simulate drape --size 24 --backend cpu --report x.csv --frames ";
    EXPECT_GT(report(drape + "20").at("lowest"), 0.5) << "still falling";
    const double lowest = report(drape + "150").at("lowest");
    EXPECT_GE(lowest, 0.0);
    EXPECT_LT(lowest, 0.02);
    rowsOf(150);
}

TEST_F(CliMaterial, ReportHasALinePerFrame) {
    const json r = report("simulate cloth --size 16 --plain --damping 0 --frames 120 --backend cpu --report x.csv");
    const Words header{
        "frame,time_s,largest_stretch,kinetic_energy_j,potential_energy_j,lost,penetrations,deepest_m,fastest_m_s,"
        "crowded,asleep,crossings"};
    EXPECT_EQ(linesOf(readFile(folder_ / "x.csv"), "f"), header);
    const Rows rows = rowsOf(120);
    double largestKinetic = 0.0, largestStretch = 0.0;
    for (const auto& row : rows) {
        EXPECT_NEAR(row[kTime], row[kFrame] / 60.0, 1e-6);
        EXPECT_TRUE(row[kKinetic] >= 0.0 && row[kLost] == 0.0 && row[kDeepest] == 0.0 && row[kCrowded] == 0.0)
            << row[kFrame];
        largestKinetic = std::max(largestKinetic, row[kKinetic]);
        if (row[kFrame] > 60) largestStretch = std::max(largestStretch, row[kStretch]);
    }
    EXPECT_NEAR(largestStretch, r.at("stretch_max").get<double>(), 1e-8);
    // It starts at rest at height 0. Rigid sticks hold some energy while they err, so that only the start is a bound.
    EXPECT_EQ(rows.at(0)[kKinetic] + rows.at(0)[kPotential], 0.0);
    EXPECT_NEAR(rows.at(1)[kFastest], 9.81 / 60, 1e-4) << "it begins by falling freely";
    EXPECT_GT(largestKinetic, 1.0);
    for (const auto& row : rows)
        EXPECT_LE(row[kKinetic] + row[kPotential], 1e-3 * largestKinetic) << row[kFrame];
}

TEST_F(CliMaterial, RefusesABadReportBeforeTheWork) {
    // If it began, it would not end in time.
    const std::string line = "simulate cloth --frames 10000000 --backend cpu --out x.obj --report ";
    for (const std::string path : {"x.txt", "x", "csv", "nowhere/x.csv"})
        expectRefused(line + path, {"'" + path + "'"});
}

TEST_F(CliMaterial, HybridHasALimitOfRelaxation) {
    const std::string hybrid = hashOf("--method hybrid");
    EXPECT_NE(hybrid, hashOf(""));
    EXPECT_NE(hybrid, hashOf("--method jacobi"));
    EXPECT_NE(hybrid, hashOf("--method hybrid --relaxation 1.33"));
    EXPECT_EQ(pliant("compare cloth --size 12 --frames 5 --method hybrid --relaxation 1.33").status, 0);
    for (const std::string method : {"hybrid", "jacobi"})
        expectRefused("simulate cloth --size 4 --out x.obj --relaxation 1.34 --method " + method, {"1.34", "1.333"});
    expectRefused("simulate cloth --size 4 --out x.obj --relaxation 1", {"--relaxation"});
}

TEST_F(CliMaterial, CountsWhatIsLost) {
    const std::string line = "cloth --size 20 --frames 10 --stiffness 1e15";
    const Finished done = pliant("simulate " + line + " --backend cpu --out x.obj --out x.pc2 --report x.csv");
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_PRED_FORMAT2(IsSubstring, "WARNING", done.out);
    EXPECT_EQ(folder_.names(), Names({"x.obj", "x.pc2", "x.csv"}));
    const json r = report("simulate " + line);
    EXPECT_GT(r.at("lost"), 0);
    EXPECT_EQ(r.at("lost"), report("compare " + line).at("lost"));
    EXPECT_EQ(rowsOf(10).at(10)[kLost], r.at("lost").get<double>());
    const std::string motion = readFile(folder_ / "x.pc2");
    ASSERT_EQ(motion.size(), 32u + 12 * 400 * 11);
    std::vector<float> numbers((motion.size() - 32) / 4);
    std::memcpy(numbers.data(), motion.data() + 32, 4 * numbers.size());
    EXPECT_TRUE(areFinite(numbers));
    const std::string picture = readFile(folder_ / "x.obj");
    EXPECT_EQ(linesOf(picture, "v ").size(), 400u);
    EXPECT_TRUE(picture.find("nan") == std::string::npos && picture.find("inf") == std::string::npos);
    EXPECT_EQ(report("simulate cloth --size 20 --frames 10 --stiffness 50").at("lost"), 0);
}

}  // namespace
}  // namespace pliant::tests
