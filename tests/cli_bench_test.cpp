// `pliant bench`: that it measures all that it is asked for, and says the same in every form. How fast anything is does
// not matter here.

#include "cli_support.h"

namespace pliant::tests {
namespace {

// Cells of a line of CSV; quotation marks go, and a comma between them stays.
Words cellsOf(const std::string& line) {
    Words cells(1);
    bool isQuoted = false;
    for (const char c : line) {
        if (c == '"') isQuoted = !isQuoted;
        else if (c == ',' && !isQuoted) cells.emplace_back();
        else cells.back() += c;
    }
    return cells;
}

std::string textOf(const json& value) {
    if (value.is_null()) return "";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

class BenchTest : public CommandTest {
  protected:
    std::string text(const std::string& name) { return readFile(folder_ / name); }

    // Every cell of the CSV file is what the JSON file says.
    void expectTheSameRows(const json& rows) {
        const Words lines = linesOf(text("x.csv"), "");
        ASSERT_EQ(lines.size(), rows.size() + 1);
        const Words names = cellsOf(lines[0]);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Words cells = cellsOf(lines[i + 1]);
            ASSERT_EQ(cells.size(), names.size()) << lines[i + 1];
            ASSERT_EQ(rows[i].size(), names.size());
            for (std::size_t k = 0; k < names.size(); ++k)
                EXPECT_EQ(cells[k], textOf(rows[i].at(names[k]))) << names[k];
        }
    }
};

TEST_F(BenchTest, MeasuresEveryWayOfEveryScene) {
    const Finished done =
        pliant("bench --quick --scenes cloth,ropes,many-flags --json x.json --csv x.csv --plot x.svg");
    ASSERT_EQ(done.status, 0) << done.err;
    const json report = json::parse(text("x.json"));
    const json& rows = report.at("rows");
    expectTheSameRows(rows);

    std::map<std::string, int> waysOfScene;
    for (const json& row : rows) {
        const std::string scene = row.at("scene").get<std::string>() + " " + row.at("size").dump();
        ++waysOfScene[scene];
        EXPECT_PRED_FORMAT2(IsSubstring, row.at("way").get<std::string>(), done.out);
        EXPECT_PRED_FORMAT2(IsSubstring, row.at("way").get<std::string>() + "</text>", text("x.svg"));
        if (!row.at("left_out").is_null()) continue;
        EXPECT_GT(row.at("best_ms").get<double>(), 0.0);
        EXPECT_GE(row.at("median_ms").get<double>(), row.at("best_ms").get<double>());
        EXPECT_NEAR(row.at("share").get<double>() * row.at("best_ms").get<double>(), row.at("bound_ms").get<double>(),
                    1e-6 * row.at("bound_ms").get<double>());
    }
    expectUnits(text("x.svg"), 6);
    ASSERT_EQ(waysOfScene.size(), 4u) << "two sizes of cloth, ropes and flags";
    for (const auto& [scene, ways] : waysOfScene)
        EXPECT_EQ(ways, waysOfScene.begin()->second) << scene;
    Names kinds;
    for (const json& pass : report.at("passes")) {
        EXPECT_PRED_FORMAT2(IsSubstring, "gpu-", pass.at("way").get<std::string>());
        EXPECT_GT(pass.at("ms").get<double>(), 0.0);
        kinds.insert(pass.at("kind"));
    }
    for (const char* kind : {"Integrate", "SolveSticks", "SweepTiles", "GatherCorrections", "PushTriangles"})
        EXPECT_TRUE(kinds.empty() || kinds.contains(kind)) << kind << "; devices without timestamps tell nothing";
    EXPECT_EQ(report.at("ceilings").size(), 3u);
    for (const char* part : {"at best", "GB/s", "verdict", "share", "cloth: 8 x 8", "cloth: 16 x 16", "ropes: 32"})
        EXPECT_PRED_FORMAT2(IsSubstring, part, done.out);
    EXPECT_PRED_FORMAT2(IsSubstring, "</svg>", text("x.svg"));
}

// 8 x 8: 56 + 56 structural, 49 + 49 shear and 48 + 48 bending sticks.
TEST_F(BenchTest, SaysWhatAFrameComesTo) {
    ASSERT_EQ(pliant("bench --quick --scenes cloth --sizes 8 --ways plain-colours --json x.json").status, 0);
    const json row = json::parse(text("x.json")).at("rows").at(0);
    constexpr int kParticles = 64, kSticks = 306, kSubsteps = 20;
    EXPECT_EQ(row.at("particles"), kParticles);
    EXPECT_EQ(row.at("sticks"), kSticks);
    EXPECT_EQ(row.at("stick_solves_per_frame"), kSubsteps * kSticks);
    EXPECT_EQ(row.at("bytes_per_frame"), kSubsteps * (96.0 * kParticles + 80.0 * kSticks) + 16.0 * kParticles);
    EXPECT_EQ(row.at("waits").get<int>(), row.at("dispatches").get<int>() - 1);
}

// Small bodies move once in a frame, on either backend. Of 32 ropes of 64 particles a colour is too short for several
// threads: what is integrated, held by tethers, goes along with clusters, and is looked at in the end is handed out
// alone.
TEST_F(BenchTest, WholeBodiesMoveOnceAndShortPassesMakeNobodyWait) {
    ASSERT_EQ(pliant("bench --quick --scenes ropes --json x.json").status, 0);
    std::map<std::string, json> rows;
    const json report = json::parse(text("x.json"));
    for (const json& row : report.at("rows"))
        rows[row.at("way")] = row;
    EXPECT_EQ(rows.at("threads-colours").at("waits"), 12 * 3 - 1 + 1);
    const json& onThreads = rows.at("threads-whole");
    EXPECT_EQ(onThreads.at("dispatches"), 1);
    if (!rows.contains("gpu-whole")) GTEST_SKIP() << "no Vulkan device";
    EXPECT_EQ(rows.at("gpu-whole").at("bytes_per_frame"), onThreads.at("bytes_per_frame"));
    EXPECT_EQ(rows.at("gpu-tiles").at("bytes_per_frame"), rows.at("threads-tiles").at("bytes_per_frame"));
}

TEST_F(BenchTest, StretchAgainstTime) {
    const Finished done =
        pliant("bench --stretch --quick --sizes 8 --ways wide,gpu --json x.json --csv x.csv --plot x.svg");
    ASSERT_EQ(done.status, 0) << done.err;
    const json rows = json::parse(text("x.json")).at("rows");
    expectTheSameRows(rows);
    std::map<std::string, json> firstOf;
    for (const json& row : rows) {
        EXPECT_GT(row.at("median_ms").get<double>(), 0.0);
        const std::string key =
            row.at("method").get<std::string>() + row.at("substeps").dump() + row.at("iterations").dump();
        const auto [first, isNew] = firstOf.emplace(key, row);
        if (isNew) continue;
        EXPECT_EQ(row.at("stretch_mean"), first->second.at("stretch_mean")) << "CPU and GPU, the same bits: " << key;
    }
    EXPECT_PRED_FORMAT2(IsSubstring, "in tiles", done.out);
    EXPECT_PRED_FORMAT2(IsSubstring, "lower left is better", text("x.svg"));
    expectUnits(text("x.svg"), 4);
}

// Where something is pinned, tethers and levels hold it better than its sticks alone.
TEST_F(BenchTest, StretchInEveryScene) {
    const Finished done = pliant(
        "bench --stretch --quick --frames 40 --scenes middle,ball,rope,loaded-rope --sizes 24 --ways wide --json "
        "x.json");
    ASSERT_EQ(done.status, 0) << done.err;
    std::map<std::string, std::map<std::string, json>> found;
    const json report = json::parse(text("x.json"));
    for (const json& row : report.at("rows")) {
        found[row.at("scene")][row.at("method")] = row;
        EXPECT_GE(row.at("worst_mean").get<double>(), row.at("stretch_mean").get<double>()) << row;
        EXPECT_GE(row.at("worst_max").get<double>(), row.at("worst_p99").get<double>()) << row;
    }
    ASSERT_EQ(found.size(), 4u);
    for (const auto& [scene, methods] : found) {
        const bool isRope = scene.ends_with("rope");
        EXPECT_EQ(methods.size(), isRope ? 2u : 5u) << scene;
        EXPECT_EQ(methods.at("sticks alone").at("ratio_to_sticks_alone"), 1.0);
        EXPECT_EQ(methods.at("sticks alone").at("size"), isRope ? 10'001 : 24);
        if (scene == "ball") continue;
        EXPECT_LT(methods.at("sticks, tethers and levels").at("worst_mean").get<double>(),
                  methods.at("sticks alone").at("worst_mean").get<double>())
            << scene;
    }
}

TEST_F(BenchTest, ContactBesideNone) {
    const Finished done = pliant(
        "bench --contact --scenes cloth,drape --sizes 16 --frames 60 --ways threads,gpu --json x.json --csv x.csv");
    ASSERT_EQ(done.status, 0) << done.err;
    const json report = json::parse(text("x.json")), rows = report.at("rows");
    expectTheSameRows(rows);
    std::map<std::string, json> pairsOf;
    std::map<std::string, double> timeOf;  // of passes
    for (const json& pass : report.at("passes"))
        timeOf[pass.at("scene").get<std::string>() + pass.at("kind").get<std::string>()] += pass.at("ms").get<double>();
    const auto hasShares = [](const json& row) { return !row.at("share_finding").is_null(); };
    const bool hasClock = std::any_of(rows.begin(), rows.end(), hasShares);
    for (const char* kind : {"drapePushNeighbours", "drapePushFromColliders", "clothFindNeighbours"})
        EXPECT_EQ(timeOf[kind] > 0.0, hasClock) << kind;
    EXPECT_EQ(timeOf.contains("clothPushFromColliders"), false) << "it has none";
    for (const json& row : rows) {
        EXPECT_NEAR(row.at("ratio").get<double>() * row.at("without_ms").get<double>(), row.at("with_ms").get<double>(),
                    1e-6 * row.at("with_ms").get<double>());
        const auto [first, isNew] = pairsOf.emplace(row.at("scene"), row);
        EXPECT_EQ(row.at("pairs"), first->second.at("pairs")) << "CPU and GPU, the same bits";
        EXPECT_TRUE(row.at("way") == "gpu" || row.at("share_cutting").is_null());
        if (row.at("share_cutting").is_null()) continue;
        const double sum = row.at("share_finding").get<double>() + row.at("share_pushing").get<double>() +
                           row.at("share_cutting").get<double>();
        EXPECT_GT(sum, 0.0);
        EXPECT_LT(sum, 1.0);
    }
    ASSERT_EQ(pairsOf.size(), 2u);
    EXPECT_EQ(pairsOf.at("cloth").at("pairs"), 0) << "it is far from itself";
    EXPECT_GT(pairsOf.at("drape").at("pairs").get<int>(), 0);
    EXPECT_EQ(pliant("bench --contact --scenes stack --frames 2").status, 0);
}

TEST_F(BenchTest, RefusesWhatItCannotDo) {
    expectRefused("bench --contact --stretch", {"--contact", "--stretch"});
    expectRefused("bench --contact --scenes ropes", {"--scenes", "ropes", "with --contact", "drape"});
    expectRefused("bench --contact --scenes stack --sizes 8", {"--sizes has no meaning for stack"});
    expectRefused("bench --contact --ways jacobi", {"--ways", "jacobi", "--contact"});
    expectRefused("bench --contact --plot x.svg", {"--plot", "--contact"});
    expectRefused("bench --quick --scenes sofa", {"--scenes", "sofa", "many-flags"});
    expectRefused("bench --quick --ways fast", {"--ways", "fast", "wide-colours"});
    expectRefused("bench --quick --sizes 1", {"--sizes"});
    expectRefused("bench --quick --rounds 0", {"--rounds"});
    expectRefused("bench --quick --threads 2 --ways plain", {"--threads has no meaning"});
    expectRefused("bench --quick --device x --ways plain", {"--device has no meaning"});
    expectRefused("bench --quick --device nobodys", {"nobodys"});
    expectRefused("bench --quick --frames 5", {"--frames", "--stretch"});
    expectRefused("bench --stretch --scenes cloth", {"--scenes", "cloth", "hanging", "loaded-rope"});
    expectRefused("bench --stretch --scenes rope --sizes 8", {"--sizes has no meaning for rope"});
    expectRefused("bench --quick --scenes ball", {"--scenes", "ball", "without --stretch"});
    expectRefused("bench --stretch --ways wide,jacobi", {"--ways", "jacobi", "--stretch", "threads"});
    expectRefused("bench --stretch --rounds 3", {"--rounds", "--stretch"});
    expectRefused("bench --quick --json x.txt", {"--json", ".json"});
    expectRefused("bench --quick --csv x.txt", {"--csv", ".csv"});
    expectRefused("bench --quick --plot x.png", {"--plot", ".svg"});
    expectRefused("bench --quick --plot missing/x.svg", {"missing"});
}

}  // namespace
}  // namespace pliant::tests
