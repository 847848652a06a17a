// What is to be the same on every machine: functions that the C library has too, the order along a curve, and that
// nothing else of the C library's maths is used.

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <random>
#include <set>

#include "command.h"
#include "pliant/maths.h"
#include "pliant/schedule/curve.h"
#include "support.h"

namespace pliant::test {
namespace {

using glm::dquat;
using glm::dvec2;
using glm::dvec3;
using tests::Finished;
using tests::run;
using tests::TempFolder;

TEST(Maths, DirectionsAreCosineAndSine) {
    for (double angle = -7.0; angle <= 7.0; angle += 1e-3) {
        const dvec2 direction = directionAt(angle);
        EXPECT_NEAR(direction.x, static_cast<double>(std::cos(static_cast<long double>(angle))), 1e-14) << angle;
        EXPECT_NEAR(direction.y, static_cast<double>(std::sin(static_cast<long double>(angle))), 1e-14) << angle;
    }
    EXPECT_EQ(directionAt(0.0), dvec2(1.0, 0.0));
    EXPECT_EQ(directionAt(1e-200).y, 1e-200);
}

TEST(Maths, AnglesAreArcTangents) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> between(-1.0, 1.0);
    for (int i = 0; i < 20000; ++i) {
        const dvec2 d(between(random), between(random) * std::pow(10.0, 3.0 * between(random)));
        EXPECT_NEAR(angleOf(d), static_cast<double>(std::atan2(static_cast<long double>(d.y), d.x)), 2e-15);
    }
    const double pi = std::acos(-1.0);
    EXPECT_EQ(angleOf({0.0, 0.0}), 0.0);
    EXPECT_EQ(angleOf({-2.0, 0.0}), pi);
    EXPECT_EQ(angleOf({0.0, -3.0}), -0.5 * pi);
    EXPECT_NEAR(angleOf({1.0, 1e-300}) / 1e-300, 1.0, 1e-15);
}

TEST(Maths, RootsOfAnyDegree) {
    EXPECT_EQ(rootOf(27.0, 3), 3.0);
    EXPECT_EQ(rootOf(0.0, 3), 0.0);
    for (const double x : {1e-300, 1e-200, 0.3, 0.5, 0.7, 1.0, 3.0, 7.9, 1e11, 1e308}) {
        for (const std::uint32_t degree : {1u, 2u, 3u, 17u, 1024u, 1025u, 1100u, 4000000001u}) {
            const double expected = static_cast<double>(std::pow(static_cast<long double>(x), 1.0L / degree));
            EXPECT_NEAR(rootOf(x, degree) / expected, 1.0, 4e-15) << x << ", " << degree;
        }
    }
}

// A turn and back; half of it twice; and the shorter way.
TEST(Maths, TurnsAreQuaternionsAndBack) {
    for (const dvec3& axis : {dvec3(1.0, 0.0, 0.0), dvec3(0.6, 0.0, -0.8), glm::normalize(dvec3(-1.0, 2.0, 0.3))}) {
        for (const double angle : {0.0, 1e-12, 0.01, 1.0, 3.1}) {
            const dquat q = quaternionOf(axis * angle), expected = glm::angleAxis(angle, axis);
            EXPECT_NEAR(glm::length(turnOf(q) - axis * angle), 0.0, 4e-15 + 1e-15 * angle) << angle;
            EXPECT_LT(glm::length(q - expected), 1e-14);
            const dquat half = quaternionOf(0.5 * axis * angle);
            EXPECT_LT(glm::length(half * half - q), 1e-14);
        }
        EXPECT_NEAR(glm::length(turnOf(quaternionOf(axis * 4.0)) - axis * (4.0 - 2.0 * std::acos(-1.0))), 0.0, 1e-14);
    }
}

// The bits of x, y and z in turns, of whole numbers up to the last cell.
TEST(Curve, TakesBitsInTurns) {
    std::mt19937 random(4);
    std::vector<vec3> points{vec3(0.0f), vec3(65535.0f)};
    while (points.size() < 5000)
        points.push_back(vec3(float(random() & 0xffffu), float(random() & 0xffffu), float(random() & 0xffffu)));
    const auto keyOf = [](const vec3& point) {
        std::uint64_t key = 0;
        for (int bit = 0; bit < 16; ++bit) {
            for (int axis = 0; axis < 3; ++axis)
                key |= std::uint64_t(std::uint32_t(point[axis]) >> bit & 1u) << (3 * bit + axis);
        }
        return key;
    };
    const std::vector<std::uint32_t> places = placesAlongCurve(points);
    std::vector<std::uint64_t> keys(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        keys.at(places[i]) = keyOf(points[i]);
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    EXPECT_EQ(places[0], 0u);
    EXPECT_EQ(places[1], 4999u);
}

TEST(Curve, KeepsTheOrderOfWhatIsInOnePlace) {
    EXPECT_TRUE(placesAlongCurve({}).empty());
    EXPECT_EQ(placesAlongCurve({vec3(3.0f), vec3(3.0f), vec3(3.0f)}), (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(placesAlongCurve({vec3(0.0f), vec3(1e9f), vec3(0.0f)}), (std::vector<std::uint32_t>{0, 2, 1}));
}

// Frames that jump may turn by more than a round in a substep.
TEST(Maths, TurnsOfManyRoundsAreUnits) {
    const dvec3 axis(0.6, 0.0, -0.8);
    for (const double angle : {5.0, 7.1, 20.0, 188.0, 1e6}) {
        EXPECT_NEAR(glm::length(quaternionOf(axis * angle)), 1.0, 1e-14) << angle;
        EXPECT_LT(glm::length(quaternionOf(axis * angle) - glm::angleAxis(angle, axis)), 1e-14 + 1e-15 * angle);
    }
}

// 4,096 points of a square in no order.
TEST(Curve, KeepsNeighboursTogether) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> between(0.0f, 1.0f);
    std::vector<vec3> points(4096);
    for (vec3& p : points)
        p = vec3(between(random), 0.0f, between(random));
    const std::vector<std::uint32_t> places = placesAlongCurve(points);
    double distance = 0.0;
    std::vector<vec3> sorted(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        sorted[places[i]] = points[i];
    for (std::size_t i = 1; i < sorted.size(); ++i)
        distance += double(glm::length(sorted[i] - sorted[i - 1]));
    EXPECT_LT(distance / 4095.0, 2.0 / 64.0) << "a walk from cell to cell, with jumps";
}

std::set<std::string> namesIn(const std::string& file, const std::vector<std::string>& options) {
    const TempFolder folder;
    std::vector<std::string> words{PLIANT_NM, "--format=posix"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(file);
    const Finished nm = run(folder, words);
    EXPECT_EQ(nm.status, 0) << nm.err;
    std::set<std::string> names;
    for (const std::string& line : tests::linesOf(nm.out, ""))
        names.insert(line.substr(0, line.find_first_of(" @")));
    return names;
}

std::string pathOfTheCLibrarysMaths() {
    Dl_info info{};
    return ::dladdr(::dlsym(RTLD_DEFAULT, "sinf"), &info) != 0 ? info.dli_fname : "";
}

// Roots, and what only takes numbers apart or rounds them to whole ones, are exact everywhere.
TEST(SameEverywhere, NothingThatIsSolvedUsesOtherMathsOfTheCLibrary) {
    const std::set<std::string> exact{"sqrt",      "sqrtf",  "floor", "floorf", "ceil",      "ceilf",
                                      "trunc",     "truncf", "round", "roundf", "nearbyint", "rint",
                                      "nextafter", "fabs",   "frexp", "ilogb",  "ldexp",     "nextafterf"};
    const std::set<std::string> maths = namesIn(pathOfTheCLibrarysMaths(), {"--dynamic", "--defined-only"});
    ASSERT_TRUE(maths.contains("sin") && maths.contains("powf"));
    for (const char* library : {PLIANT_LIBRARIES}) {
        const std::set<std::string> names = namesIn(library, {"--undefined-only"});
        EXPECT_GT(names.size(), 20u) << library;
        for (const std::string& name : names)
            EXPECT_TRUE(!maths.contains(name) || exact.contains(name)) << library << " uses " << name;
    }
}

}  // namespace
}  // namespace pliant::test
