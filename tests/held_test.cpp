// Where what is held takes a particle that is fixed to it, against turns in double precision.

#include "pliant/shared/held.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace pliant {
namespace {

using glm::dvec3;

// A face that turns about a place and is carried along.
struct Turning {
    glm::dquat turn = glm::angleAxis(0.03, glm::normalize(dvec3(0.3, -1.0, 0.5)));
    dvec3 way = dvec3(0.004, 0.001, -0.002);

    dvec3 wayOf(const dvec3& p) const { return turn * p - p + way; }

    HeldFrame frameOf(const dvec3& particle, const dvec3& a, const dvec3& b, const dvec3& c) const {
        return {vec3(a - particle),        vec3(wayOf(a)), vec3(b - a),
                vec3(wayOf(b) - wayOf(a)), vec3(c - a),    vec3(wayOf(c) - wayOf(a))};
    }
};

const dvec3 kA(0.1, 0.2, 0.05), kB(0.11, 0.2, 0.051), kC(0.102, 0.21, 0.05), kNear(0.105, 0.204, 0.07);

TEST(Held, AParticleTurnsWithAFace) {
    const Turning turning;
    const dvec3 expected = turning.wayOf(kNear);
    EXPECT_LT(glm::distance(dvec3(wayWithHeld(turning.frameOf(kNear, kA, kB, kC))), expected), 1e-9);
    EXPECT_GT(glm::distance(turning.wayOf(kA), expected), 5e-4) << "which is not the way of a corner";
    EXPECT_LT(glm::distance(dvec3(wayWithHeld(turning.frameOf(kNear, kA, kC, kB))), expected), 1e-9);
}

// A face says how the thing turns for what is sixteen times as far off as its corners are from each other.
TEST(Held, AParticleFarFromAFaceTurnsWithIt) {
    const Turning turning;
    const dvec3 far = kA + dvec3(0.1, 0.12, -0.05), expected = turning.wayOf(far);
    EXPECT_LT(glm::distance(dvec3(wayWithHeld(turning.frameOf(far, kA, kB, kC))), expected), 1e-8);
    EXPECT_GT(glm::distance(turning.wayOf(kA), expected), 3e-3);
}

// What lies on a line says how that turns; to second order in the angle.
TEST(Held, ALineTurnsWhatIsBesideIt) {
    Turning turning;
    turning.turn = glm::angleAxis(0.001, dvec3(0.0, 1.0, 0.0));
    const dvec3 b = kA + dvec3(0.01, 0.0, 0.0), expected = turning.wayOf(kNear);
    for (const dvec3& c : {kA, kA + dvec3(0.02, 0.0, 0.0), kA + dvec3(0.02, 1e-4, 0.0)})
        EXPECT_LT(glm::distance(dvec3(wayWithHeld(turning.frameOf(kNear, kA, b, c))), expected), 2e-8);
}

// Of one alone, and of corners that are far nearer to each other than to the particle.
TEST(Held, WhatSaysNothingOfATurnMovesItAlong) {
    const Turning turning;
    EXPECT_EQ(wayWithHeld(turning.frameOf(kNear, kA, kA, kA)), vec3(turning.wayOf(kA)));
    const dvec3 b = kA + dvec3(1e-3, 0.0, 0.0), c = kA + dvec3(0.0, 1e-3, 0.0);
    EXPECT_EQ(wayWithHeld(turning.frameOf(kNear, kA, b, c)), vec3(turning.wayOf(kA)));
}

// A character's skin stretches as well.
TEST(Held, AParticleOnAFaceStaysOnIt) {
    const dvec3 p = 0.3 * kA + 0.5 * kB + 0.2 * kC;
    const dvec3 a(0.001, 0.002, 0.0), b(-0.002, 0.001, 0.003), c(0.0, -0.001, 0.001);
    const HeldFrame frame{vec3(kA - p), vec3(a), vec3(kB - kA), vec3(b - a), vec3(kC - kA), vec3(c - a)};
    EXPECT_LT(glm::distance(dvec3(wayWithHeld(frame)), 0.3 * a + 0.5 * b + 0.2 * c), 1e-8);
}

}  // namespace
}  // namespace pliant
