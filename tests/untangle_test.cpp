// What starts crossed is brought apart: sheets through each other and through themselves, ropes, jelly, and what stands
// in the way; and contact keeps it so.

#include "pliant/state/untangle.h"

#include "pliant/state/crossed_parts.h"
#include "rigid_support.h"

namespace pliant::test {
namespace {

constexpr float kThickness = 0.02f;  // of what is in the way [m]

// Two sheets of 30 x 30 and 1 m that touch, 2 m apart at rest. The state has them where place(sheet, x, z) says, of
// coordinates from -0.5 to 0.5.
struct Pair {
    Scene scene;
    Snapshot state;

    template <class PlaceOf>
    explicit Pair(PlaceOf&& place) {
        constexpr std::uint32_t kSize = 30;
        for (int sheet = 0; sheet < 2; ++sheet)
            addSheet(scene, kSize, 1.0f, vec3(0.0f, 2.0f * float(sheet), 0.0f));
        for (std::size_t i = 0; i < scene.positions.size(); ++i)
            state.positions.push_back(
                place(i < kSize * kSize ? 0 : 1, vec2(scene.positions[i].x, scene.positions[i].z)));
        state.previous = state.positions;
    }
};

std::size_t countCrossings(const Scene& scene, const Snapshot& state) {
    return take(crossingsOf(scene, state.positions)).size();
}

// No stick is stretched beyond what it was, or is at rest, by more than sweeps over all leave.
void expectNothingTorn(const Scene& scene, const Snapshot& before, const Snapshot& after, float beyond) {
    for (const SceneStick& stick : scene.sticks) {
        const float was = distanceBetween(before.positions[stick.a], before.positions[stick.b]);
        const float is = distanceBetween(after.positions[stick.a], after.positions[stick.b]);
        ASSERT_LT(is, std::max(was, stick.restLength) * (1.0f + beyond)) << stick.a << " " << stick.b;
    }
}

// And goes on by itself for half a second, with contact: what has come apart stays apart.
void expectStaysApart(const Scene& scene, const Snapshot& state, const StepInputs& inputs = {}) {
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    take(solver.restore(state));
    for (int frame = 0; frame < 30; ++frame) {
        take(solver.step({}, inputs));
        expectNothingThrough(scene, solver, fmt::format("frame {}", frame));
        if (::testing::Test::HasFatalFailure()) return;
    }
}

vec3 bumpOf(int sheet, vec2 at) {
    return {at.x + 0.003f * float(sheet), sheet == 0 ? 0.0f : 0.12f * std::exp(-20.0f * dot(at, at)) - 0.05f,
            at.y + 0.005f * float(sheet)};
}

// The upper sheet's bump, smaller than the rest, goes back to where that is, and the rest of both hardly moves.
TEST(Untangle, ABumpGoesBackThroughTheSheetItWentThrough) {
    Pair pair(bumpOf);
    const Snapshot before = pair.state;
    const Untangled done = take(untangle(pair.scene, pair.state));
    EXPECT_GT(done.before, 100u);
    EXPECT_EQ(done.before, countCrossings(pair.scene, before));
    EXPECT_EQ(done.after, 0u);
    EXPECT_LT(done.rounds, 60u);
    EXPECT_EQ(countCrossings(pair.scene, pair.state), 0u);
    expectNothingTorn(pair.scene, before, pair.state, 0.02f);
    const std::size_t tip = 900 + 15 * 30 + 15, under = 15 * 30 + 15;
    EXPECT_GT(before.positions[tip].y, before.positions[under].y + 0.05f);
    EXPECT_LT(pair.state.positions[tip].y, pair.state.positions[under].y);
    double farthest = 0.0;
    for (std::size_t i = 0; i < before.positions.size(); ++i)
        farthest = std::max(farthest, double(distanceBetween(before.positions[i], pair.state.positions[i])));
    EXPECT_EQ(double(done.farthest), farthest);
    EXPECT_LT(farthest, 0.12);
    expectStaysApart(pair.scene, pair.state);
}

// From end to end, so that none of the two has a smaller part to speak of; in waves, which cut parts off all over;
// nearly along each other; and side by side, where the line in which they cross ends within both.
TEST(Untangle, SheetsComeApartHoweverTheyCross) {
    const auto cross = [](int sheet, vec2 at) {
        return sheet == 0 ? vec3(at.x, 0.0f, at.y) : vec3(at.x + 0.003f, 0.6f * at.y + 0.1f, 0.8f * at.y);
    };
    const auto waves = [](int sheet, vec2 at) {
        const float height = 0.03f * std::sin(12.0f * at.x) * std::sin(11.0f * at.y + 1.0f) + 0.005f;
        return vec3(at.x + 0.003f * float(sheet), sheet == 0 ? 0.0f : height, at.y + 0.005f * float(sheet));
    };
    const auto slanting = [](int sheet, vec2 at) {
        return sheet == 0 ? vec3(at.x, 0.0f, at.y) : vec3(at.x + 0.003f, 0.05f * at.x + 0.01f, at.y + 0.004f);
    };
    const auto slotted = [](int sheet, vec2 at) {
        return sheet == 0 ? vec3(at.x, 0.1f * at.x, at.y) : vec3(at.x + 0.753f, at.y, 0.01f + 0.3f * at.x);
    };
    for (const auto& pair : {Pair(cross), Pair(waves), Pair(slanting), Pair(slotted)}) {
        Snapshot state = pair.state;
        const Untangled done = take(untangle(pair.scene, state));
        EXPECT_GT(done.before, 20u);
        EXPECT_EQ(done.after, 0u) << done.before;
        expectNothingTorn(pair.scene, pair.state, state, 0.02f);
        expectStaysApart(pair.scene, state);
    }
}

// A cloth that fell over a ball without contact, and went through itself everywhere.
TEST(Untangle, ACrumpledClothComesOutOfItself) {
    Scene scene;
    const std::uint32_t body = take(addGrid(scene, sheet(40, 1.5f, vec3(0.07f, 0.9f, 0.03f))));
    for (const int frames : {35, 60, 100}) {
        scene.contacts.clear();
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < frames; ++frame)
            take(solver.step({}, onBall()));
        Snapshot state = solver.snapshot();
        const Snapshot before = state;
        const Untangled done = take(untangle(scene, state));
        EXPECT_GT(done.before, 100u) << frames;
        EXPECT_EQ(done.after, 0u) << frames;
        expectNothingTorn(scene, before, state, 0.02f);
        take(addContact(scene, body));
        expectStaysApart(scene, state, onBall());
    }
}

// What is held stays to the bit. A sheet that lies in a ball of a mesh, through it, and in a rigid body.
TEST(Untangle, WhatIsHeldStays) {
    for (const bool isRigid : {false, true}) {
        Scene scene;
        addSheet(scene, 30, 1.0f, vec3(0.0f, 0.26f, 0.0f));
        const MeshDescription ball = sphereMesh(vec3(0.0f), 0.3f, 3);
        RigidBodyDescription rigid = rigidOf(ball);
        rigid.density = 300.0f;
        rigid.spacing = 0.03f;
        if (isRigid) take(addRigidBody(scene, rigid));
        else take(addObstacle(scene, obstacleOf(ball, kThickness)));
        Snapshot state = initialSnapshot(*take(compile(scene)));
        const Snapshot before = state;
        const Untangled done = take(untangle(scene, state));
        EXPECT_GT(done.before, 50u);
        EXPECT_EQ(done.after, 0u);
        for (std::size_t i = 900; i < state.positions.size(); ++i)
            ASSERT_TRUE(sameBits(state.positions[i], before.positions[i])) << i;
        for (std::size_t i = 0; i < 900; ++i)
            ASSERT_GT(glm::length(state.positions[i]), 0.28f) << i;
        expectStaysApart(scene, state);
    }
}

// Where both are held nothing can be done, and nothing is.
TEST(Untangle, WhatCannotComeApartIsToldAndStays) {
    Pair pair(bumpOf);
    std::fill(pair.scene.pinned.begin(), pair.scene.pinned.end(), std::uint8_t(1));
    const Snapshot before = pair.state;
    const Untangled done = take(untangle(pair.scene, pair.state, 7));
    EXPECT_EQ(done.after, done.before);
    EXPECT_EQ(done.rounds, 0u);
    EXPECT_EQ(done.farthest, 0.0f);
    EXPECT_EQ(pair.state, before);
    std::fill_n(pair.scene.pinned.begin(), 900, std::uint8_t(0));
    pair.state.pinned.assign(1800, 1);  // as the state has them, and not the scene
    EXPECT_EQ(take(untangle(pair.scene, pair.state, 7)).farthest, 0.0f);
    pair.state.pinned.assign(1800, 0);
    const Untangled half = take(untangle(pair.scene, pair.state, 3));
    EXPECT_GT(half.after, 0u);
    EXPECT_LT(half.after, half.before);
    EXPECT_EQ(half.after, countCrossings(pair.scene, pair.state));
    EXPECT_EQ(take(untangle(pair.scene, pair.state)).after, 0u);
}

// What is nowhere is left out, with its faces and sticks, and the rest comes apart.
TEST(Untangle, WhatIsNowhereDoesNotSpread) {
    Pair pair(bumpOf);
    pair.state.positions[3] = vec3(std::numeric_limits<float>::quiet_NaN());
    pair.state.positions[1700].y = std::numeric_limits<float>::infinity();
    EXPECT_EQ(take(untangle(pair.scene, pair.state)).after, 0u);
    for (std::size_t i = 0; i < 1800; ++i)
        ASSERT_EQ(isPoint(pair.state.positions[i]), i != 3 && i != 1700) << i;
}

// An obstacle that goes through itself, as a body at its armpits, keeps nobody from coming to an end.
TEST(Untangle, WhatIsHeldMayCrossItself) {
    Scene scene;
    addSheet(scene, 30, 1.0f, vec3(0.0f, 0.26f, 0.0f));
    ObstacleDescription obstacle = obstacleOf(sphereMesh(vec3(-0.1f, 0.0f, 0.001f), 0.3f, 3), kThickness);
    const ObstacleDescription other = obstacleOf(sphereMesh(vec3(0.1f, 0.0f, -0.001f), 0.3f, 3), kThickness);
    const auto first = static_cast<std::uint32_t>(obstacle.vertices.size());
    obstacle.vertices.insert(obstacle.vertices.end(), other.vertices.begin(), other.vertices.end());
    obstacle.faceSizes.insert(obstacle.faceSizes.end(), other.faceSizes.begin(), other.faceSizes.end());
    for (const std::uint32_t corner : other.faceCorners)
        obstacle.faceCorners.push_back(first + corner);
    take(addObstacle(scene, obstacle));
    Snapshot state = initialSnapshot(*take(compile(scene)));
    constexpr std::uint32_t kForEver = ~0u;
    const Untangled done = take(untangle(scene, state, kForEver));
    EXPECT_GT(done.before, done.after + 50u);
    EXPECT_GT(done.after, 20u);
    EXPECT_LT(done.rounds, 100u);
    for (const Crossing& crossing : take(crossingsOf(scene, state.positions)))
        ASSERT_TRUE(crossing.edge[0] >= 900 && crossing.face[0] >= 900);
    EXPECT_EQ(state.previous, state.positions);  // all rest
    const Snapshot before = state;
    EXPECT_EQ(take(untangle(scene, state)).rounds, 0u);
    EXPECT_EQ(state, before);
}

TEST(Untangle, WhatIsApartIsNotChanged) {
    Scene scene;
    addSheet(scene, 20, 1.0f, vec3(0.0f));
    addSheet(scene, 20, 1.0f, vec3(0.0f, 0.01f, 0.0f));
    Snapshot state = initialSnapshot(*take(compile(scene)));
    const Snapshot before = state;
    const Untangled done = take(untangle(scene, state));
    EXPECT_EQ(done.before, 0u);
    EXPECT_EQ(done.rounds, 0u);
    EXPECT_EQ(state, before);
}

// Both move by their masses, and go on as fast as they went.
TEST(Untangle, LightOnesGiveWayAndVelocitiesStay) {
    Pair pair(bumpOf);
    for (std::size_t i = 900; i < 1800; ++i)
        pair.scene.masses[i] *= 100.0f;
    for (vec3& previous : pair.state.previous)
        previous -= vec3(0.25f, 0.5f, -0.125f);
    const Snapshot before = pair.state;
    EXPECT_EQ(take(untangle(pair.scene, pair.state)).after, 0u);
    std::array<double, 2> moved{};
    for (std::size_t i = 0; i < 1800; ++i) {
        moved[i / 900] += double(distanceBetween(pair.state.positions[i], before.positions[i]));
        const vec3 way = pair.state.positions[i] - pair.state.previous[i];
        ASSERT_LT(distanceBetween(way, vec3(0.25f, 0.5f, -0.125f)), 1e-6f) << i;
    }
    EXPECT_GT(moved[0], 20.0 * moved[1]);
}

// A rope through a sheet, and two blocks of tetrahedra that stand inside each other by a fifth.
TEST(Untangle, RopesAndJellyComeApartToo) {
    Scene scene;
    addSheet(scene, 20, 1.0f, vec3(0.0f));
    RopeDescription rope;
    rope.from = vec3(0.31f, -0.2f, 0.11f);
    rope.to = vec3(0.27f, 0.8f, 0.13f);
    rope.count = 30;
    take(addContact(scene, take(addRope(scene, rope))));
    for (const float x : {2.0f, 2.31f}) {
        BlockDescription block;
        block.centre = vec3(x, 0.013f * x, 0.0f);
        block.cells = {6, 6, 6};
        block.size = vec3(0.36f);
        take(addContact(scene, take(addBlock(scene, block))));
    }
    Snapshot state = initialSnapshot(*take(compile(scene)));
    const Untangled done = take(untangle(scene, state));
    EXPECT_GT(done.before, 50u);
    EXPECT_EQ(done.after, 0u);
    expectStaysApart(scene, state);
}

TEST(Untangle, StatesOfOtherScenesAreRefused) {
    Pair pair(bumpOf);
    const auto refusal = [&](auto&& spoil) {
        Snapshot state = pair.state;
        spoil(state);
        return messageOf(untangle(pair.scene, state));
    };
    EXPECT_EQ(refusal([](Snapshot& s) { s.positions.pop_back(); }),
              "there are 1799 positions; the scene has 1800 particles");
    EXPECT_EQ(refusal([](Snapshot& s) { s.previous.clear(); }),
              "there are 0 previous positions; the scene has 1800 particles");
    EXPECT_EQ(refusal([](Snapshot& s) { s.pinned = {1}; }), "there are 1 pins; the scene has 1800 particles");
    pair.scene.masses[3] = -1.0f;
    EXPECT_PRED_FORMAT2(::testing::IsSubstring, "particle 3", refusal([](Snapshot&) {}));
}

// A strip of ten squares in a row, cut across after the third; particles 2 i and 2 i + 1 are its rungs.
TEST(CrossedParts, TheSmallerOneIsWrong) {
    std::vector<EdgeEnds> edges;
    for (std::uint32_t i = 0; i <= 10; ++i) {
        edges.push_back({2 * i, 2 * i + 1});
        for (std::uint32_t k = 0; i < 10 && k < 2; ++k)
            edges.push_back({2 * i + k, 2 * i + 2 + k});
    }
    std::sort(edges.begin(), edges.end());
    CrossedParts parts(22, edges);
    const std::vector<Crossing> crossings{{{6, 8}, {20, 20, 20}}, {{7, 9}, {20, 20, 20}}};
    parts.find(crossings);
    EXPECT_EQ(parts.wrongEnd({6, 8}), std::optional<int>(0));
    EXPECT_EQ(parts.wrongEnd({7, 9}), std::optional<int>(0));
    // One side of it alone: the line ends at a rim, or so it counts.
    parts.find({crossings[0]});
    EXPECT_EQ(parts.wrongEnd({6, 8}), std::optional<int>(0));
    // Nearer to the other end.
    parts.find({{{14, 16}, {0, 0, 0}}, {{15, 17}, {0, 0, 0}}});
    EXPECT_EQ(parts.wrongEnd({14, 16}), std::optional<int>(1));
    EXPECT_EQ(parts.wrongEnd({10, 12}), std::nullopt);
}

}  // namespace
}  // namespace pliant::test
