// Contact with simple bodies: distances, ways out, records and what is refused.

#include "contact_support.h"

namespace pliant::test {
namespace {

// ---- Distances.

TEST(ContactDistance, EqualsTheDefinitionAndSoDoesItsGradient) {
    Chance chance(1);
    for (const ColliderShape shape : kShapes) {
        int compared = 0;
        for (int trial = 0; trial < 20000; ++trial) {
            const Collider c = chance.collider(shape, -2.0, 1.0);
            const vec3 at(pointNear(chance, c));
            vec3 normal;
            const float distance = colliderDistance(recordFor(c, 0, 1), at, normal);
            const double size = 0.01 + glm::length(dvec3(at)) + c.radius + glm::length(dvec3(c.halfExtents));
            ASSERT_NEAR(distance, localDistance(c, dvec3(at)), 5e-7 * size) << "shape " << int(shape);
            ASSERT_NEAR(glm::length(dvec3(normal)), 1.0, 1e-6);
            const double step = 1e-6 * size;
            const dvec3 gradient = localGradient(c, dvec3(at), step);
            const bool isCurved = std::abs(distance) < 10.0 * step || std::hypot(at.x, at.z) < 1e4 * step;
            if (std::abs(glm::length(gradient) - 1.0) > 1e-7 || isCurved) continue;
            ASSERT_LT(glm::length(gradient - dvec3(normal)), 2e-3) << "shape " << int(shape) << " trial " << trial;
            ++compared;
        }
        EXPECT_GT(compared, 10000) << "shape " << int(shape);
    }
}

TEST(SignedDistance, EqualsTheDefinition) {
    Chance chance(2);
    for (const ColliderShape shape : kShapes) {
        for (int trial = 0; trial < 5000; ++trial) {
            const Collider c = chance.collider(shape, -2.0, 1.0);
            const dvec3 at = worldOf(c.pose, pointNear(chance, c));
            ASSERT_NEAR(signedDistance(c, at), oracleDistance(c, at), 1e-12 * (10.0 + glm::length(at)));
        }
    }
}

// ---- Out of the body, whatever happens.

TEST(Collide, EndsOutsideAndLeavesTheOthersAlone) {
    Chance chance(3);
    for (const ColliderShape shape : kShapes) {
        int touched = 0, untouched = 0;
        for (int trial = 0; trial < 20000; ++trial) {
            Collider c = chance.collider(shape, -2.0, 1.0);
            if (trial % 3 == 0) c.before = chance.pose(3.0);
            const vec3 p(worldOf(c.before.value_or(c.pose), pointNear(chance, c)));
            const vec3 end(worldOf(c.pose, pointNear(chance, c)));
            vec3 x = end;
            const bool did = collideOnce(c, p, x);
            (did ? touched : untouched) += 1;
            ASSERT_GE(oracleDistance(c, dvec3(x)), c.thickness - tolerance(c, dvec3(x)))
                << "shape " << int(shape) << " trial " << trial;
            const dvec3 path = localOf(c.pose, dvec3(end)) - localOf(c.before.value_or(c.pose), dvec3(p));
            const double gap = oracleDistance(c, dvec3(end)) - c.thickness;
            ASSERT_FALSE(did && gap > glm::length(path) + 1e-5);
            ASSERT_FALSE(!did && gap < -1e-5);
            ASSERT_TRUE(did || sameBits(x, end));
        }
        EXPECT_GT(touched, 2000) << "shape " << int(shape);
        EXPECT_GT(untouched, 500) << "shape " << int(shape);
    }
}

TEST(Collide, EndsOutsideForAnyFiniteInput) {
    Chance chance(4);
    for (const ColliderShape shape : kShapes) {
        for (int trial = 0; trial < 20000; ++trial) {
            const double reach = chance.power(-6.0, 4.0);
            Collider c = chance.collider(shape, -6.0, 4.0);
            c.thickness = trial % 4 == 0 ? 0.0f : float(chance.power(-6.0, 2.0));
            c.pose = chance.pose(reach);
            if (trial % 2 == 0) c.before = chance.pose(trial % 4 == 0 ? reach : 1e4);
            mustBeValid(c);
            const vec3 p = chance.inBox(trial % 5 == 0 ? 1e4 : reach);
            vec3 x = chance.inBox(trial % 7 == 0 ? 1e4 : reach);
            collideOnce(c, p, x);
            ASSERT_TRUE(isFinite(x)) << "shape " << int(shape) << " trial " << trial;
            ASSERT_GE(oracleDistance(c, dvec3(x)), c.thickness - tolerance(c, dvec3(x)))
                << "shape " << int(shape) << " trial " << trial;
        }
    }
}

// Where nothing else pushes in between, the two parts of a substep come to the same as the whole: of short ways all but
// what rounding takes, of long ones past curved bodies what the path's plane and the nearest one differ by.
TEST(Collide, PushedAndRubbedInTwoPartsItGoesWhereItGoesAtOnce) {
    for (const float longest : {0.005f, 0.1f}) {
        Chance chance(5);
        int rubbed = 0, same = 0;
        for (const ColliderShape shape : kShapes) {
            for (int trial = 0; trial < 5000; ++trial) {
                const Collider c = chance.collider(shape, -0.5, 0.5);
                const ColliderRecord record = recordFor(c, 0, 1);
                const vec3 p(worldOf(c.pose, pointNear(chance, c)));
                const vec3 end = p + chance.inBox(longest);
                vec3 atOnce = end, inParts = end, wayOut(0.0f), pressed(0.0f);
                collide(record, 1e6f, p, atOnce, wayOut);
                const bool isIn = collideInPart(kPushAlone, record, 1e6f, p, inParts, wayOut, pressed);
                ASSERT_EQ(isIn, pressed != vec3(0.0f));
                if (!isIn) continue;
                const vec3 pushed = inParts;
                collideInPart(kRubAtLast, record, 1e6f, p, inParts, wayOut, pressed);
                rubbed += sameBits(pushed, inParts) ? 0 : 1;
                same += glm::distance(dvec3(atOnce), dvec3(inParts)) < 1e-5 + 0.02 * longest ? 1 : 0;
            }
        }
        EXPECT_GT(rubbed, 1000);
        EXPECT_GT(same, 0.98 * rubbed);
    }
}

// What others lift off a collider after it was pressed against it is held by what still presses.
TEST(Collide, WhatOthersHaveLiftedOffIsRubbedByWhatIsLeft) {
    const ColliderRecord floor = recordFor({.shape = ColliderShape::Plane}, 0, 1);
    const vec3 p(0.0f, 0.005f, 0.0f), pushedAside(0.015f, 0.0f, 0.0f);
    vec3 wayOut(0.0f);
    for (const float lift : {-0.003f, 0.0f, 0.01f, 0.03f}) {
        vec3 x = p + vec3(0.0f, -0.02f, 0.0f), pressed(0.0f);
        ASSERT_TRUE(collideInPart(kPushAlone, floor, 1e6f, p, x, wayOut, pressed));
        EXPECT_NEAR(pressed.y, 0.02f, 1e-6f);
        x += pushedAside + vec3(0.0f, lift, 0.0f);
        const bool isHeld = lift < 0.02f;
        EXPECT_EQ(collideInPart(kRubAtLast, floor, 1e6f, p, x, wayOut, pressed), isHeld) << lift;
        EXPECT_NEAR(x.x, 0.015f - (isHeld ? 0.4f * (0.02f - lift) : 0.0f), 1e-6f) << lift;
        EXPECT_NEAR(x.y, 0.005f + std::max(lift, 0.0f), 1e-6f) << lift;
    }
}

// A wall that nothing presses against takes nothing of the floor's friction, whichever comes first.
TEST(Collide, EachColliderRubsByWhatPressesOnIt) {
    Collider wall{.shape = ColliderShape::Plane, .staticFriction = 0.0f, .dynamicFriction = 0.0f};
    wall.pose.rotation = glm::angleAxis(-0.5f * glm::pi<float>(), vec3(0.0f, 0.0f, 1.0f));  // it looks to +x
    const ColliderRecord floorRecord = recordFor({.shape = ColliderShape::Plane}, 0, 1),
                         wallRecord = recordFor(wall, 0, 1);
    const vec3 p(0.005f, 0.005f, 0.0f), end(0.005f, -0.015f, 0.01f);
    for (const bool isWallFirst : {false, true}) {
        vec3 x = end, wayOut(0.0f), pressed(0.0f);
        for (const uint part : {kPushAlone, kRubAtLast})
            for (const bool isWall : {isWallFirst, !isWallFirst})
                collideInPart(part, isWall ? wallRecord : floorRecord, 1e6f, p, x, wayOut, pressed);
        EXPECT_NEAR(x.z, 0.01f - 0.4f * 0.02f, 1e-6f) << isWallFirst;
    }
}

// What began inside leaves without a velocity once, not twice: what others push in again comes out like all they push.
TEST(Collide, TheWayOutOfWhatBeganInsideCountsOnce) {
    const ColliderRecord floor = recordFor({.shape = ColliderShape::Plane}, 0, 1);
    const vec3 p(0.0f, -0.002f, 0.0f);
    vec3 x = p, wayOut(0.0f), pressed(0.0f);
    ASSERT_TRUE(collideInPart(kPushAlone, floor, 1.0f, p, x, wayOut, pressed));
    EXPECT_NEAR(wayOut.y, 0.007f, 1e-6f);
    x.y -= 0.001f;
    ASSERT_TRUE(collideInPart(kRubAtLast, floor, 1.0f, p, x, wayOut, pressed));
    EXPECT_NEAR(x.y, 0.005f, 1e-6f);
    EXPECT_NEAR(wayOut.y, 0.007f, 1e-6f);
}

// Centres, axes, corners and midplanes, where a gradient is hard to find.
TEST(Collide, DegeneratePlacesAreLeftByAShortWay) {
    for (const ColliderShape shape : kShapes) {
        Collider c;
        c.shape = shape;
        c.halfExtents = vec3(0.3f);
        c.radius = c.halfHeight = 0.3f;
        for (int place = 0; place < 125; ++place) {
            const vec3 at = 0.15f * vec3(float(place % 5 - 2), float(place / 5 % 5 - 2), float(place / 25 - 2));
            vec3 x = at;
            collideOnce(c, at, x);
            ASSERT_TRUE(isFinite(x));
            ASSERT_GE(oracleDistance(c, dvec3(x)), c.thickness - 1e-6);
            if (const double depth = c.thickness - oracleDistance(c, dvec3(at)); depth > 0.0) {
                ASSERT_NEAR(glm::length(dvec3(x) - dvec3(at)), depth, 1e-6) << "shape " << int(shape) << " " << place;
            } else {
                ASSERT_TRUE(sameBits(x, at));
            }
        }
    }
}

TEST(Collide, AShortPathIsPushedOutAlongTheGradient) {
    Chance chance(5);
    for (const ColliderShape shape : kShapes) {
        int compared = 0;
        for (int trial = 0; trial < 20000; ++trial) {
            Collider c = chance.collider(shape, -1.0, 0.5);
            c.staticFriction = c.dynamicFriction = 0.0f;
            const dvec3 local = pointNear(chance, c);
            const double depth = c.thickness - localDistance(c, local);
            const dvec3 gradient = localGradient(c, local, 1e-7);
            if (depth < 1e-5 || depth > 0.02 || std::abs(glm::length(gradient) - 1.0) > 1e-4) continue;
            vec3 x(worldOf(c.pose, local));
            const vec3 p = x + chance.inBox(0.01);
            ASSERT_TRUE(collideOnce(c, p, x));
            ASSERT_LT(glm::length(dvec3(x) - worldOf(c.pose, local + gradient * depth)), 1e-4 * depth + 5e-6)
                << "shape " << int(shape) << " trial " << trial;
            ++compared;
        }
        EXPECT_GT(compared, 50) << "shape " << int(shape);
    }
}

// ---- The same bits where denormals are flushed.

#if defined(__x86_64__)
TEST(CollideDenormals, FlushingThemChangesNoBit) {
    const auto run = [](std::vector<vec3>& results) {
        Chance chance(10);
        for (int trial = 0; trial < 20000; ++trial) {
            Collider c = chance.collider(kShapes[trial % 5], -6.0, 1.0);
            c.thickness = trial % 3 == 0 ? 1e-40f : 0.001f;
            c.dynamicFriction = float(chance.power(-40.0, 0.0));
            c.staticFriction = c.dynamicFriction;
            c.pose = {vec3(0.0f), {}};
            c.pose.rotation = glm::quat(1.0f, float(chance.power(-44.0, -1.0)), 0.0f, 0.0f);
            ColliderRecord record = recordFor(c, 0, 1);
            record.positionBefore.x = storable(float(chance.power(-35.0, -20.0)));
            const auto tiny = [&] { return storable(float(chance.power(-44.0, 0.0) * (trial % 2 == 0 ? 1.0 : -1.0))); };
            const vec3 p{tiny(), tiny(), tiny()};
            vec3 x{tiny(), tiny(), tiny()};
            vec3 wayOut(0.0f);
            collide(record, 1.0f, p, x, wayOut);
            results.push_back(x);
        }
    };
    std::vector<vec3> kept, flushed;
    run(kept);
    const unsigned saved = _mm_getcsr();
    _mm_setcsr(saved | 0x8040);
    run(flushed);
    _mm_setcsr(saved);
    std::size_t differing = 0;
    for (std::size_t i = 0; i < kept.size(); ++i)
        differing += !sameBits(kept[i], flushed[i]);
    EXPECT_EQ(differing, 0u);
}
#endif

// ---- What the user describes.

TEST(RecordFor, TheEndsArePosesAndSubstepsJoin) {
    Chance chance(11);
    Collider c = chance.collider(ColliderShape::Box, -1.0, 0.0);
    EXPECT_FALSE(moves(c));
    const ColliderRecord still = recordFor(c, 0, 1);
    c.before = c.pose;
    EXPECT_FALSE(moves(c));
    c.before = chance.pose(2.0);
    EXPECT_TRUE(moves(c));
    Collider there = c;
    there.pose = *c.before;
    there.before.reset();
    const auto endOf = [](const ColliderRecord& r) {
        return std::vector{vec4(vec3(r.position), 0.0f), r.axisX, r.axisY, r.axisZ};
    };
    const auto startOf = [](const ColliderRecord& r) {
        return std::vector{vec4(vec3(r.positionBefore), 0.0f), r.axisXBefore, r.axisYBefore, r.axisZBefore};
    };
    EXPECT_EQ(endOf(still), startOf(still));
    for (const std::uint32_t n : {1u, 2u, 3u, 7u, 20u}) {
        EXPECT_EQ(startOf(recordFor(c, 0, n)), endOf(recordFor(there, 0, 1)));
        EXPECT_EQ(endOf(recordFor(c, n - 1, n)), endOf(still));
        for (std::uint32_t s = 0; s + 1 < n; ++s)
            EXPECT_EQ(endOf(recordFor(c, s, n)), startOf(recordFor(c, s + 1, n)));
    }
}

TEST(RecordFor, TurnsAtConstantSpeedTheShorterWay) {
    Collider c;
    const auto about = [](double angle) { return glm::quat(glm::angleAxis(angle, dvec3(0.0, 1.0, 0.0))); };
    c.before = Pose{vec3(1.0f, 0.0f, 0.0f), about(0.2)};
    c.pose = Pose{vec3(3.0f, 4.0f, 0.0f), -about(1.0)};
    for (std::uint32_t s = 0; s < 8; ++s) {
        const ColliderRecord record = recordFor(c, s, 8);
        const double angle = 0.2 + 0.8 * (s + 1) / 8.0;
        EXPECT_NEAR(record.axisX.x, std::cos(angle), 1e-6);
        EXPECT_NEAR(record.axisX.z, -std::sin(angle), 1e-6);
        EXPECT_NEAR(record.position.y, 4.0 * (s + 1) / 8.0, 1e-6);
    }
}

TEST(ColliderValidate, NamesWhatIsWrong) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    const auto message = [](auto change) {
        Collider c;
        c.shape = ColliderShape::Cylinder;
        change(c);
        const Status status = validate(c, 7);
        return status ? std::string("valid") : status.error().message;
    };
    EXPECT_EQ(message([](Collider&) {}), "valid");
    EXPECT_EQ(message([](Collider& c) { c.radius = 0.0f; }),
              "collider 7: radius is 0 m; it must be from 1e-06 to 1000000 m");
    EXPECT_EQ(message([&](Collider& c) { c.halfHeight = nan; }),
              "collider 7: halfHeight is nan m; it must be from 1e-06 to 1000000 m");
    EXPECT_EQ(message([](Collider& c) { c.shape = ColliderShape::Box, c.halfExtents.y = -2.0f; }),
              "collider 7: halfExtents are (0.5, -2, 0.5) m; each must be from 1e-06 to 1000000 m");
    EXPECT_EQ(message([&](Collider& c) { c.pose.position.z = inf; }),
              "collider 7: pose.position is (0, 0, inf); coordinates must be finite and within 1000000 m");
    EXPECT_EQ(message([](Collider& c) {
                  c.before = Pose{vec3(2e6f, 0.0f, 0.0f), {}};
              }),
              "collider 7: before.position is (2000000, 0, 0); coordinates must be finite and within 1000000 m");
    EXPECT_EQ(message([](Collider& c) { c.pose.rotation.w = 1.5f; }),
              "collider 7: pose.rotation is (w 1.5, x 0, y 0, z 0), of length 1.5; it must have length 1");
    EXPECT_NE(message([&](Collider& c) { c.pose.rotation.x = nan; }), "valid");
    EXPECT_EQ(message([](Collider& c) { c.pose.rotation.w = 1.0005f; }), "valid");
    EXPECT_EQ(message([](Collider& c) { c.staticFriction = -1.0f; }),
              "collider 7: staticFriction is -1; it must be from 0 to 1000000");
    EXPECT_EQ(message([](Collider& c) { c.dynamicFriction = 0.75f; }),
              "collider 7: dynamicFriction is 0.75; it must be from 0 to staticFriction, which is 0.5");
    EXPECT_EQ(message([](Collider& c) { c.thickness = -0.5f; }),
              "collider 7: thickness is -0.5 m; it must be from 0 to 1000000 m");
    EXPECT_EQ(message([](Collider& c) { c.shape = ColliderShape(9); }), "collider 7: there is no shape 9");
    EXPECT_EQ(message([&](Collider& c) { c.shape = ColliderShape::Plane, c.radius = nan; }), "valid");  // it has none
}

}  // namespace
}  // namespace pliant::test
