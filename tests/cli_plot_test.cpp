// `pliant plot`, and what the command says of substeps that are too long.

#include "cli_support.h"

namespace pliant::tests {
namespace {

class PlotTest : public CommandTest {
  protected:
    std::string text(const std::string& name) { return shell("cat " + name).out; }
};

TEST_F(PlotTest, OfIntegratorsSaysWhoDriftsAndWhoExplodes) {
    const Finished done =
        pliant("plot cloth-integrators --quick --set particles=6 --set stiffness=60 -o energy.svg --csv energy.csv");
    ASSERT_EQ(done.status, 0) << done.err;
    for (const char* part : {"explicit Euler", "semi-implicit Euler", "velocity Verlet", "RK4",
                             "Verlet with constraints", "backward Euler", "stable to", "wrote energy.svg"})
        EXPECT_PRED_FORMAT2(IsSubstring, part, done.out);
    const std::string csv = text("energy.csv");
    EXPECT_EQ(csv.find("integrator,substep_ms,time_s,energy_J,reference_energy_J,error_m\n"), 0u);
    EXPECT_PRED_FORMAT2(IsSubstring, "\"RK4\",1.38889,0.5,", csv);
    EXPECT_PRED_FORMAT2(IsSubstring, "</svg>", text("energy.svg"));
    expectUnits(text("energy.svg"), 6);
}

TEST_F(PlotTest, OfACordMarksTheStableBound) {
    const Finished done = pliant("plot cord --quick --set particles=8 -o cord.svg --csv cord.csv");
    ASSERT_EQ(done.status, 0) << done.err;
    for (const char* part : {"iterations", "N/m", "stable up to"})
        EXPECT_PRED_FORMAT2(IsSubstring, part, done.out);
    EXPECT_PRED_FORMAT2(IsSubstring, "stable up to here", text("cord.svg"));
    expectUnits(text("cord.svg"), 4);
    EXPECT_EQ(text("cord.csv").find("kind,iterations_or_stiffness,sag_m,energy_J,torn\nposition,1,"), 0u);
}

TEST_F(PlotTest, OfColoursShowsWhatFirstFitFeeds) {
    const Finished done = pliant("plot colours --quick -o colours.svg --csv colours.csv");
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_PRED_FORMAT2(IsSubstring, "by direction", done.out);
    expectUnits(text("colours.svg"), 2);
    const std::string csv = text("colours.csv");
    EXPECT_EQ(csv.find("size,order,time_s,energy_by_start\n16,first fit,0,1\n"), 0u) << csv;
    const auto last = [&](const std::string& row) {
        const std::size_t at = csv.find(row);
        return at == std::string::npos ? -1.0 : std::stod(csv.substr(at + row.size()));
    };
    EXPECT_GT(last("\n32,first fit,3,"), 10.0) << csv;
    EXPECT_LT(std::abs(last("\n32,by direction,3,")), 1.0) << csv;
}

TEST_F(PlotTest, RefusesWhatItCannotDo) {
    expectRefused("plot flag", {"flag", "cloth-integrators"});
    expectRefused("plot cord --quick -o cord.png", {"--out", ".svg"});
    expectRefused("plot cord --quick --csv cord.txt", {"--csv", ".csv"});
    expectRefused("plot cord --quick -o missing/cord.svg", {"missing"});
    expectRefused("plot colours --quick --set sag=1", {"colours"});
    expectRefused("plot cord --quick --set sag=1", {"no number 'sag'"});
    expectRefused("plot cord --quick --set particles", {"NAME=NUMBER"});
    expectRefused("plot cord --quick --set span=1e999", {"span=1e999", "NAME=NUMBER"});
}

TEST_F(PlotTest, ASubstepThatIsTooLongIsWarnedOf) {
    const std::string line = "simulate cloth-integrators --backend cpu --frames 1 --set particles=5 --set only=";
    const Finished unstable = pliant(line + "4 --substeps 1 --set stiffness=1000");
    EXPECT_EQ(unstable.status, 0) << unstable.err;
    EXPECT_PRED_FORMAT2(IsSubstring, "warning: substeps of 16.7 ms are too long; RK4 is stable up to", unstable.err);
    EXPECT_EQ(std::count(unstable.err.begin(), unstable.err.end(), '\n'), 1) << unstable.err;
    EXPECT_EQ(pliant(line + "4 --set stiffness=1").err, "");
    EXPECT_EQ(pliant(line + "6 --substeps 1 --set stiffness=1000").err, "");
    const Finished sticks = pliant("simulate cloth --backend cpu --frames 1 --size 8 --stiffness 1e6");
    EXPECT_PRED_FORMAT2(IsSubstring, "Hooke sticks are stable up to about", sticks.err);
}

TEST_F(PlotTest, BackwardEulerIsForTheCpu) {
    EXPECT_EQ(
        report("simulate cloth-integrators --backend cpu --frames 2 --set particles=4 --set implicit=1").at("lost"), 0);
    expectRefused("compare cloth-integrators --frames 2 --set particles=4 --set only=6", {"backward Euler", "CPU"});
    expectRefused("simulate cloth-integrators --material cotton", {"--material has no meaning"});
}

}  // namespace
}  // namespace pliant::tests
