// Bends: their formulae, and the energy of plates made of them.

#include "bending_support.h"
#include "flush_denormals.h"

namespace pliant::test {
namespace {

// ---- The formulae

TEST(BendPull, EqualsTheTextbookInDouble) {
    Random random{std::mt19937(1)};
    for (int trial = 0; trial < 2000; ++trial) {
        for (Sample& sample : samples(random)) {
            SceneBend& bend = sample.bend;
            bend.compliance = static_cast<float>(std::pow(10.0, random.between(-6, 3)));
            bend.damping = trial % 3 == 0 ? 0.0f : static_cast<float>(std::pow(10.0, random.between(-4, 1)));
            Corners c = cornersOf(sample.x);
            const double h = 0.01;
            double mobility = 0.0;
            Points before;
            for (std::size_t i = 0; i < 4; ++i) {
                c.p[i] += vec3(random.vector(0.1));
                before[i] = dvec3(c.p[i]);
                c.w[i] = random.engine() % 4 == 0 ? 0.0f : static_cast<float>(std::pow(10.0, random.between(-2, 2)));
                mobility += double(c.w[i]) * bend.weights[i] * bend.weights[i];
            }
            const dvec3 v = weightedSum(bend, sample.x), change = v - weightedSum(bend, before);
            const double gamma = bend.damping / h;
            dvec3 wanted = -v - gamma * change;
            if (bend.kind == BendKind::Hinge) {
                const dvec3 n = hingeDirection(sample.x);
                wanted = n * (bend.rest + glm::dot(n, wanted));
            }
            const double gain = mobility == 0.0 ? 0.0 : 1.0 / ((1.0 + gamma) * mobility + bend.compliance / (h * h));
            const double scale = gain * (1.0 + std::abs(bend.rest) + glm::length(v) + gamma * glm::length(change));
            const dvec3 pull(pullOf(bend, c, static_cast<float>(h)));
            EXPECT_LE(glm::length(pull - wanted * gain), 1e-5 * scale) << int(bend.kind);
        }
    }
}

// The force on a particle is minus the energy's derivative, by finite differences.
TEST(BendPull, IsTheGradientOfTheEnergy) {
    Random random{std::mt19937(2)};
    for (int trial = 0; trial < 100; ++trial) {
        for (const Sample& sample : samples(random)) {
            const SceneBend& bend = sample.bend;
            double mobility = 0.0, largest = 0.0;
            for (const float k : bend.weights)
                mobility += double(k) * k, largest = std::max(largest, std::abs(double(k)));
            const dvec3 pull(pullOf(bend, cornersOf(sample.x), 0.1f));
            const dvec3 unitForce = pull * (mobility + bend.compliance / 0.01) / double(bend.compliance);
            for (std::size_t i = 0; i < (bend.kind == BendKind::Line ? 3u : 4u); ++i) {
                for (int axis = 0; axis < 3; ++axis) {
                    const double step = 1e-5;
                    Points plus = sample.x, minus = sample.x;
                    plus[i][axis] += step, minus[i][axis] -= step;
                    const double slope = (energyOf(bend, plus) - energyOf(bend, minus)) / (2 * step);
                    EXPECT_NEAR(bend.weights[i] * unitForce[axis], -slope,
                                1e-4 * largest * (1.0 + largest) / bend.compliance)
                        << "kind " << int(bend.kind) << " corner " << i;
                }
            }
        }
    }
}

// The hinge against its angle: its energy is k/2 (2 L sin(fold/2) - 2 L sin(rest/2))^2, and its forces do that work.
TEST(BendPull, HingeDoesTheWorkOfItsAngle) {
    for (const double rest : {-120 * kDegree, -40 * kDegree, 15 * kDegree, 70 * kDegree, 150 * kDegree}) {
        const SceneBend bend = hingeOf(foldedWings(rest));
        ASSERT_EQ(bend.kind, BendKind::Hinge);
        EXPECT_NEAR(bend.rest, 2.0 * std::sin(foldOf(foldedWings(rest)) / 2.0), 1e-6);
        for (double fold = -160 * kDegree; fold < 161 * kDegree; fold += 20 * kDegree) {
            const Points x = foldedWings(fold);
            const double c = 2.0 * std::sin(fold / 2.0) - 2.0 * std::sin(rest / 2.0), k = 1.0 / bend.compliance;
            EXPECT_NEAR(energyOf(bend, x), 0.5 * k * c * c, 1e-5 * k);
            double mobility = 0.0;
            for (const float weight : bend.weights)
                mobility += double(weight) * weight;
            const dvec3 pull(pullOf(bend, cornersOf(x), 1.0f));
            const dvec3 force = double(bend.weights[3]) * pull * (mobility + bend.compliance) * k;
            const dvec3 velocity(0.0, 0.9 * std::sin(fold), -0.9 * std::cos(fold));  // of x3, as the fold grows
            EXPECT_NEAR(glm::dot(force, velocity), -k * c * std::cos(fold / 2.0), 2e-5 * k) << rest << " " << fold;
        }
    }
}

TEST(BendPull, KeepsMomentum) {
    Random random{std::mt19937(3)};
    for (int trial = 0; trial < 300; ++trial) {
        for (Sample& sample : samples(random)) {
            sample.bend.compliance = trial % 2 == 0 ? 0.0f : 0.1f;
            Corners c = cornersOf(sample.x);
            for (float& w : c.w)
                w = static_cast<float>(std::pow(10.0, random.between(-1, 1)));
            if (sample.bend.kind == BendKind::Line) c.w[3] = c.w[2];
            const std::array<vec3, 4> to = moved(sample.bend, c, 1.0f);
            dvec3 linear(0.0), angular(0.0);
            double size = 0.0;
            for (std::size_t i = 0; i < (sample.bend.kind == BendKind::Line ? 3u : 4u); ++i) {
                const dvec3 impulse = (dvec3(to[i]) - dvec3(c.x[i])) / double(c.w[i]);
                linear += impulse;
                angular += glm::cross(dvec3(c.x[i]), impulse);
                size += glm::length(impulse) + 1.0 / c.w[i] * 0.05;  // the second: rounding of what hardly moves
            }
            EXPECT_LE(glm::length(linear), 1e-5 * size) << int(sample.bend.kind);
            EXPECT_LE(glm::length(angular), 1e-5 * size * 3.0) << int(sample.bend.kind);
        }
    }
}

TEST(BendPull, ARigidBendIsSolvedInOneGo) {
    Random random{std::mt19937(4)};
    for (Sample& sample : samples(random)) {
        if (sample.bend.kind == BendKind::Hinge) continue;  // its direction turns along
        sample.bend.compliance = 0.0f;
        const std::array<vec3, 4> to = moved(sample.bend, cornersOf(sample.x), 1.0f);
        EXPECT_LE(glm::length(weightedSum(sample.bend, {dvec3(to[0]), dvec3(to[1]), dvec3(to[2]), dvec3(to[3])})),
                  3e-6);
    }
}

// Neither moving nor, for a hinge, turning is damped.
TEST(BendPull, DampingLeavesRigidMotionAlone) {
    const double turn = 0.01;
    SceneBend hinge = hingeOf(foldedWings(1.0));
    hinge.damping = 1.0f;
    Corners c = cornersOf(foldedWings(1.0));
    for (std::size_t i = 0; i < 4; ++i) {
        const dvec3 x(c.x[i]);
        c.p[i] = vec3(x.x, std::cos(turn) * x.y - std::sin(turn) * x.z, std::sin(turn) * x.y + std::cos(turn) * x.z);
    }
    EXPECT_LE(glm::length(pullOf(hinge, c, 0.01f)), turn * turn);
    SceneBend line = lineOf(1.0f, 1.0f, 1.0f);
    c = cornersOf({dvec3(0), dvec3(1, 0, 0), dvec3(2, 0, 0), dvec3(2, 0, 0)});
    for (vec3& p : c.p)
        p += vec3(0.25f, -0.5f, 0.125f);
    EXPECT_EQ(pullOf(line, c, 0.01f), vec3(0.0f));
}

TEST(BendPull, PinnedAndDegenerateBendsDoNothing) {
    Random random{std::mt19937(5)};
    for (Sample& sample : samples(random)) {
        for (const float compliance : {0.0f, 1.0f}) {
            sample.bend.compliance = compliance;
            Corners c = cornersOf(sample.x);
            std::fill(std::begin(c.w), std::end(c.w), 0.0f);
            EXPECT_EQ(pullOf(sample.bend, c, 0.01f), vec3(0.0f));
            c.w[1] = 1.0f;
            const std::array<vec3, 4> to = moved(sample.bend, c, 0.01f);
            EXPECT_EQ(to[0], c.x[0]);
            EXPECT_NE(to[1], c.x[1]);
            EXPECT_EQ(to[2], c.x[2]);
            EXPECT_EQ(to[3], c.x[3]);
        }
    }
    SceneBend hinge = hingeOf(foldedWings(1.0));
    hinge.compliance = 0.0f;
    for (const Points& x : {Points{}, Points{dvec3(0), dvec3(1, 0, 0), dvec3(2, 0, 0), dvec3(0, 1, 0)},
                            foldedWings(kPi), Points{dvec3(0), dvec3(0), dvec3(0, 1, 0), dvec3(0, 0, 1)}}) {
        EXPECT_EQ(pullOf(hinge, cornersOf(x), 0.01f), vec3(0.0f));
    }
}

// Coordinates from a metre down to the smallest that may be stored, in any mixture.
TEST(BendPull, FlushingDenormalsChangesNoBit) {
    Random random{std::mt19937(6)};
    std::size_t tiny = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        SceneBend bend = trial % 3 == 0 ? lineOf(0.5f, 2.0f) : trial % 3 == 1 ? twistOf() : hingeOf(foldedWings(0.7));
        bend.damping = trial % 2 == 0 ? 0.0f : static_cast<float>(std::pow(10.0, random.between(-40, 2)));
        if (trial % 13 < 7) bend.compliance = 0.0f;
        // Tiny weights turn the smallest of differences into denormals, and the quotient makes them large again.
        const double scale = trial % 7 < 3 ? 1.0 : std::pow(10.0, random.between(-12, 0));
        for (float& weight : bend.weights)
            weight *= static_cast<float>(scale);
        const double exponent = random.between(-31, 0), top = trial % 11 < 5 ? 0.0 : exponent;
        Corners c = cornersOf(foldedWings(random.between(-2, 2)));
        for (std::size_t i = 0; i < 4; ++i) {
            c.w[i] = static_cast<float>(std::pow(10.0, random.between(-9, 9)));
            for (vec3* x : {&c.x[i], &c.p[i]}) {
                const double size = std::pow(10.0, random.between(exponent, top));
                *x = storable3<float>(trial % 5 == 0 ? *x * static_cast<float>(size) : vec3(random.vector(size)));
            }
        }
        const std::array<vec3, 4> kept = moved(bend, c, 0.01f);
        const std::array<vec3, 4> flushed = [&] {
            const FlushDenormals flush;
            return moved(bend, c, 0.01f);
        }();
        ASSERT_EQ(std::memcmp(kept.data(), flushed.data(), sizeof(kept)), 0) << trial;
        for (const vec3& x : kept)
            tiny += std::abs(x.y) < 1e-25f && x.y != 0.0f;
    }
    EXPECT_GT(tiny, 0u);
}

// ---- Plates

// Per area, what a plate of bending stiffness 1 stores.
struct Curved {
    const char* name;
    std::function<vec3(double, double)> at;
    double grid;  // with Poisson ratio 0
    double mesh;  // with Poisson ratio -1/3
};

constexpr double kCurvature = 0.2;

Curved cylinder(double direction) {
    return {"cylinder",
            [=](double x, double y) {
                const double c = std::cos(direction), s = std::sin(direction);
                const double u = x * c + y * s, along = -x * s + y * c, r = 1.0 / kCurvature;
                const double bent = r * std::sin(u / r);
                return vec3(dvec3(bent * c - along * s, bent * s + along * c, r - r * std::cos(u / r)));
            },
            0.5 * kCurvature * kCurvature, 0.5 * kCurvature * kCurvature};
}

// B/2 [(kxx + kyy)^2 - 2 (1 - nu) (kxx kyy - kxy^2)]
double plateEnergy(double kxx, double kyy, double poisson) {
    return 0.5 * ((kxx + kyy) * (kxx + kyy) - 2.0 * (1.0 - poisson) * kxx * kyy);
}

Curved dome(const char* name, double direction, double kxx, double kyy) {
    return {name,
            [=](double x, double y) {
                const double u = x * std::cos(direction) + y * std::sin(direction);
                const double t = -x * std::sin(direction) + y * std::cos(direction);
                return vec3(dvec3(x, y, 0.5 * (kxx * u * u + kyy * t * t)));
            },
            plateEnergy(kxx, kyy, 0.0), plateEnergy(kxx, kyy, -1.0 / 3.0)};
}

std::vector<Curved> surfaces() {
    std::vector<Curved> list;
    for (const double direction : {0.0, 10 * kDegree, 30 * kDegree, 45 * kDegree, 90 * kDegree}) {
        list.push_back(cylinder(direction));
        list.push_back(dome("saddle", direction, kCurvature, -kCurvature));
        list.push_back(dome("sphere", direction, kCurvature, kCurvature));
    }
    return list;
}

TEST(BendsOfGrid, StoreTheEnergyOfAnIsotropicPlate) {
    const Index columns = 201, rows = 181;
    const double dx = 0.01, dy = 0.013, stiffness = 0.37;
    const auto bends = bendsOfGrid(0, columns, rows, float(dx), float(dy), float(stiffness), 0.0f);
    for (const Curved& surface : surfaces()) {
        std::vector<vec3> positions;
        for (Index row = 0; row < rows; ++row) {
            for (Index column = 0; column < columns; ++column)
                positions.push_back(surface.at(column * dx - 1.0, row * dy - 1.1));
        }
        const double area = (columns - 1) * dx * (rows - 1) * dy;
        // Rows and columns have no curvature at their ends: half a per cent is missing. Positions are floats.
        EXPECT_NEAR(energyOf(bends, positions) / (stiffness * area * surface.grid), 1.0, 0.01) << surface.name;
    }
}

// Bent to a cylinder a mesh of hinges is a plate of Poisson ratio 0, else one of -1/3.
TEST(BendsOfMesh, StoreTheEnergyOfAPlate) {
    const Index columns = 200, rows = 200;
    const double side = 0.01, stiffness = 0.37;
    const auto place = [&](Index column, Index row) {
        return side * glm::dvec2(column + 0.5 * row - 150, (row - 100.0) * std::sqrt(0.75));
    };
    std::vector<vec3> flat;
    for (Index i = 0; i < columns * rows; ++i)
        flat.push_back(vec3(dvec3(place(i % columns, i / columns), 0.0)));
    const auto bends = bendsOfMesh(flat, triangleStrips(columns, rows), float(stiffness), 0.0f);
    EXPECT_EQ(bends.size(), (columns - 1) * (rows - 1) + 2 * (columns - 1) * (rows - 1) - (columns - 1) - (rows - 1));
    EXPECT_TRUE(std::all_of(bends.begin(), bends.end(), [](const SceneBend& b) { return b.kind == BendKind::Quad; }));
    for (const Curved& surface : surfaces()) {
        std::vector<vec3> positions;
        for (Index i = 0; i < columns * rows; ++i) {
            const glm::dvec2 p = place(i % columns, i / columns);
            positions.push_back(surface.at(p.x, p.y));
        }
        const double area = (columns - 1) * (rows - 1) * std::sqrt(0.75) * side * side;
        EXPECT_NEAR(energyOf(bends, positions) / (stiffness * area * surface.mesh), 1.0, 0.02) << surface.name;
    }
}

TEST(BendsOfMesh, FlatHingesLetAffineMapsBe) {
    Random random{std::mt19937(7)};
    for (int trial = 0; trial < 300; ++trial) {
        Points flat;
        for (dvec3& p : flat)
            p = dvec3(random.between(0, 1), 0.0, 0.0);
        flat[0] = dvec3(random.between(0, 0.5), 0.0, 0.0), flat[1] = dvec3(random.between(0.8, 1.5), 0.0, 0.0);
        flat[2].y = random.between(0.3, 1.0), flat[3].y = -random.between(0.3, 1.0);
        const SceneBend bend = hingeOf(flat);
        EXPECT_EQ(bend.kind, BendKind::Quad);
        const dvec3 ex = random.vector(2.0), ey = random.vector(2.0), origin = random.vector(3.0);
        Points mapped;
        for (std::size_t i = 0; i < 4; ++i)
            mapped[i] = origin + flat[i].x * ex + flat[i].y * ey;
        double size = 0.0;
        for (const float k : bend.weights)
            size += std::abs(double(k));
        EXPECT_LE(glm::length(weightedSum(bend, mapped)), 1e-6 * size * 4.0);
    }
}

}  // namespace
}  // namespace pliant::test
