// Contact of fast particles and fast bodies, and friction.

#include "contact_support.h"

namespace pliant::test {
namespace {

// ---- Fast particles and fast bodies.

std::vector<Collider> smallBodies() {
    const auto make = [](ColliderShape shape, vec3 halfExtents, float radius, float halfHeight) {
        Collider c;
        c.shape = shape;
        c.halfExtents = halfExtents;
        c.radius = radius;
        c.halfHeight = halfHeight;
        c.thickness = 0.001f;
        return c;
    };
    return {make(ColliderShape::Sphere, vec3(1.0f), 0.01f, 1.0f),
            make(ColliderShape::Capsule, vec3(1.0f), 0.005f, 0.1f),
            make(ColliderShape::Box, vec3(0.3f, 0.002f, 0.3f), 1.0f, 1.0f),
            make(ColliderShape::Box, vec3(0.001f, 0.2f, 0.004f), 1.0f, 1.0f),
            make(ColliderShape::Cylinder, vec3(1.0f), 0.2f, 0.002f),
            make(ColliderShape::Cylinder, vec3(1.0f), 0.004f, 0.2f)};
}

// A particle at 1000 m/s goes 0.83 m in a substep, straight through a point of the body.
TEST(Collide, AFastParticleStaysOnTheSideWhereItCameIn) {
    Chance chance(6);
    for (Collider c : smallBodies()) {
        for (int trial = 0; trial < 5000; ++trial) {
            c.pose = chance.pose(1.0);
            c.staticFriction = c.dynamicFriction = trial % 2 == 0 ? 0.0f : 0.5f;
            const dvec3 e = c.shape == ColliderShape::Box ? dvec3(c.halfExtents)
                                                          : dvec3(0.7 * c.radius, c.halfHeight, 0.7 * c.radius);
            const dvec3 target = c.shape == ColliderShape::Sphere
                                     ? 0.9 * c.radius * chance.direction() * chance.between(0.0, 1.0)
                                     : 0.95 * e * dvec3(chance.inBox(1.0));
            const dvec3 path = 1000.0 * kSubstep * chance.direction();
            const dvec3 start = target - path * chance.between(0.1, 0.99);
            if (localDistance(c, start) < 0.01) continue;
            const vec3 p(worldOf(c.pose, start));
            const vec3 end(worldOf(c.pose, start + path));
            vec3 x = end;
            ASSERT_TRUE(collideOnce(c, p, x)) << "shape " << int(c.shape) << " trial " << trial;

            const double share = entryOf(c, start, start + path);
            ASSERT_LT(share, 1.0);
            const dvec3 entry = start + path * share, normal = localGradient(c, entry, 1e-9);
            const dvec3 result = localOf(c.pose, dvec3(x));
            const double steepness = -glm::dot(normal, path) / glm::length(path);
            if (steepness < 0.05) continue;  // where it grazes, rounding decides
            ASSERT_GT(glm::dot(result - entry, normal), -1e-4) << "shape " << int(c.shape) << " trial " << trial;
            if (c.staticFriction > 0.0f) continue;
            // The way along the plane that touches the body at the entry is kept.
            const dvec3 expected = start + path + normal * glm::dot(entry - start - path, normal);
            ASSERT_LT(glm::length(result - expected), 3e-4 / steepness)
                << "shape " << int(c.shape) << " trial " << trial;
        }
    }
}

TEST(Collide, AFastParticleThatMissesIsLeftAlone) {
    Chance chance(7);
    int missed = 0;
    for (Collider c : smallBodies()) {
        for (int trial = 0; trial < 5000; ++trial) {
            c.pose = chance.pose(1.0);
            const dvec3 start = 0.5 * chance.direction(), end = 0.5 * chance.direction();
            if (localDistance(c, start) < 0.002 || entryOf(c, start, end) <= 1.0) continue;
            double nearest = 1.0;
            for (int i = 0; i <= 2000; ++i)
                nearest = std::min(nearest, localDistance(c, start + (end - start) * (i / 2000.0)));
            if (nearest < c.thickness + 1e-4) continue;
            const vec3 before(worldOf(c.pose, end));
            vec3 x = before;
            ASSERT_FALSE(collideOnce(c, vec3(worldOf(c.pose, start)), x));
            ASSERT_TRUE(sameBits(x, before));
            ++missed;
        }
    }
    EXPECT_GT(missed, 5000);
}

// It ends in the far half of the box, nearer to the face opposite.
TEST(Collide, DeepInsideAfterALongPathComesOutWhereItWentIn) {
    Chance chance(8);
    Collider box;
    box.shape = ColliderShape::Box;
    box.halfExtents = vec3(0.1f);
    for (int trial = 0; trial < 1000; ++trial) {
        box.pose = chance.pose(2.0);
        const dvec3 start(chance.between(-0.05, 0.05), 0.106, chance.between(-0.05, 0.05));
        const dvec3 end(start.x, -0.09, start.z);
        vec3 x(worldOf(box.pose, end));
        ASSERT_TRUE(collideOnce(box, vec3(worldOf(box.pose, start)), x));
        ASSERT_NEAR(localOf(box.pose, dvec3(x)).y, 0.105, 2e-6);
    }
}

// One that lies on a thin board, a little inside by rounding, slides on; nothing holds it at the place where it was.
TEST(Collide, AFastSlideOverAThinBoardIsNotHeldUp) {
    Collider board;
    board.shape = ColliderShape::Box;
    board.halfExtents = vec3(1.0f, 0.001f, 1.0f);
    board.staticFriction = board.dynamicFriction = 0.0f;
    for (const float height : {0.0059f, 0.006f, 0.0061f}) {
        for (const float rise : {-1e-3f, -1e-5f, 0.0f, 1e-5f, 1e-3f}) {
            const vec3 p(-0.5f, height, 0.0f);
            vec3 x(0.5f, height + rise, 0.0f);
            collideOnce(board, p, x);
            EXPECT_EQ(x.x, 0.5f);
            EXPECT_NEAR(x.y, std::max(height + rise, 0.006f), 1e-7f);
        }
    }
}

// What is told to be far off must be further from the body, as the body sees it, than its path is long.
TEST(Collide, WhatIsFarOffCannotHaveMetTheBody) {
    Chance chance(13);
    for (const ColliderShape shape : kShapes) {
        int farOff = 0, close = 0;
        for (int trial = 0; trial < 50000; ++trial) {
            Collider c = chance.collider(shape, -2.0, 1.0);
            if (trial % 3 != 0) {
                const double turn = trial % 3 == 1 ? 0.0 : chance.between(0.0, 0.15);
                c.before = Pose{c.pose.position + chance.inBox(chance.power(-3.0, 1.0)),
                                glm::quat(glm::angleAxis(turn, chance.direction())) * c.pose.rotation};
            }
            const vec3 p = chance.inBox(chance.power(-1.0, 1.5)), x = p + chance.inBox(chance.power(-3.0, 1.0));
            if (!isFarOff(recordFor(c, 0, 1), p, x)) continue;
            const dvec3 start = localOf(c.before.value_or(c.pose), dvec3(p)), end = localOf(c.pose, dvec3(x));
            const double spare = localDistance(c, end) - c.thickness - glm::length(end - start);
            ASSERT_GT(spare, 0.0) << "shape " << int(shape) << " trial " << trial;
            ++farOff;
            close += spare < 0.3 * glm::length(end);
        }
        if (shape == ColliderShape::Plane) continue;
        EXPECT_GT(farOff, 5000) << "shape " << int(shape);
        EXPECT_GT(close, 100) << "shape " << int(shape);
    }
}

// What starts on the surface, or a little inside, is not called back by it however fast it leaves.
TEST(Collide, AFastDepartureIsLeftAlone) {
    Chance chance(12);
    for (Collider c : smallBodies()) {
        for (int trial = 0; trial < 5000; ++trial) {
            c.pose = chance.pose(1.0);
            const dvec3 outside = chance.direction() * 0.5;
            const dvec3 surface = outside * (1.0 - entryOf(c, outside, dvec3(0.0)));
            const dvec3 start = surface - localGradient(c, surface, 1e-9) * (trial % 2 == 0 ? 0.0 : 0.0003);
            const dvec3 normal = localGradient(c, start, 1e-9);
            dvec3 path = chance.direction() * chance.between(0.1, 0.8);
            if (trial % 4 < 2) path += normal * (1e-4 - glm::dot(path, normal));
            if (glm::dot(path, normal) < 5e-5) continue;
            const vec3 end(worldOf(c.pose, start + path));
            if (oracleDistance(c, dvec3(end)) < 0.0011) continue;
            vec3 x = end;
            ASSERT_FALSE(collideOnce(c, vec3(worldOf(c.pose, start)), x)) << "shape " << int(c.shape) << " " << trial;
            ASSERT_TRUE(sameBits(x, end));
        }
    }
}

// Straight through the board, from where rounding or a stick has left it.
TEST(Collide, AFastParticleThatStartsALittleInsideReturnsToItsSide) {
    Collider board;
    board.shape = ColliderShape::Box;
    board.halfExtents = vec3(1.0f, 0.001f, 1.0f);
    for (const float depth : {0.0f, 1e-7f, 1e-5f, 1e-3f, 5e-3f}) {
        for (const float side : {-1.0f, 1.0f}) {
            vec3 x(0.1f, -0.5f * side, 0.0f);
            ASSERT_TRUE(collideOnce(board, vec3(0.0f, (0.006f - depth) * side, 0.0f), x));
            EXPECT_NEAR(x.y * side, 0.006f, 1e-7f);
        }
    }
}

TEST(Collide, AFastSlideWithinTheThicknessEndsOutside) {
    Chance chance(14);
    Collider board;
    board.shape = ColliderShape::Box;
    board.halfExtents = vec3(1.0f, 0.001f, 1.0f);
    for (int trial = 0; trial < 20000; ++trial) {
        board.pose = chance.pose(0.1);
        const double height = 0.006 - chance.power(-6.0, -3.0);
        const dvec3 end(0.5, height + chance.between(-1e-7, 1e-7), 0.0);
        vec3 x(worldOf(board.pose, end));
        collideOnce(board, vec3(worldOf(board.pose, dvec3(-0.5, height, 0.0))), x);
        ASSERT_LT(glm::length(localOf(board.pose, dvec3(x)) - dvec3(0.5, 0.006, 0.0)), 0.5 * (0.006 - height) + 1e-6);
    }
}

Pose movedBy(const Pose& pose, const dvec3& way) {
    return {vec3(dvec3(pose.position) + way), pose.rotation};
}

// A body at 100 m/s takes a particle at rest along: 8.3 cm a substep, many times its own thickness.
TEST(Collide, AFastBodySweepsARestingParticleAlong) {
    Chance chance(9);
    for (Collider c : smallBodies()) {
        for (int trial = 0; trial < 50; ++trial) {
            dvec3 forward(0.0, 1.0, 0.0);  // of the body; the thin way of most
            if (c.shape == ColliderShape::Capsule || (c.shape == ColliderShape::Box && c.halfExtents.x < 0.01f))
                forward = {1.0, 0.0, 0.0};
            if (c.shape == ColliderShape::Cylinder && c.radius < 0.01f) forward = {0.0, 0.0, 1.0};
            c.pose = {chance.inBox(0.5), chance.pose(1.0).rotation};
            const dvec3 way = turned(c.pose, forward, 1.0) * (100.0 * kSubstep);
            vec3 x(dvec3(c.pose.position) + way * chance.between(0.5, 3.0)), p = x;
            vec4 carry(0.0f);
            Pose stand = c.pose;
            for (int step = 0; step < 2; ++step) {
                c.before = stand;
                c.pose = stand = movedBy(stand, way * 10.0);
                for (std::uint32_t substep = 0; substep < 10; ++substep) {
                    const vec3 free = verletStep(x, p, vec3(0.0f), 1.0f, carry);
                    p = std::exchange(x, free);
                    vec3 wayOut(0.0f);
                    collide(recordFor(c, substep, 10), float(kSubstep), p, x, wayOut);
                }
            }
            const double ahead = glm::dot(localOf(c.pose, dvec3(x)), forward);
            ASSERT_GT(ahead, 0.0015) << "shape " << int(c.shape) << " trial " << trial;
            ASSERT_GE(oracleDistance(c, dvec3(x)), c.thickness - tolerance(c, dvec3(x)));
        }
    }
}

// A door of 4 mm turns at 30 rad/s: 2 cm a substep where the particle waits.
TEST(Collide, ATurningDoorDoesNotPassThroughAParticle) {
    Collider door;
    door.shape = ColliderShape::Box;
    door.halfExtents = vec3(1.0f, 1.0f, 0.002f);
    const auto opened = [](double angle) { return Pose{vec3(0.0f), glm::quat(glm::angleAxis(angle, dvec3(0, 1, 0)))}; };
    vec3 x(0.7f, 0.1f, -0.2f), p = x;  // turning about +y goes from x to -z
    vec4 carry(0.0f);
    double largest = -1.0;
    for (int step = 0; step < 3; ++step) {
        door.before = opened(step * 0.25);
        door.pose = opened((step + 1) * 0.25);
        for (std::uint32_t substep = 0; substep < 10; ++substep) {
            const vec3 free = verletStep(x, p, vec3(0.0f), 1.0f, carry);
            p = std::exchange(x, free);
            vec3 wayOut(0.0f);
            collide(recordFor(door, substep, 10), float(kSubstep), p, x, wayOut);
        }
        largest = std::max(largest, localOf(door.pose, dvec3(x)).z);
    }
    EXPECT_LT(largest, -0.0069);
}

// ---- Friction.

struct Slide {
    double way;    // down the slope [m]
    double speed;  // [m/s]
};

// Position Verlet on a body whose top is tilted by `angle` about z, starting at rest or at a speed down the slope.
Slide slideDown(Collider c, double angle, double top, double speed, double seconds) {
    c.pose.rotation = glm::quat(glm::angleAxis(-angle, dvec3(0.0, 0.0, 1.0)));
    const dvec3 down(std::cos(angle), -std::sin(angle), 0.0);
    c.pose.position = vec3(dvec3(-std::sin(angle), -std::cos(angle), 0.0) * top);  // the top goes through the origin
    vec3 x(0.0f), p(-speed * kSubstep * down);
    vec4 carry(0.0f);
    const vec3 fall(0.0f, float(-kGravity * kSubstep * kSubstep), 0.0f);
    for (int i = 0; i < int(std::lround(seconds / kSubstep)); ++i) {
        const vec3 free = verletStep(x, p, fall, 1.0f, carry);
        p = std::exchange(x, free);
        collideOnce(c, p, x);
    }
    return {glm::dot(dvec3(x), down), glm::dot(dvec3(x) - dvec3(p), down) / kSubstep};
}

std::vector<std::pair<Collider, double>> tables() {
    Collider plane, box, cylinder;
    plane.thickness = box.thickness = cylinder.thickness = 0.005f;
    box.shape = ColliderShape::Box;
    box.halfExtents = vec3(10.0f, 0.1f, 10.0f);
    cylinder.shape = ColliderShape::Cylinder;
    cylinder.radius = 10.0f;
    cylinder.halfHeight = 0.1f;
    return {{plane, 0.005}, {box, 0.105}, {cylinder, 0.105}};
}

TEST(Friction, HoldsOnASlopeThatIsNotTooSteep) {
    for (auto [c, top] : tables()) {
        for (const double slope : {0.0, 0.1, 0.4, 1.0}) {
            c.staticFriction = float(1.05 * slope + 0.01);
            c.dynamicFriction = 0.5f * c.staticFriction;
            const Slide slide = slideDown(c, std::atan(slope), top, 0.0, 2.0);
            EXPECT_LT(std::abs(slide.way), 1e-5) << "shape " << int(c.shape) << " slope " << slope;
        }
    }
}

TEST(Friction, SlidesDownASteeperSlopeAsCoulombSays) {
    for (auto [c, top] : tables()) {
        for (const double angle : {0.2, 0.5, 1.0}) {
            for (const double share : {0.0, 0.3, 0.7}) {
                const double mu = share * std::tan(angle);
                c.dynamicFriction = float(mu);
                c.staticFriction = float(1.2 * mu);
                const Slide slide = slideDown(c, angle, top, 0.0, 0.5);
                const double a = kGravity * (std::sin(angle) - mu * std::cos(angle));
                EXPECT_NEAR(slide.way, 0.5 * a * 0.25, 0.01 * 0.5 * a * 0.25) << "shape " << int(c.shape);
                EXPECT_NEAR(slide.speed, 0.5 * a, 0.01 * 0.5 * a) << "shape " << int(c.shape) << " " << angle;
            }
        }
    }
}

TEST(Friction, StopsAfterTheTextbookDistance) {
    for (auto [c, top] : tables()) {
        for (const double speed : {0.5, 1.0, 3.0}) {
            c.staticFriction = 0.6f;
            c.dynamicFriction = 0.4f;
            const double expected = speed * speed / (2.0 * 0.4 * kGravity);
            const Slide slide = slideDown(c, 0.0, top, speed, speed / (0.4 * kGravity) + 0.5);
            EXPECT_NEAR(slide.way, expected, 0.01 * expected) << "shape " << int(c.shape) << " at " << speed;
            EXPECT_EQ(slide.speed, 0.0);
        }
    }
}

// Once round in two seconds, 0.3 m from the axis: 3 m/s^2 inwards, well below what friction holds.
TEST(Friction, ATurntableCarriesAParticle) {
    for (auto [c, top] : tables()) {
        c.staticFriction = c.dynamicFriction = 1.0f;
        const double speed = 3.14159265358979;
        const vec3 position(0.0f, float(-top), 0.0f);
        const auto pose = [&](double t) {
            return Pose{position, glm::quat(glm::angleAxis(speed * t, dvec3(0, 1, 0)))};
        };
        const dvec3 spot(0.3, top, 0.0);
        vec3 x(worldOf(pose(0.0), spot)), p(worldOf(pose(-kSubstep), spot));
        vec4 carry(0.0f);
        const vec3 fall(0.0f, float(-kGravity * kSubstep * kSubstep), 0.0f);
        for (int step = 0; step < 120; ++step) {
            c.before = pose(step / 60.0);
            c.pose = pose((step + 1) / 60.0);
            for (std::uint32_t substep = 0; substep < 20; ++substep) {
                const vec3 free = verletStep(x, p, fall, 1.0f, carry);
                p = std::exchange(x, free);
                vec3 wayOut(0.0f);
                collide(recordFor(c, substep, 20), float(kSubstep), p, x, wayOut);
            }
        }
        EXPECT_LT(glm::length(localOf(c.pose, dvec3(x)) - spot), 1e-3) << "shape " << int(c.shape);
    }
}

// It is the surface that carries, 0.1 m from the axis, not the point of the body's space where the particle is.
TEST(Friction, ARollerCarriesAtTheSpeedOfItsSurface) {
    Collider roller;
    roller.shape = ColliderShape::Cylinder;
    roller.radius = roller.thickness = 0.1f;
    roller.staticFriction = roller.dynamicFriction = 100.0f;
    roller.pose.rotation = glm::quat(glm::angleAxis(0.01, dvec3(0.0, 1.0, 0.0)));
    roller.before = Pose{};
    vec3 x(0.199f, 0.0f, 0.0f);
    ASSERT_TRUE(collideOnce(roller, vec3(0.2f, 0.0f, 0.0f), x));
    EXPECT_NEAR(x.x, 0.2, 1e-5);
    EXPECT_NEAR(x.z, -0.1 * 0.01, 1e-6);
}

TEST(Friction, ASphereKeepsWhatIsDroppedOnItsTop) {
    Collider sphere;
    sphere.shape = ColliderShape::Sphere;
    for (const float aside : {0.0f, 0.02f}) {
        vec3 x(aside, 1.5f, 0.0f), p = x;
        vec4 carry(0.0f);
        const vec3 fall(0.0f, float(-kGravity * kSubstep * kSubstep), 0.0f);
        for (int i = 0; i < 3600; ++i) {
            const vec3 free = verletStep(x, p, fall, 1.0f, carry);
            p = std::exchange(x, free);
            collideOnce(sphere, p, x);
        }
        EXPECT_NEAR(x.x, aside, 1e-3);
        EXPECT_NEAR(glm::length(dvec3(x)), 0.505, 1e-6);
    }
}

}  // namespace
}  // namespace pliant::test
