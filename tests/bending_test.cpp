// Bending: the kernel's formulae against energies in double, plates and beams against closed forms, and the colouring.

#include "scene/bending.h"

#include <gtest/gtest.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <limits>
#include <numbers>
#include <random>
#include <set>

#include "schedule/colour_groups.h"
#include "shared/bend.h"

namespace pliant::test {
namespace {

using glm::dvec3;
using Index = std::uint32_t;
using Points = std::array<dvec3, 4>;

constexpr double kPi = std::numbers::pi;
constexpr double kDegree = kPi / 180.0;

struct Random {
    std::mt19937 engine;
    double between(double low, double high) { return std::uniform_real_distribution(low, high)(engine); }
    dvec3 vector(double size) { return size * dvec3(between(-1, 1), between(-1, 1), between(-1, 1)); }
};

// ---- Oracles in double, from the textbook: none looks at shaders/shared/bend.h.

dvec3 weightedSum(const SceneBend& bend, const Points& x) {
    dvec3 sum(0.0);
    for (std::size_t i = 0; i < 4; ++i)
        sum += double(bend.weights[i]) * x[i];
    return sum;
}

// Signed angle between the two triangles' normals, 0 = flat. Positive where the opposite vertices lie behind.
double foldOf(const Points& x) {
    const dvec3 edge = x[1] - x[0];
    const dvec3 a = glm::cross(edge, x[2] - x[0]), b = glm::cross(x[3] - x[0], edge);
    return std::atan2(glm::dot(glm::cross(a, b), glm::normalize(edge)), glm::dot(a, b));
}

dvec3 hingeDirection(const Points& x) {
    const dvec3 edge = x[1] - x[0];
    return glm::normalize(glm::normalize(glm::cross(edge, x[2] - x[0])) +
                          glm::normalize(glm::cross(x[3] - x[0], edge)));
}

double energyOf(const SceneBend& bend, const Points& x) {
    const dvec3 v = weightedSum(bend, x);
    const double c = bend.kind == BendKind::Hinge ? glm::dot(v, hingeDirection(x)) - bend.rest : glm::length(v);
    return c * c / (2.0 * bend.compliance);
}

double energyOf(const std::vector<SceneBend>& bends, const std::vector<vec3>& positions) {
    double sum = 0.0;
    for (const SceneBend& bend : bends) {
        Points x;
        for (std::size_t i = 0; i < 4; ++i)
            x[i] = dvec3(positions[bend.particles[i]]);
        sum += energyOf(bend, x);
    }
    return sum;
}

// ---- Things to bend

// Two triangles over the edge x0 x1 of unequal shape, folded by that angle.
Points foldedWings(double fold, double size = 1.0) {
    const double c = std::cos(fold), s = std::sin(fold);
    return {size * dvec3(0, 0, 0), size * dvec3(1, 0, 0), size * dvec3(0.4, 0.8, 0),
            size * dvec3(0.7, -0.9 * c, -0.9 * s)};
}

SceneBend hingeOf(const Points& rest, float stiffness = 1.0f, float damping = 0.0f) {
    std::vector<vec3> positions;
    for (const dvec3& x : rest)
        positions.push_back(vec3(x));
    const std::vector<Index> triangles{0, 1, 2, 1, 0, 3};
    const std::vector<SceneBend> bends = bendsOfMesh(positions, triangles, stiffness, damping);
    EXPECT_EQ(bends.size(), 1u);
    return bends.at(0);
}

SceneBend lineOf(float spacing, float stiffness, float damping = 0.0f) {
    return bendsOfLine(std::vector<Index>{0, 1, 2}, spacing, stiffness, damping).at(0);
}

SceneBend twistOf() {
    const std::vector<SceneBend> bends = bendsOfGrid(0, 2, 2, 0.5f, 0.7f, 3.0f, 0.0f);
    EXPECT_EQ(bends.size(), 1u);
    return bends.at(0);
}

// A bend of each sort and points that are off its rest shape; the hinge's triangles keep their lengths.
struct Sample {
    SceneBend bend;
    Points x;
};

std::vector<Sample> samples(Random& random) {
    const auto rotated = [&](Points x) {
        const dvec3 axis = glm::normalize(random.vector(1.0) + dvec3(0, 0, 2)), offset = random.vector(1.0);
        const dvec3 u = glm::normalize(glm::cross(axis, dvec3(1, 0, 0)));
        for (dvec3& p : x)
            p = glm::dmat3(u, glm::cross(axis, u), axis) * p + offset;
        return x;
    };
    Points scattered{random.vector(1), random.vector(1), random.vector(1), random.vector(1)};
    std::vector<Sample> list{{lineOf(0.5f, 2.0f), scattered}, {twistOf(), scattered}};
    list[0].x[3] = list[0].x[2];
    list.push_back({hingeOf(foldedWings(0.0)), rotated(foldedWings(random.between(-2.5, 2.5)))});
    list.push_back({hingeOf(foldedWings(random.between(0.2, 2.0))), rotated(foldedWings(random.between(-2.5, 2.5)))});
    list.push_back({hingeOf(foldedWings(random.between(-2.0, -0.2))), rotated(foldedWings(random.between(-2.5, 2.5)))});
    return list;
}

// ---- The kernel, as the solvers call it

struct Corners {
    vec3 x[4], p[4];
    float w[4] = {1.0f, 1.0f, 1.0f, 1.0f};
};

Corners cornersOf(const Points& x) {
    Corners corners;
    for (std::size_t i = 0; i < 4; ++i)
        corners.x[i] = corners.p[i] = vec3(x[i]);
    return corners;
}

vec3 pullOf(const SceneBend& bend, const Corners& c, float h) {
    BendState<float> s{};
    for (int i = 0; i < 4; ++i) {
        s.x[i] = c.x[i];
        s.p[i] = c.p[i];
        s.w[i] = c.w[i];
        s.k[i] = bend.weights[static_cast<std::size_t>(i)];
    }
    s.rest = bend.rest;
    s.compliance = bend.compliance;
    s.damping = bend.damping;
    return bendPull<float>(static_cast<Index>(bend.kind), s, 1.0f / (h * h), 1.0f / h, 1.0f);
}

std::array<vec3, 4> moved(const SceneBend& bend, const Corners& c, float h) {
    const vec3 pull = pullOf(bend, c, h);
    std::array<vec3, 4> x{};
    for (std::size_t i = 0; i < 4; ++i)
        x[i] = moveBend<float>(c.x[i], bend.weights[i], c.w[i], pull);
    return x;
}

// Position Verlet with sticks, rigid and in double, and bends.
struct World {
    std::vector<vec3> x, p;
    std::vector<float> w;
    std::vector<SceneBend> bends;
    std::vector<std::array<Index, 2>> sticks;
    std::vector<double> lengths;
    float keep = 1.0f;  // share of the velocity that a substep leaves

    void add(dvec3 point, float inverseMass) {
        x.push_back(vec3(point));
        p.push_back(vec3(point));
        w.push_back(inverseMass);
    }

    void addStick(Index a, Index b) {
        sticks.push_back({a, b});
        lengths.push_back(glm::length(dvec3(x[a]) - dvec3(x[b])));
    }

    void substep(float h) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            const vec3 now = x[i];
            if (w[i] > 0.0f) x[i] += (now - p[i]) * keep;
            p[i] = now;
        }
        for (std::size_t s = 0; s < sticks.size(); ++s) {
            const auto [a, b] = sticks[s];
            const dvec3 d = dvec3(x[a]) - dvec3(x[b]);
            if (w[a] + w[b] == 0.0f) continue;
            const dvec3 push = d * ((1.0 - lengths[s] / glm::length(d)) / double(w[a] + w[b]));
            x[a] = vec3(dvec3(x[a]) - double(w[a]) * push);
            x[b] = vec3(dvec3(x[b]) + double(w[b]) * push);
        }
        for (const SceneBend& bend : bends)
            solve(bend, h);
    }

    void solve(const SceneBend& bend, float h) {
        Corners c;
        for (std::size_t i = 0; i < 4; ++i) {
            const Index particle = bend.particles[i];
            c.x[i] = x[particle], c.p[i] = p[particle], c.w[i] = w[particle];
        }
        const std::array<vec3, 4> to = moved(bend, c, h);
        const std::size_t used = bend.kind == BendKind::Line ? 3 : 4;
        for (std::size_t i = 0; i < used; ++i)
            x[bend.particles[i]] = to[i];
    }
};

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

// While one lives, the processor behaves as a device that flushes denormals, read or written.
struct FlushDenormals {
#if defined(__x86_64__)
    const unsigned saved = _mm_getcsr();
    FlushDenormals() {
        _mm_setcsr(saved | 0x8040);
    }
    ~FlushDenormals() {
        _mm_setcsr(saved);
    }
#endif
};

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

// Vertex (column, row) of a mesh of equilateral triangles of side 1.
std::vector<Index> triangleStrips(Index columns, Index rows) {
    std::vector<Index> triangles;
    for (Index row = 0; row + 1 < rows; ++row) {
        for (Index column = 0; column + 1 < columns; ++column) {
            const Index a = row * columns + column, b = a + 1, c = a + columns, d = c + 1;
            triangles.insert(triangles.end(), {a, b, c, b, d, c});
        }
    }
    return triangles;
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

// ---- Motion

// The hinge's fourth vertex is pushed off its place, in four directions, and comes back. So does a flat one's.
TEST(BendMotion, APerturbedVertexReturns) {
    const double size = 0.1;
    for (const double rest : {-150.0, -90.0, -30.0, 0.0, 30.0, 90.0, 150.0}) {
        for (const dvec3& push :
             {dvec3(0, 0.02, 0.02), dvec3(0, -0.02, 0.015), dvec3(0.02, 0, -0.02), dvec3(-0.01, 0.01, 0.02)}) {
            for (const bool held : {true, false}) {
                World world;
                world.keep = 0.97f;  // the jerk of the first step would leave a free hinge spinning, and so unfolded
                const Points shape = foldedWings(rest * kDegree, size);
                for (std::size_t i = 0; i < 4; ++i)
                    world.add(shape[i], held && i < 3 ? 0.0f : 1000.0f);
                for (const auto& [a, b] : {std::pair(0u, 1u), {0u, 2u}, {1u, 2u}, {0u, 3u}, {1u, 3u}})
                    world.addStick(a, b);
                world.bends.push_back(hingeOf(shape, 2.0f, 0.014f));
                world.x[3] += vec3(push);
                world.p[3] = world.x[3];
                for (int i = 0; i < 500; ++i)
                    world.substep(0.0005f);
                Points x;
                for (std::size_t i = 0; i < 4; ++i)
                    x[i] = dvec3(world.x[i]);
                EXPECT_NEAR(foldOf(x), rest * kDegree, 1e-3) << rest << " held " << held;
                if (!held) continue;
                EXPECT_LE(glm::length(x[3] - shape[3]), 1e-3 * size) << rest;
            }
        }
    }
}

// Pushed through flat to the other side, a fold comes back to its own.
TEST(BendMotion, AFoldDoesNotFlipToItsMirror) {
    for (const double rest : {-100.0, -60.0, 60.0, 100.0}) {
        World world;
        const Points start = foldedWings(rest * -0.9 * kDegree, 0.1);
        for (std::size_t i = 0; i < 4; ++i)
            world.add(start[i], 1000.0f);
        for (const auto& [a, b] : {std::pair(0u, 1u), {0u, 2u}, {1u, 2u}, {0u, 3u}, {1u, 3u}})
            world.addStick(a, b);
        world.bends.push_back(hingeOf(foldedWings(rest * kDegree, 0.1), 2.0f, 0.01f));
        for (int i = 0; i < 1000; ++i)
            world.substep(0.0005f);
        EXPECT_NEAR(foldOf({dvec3(world.x[0]), dvec3(world.x[1]), dvec3(world.x[2]), dvec3(world.x[3])}),
                    rest * kDegree, 2e-3);
    }
}

// How a particle swings, measured at its passages through the centre and its turning points in between.
struct Swing {
    double frequency;  // angular [1/s]
    double decay;      // of the amplitude [1/s]
};

Swing swingOf(World& world, Index particle, dvec3 centre, dvec3 across, float h, double duration) {
    const auto height = [&] { return glm::dot(dvec3(world.x[particle]) - centre, across); };
    std::vector<double> crossings, peaks, peakTimes;
    double before = height(), peak = 0.0, peakTime = 0.0;
    for (double time = h; time < duration; time += h) {
        world.substep(h);
        const double now = height();
        if (std::abs(now) > peak) peak = std::abs(now), peakTime = time;
        if ((now > 0.0) != (before > 0.0)) {
            crossings.push_back(time - h * now / (now - before));
            if (crossings.size() > 1) peaks.push_back(peak), peakTimes.push_back(peakTime);
            peak = 0.0;
        }
        before = now;
    }
    if (peaks.size() < 2) return {};
    return {kPi * double(crossings.size() - 1) / (crossings.back() - crossings.front()),
            std::log(peaks.front() / peaks.back()) / (peakTimes.back() - peakTimes.front())};
}

// Middle mass m between pinned ends: v = -2 y, E = k/2 4 y^2, so m y'' = -4 k y and w = 2 sqrt(k / m), k = EI / ds^3.
// With damping time tau the amplitude falls as exp(-tau w^2 t / 2).
TEST(BendMotion, ThreeParticleBeamSwingsAndDecaysByTheFormula) {
    const double spacing = 0.1, stiffness = 0.01, mass = 0.1;
    const double expected = 2.0 * std::sqrt(stiffness / (spacing * spacing * spacing) / mass);
    for (const float damping : {0.0f, 2e-3f, 8e-3f}) {
        World world;
        for (int i = 0; i < 3; ++i)
            world.add(dvec3(spacing * (i - 1), 0, 0), i == 1 ? float(1.0 / mass) : 0.0f);
        world.bends.push_back(lineOf(float(spacing), float(stiffness), damping));
        const float h = 2.5e-4f;  // shorter ones are no better: the step's change of velocity is rounded away
        world.x[1].y = world.p[1].y = 0.01f;
        const Swing swing = swingOf(world, 1, dvec3(0), dvec3(0, 1, 0), h, 2.0);
        EXPECT_NEAR(swing.frequency / expected, 1.0, 0.01);
        const double decay =
            0.5 * expected * expected * (double(damping) + h);  // a step of XPBD is one of implicit Euler
        EXPECT_NEAR(swing.decay, decay, 0.05 * 0.5 * expected * expected * 2e-3) << damping;
    }
}

// A hinge with one free vertex: v . n = k3 y, so w^2 = k3^2 / (compliance m).
TEST(BendMotion, HingeSwingsAndDecaysByTheFormula) {
    for (const double rest : {0.0, 60 * kDegree}) {
        for (const float damping : {0.0f, 2e-3f}) {
            const float h = 5e-4f;
            World world;
            const Points shape = foldedWings(rest);
            for (std::size_t i = 0; i < 4; ++i)
                world.add(shape[i], i == 3 ? 10.0f : 0.0f);
            world.bends.push_back(hingeOf(shape, 30.0f, damping));
            world.addStick(0, 3);
            world.addStick(1, 3);
            const SceneBend& bend = world.bends[0];
            const dvec3 across(0.0, std::sin(rest), -std::cos(rest));  // square to its triangle
            const double lever = bend.weights[3] * glm::dot(across, hingeDirection(shape));
            const double expected = std::abs(lever) * std::sqrt(10.0 / bend.compliance);
            world.x[3] = world.p[3] = vec3(shape[3] + 0.01 * across);
            const Swing swing = swingOf(world, 3, shape[3], across, h, 2.0);
            EXPECT_NEAR(swing.frequency / expected, 1.0, 0.01) << rest;
            const double unit = 0.5 * expected * expected;
            EXPECT_NEAR(swing.decay, unit * (double(damping) + h), 0.05 * unit * 2e-3) << rest << " " << damping;
        }
    }
}

// Euler and Bernoulli: a beam on two supports, w = (pi / L)^2 sqrt(EI / (mass per length)).
TEST(BendMotion, BeamOnTwoSupportsHasItsFrequency) {
    const Index segments = 16;
    const double length = 1.0, stiffness = 0.05, massPerLength = 0.2, spacing = length / segments;
    World world;
    std::vector<Index> particles;
    for (Index i = 0; i <= segments; ++i) {
        const bool isEnd = i == 0 || i == segments;
        const double height = 0.01 * std::sin(kPi * i / segments);
        world.add(dvec3(i * spacing, isEnd ? 0.0 : height, 0.0), isEnd ? 0.0f : float(1.0 / (massPerLength * spacing)));
        particles.push_back(i);
    }
    world.bends = bendsOfLine(particles, float(spacing), float(stiffness), 0.0f);
    ASSERT_EQ(world.bends.size(), segments - 1);
    const Swing swing = swingOf(world, segments / 2, dvec3(0.5, 0, 0), dvec3(0, 1, 0), 1e-4f, 4.0);
    EXPECT_NEAR(swing.frequency, kPi * kPi / (length * length) * std::sqrt(stiffness / massPerLength), 0.05);
}

// ---- What is made

TEST(BendsOfLine, OnePerInnerParticle) {
    EXPECT_TRUE(bendsOfLine({}, 1.0f, 1.0f, 0.0f).empty());
    EXPECT_TRUE(bendsOfLine(std::vector<Index>{4, 5}, 1.0f, 1.0f, 0.0f).empty());
    EXPECT_TRUE(bendsOfLine(std::vector<Index>{4, 5, 6}, 1.0f, 0.0f, 0.0f).empty());
    const std::vector<SceneBend> bends = bendsOfLine(std::vector<Index>{9, 4, 7, 1}, 0.5f, 2.0f, 0.25f);
    ASSERT_EQ(bends.size(), 2u);
    EXPECT_EQ(bends[1].particles, (std::array<Index, 4>{4, 7, 1, 1}));
    EXPECT_EQ(bends[1].weights, (std::array<float, 4>{1, -2, 1, 0}));
    EXPECT_FLOAT_EQ(bends[1].compliance, 0.125f / 2.0f);
    EXPECT_EQ(bends[1].damping, 0.25f);
    EXPECT_TRUE(validate(bends[0], 0, 10));
}

TEST(BendsOfGrid, EverySizeHasItsStencils) {
    for (Index columns = 0; columns < 7; ++columns) {
        for (Index rows = 0; rows < 7; ++rows) {
            const std::vector<SceneBend> bends = bendsOfGrid(3, columns, rows, 0.1f, 0.2f, 1.0f, 0.0f);
            const std::size_t inRows = columns < 3 ? 0 : (columns - 2) * rows,
                              inColumns = rows < 3 ? 0 : (rows - 2) * columns;
            const std::size_t twists = columns < 2 || rows < 2 ? 0 : (columns - 1) * (rows - 1);
            ASSERT_EQ(bends.size(), inRows + inColumns + twists) << columns << " x " << rows;
            for (std::size_t i = 0; i < bends.size(); ++i) {
                EXPECT_EQ(bends[i].kind, i < inRows + inColumns ? BendKind::Line : BendKind::Quad);
                EXPECT_TRUE(validate(bends[i], i, 3 + columns * rows));
                EXPECT_GE(*std::min_element(bends[i].particles.begin(), bends[i].particles.end()), 3u);
            }
        }
    }
    EXPECT_TRUE(bendsOfGrid(0, 5, 5, 0.1f, 0.1f, 0.0f, 0.0f).empty());
}

// The strips along the border are half as wide, and half as stiff.
TEST(BendsOfGrid, BorderLinesAreHalfAsStiff) {
    const float dx = 0.5f, dy = 0.25f, stiffness = 2.0f;
    const std::vector<SceneBend> bends = bendsOfGrid(0, 4, 3, dx, dy, stiffness, 0.0f);
    ASSERT_EQ(bends.size(), 6u + 4u + 6u);
    const float row = dx * dx * dx / (dy * stiffness), column = dy * dy * dy / (dx * stiffness);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_FLOAT_EQ(bends[i].compliance, i / 2 == 1 ? row : 2.0f * row) << i;
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_FLOAT_EQ(bends[6 + i].compliance, i == 1 || i == 2 ? column : 2.0f * column) << i;
    EXPECT_FLOAT_EQ(bends[10].compliance, dx * dy / (2.0f * stiffness));
    EXPECT_EQ(bends[10].particles, (std::array<Index, 4>{0, 1, 4, 5}));
    EXPECT_FLOAT_EQ(bendsOfGrid(0, 3, 1, dx, dy, stiffness, 0.0f).at(0).compliance, row);
}

TEST(BendsOfMesh, EdgesOfManyTrianglesAndBadOnes) {
    // Three triangles around the edge 0 1; one of them twice; one without area; one that names a vertex twice.
    std::vector<vec3> positions{
        vec3(0, 0, 0), vec3(1, 0, 0),       vec3(0.5f, 1, 0), vec3(0.5f, -0.5f, 0.8f), vec3(0.5f, -0.5f, -0.8f),
        vec3(2, 0, 0), vec3(0.3f, 1e-8f, 0)};
    std::vector<Index> triangles{0, 1, 2, 1, 0, 3, 0, 1, 4};
    EXPECT_EQ(bendsOfMesh(positions, triangles, 1.0f, 0.0f).size(), 3u);
    triangles.insert(triangles.end(), {0, 1, 5, 0, 1, 6, 1, 1, 2});
    const std::vector<SceneBend> bends = bendsOfMesh(positions, triangles, 1.0f, 0.0f);
    EXPECT_EQ(bends.size(), 3u);
    for (std::size_t i = 0; i < bends.size(); ++i) {
        EXPECT_EQ(bends[i].kind, BendKind::Hinge);
        EXPECT_TRUE(validate(bends[i], i, positions.size()));
    }
    EXPECT_TRUE(bendsOfMesh(positions, triangles, 0.0f, 0.0f).empty());
    EXPECT_EQ(bendsOfMesh(positions, std::vector<Index>{0, 1, 2, 0, 1, 2}, 1.0f, 0.0f).size(), 0u);
    // Folded flat onto itself.
    positions[3] = vec3(0.4f, 0.9f, 0);
    EXPECT_EQ(bendsOfMesh(positions, std::vector<Index>{0, 1, 2, 0, 1, 3}, 1.0f, 0.0f).size(), 0u);
}

TEST(BendsOfMesh, WindingDoesNotMatter) {
    for (const double fold : {-70 * kDegree, 70 * kDegree}) {
        std::vector<vec3> positions;
        for (const dvec3& x : foldedWings(fold))
            positions.push_back(vec3(x));
        const SceneBend a = bendsOfMesh(positions, std::vector<Index>{0, 1, 2, 1, 0, 3}, 1.0f, 0.0f).at(0);
        const SceneBend b = bendsOfMesh(positions, std::vector<Index>{2, 1, 0, 3, 1, 0}, 1.0f, 0.0f).at(0);
        EXPECT_EQ(a.particles, b.particles);
        EXPECT_EQ(a.weights, b.weights);
        EXPECT_EQ(a.rest, b.rest);
        EXPECT_EQ(a.rest > 0.0f, fold > 0.0);
    }
}

TEST(ValidateBend, NamesIndexValueAndRule) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const SceneBend line = lineOf(1.0f, 1.0f), twist = twistOf(), hinge = hingeOf(foldedWings(1.0));
    for (const SceneBend& good : {line, twist, hinge})
        EXPECT_TRUE(validate(good, 0, 4));
    const auto expect = [](SceneBend bend, const std::function<void(SceneBend&)>& spoil, const char* part) {
        spoil(bend);
        const Status status = validate(bend, 17, 4);
        ASSERT_FALSE(status) << part;
        EXPECT_NE(status.error().message.find("bend 17 "), std::string::npos) << status.error().message;
        EXPECT_NE(status.error().message.find(part), std::string::npos) << status.error().message;
    };
    expect(
        twist, [](SceneBend& b) { b.particles[2] = 4; }, "particle 4, but the scene has 4");
    expect(
        twist, [](SceneBend& b) { b.particles[3] = 1; }, "particle 1 twice");
    expect(
        line, [](SceneBend& b) { b.particles[3] = 0; }, "must repeat the third, 2");
    expect(
        line, [](SceneBend& b) { b.particles[2] = b.particles[3] = 0; }, "particle 0 twice");
    expect(
        line,
        [](SceneBend& b) {
            b.weights = {1, -2, 0, 1};
        },
        "fourth weight is 1");
    expect(
        twist, [=](SceneBend& b) { b.weights[1] = nan; }, "weight of nan");
    expect(
        twist, [](SceneBend& b) { b.weights[1] = 1e8f; }, "weight of 1");
    expect(
        twist, [](SceneBend& b) { b.weights[1] = -1.1f; }, "add up to");
    expect(
        twist, [](SceneBend& b) { b.rest = 1.0f; }, "rest of 1 m");
    expect(
        hinge, [=](SceneBend& b) { b.rest = infinity; }, "rest of inf");
    expect(
        hinge, [=](SceneBend& b) { b.compliance = nan; }, "compliance of nan");
    expect(
        hinge, [](SceneBend& b) { b.compliance = -1.0f; }, "compliance of -1 m/N; it must be 0 or from");
    expect(
        hinge, [](SceneBend& b) { b.compliance = 1e-16f; }, "compliance of 1e-16");
    expect(
        hinge, [](SceneBend& b) { b.damping = -0.5f; }, "damping of -0.5 s");
    expect(
        hinge, [=](SceneBend& b) { b.damping = infinity; }, "damping of inf");
    expect(
        hinge, [](SceneBend& b) { b.kind = BendKind(9); }, "kind 9");
}

// ---- Colours

using Groups = std::vector<std::array<Index, 4>>;

void expectProper(Index vertexCount, const Groups& groups, const Colouring& colouring) {
    ASSERT_EQ(colouring.colours.size(), groups.size());
    std::vector<std::set<Index>> met(vertexCount);
    std::set<Index> used;
    std::size_t maxDegree = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Index colour = colouring.colours[g];
        ASSERT_LT(colour, colouring.colourCount);
        used.insert(colour);
        for (const Index vertex : std::set<Index>(groups[g].begin(), groups[g].end())) {
            ASSERT_TRUE(met[vertex].insert(colour).second) << "group " << g;
            maxDegree = std::max(maxDegree, met[vertex].size());
        }
    }
    EXPECT_EQ(used.size(), colouring.colourCount);
    EXPECT_EQ(colouring.maxDegree, maxDegree);
}

Groups groupsOf(const std::vector<SceneBend>& bends) {
    Groups groups;
    for (const SceneBend& bend : bends)
        groups.push_back(bend.particles);
    return groups;
}

TEST(ColourGroups, GridsTakeTenColours) {
    for (const Index size : {3u, 4u, 5u, 6u, 17u, 64u, 100u}) {
        const Groups groups = groupsOf(bendsOfGrid(0, size, size + size % 3, 0.1f, 0.1f, 1.0f, 0.0f));
        const Index count = size * (size + size % 3);
        const Colouring colouring = colourGroups(count, groups);
        expectProper(count, groups, colouring);
        EXPECT_LE(colouring.colourCount, 10u) << size;
    }
}

TEST(ColourGroups, MeshesTakeFewColours) {
    const Index size = 60;
    std::vector<vec3> positions;
    for (Index i = 0; i < size * size; ++i)
        positions.push_back(vec3(float(i % size) + 0.5f * float(i / size), float(i / size), 0.0f));
    const Groups groups = groupsOf(bendsOfMesh(positions, triangleStrips(size, size), 1.0f, 0.0f));
    const Colouring colouring = colourGroups(size * size, groups);
    expectProper(size * size, groups, colouring);
    EXPECT_LE(colouring.colourCount, 2 * colouring.maxDegree);
    const auto most = [&](Index colour) {
        return std::count(colouring.colours.begin(), colouring.colours.end(), colour);
    };
    for (Index colour = 0; colour < colouring.colourCount; ++colour)
        EXPECT_LE(most(colour), std::ptrdiff_t(groups.size() * 3 / 2 / colouring.colourCount));
}

TEST(ColourGroups, RandomGroupsAreProperAndDeterministic) {
    std::mt19937 random(8);
    for (Index trial = 0; trial < 40; ++trial) {
        const Index vertices = 1 + trial * 5;
        Groups groups(vertices * (1 + trial % 12));  // vertices may repeat within a group, and groups too
        for (auto& group : groups) {
            for (Index& vertex : group)
                vertex = static_cast<Index>(random() % vertices);
        }
        const Colouring colouring = colourGroups(vertices, groups);
        expectProper(vertices, groups, colouring);
        EXPECT_EQ(colouring.colours, colourGroups(vertices, groups).colours);
    }
    EXPECT_EQ(colourGroups(5, {}).colourCount, 0u);
}

// One vertex in everything: as many colours as groups, and quadratic work would show as minutes.
TEST(ColourGroups, AHubOfManyGroups) {
    const Index count = 100'000;
    Groups groups;
    for (Index i = 0; i < count; ++i)
        groups.push_back({0, 1 + 2 * i, 2 + 2 * i, 2 + 2 * i});
    const Colouring colouring = colourGroups(1 + 2 * count, groups);
    EXPECT_EQ(colouring.colourCount, count);
    EXPECT_EQ(colouring.maxDegree, count);
    EXPECT_EQ(std::set<Index>(colouring.colours.begin(), colouring.colours.end()).size(), count);
}

}  // namespace
}  // namespace pliant::test
