#include "pliant/scene/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "support.h"

namespace pliant::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Fabric fabric(std::string_view name) {
    return take(fabricNamed(name));
}

/// Peirce's bending length (ASTM D1388), c = (B / (rho g))^(1/3) [cm]: how far the fabric holds itself out.
double bendingLengthCm(const Fabric& f) {
    return 100.0 * std::cbrt(double(f.bendingStiffness) / (double(f.arealDensity) * 9.81));
}

void expectWithin(double value, double low, double high) {
    EXPECT_GE(value, low);
    EXPECT_LE(value, high);
}

/// Within a thousandth: the oracles below are rounded to four digits.
void expectClose(double value, double expected) {
    EXPECT_NEAR(value, expected, 1e-3 * expected);
}

TEST(Fabric, PresetsComeInOrderAndTellTheirSource) {
    std::vector<std::string> names;
    for (const FabricPreset& preset : fabricPresets()) {
        names.emplace_back(preset.name);
        EXPECT_GT(std::string_view(preset.source).size(), 60u) << preset.name;
    }
    EXPECT_EQ(names, (std::vector<std::string>{"cotton", "silk", "denim", "leather", "rubber", "stiff-cotton"}));
}

TEST(Fabric, PresetsAreValidAndFoundByName) {
    for (const FabricPreset& preset : fabricPresets()) {
        EXPECT_TRUE(validate(preset.fabric)) << preset.name;
        EXPECT_EQ(fabric(preset.name).arealDensity, preset.fabric.arealDensity);
    }
}

TEST(Fabric, ItsThreadsAndDiagonalsGiveWay) {
    const Fabric denim = fabric("denim");
    EXPECT_EQ(stretchMaterial(denim).compressionCompliance, denim.compressionCompliance);
    EXPECT_EQ(shearMaterial(denim).compressionCompliance, 4.0f * denim.compressionCompliance);
}

TEST(Fabric, UnknownNameListsTheNames) {
    const std::string message = messageOf(fabricNamed("wool"));
    EXPECT_CONTAINS(message, "\"wool\"");
    EXPECT_CONTAINS(message, "cotton, silk, denim, leather, rubber");
    EXPECT_FALSE(fabricNamed(""));
    EXPECT_FALSE(fabricNamed("Cotton"));
}

TEST(Fabric, DrapesInTheOrderOfTheRealOnes) {
    expectWithin(bendingLengthCm(fabric("silk")), 1.0, 2.0);
    expectWithin(bendingLengthCm(fabric("cotton")), 1.5, 3.0);
    expectWithin(bendingLengthCm(fabric("denim")), 3.0, 5.0);
    EXPECT_LT(bendingLengthCm(fabric("silk")), bendingLengthCm(fabric("cotton")));
    EXPECT_LT(bendingLengthCm(fabric("cotton")), bendingLengthCm(fabric("denim")));
    EXPECT_LT(bendingLengthCm(fabric("denim")), bendingLengthCm(fabric("leather")));
}

TEST(Fabric, WeighsAndStretchesInTheOrderOfTheRealOnes) {
    EXPECT_GT(fabric("denim").arealDensity, fabric("cotton").arealDensity);
    for (const FabricPreset& preset : fabricPresets()) {
        const std::string_view name = preset.name;
        EXPECT_LE(fabric("silk").arealDensity, preset.fabric.arealDensity) << name;
        if (name == "rubber" || name == "stiff-cotton") continue;
        EXPECT_GT(fabric("rubber").stretchCompliance, preset.fabric.stretchCompliance) << name;
        EXPECT_TRUE(std::isfinite(preset.fabric.strainLimit)) << name;
        // A weave is a grid of threads: it shears more easily than it stretches. So does any solid, G < E.
        EXPECT_GT(preset.fabric.shearCompliance, preset.fabric.stretchCompliance) << name;
    }
    EXPECT_EQ(fabric("rubber").strainLimit, kInfinity);
}

// Denim, KES shear 2.18 gf/(cm deg): 1 gf = 9.80665e-3 N, 1 cm = 1e-2 m, 1 deg = 0.0174533 rad, so
// 1 gf/(cm deg) = 0.980665 N/m / 0.0174533 = 56.188 N/m, and G = 2.18 * 56.188 = 122.49 N/m.
TEST(Fabric, ShearFollowsFromTheKesFigures) {
    expectClose(fabric("denim").shearCompliance, 1.0 / 122.49);
    expectClose(fabric("cotton").shearCompliance, 1.0 / 56.188);
    expectClose(fabric("silk").shearCompliance, 1.0 / 16.856);  // 0.3 * 56.188
}

// KES tensile: the strain EMT at 500 gf/cm = 4.903325 N / 1e-2 m = 490.33 N/m.
TEST(Fabric, StretchFollowsFromTheKesFigures) {
    expectClose(fabric("denim").stretchCompliance, 0.05515 / 490.33);
    expectClose(fabric("cotton").stretchCompliance, 0.0229 / 490.33);
    expectClose(fabric("silk").stretchCompliance, 0.05 / 490.33);
    // Pulled by the largest load of the test, a weave reaches its limit and no more.
    for (const char* name : {"cotton", "silk", "denim"})
        expectClose(490.33 * fabric(name).stretchCompliance, fabric(name).strainLimit);
}

// Leather, 15.6 gf cm^2/cm: 1 gf cm^2/cm = 9.80665e-3 N * 1e-4 m^2 / 1e-2 m = 9.80665e-5 N m.
TEST(Fabric, BendingFollowsFromTheKesFigures) {
    expectClose(fabric("leather").bendingStiffness, 1.5298e-3);
}

// The figures of the eight and ten fabrics [1e-9 N m, warp and weft] as they stand in dataset.csv of Feng et al. 2022.
TEST(Fabric, BendingOfCottonAndSilkIsTheMedianOfTheirWeight) {
    const auto medianMean = [](std::vector<std::pair<double, double>> rows) {
        std::vector<double> means;
        for (const auto& [warp, weft] : rows)
            means.push_back(0.5e-9 * (warp + weft));
        std::sort(means.begin(), means.end());
        return 0.5 * (means[means.size() / 2 - 1] + means[means.size() / 2]);
    };
    const double cotton = medianMean({{8615.2, 4998.3},
                                      {32773.6, 16832.7},
                                      {57926.7, 17753.3},
                                      {31220.2, 7688.0},
                                      {58086.6, 21280.8},
                                      {11902.9, 7152.8},
                                      {14474.6, 31516.0},
                                      {13063.4, 10613.8}});
    const double silk = medianMean({{2977.0, 4967.1},
                                    {4493.3, 17166.8},
                                    {2585.7, 2628.7},
                                    {33479.0, 4057.1},
                                    {2238.6, 2921.4},
                                    {1104.3, 3464.5},
                                    {5047.3, 2217.0},
                                    {1430.3, 7056.8},
                                    {3217.0, 3298.6},
                                    {1779.9, 3076.2}});
    EXPECT_NEAR(fabric("cotton").bendingStiffness, cotton, 2e-3 * cotton);
    EXPECT_NEAR(fabric("silk").bendingStiffness, silk, 2e-3 * silk);
}

// 14 momme; 1 momme = 4.340 g/m^2.
TEST(Fabric, SilkIsSoldByTheMomme) {
    expectClose(fabric("silk").arealDensity, 0.06076);
}

// E t = 2e6 Pa * 1e-3 m = 2000 N/m; incompressible, so G t = E t / 3; B = 2e6 * 1e-9 / (12 * 0.75) = 2.2222e-4 N m.
TEST(Fabric, RubberIsASheet) {
    const Fabric rubber = fabric("rubber");
    expectClose(rubber.stretchCompliance, 1.0 / 2000.0);
    expectClose(rubber.shearCompliance, 3.0 / 2000.0);
    expectClose(rubber.bendingStiffness, 2.2222e-4);
    expectClose(rubber.arealDensity, 0.925);
}

// E t = 1e8 Pa * 0.8e-3 m = 8e4 N/m; G t = E t / 2.8; it tears at 20 MPa, which a modulus of 100 MPa reaches at 0.2.
TEST(Fabric, LeatherIsASheetThatTears) {
    const Fabric leather = fabric("leather");
    expectClose(leather.stretchCompliance, 1.25e-5);
    expectClose(leather.shearCompliance, 3.5e-5);
    expectClose(leather.arealDensity, 0.744);
    expectClose(leather.strainLimit, 20e6 / 100e6);
}

// A cycle x = sin(w t) of force k (x + damping dx/dt) loses pi k damping w out of k/2 stored; a pull and a release are
// half a cycle each way, so the share lost in one of the two is pi damping w. At 10 Hz it must be 1 - RT.
TEST(Fabric, DampingLosesWhatTheTestedFabricLostAtTenHertz) {
    const double angularFrequency = 62.832;
    expectClose(3.14159 * angularFrequency * fabric("denim").damping, 1.0 - 0.541);
    expectClose(3.14159 * angularFrequency * fabric("rubber").damping, 1.0 - 0.8);
}

TEST(Fabric, ValidateNamesFieldValueAndRule) {
    struct Case {
        float Fabric::*field;
        const char* name;
        std::vector<float> good;
        std::vector<float> bad;
    };
    const std::vector<float> goodParameters{0.0f, 1e-12f, 1.0f, 1e6f};
    const std::vector<float> badParameters{-1.0f, 0.9e-12f, 1.1e6f, kInfinity, -kInfinity, kNan};
    const std::vector<Case> cases{
        {&Fabric::arealDensity, "areal density", {1e-4f, 0.2f, 1e3f}, {0.0f, -1.0f, 0.9e-4f, 1.1e3f, kInfinity, kNan}},
        {&Fabric::stretchCompliance, "stretch compliance", goodParameters, badParameters},
        {&Fabric::shearCompliance, "shear compliance", goodParameters, badParameters},
        {&Fabric::bendingStiffness, "bending stiffness", goodParameters, badParameters},
        {&Fabric::damping, "damping", {0.0f, 1e-3f, 10.0f}, {-1e-3f, 10.1f, kInfinity, kNan}},
        {&Fabric::compressionCompliance, "compression compliance", goodParameters, badParameters},
        {&Fabric::strainLimit, "strain limit", {0.0f, 0.1f, 50.0f, kInfinity}, {-0.1f, -kInfinity, kNan}},
    };
    for (const Case& c : cases) {
        Fabric changed = fabric("cotton");
        for (const float value : c.good) {
            changed.*c.field = value;
            EXPECT_TRUE(validate(changed)) << c.name << " " << value;
        }
        for (const float value : c.bad) {
            changed.*c.field = value;
            const std::string message = messageOf(validate(changed));
            EXPECT_CONTAINS(message, fmt::format("{} is {}", c.name, value));
            EXPECT_CONTAINS(message, "it must be");
        }
    }
}

TEST(Fabric, AFabricWithoutNumbersIsRefused) {
    EXPECT_CONTAINS(messageOf(validate(Fabric{})), "areal density is 0 kg/m^2; it must be from 0.0001 to 1000");
}

}  // namespace
}  // namespace pliant::test
