// What contacts are compiled to, and which are refused.

#include <algorithm>
#include <map>
#include <set>

#include "neighbour_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "pliant/scene/contact.h"
#include "pliant/shared/neighbour.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

// Ropes that lie side by side and are added in any order: groups of the tree are of what is near.
TEST(ContactSchedules, WhatLiesSideBySideIsSideBySideInTheTree) {
    constexpr Index kRopes = 64, kParticles = 16;
    Scene scene;
    for (Index k = 0; k < kRopes; ++k) {
        RopeDescription rope;
        rope.count = kParticles;
        rope.from = vec3(0.05f * static_cast<float>(k * 37 % kRopes), 0.0f, 0.0f);
        rope.to = rope.from + vec3(0.0f, 0.0f, 1.5f);
        take(addContact(scene, take(addRope(scene, rope)), {.thickness = 0.04f}));
    }
    const SchedulePtr s = take(compile(scene));
    const auto ropeOf = [&](std::size_t at) { return s->sceneParticle[s->neighbourOrder[at]] / kParticles; };
    const auto placeOf = [&](std::size_t at) { return scene.positions[s->sceneParticle[s->neighbourOrder[at]]]; };
    ASSERT_EQ(s->neighbourOrder.size(), kRopes * kParticles);
    for (std::size_t at = 1; at < s->neighbourOrder.size(); ++at) {
        const bool isNext = at % kParticles == 0;
        EXPECT_EQ(ropeOf(at) != ropeOf(at - 1), isNext) << at;
        if (isNext) EXPECT_LT(std::abs(placeOf(at).x - placeOf(at - 1).x), 0.051f) << at;
        else EXPECT_LT(glm::distance(placeOf(at), placeOf(at - 1)), 0.101f) << at;
    }
}

std::set<Index> unevenOf(const Schedule& s) {
    std::set<Index> uneven;
    for (Index i = 0; i < s.particles.size(); ++i)
        if (isUnevenWith(s.neighbourRest[i].w)) uneven.insert(s.sceneParticle[i]);
    return uneven;
}

// Along a grid none are short, of a narrow triangle all.
TEST(ContactSchedules, KnowWhichParticlesHaveShortEdges) {
    for (const float width : {0.05f, 0.2f}) {
        Scene scene;
        MeshDescription mesh;
        mesh.vertices = {vec3(0.0f), vec3(width, 0.0f, 0.0f), vec3(0.0f, 0.0f, 0.2f)};
        mesh.faceSizes = {3};
        mesh.faceCorners = {0, 2, 1};
        take(addContact(scene, take(addMesh(scene, mesh))));
        EXPECT_EQ(unevenOf(*take(compile(scene))).size(), width < 0.1f ? 3u : 0u);
    }
    Scene scene = clothScene(10);
    take(addContact(scene, 0));
    EXPECT_EQ(unevenOf(*take(compile(scene))).size(), 0u);
}

// What is around these two, and nothing far off. Bodies are told apart as ever.
TEST(ContactSchedules, MarkWhatIsAroundAShortEdgeAlone) {
    constexpr Index kSize = kSizeWithShortEdge, kMoved = 5 * kSize + 5;
    Scene scene;
    const MeshDescription mesh = sheetWithShortEdge();
    const Index body = take(addMesh(scene, mesh));
    take(addContact(scene, body));
    const SchedulePtr s = take(compile(scene));
    const std::set<Index> uneven = unevenOf(*s);
    for (const Index sure : {kMoved, kMoved + 1, kMoved - 1, kMoved + 2, kMoved + kSize, kMoved + 1 - kSize})
        EXPECT_TRUE(uneven.contains(sure)) << sure;
    for (const Index i : uneven)
        EXPECT_LT(glm::distance(mesh.vertices[i], mesh.vertices[kMoved]), 0.35f) << i;
    for (const vec4& rest : s->neighbourRest)
        EXPECT_EQ(bodyOfNumber(rest.w), 0u);
}

// The sheet's spacing is 0.05 m, so it is 0.06 m thick; so is the rope. At a joint is what is within 0.156 m of it.
TEST(ContactSchedules, KnowWhichParticlesAreAtAJoint) {
    constexpr Index kMiddle = 210;
    const Scene scene = sheetWithRope(true);
    const SchedulePtr s = take(compile(scene));
    const auto jointOf = [&](Index i) { return s->neighbourJoints[s->localParticle[i]]; };
    for (Index i = 0; i < scene.positions.size(); ++i) {
        const bool isAt = glm::distance(scene.positions[i], scene.positions[kMiddle]) < 0.156f;
        EXPECT_EQ(jointOf(i), isAt ? jointOf(kMiddle) : 0u) << i;
    }
    EXPECT_NE(jointOf(kMiddle), 0u);
    Scene apart = sheetWithRope(true);
    apart.sticks.pop_back();
    const std::vector<Index> none = take(compile(apart))->neighbourJoints;
    EXPECT_EQ(std::ranges::count(none, 0u), std::ptrdiff_t(apart.positions.size()));
}

// What is thin keeps as far off what is thick as the mean of both: 0.33 m here, and the joint reaches 2.6 times that.
TEST(ContactSchedules, AJointReachesByWhatBothKeepFromEachOther) {
    Scene scene = sheetWithRope(true);
    scene.contacts[0].thickness = 0.6f;
    scene.contacts[1].thickness = 0.06f;
    const SchedulePtr s = take(compile(scene));
    EXPECT_EQ(std::ranges::count(s->neighbourJoints, 0u), 0);
    scene.contacts[0].thickness = 0.3f;  // 0.18 m, and 0.468
    const SchedulePtr thinner = take(compile(scene));
    for (Index i = 400; i < 417; ++i)
        EXPECT_EQ(thinner->neighbourJoints[thinner->localParticle[i]] != 0, i < 410) << i;
}

// Two sheets that are sewn to a third along opposite edges: each seam is one joint.
TEST(ContactSchedules, ASeamIsOneJoint) {
    Scene scene;
    for (const float x : {-1.0f, 0.0f, 1.0f})
        addSheet(scene, 11, 1.0f, vec3(x, 0.0f, 0.0f));
    for (Index row = 0; row < 11; ++row) {
        take(addStick(scene, 11 * row + 10, 121 + 11 * row));
        take(addStick(scene, 121 + 11 * row + 10, 242 + 11 * row));
    }
    const SchedulePtr s = take(compile(scene));
    const auto jointOf = [&](Index i) { return s->neighbourJoints[s->localParticle[i]]; };
    for (Index row = 0; row < 11; ++row) {
        for (Index column = 0; column < 33; ++column) {
            const Index i = 121 * (column / 11) + 11 * row + column % 11;
            const Index seam = column >= 7 && column < 15 ? 10 : column >= 18 && column < 26 ? 131 : kNowhere;
            EXPECT_EQ(jointOf(i), seam == kNowhere ? 0u : jointOf(seam)) << i;
        }
    }
    EXPECT_NE(jointOf(10), jointOf(131));
}

// Which of the particles of a scene are in one piece with which, as numbers that count up.
std::vector<Index> piecesOf(const Scene& scene) {
    const SchedulePtr s = take(compile(scene));
    std::map<Index, Index> seen;
    std::vector<Index> pieces;
    for (Index i = 0; i < scene.positions.size(); ++i) {
        const Index body = bodyOfNumber(s->neighbourRest[s->localParticle[i]].w);
        pieces.push_back(seen.emplace(body, Index(seen.size())).first->second);
    }
    EXPECT_EQ(s->neighbourBodies.size(), seen.size());
    return pieces;
}

// Two triangles in one mesh, and a particle that is in the same contact and connected with nothing.
TEST(ContactSchedules, WhatNothingConnectsIsAPieceOfItsOwn) {
    Scene scene;
    MeshDescription mesh;
    for (const float y : {0.0f, 0.01f})
        for (const vec2 at : {vec2(0.0f), vec2(1.0f, 0.0f), vec2(0.0f, 1.0f)})
            mesh.vertices.emplace_back(at.x, y, at.y);
    mesh.faceSizes = {3, 3};
    mesh.faceCorners = {0, 1, 2, 3, 4, 5};
    take(addMesh(scene, mesh));
    addParticle(scene, vec3(2.0f), 1.0f);
    addParticle(scene, vec3(2.0f, 2.0f, 2.01f), 1.0f);
    scene.contacts.push_back({0, 8, 0.05f});
    using Pieces = std::vector<Index>;
    EXPECT_EQ(piecesOf(scene), Pieces({0, 0, 0, 1, 1, 1, 2, 2}));
    Scene joined = scene;
    take(addStick(joined, 2, 3));
    EXPECT_EQ(piecesOf(joined), Pieces({0, 0, 0, 0, 0, 0, 1, 1}));
    joined = scene;
    joined.shapes.push_back({{1, 4, 7}, {}, 0.0f});
    EXPECT_EQ(piecesOf(joined), Pieces({0, 0, 0, 0, 0, 0, 1, 0}));
    Scene parted = scene;
    parted.contacts = {{0, 1, 0.05f}, {1, 7, 0.05f}};
    parted.shapes.push_back({{0, 4, 1}, {}, 0.0f});  // first a particle of another contact
    EXPECT_EQ(piecesOf(parted), Pieces({0, 1, 1, 1, 1, 1, 2, 2}));
    scene.contacts[0].mask = ~scene.contacts[0].category;
    EXPECT_EQ(piecesOf(scene), Pieces({0, 0, 0, 0, 0, 0, 0, 0}));
    scene.contacts = {{0, 3, 0.05f}, {3, 5, 0.05f}};
    take(addStick(scene, 2, 3));  // of two contacts: that is a joint, and no piece
    EXPECT_EQ(piecesOf(scene), Pieces({0, 0, 0, 1, 1, 1, 2, 2}));
}

TEST(ContactSchedules, OfWhoseBodiesParticlesLieApartAreRefused) {
    Scene scene = clothScene(4);
    for (int i = 0; i < 2; ++i)
        take(addContact(scene, i == 0 ? 0 : take(addGrid(scene, sheet(4, 1.0f, vec3(0.0f, 3.0f, 0.0f))))));
    Schedule schedule = *take(compile(scene));
    EXPECT_TRUE(validate(schedule));
    std::swap(schedule.neighbourOrder[3], schedule.neighbourOrder[20]);
    EXPECT_CONTAINS(messageOf(validate(schedule)), "are not together in their order");
}

TEST(ContactSchedules, WhoseTreesAreWrongAreRefused) {
    Scene scene = clothScene(10);
    take(addContact(scene, 0));
    const auto errorOf = [&](auto&& change) {
        Schedule schedule = *take(compile(scene));
        change(schedule);
        return messageOf(validate(schedule));
    };
    EXPECT_TRUE(validate(*take(compile(scene))));
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.neighbourOrder[3] = s.neighbourOrder[4]; }), "met twice");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.neighbourOrder[3] = 100; }), "particle 100 in the order of contacts");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.neighbourRest[7].w = 0.0f; }),
                    "particle 7 in the order of contacts is of none");
    EXPECT_CONTAINS(errorOf([](Schedule& s) {
                        s.neighbourOrder.pop_back();
                        for (Pass& pass : s.touching) {
                            const Items items = traitsOf(pass.kind).items;
                            if (items == Items::Neighbours || items == Items::Involved || items == Items::Pushed)
                                --pass.count;
                        }
                    }),
                    "not all particles of contacts");
    for (const auto change :
         {+[](Schedule& s) { s.neighbourNodes[1].after = 0; }, +[](Schedule& s) { s.neighbourNodes.back().first = 1; },
          +[](Schedule& s) { s.neighbourNodes.push_back({}); }, +[](Schedule& s) { s.neighbourSpace.groups = 1; },
          +[](Schedule& s) { s.neighbourSpace.mostStrays = kMostStrays + 1; }})
        EXPECT_CONTAINS(errorOf(change), "the groups of contacts");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.neighbourBodies[0].end = 99; }), "does not know where its frame is");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.neighbourBodies[0].begin = 1; }), "does not know where its frame is");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.neighbourBodies[0].reach = 0.001f; }),
                    "contact 0 does not reach as far as it is thick");
    EXPECT_CONTAINS(errorOf([](Schedule& s) {
                        s.frames.emplace_back();
                        s.frameOf.assign(100, 0);
                        s.frameOf[s.neighbourOrder[3]] = 1;
                    }),
                    "are not together in the order of contacts");
    EXPECT_CONTAINS(errorOf([](Schedule& s) { s.neighbourJoints.pop_back(); }), "the joints of contacts");
    EXPECT_CONTAINS(errorOf([](Schedule& s) {
                        static_cast<NeighbourFamily&>(s) = {};
                        s.neighbourJoints.assign(s.particles.size(), 0);
                    }),
                    "joints of no contacts");
}

// Only what is within a solid could touch something.
TEST(ContactSchedules, AContactOfNoneThatMayTouchIsNone) {
    Scene scene;
    BlockDescription block;
    block.size = vec3(1.0f);
    block.cells = {4, 4, 4};
    take(addContact(scene, take(addBlock(scene, block))));
    const auto isWithin = [&](const vec3& x) {
        const vec3 off = glm::abs(x - block.centre);
        return std::max({off.x, off.y, off.z}) < 0.49f;
    };
    const auto first = std::ranges::find_if(scene.positions, isWithin);
    scene.contacts[0].firstParticle = Index(first - scene.positions.begin());
    scene.contacts[0].particleCount = 1;
    const SchedulePtr s = take(compile(scene));
    EXPECT_TRUE(s->touching.empty() && s->neighbourBodies.empty());
    CpuSolver solver = take(CpuSolver::create(s));
    take(solver.step());
}

TEST(ContactSchedules, BadContactsAreRefused) {
    const auto errorOf = [](auto&& change) {
        Scene scene = clothScene(4);
        take(addContact(scene, 0));
        change(scene);
        return messageOf(compile(scene));
    };
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.contacts[0].particleCount = 17; }),
                    "contact 0 is of 17 particles from 0 on");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.contacts[0].firstParticle = 16; }), "from 16 on");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.contacts[0].particleCount = 0; }), "at least one");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.contacts[0].thickness = 0.0f; }), "thickness of 0 m");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.contacts[0].thickness = std::nanf(""); }), "thickness of nan m");
    EXPECT_CONTAINS(errorOf([](Scene& s) { s.contacts[0].friction = -1.0f; }), "friction of -1");
    EXPECT_CONTAINS(errorOf([](Scene& s) {
                        s.contacts.push_back({15, 1, 0.1f});
                    }),
                    "contacts 0 and 1 share particle 15");
    Scene scene = clothScene(4);
    EXPECT_CONTAINS(addContact(scene, 7).error().message, "there is no body 7");
    EXPECT_CONTAINS(addContact(scene, 0, {.thickness = 0.0f}).error().message,
                    "body 'cloth': contact 0 has a thickness of 0 m");
    EXPECT_CONTAINS(addContact(scene, 0, {.thickness = 100.0f}).error().message, "would be 100 m thick and is");
    EXPECT_TRUE(scene.contacts.empty());
    take(addContact(scene, 0));
    EXPECT_CONTAINS(addContact(scene, 0).error().message, "are in contact 0 already");
    EXPECT_EQ(scene.contacts.size(), 1u);
    Scene framed = clothScene(4);
    framed.frames.emplace_back();
    framed.bodies[0].frame = 0;
    addParticle(framed, vec3(0.0f), 1.0f);
    framed.contacts.push_back({0, 17, 0.1f});
    EXPECT_CONTAINS(messageOf(compile(framed)), "contact 0 has particles 0 and 16, which are in different frames");
    framed.contacts[0].particleCount = 16;
    EXPECT_TRUE(compile(framed));
}

}  // namespace
}  // namespace pliant::test
