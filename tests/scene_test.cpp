#include "support.h"

#include <functional>
#include <limits>
#include <numeric>

#include "pliant/scene/block.h"
#include "pliant/scene/soft_body.h"

namespace pliant::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

double totalMass(const Scene& scene) {
    return std::accumulate(scene.masses.begin(), scene.masses.end(), 0.0);
}

std::size_t countKind(const Scene& scene, StickKind kind) {
    return static_cast<std::size_t>(
        std::count_if(scene.sticks.begin(), scene.sticks.end(), [&](const SceneStick& s) { return s.kind == kind; }));
}

std::vector<std::uint32_t> pinnedOf(const Scene& scene) {
    std::vector<std::uint32_t> pinned;
    for (std::uint32_t i = 0; i < scene.pinned.size(); ++i) {
        if (scene.pinned[i]) pinned.push_back(i);
    }
    return pinned;
}

TEST(Rope, LiesStraightAtEqualDistances) {
    RopeDescription rope;
    rope.from = vec3(1.0f, 2.0f, 3.0f);
    rope.to = vec3(1.0f, 2.0f, 7.0f);
    rope.count = 9;
    rope.linearDensity = 0.25f;
    Scene scene;
    take(addRope(scene, rope));
    ASSERT_EQ(scene.positions.size(), 9u);
    ASSERT_EQ(scene.sticks.size(), 8u);
    for (std::uint32_t i = 0; i < 9; ++i)
        EXPECT_EQ(scene.positions[i], vec3(1.0f, 2.0f, 3.0f + 0.5f * float(i)));
    for (const SceneStick& stick : scene.sticks)
        EXPECT_EQ(stick.restLength, 0.5f);
    EXPECT_NEAR(totalMass(scene), 1.0, 1e-6);
}

// A slack rope starts unstretched, hanging below its ends, with an odd and an even number of sticks.
TEST(Rope, SlackStartsUnstretched) {
    for (const std::uint32_t count : {3u, 4u, 50u, 51u}) {
        for (const vec3 to : {vec3(1.0f, 0.0f, 0.0f), vec3(0.6f, 0.8f, 0.0f), vec3(0.0f, 1.0f, 0.0f)}) {
            RopeDescription rope;
            rope.to = to;
            rope.count = count;
            rope.length = 1.5f;
            Scene scene;
            take(addRope(scene, rope));
            EXPECT_EQ(scene.positions.front(), rope.from);
            EXPECT_NEAR(distanceBetween(scene.positions.back(), to), 0.0, 1e-6);
            for (const SceneStick& s : scene.sticks) {
                EXPECT_NEAR(s.restLength, 1.5f / float(count - 1), 1e-6);
                EXPECT_NEAR(distanceBetween(scene.positions[s.a], scene.positions[s.b]), s.restLength, 1e-5);
            }
        }
    }
}

TEST(Rope, RefusesWhatIsNoRopeAndLeavesTheScene) {
    const auto refused = [](auto change) {
        RopeDescription rope;
        change(rope);
        Scene scene;
        const std::string message = messageOf(addRope(scene, rope));
        EXPECT_TRUE(scene.positions.empty() && scene.sticks.empty() && scene.bodies.empty());
        return message;
    };
    EXPECT_CONTAINS(refused([](auto& r) { r.count = 0; }), "no particles");
    EXPECT_CONTAINS(refused([](auto& r) { r.count = 0x7fffffff; }), "at most");
    EXPECT_CONTAINS(refused([](auto& r) { r.length = 0.9f; }), "cannot be shorter");
    EXPECT_CONTAINS(refused([](auto& r) { r.length = kNan; }), "length");
    EXPECT_CONTAINS(refused([](auto& r) { r.to.y = kInfinity; }), "finite");
    EXPECT_CONTAINS(refused([](auto& r) { r.linearDensity = 0.0f; }), "positive");
    EXPECT_CONTAINS(refused([](auto& r) { r.count = 2, r.length = 2.0f; }), "too few");
    EXPECT_CONTAINS(refused([](auto& r) { r.to = r.from, r.bendingStiffness = 1e-4f; }), "rope 'rope' has no length");
    EXPECT_CONTAINS(refused([](auto& r) { r.to = r.from; }), "100 particles lie in the same place");
    EXPECT_CONTAINS(refused([](auto& r) { r.to = vec3(1e-45f, 0.0f, 0.0f); }), "has no length");
    EXPECT_CONTAINS(refused([](auto& r) { r.axialCompliance = 1e-15f; }), "rope 'rope': its material has a compliance");
}

TEST(Rope, MayBeginWhereItEndsIfItHasALengthOrIsOneParticle) {
    RopeDescription rope;
    rope.to = rope.from;
    rope.length = 1.0f;
    rope.bendingStiffness = 1e-4f;
    Scene scene;
    take(addRope(scene, rope));
    EXPECT_EQ(scene.bends.size(), 98u);
    rope.length = 0.0f;
    rope.count = 1;
    take(addRope(scene, rope));
    EXPECT_TRUE(compile(scene));
}

TEST(Grid, HasTheSticksOfACloth) {
    for (const auto& [columns, rows] : {std::pair{7u, 5u}, {2u, 2u}, {1u, 4u}, {1u, 1u}}) {
        GridDescription grid;
        grid.columns = columns;
        grid.rows = rows;
        grid.width = 3.0f;
        grid.height = 2.0f;
        Scene scene;
        take(addGrid(scene, grid));
        const auto n = [](std::uint32_t count, std::uint32_t less) {
            return std::size_t(count > less ? count - less : 0);
        };
        EXPECT_EQ(scene.positions.size(), columns * rows);
        EXPECT_EQ(countKind(scene, StickKind::Structural), n(columns, 1) * rows + n(rows, 1) * columns);
        EXPECT_EQ(countKind(scene, StickKind::Shear), 2 * n(columns, 1) * n(rows, 1));
        EXPECT_EQ(countKind(scene, StickKind::Bend), n(columns, 2) * rows + n(rows, 2) * columns);
        EXPECT_NEAR(totalMass(scene), 6.0 * grid.arealDensity, 1e-5);
        EXPECT_EQ(scene.bodies[0].faceSizes.size(), n(columns, 1) * n(rows, 1));
        for (const SceneStick& s : scene.sticks) {
            EXPECT_EQ(s.restLength, distanceBetween(scene.positions[s.a], scene.positions[s.b]));
        }
    }
}

// Threads at 60 degrees to each other enclose less than at a right angle.
TEST(Grid, WeighsWhatItsAreaDoes) {
    Scene scene;
    GridDescription grid;
    grid.alongRow = vec3(1.0f, 0.0f, 0.0f);
    grid.alongColumn = vec3(0.5f, 0.0f, float(std::sqrt(0.75)));
    grid.width = 2.0f;
    grid.height = 3.0f;
    grid.arealDensity = 0.5f;
    take(addGrid(scene, grid));
    EXPECT_NEAR(totalMass(scene), 0.5 * 6.0 * std::sqrt(0.75), 1e-6);
}

TEST(Grid, RefusesWhatIsNoClothAndLeavesTheScene) {
    const auto refused = [](auto change) {
        GridDescription grid;
        change(grid);
        Scene scene;
        const std::string message = messageOf(addGrid(scene, grid));
        EXPECT_TRUE(scene.positions.empty() && scene.bodies.empty());
        return message;
    };
    EXPECT_CONTAINS(refused([](auto& g) { g.rows = 0; }), "0 rows");
    const auto thread = [](GridDescription& g) {  // hardly wide, and so long that its corners still weigh enough
        g.width = 1e-45f, g.height = 1e37f;
        g.fabric = Fabric{.arealDensity = 1e3f, .bendingStiffness = 1e-4f};
    };
    EXPECT_CONTAINS(refused(thread), "neighbours would lie in the same place");
    EXPECT_CONTAINS(refused([](auto& g) { g.width = -1.0f; }), "positive");
    EXPECT_CONTAINS(refused([](auto& g) { g.height = kNan; }), "positive");
    EXPECT_CONTAINS(refused([](auto& g) { g.arealDensity = 0.0f; }), "density");
    EXPECT_CONTAINS(refused([](auto& g) { g.alongRow = vec3(2.0f, 0.0f, 0.0f); }), "length 1");
    EXPECT_CONTAINS(refused([](auto& g) { g.alongRow = -g.alongColumn; }), "along one line");
    EXPECT_CONTAINS(refused([](auto& g) { g.corner.z = kNan; }), "finite");
    EXPECT_CONTAINS(refused([](auto& g) { g.columns = g.rows = 20'000; }), "at most");
    EXPECT_CONTAINS(refused([](auto& g) { g.columns = g.rows = 100'000; }), "at most");
    EXPECT_CONTAINS(refused([](auto& g) { g.columns = g.rows = 10'000; }), "corner would weigh");
}

TEST(Pins, NamedPlacesOfAGrid) {
    GridDescription grid;
    grid.columns = 4;
    grid.rows = 3;
    const auto pinnedAt = [&](GridPlace place) {
        Scene scene;
        take(addGrid(scene, grid));
        take(pinPlace(scene, 0, place));
        return pinnedOf(scene);
    };
    using Indices = std::vector<std::uint32_t>;
    EXPECT_EQ(pinnedAt(GridPlace::FirstRow), (Indices{0, 1, 2, 3}));
    EXPECT_EQ(pinnedAt(GridPlace::LastRow), (Indices{8, 9, 10, 11}));
    EXPECT_EQ(pinnedAt(GridPlace::FirstColumn), (Indices{0, 4, 8}));
    EXPECT_EQ(pinnedAt(GridPlace::LastColumn), (Indices{3, 7, 11}));
    EXPECT_EQ(pinnedAt(GridPlace::FirstRowStart), (Indices{0}));
    EXPECT_EQ(pinnedAt(GridPlace::FirstRowEnd), (Indices{3}));
    EXPECT_EQ(pinnedAt(GridPlace::LastRowStart), (Indices{8}));
    EXPECT_EQ(pinnedAt(GridPlace::LastRowEnd), (Indices{11}));
    EXPECT_EQ(pinnedAt(GridPlace::FirstRowCorners), (Indices{0, 3}));
    EXPECT_EQ(pinnedAt(GridPlace::FourCorners), (Indices{0, 3, 8, 11}));
}

TEST(Pins, AnErrorPinsNothing) {
    Scene scene = clothScene(3);
    scene.pinned.assign(9, 0);
    EXPECT_CONTAINS(messageOf(pinVertices(scene, 0, std::vector<std::uint32_t>{1, 9})), "vertex 9");
    EXPECT_CONTAINS(messageOf(pinVertices(scene, 4, std::vector<std::uint32_t>{1})), "no body 4");
    EXPECT_CONTAINS(messageOf(pinPlace(scene, 0, GridPlace(10))), "no place 10");
    EXPECT_CONTAINS(messageOf(pinBox(scene, 0, vec3(5.0f), vec3(6.0f))), "no particle");
    EXPECT_CONTAINS(messageOf(pinBox(scene, 0, vec3(1.0f), vec3(-1.0f))), "empty");
    EXPECT_CONTAINS(messageOf(pinBox(scene, 0, vec3(kNan), vec3(1.0f))), "finite");
    EXPECT_CONTAINS(messageOf(pinBox(scene, 0, vec3(-kInfinity), vec3(1.0f))), "finite");
    Scene rope = ropeScene(3);
    EXPECT_CONTAINS(messageOf(pinPlace(rope, 0, GridPlace::FirstRow)), "no grid");
    EXPECT_TRUE(pinnedOf(scene).empty());
}

TEST(Pins, BoxTakesItsFacesAndItsOwnBodyOnly) {
    Scene scene = clothScene(3);
    scene.pinned.assign(9, 0);
    GridDescription second;
    second.columns = second.rows = 3;
    take(addGrid(scene, second));
    take(pinBox(scene, 1, vec3(0.0f, 0.0f, 0.5f), vec3(0.5f, 0.0f, 1.0f)));
    EXPECT_EQ(pinnedOf(scene), (std::vector<std::uint32_t>{12, 13, 15, 16}));
}

TEST(Scene, AddStickChecksItsEnds) {
    Scene scene = ropeScene(3);
    const std::size_t before = scene.sticks.size();
    EXPECT_CONTAINS(messageOf(addStick(scene, 1, 1)), "particle 1 to itself");
    EXPECT_CONTAINS(messageOf(addStick(scene, 0, 3)), "0 to 2");
    EXPECT_CONTAINS(messageOf(addStick(scene, 0, 1, 5)), "material 5");
    EXPECT_EQ(scene.sticks.size(), before);
    take(addStick(scene, 0, 2));
    EXPECT_EQ(scene.sticks.back().restLength, 1.0f);
}

// A material of its own that whatever is added has, and what the message calls it.
struct HasMaterial {
    const char* name;
    std::function<Result<std::uint32_t>(Scene&, const StickMaterial&)> add;
};

template <class Description>
auto addedWith(Result<std::uint32_t> (*add)(Scene&, const Description&), StickMaterial Description::*material,
               const Description& description = {}) {
    return [=](Scene& scene, const StickMaterial& its) {
        Description changed = description;
        changed.*material = its;
        return add(scene, changed);
    };
}

TEST(Scene, BadMaterialsAreToldWhereTheyAreAdded) {
    MeshDescription mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.faceSizes = {3};
    mesh.faceCorners = {0, 1, 2};
    SoftBodyDescription soft;
    soft.outline = {{0, 0}, {1, 0}, {0, 1}};
    const auto addOfTets = [](Scene& scene, const StickMaterial& material) {
        BlockDescription block;
        block.material.edge = material;
        return addBlock(scene, block);
    };
    const HasMaterial kAll[] = {
        {"rope 'rope': its material", addedWith(addRope, &RopeDescription::material)},
        {"cloth 'cloth': its structural material", addedWith(addGrid, &GridDescription::structural)},
        {"cloth 'cloth': its shear material", addedWith(addGrid, &GridDescription::shear)},
        {"cloth 'cloth': its bend material", addedWith(addGrid, &GridDescription::bend)},
        {"mesh 'mesh': its structural material", addedWith(addMesh, &MeshDescription::structural, mesh)},
        {"mesh 'mesh': its shear material", addedWith(addMesh, &MeshDescription::shear, mesh)},
        {"mesh 'mesh': its bend material", addedWith(addMesh, &MeshDescription::bend, mesh)},
        {"body 'soft body': the material of its outline", addedWith(addSoftBody, &SoftBodyDescription::edge, soft)},
        {"body 'soft body': the material of its cross sticks",
         addedWith(addSoftBody, &SoftBodyDescription::cross, soft)},
        {"body 'block': the material of its edges", addOfTets}};
    for (const HasMaterial& has : kAll) {
        Scene scene;
        scene.planar = std::string(has.name).starts_with("body 'soft");
        for (const auto& [bad, number] :
             {std::pair{compliant(-1.0f), "compliance of -1"}, {hooke(kNan), "stiffness of nan"}}) {
            const std::string message = messageOf(has.add(scene, bad));
            EXPECT_CONTAINS(message, has.name);
            EXPECT_CONTAINS(message, number);
            EXPECT_TRUE(scene.positions.empty() && scene.sticks.empty() && scene.bodies.empty());
        }
        EXPECT_TRUE(has.add(scene, {})) << has.name;
    }
}

TEST(Scene, MeshesBeyondTheWorldAreToldByTheirVertex) {
    MeshDescription mesh;
    mesh.vertices = {{0, 0, 0}, {2e9f, 0, 0}, {0, 1, 0}};
    mesh.faceSizes = {3};
    mesh.faceCorners = {0, 1, 2};
    Scene scene;
    EXPECT_CONTAINS(messageOf(addMesh(scene, mesh)), "mesh 'mesh': vertex 1 lies at (2000000000, 0, 0)");
}

struct BrokenScene {
    const char* message;
    void (*breakIt)(Scene&);
};

TEST(Scene, ValidateNamesWhatIsBroken) {
    const BrokenScene kBroken[] = {
        {"no particles", [](Scene& s) { s = Scene{}; }},
        {"particle 2", [](Scene& s) { s.positions[2].y = kNan; }},
        {"particle 1", [](Scene& s) { s.positions[1].x = kInfinity; }},
        {"particle 1", [](Scene& s) { s.positions[1].x = 2e9f; }},
        {"particle 3 has a mass of 0", [](Scene& s) { s.masses[3] = 0.0f; }},
        {"mass of -1", [](Scene& s) { s.masses[3] = -1.0f; }},
        {"mass of nan", [](Scene& s) { s.masses[3] = kNan; }},
        {"the three must be equal", [](Scene& s) { s.masses.pop_back(); }},
        {"the three must be equal", [](Scene& s) { s.pinned.pop_back(); }},
        {"stick 5 joins particle 2 to itself", [](Scene& s) { s.sticks[5].a = s.sticks[5].b = 2; }},
        {"stick 4 joins particles", [](Scene& s) { s.sticks[4].b = 999; }},
        {"stick 1 has a rest length", [](Scene& s) { s.sticks[1].restLength = -0.1f; }},
        {"stick 1 has a rest length", [](Scene& s) { s.sticks[1].restLength = kNan; }},
        {"stick 6 names material 9", [](Scene& s) { s.sticks[6].material = 9; }},
        {"material 0 has a compliance", [](Scene& s) { s.materials[0] = compliant(-1.0f); }},
        {"material 0 has a compliance", [](Scene& s) { s.materials[0] = compliant(kNan); }},
        {"material 0 has a stiffness", [](Scene& s) { s.materials[0] = hooke(1e20f); }},
        {"material 0 has a compression compliance", [](Scene& s) { s.materials[0].compressionCompliance = -1.0f; }},
        {"material 0 has a compression compliance", [](Scene& s) { s.materials[0].compressionCompliance = kNan; }},
        {"gravity", [](Scene& s) { s.environment.gravity.x = kInfinity; }},
        {"wind", [](Scene& s) { s.environment.wind.z = kNan; }},
        {"damping", [](Scene& s) { s.environment.damping = -0.5f; }},
    };
    for (const BrokenScene& broken : kBroken) {
        Scene scene = clothScene(3);
        EXPECT_TRUE(validate(scene));
        broken.breakIt(scene);
        EXPECT_CONTAINS(messageOf(validate(scene)), broken.message);
        EXPECT_CONTAINS(messageOf(compile(scene)), broken.message);
    }
}

}  // namespace
}  // namespace pliant::test
