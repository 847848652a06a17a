// Shapes: the maths against an independent judge in double, what compile() makes of them, and what it refuses.

#include "shapes_support.h"

#include "pliant/shared/shape.h"

namespace pliant::test {
namespace {

constexpr vec4 kNotTurned(0.0f, 0.0f, 0.0f, 1.0f);
constexpr float kBlurred = 1e-30f;

dquat toDouble(vec4 turn) {
    return dquat(turn.w, turn.x, turn.y, turn.z);
}

vec4 toFloat(const dquat& q) {
    return vec4(q.x, q.y, q.z, q.w);
}

ShapeSums<float> sumsOf(const dmat3& a) {
    const dmat3 rows = glm::transpose(a);
    return {vec3(rows[0]), vec3(rows[1]), vec3(rows[2]), vec3(0.0f)};
}

dmat3 rounded(const dmat3& a) {
    return dmat3(glm::mat3(a));
}

struct Random {
    std::mt19937 engine{11};
    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine); }
    dvec3 vector() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
    dvec3 axis() { return glm::normalize(vector() + dvec3(1e-3)); }
    dquat rotation() { return glm::angleAxis(uniform(-3.14159, 3.14159), axis()); }
    dmat3 matrix() { return dmat3(vector(), vector(), vector()); }
    /// Symmetric, with these eigenvalues.
    dmat3 stretch(const dvec3& values) {
        const dmat3 r = glm::mat3_cast(rotation());
        return r * dmat3(values.x, 0, 0, 0, values.y, 0, 0, 0, values.z) * glm::transpose(r);
    }
};

void expectUnit(vec4 turn) {
    EXPECT_NEAR(glm::length(glm::dvec4(turn)), 1.0, 3e-7);
}

// tr(R^T A) is the largest there is.
void expectBest(vec4 turn, const dmat3& a, double tolerance = 1e-6) {
    expectUnit(turn);
    const double best = fitOf(bestRotation(a), a);
    EXPECT_NEAR(fitOf(toDouble(turn), a) / (best + 1e-300), 1.0, tolerance);
}

TEST(ShapeMaths, TurningIsARotation) {
    Random random;
    for (int i = 0; i < 200; ++i) {
        const dquat q = random.rotation();
        const dvec3 v = random.vector();
        const dvec3 got(turned<float>(toFloat(q), vec3(v)));
        EXPECT_LT(glm::length(got - q * v), 6e-7);
        EXPECT_LT(glm::length(dvec3(turnedBack<float>(toFloat(q), vec3(got))) - v), 1e-6);
        const dquat p = random.rotation();
        EXPECT_LT(angleBetween(toDouble(turnProduct<float>(toFloat(p), toFloat(q))), p * q), 1e-6);
    }
}

TEST(ShapeMaths, ATurnAboutAnAxisFromCosineAndSine) {
    const dvec3 axis = glm::normalize(dvec3(0.3, -0.5, 0.8));
    for (const double angle : {0.0, 1e-6, -1e-3, 0.7, 1.5707963, -1.6, 3.0, 3.14159, -3.14159265, 3.1415926535}) {
        const float c = static_cast<float>(0.3 * std::cos(angle)), s = static_cast<float>(0.3 * std::sin(angle));
        const vec4 turn = turnAbout<float>(vec3(axis), c, s);
        expectUnit(turn);
        const double exact = std::atan2(double(s), double(c));
        EXPECT_LT(angleBetween(toDouble(turn), glm::angleAxis(exact, axis)), 4e-7) << angle;
    }
    EXPECT_EQ(turnAbout<float>(vec3(axis), 0.0f, 0.0f), kNotTurned);
}

// Bodies as they are in motion: warm from the last substep, any stretch.
TEST(ShapeMaths, SpatialTurnFindsTheBestRotationFromNearby) {
    Random random;
    for (int i = 0; i < 2000; ++i) {
        const dvec3 values(random.uniform(0.3, 1), random.uniform(0.1, 1), random.uniform(0.02, 1));
        const dquat r = random.rotation();
        const double size = std::pow(10.0, random.uniform(-7, 7));
        const dmat3 a = rounded(size * (glm::mat3_cast(r) * random.stretch(values)));
        const dquat start = r * glm::angleAxis(random.uniform(0.0, 0.2), random.axis());
        const vec4 turn = spatialTurn<float>(sumsOf(a), kBlurred, toFloat(start));
        expectUnit(turn);
        EXPECT_LT(angleBetween(toDouble(turn), bestRotation(a)), 2e-6) << i;
    }
}

// However the body lies: any matrix, any start. A few substeps may pass.
TEST(ShapeMaths, SpatialTurnFindsTheBestRotationFromAnywhere) {
    Random random;
    for (int i = 0; i < 2000; ++i) {
        const dmat3 a = rounded(random.matrix());
        vec4 turn = toFloat(random.rotation());
        double before = fitOf(toDouble(turn), a);
        for (int substep = 0; substep < 4; ++substep) {
            turn = spatialTurn<float>(sumsOf(a), kBlurred, turn);
            const double now = fitOf(toDouble(turn), a);
            EXPECT_GT(now, before - 1e-6);  // it never gets worse
            before = now;
        }
        expectBest(turn, a, 2e-4);
    }
}

TEST(ShapeMaths, SpatialTurnFromHalfATurnAway) {
    Random random;
    for (const double off : {0.0, 1e-7, 1e-5, 1e-3, 0.1}) {
        for (const dvec3& values : {dvec3(1, 1, 1), dvec3(1, 0.5, 0.2), dvec3(1, 1, 1e-3), dvec3(1, 0.3, 0)}) {
            for (int i = 0; i < 50; ++i) {
                const dquat r = random.rotation();
                const dmat3 a = rounded(glm::mat3_cast(r) * random.stretch(values));
                vec4 turn = toFloat(r * glm::angleAxis(3.14159265358979 - off, random.axis()));
                for (int substep = 0; substep < 3; ++substep)
                    turn = spatialTurn<float>(sumsOf(a), kBlurred, turn);
                expectBest(turn, a, 1e-4);
            }
        }
    }
    // To the bit half a turn, about an axis of the body's own: the twist is exactly 0.
    const vec4 turn = spatialTurn<float>(sumsOf(dmat3(-1, 0, 0, 0, 1, 0, 0, 0, -1)), kBlurred, kNotTurned);
    EXPECT_LT(angleBetween(toDouble(turn), dquat(0, 0, 1, 0)), 1e-6);
}

TEST(ShapeMaths, SpatialTurnOfReflectedFlatAndThinBodies) {
    Random random;
    for (const dvec3& values : {dvec3(1, 0.8, -0.5), dvec3(1, 0.5, -0.01), dvec3(-1, -0.7, -0.3), dvec3(1, 1, -1),
                                dvec3(1, 0.4, 0), dvec3(1, 0, 0), dvec3(1, 1e-4, 1e-5)}) {
        for (int i = 0; i < 100; ++i) {
            const dmat3 a = rounded(glm::mat3_cast(random.rotation()) * random.stretch(values));
            vec4 turn = toFloat(random.rotation());
            for (int substep = 0; substep < 4; ++substep)
                turn = spatialTurn<float>(sumsOf(a), kBlurred, turn);
            expectBest(turn, a, 1e-3);
        }
    }
}

TEST(ShapeMaths, NothingToTellFromKeepsTheLastTurn) {
    const vec4 last = toFloat(glm::angleAxis(0.4, glm::normalize(dvec3(1, 2, 3))));
    const float nan = std::nanf(""), huge = 1e15f;
    for (const dmat3& a : {dmat3(0.0), dmat3(1e-8), dmat3(nan), dmat3(huge)}) {
        EXPECT_EQ(spatialTurn<float>(sumsOf(a), 1e-12f, last), last);
        EXPECT_EQ(planarTurn<float>(sumsOf(a), 1e-12f, last), last);
    }
}

TEST(ShapeMaths, PlanarTurnIsTheClosedForm) {
    Random random;
    for (int i = 0; i < 2000; ++i) {
        const double size = std::pow(10.0, random.uniform(-7, 7));
        const double a = random.uniform(-1, 1), b = random.uniform(-1, 1), c = random.uniform(-1, 1),
                     d = random.uniform(-1, 1);
        const dmat3 m = rounded(size * dmat3(a, b, 0, c, d, 0, 0, 0, 0));  // columns
        const double angle = std::atan2(m[0][1] - m[1][0], m[0][0] + m[1][1]);
        const vec4 last = toFloat(glm::angleAxis(random.uniform(-3, 3), dvec3(0, 0, 1)));
        const vec4 turn = planarTurn<float>(sumsOf(m), kBlurred, last);
        expectUnit(turn);
        EXPECT_EQ(turn.x, 0.0f);
        EXPECT_EQ(turn.y, 0.0f);
        const double strength = std::hypot(m[0][1] - m[1][0], m[0][0] + m[1][1]) / size;
        EXPECT_LT(angleBetween(toDouble(turn), glm::angleAxis(angle, dvec3(0, 0, 1))), 2e-6 / strength);
    }
}

// A whole shape, moved and turned, is found exactly there: weights and places at rest are rounded, and the goal is
// not off by that.
TEST(ShapeMaths, AWholeShapeIsFoundWhereItIs) {
    Scene scene = emptySpace();
    addShapeBlock(scene, {5, 4, 3}, vec3(0.3f, 0.1f, -0.2f));
    const SchedulePtr s = take(compile(scene));
    const ShapeRecord& shape = s->shapes[0];
    Random random;
    for (int i = 0; i < 100; ++i) {
        const dquat r = random.rotation();
        const dvec3 to = random.vector() * 0.1;
        ShapeSums<float> sums = noShapeSums<float>(), surplus = sums;
        for (const ShapeMember& m : s->shapeMembers) {
            const dvec3 x = to + r * (dvec3(m.rest) * double(shape.size));
            addShapeSums<float>(sums, surplus, shapeTerms<float>(vec3(x), m.rest, m.weight));
        }
        vec4 turn = toFloat(r * glm::angleAxis(0.03, random.axis()));
        turn = spatialTurn<float>(sums, shape.blurred, turn);
        EXPECT_LT(angleBetween(toDouble(turn), r), 4e-7);
        const vec3 centre = shapeCentre<float>(sums.offset, turn, shape.lean, shape.size);
        EXPECT_LT(glm::length(dvec3(centre) - to), 6e-8);
    }
}

// However little of the mass that one has.
TEST(ShapeMaths, AShapeWithAMemberThatIsNowhereIsNotWhole) {
    const vec3 lost = shapeOffset<float>(vec3(2.5e9f, 0.0f, 0.0f), vec3(0.0f));
    for (const float weight : {1.0f, 0.5f, 1e-9f, 1e-18f, 1e-25f}) {
        ShapeSums<float> sums = noShapeSums<float>(), surplus = sums;
        addShapeSums<float>(sums, surplus, shapeTerms<float>(vec3(-1.0f, 2.0f, 0.5f), vec3(1.0f), 1.0f));
        EXPECT_TRUE(isWhole<float>(sums));
        addShapeSums<float>(sums, surplus, shapeTerms<float>(lost, vec3(1.0f), weight));
        EXPECT_FALSE(isWhole<float>(sums)) << weight;
    }
}

// AWholeShapeIsFoundWhereItIs with places rounded far coarser than floats are.
TEST(ShapeMaths, WhatPlacesAreRoundedByIsMadeUpFor) {
    Random random;
    for (int i = 0; i < 50; ++i) {
        const dquat r = random.rotation();
        const double size = 0.7;
        dvec3 lean(0.0);
        ShapeSums<float> sums = noShapeSums<float>(), surplus = sums;
        for (int k = 0; k < 8; ++k) {
            const dvec3 rest(k % 2 ? 0.51 : -0.5, k / 2 % 2 ? 0.4 : -0.42, k / 4 ? 0.3 : -0.3);
            lean += 0.125 * rest;
            addShapeSums<float>(sums, surplus, shapeTerms<float>(vec3(r * rest * size), vec3(rest), 0.125f));
        }
        const vec4 turn = spatialTurn<float>(sums, kBlurred, toFloat(r * glm::angleAxis(0.1, random.axis())));
        EXPECT_LT(angleBetween(toDouble(turn), r), 1e-6);
        EXPECT_LT(glm::length(shapeCentre<float>(sums.offset, turn, vec3(lean), float(size))), 3e-8f);
    }
}

TEST(ShapeSchedule, ChunksHoldEveryMemberOnce) {
    Scene scene = emptySpace();
    addShapeBlock(scene, {3, 1, 1}, vec3(0.0f));
    addShapeBlock(scene, {8, 4, 1}, vec3(2.0f));
    addShapeBlock(scene, {11, 3, 1}, vec3(4.0f), 1e-3f);
    addShapeBlock(scene, {25, 20, 20}, vec3(8.0f));
    const SchedulePtr s = take(compile(scene));
    take(validate(*s));
    ASSERT_EQ(s->shapes.size(), 4u);
    EXPECT_EQ(s->shapes[0].chunkCount, 1u);
    EXPECT_EQ(s->shapes[1].chunkCount, 1u);
    EXPECT_EQ(s->shapes[2].chunkCount, 2u);
    EXPECT_EQ(s->shapes[3].chunkCount, 313u);
    EXPECT_EQ(s->shapeMembers.size(), 3u + 32u + 33u + 10000u);
    ASSERT_EQ(s->matching.size(), 3u);
    const std::string text = describe(*s);
    for (const char* name : {"SumShapes", "TurnShapes", "MatchShapes"})
        EXPECT_CONTAINS(text, name);
    EXPECT_EQ(s->partialSumCount, 3u * 317u + 4u * 2u + 33u);
}

TEST(ShapeSchedule, EveryNumberOfAShapeIsInTheHash) {
    const auto hashWith = [](auto&& change) {
        Scene scene = shapesScene(false);
        change(scene);
        return take(compile(scene))->hash;
    };
    const std::uint64_t plain = hashWith([](Scene&) {});
    EXPECT_NE(plain, hashWith([](Scene& s) { s.shapes[1].compliance = 3e-4f; }));
    EXPECT_NE(plain, hashWith([](Scene& s) { s.shapes[2].rest[1].x += 0.01f; }));
    EXPECT_NE(plain, hashWith([](Scene& s) { s.shapes[0].particles.pop_back(); }));
    EXPECT_NE(plain, hashWith([](Scene& s) { s.shapes.pop_back(); }));
}

TEST(ShapeSchedule, ValidateFindsWhatIsBroken) {
    const SchedulePtr good = take(compile(shapesScene(false)));
    const auto broken = [&](auto&& change) {
        Schedule s = *good;
        change(s);
        const Status status = validate(s);
        return status ? std::string("nothing is wrong") : status.error().message;
    };
    EXPECT_CONTAINS(broken([](Schedule& s) { s.shapeMembers[4].particle = s.shapeMembers[5].particle; }), "twice");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.shapeMembers[4].particle = 100000; }), "member 4");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.shapeMembers[4].shape = 1; }), "does not name its shape");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.shapeMembers[4].weight = 0.0f; }), "weight");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.chunks[2].count -= 1; }), "chunk");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.chunks[0].owner = 1; }), "chunk 0");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.shapes[3].firstMember += 1; }), "shape 3");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.shapes[3].sums = s.shapes[2].sums; }), "sums of shape 3");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.partialSumCount -= 1; }), "sums of shape 8");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.shapes[0].reference = 99999; }), "refers to");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.shapes[3].reference = s.shapes[2].reference; }), "shape 3 refers to");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.chunks.push_back(s.chunks.back()); }), "chunks of no body");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.shapeTurns.pop_back(); }), "turns");
    EXPECT_CONTAINS(broken([](Schedule& s) { std::swap(s.matching[0], s.matching[1]); }), "in that order");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.matching[0].count -= 1; }), "does not cover");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.matching[1].response = kShapePlanar; }), "in space");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.matching[1].response = 2; }), "unknown response 2");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.matching[2].response = 1; }), "unknown response 1");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.matching[2].count -= 1; }), "match");
    EXPECT_CONTAINS(broken([](Schedule& s) { s.matching[0].kind = PassKind::SolveSticks; }), "matching");
}

TEST(ShapeErrors, NameIndexAndRule) {
    const auto refused = [](bool isPlanar, auto&& change) {
        Scene scene = shapesScene(isPlanar);
        change(scene);
        return messageOf(compile(scene));
    };
    EXPECT_EQ(refused(false, [](Scene& s) { s.shapes[3].particles.resize(1); }),
              "shape 3 has 1 particles; it must have at least 2");
    EXPECT_CONTAINS(refused(false, [](Scene& s) { s.shapes[2].particles[0] = 4000000; }),
                    "shape 2 names particle 4000000, but the scene has");
    EXPECT_CONTAINS(refused(false, [](Scene& s) { s.shapes[0].particles[3] = s.shapes[0].particles[1]; }),
                    "shape 0 names particle 1 twice");
    EXPECT_CONTAINS(refused(false, [](Scene& s) { s.shapes[4].particles[0] = 2; }),
                    "particle 2 is in shape 0 and in shape 4; it can be in one");
    EXPECT_CONTAINS(refused(false, [](Scene& s) { s.shapes[2].rest.pop_back(); }), "shape 2 has");
    EXPECT_CONTAINS(refused(false, [](Scene& s) { s.shapes[2].rest[1].y = std::nanf(""); }), "finite and within");
    EXPECT_CONTAINS(refused(true, [](Scene& s) { s.shapes[2].rest[1].z = 0.5f; }),
                    "at rest at z = 0.5 m; in a planar scene z must be 0");
    for (const float compliance : {-1.0f, 1e-16f, 1e16f, std::nanf(""), HUGE_VALF}) {
        EXPECT_CONTAINS(refused(false, [&](Scene& s) { s.shapes[5].compliance = compliance; }),
                        "shape 5 has a compliance of");
    }
}

}  // namespace
}  // namespace pliant::test
