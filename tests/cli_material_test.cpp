// Materials, tethers, levels, air, floors and reports, as a person meets them in the `pliant` command.

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "command.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::IsSubstring;
using tests::Finished;
using tests::linesOf;
using tests::readFile;
using tests::Words;
using tests::wordsOf;

using Names = std::set<std::string>;

double numberOf(const std::string& text) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : std::nan("");
}

// What --report wrote below its header; what is no number is NaN.
using Table = std::vector<std::vector<double>>;
Table readTable(const std::string& path) {
    std::istringstream stream(readFile(path));
    Table table;
    for (std::string line; std::getline(stream, line);) {
        std::istringstream cells(line);
        table.emplace_back();
        for (std::string cell; std::getline(cells, cell, ',');)
            table.back().push_back(numberOf(cell));
    }
    table.erase(table.begin());
    return table;
}

bool areFinite(const auto& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](auto x) { return std::isfinite(x); });
}

enum Column { kFrame, kTime, kStretch, kKinetic, kPotential, kLost, kPenetrations, kDeepest, kColumns };

class CliMaterial : public testing::Test {
  protected:
    Finished pliant(const std::string& line) {
        Words words = wordsOf(line);
        words.insert(words.begin(), PLIANT_COMMAND);
        return tests::run(folder_, words);
    }

    json report(const std::string& line) {
        const Finished done = pliant(line + " --json");
        EXPECT_EQ(done.status, 0) << line << "\n" << done.err;
        json object = json::parse(done.out, nullptr, false);
        EXPECT_TRUE(object.is_object()) << line << "\n" << done.out;
        return object;
    }

    std::string hashOf(const std::string& options) {
        return report("simulate cloth --size 10 --frames 20 --backend cpu " + options).at("hash").get<std::string>();
    }

    json inspect(const std::string& options) { return report("inspect cloth --size 16 " + options); }

    void expectRefused(const std::string& line, const Words& says) {
        SCOPED_TRACE("pliant " + line);
        const Names before = folder_.names();
        const Finished done = pliant(line);
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.out, "");
        for (const std::string& text : says)
            EXPECT_PRED_FORMAT2(IsSubstring, text, done.err);
        EXPECT_EQ(folder_.names(), before);
    }

    tests::TempFolder folder_;
};

const std::string kFabrics = "cotton, silk, denim, leather, rubber, stiff-cotton";

TEST_F(CliMaterial, EveryNameIsAMaterialOfItsOwn) {
    EXPECT_PRED_FORMAT2(IsSubstring, ": " + kFabrics + ", or 'sticks'", pliant("simulate --help").out);
    Names hashes;
    for (const std::string name : {"cotton", "silk", "denim", "leather", "rubber", "stiff-cotton", "sticks"}) {
        SCOPED_TRACE(name);
        hashes.insert(hashOf("--material " + name));
        const json r = inspect("--material " + name);
        EXPECT_EQ(r.at("bend") == 0, name != "sticks") << "a fabric bends about its edges, sticks have longer sticks";
        EXPECT_EQ(r.at("bends") > 0, name != "sticks");
    }
    EXPECT_EQ(hashes.size(), 7u);
}

TEST_F(CliMaterial, RefusesWhatIsNoMaterial) {
    const std::string out = " --frames 2 --out x.obj --out x.pc2 --report x.csv";
    for (const char* name : {"wool", "Cotton", "stick", "cotton,silk"}) {
        const Words says = {'"' + std::string(name) + '"', " " + kFabrics};
        expectRefused("simulate cloth --size 4 --material " + std::string(name) + out, says);
        expectRefused("inspect cloth --size 4 --material " + std::string(name), says);
        expectRefused("compare cloth --size 4 --frames 2 --material " + std::string(name), says);
    }
    for (const char* option : {"--compliance 1e-6", "--stiffness 50", "--one-sided", "--plain"}) {
        expectRefused("simulate cloth --size 4 --material silk " + std::string(option) + out, {"--material silk"});
        EXPECT_NE(hashOf("--material sticks " + std::string(option)), hashOf("--material sticks")) << option;
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
    EXPECT_EQ(usual, hashOf("--material stiff-cotton --substeps 12 --bend-period 6"));
    EXPECT_NE(usual, hashOf("--material cotton --substeps 12 --bend-period 6"));
    EXPECT_NE(usual, hashOf("--substeps 11"));
    EXPECT_NE(usual, hashOf("--bend-period 5"));
    expectRefused("simulate cloth --size 4 --bend-period 0 --out x.obj", {"--bend-period", "0"});
}

TEST_F(CliMaterial, SubstepsFollowTheFrameRate) {
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
    EXPECT_GT(full.at("tethers_per_particle"), 0);
    EXPECT_EQ(loose.at("tethers_per_particle"), 0);
    EXPECT_EQ(flat.at("tethers_per_particle"), full.at("tethers_per_particle"));
    EXPECT_GT(full.at("long_sticks"), 0);
    EXPECT_EQ(loose.at("long_sticks"), full.at("long_sticks"));
    EXPECT_EQ(flat.at("long_sticks"), 0);
    EXPECT_FALSE(full.at("level_hops").empty());
    EXPECT_EQ(flat.at("level_hops"), json::array());
    for (const json& r : {loose, flat}) {
        EXPECT_EQ(r.at("bends"), full.at("bends"));
        EXPECT_LT(r.at("passes"), full.at("passes"));
    }
    const json bare = inspect("--no-tethers --no-levels");
    EXPECT_EQ(Names({full.at("hash"), loose.at("hash"), flat.at("hash"), bare.at("hash")}).size(), 4u);

    // They act: what is simulated changes as well.
    const std::string line = "simulate cloth --size 16 --frames 20 --backend cpu ";
    Names hashes;
    for (const char* options : {"", "--no-tethers", "--no-levels", "--no-tethers --no-levels"})
        hashes.insert(report(line + options).at("hash"));
    EXPECT_EQ(hashes.size(), 4u);
}

TEST_F(CliMaterial, AirComesWithWindOrADensity) {
    const int triangles = 2 * 15 * 15;
    EXPECT_EQ(inspect("").at("triangles"), 0);
    EXPECT_EQ(inspect("--wind 1,0,0").at("triangles"), triangles);
    EXPECT_EQ(inspect("--air 1").at("triangles"), triangles);
    EXPECT_EQ(inspect("--wind 1,0,0 --air 0").at("triangles"), 0);
    EXPECT_EQ(hashOf("--wind 1,0,0"), hashOf("--wind 1,0,0 --air 1.2")) << "as the help says";
    const Names hashes{hashOf(""), hashOf("--air 1.2"), hashOf("--wind 1,0,0"), hashOf("--wind 0,0,2")};
    EXPECT_EQ(hashes.size(), 4u);
    for (const char* wind : {"1,2", "1,2,3,4", "1e9,0,0", "nan,0,0", "north"}) {
        expectRefused("simulate cloth --size 4 --out x.obj --wind " + std::string(wind), {"wind"});
    }
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
        const Table table = readTable(folder_ / "x.csv");
        ASSERT_EQ(table.size(), 121u);
        for (const auto& row : table)
            EXPECT_EQ(row.at(kPenetrations), 0.0) << row.at(kFrame);
    }
}

TEST_F(CliMaterial, DrapeAndFlagRunTheSameOnGpuAndCpu) {
    for (const char* scene : {"drape --size 16 --frames 40", "flag --size 10 --frames 20"}) {
        SCOPED_TRACE(scene);
        const Finished done = pliant("compare " + std::string(scene));
        EXPECT_EQ(done.status, 0) << done.err;
        EXPECT_PRED_FORMAT2(IsSubstring, " 0 of ", done.out);
    }
    const std::string drape = "simulate drape --size 24 --backend cpu --report x.csv --frames ";
    EXPECT_GT(report(drape + "20").at("lowest"), 0.5) << "still falling";
    const double lowest = report(drape + "150").at("lowest");
    EXPECT_GE(lowest, 0.0);
    EXPECT_LT(lowest, 0.02);
    for (const auto& row : readTable(folder_ / "x.csv"))
        EXPECT_EQ(row.at(kPenetrations), 0.0) << row.at(kFrame);
}

TEST_F(CliMaterial, ReportHasALinePerFrame) {
    const json r = report("simulate cloth --size 16 --plain --damping 0 --frames 120 --backend cpu --report x.csv");
    const Table table = readTable(folder_ / "x.csv");
    EXPECT_TRUE(
        readFile(folder_ / "x.csv")
            .starts_with(
                "frame,time_s,largest_stretch,kinetic_energy_j,potential_energy_j,lost,penetrations,deepest_m\n"));
    ASSERT_EQ(table.size(), 121u);
    double largestKinetic = 0.0, largestStretch = 0.0;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const std::vector<double>& row = table[i];
        ASSERT_EQ(row.size(), std::size_t(kColumns));
        EXPECT_TRUE(areFinite(row)) << "line " << i;
        EXPECT_EQ(row[kFrame], double(i));
        EXPECT_NEAR(row[kTime], double(i) / 60.0, 1e-6);
        EXPECT_GE(row[kKinetic], 0.0);
        for (const Column column : {kLost, kPenetrations, kDeepest})
            EXPECT_EQ(row[column], 0.0) << "line " << i;
        largestKinetic = std::max(largestKinetic, row[kKinetic]);
        if (i > 60) largestStretch = std::max(largestStretch, row[kStretch]);
    }
    EXPECT_NEAR(largestStretch, r.at("stretch_max").get<double>(), 1e-8);
    // It starts at rest at height 0. Rigid sticks hold some energy while they err, so that only the start is a bound.
    EXPECT_EQ(table[0][kKinetic] + table[0][kPotential], 0.0);
    EXPECT_GT(largestKinetic, 1.0);
    for (const auto& row : table)
        EXPECT_LE(row[kKinetic] + row[kPotential], 1e-3 * largestKinetic) << row[kFrame];
}

TEST_F(CliMaterial, RefusesABadReportBeforeTheWork) {
    const Words begin = wordsOf("/usr/bin/timeout 20 " PLIANT_COMMAND
                                " simulate cloth --frames 10000000 --backend cpu --out x.obj --report");
    for (const std::string path : {"x.txt", "x", "csv", "nowhere/x.csv"}) {
        SCOPED_TRACE(path);
        Words words = begin;
        words.push_back(path);
        const Finished done = tests::run(folder_, words);
        EXPECT_EQ(done.status, 2) << "124: it began to work";
        EXPECT_PRED_FORMAT2(IsSubstring, "'" + path + "'", done.err);
        EXPECT_EQ(folder_.names(), Names());
    }
}

TEST_F(CliMaterial, HybridHasALimitOfRelaxation) {
    const std::string hybrid = hashOf("--method hybrid");
    EXPECT_NE(hybrid, hashOf(""));
    EXPECT_NE(hybrid, hashOf("--method jacobi"));
    EXPECT_NE(hybrid, hashOf("--method hybrid --relaxation 1.33"));
    EXPECT_EQ(pliant("compare cloth --size 12 --frames 5 --method hybrid --relaxation 1.33").status, 0);
    for (const char* method : {"hybrid", "jacobi"}) {
        expectRefused("simulate cloth --size 4 --out x.obj --relaxation 1.34 --method " + std::string(method),
                      {"1.34", "1.333"});
    }
    expectRefused("simulate cloth --size 4 --out x.obj --relaxation 1", {"--relaxation"});
}

TEST_F(CliMaterial, CountsWhatIsLost) {
    const std::string line = "cloth --size 20 --frames 10 --stiffness 1e15";
    const std::string out = " --out x.obj --out x.pc2 --report x.csv";
    const Finished done = pliant("simulate " + line + " --backend cpu" + out);
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_PRED_FORMAT2(IsSubstring, "WARNING", done.out);
    EXPECT_EQ(folder_.names(), Names({"x.obj", "x.pc2", "x.csv"}));
    const json r = report("simulate " + line);
    EXPECT_GT(r.at("lost"), 0);
    EXPECT_EQ(r.at("lost"), report("compare " + line).at("lost"));

    const Table table = readTable(folder_ / "x.csv");
    ASSERT_EQ(table.size(), 11u);
    EXPECT_EQ(table.back().at(kLost), r.at("lost").get<double>());
    for (const auto& row : table)
        EXPECT_TRUE(areFinite(row)) << row.at(kFrame);
    const std::string motion = readFile(folder_ / "x.pc2");
    ASSERT_EQ(motion.size(), 32u + 12 * 400 * 11);
    std::vector<float> numbers((motion.size() - 32) / 4);
    std::memcpy(numbers.data(), motion.data() + 32, 4 * numbers.size());
    EXPECT_TRUE(areFinite(numbers));
    for (const std::string& vertex : linesOf(readFile(folder_ / "x.obj"), "v ")) {
        for (const std::string& word : wordsOf(vertex.substr(2)))
            EXPECT_TRUE(std::isfinite(numberOf(word))) << vertex;
    }
    EXPECT_EQ(report("simulate cloth --size 20 --frames 10 --stiffness 50").at("lost"), 0);
}

}  // namespace
}  // namespace pliant
