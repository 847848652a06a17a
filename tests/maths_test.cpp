// The shared maths against double precision, and against itself where denormals are flushed.

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <limits>

#include <glm/geometric.hpp>

#include "flush_denormals.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/shared/stick.h"
#include "support.h"

namespace pliant::test {
namespace {

using glm::dvec3;

TEST(ReciprocalSqrt, IsWithin2e7Everywhere) {
    double worst = 0.0;
    for (float x = 1e-36f; x < 1e36f; x *= 1.00037f) {
        const double exact = 1.0 / std::sqrt(double(x));
        worst = std::max(worst, std::abs(reciprocalSqrt<float>(x) - exact) / exact);
    }
    EXPECT_LT(worst, 2e-7);
    EXPECT_TRUE(std::isfinite(reciprocalSqrt<float>(0.0f)));
}

TEST(Storable, RoundsOnlyWhatIsTiny) {
    const float grid = std::ldexp(1.0f, -100);
    for (const float x : {0.0f, 1.0f, -1.0f, 3e-10f, -7.123456e-15f, 1e30f, grid, -3.0f * grid}) {
        EXPECT_EQ(storable<float>(x), x);
    }
    for (const float x : {0.4f * grid, -0.4f * grid, std::numeric_limits<float>::denorm_min(), -0.0f}) {
        EXPECT_EQ(storable<float>(x), 0.0f);
        EXPECT_FALSE(std::signbit(storable<float>(x)));
    }
    EXPECT_EQ(storable<float>(1.4f * grid), grid);
    EXPECT_TRUE(std::isnan(storable<float>(NAN)));
    EXPECT_TRUE(std::isinf(storable<float>(-INFINITY)));
}

struct PushInput {
    vec3 d;
    float wa, wb, rest, parameter, multiplier;
    vec3 before;
    float damping;
    float yielding = 0.0f;
};

// The formulae of the papers, in double.
double pushInDouble(std::uint32_t response, const PushInput& in) {
    const double length = std::sqrt(double(in.d.x) * in.d.x + double(in.d.y) * in.d.y + double(in.d.z) * in.d.z);
    const double c = length - in.rest, w = double(in.wa) + in.wb;
    if ((response & kStickOneSided) && c < 0.0) return 0.0;
    const double yielding = c < 0.0 ? double(in.yielding) : 0.0, share = c < 0.0 ? double(in.parameter) : 1.0;
    const dvec3 d(in.d), change = d - dvec3(in.before);
    const double growth = glm::dot(d, change) / length;
    const double damping =
        std::min(double(in.damping), 1.0 + in.parameter / w);  // takes half of the growth away, at most
    switch (response & ~kStickOneSided) {
        case kStickDamped:
            return (c + (in.parameter + yielding) * in.multiplier + damping * growth) /
                   ((1.0 + damping) * w + in.parameter + yielding) / length;
        case kStickCompliant: return (c + double(in.parameter) * in.multiplier) / (w + in.parameter) / length;
        case kStickRigid: return share * c / w / length;
        default: return double(in.parameter) * c / length;
    }
}

TEST(StickPush, EqualsTheTextbookInDouble) {
    std::mt19937 random(11);
    const auto between = [&](double low, double high) {
        return float(std::uniform_real_distribution(low, high)(random));
    };
    for (int trial = 0; trial < 20000; ++trial) {
        const auto response = static_cast<std::uint32_t>(trial) % kStickBetweenClusters;
        const float scale = std::pow(10.0f, between(-4.0, 3.0));
        PushInput in{scale * vec3(between(-1, 1), between(-1, 1), between(-1, 1)),
                     std::pow(10.0f, between(-6, 6)),
                     trial % 5 == 0 ? 0.0f : std::pow(10.0f, between(-6, 6)),
                     scale * between(0.1, 2.0),
                     std::pow(10.0f, between(-3, 3)),
                     0.0f,
                     vec3(0.0f),
                     std::pow(10.0f, between(-3, 1))};
        in.before = in.d + scale * 0.1f * vec3(between(-1, 1), between(-1, 1), between(-1, 1));
        in.yielding = trial % 3 == 0 ? 0.0f : std::pow(10.0f, between(-3, 6));
        if (response == kStickRigid) in.parameter = std::pow(10.0f, between(-6, 0));
        in.multiplier = -scale / (in.wa + in.wb + in.parameter) * between(0.0, 0.5);
        float multiplier = in.multiplier;
        vec3 d = in.d;
        const float push = stickPush<float>(response, d, in.before, in.wa + in.wb, in.rest, kNoLongest, in.yielding,
                                            in.parameter, in.damping, 1.0f, multiplier);
        EXPECT_EQ(d, in.d);
        const double expected = pushInDouble(response, in);
        // The violation is a difference of lengths: its error is that of a length, not its own.
        const double length = std::sqrt(double(squaredLength<float>(in.d)));
        const double gain = response >= kStickHooke   ? double(in.parameter)
                            : response >= kStickRigid ? 1.0 / (double(in.wa) + in.wb)
                                                      : 1.0 / (double(in.wa) + in.wb + in.parameter);
        const double tolerance = response < kStickCompliant ? 3e-6 : 1e-6;
        EXPECT_NEAR(push, expected, tolerance * gain * (1.0 + in.rest / length)) << "response " << response;
        if (response < kStickRigid) {
            EXPECT_NEAR(multiplier, in.multiplier - expected * length, tolerance * gain * (length + in.rest));
        }
    }
}

float pushOf(std::uint32_t response, vec3 d, float inverseMasses, float restLength, float& multiplier) {
    return stickPush<float>(response, d, d, inverseMasses, restLength, kNoLongest, 0.0f, 3.0f, 0.5f, 1.0f, multiplier);
}

TEST(StickPush, DegenerateSticksDoNothing) {
    for (std::uint32_t response = 0; response < kStickBetweenClusters; ++response) {
        float multiplier = 0.0f;
        EXPECT_EQ(pushOf(response, vec3(0.0f), 2.0f, 1.0f, multiplier), 0.0f);
        EXPECT_EQ(pushOf(response, vec3(1e-8f, 0.0f, 0.0f), 2.0f, 1.0f, multiplier), 0.0f);
        if (response >= kStickHooke) continue;
        EXPECT_EQ(pushOf(response, vec3(1.0f), 0.0f, 1.0f, multiplier), 0.0f);
        EXPECT_EQ(multiplier, 0.0f);
    }
}

// A stick one of whose ends is lost does nothing to the other, and d becomes 0 so that not even NaN * 0 is added.
TEST(StickPush, LeavesTheOtherEndAloneWhereOneIsLost) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (std::uint32_t response = 0; response < kStickBetweenClusters; ++response) {
        for (const float lost : {kInfinity, -kInfinity, std::nanf(""), 1e13f, 1e30f}) {
            float multiplier = 0.0f;
            vec3 d(1.0f, lost, 0.0f);
            const float push =
                stickPush<float>(response, d, vec3(1.0f), 2.0f, 1.0f, 1.1f, 0.0f, 3.0f, 0.5f, 1.0f, multiplier);
            EXPECT_EQ(d, vec3(0.0f));
            EXPECT_TRUE(std::isfinite(push)) << "response " << response << ", " << lost;
        }
    }
}

// Where the bound asks for more than the compliance it gets its length in one go, and the multiplier notes the
// compliance's part.
TEST(StickPush, MakesAStickNoLongerThanItMayBe) {
    for (const float longest : {1.05f, 1.9f, kNoLongest}) {
        vec3 d(2.0f, 0.0f, 0.0f);
        float multiplier = 0.0f;
        const float w = 3.0f, compliance = 9.0f, elastic = 1.0f / (w + compliance);  // that times its length of 2 m
        const float push =
            stickPush<float>(kStickDamped, d, d, w, 1.0f, longest, 0.0f, compliance, 0.0f, 1.0f, multiplier);
        EXPECT_NEAR(2.0f - 2.0f * w * push, std::min(2.0f - w * elastic, longest), 1e-6) << longest;
        EXPECT_NEAR(multiplier, -elastic, 1e-6) << longest;
    }
}

// A stick of rest length 0 draws its ends together, and then keeps still.
TEST(StickPush, ZeroRestLength) {
    float unused = 0.0f;
    EXPECT_NEAR(pushOf(kStickRigid, vec3(2.0f, 0.0f, 0.0f), 4.0f, 0.0f, unused), 0.25, 1e-6);
}

// A state that runs into zero everywhere: a rope at rest on the axes, heavily damped, so that coordinates decay to
// nothing.
Snapshot runTowardsZero() {
    Scene scene = ropeScene(40, compliant(1e-6f));
    RopeDescription second;
    second.count = 30;
    second.to = vec3(0.0f, -1.0f, 1e-12f);
    second.material = hooke(10.0f);
    take(addRope(scene, second));
    scene.environment.damping = 100.0f;
    for (std::size_t i = 0; i < scene.positions.size(); ++i)
        scene.positions[i].z += 1e-29f * float(i % 7);
    CpuSolver solver = take(CpuSolver::create(take(compile(scene, kForAllMethods))));
    for (int frame = 0; frame < 200; ++frame) {
        take(solver.step(settings(20, 2, frame % 2 == 0 ? Method::GaussSeidel : Method::Jacobi)));
    }
    return solver.snapshot();
}

// Rule 5 of the same bits: a device that flushes denormals, on input and output, gives the same result.
TEST(Denormals, FlushingThemChangesNoBit) {
    const Snapshot kept = runTowardsZero();
    const Snapshot flushed = [] {
        const FlushDenormals flush;
        return runTowardsZero();
    }();
    EXPECT_EQ(take(compare(kept, flushed)).differing, 0u);
    std::size_t tiny = 0;
    for (const vec3& p : kept.positions) {
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_FALSE(p[axis] != 0.0f && std::abs(p[axis]) < 1e-31f) << p[axis];
            tiny += p[axis] != 0.0f && std::abs(p[axis]) < 1e-15f;
        }
    }
    EXPECT_GT(tiny, 0u) << "the scene does not come near the denormals any more";
}

// Jacobi writes corrections down before it weighs them: those of particles of a hundredth of a milligram are tiny.
TEST(Denormals, FlushingThemChangesNoBitOfLightParticles) {
    const auto run = [] {
        Scene scene;
        addParticle(scene, vec3(0.0f), 1e-8f);
        addParticle(scene, vec3(1.0f, 2.2e-27f, 0.0f), 1e-8f);
        take(addStick(scene, 0, 1));
        scene.sticks[0].restLength = 0.999f;
        scene.environment.gravity = vec3(0.0f);
        CpuSolver solver = take(CpuSolver::create(take(compile(scene, kForAllMethods))));
        for (int i = 0; i < 3; ++i)
            take(solver.step(settings(5, 2, Method::Jacobi)));
        return solver.snapshot();
    };
    const Snapshot kept = run();
    const FlushDenormals flush;
    EXPECT_EQ(take(compare(kept, run())).differing, 0u);
}

}  // namespace
}  // namespace pliant::test
