// What is around each particle that touches others: the other ends of its edges, what is beside it, and its faces.

#include <set>

#include "neighbour_support.h"
#include "pliant/scene/obstacle.h"
#include "pliant/scene/solids.h"

namespace pliant::test {
namespace {

// Of each particle every other end of its edges, all that is beside it, and every face, once.
TEST(Around, RowsHaveTheEdgesAndFacesAroundEachParticleAndWhatIsBesideIt) {
    Scene scene;
    take(addContact(scene, take(addMesh(scene, sphereMesh(vec3(0.0f, 1.0f, 0.0f), 0.3f, 2))), {.thickness = 0.05f}));
    addSheet(scene, 7, 0.3f, vec3(0.0f, 2.0f, 0.0f));
    take(addGrid(scene, sheet(5, 0.3f, vec3(0.0f, 3.0f, 0.0f))));  // touches nothing
    const SchedulePtr s = take(compile(scene));
    const std::size_t touching = scene.positions.size() - 25;
    std::vector<std::set<std::uint32_t>> edges(scene.positions.size());
    std::vector<std::multiset<std::set<std::uint32_t>>> faces(scene.positions.size());
    for (const auto& t : trianglesOf(scene)) {
        for (const std::uint32_t a : t) {
            if (a >= touching) continue;
            for (const std::uint32_t b : t)
                if (a != b) edges[a].insert(b);
            faces[a].insert({t[0], t[1], t[2]});
        }
    }
    const auto isNearAtRest = [&](std::uint32_t a, std::uint32_t b) {
        const float thickness = scene.contacts[a < scene.contacts[1].firstParticle ? 0 : 1].thickness;
        return distanceBetween(scene.positions[a], scene.positions[b]) < 1.25f * thickness;
    };
    std::size_t mostBeside = 0;
    for (std::uint32_t i = 0; i < scene.positions.size(); ++i) {
        const std::uint32_t local = s->localParticle[i];
        const auto sceneAt = [&](std::uint32_t k) { return s->sceneParticle[s->around[k]]; };
        std::set<std::uint32_t> found;
        for (std::uint32_t k = s->aroundFirst[3 * local]; k < s->aroundFirst[3 * local + 1]; ++k)
            EXPECT_TRUE(found.insert(sceneAt(k)).second);
        EXPECT_EQ(found, edges[i]) << i;
        std::set<std::uint32_t> besideIt, foundBeside;
        for (const std::uint32_t end : edges[i])
            for (const std::uint32_t other : edges[end])
                if (other != i && !edges[i].contains(other) && isNearAtRest(i, other)) besideIt.insert(other);
        for (std::uint32_t k = s->aroundFirst[3 * local + 1]; k < s->aroundFirst[3 * local + 2]; ++k)
            EXPECT_TRUE(foundBeside.insert(sceneAt(k)).second);
        EXPECT_EQ(foundBeside, besideIt) << i;
        mostBeside = std::max(mostBeside, besideIt.size());
        std::multiset<std::set<std::uint32_t>> foundFaces;
        for (std::uint32_t k = s->aroundFirst[3 * local + 2]; k < s->aroundFirst[3 * local + 3]; k += 2)
            foundFaces.insert({i, sceneAt(k), sceneAt(k + 1)});
        EXPECT_EQ(foundFaces, faces[i]) << i;
    }
    EXPECT_GE(mostBeside, 2u) << "across the diagonals of the sheet";
}

// Around a corner of more than 32 edges only what is two edges along the rim is beside: else rows would be as long as
// the square of their number.
TEST(Around, AroundACornerOfManyEdgesNotAllAreBesideEachOther) {
    for (const std::uint32_t spokes : {24u, 40u}) {
        Scene scene;
        MeshDescription fan;
        fan.vertices.push_back(vec3(0.0f));
        for (std::uint32_t i = 0; i < spokes; ++i) {
            const float angle = 6.2831853f * float(i) / float(spokes);
            fan.vertices.push_back(0.1f * vec3(std::cos(angle), 0.0f, std::sin(angle)));
            fan.faceSizes.push_back(3);
            fan.faceCorners.insert(fan.faceCorners.end(), {0, 1 + i, 1 + (i + 1) % spokes});
        }
        take(addContact(scene, take(addMesh(scene, fan))));
        scene.contacts.back().thickness = 0.2f;  // at rest all are near
        const SchedulePtr s = take(compile(scene));
        for (std::uint32_t i = 1; i <= spokes; ++i) {
            const std::uint32_t* const first = &s->aroundFirst[3 * s->localParticle[i]];
            EXPECT_EQ(first[1] - first[0], 3u);
            EXPECT_EQ(first[2] - first[1], spokes > 32 ? 2u : spokes - 3) << i;
        }
    }
}

TEST(Around, ARopeHasTheEdgesToTheNextOnes) {
    Scene scene;
    RopeDescription rope;
    rope.count = 6;
    take(addContact(scene, take(addRope(scene, rope))));
    const SchedulePtr s = take(compile(scene));
    EXPECT_EQ(s->around.size(), 10u);
    for (std::uint32_t i = 0; i < 6; ++i) {
        const std::uint32_t local = s->localParticle[i];
        for (std::uint32_t k = s->aroundFirst[3 * local]; k < s->aroundFirst[3 * local + 3]; ++k)
            EXPECT_EQ(std::abs(int(s->sceneParticle[s->around[k]]) - int(i)), 1);
    }
}

// Between each of its particles on one side of a square and the next ones along it there are edges, and faces within
// it.
TEST(Around, AnObstacleHasEdgesAndFacesBetweenItsParticles) {
    Scene scene;
    ObstacleDescription square;
    square.vertices = {{0.0f, 0.3f, 0.1f}, {0.0f, 0.3f, 1.1f}, {1.0f, 0.3f, 1.1f}, {1.0f, 0.3f, 0.1f}};
    square.faceSizes = {4};
    square.faceCorners = {0, 1, 2, 3};
    square.spacing = 0.05f;
    take(addObstacle(scene, square));
    const SchedulePtr s = take(compile(scene));
    std::vector<std::uint32_t> side;
    for (std::uint32_t i = 0; i < scene.positions.size(); ++i)
        if (scene.positions[i].x == 0.0f) side.push_back(i);
    ASSERT_GT(side.size(), 8u);
    std::sort(side.begin(), side.end(), [&](auto i, auto k) { return scene.positions[i].z < scene.positions[k].z; });
    for (std::size_t n = 1; n + 1 < side.size(); ++n) {
        const std::uint32_t* const first = &s->aroundFirst[3 * s->localParticle[side[n]]];
        std::set<std::uint32_t> found;
        for (std::uint32_t k = first[0]; k < first[1]; ++k)
            found.insert(s->sceneParticle[s->around[k]]);
        EXPECT_EQ(found.count(side[n - 1]) + found.count(side[n + 1]), 2u) << n;
        EXPECT_EQ((first[3] - first[2]) / 2, found.size() - 1) << "a fan of faces, " << n;
    }
}

// Rows that kernels must not follow are named.
TEST(Around, DamagedRowsAreFound) {
    Scene scene;
    addSheet(scene, 5, 0.3f, vec3(0.0f));
    take(addGrid(scene, sheet(3, 0.3f, vec3(0.0f, 1.0f, 0.0f))));  // touches nothing
    const SchedulePtr schedule = take(compile(scene));
    ASSERT_TRUE(validate(*schedule));
    const auto isFound = [&](auto&& damage) {
        Schedule damaged = *schedule;
        damage(damaged);
        const Status status = validate(damaged);
        return status ? std::string("nothing") : status.error().message;
    };
    const auto outside = schedule->localParticle[25];
    using Rows = Schedule&;
    EXPECT_NE(isFound([](Rows s) { s.aroundFirst.pop_back(); }).find("do not follow"), std::string::npos);
    EXPECT_NE(isFound([](Rows s) { s.aroundFirst[0] = 1; }).find("do not follow"), std::string::npos);
    EXPECT_NE(isFound([](Rows s) { s.around.pop_back(); }).find("do not follow"), std::string::npos);
    EXPECT_NE(isFound([](Rows s) { std::swap(s.aroundFirst[3], s.aroundFirst[6]); }).find("do not follow"),
              std::string::npos);
    EXPECT_NE(isFound([](Rows s) { ++s.aroundFirst[2]; }).find("has one corner"), std::string::npos);
    EXPECT_NE(isFound([](Rows s) { s.around[0] = 34; }).find("out of range"), std::string::npos);
    EXPECT_NE(isFound([&](Rows s) { s.around[0] = outside; }).find("out of range"), std::string::npos);
    EXPECT_NE(isFound([](Rows s) { s.around[0] = 0; }).find("out of range"), std::string::npos);
    EXPECT_NE(isFound([](Rows s) { std::swap(s.around[0], s.around[1]); }).find("not sorted"), std::string::npos);
    EXPECT_NE(isFound([](Rows s) { s.around[1] = s.around[0]; }).find("not sorted"), std::string::npos);
    const auto farOff = schedule->localParticle[24];
    EXPECT_NE(isFound([&](Rows s) { s.around[s.aroundFirst[2]] = farOff; }).find("is no edge's"), std::string::npos);
}

}  // namespace
}  // namespace pliant::test
