// Enclosures: measure, gradients and pushes against double precision; what compile() and validate() say.

#include <fmt/format.h>

#include "enclosure_support.h"
#include "pliant/shared/enclosure.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

// An outline that is neither convex nor even, and a bumpy ball.
Scene bumpyOutline() {
    Scene scene = planarScene();
    SoftBodyDescription body = disc(23, rigid(), fixedFilling());
    for (std::size_t i = 0; i < body.outline.size(); ++i)
        body.outline[i] *= i % 3 == 0 ? 0.4f : 1.3f;
    take(addSoftBody(scene, body));
    return scene;
}

Scene bumpyBall() {
    Scene scene = ballScene(2, 0.8f, 1.0f, rigid(), fixedFilling());
    std::mt19937 random(3);
    std::uniform_real_distribution<float> bump(0.7f, 1.3f);
    for (vec3& p : scene.positions)
        p *= bump(random);
    return scene;
}

// What MeasureEnclosures computes, by the shared maths, in the order of the members.
struct Measured {
    vec3 gradient;
    float part;
};
std::vector<Measured> measure(const Schedule& s) {
    std::vector<Measured> all;
    for (const EnclosureMember& m : s.enclosureMembers) {
        const EnclosureRecord& e = s.enclosures[m.owner];
        const auto place = [&](Index i) { return vec3(s.particles[i]); };
        const auto neighbour = [&](Index i) { return place(s.enclosurePairs[2 * m.firstPair + i]); };
        vec3 normal(0.0f);
        if (s.planar) normal = outlineNormal<float>(neighbour(0), neighbour(1));
        for (Index i = 0; !s.planar && i < m.pairCount; ++i)
            normal =
                addNormal<float>(normal, areaNormal<float>(place(m.particle), neighbour(2 * i), neighbour(2 * i + 1)));
        const vec3 gradient = measureGradient<float>(normal, e.gradientScale);
        all.push_back({gradient, measurePart<float>(gradient, place(m.particle), place(e.reference),
                                                    s.planar ? 0.5f : 0.33333334f)});
    }
    return all;
}

void expectTrueGradients(const Scene& scene) {
    const SchedulePtr schedule = take(compile(scene));
    const double rest = measureOf(scene.enclosures[0], scene.positions, scene.planar);
    const std::vector<Measured> measured = measure(*schedule);
    double sum = 0.0, largest = 0.0;
    dvec3 total(0.0), turn(0.0);
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const Index particle = schedule->sceneParticle[schedule->enclosureMembers[i].particle];
        sum += double(measured[i].part);
        total += dvec3(measured[i].gradient);
        turn += glm::cross(dvec3(scene.positions[particle]), dvec3(measured[i].gradient));
        for (int axis = 0; axis < (scene.planar ? 2 : 3); ++axis) {
            constexpr float kStep = 1.0f / 1024;
            std::vector<vec3> plus = scene.positions, minus = scene.positions;
            plus[particle][axis] += kStep;
            minus[particle][axis] -= kStep;
            const double steps = double(plus[particle][axis]) - double(minus[particle][axis]);
            const double expected = (measureOf(scene.enclosures[0], plus, scene.planar) -
                                     measureOf(scene.enclosures[0], minus, scene.planar)) /
                                    steps / rest;
            EXPECT_NEAR(double(measured[i].gradient[axis]), expected, 2e-6) << particle << ", axis " << axis;
            largest = std::max(largest, std::abs(expected));
        }
        if (scene.planar) {
            EXPECT_EQ(measured[i].gradient.z, 0.0f);
        }
    }
    EXPECT_GT(largest, 0.02);
    EXPECT_NEAR(sum, 1.0, 2e-6);
    EXPECT_LT(glm::length(total), 1e-6);
    EXPECT_LT(glm::length(turn), 1e-6);
}

TEST(Enclosures, GradientsOfAnArea) {
    expectTrueGradients(bumpyOutline());
}

TEST(Enclosures, GradientsOfAVolume) {
    expectTrueGradients(bumpyBall());
}

// Far away only the places themselves are coarse, by 2^-7 m at 1e5 m: nothing cancels.
TEST(Enclosures, MeasureFarFromTheOrigin) {
    for (Scene scene : {bumpyOutline(), bumpyBall()}) {
        for (vec3& p : scene.positions)
            p = vec3(std::round(p.x * 128.0f), std::round(p.y * 128.0f), std::round(p.z * 128.0f)) / 128.0f;
        const auto sumOf = [&] {
            double sum = 0.0;
            for (const Measured& m : measure(*take(compile(scene))))
                sum += double(m.part);
            return sum;
        };
        EXPECT_NEAR(sumOf(), 1.0, 2e-6);
        for (vec3& p : scene.positions)
            p += vec3(1e5f, -65536.0f, 0.0f);
        EXPECT_NEAR(sumOf(), 1.0, 2e-6);
    }
}

// The root of V' = V + W (K / V' - O - L), found by halving an interval.
double gasOracle(double v, double w, double k, double against) {
    double low = 0.0, high = std::max(v, 0.0) + std::sqrt(w * k) + 1.0;
    while (v + w * (k / high - against) > high)
        high *= 2.0;
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (v + w * (k / middle - against) > middle ? low : high) = middle;
    }
    return k / std::max(high, 1.0 / double(kLargestCompression)) - against;
}

TEST(Enclosures, PushOfGasIsImplicit) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> share(-2.0, 4.0), power(-6.0, 4.0);
    for (int i = 0; i < 2000; ++i) {
        EnclosureRecord e{};
        e.filling = kFillingGas;
        e.energy = static_cast<float>(std::pow(10.0, power(random)));
        e.outside = e.energy * static_cast<float>(share(random) * share(random) * 0.3);
        e.outside = std::max(e.outside, 0.0f);
        const vec3 sums(static_cast<float>(share(random)), static_cast<float>(std::pow(10.0, power(random))), 1.0f);
        PassConstants constants{};
        constants.squaredStep = 1.0f;
        const float multiplier = e.energy * static_cast<float>(share(random) * 0.1);
        const float push = enclosurePush<float>(fillingOf<float>(e), sums, constants, multiplier);
        const double against = double(e.outside) + double(multiplier);
        const double expected = gasOracle(double(sums.x), double(sums.y), double(e.energy), against);
        // What rounding of V does to it, at least: the slope of p is that of V over W where the gas is stiff.
        const double scale = std::abs(expected) + 0.1 * std::min(std::abs(against), 1.0 / double(sums.y));
        EXPECT_NEAR(double(push), expected, 3e-6 * scale) << sums.x << " " << sums.y << " " << e.energy;
    }
}

TEST(Enclosures, PushIsFiniteWhateverTheSums) {
    const float inf = INFINITY;
    for (const std::uint32_t filling : {kFillingFixed, kFillingGas}) {
        EnclosureRecord e{};
        e.filling = filling;
        e.wanted = 1.0f;
        e.energy = 1e15f;
        e.outside = 1e10f;
        e.steepness = 1e-4f;
        e.inverseSteepness = 1e4f;
        PassConstants constants{};
        constants.squaredStep = 1e-6f;
        constants.inverseSquaredStep = 1e6f;
        for (const float v : {-inf, -1e30f, -1.0f, 0.0f, 1e-30f, 1.0f, 1e15f, 1e30f, inf, NAN}) {
            for (const float w : {0.0f, 1e-30f, 1e-10f, 1.0f, 1e20f, 1e38f, inf, NAN}) {
                const float push = enclosurePush<float>(fillingOf<float>(e), vec3(v, w, w), constants, 0.0f);
                EXPECT_TRUE(std::isfinite(push)) << v << " " << w;
                if (!(w > 0.0f) || !(std::abs(v) < 1e16f)) {
                    EXPECT_EQ(push, 0.0f) << v << " " << w;
                }
            }
        }
    }
}

// Its two concave faces enclose no more than they do.
TEST(Enclosures, ConcaveFacesEncloseWhatIsWithinThem) {
    MeshDescription arrow;
    for (const float z : {0.0f, 3.0f})
        for (const glm::vec2 p : {glm::vec2(0, 0), glm::vec2(1, 0.5f), glm::vec2(2, 0), glm::vec2(1, 2)})
            arrow.vertices.emplace_back(p, z);
    arrow.faceSizes = {4, 4, 4, 4, 4, 4};
    arrow.faceCorners = {3, 2, 1, 0, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};
    Scene scene;
    take(addMesh(scene, arrow));
    Enclosure water;
    water.boundary = boundaryOf(scene.bodies[0], scene.positions);
    EXPECT_NEAR(measureOf(water, scene.positions, false), 4.5, 1e-6);
    double skin = 0.0;
    for (std::size_t i = 0; i < water.boundary.size(); i += 3) {
        const auto at = [&](std::size_t k) { return dvec3(scene.positions[water.boundary[i + k]]); };
        skin += 0.5 * glm::length(glm::cross(at(1) - at(0), at(2) - at(0)));
    }
    const double around = 2.0 * std::sqrt(1.25) + 2.0 * std::sqrt(5.0);
    EXPECT_NEAR(skin, 2.0 * 1.5 + 3.0 * around, 1e-5);
    scene.enclosures.push_back(water);
    take(compile(scene));
}

TEST(Enclosures, ScheduleIsProved) {
    Scene scene = bumpyBall();
    MeshDescription second = torusMesh(vec3(5.0f, 0.0f, 0.0f), 1.0f, 0.3f, 30, 9);
    take(addMesh(scene, second));
    Enclosure gas = gasFilling(1.0f, 1.0f);
    gas.boundary = boundaryOf(scene.bodies[1], scene.positions);
    scene.enclosures.push_back(gas);
    const SchedulePtr good = take(compile(scene));
    take(validate(*good));
    EXPECT_EQ(good->insides.size(), 4u);
    EXPECT_EQ(good->enclosureMembers.size(), 162u + 270u);
    EXPECT_CONTAINS(describe(*good), "MeasureEnclosures");
    const auto expectFault = [&](auto&& damage, const char* part) {
        Schedule bad = *good;
        damage(bad);
        EXPECT_CONTAINS(messageOf(validate(bad)), part);
    };
    expectFault([](Schedule& s) { s.chunks[1].count = 0; }, "chunk 1 of enclosure 0");
    expectFault([](Schedule& s) { s.chunks[7].owner = 0; }, "chunk 7");
    expectFault([](Schedule& s) { s.enclosures[1].chunkCount -= 1; }, "do not cover");
    expectFault([](Schedule& s) { s.enclosures[1].push = s.enclosures[0].push; }, "enclosure 1");
    expectFault([](Schedule& s) { s.enclosures[1].sums = s.partialSumCount; }, "enclosure 1");
    expectFault([](Schedule& s) { s.enclosureMembers[4].particle = s.enclosureMembers[5].particle; }, "twice");
    expectFault([](Schedule& s) { s.enclosureMembers[4].pairCount += 1; }, "member 5");
    expectFault([](Schedule& s) { s.enclosurePairs[9] = ~0u; }, "neighbour");
    expectFault([](Schedule& s) { s.enclosurePairs[9] = s.enclosureMembers.back().particle; }, "neighbour");
    expectFault([](Schedule& s) { s.enclosures[1].reference = ~0u; }, "enclosure 1 refers to a particle");
    expectFault([](Schedule& s) { s.enclosures[1].reference = s.enclosures[0].reference; }, "enclosure 1 refers to");
    expectFault([](Schedule& s) { s.chunks.push_back({0, 1, 0, 0}); }, "chunks");
    expectFault([](Schedule& s) { s.insides.pop_back(); }, "cover");
    expectFault([](Schedule& s) { s.insides[0].first = 1; }, "insides pass 0 is empty or out of range");
    expectFault([](Schedule& s) { std::swap(s.insides[2], s.insides[3]); }, "in that order");
    expectFault([](Schedule& s) { s.insides[0].response = kEnclosureOutline; }, "measured in space in the plane");
    expectFault([](Schedule& s) { s.insides[0].response = 2; }, "unknown response 2");
    expectFault([](Schedule& s) { s.insides[1].response = 1; }, "unknown response 1");
}

TEST(Enclosures, HashSeesThem) {
    Scene scene = bumpyBall();
    const std::uint64_t hash = take(compile(scene))->hash;
    scene.enclosures[0].compliance = 1e-3f;
    EXPECT_NE(take(compile(scene))->hash, hash);
    scene.enclosures.clear();
    EXPECT_NE(take(compile(scene))->hash, hash);
}

std::string errorOf(const Scene& scene) {
    return messageOf(compile(scene));
}

TEST(Enclosures, ErrorsOfOutlines) {
    const Scene good = bumpyOutline();
    const auto with = [&](auto&& change) {
        Scene scene = good;
        change(scene.enclosures[0]);
        return errorOf(scene);
    };
    EXPECT_CONTAINS(with([](Enclosure& e) { e.boundary.resize(2); }), "enclosure 0 has an outline of 2 particles");
    EXPECT_CONTAINS(with([](Enclosure& e) { e.boundary[3] = 23; }), "enclosure 0 names particle 23");
    EXPECT_CONTAINS(with([](Enclosure& e) { e.boundary[3] = 5; }), "names particle 5 twice");
    EXPECT_CONTAINS(with([](Enclosure& e) { std::reverse(e.boundary.begin(), e.boundary.end()); }),
                    "runs the wrong way round");
    EXPECT_CONTAINS(with([](Enclosure& e) { e.restMeasure = -1.0f; }), "a rest measure of -1");
    EXPECT_CONTAINS(with([](Enclosure& e) { e.inflation = 0.0f; }), "an inflation of 0; it must be from 0.01 to 100");
    EXPECT_CONTAINS(with([](Enclosure& e) { e.compliance = 1e-20f; }), "a compliance of");
    EXPECT_CONTAINS(with([](Enclosure& e) { e.pressure = NAN; }), "a pressure of nan");
    EXPECT_CONTAINS(with([](Enclosure& e) { e.outside = 1e16f; }), "an outside pressure of 1e+16");
    EXPECT_CONTAINS(with([](Enclosure& e) { e.buoyancy = -1.0f; }), "a buoyancy of -1");
    EXPECT_CONTAINS(with([](Enclosure& e) { e.filling = Filling(7); }), "unknown filling 7");
    Scene twice = good;
    twice.enclosures.push_back(twice.enclosures[0]);
    EXPECT_CONTAINS(errorOf(twice), "particle 0 is in enclosures 0 and 1");
}

TEST(Enclosures, ErrorsOfMeshes) {
    const Scene good = bumpyBall();
    const auto with = [&](auto&& change) {
        Scene scene = good;
        change(scene.enclosures[0].boundary);
        return errorOf(scene);
    };
    EXPECT_CONTAINS(with([](std::vector<Index>& b) { b.clear(); }), "enclosure 0 has 0 corners");
    EXPECT_CONTAINS(with([](std::vector<Index>& b) { b.pop_back(); }), "three per triangle");
    EXPECT_CONTAINS(with([](std::vector<Index>& b) { b[4] = b[3]; }), "triangle 1 names particle");
    EXPECT_CONTAINS(with([](std::vector<Index>& b) { std::reverse(b.begin(), b.end()); }), "the wrong way round");
    const Index low = std::min(good.enclosures[0].boundary[0], good.enclosures[0].boundary[1]);
    EXPECT_CONTAINS(with([](std::vector<Index>& b) { b.erase(b.begin(), b.begin() + 3); }),
                    fmt::format("enclosure 0 is not closed: the edge from particle {}", low));
    EXPECT_CONTAINS(with([](std::vector<Index>& b) { std::swap(b[0], b[1]); }), "is not closed");
}

}  // namespace
}  // namespace pliant::test
