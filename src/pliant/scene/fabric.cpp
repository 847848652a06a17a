#include "pliant/scene/fabric.h"

#include <array>
#include <limits>
#include <numbers>
#include <string>

#include "pliant/fail.h"

namespace pliant {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kGramForce = 9.80665e-3;  // [N]

// The Kawabata system (KES-F; Kawabata 1980, The Standardization and Analysis of Hand Evaluation) measures in
// gram-force and centimetres.
//   shear G:    1 gf/(cm deg)  = 9.80665e-3 N / 1e-2 m / (pi/180 rad) = 56.19 N/m per radian
//   bending B:  1 gf cm^2/cm   = 9.80665e-3 N * 1e-4 m^2 / 1e-2 m     = 9.80665e-5 N m
//   tensile:    EMT is the strain at 500 gf/cm = 490.3 N/m
constexpr float complianceFromKesShear(double gfPerCmDegree) {
    return float(1.0 / (gfPerCmDegree * kGramForce / 1e-2 / (kPi / 180.0)));
}

constexpr float stiffnessFromKesBending(double gfCm2PerCm) {
    return float(gfCm2PerCm * kGramForce * 1e-4 / 1e-2);
}

// The secant to the far end of the curve. It starts softer, while the threads still uncrimp: for the denim below, whose
// linearity LT is 0.71, about 2 LT - 1 = 0.4 times as stiff (exact for force = a strain + b strain^3).
constexpr float complianceFromKesTensile(double emtPercent) {
    return float(emtPercent / 100.0 / (500.0 * kGramForce / 1e-2));
}

// A sheet of one material: 1/(E t), 2 (1 + nu)/(E t), and E t^3 / (12 (1 - nu^2)). Modulus [Pa], thickness [m].
constexpr float sheetStretchCompliance(double modulus, double thickness) {
    return float(1.0 / (modulus * thickness));
}

constexpr float sheetShearCompliance(double modulus, double thickness, double poissonRatio) {
    return float(2.0 * (1.0 + poissonRatio) / (modulus * thickness));
}

constexpr float sheetBendingStiffness(double modulus, double thickness, double poissonRatio) {
    return float(modulus * thickness * thickness * thickness / (12.0 * (1.0 - poissonRatio * poissonRatio)));
}

// A pull and a release lose the share 1 - RT of the work (RT: tensile resilience), so the loss factor is (1 - RT) / pi.
// Threads rub, whatever the rate; stiffness-proportional damping has the loss factor 2 pi f damping at frequency f. The
// two are made to agree at 10 Hz, the flutter of a hand-sized fold: a choice.
constexpr float dampingFromResilience(double resilience) {
    constexpr double kMatchedFrequency = 10.0;  // [Hz]
    return float((1.0 - resilience) / kPi / (2.0 * kPi * kMatchedFrequency));
}

// Silk is sold by the momme, pounds per 100 yards of 45 inches: 0.45359237 kg / (91.44 m * 1.143 m) = 4.340 g/m^2.
constexpr double kMomme = 0.45359237 / (91.44 * 1.143);  // [kg/m^2]

constexpr double kDenimResilience = 0.541;

constexpr FabricPreset kCotton{
    "cotton",
    {.arealDensity = 0.158f,
     .stretchCompliance = complianceFromKesTensile(2.29),
     .shearCompliance = complianceFromKesShear(1.0),
     .bendingStiffness = 21.2e-6f,
     .damping = dampingFromResilience(kDenimResilience),
     .strainLimit = 0.0229f,
     .compressionCompliance = 0.7f},
    "Density 158 g/m^2 and EMT 2.29 % (strain limit too): the untreated cotton of Tadesse et al. 2018, Materials "
    "11(12) 2466, as quoted by others. Shear 1 gf/(cm deg), chosen: within the 30-80 N/m that SiroFAST asks of "
    "suitings (De Boos & Tester 1994, CSIRO report WT92.02). Bending: median of the eight fabrics of 150-160 g/m^2 "
    "among those of Feng, "
    "Huang, Xu & Wang 2022, Learning-Based Bending Stiffness Parameter Estimation by a Drape Tester, ACM Trans. Graph. "
    "41(6), dataset.csv, mean of warp and weft, fibre not told. Damping: chosen, as denim."};

constexpr FabricPreset kSilk{
    "silk",
    {.arealDensity = float(14.0 * kMomme),
     .stretchCompliance = complianceFromKesTensile(5.0),
     .shearCompliance = complianceFromKesShear(0.3),
     .bendingStiffness = 3.44e-6f,
     .damping = dampingFromResilience(kDenimResilience),
     .strainLimit = 0.05f,
     .compressionCompliance = 2.0f},
    "Density: 14 momme, a dress weight, chosen. Stretch: EMT 5 % (strain limit too), chosen; silk weaves stretch more "
    "and shear more easily than other filament weaves (Matsudaira, Characteristics of Mechanical Properties and "
    "Handles of Silk Filament Weaves, Kanazawa University, vol. 37 p. 139). Shear 0.3 gf/(cm deg), chosen: below the "
    "30 "
    "N/m where SiroFAST calls a fabric loose (De Boos & Tester 1994, CSIRO report WT92.02). Bending: median of the ten "
    "fabrics of 55-70 g/m^2 of Feng, Huang, Xu & Wang 2022, ACM Trans. Graph. 41(6), dataset.csv, mean of warp and "
    "weft, fibre not told. Damping: chosen, as denim."};

constexpr FabricPreset kDenim{
    "denim",
    {.arealDensity = 0.324f,
     .stretchCompliance = complianceFromKesTensile(5.515),
     .shearCompliance = complianceFromKesShear(2.18),
     .bendingStiffness = 96.95e-6f,
     .damping = dampingFromResilience(kDenimResilience),
     .strainLimit = 0.05515f,
     .compressionCompliance = 0.3f},
    "Density and bending: 11oz-black-denim (99 % cotton) of Wang, O'Brien & Ramamoorthi 2011, Data-Driven Elastic "
    "Models "
    "for Cloth, ACM Trans. Graph. 30(4) 71, published data: 64 to 97e-6 N m by direction at no curvature, the stiffest "
    "taken. EMT 5.515 % (strain limit too), shear 2.18 gf/(cm deg) and resilience 54.1 % (damping): fabric A of Kumari "
    "& Khurana 2016, Journal of Textiles 4614168, table 5; its six denims have 4.7-5.7 %, 1.5-3.4 and 48-66 %, and "
    "bend "
    "four times more easily (0.14-0.23 gf cm^2/cm)."};

constexpr double kLeatherModulus = 0.1e9;     // [Pa]
constexpr double kLeatherThickness = 0.8e-3;  // [m]

constexpr FabricPreset kLeather{
    "leather",
    {.arealDensity = float(930.0 * kLeatherThickness),
     .stretchCompliance = sheetStretchCompliance(kLeatherModulus, kLeatherThickness),
     .shearCompliance = sheetShearCompliance(kLeatherModulus, kLeatherThickness, 0.4),
     .bendingStiffness = stiffnessFromKesBending(15.6),
     .damping = dampingFromResilience(kDenimResilience),
     .strainLimit = 0.2f,
     .compressionCompliance = 0.04f},
    "Garment leather, 0.8 mm. Thickness 0.64-0.96 mm and flexural rigidity 9.2-22, middles taken: four sheep leathers "
    "of "
    "Memon, Chaklie, Yesuf & Zhu 2021, Materials 14(16) 4553, abstract; it gives no unit, gf cm assumed. Density "
    "810-1050 kg/m^3, middle; Young's modulus 0.1-0.5 GPa, lower end; tensile strength 20-26 MPa, lower end, over the "
    "modulus is the strain limit: Ashby, Materials Selection in Mechanical Design, appendix of material properties. "
    "Poisson ratio 0.4: chosen. Damping: chosen, as denim."};

constexpr double kRubberModulus = 2e6;       // [Pa]
constexpr double kRubberThickness = 1e-3;    // [m]
constexpr double kRubberPoissonRatio = 0.5;  // it keeps its volume

constexpr FabricPreset kRubber{
    "rubber",
    {.arealDensity = float(925.0 * kRubberThickness),
     .stretchCompliance = sheetStretchCompliance(kRubberModulus, kRubberThickness),
     .shearCompliance = sheetShearCompliance(kRubberModulus, kRubberThickness, kRubberPoissonRatio),
     .bendingStiffness = sheetBendingStiffness(kRubberModulus, kRubberThickness, kRubberPoissonRatio),
     .damping = dampingFromResilience(0.8),
     .strainLimit = std::numeric_limits<float>::infinity(),
     .compressionCompliance = 0.0f},
    "Natural rubber sheet, 1 mm, chosen. Density 920-930 kg/m^3 and Young's modulus 1.5-2.5 MPa, middles: Ashby, "
    "Materials Selection in Mechanical Design, appendix of material properties. Poisson ratio 0.5: incompressible. "
    "Resilience 80 % (damping): chosen. No strain limit: it stretches to several times its length."};

// What computer graphics likes cotton to be: the threads do not stretch and do not shear, and it folds like cotton.
constexpr FabricPreset kStiffCotton{
    "stiff-cotton",
    {.arealDensity = kCotton.fabric.arealDensity,
     .bendingStiffness = kCotton.fabric.bendingStiffness,
     .compressionCompliance = kCotton.fabric.compressionCompliance},
    "Density and bending of cotton; stretch and shear compliance 0, and so no damping: chosen."};

constexpr std::array kPresets{kCotton, kSilk, kDenim, kLeather, kRubber, kStiffCotton};

Status checkRange(const char* field, const char* unit, float value, float smallest, float largest) {
    if (value >= smallest && value <= largest) return {};
    return fail("the fabric's {} is {}{}; it must be from {} to {}", field, value, unit, smallest, largest);
}

Status checkParameter(const char* field, const char* unit, float value) {
    constexpr float kSmallest = 1e-12f;
    constexpr float kLargest = 1e6f;
    if (value == 0.0f || (value >= kSmallest && value <= kLargest)) return {};
    return fail("the fabric's {} is {}{}; it must be 0 or from {} to {}", field, value, unit, kSmallest, kLargest);
}

}  // namespace

std::span<const FabricPreset> fabricPresets() {
    return kPresets;
}

Result<Fabric> fabricNamed(std::string_view name) {
    std::string names;
    for (const FabricPreset& preset : kPresets) {
        if (name == preset.name) return preset.fabric;
        names += (names.empty() ? "" : ", ") + std::string(preset.name);
    }
    return fail("there is no fabric \"{}\"; the fabrics are {}", name, names);
}

Status validate(const Fabric& fabric) {
    if (Status s = checkRange("areal density", " kg/m^2", fabric.arealDensity, 1e-4f, 1e3f); !s) return s;
    if (Status s = checkParameter("stretch compliance", " m/N", fabric.stretchCompliance); !s) return s;
    if (Status s = checkParameter("shear compliance", " m/N", fabric.shearCompliance); !s) return s;
    if (Status s = checkParameter("bending stiffness", " N m", fabric.bendingStiffness); !s) return s;
    if (Status s = checkRange("damping", " s", fabric.damping, 0.0f, 10.0f); !s) return s;
    if (Status s = checkParameter("compression compliance", " m/N", fabric.compressionCompliance); !s) return s;
    // Infinity is fine, not-a-number is not.
    if (!(fabric.strainLimit >= 0.0f)) {
        return fail("the fabric's strain limit is {}; it must be 0 or more, or infinite", fabric.strainLimit);
    }
    return {};
}

namespace {

StickMaterial materialOf(const Fabric& fabric, float compliance, float compressionCompliance) {
    StickMaterial material;
    material.damping = fabric.damping;
    material.compressionCompliance = compressionCompliance;
    if (compliance == 0.0f) return material;
    material.response = Response::Compliant;
    material.compliance = compliance;
    if (std::isfinite(fabric.strainLimit)) material.strainLimit = fabric.strainLimit;
    return material;
}

}  // namespace

StickMaterial stretchMaterial(const Fabric& fabric) {
    return materialOf(fabric, fabric.stretchCompliance, fabric.compressionCompliance);
}

StickMaterial shearMaterial(const Fabric& fabric) {
    return materialOf(fabric, fabric.shearCompliance, kShearCompression * fabric.compressionCompliance);
}

}  // namespace pliant
