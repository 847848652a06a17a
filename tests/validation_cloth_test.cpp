// Cloth against closed forms and plate theory. See PHYSICS.md.

#include "validation.h"

#include <fmt/format.h>

#include <limits>

namespace pliant::test {
namespace {

// The theories' sheets stretch as far as they are pulled, and do not give way when they are pressed.
Fabric fabricOf(double stretchCompliance, double bendingStiffness) {
    Fabric fabric;
    fabric.arealDensity = 1.0f;
    fabric.stretchCompliance = float(stretchCompliance);
    fabric.bendingStiffness = float(bendingStiffness);
    fabric.strainLimit = std::numeric_limits<float>::infinity();
    fabric.compressionCompliance = 0.0f;
    return fabric;
}

dvec3 meanOf(const std::vector<vec3>& p, std::size_t first, std::size_t count) {
    dvec3 sum(0.0);
    for (std::size_t i = first; i < first + count; ++i)
        sum += dvec3(p[i]);
    return sum / double(count);
}

// ---- Elastic strip under its own weight

// sigma g L^2 c / 2 for a stretch compliance c, and shear too soft to matter.
TEST(ElasticStrip, StretchesByTheSameWhateverItsParticlesStepAndIterations) {
    for (const std::uint32_t rows : {9u, 17u, 33u}) {
        for (const int exponent : {-10, -11}) {
            for (const std::uint32_t iterations : {1u, 2u, 4u}) {
                GridDescription strip;
                strip.width = 0.25f;
                strip.columns = rows / 4 + 1;
                strip.rows = rows;
                strip.alongColumn = vec3(0.0f, -1.0f, 0.0f);
                strip.fabric = fabricOf(0.125, 0.0);
                strip.fabric->shearCompliance = 1e3f;
                Scene scene;
                take(addGrid(scene, strip));
                take(pinPlace(scene, 0, GridPlace::FirstRow));
                scene.environment = roundEnvironment(8.0f);
                const double h = powerOfTwo(exponent);
                const std::vector<vec3> p = settle(scene, stepsOf(32 * h, 32, iterations), 4.0);
                const double longer = -1.0 - meanOf(p, p.size() - strip.columns, strip.columns).y;
                report(fmt::format("strip of {} rows, substep 2^{} s, {} iterations", rows, exponent, iterations), 0.5,
                       longer);
                EXPECT_NEAR(longer, 0.5, 0.005) << rows << " rows, 2^" << exponent << " s, " << iterations;
            }
        }
    }
}

// ---- Heavy elastica

void expectElastica(const char* what, const ElasticaRow& row, const dvec3& tip, double within = 0.015) {
    const double chord = chordDegrees(tip.x, -tip.y);
    report(fmt::format("{}, load {}: drop", what, row.load), row.drop, -tip.y);
    report(fmt::format("{}, load {}: chord", what, row.load), row.chord, chord);
    EXPECT_NEAR(-tip.y, row.drop, within * row.drop) << row.load;
    EXPECT_NEAR(chord, row.chord, within * row.chord) << row.load;
}

// A substep whose square times gravity is 2^exponent m.
double substepForFall(int exponent) {
    return std::sqrt(powerOfTwo(exponent) / kRoundGravity);
}

// Two pinned rows, and the clamp halfway between them, as with a rope (ClampedRopeHasTheDropAndTheChord).
TEST(Elastica, ClampedStripHasTheDropAndTheChord) {
    for (const ElasticaRow& row : kElastica) {
        const std::uint32_t rows = row.load < 30.0 ? (row.load < 3.0 ? 9 : 13) : 20;
        const double spacing = 1.0 / (rows - 1.5);
        GridDescription strip;
        strip.corner = vec3(float(-0.5 * spacing), 0.0f, 0.0f);
        strip.alongRow = vec3(0.0f, 0.0f, 1.0f);
        strip.alongColumn = vec3(1.0f, 0.0f, 0.0f);
        strip.width = float(2.0 * spacing);
        strip.height = float(1.0 + 0.5 * spacing);
        strip.columns = 3;
        strip.rows = rows;
        strip.fabric = fabricOf(0.0, kRoundGravity / row.load);
        Scene scene;
        take(addGrid(scene, strip));
        std::fill_n(scene.pinned.begin(), 6, std::uint8_t(1));
        scene.environment = roundEnvironment(6.0f);
        const double h = substepForFall(-19);
        const std::vector<vec3> p = settle(scene, withBendsInEverySubstep(stepsOf(64 * h, 64)), 5.0);
        expectElastica("strip", row, meanOf(p, p.size() - 3, 3));
    }
}

// One row of equilateral triangles. Bent along the row its hinges take 8/9 of B/2 k^2 per area: of the three directions
// of edges, those along the row have 1/9, and a single row has none of them inside. A hinge stands for half a side, so
// three pinned vertices are a clamp in the middle; the weight ends halfway between the last two.
//
//      1   3   5            0, 1, 2 pinned, clamped at 1
//     / \ / \ / \  ...
//    0   2   4   6
Scene rowOfTriangles(std::uint32_t count, double bendingStiffness) {
    const double half = 1.0 / (count - 2.5), width = 2.0 * half * std::sqrt(0.75);
    MeshDescription mesh;
    mesh.fabric = fabricOf(0.0, bendingStiffness);
    for (std::uint32_t i = 0; i < count; ++i)
        mesh.vertices.push_back(vec3(float((double(i) - 1.0) * half), 0.0f, float(i % 2 * width)));
    for (std::uint32_t i = 0; i + 2 < count; ++i) {
        mesh.faceSizes.push_back(3);
        mesh.faceCorners.insert(mesh.faceCorners.end(), {i, i + 1, i + 2});
    }
    Scene scene;
    take(addMesh(scene, mesh));
    std::fill_n(scene.pinned.begin(), 3, std::uint8_t(1));
    scene.environment = roundEnvironment(6.0f);
    return scene;
}

// By themselves, and as a plate, which has all of B whatever its edges.
TEST(Elastica, ClampedRowOfHingesHasTheDropAndTheChord) {
    for (const bool isPlate : {false, true})
        for (const ElasticaRow& row : {kElastica[4], kElastica[5], kElastica[6]}) {
            const std::uint32_t count = row.load < 30.0 ? 24 : 32;
            Scene scene = rowOfTriangles(count, (isPlate ? 1.0 : 9.0 / 8.0) * kRoundGravity / row.load);
            scene.levels = isPlate;
            const double h = substepForFall(-19);
            const std::vector<vec3> p = settle(scene, withBendsInEverySubstep(stepsOf(64 * h, 64)), 5.0);
            expectElastica(isPlate ? "plate" : "hinges", row, meanOf(p, count - 2, 2), isPlate ? 0.02 : 0.015);
        }
}

// ---- Lateral buckling of a strip on edge (Romero et al. 2021, Physical validation of simulators in computer graphics)

struct StripOnEdge {
    double width;  // over its length from the second pinned row
    std::uint32_t rows, columns;
};

// Solves K x = b, K symmetric and positive.
std::vector<double> solveSystem(std::vector<std::vector<double>> k, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t row = i + 1; row < n; ++row) {
            const double factor = k[row][i] / k[i][i];
            for (std::size_t j = i; j < n; ++j)
                k[row][j] -= factor * k[i][j];
            b[row] -= factor * b[i];
        }
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = i + 1; j < n; ++j)
            b[i] -= k[i][j] * b[j];
        b[i] /= k[i][i];
    }
    return b;
}

// Share of the width that a column's strip has, and its distance from the middle: mean of the squares of the distances.
double meanSquareHeight(const StripOnEdge& strip) {
    double sum = 0.0;
    for (std::uint32_t column = 0; column < strip.columns; ++column) {
        const bool isEdge = column == 0 || column == strip.columns - 1;
        const double y = strip.width * (double(column) / (strip.columns - 1) - 0.5);
        sum += (isEdge ? 0.5 : 1.0) / (strip.columns - 1) * y * y;
    }
    return sum;
}

// The least load w L^3 / (EI) that turns a cantilever on edge out of its plane: Michell 1899, Prandtl 1899, with the
// warping of a plate (Vlasov 1961), for a strip of particles. The energy of a twist phi, the sideways bending
// eliminated, is
//     1/2 integral of (GJ phi'^2 + C phi''^2 - M^2 phi^2 / EI),    GJ = 2 EI for Poisson ratio 0,
//     C = EI * mean square height,    M = w s^2 / 2, s from the tip,    phi = 0 in the pinned rows,
// and the integrals are the sums that the strip's rows make of them. Inverse iteration, in units of EI and L.
double bucklingLoad(const StripOnEdge& strip) {
    const std::size_t n = strip.rows - 2;  // unknowns: the rows that are not pinned
    const double step = 1.0 / double(n), warping = meanSquareHeight(strip) / (step * step * step);
    std::vector<std::vector<double>> k(n, std::vector<double>(n, 0.0));
    const auto add = [&](std::size_t first, std::initializer_list<double> weights, double factor) {
        for (std::size_t i = 0; i < weights.size(); ++i) {  // rows are numbered with the two pinned ones here
            for (std::size_t j = 0; j < weights.size(); ++j) {
                if (first + i < 2 || first + j < 2) continue;
                k[first + i - 2][first + j - 2] += factor * weights.begin()[i] * weights.begin()[j];
            }
        }
    };
    for (std::size_t row = 0; row + 1 < strip.rows; ++row)
        add(row, {-1.0, 1.0}, 2.0 / step);
    for (std::size_t row = 0; row + 2 < strip.rows; ++row)
        add(row, {1.0, -2.0, 1.0}, warping);
    std::vector<double> phi(n, 1.0);
    double load = 0.0;
    for (int round = 0; round < 20; ++round) {
        std::vector<double> pushed(n);
        for (std::size_t i = 0; i < n; ++i)
            pushed[i] = step * std::pow(double(n - 1 - i) * step, 4) / 4.0 * phi[i];
        phi = solveSystem(k, pushed);
        load = std::sqrt(1.0 / phi.back());
        for (double& p : phi)
            p *= load * load;
    }
    return load;
}

// How far the tip is out of its plane after 8 s, against where it started.
double growth(const StripOnEdge& on, double load) {
    const double spacing = 1.0 / (on.rows - 2), start = 0.004;
    GridDescription strip;
    strip.corner = vec3(float(-spacing), float(-0.5 * on.width), 0.0f);
    strip.alongRow = vec3(0.0f, 1.0f, 0.0f);
    strip.alongColumn = vec3(1.0f, 0.0f, 0.0f);
    strip.width = float(on.width);
    strip.height = float(1.0 + spacing);
    strip.columns = on.columns;
    strip.rows = on.rows;
    strip.fabric = fabricOf(0.0, kRoundGravity / load);
    Scene scene;
    take(addGrid(scene, strip));
    std::fill_n(scene.pinned.begin(), 2 * on.columns, std::uint8_t(1));
    for (vec3& p : scene.positions)
        p.z = p.x > 0.0f ? float(start) * p.x * p.x : 0.0f;
    scene.environment = roundEnvironment(1.5f);
    scene.tethers = scene.levels =
        false;  // levels. Either bears load on another way than the strip: it buckles earlier
    const double h = substepForFall(-20);
    const std::vector<vec3> p = settle(scene, withBendsInEverySubstep(stepsOf(64 * h, 64)), 8.0);
    return std::abs(meanOf(p, p.size() - on.columns, on.columns).z) / start;
}

TEST(LateralBuckling, TheOracleTendsToPrandtlsLoadOfThinStrips) {
    EXPECT_NEAR(bucklingLoad({0.0, 100, 2}), 12.85 * std::sqrt(2.0), 0.02);
}

TEST(LateralBuckling, BeginsAtTheLoadOfMichellAndPrandtl) {
    for (const StripOnEdge& strip : {StripOnEdge{0.1, 12, 3}, {0.2, 12, 3}, {0.3, 12, 3}, {0.2, 20, 2}}) {
        const double critical = bucklingLoad(strip);
        const double below = growth(strip, 0.95 * critical), above = growth(strip, 1.05 * critical);
        const std::string name = fmt::format("strip on edge, {} wide, {} rows", strip.width, strip.rows);
        report(fmt::format("{}: at 0.95 x {:.2f}", name, critical), 0.0, below);
        report(fmt::format("{}: at 1.05 x {:.2f}", name, critical), 0.0, above);
        EXPECT_LT(below, 0.5) << name;
        EXPECT_GT(above, 2.0) << name;
    }
}

// ---- Energy

double energyOf(const Scene& scene, const Snapshot& s) {
    double energy = 0.0;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        const dvec3 x(s.positions[i]);
        const dvec3 v = s.previousSubstep > 0.0 ? (x - dvec3(s.previous[i])) / s.previousSubstep : dvec3(0.0);
        energy += double(scene.masses[i]) * (0.5 * glm::dot(v, v) + kGravity * x.y);
    }
    return energy;
}

struct SwingingCase {
    const char* name;
    Method method;
    float relaxation;
    bool reach;  // with tethers and levels
};

void expectNoEnergyFromNowhere(const Scene& scene, const StepSettings& s, double seconds, const char* name) {
    CpuSolver solver = solverFor(scene);
    const double start = energyOf(scene, solver.snapshot());
    double weight = 0.0;  // a cloth of 1 m: its energy, were it a metre higher
    for (const float mass : scene.masses)
        weight += double(mass) * kGravity;
    double highest = -1.0;
    for (int frame = 0; frame < seconds * 60; ++frame) {
        take(solver.step(s));
        highest = std::max(highest, (energyOf(scene, solver.snapshot()) - start) / weight);
    }
    report(fmt::format("{}: energy above the start's", name), 0.0, highest);
    EXPECT_LT(highest, 1e-4) << name;
}

// At every frame at most what there was at the start. 1e-4 of the energy of the swing is for gravity, rounded by up to
// half a per cent per particle and substep, as often up as down.
TEST(Energy, NeverGrowsInASwingingCloth) {
    for (const SwingingCase& c : {SwingingCase{"default", Method::GaussSeidel, 1.0f, true},
                                  {"plain", Method::GaussSeidel, 1.0f, false},
                                  {"Jacobi", Method::Jacobi, 1.3f, false},
                                  {"hybrid", Method::Hybrid, 1.0f, false}}) {
        Scene scene = clothScene(64);
        scene.environment.damping = 0.0f;
        scene.tethers = scene.levels = c.reach;
        StepSettings s = settings(20, 1, c.method);
        s.relaxation = c.relaxation;
        expectNoEnergyFromNowhere(scene, s, 1.5, c.name);
    }
}

Scene hangingStiffCotton(std::uint32_t size) {
    GridDescription grid;
    grid.columns = grid.rows = size;
    grid.fabric = take(fabricNamed("stiff-cotton"));
    Scene scene;
    take(addGrid(scene, grid));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    return scene;
}

TEST(Energy, NeverGrowsInASmallFabricAtDefaultSettings) {
    Scene scene = hangingStiffCotton(6);
    scene.environment.damping = 0.0f;
    expectNoEnergyFromNowhere(scene, stepsOf(1.0 / 60), 3.0, "stiff cotton 6 x 6, default");
}

// ---- Rest shape

double farthestOf(const std::vector<vec3>& a, const std::vector<vec3>& b) {
    double distance = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        distance = std::max(distance, glm::length(dvec3(a[i]) - dvec3(b[i])));
    return distance;
}

std::vector<vec3> restShape(const StepSettings& s) {
    Scene scene = hangingStiffCotton(48);
    scene.environment.damping = 6.0f;
    return settle(scene, s, 2.0);
}

// Automatic substeps are equally long, so not a bit differs.
TEST(RestShape, IsTheSameWhateverTheStep) {
    const std::vector<vec3> shape = restShape(stepsOf(1.0 / 60));
    for (const double dt : {1.0 / 30, 1.0 / 120}) {
        const double distance = farthestOf(restShape(stepsOf(dt)), shape);
        report(fmt::format("cloth, dt {:.4f}", dt), 0.0, distance);
        EXPECT_LT(distance, 1e-6) << dt;
    }
}

TEST(RestShape, IsTheSameWhateverTheSubsteps) {
    const std::vector<vec3> shape = restShape(stepsOf(1.0 / 60, 20));
    for (const std::uint32_t substeps : {10u, 40u}) {
        const double distance = farthestOf(restShape(stepsOf(1.0 / 60, substeps)), shape);
        report(fmt::format("cloth, {} substeps", substeps), 0.0, distance);
        EXPECT_LT(distance, 0.01) << substeps;
    }
}

}  // namespace
}  // namespace pliant::test
