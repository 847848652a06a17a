// Plates: moments of the hinges of flat meshes, which tensors of clusters carry.

#include "pliant/schedule/plates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "moments_support.h"
#include "plates_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

Index plateHinges(const Scene& scene) {
    return static_cast<Index>(take(compile(scene))->plateHinges.size());
}

// ---- What is compiled

TEST(Plates, AreFlatMeshesWhoseHingesAreStiff) {
    const Scene scene = stripOf(20, 8, 1.0);
    EXPECT_EQ(plateHinges(scene), scene.bends.size());
    EXPECT_EQ(plateHinges(stripOf(20, 8, 1e7)), 0u) << "soft ones need none";
    EXPECT_EQ(plateHinges(stripOf(3, 4, 1.0)), 0u) << "twelve triangles";
    Scene without = scene;
    without.levels = false;
    EXPECT_EQ(plateHinges(without), 0u);
    Scene bent = scene;
    for (vec3& x : bent.positions)
        x.y = x.x * x.x;
    EXPECT_EQ(plateHinges(bent), 0u) << "what was flat when it was made is not any more";
    Scene other = scene;
    other.bends[40].weights[0] *= 1.1f, other.bends[40].weights[1] -= 0.1f * scene.bends[40].weights[0];
    EXPECT_EQ(plateHinges(other), scene.bends.size() - 1) << "one that is no hinge of the flat mesh";
    Scene turned = scene;
    for (vec3& x : turned.positions)
        x = vec3(x.z, 2.0f + 0.6f * x.x, 0.8f * x.x);
    EXPECT_EQ(plateHinges(turned), scene.bends.size()) << "in any plane";
}

// A grid's twists look at four corners as well.
TEST(Plates, AreNoGrids) {
    GridDescription grid;
    grid.columns = grid.rows = 20;
    grid.fabric = Fabric{.arealDensity = 0.2f, .bendingStiffness = 1.0f};
    Scene scene;
    take(addGrid(scene, grid));
    EXPECT_EQ(plateHinges(scene), 0u);
}

// Two that share an edge which is folded at rest: its particles are in both.
TEST(Plates, MayShareParticles) {
    Scene flat = stripOf(40, 10, 1.0);
    MeshDescription mesh;
    const Body& body = flat.bodies[0];
    for (const vec3& x : flat.positions)
        mesh.vertices.push_back(x.x > 0.5f ? vec3(0.5f, x.x - 0.5f, x.z) : x);
    mesh.faceSizes = body.faceSizes;
    mesh.faceCorners = body.faceCorners;
    mesh.fabric = Fabric{.arealDensity = 0.2f, .bendingStiffness = 2.0f};
    Scene scene;
    take(addMesh(scene, mesh));
    const SchedulePtr schedule = take(compile(scene));
    take(validate(*schedule));
    EXPECT_GT(schedule->plateHinges.size(), scene.bends.size() / 2);
    EXPECT_LT(schedule->plateHinges.size(), scene.bends.size());
    CpuSolver solver = take(CpuSolver::create(schedule));
    run(solver, stepsOf(1.0 / 60), 0.5);
    for (const vec3& x : solver.snapshot().positions)
        ASSERT_LT(glm::length(x), 5.0f);
}

// Compliances are those of a plate: with the moments of one tensor everywhere, n . M n at each hinge, the energy is
// M : M area / stiffness, whatever the triangles; and no particle within is pulled at.
TEST(Plates, OneTensorEverywhereIsThePlatesEnergyAndPullsAtNothing) {
    const Scene scene = stripOf(30, 12, 1.0);
    const SchedulePtr schedule = take(compile(scene));
    const Schedule& s = *schedule;
    ASSERT_EQ(s.plateHinges.size(), scene.bends.size());
    for (const dvec3& m : {dvec3(1, 0, 0), dvec3(0, 1, 0), dvec3(0, 0, 1), dvec3(0.3, -0.8, 0.5)}) {
        std::vector<double> moments;
        for (const PlateHinge& h : s.plateHinges)
            moments.push_back(2.0 * (m.x * h.xx + m.y * h.yy + m.z * h.xy));
        std::vector<double> pulls(s.particles.size(), 0.0);
        std::vector<std::uint8_t> isAtRim(s.particles.size(), 0);
        for (std::size_t h = 0; h < moments.size(); ++h) {
            const Bend& b = s.bends[s.firstPlateBend + h];
            pulls[b.a] += moments[h] * b.ka, pulls[b.c] += moments[h] * b.kc, pulls[b.d] += moments[h] * b.kd;
            pulls[b.b] -= moments[h] * (double(b.ka) + b.kc + b.kd);
        }
        for (std::size_t i = 0; i < scene.positions.size(); ++i) {
            const Index row = Index(i / 12), column = Index(i % 12);
            isAtRim[s.localParticle[i]] = row < 2 || row > 27 || column < 2 || column > 9;
        }
        double scale = 0.0;
        for (std::size_t i = 0; i < pulls.size(); ++i)
            scale = std::max(scale, std::abs(pulls[i]));
        for (std::size_t i = 0; i < pulls.size(); ++i)
            ASSERT_TRUE(isAtRim[i] != 0 || std::abs(pulls[i]) < 1e-4 * scale) << i;
        // Of the triangles all of whose edges have hinges: that of rows 1 to 28 and columns 1 to 10, more or less.
        double energy = 0.0, all = 0.0;
        const std::size_t first = firstHingeMoment(s);
        for (std::size_t h = 0; h < moments.size(); ++h) {
            const BendNumbers& numbers = s.bendNumbers[s.firstPlateBend + h];
            for (Index l = numbers.firstLink; l < numbers.firstLink + (numbers.linkCounts >> 16); ++l)
                energy += moments[h] * moments[s.bendLinks[l].moment - first] * double(s.bendLinks[l].number);
        }
        const double stiffness = 0.2 * double(kGravity), area = 29.0 * 11.0 / (28.5 * 28.5);
        all = (m.x * m.x + m.y * m.y + 2.0 * m.z * m.z) * area / stiffness;
        report("energy of one tensor everywhere", all, energy);
        EXPECT_NEAR(energy, all, 0.05 * all) << "but for the triangles at the rim, which lack a hinge";
    }
}

struct Damage {
    const char* message;
    void (*doIt)(Schedule&);
};

// Of the finest level.
const TensorRow& firstSolved(const Schedule& s) {
    return s.tensorRows[s.tensorLevels[1].solved];
}

TEST(Plates, DamageIsFound) {
    const SchedulePtr whole = take(compile(stripOf(40, 12, 1.0)));
    take(validate(*whole));
    ASSERT_GT(whole->tensorLevels.size(), 2u);
    const Damage kDamages[] = {
        {"are out of range", [](Schedule& s) { s.tensorRows[3].firstLink = ~0u; }},
        {"is out of range", [](Schedule& s) { s.tensorRows[3].place = Index(scratchCount(s)); }},
        {"is out of range", [](Schedule& s) { s.tensorRows[3].place = ~0u; }},
        {"leads nowhere", [](Schedule& s) { s.tensorLinks[3].place = ~0u; }},
        {"names a particle out of range", [](Schedule& s) { s.tensorRows.back().place = ~0u; }},
        {"no block of its own", [](Schedule& s) { s.tensorBlocks[firstSolved(s).firstLink].place += 3; }},
        {"solved together with one that it knows of",
         [](Schedule& s) { s.tensorBlocks[firstSolved(s).firstLink + 1].place = firstSolved(s).place; }},
        {"not the same from both sides",
         [](Schedule& s) { s.tensorBlocks[firstSolved(s).firstLink + 1].mobility[4] += 1e9f; }},
        {"not the same from both sides",
         [](Schedule& s) {
             const Index l = firstSolved(s).firstLink;
             std::swap(s.tensorBlocks[l + 1], s.tensorBlocks[l + 2]);
         }},
        {"does not push as its bend does", [](Schedule& s) { s.tensorLinks.back().number *= 1.01f; }},
        {"made of shares that add up to",
         [](Schedule& s) { s.tensorLinks[s.tensorRows[s.tensorLevels[0].given + 20].firstLink].number *= 1.5f; }},
        {"hinges of plates are out of range", [](Schedule& s) { s.plateHinges.push_back(s.plateHinges.back()); }},
        {"has a tensor out of range", [](Schedule& s) { s.plateHinges[7].tensorB = 0; }},
        {"level 0 of plates is out of range", [](Schedule& s) { s.tensorLevels[0].given = 1u << 31; }},
        {"level 1 of plates is out of range",
         [](Schedule& s) { s.tensorLevels[1].count = Index(s.tensorRows.size()); }},
        {"rows of tensors are met", [](Schedule& s) { s.bending.erase(s.bending.begin() + 4); }},
        {"has others", [](Schedule& s) { --s.bending[0].count; }},
        {"has others", [](Schedule& s) { s.bending[0].rows += 16; }},
        {"bending passes cover",
         [](Schedule& s) {
             std::erase_if(s.bending, [](const Pass& pass) { return pass.kind == PassKind::SpreadTensors; });
         }},
        {"no compliance of its own", [](Schedule& s) { s.bendNumbers[s.firstPlateBend].linkCounts = 0; }},
        {"unknown response", [](Schedule& s) { s.bending.back().response = kBendLine + kBendOfPlate; }},
    };
    for (const Damage& damage : kDamages) {
        Schedule broken = *whole;
        damage.doIt(broken);
        EXPECT_CONTAINS(messageOf(validate(broken)), damage.message) << damage.message;
    }
}

// ---- How they bend

// Heavy elastica. With one pass over hinges strips of 40 rows drop 7.7 times as far at load 1, and half as far again at
// load 8. Ten rows are softer by what triangles of their size cannot show.
TEST(Plates, CantileversDropAsFarWhateverTheirMeshAndSubsteps) {
    for (const auto& [load, drop] : {std::pair{1.0, 0.12347}, {8.0, 0.64063}, {100.0, 0.93752}})
        for (const auto& [rows, columns] : {std::pair<Index, Index>{10, 4}, {20, 8}, {40, 10}, {40, 40}})
            for (const std::uint32_t substeps : {12u, 48u}) {
                if (substeps > 12 && columns > 10) continue;
                const double measured = dropOf(stripOf(rows, columns, load), columns, substeps);
                report(fmt::format("{} x {}, load {}, {} substeps: drop", rows, columns, load, substeps), drop,
                       measured);
                EXPECT_NEAR(measured, drop, (rows > 10 ? 0.03 : 0.07) * drop)
                    << rows << " x " << columns << ", load " << load << ", " << substeps << " substeps";
            }
}

// What was flat before places were rounded is: folds of a millionth are none.
TEST(Plates, AreThereFarFromTheOriginToo) {
    const Scene near = stripOf(40, 10, 1.0);
    const auto tilted = [](const vec3& x) { return vec3(30.0f + x.x, 20.0f + x.y + 0.02f * x.z, -25.0f + x.z); };
    MeshDescription far;
    far.vertices = near.positions;
    far.faceSizes = near.bodies[0].faceSizes;
    far.faceCorners = near.bodies[0].faceCorners;
    far.fabric = Fabric{.arealDensity = 0.2f, .bendingStiffness = 2.0f};
    for (vec3& x : far.vertices)
        x = tilted(x);
    Scene rounded;
    take(addMesh(rounded, far));
    EXPECT_EQ(plateHinges(rounded), rounded.bends.size());
}

// Tensors know one damping, and their hinges have that.
TEST(Plates, HingesThatSayThatTheyAreDampedMoreThanOthersAddNoEnergy) {
    Scene scene = stripOf(40, 10, 1.0);
    for (std::size_t i = 0; i < scene.bends.size(); i += 8)
        scene.bends[i].damping = 0.01f;
    CpuSolver solver = solverFor(scene);
    double fastest = 0.0;
    for (int frame = 0; frame < 120; ++frame) {
        take(solver.step(stepsOf(1.0 / 60)));
        fastest = std::max(fastest, reportOf(scene, solver.snapshot()).fastest);
    }
    EXPECT_LT(fastest, 3.0);
}

// Where scenes are cut into tiles, and beside a large grid.
TEST(Plates, AreInNoTile) {
    Scene scene = stripOf(30, 12, 1.0);
    const SchedulePtr tiled = take(compile(scene, {.tiles = TileUse::Always, .tileParticles = 64}));
    take(validate(*tiled));
    EXPECT_EQ(tiled->plateHinges.size(), scene.bends.size());
    GridDescription grid;
    grid.columns = grid.rows = 130;
    grid.corner = vec3(0.0f, 3.0f, 0.0f);
    grid.fabric = take(fabricNamed("leather"));
    take(addGrid(scene, grid));
    const SchedulePtr both = take(compile(scene));
    take(validate(*both));
    EXPECT_GT(both->tiles.size(), 10u);
    EXPECT_GT(both->bends.size(), both->sceneBend.size()) << "the grid has its levels";
    CpuSolver solver = take(CpuSolver::create(both));
    run(solver, stepsOf(1.0 / 60), 0.1);
}

// A free sheet of stiff stuff that is thrown about: what is in its hinges at first is nothing.
TEST(Plates, AddNoEnergyAndKeepMomentum) {
    expectNoEnergyAndMomentumKept(stripOf(40, 13, 0.5));
}

// A clamp opens and closes again: blocks are measured for what is pinned now, and a state is restored with them.
TEST(Plates, PinsMayComeAndGo) {
    Scene scene = stripOf(40, 6, 1.0);
    scene.environment.damping = 3.0f;
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule)), other = take(CpuSolver::create(schedule));
    const StepSettings s = stepsOf(1.0 / 60);
    run(solver, s, 2.0);
    StepInputs open, close;
    for (Index i = 6; i < 12; ++i) {  // the second row: the strip can turn about the first
        open.pins.push_back({.particle = i, .action = PinInput::Action::Release});
        close.pins.push_back({.particle = i, .action = PinInput::Action::Move, .target = scene.positions[i]});
    }
    take(solver.step(s, open));
    run(solver, s, 2.0);
    EXPECT_LT(solver.snapshot().positions.back().y, -0.9f) << "it hangs straight down";
    take(other.restore(solver.snapshot()));
    take(solver.step(s));
    take(other.step(s));
    EXPECT_EQ(hashOf(solver.snapshot()), hashOf(other.snapshot()));
    take(solver.step(s, close));
    run(solver, s, 6.0);
    const double drop = -double(solver.snapshot().positions.back().y);
    EXPECT_NEAR(drop, 0.12347, 0.04 * 0.12347);
}

}  // namespace
}  // namespace pliant::test
